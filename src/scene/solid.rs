//! How a figure is drawn as solids: octahedra or capsules for bones, balls for joints.

use glam::Vec3;

use super::camera::Camera;
use super::display::{DisplayStyle, FigureStyle};
use super::draw_list::{DrawList, Shape, Solid};
use super::figure::{Figure, is_long};
use super::side::Side;
use super::theme_colours::{Rgba, ThemeColours, mixed};
use crate::take::NodeId;

/// How thick solids are: parts of a bone's length, but at most of the figure's height, so that thighs are no barrels.
struct Proportions {
    shape: Shape,
    of_length: f32,
    of_height: f32,
    /// How much wider than the widest bone that meets in it a joint is. Bones end inside of it: two
    /// that end in one place with one radius would share a surface and speckle.
    joint: f32,
}

impl Proportions {
    fn for_style(display: DisplayStyle) -> Self {
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

/// The radius of a marker, in parts of the figure's height.
const POINT_RADIUS: f32 = 0.008;

impl Figure<'_> {
    /// How far from the axis of a bone its surface is, in metres; 0 for lines.
    pub(super) fn radius(&self, ends: [Vec3; 2]) -> f32 {
        match self.display {
            DisplayStyle::Stick => 0.0,
            display => Proportions::for_style(display).radius(ends, self.height()),
        }
    }

    /// How far from a marker its surface is, in metres; 0 for dots.
    pub(super) fn point_radius(&self) -> f32 {
        match self.display {
            DisplayStyle::Stick => 0.0,
            _ => POINT_RADIUS * self.height(),
        }
    }

    /// How large the figure is, in metres, however it lies or stands.
    pub(super) fn height(&self) -> f32 {
        self.stage.first.size().max_element()
    }

    /// Adds bones, joints and points as solids to a view `view` pixels high. `radii` is empty scratch memory.
    pub(super) fn draw_solids(
        &self,
        camera: &Camera,
        style: FigureStyle,
        view: f32,
        radii: &mut Vec<f32>,
        list: &mut DrawList,
    ) {
        let palette = list.palette;
        let proportions = Proportions::for_style(self.display);
        let height = self.height();
        let min_radius = |at: Vec3| {
            let pixels_per_metre = camera.heights_per_metre(at) * view;
            if pixels_per_metre > 0.0 { style.min_solid * 0.5 / pixels_per_metre } else { 0.0 }
        };
        // An outline reaches beyond what stands in the same place and is as thick as others.
        let rim = |at: Vec3, radius: f32| {
            let thinner = radius / self.hollow_thickness() - radius;
            style.halo + thinner * camera.heights_per_metre(at) * view
        };
        radii.resize(self.take.skeleton.nodes().len(), 0.0);
        for (i, node, ends) in self.bones().filter(|(_, _, ends)| is_long(*ends)) {
            let middle = (ends[0] + ends[1]) * 0.5;
            let radius =
                proportions.radius(ends, height) * self.hollow_thickness() * self.slenderness(i);
            let radius = radius.max(min_radius(middle));
            let depth = camera.depth(middle);
            list.include_depth(depth);
            let solid = Solid {
                from: ends[0].to_array(),
                to: ends[1].to_array(),
                across: (self.sideways(node, ends) * radius).to_array(),
                colour: self.fill_colour(self.colours[i], &palette),
                halo: 0.0,
            };
            let halo = self.rim_colour(node, self.colours[i], &palette);
            add(list, depth, proportions.shape, solid, halo, rim(middle, radius));
            self.for_each_joint_of(i, node, ends, |joint| {
                radii[joint.index()] = radii[joint.index()].max(radius * proportions.joint);
            });
        }
        // Balls in one place would share a surface: that of the joint nearer to the root covers the others.
        for (node, far) in self.zero_length_bones() {
            radii[node.index()] = radii[node.index()].max(radii[far.index()] * 1.03);
        }
        for (id, _) in self.take.skeleton.iter() {
            let at = self.stage.world(self.pose.position(id));
            let radius = radii[id.index()];
            if self.is_hidden(id) || !at.is_finite() || radius == 0.0 {
                continue;
            }
            let colour = self.colour_of_joint(id, &palette);
            let halo = self.rim_colour(id, colour, &palette);
            let radius = radius.max(min_radius(at));
            let ball = ball(at, radius, self.fill_colour(colour, &palette));
            add(list, camera.depth(at), Shape::Capsule, ball, halo, rim(at, radius));
        }
        for (i, node, at) in self.points() {
            let small = if self.is_alone(node) { 1.0 } else { 0.6 };
            let depth = camera.depth(at);
            list.include_depth(depth);
            let halo = self.rim_colour(node, self.colours[i], &palette);
            let radius = (self.point_radius() * small).max(min_radius(at));
            let ball = ball(at, radius, self.fill_colour(self.colours[i], &palette));
            add(list, depth, Shape::Capsule, ball, halo, rim(at, radius));
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

    /// A direction across a bone that turns with its node: octahedra show how bones turn about themselves.
    fn sideways(&self, node: NodeId, ends: [Vec3; 2]) -> Vec3 {
        let along = (ends[1] - ends[0]).normalize_or(Vec3::Y);
        let m = (self.stage.world_from_take * self.pose.global(node)).matrix3;
        let axes = [m.x_axis, m.y_axis, m.z_axis].map(|axis| Vec3::from(axis).normalize_or_zero());
        let off_axis = |axis: &Vec3| axis.dot(along).abs();
        let across = axes.into_iter().min_by(|a, b| off_axis(a).total_cmp(&off_axis(b)));
        let across = across.unwrap_or_default().reject_from_normalized(along).try_normalize();
        across.unwrap_or_else(|| along.any_orthonormal_vector())
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
    list.add_solid(depth, shape, solid);
    if let Some(colour) = halo {
        list.add_solid(depth + 1e-4, shape, Solid { colour, halo: width, ..solid });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Stage;
    use crate::scene::sample::{HEIGHT, Sample, drawn, drawn_by, tree};
    use crate::take::BoneEnd;

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
        let proportions = Proportions::for_style(DisplayStyle::Capsules);
        let [finger, thigh] =
            [0.03, 0.4].map(|long| proportions.radius([Vec3::ZERO, Vec3::X * long], 1.8));
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
        let angle = Figure { stage: &turned, ..figure }.sideways(hip, ends).angle_between(side);
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
            let (list, style) = drawn_by(&camera, &Figure { display, ..sample.figure() }, false);
            for solid in list.octahedra.iter().chain(&list.capsules) {
                let at = Vec3::from(solid.from);
                let across = 2.0 * length(solid.across) * camera.heights_per_metre(at) * HEIGHT;
                assert!(across > style.min_solid * 0.98, "{display:?}: {across}");
            }
        }
    }

    #[test]
    fn the_joint_at_the_hips_is_on_no_side() {
        let (mut build, nodes) = tree(&[
            ("Hips", None, Vec3::ZERO),
            ("LeftLeg", Some(0), Vec3::X),
            ("RightLeg", Some(0), -Vec3::X),
            ("Spine", Some(0), Vec3::Y),
        ]);
        for &node in &nodes[1..] {
            build.bone(nodes[0], BoneEnd::Node(node));
        }
        let sample = Sample::at_rest(build);
        let figure = Figure { display: DisplayStyle::Capsules, ..sample.figure() };
        let palette = ThemeColours::DARK;
        assert_eq!(figure.colour_of_joint(nodes[0], &palette), palette.middle);
        assert_eq!(figure.colour_of_joint(nodes[1], &palette), palette.left);
    }
}
