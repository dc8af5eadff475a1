//! The stick figure: a pose as strokes.

use glam::Vec3;

use super::camera::Camera;
use super::draw_list::{DrawList, Stroke};
use super::palette::Rgba;
use super::parts::Parts;
use super::stage::Stage;
use crate::evaluate::Pose;
use crate::take::{NodeId, Take, Tip};

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
    /// The node whose bones have a halo.
    pub selected: Option<NodeId>,
    /// Whether boxes around bones show, where the take has them.
    pub boxes: bool,
    /// Whether meshes show, where the take has them.
    pub meshes: bool,
}

/// How thick lines are; lengths in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigureStyle {
    /// Across a bone.
    pub bone: f32,
    /// Across the dot on a joint.
    pub joint: f32,
    /// Across a point without a bone.
    pub point: f32,
    /// Across the lines of boxes and meshes.
    pub wire: f32,
    /// From a selected bone to the edge of its halo.
    pub halo: f32,
}

impl FigureStyle {
    /// The style for a view that is `height` pixels high at `scale` pixels a point: the figure
    /// keeps its weight on small and large windows.
    pub fn for_view(height: f32, scale: f32) -> Self {
        let bone = (height / scale / 105.0).clamp(3.5, 9.0) * scale;
        Self {
            bone,
            joint: bone * 0.62,
            point: bone * 1.1,
            wire: 1.2 * scale,
            halo: 2.2 * scale,
        }
    }
}

impl Figure<'_> {
    /// The bones that show, with their places in the world.
    pub(super) fn bones(&self) -> impl Iterator<Item = (usize, NodeId, [Vec3; 2])> + '_ {
        let skeleton = &self.take.skeleton;
        skeleton
            .bones()
            .iter()
            .zip(self.pose.segments(skeleton))
            .enumerate()
            .filter(|(_, (bone, _))| !self.hidden[bone.node.index()])
            .map(|(i, (bone, ends))| (i, bone.node, ends.map(|end| self.stage.world(end))))
            .filter(|(_, _, ends)| ends.iter().all(|end| end.is_finite()))
    }

    /// The points that show, with their places among the parts and in the world. One that the file
    /// has no place for on this frame is not among them.
    pub(super) fn points(&self) -> impl Iterator<Item = (usize, NodeId, Vec3)> + '_ {
        self.parts
            .points()
            .filter(|(_, node)| !self.hidden[node.index()])
            .map(|(i, node)| (i, node, self.stage.world(self.pose.position(node))))
            .filter(|(_, _, at)| at.is_finite())
    }

    /// Adds the figure and its shadow to a view `height` pixels high.
    pub fn draw(&self, camera: &Camera, style: FigureStyle, height: f32, list: &mut DrawList) {
        let palette = list.palette;
        let mut nearest = vec![f32::INFINITY; self.take.skeleton.nodes().len()];
        for (i, node, ends) in self.bones() {
            if ends[0].distance_squared(ends[1]) < 1e-12 {
                continue;
            }
            let middle = (ends[0] + ends[1]) * 0.5;
            let depth = camera.depth(middle);
            let [from, to] = ends.map(|end| end.to_array());
            let bone = Stroke {
                from,
                to,
                colour: self.colours[i],
                width: style.bone,
                softness: 0.0,
            };
            list.at_depth(depth, bone);
            if self.selected == Some(node) {
                let halo = Stroke {
                    colour: palette.halo,
                    width: style.bone + 2.0 * style.halo,
                    ..bone
                };
                // Behind its bone, before everything that is behind the bone.
                list.at_depth(depth + 1e-4, halo);
            }
            // Short bones lie so close that their shadows add up: each of them is fainter.
            let on_ground = (ends[0] - ends[1]).with_y(0.0).length();
            let weight = (on_ground / 0.25).clamp(0.06, 1.0);
            list.under(shadow(ends, weight, camera, palette.shadow, height));
            let mut meets = |joint: NodeId| {
                let slot = &mut nearest[joint.index()];
                *slot = slot.min(depth);
            };
            meets(node);
            match self.take.skeleton.bones()[i].tip {
                Tip::Node(far) => meets(far),
                // Where a bone has a length and a direction of its own, the joints of its children
                // mostly are at its end, and sometimes elsewhere.
                Tip::Local(_) => {
                    for &child in &self.take.skeleton[node].children {
                        let joint = self.stage.world(self.pose.position(child));
                        if joint.distance_squared(ends[1]) < SAME_PLACE * SAME_PLACE {
                            meets(child);
                        }
                    }
                }
            }
        }
        for (id, _) in self.take.skeleton.iter() {
            let at = self.stage.world(self.pose.position(id));
            if self.hidden[id.index()] || !at.is_finite() || nearest[id.index()].is_infinite() {
                continue;
            }
            // A dot is painted over every bone that meets in it, and under what is nearer.
            let depth = camera.depth(at).min(nearest[id.index()]) - 1e-3;
            list.at_depth(depth, dot(at, palette.joint, style.joint));
        }
        self.draw_points(camera, style, height, list);
        self.draw_wires(style, list);
    }

    fn draw_points(&self, camera: &Camera, style: FigureStyle, height: f32, list: &mut DrawList) {
        let palette = list.palette;
        for (i, node, at) in self.points() {
            // A joint without a bone is a place in a tree; what stands alone is a marker.
            let is_alone = self.take.skeleton[node].children.is_empty();
            let width = if is_alone { style.point } else { style.joint };
            let depth = camera.depth(at);
            list.at_depth(depth, dot(at, self.colours[i], width));
            if self.selected == Some(node) {
                let halo = dot(at, palette.halo, width + 2.0 * style.halo);
                list.at_depth(depth + 1e-4, halo);
            }
            if is_alone {
                let [r, g, b, a] = palette.shadow;
                let faint = [r, g, b, (f32::from(a) * POINT_SHADOW) as u8];
                list.under(shadow([at; 2], 1.0, camera, faint, height));
            }
        }
    }
}

/// So close to each other, in metres, are the end of a bone and a joint that it reaches.
const SAME_PLACE: f32 = 1e-3;

/// How dark the shadow of a point is beside the one of a bone.
const POINT_SHADOW: f32 = 0.45;

fn dot(at: Vec3, colour: Rgba, width: f32) -> Stroke {
    Stroke {
        from: at.to_array(),
        to: at.to_array(),
        colour,
        width,
        softness: 0.0,
    }
}

/// The shadow of a bone or point on the ground: the higher it is, the wider and fainter.
fn shadow(ends: [Vec3; 2], weight: f32, camera: &Camera, colour: Rgba, height: f32) -> Stroke {
    let ground = |point: Vec3| Vec3::new(point.x, 0.0, point.z);
    let [from, to] = ends.map(ground);
    let lift = ((ends[0].y + ends[1].y) * 0.5).max(0.0);
    let pixels_per_metre = camera.heights_per_metre((from + to) * 0.5) * height;
    let near = weight / (1.0 + 2.2 * lift);
    let [r, g, b, a] = colour;
    Stroke {
        from: from.to_array(),
        to: to.to_array(),
        colour: [r, g, b, (f32::from(a) * near) as u8],
        width: 0.05 * pixels_per_metre,
        softness: (0.03 + 0.09 * lift.min(1.5)) * pixels_per_metre,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Palette, View};
    use crate::take::{Axis, Motion, SkeletonBuilder, Units};

    #[test]
    fn a_joint_is_painted_over_a_bone_of_its_own_length_that_ends_there() {
        let mut build = SkeletonBuilder::default();
        let near = build.node("near", None).unwrap();
        let middle = build.node("middle", Some(near)).unwrap();
        build.node_mut(near).offset = Vec3::new(0.0, 0.0, 1.0);
        build.node_mut(middle).offset = Vec3::Z * -1.0;
        build.bone(near, Tip::Local(Vec3::Z * -1.0));
        build.bone(middle, Tip::Local(Vec3::Z * -1.0));
        let motion = Motion::new(1.0, 0, 0, vec![]);
        let units = Units {
            metres_per_unit: Some(1.0),
            up: Axis::Y,
        };
        let take = Take::new("take", "test", build.finish(), motion, units);
        let parts = Parts::of(&take);
        let mut list = DrawList::new(Palette::DARK);
        let figure = Figure {
            take: &take,
            stage: &Stage::of(&take),
            pose: &Pose::of(&take.skeleton, take.row(0)),
            frame: 0,
            parts: &parts,
            colours: &parts.colours_by_side(&Palette::DARK),
            hidden: &[false; 2],
            selected: None,
            boxes: false,
            meshes: false,
        };
        let mut camera = Camera::default();
        camera.look_from(View::Front);
        let style = FigureStyle::for_view(800.0, 1.0);
        figure.draw(&camera, style, 800.0, &mut list);
        list.finish();
        let is_dot = |stroke: &Stroke| stroke.from == stroke.to && stroke.width == style.joint;
        let joint = list
            .strokes
            .iter()
            .position(|s| is_dot(s) && s.from[2].abs() < 1e-3);
        let bone = list.strokes.iter().rposition(|s| s.width == style.bone);
        assert!(joint > bone, "{joint:?} {bone:?}");
    }
}
