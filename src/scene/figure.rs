//! A figure: a posed take drawn as sticks or solids with its shadow, or as a ghost.

use glam::Vec3;

use super::camera::Camera;
use super::display::{DisplayStyle, FigureStyle};
use super::draw_list::{DrawList, Stroke};
use super::floor::openness;
use super::parts::Parts;
use super::stage::Stage;
use super::theme_colours::{Rgba, between, faint};
use crate::evaluate::Pose;
use crate::take::{BoneEnd, Channel, NodeId, Take};

/// A take in one pose, and how its parts are shown.
#[derive(Clone, Copy)]
pub struct Figure<'a> {
    /// The take.
    pub take: &'a Take,
    /// Where it stands.
    pub stage: &'a Stage,
    /// Its pose.
    pub pose: &'a Pose,
    /// The frame whose boxes and baked meshes go with the pose.
    pub frame: usize,
    /// What it is drawn of.
    pub parts: &'a Parts,
    /// A colour for each part.
    pub colours: &'a [Rgba],
    /// For each node, whether its bones, its joint and what they move are left out.
    pub hidden: &'a [bool],
    /// Whether hair, cloth and the like show, where the take has them.
    pub secondary: bool,
    /// The nodes whose bones have a halo; that of the last one, which is the one that panels tell
    /// of, is the strongest.
    pub selected: &'a [NodeId],
    /// What it is drawn of.
    pub display: DisplayStyle,
    /// 1 for the figure itself. Below that it is a ghost: faint, thin bones alone, behind every
    /// figure.
    pub opacity: f32,
    /// A colour that ghosts are mixed with: theirs tells whether they are before or after.
    pub tint: Option<Rgba>,
    /// How much it makes room for another figure in the same place, from 0 to 1: thin and hollow, with
    /// outlines in its colours.
    pub hollow: f32,
    /// Whether boxes around bones show, where the take has them.
    pub boxes: bool,
    /// Whether meshes show, where the take has them.
    pub meshes: bool,
}

impl Figure<'_> {
    /// Whether a node's bones, its joint and what they move are left out.
    pub(super) fn is_hidden(&self, node: NodeId) -> bool {
        let is_left_out = !self.secondary && self.take.skeleton[node].is_secondary;
        self.hidden[node.index()] || is_left_out
    }

    /// How thick a bone is beside others: hair, cloth and the like are thin.
    pub(super) fn slenderness(&self, bone: usize) -> f32 {
        let skeleton = &self.take.skeleton;
        thickness(skeleton.is_secondary(&skeleton.bones()[bone]))
    }

    /// The bones that show, with their places in the world.
    pub(super) fn bones(&self) -> impl Iterator<Item = (usize, NodeId, [Vec3; 2])> + '_ {
        let skeleton = &self.take.skeleton;
        skeleton
            .bones()
            .iter()
            .zip(self.pose.segments(skeleton))
            .enumerate()
            .filter(|(_, (bone, _))| !self.is_hidden(bone.node))
            .filter(|(_, (bone, _))| self.secondary || !skeleton.is_secondary(bone))
            .map(|(i, (bone, ends))| (i, bone.node, ends.map(|end| self.stage.world(end))))
            .filter(|(_, _, ends)| ends.iter().all(|end| end.is_finite()))
    }

    /// The points that show, with their places among the parts and in the world. One that the file
    /// has no place for on this frame is not among them.
    pub(super) fn points(&self) -> impl Iterator<Item = (usize, NodeId, Vec3)> + '_ {
        self.parts
            .points()
            .filter(|(_, node)| !self.is_hidden(*node))
            .map(|(i, node)| (i, node, self.stage.world(self.pose.position(node))))
            .filter(|(_, _, at)| at.is_finite())
    }

    /// The colour of a node's halo, where it is selected.
    pub(super) fn halo(&self, node: NodeId, colour: Rgba) -> Option<Rgba> {
        let (last, others) = self.selected.split_last()?;
        if *last == node {
            return Some(colour);
        }
        others.contains(&node).then(|| faint(colour, OTHERS_OPACITY))
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

    /// Adds the shadow on the floor.
    fn draw_shadow(&self, camera: &Camera, height: f32, list: &mut DrawList) {
        let shadow_colour = list.palette.shadow;
        // A hand seen from near has the shadow of a body seen from afar.
        let size = (self.height() / USUAL_SIZE).clamp(0.01, 1.0);
        // Bones that are short on the ground lie so close that their shadows add up: each of them is
        // fainter, and the more so the more there are.
        let on_ground = |ends: [Vec3; 2]| (ends[0] - ends[1]).with_y(0.0).length() / FULL_SHADOW;
        let short = self.bones().filter(|(_, _, ends)| on_ground(*ends) < 1.0);
        let share = (USUAL_SHORT / short.count().max(1) as f32).min(1.0);
        for (_, _, ends) in self.bones() {
            if is_long(ends) {
                let weight = match on_ground(ends) {
                    short if short < 1.0 => (short / size).clamp(0.06, 1.0) * share,
                    _ => 1.0,
                };
                list.under(shadow(ends, weight, size, camera, shadow_colour, height));
            }
        }
        for (_, node, at) in self.points() {
            if self.is_alone(node) {
                let colour = faint(shadow_colour, POINT_SHADOW);
                list.under(shadow([at; 2], 1.0, size, camera, colour, height));
            }
        }
    }

    /// Adds bones as faint lines and nothing else.
    fn draw_ghost(&self, style: FigureStyle, list: &mut DrawList) {
        let tinted = |part: usize| {
            let own = self.colours[part];
            let colour = self.tint.map_or(own, |tint| between(own, tint, TINT));
            faint(colour, self.opacity)
        };
        for (i, _, ends) in self.bones().filter(|(_, _, ends)| is_long(*ends)) {
            let colour = tinted(i);
            list.faint(Stroke::line(ends, colour, style.ghost * self.slenderness(i)));
        }
        for (i, node, at) in self.points() {
            if self.is_alone(node) {
                let colour = tinted(i);
                list.faint(Stroke::line([at; 2], colour, style.ghost));
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
            list.reaches(depth);
            let bone = style.bone * self.slenderness(i);
            let depth = self.draw_line(i, ends, (depth, bone), style, list);
            if let Some(halo) = self.halo(node, palette.halo) {
                let width = bone + 2.0 * style.halo;
                // Behind its bone, before everything that is behind the bone.
                list.at_depth(depth + 1e-4, Stroke::line(ends, halo, width));
            }
            self.joints_of(i, node, ends, |joint| {
                let slot = &mut nearest[joint.index()];
                *slot = slot.min(depth);
            });
        }
        for (node, far) in self.short_bones() {
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
            // A dot is painted over every bone that meets in it, and under what is nearer.
            let depth = camera.depth(at).min(nearest[id.index()]) - 1e-3;
            let dot = style.joint * thickness(node.is_secondary);
            list.at_depth(depth, Stroke::line([at; 2], palette.joint, dot));
            if let Some(halo) = self.halo_of_joint(id, palette.halo) {
                let width = style.joint + 2.0 * style.halo;
                list.at_depth(depth + 1e-4, Stroke::line([at; 2], halo, width));
            }
        }
        for (i, node, at) in self.points() {
            // A joint without a bone is a place in a tree; what stands alone is a marker.
            let is_alone = self.is_alone(node);
            let width = if is_alone { style.point } else { style.joint };
            let depth = camera.depth(at);
            list.reaches(depth);
            let depth = self.draw_line(i, [at; 2], (depth, width), style, list);
            if let Some(halo) = self.halo(node, palette.halo) {
                let halo = Stroke::line([at; 2], halo, width + 2.0 * style.halo);
                list.at_depth(depth + 1e-4, halo);
            }
        }
    }

    /// The halo of a joint that has no bone with a length to show that it is selected.
    fn halo_of_joint(&self, id: NodeId, colour: Rgba) -> Option<Rgba> {
        let bones = self.take.skeleton.bones();
        let shows = |part: &usize| match bones.get(*part) {
            Some(bone) => is_long([
                self.stage.world(self.pose.position(bone.node)),
                self.stage.world(self.pose.bone_end(bone.node, bone.end)),
            ]),
            None => true,
        };
        let colour = self.halo(id, colour)?;
        let has_parts = self.parts.of_node(id).iter().any(shows);
        (!has_parts).then_some(colour)
    }

    /// The joints of bones without a length, such as stand between the hips and both legs; those
    /// far from the root first.
    pub(super) fn short_bones(&self) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        self.take.skeleton.bones().iter().rev().filter_map(|bone| {
            let BoneEnd::Node(far) = bone.end else {
                return None;
            };
            let ends = [bone.node, far].map(|id| self.stage.world(self.pose.position(id)));
            (!is_long(ends)).then_some((bone.node, far))
        })
    }

    /// Calls `meets` for each joint that a bone of a node begins or ends at.
    pub(super) fn joints_of(
        &self,
        bone: usize,
        node: NodeId,
        ends: [Vec3; 2],
        mut meets: impl FnMut(NodeId),
    ) {
        meets(node);
        match self.take.skeleton.bones()[bone].end {
            BoneEnd::Node(far) => meets(far),
            // Where a bone has a length and a direction of its own, the joints of its children
            // mostly are at its end, and sometimes elsewhere.
            BoneEnd::Local(_) => {
                for &child in &self.take.skeleton[node].children {
                    let joint = self.stage.world(self.pose.position(child));
                    if joint.distance_squared(ends[1]) < SAME_PLACE * SAME_PLACE {
                        meets(child);
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

/// How thick what is of hair, cloth or the like is beside other bones and joints, and these themselves.
fn thickness(is_secondary: bool) -> f32 {
    const THIN: f32 = 0.4;
    if is_secondary { THIN } else { 1.0 }
}

/// Whether a bone has a length at all.
pub(super) fn is_long([from, to]: [Vec3; 2]) -> bool {
    from.distance_squared(to) >= 1e-12
}

/// How opaque the halos are of what is selected beside the node that panels tell of.
const OTHERS_OPACITY: f32 = 0.55;

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

/// The shadow of a bone or point on the ground: the higher it is, the wider and fainter. `size` is
/// that of the figure beside a usual one.
fn shadow(
    ends: [Vec3; 2],
    weight: f32,
    size: f32,
    camera: &Camera,
    colour: Rgba,
    height: f32,
) -> Stroke {
    let ground = |point: Vec3| Vec3::new(point.x, 0.0, point.z);
    let [from, to] = ends.map(ground);
    let lift = ((ends[0].y + ends[1].y) * 0.5).max(0.0) / size;
    let middle = (from + to) * 0.5;
    // Along the ground it is as flat as the ground.
    let open = openness(camera, middle);
    let pixels = camera.heights_per_metre(middle) * height * size * open;
    let near = weight / (1.0 + 2.2 * lift);
    let [r, g, b, a] = colour;
    Stroke {
        from: from.to_array(),
        to: to.to_array(),
        colour: [r, g, b, (f32::from(a) * near) as u8],
        width: (0.05 * pixels).max(1.0),
        softness: (0.03 + 0.09 * lift.min(1.5)) * pixels,
        cut: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::{HEIGHT, Sample, drawn, drawn_by};
    use crate::scene::{ThemeColours, View};
    use crate::take::SkeletonBuilder;

    #[test]
    fn a_joint_is_painted_over_a_bone_of_its_own_length_that_ends_there() {
        let mut build = SkeletonBuilder::default();
        let near = build.node("near", None).unwrap();
        let middle = build.node("middle", Some(near)).unwrap();
        build.node_mut(near).offset = Vec3::new(0.0, 0.0, 1.0);
        build.node_mut(middle).offset = Vec3::Z * -1.0;
        build.bone(near, BoneEnd::Local(Vec3::Z * -1.0));
        build.bone(middle, BoneEnd::Local(Vec3::Z * -1.0));
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
        let figure = Figure { selected: &selected, ..sample.figure() };
        let (list, style) = drawn(&figure);
        let halo = ThemeColours::DARK.halo;
        let of = |colour: Rgba, width: f32| {
            let strokes = list.strokes.iter();
            strokes.filter(|s| s.colour == colour && s.width == width + 2.0 * style.halo).count()
        };
        let last = list.strokes.iter().find(|s| s.colour == halo);
        let knee = sample.pose.position(selected[2]);
        assert_eq!(last.unwrap().from, sample.stage.world(knee).to_array());
        let weaker = faint(halo, OTHERS_OPACITY);
        assert_eq!((of(halo, style.bone), of(weaker, style.bone)), (1, 1));
        assert_eq!((of(halo, style.point), of(weaker, style.point)), (0, 1));
        assert_eq!(drawn(&sample.figure()).0.strokes.len() + 3, list.strokes.len());
    }

    /// Joints of a face: so many short bones that lead from one joint into different directions.
    fn darkness_below(bones: usize) -> u32 {
        let mut build = SkeletonBuilder::default();
        let head = build.node("Head", None).unwrap();
        build.node_mut(head).offset = Vec3::Y;
        for bone in 0..bones {
            let angle = bone as f32;
            let tip = Vec3::new(0.1 * angle.cos(), 0.1, 0.1 * angle.sin());
            build.bone(head, BoneEnd::Local(tip));
        }
        let sample = Sample::at_rest(build);
        let (list, _) = drawn(&sample.figure());
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
            let mut build = SkeletonBuilder::default();
            for x in [-0.5, 0.5] {
                let marker = build.node("marker", None).unwrap();
                build.node_mut(marker).offset = Vec3::new(x, 0.01, 0.0) * size;
            }
            let sample = Sample::at_rest(build);
            let (list, _) = drawn(&sample.figure());
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
        let mut build = SkeletonBuilder::default();
        let hips = build.node("Hips", None).unwrap();
        let leg = build.node("LeftLeg", Some(hips)).unwrap();
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
        let mut build = SkeletonBuilder::default();
        let head = build.node("Head", None).unwrap();
        let hair = build.node("Hair", Some(head)).unwrap();
        let end = build.node("HairEnd", Some(hair)).unwrap();
        let jaw = build.node("Jaw", Some(head)).unwrap();
        for (id, parent, offset) in
            [(hair, head, Vec3::Y), (end, hair, Vec3::X), (jaw, head, Vec3::Z)]
        {
            build.node_mut(id).offset = offset;
            build.node_mut(id).is_secondary = id != jaw;
            build.bone(parent, BoneEnd::Node(id));
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
        let style = FigureStyle::for_view(HEIGHT, 1.0);
        for display in DisplayStyle::ALL {
            let figures =
                [&sample.stage, &farther].map(|stage| Figure { stage, display, ..sample.figure() });
            let list_of = |order: [usize; 2]| {
                let mut list = DrawList::new(ThemeColours::DARK);
                list.begin(&camera, 1.0, ThemeColours::DARK);
                for i in order {
                    figures[i].draw(&camera, style, HEIGHT, &mut list);
                }
                list.finish();
                let among = list.layers()[1].clone();
                (list.strokes[among].to_vec(), list.octahedra, list.capsules)
            };
            assert_eq!(list_of([0, 1]), list_of([1, 0]), "{display:?}");
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
