//! How a figure is drawn as solids: octahedra or capsules for bones, balls for joints.

use glam::Vec3;

use super::camera::Camera;
use super::display::{DisplayStyle, FigureStyle};
use super::draw_list::{DrawList, Shape, Solid};
use super::figure::{Figure, is_long};
use super::side::Side;
use super::theme_colours::{Rgba, ThemeColours, mixed};
use crate::take::NodeId;

/// How thick solids are: parts of a bone's length, and at most parts of the figure's height, so that
/// fingers are thin and thighs are no barrels.
struct Build {
    shape: Shape,
    of_length: f32,
    of_height: f32,
    /// How much wider than the widest bone that meets in it a joint is. Bones end inside of it: two
    /// that end in one place with one radius would share a surface and speckle.
    joint: f32,
}

impl Build {
    fn of(display: DisplayStyle) -> Self {
        match display {
            DisplayStyle::Octahedra => {
                Self { shape: Shape::Octahedron, of_length: 0.11, of_height: 0.026, joint: 0.5 }
            }
            DisplayStyle::Capsules | DisplayStyle::Stick => {
                Self { shape: Shape::Capsule, of_length: 0.22, of_height: 0.0155, joint: 1.16 }
            }
        }
    }

    /// From the axis of a bone to where it is widest, in metres.
    fn radius(&self, ends: [Vec3; 2], height: f32) -> f32 {
        (ends[0].distance(ends[1]) * self.of_length).min(height * self.of_height)
    }
}

/// Across a marker, in parts of the figure's height.
const POINT: f32 = 0.008;

impl Figure<'_> {
    /// How far from the axis of a bone its surface is, in metres; 0 for lines.
    pub(super) fn radius(&self, ends: [Vec3; 2]) -> f32 {
        match self.display {
            DisplayStyle::Stick => 0.0,
            display => Build::of(display).radius(ends, self.height()),
        }
    }

    /// How far from a marker its surface is, in metres; 0 for dots.
    pub(super) fn point_radius(&self) -> f32 {
        match self.display {
            DisplayStyle::Stick => 0.0,
            _ => POINT * self.height(),
        }
    }

    /// How large the figure is, in metres, however it lies or stands.
    pub(super) fn height(&self) -> f32 {
        self.stage.first.size().max_element()
    }

    /// Adds bones, joints and points as solids to a view `view` pixels high. `radii` is empty, and a
    /// place to count in.
    pub(super) fn draw_solids(
        &self,
        camera: &Camera,
        style: FigureStyle,
        view: f32,
        radii: &mut Vec<f32>,
        list: &mut DrawList,
    ) {
        let palette = list.palette;
        let build = Build::of(self.display);
        let height = self.height();
        let slimmest = |at: Vec3| {
            let pixels_per_metre = camera.heights_per_metre(at) * view;
            if pixels_per_metre > 0.0 { style.slimmest * 0.5 / pixels_per_metre } else { 0.0 }
        };
        // An outline reaches beyond what stands in the same place and is as thick as others.
        let rim = |at: Vec3, radius: f32| {
            let thinner = radius / self.thickness() - radius;
            style.halo + thinner * camera.heights_per_metre(at) * view
        };
        radii.resize(self.take.skeleton.nodes().len(), 0.0);
        for (i, node, ends) in self.bones().filter(|(_, _, ends)| is_long(*ends)) {
            let middle = (ends[0] + ends[1]) * 0.5;
            let radius = build.radius(ends, height) * self.thickness() * self.slenderness(i);
            let radius = radius.max(slimmest(middle));
            let depth = camera.depth(middle);
            list.reaches(depth);
            let solid = Solid {
                from: ends[0].to_array(),
                to: ends[1].to_array(),
                across: (self.sideways(node, ends) * radius).to_array(),
                colour: self.inside(self.colours[i], &palette),
                halo: 0.0,
            };
            let halo = self.outline(node, self.colours[i], &palette);
            add(list, depth, build.shape, solid, halo, rim(middle, radius));
            self.joints_of(i, node, ends, |joint| {
                let slot = &mut radii[joint.index()];
                *slot = slot.max(radius * build.joint);
            });
        }
        // Balls in one place would share a surface: that of the joint nearer to the root covers the
        // others.
        for (node, far) in self.short_bones() {
            let [slot, inner] = [node, far].map(|id| radii[id.index()]);
            radii[node.index()] = slot.max(inner * 1.03);
        }
        for (id, _) in self.take.skeleton.iter() {
            let at = self.stage.world(self.pose.position(id));
            let radius = radii[id.index()];
            if self.is_hidden(id) || !at.is_finite() || radius == 0.0 {
                continue;
            }
            let colour = self.colour_of_joint(id, &palette);
            let halo = self.outline(id, colour, &palette);
            let colour = self.inside(colour, &palette);
            let radius = radius.max(slimmest(at));
            let ball = ball(at, radius, colour);
            add(list, camera.depth(at), Shape::Capsule, ball, halo, rim(at, radius));
        }
        for (i, node, at) in self.points() {
            let small = if self.is_alone(node) { 1.0 } else { 0.6 };
            let depth = camera.depth(at);
            list.reaches(depth);
            let halo = self.outline(node, self.colours[i], &palette);
            let radius = (self.point_radius() * small).max(slimmest(at));
            let ball = ball(at, radius, self.inside(self.colours[i], &palette));
            let rim = rim(at, radius);
            add(list, depth, Shape::Capsule, ball, halo, rim);
        }
    }

    /// A joint has the colour of the bone that it turns, of several one that is on no side, as at
    /// the hips; one without a bone has that of the bone that ends there.
    fn colour_of_joint(&self, id: NodeId, palette: &ThemeColours) -> Rgba {
        let parts = |node: NodeId| self.parts.of_node(node).iter().copied();
        let parent = || self.take.skeleton[id].parent;
        let part = parts(id)
            .find(|&part| self.parts.side(part) == Side::Middle)
            .or_else(|| parts(id).next())
            .or_else(|| parts(parent()?).next());
        let own = part.map_or(palette.middle, |part| self.colours[part]);
        match self.display {
            // Between slender bones, joints are told apart by being darker.
            DisplayStyle::Octahedra => mixed(own, palette.wire),
            _ => own,
        }
    }

    /// A direction at a right angle to a bone that turns with its node, so that an octahedron shows
    /// how the bone is turned about itself.
    fn sideways(&self, node: NodeId, ends: [Vec3; 2]) -> Vec3 {
        let along = (ends[1] - ends[0]).normalize_or(Vec3::Y);
        let axes = (self.stage.world_from_take * self.pose.global(node)).matrix3;
        let axes =
            [axes.x_axis, axes.y_axis, axes.z_axis].map(|a| Vec3::from(a).normalize_or_zero());
        let most_across = axes
            .into_iter()
            .min_by(|a, b| a.dot(along).abs().total_cmp(&b.dot(along).abs()))
            .unwrap_or_default();
        most_across
            .reject_from_normalized(along)
            .try_normalize()
            .unwrap_or_else(|| along.any_orthonormal_vector())
    }
}

fn ball(at: Vec3, radius: f32, colour: Rgba) -> Solid {
    Solid { from: at.to_array(), to: at.to_array(), across: [radius, 0.0, 0.0], colour, halo: 0.0 }
}

/// Adds a solid, and its halo where it has one, which lies behind it.
fn add(
    list: &mut DrawList,
    depth: f32,
    shape: Shape,
    solid: Solid,
    halo: Option<Rgba>,
    width: f32,
) {
    list.solid(depth, shape, solid);
    if let Some(colour) = halo {
        let halo = Solid { colour, halo: width, ..solid };
        list.solid(depth + 1e-4, shape, halo);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Stage;
    use crate::scene::sample::{HEIGHT, Sample, drawn, drawn_by};

    const SOLID: [DisplayStyle; 2] = [DisplayStyle::Octahedra, DisplayStyle::Capsules];

    fn length(across: [f32; 3]) -> f32 {
        Vec3::from(across).length()
    }

    #[test]
    fn a_solid_figure_has_a_body_for_each_bone_and_a_ball_for_each_joint_and_marker() {
        let sample = Sample::new();
        for display in SOLID {
            let (list, _) = drawn(&Figure { display, ..sample.figure() });
            let is_ball = |solid: &&Solid| solid.from == solid.to;
            let balls = list.capsules.iter().filter(is_ball).count();
            assert_eq!(balls, 3 + 1, "{display:?}");
            let bones = list.octahedra.len() + list.capsules.len() - balls;
            assert_eq!(bones, 3, "{display:?}");
            assert!(list.octahedra.is_empty() == (display == DisplayStyle::Capsules));
            let [under, among, _] = list.layers();
            assert_eq!(under.len(), 4, "the shadows stay");
            assert!(among.is_empty());
        }
    }

    #[test]
    fn a_capsule_ends_inside_of_the_balls_on_its_joints() {
        let sample = Sample::new();
        let (list, _) = drawn(&Figure { display: DisplayStyle::Capsules, ..sample.figure() });
        let (balls, bones): (Vec<&Solid>, Vec<&Solid>) =
            list.capsules.iter().partition(|s| s.from == s.to);
        for bone in &bones {
            let meets = balls.iter().filter(|ball| [bone.from, bone.to].contains(&ball.from));
            for ball in meets {
                assert!(length(bone.across) < length(ball.across));
            }
        }
        let build = Build::of(DisplayStyle::Capsules);
        let [finger, thigh] =
            [0.03, 0.4].map(|long| build.radius([Vec3::ZERO, Vec3::X * long], 1.8));
        assert!(finger < 0.01 && thigh > 0.02, "{finger} {thigh}");
    }

    #[test]
    fn an_octahedron_turns_with_its_node() {
        let sample = Sample::new();
        let figure = sample.figure();
        let hip = sample.take.skeleton.roots()[0];
        let ends = [Vec3::Y, Vec3::Y * 0.5];
        let side = figure.sideways(hip, ends);
        assert!((side.length() - 1.0).abs() < 1e-6 && side.dot(Vec3::Y).abs() < 1e-6);
        let turned =
            Stage { world_from_take: glam::Affine3A::from_rotation_y(0.5), ..sample.stage.clone() };
        let figure = Figure { stage: &turned, ..figure };
        let angle = figure.sideways(hip, ends).angle_between(side);
        assert!((angle - 0.5).abs() < 1e-3, "{angle}");
    }

    #[test]
    fn what_is_selected_has_a_halo_of_its_own_shape() {
        let sample = Sample::new();
        let selected = [sample.take.skeleton.roots()[0]];
        for display in SOLID {
            let (list, style) = drawn(&Figure { display, selected: &selected, ..sample.figure() });
            let solids = list.octahedra.iter().chain(&list.capsules);
            let halos: Vec<_> = solids.filter(|solid| solid.halo > 0.0).collect();
            assert_eq!(halos.len(), 2, "a bone and its joint");
            for halo in halos {
                assert_eq!((halo.halo, halo.colour), (style.halo, ThemeColours::DARK.halo));
            }
        }
    }

    #[test]
    fn what_is_far_away_is_no_thinner_than_can_be_seen() {
        let sample = Sample::new();
        let camera = Camera { distance: 80.0, ..Camera::default() };
        for display in SOLID {
            let figure = Figure { display, ..sample.figure() };
            let (list, style) = drawn_by(&camera, &figure, false);
            for solid in list.octahedra.iter().chain(&list.capsules) {
                let at = Vec3::from(solid.from);
                let across = 2.0 * length(solid.across) * camera.heights_per_metre(at) * HEIGHT;
                assert!(across > style.slimmest * 0.98, "{display:?}: {across}");
            }
        }
    }

    #[test]
    fn the_joint_at_the_hips_is_on_no_side() {
        use crate::take::{BoneEnd, SkeletonBuilder};
        let mut build = SkeletonBuilder::default();
        let hips = build.node("Hips", None).unwrap();
        for (name, at) in [("LeftLeg", Vec3::X), ("RightLeg", -Vec3::X), ("Spine", Vec3::Y)] {
            let node = build.node(name, Some(hips)).unwrap();
            build.node_mut(node).offset = at;
            build.bone(hips, BoneEnd::Node(node));
        }
        let sample = Sample::at_rest(build);
        let figure = Figure { display: DisplayStyle::Capsules, ..sample.figure() };
        let palette = ThemeColours::DARK;
        assert_eq!(figure.colour_of_joint(hips, &palette), palette.middle);
        let foot = figure.take.skeleton.find("LeftLeg").unwrap();
        assert_eq!(figure.colour_of_joint(foot, &palette), palette.left);
    }
}
