//! A figure: a posed take drawn as sticks or solids with its shadow, or as a ghost.

use glam::Vec3;

use super::camera::Camera;
use super::display::{DisplayStyle, FigureStyle};
use super::draw_list::{DrawList, Stroke};
use super::floor::ground_openness;
use super::parts::Parts;
use super::stage::Stage;
use super::theme_colours::{Rgba, blend, faint};
use crate::evaluate::Pose;
use crate::take::{BoneEnd, Channel, NodeId, Take};

/// A take in one pose, and how its parts are shown.
#[derive(Clone, Copy)]
pub struct Figure<'a> {
    pub take: &'a Take,
    pub stage: &'a Stage,
    pub pose: &'a Pose,
    /// The frame whose boxes and baked meshes go with the pose.
    pub frame: usize,
    pub parts: &'a Parts,
    /// A colour for each part.
    pub colours: &'a [Rgba],
    /// For each node, whether its bones, its joint and what they move are left out.
    pub hidden: &'a [bool],
    /// Whether hair, cloth and the like show, where the take has them.
    pub secondary: bool,
    /// The nodes whose bones have a halo; that of the last one, which panels tell of, is the strongest.
    pub selected: &'a [NodeId],
    pub display: DisplayStyle,
    /// 1 for the figure itself. Below that it is a ghost: faint, thin bones alone, behind every figure.
    pub opacity: f32,
    /// A colour that ghosts are mixed with: theirs tells whether they are before or after.
    pub tint: Option<Rgba>,
    /// How much it makes room for another figure in its place, from 0 to 1: thin and hollow, with coloured outlines.
    pub hollow: f32,
    pub boxes: bool,
    pub meshes: bool,
}

impl Figure<'_> {
    pub(super) fn is_hidden(&self, node: NodeId) -> bool {
        self.hidden[node.index()] || !self.secondary && self.take.skeleton[node].is_secondary
    }

    pub(super) fn slenderness(&self, bone: usize) -> f32 {
        let skeleton = &self.take.skeleton;
        thickness(skeleton.is_secondary(&skeleton.bones()[bone]))
    }

    /// The bones that show, with their places in the world.
    pub(super) fn bones(&self) -> impl Iterator<Item = (usize, NodeId, [Vec3; 2])> + '_ {
        let skeleton = &self.take.skeleton;
        let bones = skeleton.bones().iter().zip(self.pose.segments(skeleton)).enumerate();
        bones
            .filter(|(_, (bone, _))| !self.is_hidden(bone.node))
            .filter(|(_, (bone, _))| self.secondary || !skeleton.is_secondary(bone))
            .map(|(i, (bone, ends))| (i, bone.node, ends.map(|end| self.stage.world(end))))
            .filter(|(_, _, ends)| ends.iter().all(|end| end.is_finite()))
    }

    /// The points that show and are in no gap on this frame, with their indices among the parts and in the world.
    pub(super) fn points(&self) -> impl Iterator<Item = (usize, NodeId, Vec3)> + '_ {
        self.parts
            .points()
            .filter(|(_, node)| !self.is_hidden(*node))
            .map(|(i, node)| (i, node, self.stage.world(self.pose.position(node))))
            .filter(|(_, _, at)| at.is_finite())
    }

    /// The colour of the first of a node's parts.
    pub(super) fn node_colour(&self, node: NodeId) -> Option<Rgba> {
        self.parts.of_node(node).first().map(|&part| self.colours[part])
    }

    /// The colour of a node's halo, where it is selected.
    pub(super) fn halo(&self, node: NodeId, colour: Rgba) -> Option<Rgba> {
        let (last, others) = self.selected.split_last()?;
        if *last == node {
            return Some(colour);
        }
        others.contains(&node).then(|| faint(colour, OTHER_HALOS_OPACITY))
    }

    /// Adds the figure and its shadow to a view `height` pixels high.
    pub fn draw(&self, camera: &Camera, style: FigureStyle, height: f32, list: &mut DrawList) {
        if self.opacity < 1.0 {
            self.draw_ghost(style, list);
            return;
        }
        if list.floor {
            self.draw_shadow(camera, height, list);
        }
        // What is asked for each node is kept in the list, so that figures share its memory.
        let mut scratch = std::mem::take(&mut list.scratch);
        scratch.clear();
        match self.display {
            DisplayStyle::Stick => self.draw_sticks(camera, style, &mut scratch, list),
            DisplayStyle::Octahedra | DisplayStyle::Capsules => {
                self.draw_solids(camera, style, height, &mut scratch, list);
            }
        }
        list.scratch = scratch;
        self.draw_wires(style, list);
        // What turns without a bone shows how by its axes: sensors and rigid bodies.
        let turns = |node: &NodeId| {
            let node = &self.take.skeleton[*node];
            let is_turn = |channel: &Channel| matches!(channel, Channel::Rotation(_));
            node.is_world_space && node.channels.iter().any(is_turn)
        };
        let bodies = self.parts.points().map(|(_, node)| node).filter(turns);
        self.draw_axes(bodies, camera, style, height, list);
    }

    fn draw_shadow(&self, camera: &Camera, height: f32, list: &mut DrawList) {
        let shadow_colour = list.palette.shadow;
        // A hand seen from near has the shadow of a body seen from afar.
        let size = (self.height() / USUAL_SIZE).clamp(0.01, 1.0);
        // Shadows of bones that are short on the ground add up: the more there are, the fainter is each.
        let on_ground = |ends: [Vec3; 2]| (ends[0] - ends[1]).with_y(0.0).length() / FULL_SHADOW;
        let short = self.bones().filter(|(_, _, ends)| on_ground(*ends) < 1.0);
        let share = (USUAL_SHORT / short.count().max(1) as f32).min(1.0);
        for (_, _, ends) in self.bones() {
            if is_long(ends) {
                let weight = match on_ground(ends) {
                    short if short < 1.0 => (short / size).clamp(0.06, 1.0) * share,
                    _ => 1.0,
                };
                list.add_under(shadow(ends, weight, size, camera, shadow_colour, height));
            }
        }
        for (_, node, at) in self.points() {
            if self.is_alone(node) {
                let colour = faint(shadow_colour, POINT_SHADOW);
                list.add_under(shadow([at; 2], 1.0, size, camera, colour, height));
            }
        }
    }

    fn draw_ghost(&self, style: FigureStyle, list: &mut DrawList) {
        let tinted = |part: usize| {
            let own = self.colours[part];
            faint(self.tint.map_or(own, |tint| blend(own, tint, TINT)), self.opacity)
        };
        for (i, _, ends) in self.bones().filter(|(_, _, ends)| is_long(*ends)) {
            list.add_faint(Stroke::line(ends, tinted(i), style.ghost * self.slenderness(i)));
        }
        for (i, node, at) in self.points() {
            if self.is_alone(node) {
                list.add_faint(Stroke::line([at; 2], tinted(i), style.ghost));
            }
        }
    }

    /// Adds bones, joints and points as strokes. `nearest` is empty, and a place to count in.
    fn draw_sticks(
        &self,
        camera: &Camera,
        style: FigureStyle,
        nearest: &mut Vec<f32>,
        list: &mut DrawList,
    ) {
        let palette = list.palette;
        nearest.resize(self.take.skeleton.nodes().len(), f32::INFINITY);
        for (i, node, ends) in self.bones().filter(|(_, _, ends)| is_long(*ends)) {
            let depth = camera.depth((ends[0] + ends[1]) * 0.5);
            list.include_depth(depth);
            let bone = style.bone * self.slenderness(i);
            let depth = self.draw_line(i, ends, depth, bone, style, list);
            let halo = self.halo(node, palette.halo);
            add_halo(halo, ends, depth, bone + 2.0 * style.halo, list);
            self.for_each_joint_of(i, node, ends, |joint| {
                nearest[joint.index()] = nearest[joint.index()].min(depth);
            });
        }
        for (node, far) in self.zero_length_bones() {
            // The far joint is drawn in the same place, and shows that this one is selected.
            if self.selected.contains(&node) {
                nearest[node.index()] = nearest[node.index()].min(nearest[far.index()]);
            }
        }
        for (id, node) in self.take.skeleton.iter() {
            let at = self.stage.world(self.pose.position(id));
            if self.is_hidden(id) || !at.is_finite() || nearest[id.index()].is_infinite() {
                continue;
            }
            // A dot is painted over every bone that visit in it, and under what is nearer.
            let depth = camera.depth(at).min(nearest[id.index()]) - 1e-3;
            let dot = style.joint * thickness(node.is_secondary);
            list.add_at_depth(depth, Stroke::line([at; 2], palette.joint, dot));
            let halo = self.joint_halo(id, palette.halo);
            add_halo(halo, [at; 2], depth, style.joint + 2.0 * style.halo, list);
        }
        for (i, node, at) in self.points() {
            // A joint without a bone is a place in a tree; what stands alone is a marker.
            let is_alone = self.is_alone(node);
            let width = if is_alone { style.point } else { style.joint };
            let depth = camera.depth(at);
            list.include_depth(depth);
            let depth = self.draw_line(i, [at; 2], depth, width, style, list);
            let halo = self.halo(node, palette.halo);
            add_halo(halo, [at; 2], depth, width + 2.0 * style.halo, list);
        }
    }

    /// The halo of a joint that has no bone with a length to show that it is selected.
    fn joint_halo(&self, id: NodeId, colour: Rgba) -> Option<Rgba> {
        let bones = self.take.skeleton.bones();
        let shows = |part: &usize| match bones.get(*part) {
            Some(bone) => is_long([
                self.stage.world(self.pose.position(bone.node)),
                self.stage.world(self.pose.bone_end(bone.node, bone.end)),
            ]),
            None => true,
        };
        self.halo(id, colour).filter(|_| !self.parts.of_node(id).iter().any(shows))
    }

    /// The joints of bones without a length, as between the hips and both legs; those far from the root first.
    pub(super) fn zero_length_bones(&self) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        self.take.skeleton.bones().iter().rev().filter_map(|bone| {
            let BoneEnd::Node(far) = bone.end else { return None };
            let ends = [bone.node, far].map(|id| self.stage.world(self.pose.position(id)));
            (!is_long(ends)).then_some((bone.node, far))
        })
    }

    /// Calls `visit` for each joint that a bone of a node begins or ends at.
    pub(super) fn for_each_joint_of(
        &self,
        bone: usize,
        node: NodeId,
        ends: [Vec3; 2],
        mut visit: impl FnMut(NodeId),
    ) {
        visit(node);
        match self.take.skeleton.bones()[bone].end {
            BoneEnd::Node(far) => visit(far),
            // Where a bone has an end of its own, its node's children mostly are there, and sometimes elsewhere.
            BoneEnd::Local(_) => {
                for &child in &self.take.skeleton[node].children {
                    let joint = self.stage.world(self.pose.position(child));
                    if joint.distance_squared(ends[1]) < SAME_PLACE * SAME_PLACE {
                        visit(child);
                    }
                }
            }
        }
    }

    /// Whether a point is a marker rather than a place in a tree.
    pub(super) fn is_alone(&self, node: NodeId) -> bool {
        self.take.skeleton[node].children.is_empty()
    }
}

/// Adds a halo behind its part, before everything that is behind that.
fn add_halo(halo: Option<Rgba>, ends: [Vec3; 2], depth: f32, width: f32, list: &mut DrawList) {
    if let Some(colour) = halo {
        list.add_at_depth(depth + 1e-4, Stroke::line(ends, colour, width));
    }
}

/// How thick what is of hair, cloth or the like is beside other bones and joints, and these themselves.
fn thickness(is_secondary: bool) -> f32 {
    const THIN: f32 = 0.4;
    if is_secondary { THIN } else { 1.0 }
}

pub(super) fn is_long([from, to]: [Vec3; 2]) -> bool {
    from.distance_squared(to) >= 1e-12
}

/// How opaque the halos are of what is selected beside the node that panels tell of.
const OTHER_HALOS_OPACITY: f32 = 0.55;

/// So close to each other, in metres, are the end of a bone and a joint that it reaches.
pub(super) const SAME_PLACE: f32 = 1e-3;

/// How much of a ghost's colour is that of its side of time.
const TINT: f32 = 0.6;

/// How dark the shadow of a point is beside the one of a bone.
const POINT_SHADOW: f32 = 0.45;

/// How large a figure is whose shadow has its usual width, in metres.
const USUAL_SIZE: f32 = 1.6;

/// How long a bone is on the ground, in metres, whose shadow is as dark as any.
const FULL_SHADOW: f32 = 0.25;

/// How many shorter bones a figure usually has.
const USUAL_SHORT: f32 = 24.0;

/// The shadow of a bone or point: the higher it is, the wider and fainter. `size` is beside a usual figure's.
fn shadow(
    ends: [Vec3; 2],
    weight: f32,
    size: f32,
    camera: &Camera,
    colour: Rgba,
    height: f32,
) -> Stroke {
    let [from, to] = ends.map(|end| end.with_y(0.0));
    let lift = ((ends[0].y + ends[1].y) * 0.5).max(0.0) / size;
    let middle = (from + to) * 0.5;
    // Along the ground it is as flat as the ground.
    let open = ground_openness(camera, middle);
    let pixels = camera.heights_per_metre(middle) * height * size * open;
    let near = weight / (1.0 + 2.2 * lift);
    let [r, g, b, a] = colour;
    let colour = [r, g, b, (f32::from(a) * near) as u8];
    let softness = (0.03 + 0.09 * lift.min(1.5)) * pixels;
    Stroke { softness, ..Stroke::line([from, to], colour, (0.05 * pixels).max(1.0)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::{HEIGHT, Sample, drawn, drawn_by, list_of, tree};
    use crate::scene::{ThemeColours, View};

    #[test]
    fn a_joint_is_painted_over_a_bone_of_its_own_length_that_ends_there() {
        let (mut build, nodes) = tree(&[("near", None, Vec3::Z), ("middle", Some(0), -Vec3::Z)]);
        for node in nodes {
            build.bone(node, BoneEnd::Local(-Vec3::Z));
        }
        let sample = Sample::at_rest(build);
        let mut camera = Camera::default();
        camera.look_from(View::Front);
        let (list, style) = drawn_by(&camera, &sample.figure(), false);
        let is_dot = |stroke: &Stroke| stroke.from == stroke.to && stroke.width == style.joint;
        let joint = list.strokes.iter().position(|s| is_dot(s) && s.from[2].abs() < 1e-3);
        let bone = list.strokes.iter().rposition(|s| s.width == style.bone);
        assert!(joint > bone, "{joint:?} {bone:?}");
    }

    #[test]
    fn each_selected_node_has_a_halo_and_the_last_ones_is_the_strongest() {
        let sample = Sample::new();
        let id = |name| sample.take.skeleton.find(name).unwrap();
        let selected = [id("LeftHip"), id("Marker"), id("LeftKnee")];
        let (list, style) = drawn(&Figure { selected: &selected, ..sample.figure() });
        let halo = ThemeColours::DARK.halo;
        let count = |colour: Rgba, width: f32| {
            let strokes = list.strokes.iter();
            strokes.filter(|s| s.colour == colour && s.width == width + 2.0 * style.halo).count()
        };
        let last = list.strokes.iter().find(|s| s.colour == halo);
        let knee = sample.pose.position(selected[2]);
        assert_eq!(last.unwrap().from, sample.stage.world(knee).to_array());
        let weaker = faint(halo, OTHER_HALOS_OPACITY);
        assert_eq!((count(halo, style.bone), count(weaker, style.bone)), (1, 1));
        assert_eq!((count(halo, style.point), count(weaker, style.point)), (0, 1));
        assert_eq!(drawn(&sample.figure()).0.strokes.len() + 3, list.strokes.len());
    }

    /// Joints of a face: so many short bones that lead from one joint into different directions.
    fn darkness_below(bones: usize) -> u32 {
        let (mut build, nodes) = tree(&[("Head", None, Vec3::Y)]);
        for bone in 0..bones {
            let angle = bone as f32;
            let end = Vec3::new(0.1 * angle.cos(), 0.1, 0.1 * angle.sin());
            build.bone(nodes[0], BoneEnd::Local(end));
        }
        let (list, _) = drawn(&Sample::at_rest(build).figure());
        let shadows = list.strokes.iter().filter(|stroke| stroke.softness > 1.0);
        shadows.map(|stroke| u32::from(stroke.colour[3])).sum()
    }

    #[test]
    fn shadows_of_many_short_bones_do_not_add_up_to_a_blot() {
        let usual = darkness_below(USUAL_SHORT as usize);
        assert!(usual > 0);
        assert!(darkness_below(160) < 2 * usual);
    }

    #[test]
    fn the_shadow_of_a_small_figure_is_as_small() {
        let widest = |size: f32| {
            let marker = |x: f32| ("marker", None, Vec3::new(x, 0.01, 0.0) * size);
            let (build, _) = tree(&[-0.5, 0.5].map(marker));
            let (list, _) = drawn(&Sample::at_rest(build).figure());
            let strokes = list.strokes.iter().filter(|stroke| stroke.softness > 0.0);
            strokes.map(|s| s.width + s.softness).fold(0.0, f32::max)
        };
        let usual = widest(1.6);
        let small = widest(0.16);
        assert!((small / usual - 0.1).abs() < 0.02, "{small} of {usual}");
        assert!(widest(3.2) < 1.3 * usual);
    }

    #[test]
    fn a_selected_joint_whose_bones_have_no_length_has_a_ring() {
        let (mut build, nodes) =
            tree(&[("Hips", None, Vec3::ZERO), ("LeftLeg", Some(0), Vec3::ZERO)]);
        let [hips, leg] = nodes[..] else { unreachable!() };
        build.bone(hips, BoneEnd::Node(leg));
        build.bone(leg, BoneEnd::Local(Vec3::Y));
        let sample = Sample::at_rest(build);
        let selected = [hips];
        for display in DisplayStyle::ALL {
            let (list, style) = drawn(&Figure { display, selected: &selected, ..sample.figure() });
            let width = style.joint + 2.0 * style.halo;
            let rings = list.strokes.iter().filter(|s| s.width == width).count();
            let halos = list.capsules.iter().filter(|s| s.halo > 0.0).count();
            assert_eq!(rings + halos, 1, "{display:?}");
        }
    }

    #[test]
    fn hair_and_cloth_are_thin_and_can_be_left_out() {
        let (mut build, nodes) = tree(&[
            ("Head", None, Vec3::ZERO),
            ("Hair", Some(0), Vec3::Y),
            ("HairEnd", Some(1), Vec3::X),
            ("Jaw", Some(0), Vec3::Z),
        ]);
        for (parent, node) in [(0, 1), (1, 2), (0, 3)] {
            build.node_mut(nodes[node]).is_secondary = node != 3;
            build.bone(nodes[parent], BoneEnd::Node(nodes[node]));
        }
        let sample = Sample::at_rest(build);
        let without = Figure { secondary: false, ..sample.figure() };
        let count = |figure: &Figure<'_>, width: fn(&FigureStyle) -> f32| {
            let (list, style) = drawn(figure);
            let widths = list.strokes.iter().map(|stroke| stroke.width);
            widths.filter(|found| *found == width(&style)).count()
        };
        for (figure, thin, dots) in [(&sample.figure(), 2, [2, 2]), (&without, 0, [2, 0])] {
            assert_eq!(count(figure, |style| style.bone), 1, "the jaw");
            assert_eq!(count(figure, |style| style.bone * 0.4), thin);
            assert_eq!(count(figure, |style| style.joint), dots[0]);
            assert_eq!(count(figure, |style| style.joint * 0.4), dots[1]);
        }
        let solids = |display, secondary| {
            let (list, _) = drawn(&Figure { display, secondary, ..sample.figure() });
            list.octahedra.len() + list.capsules.len()
        };
        for display in [DisplayStyle::Octahedra, DisplayStyle::Capsules] {
            assert!(solids(display, false) < solids(display, true));
        }
    }

    #[test]
    fn a_ghost_is_faint_bones_and_nothing_else() {
        let sample = Sample::new();
        let selected = [sample.take.skeleton.roots()[0]];
        for display in DisplayStyle::ALL {
            let ghost = Figure { opacity: 0.25, selected: &selected, display, ..sample.figure() };
            let (list, style) = drawn(&ghost);
            assert_eq!(list.strokes.len(), 3 + 1, "three bones and a marker");
            assert!(!list.has_depths());
            assert_eq!(list.layers()[0], 0..4, "behind every figure");
            for stroke in &list.strokes {
                assert_eq!((stroke.width, stroke.colour[3]), (style.ghost, 64));
            }
        }
    }

    #[test]
    fn what_order_figures_are_added_in_does_not_matter() {
        let sample = Sample::new();
        let farther = Stage {
            world_from_take: glam::Affine3A::from_translation(Vec3::new(0.01, 0.0, -0.4)),
            ..sample.stage.clone()
        };
        let camera = Camera::default();
        for display in DisplayStyle::ALL {
            let figures =
                [&sample.stage, &farther].map(|stage| Figure { stage, display, ..sample.figure() });
            let drawn = |order: [usize; 2]| {
                let list = list_of(&camera, |style, list| {
                    for i in order {
                        figures[i].draw(&camera, style, HEIGHT, list);
                    }
                });
                let among = list.layers()[1].clone();
                (list.strokes[among].to_vec(), list.octahedra, list.capsules)
            };
            assert_eq!(drawn([0, 1]), drawn([1, 0]), "{display:?}");
        }
    }

    #[test]
    fn the_depth_cue_leaves_the_nearest_bone_and_fades_the_farthest() {
        let sample = Sample::new();
        let mut camera = Camera::default();
        camera.look_from(View::Top);
        let (list, style) = drawn_by(&camera, &sample.figure(), true);
        let bones: Vec<Rgba> =
            list.strokes.iter().filter(|s| s.width == style.bone).map(|s| s.colour).collect();
        let [far, _, near] = bones[..] else { panic!("{bones:?}") };
        assert_eq!(near, ThemeColours::DARK.left);
        assert!(far[2] + 60 < near[2], "{far:?}");
    }
}
