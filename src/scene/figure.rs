//! The stick figure: a pose as strokes.

use glam::{Vec2, Vec3};

use super::camera::Camera;
use super::draw_list::{DrawList, Stroke};
use super::palette::{Palette, Rgba};
use super::side::{Side, sides};
use super::stage::Stage;
use crate::evaluate::Pose;
use crate::take::{NodeId, Skeleton, Take, Tip};

/// A take in one pose, and how its parts are shown.
#[derive(Clone, Copy)]
pub struct Figure<'a> {
    /// The take.
    pub take: &'a Take,
    /// Where it stands.
    pub stage: &'a Stage,
    /// Its pose.
    pub pose: &'a Pose,
    /// A colour for each bone.
    pub colours: &'a [Rgba],
    /// For each node, whether its bones and joint are left out.
    pub hidden: &'a [bool],
    /// The node whose bones have a halo.
    pub selected: Option<NodeId>,
}

/// How thick lines are; lengths in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigureStyle {
    /// Across a bone.
    pub bone: f32,
    /// Across the dot on a joint.
    pub joint: f32,
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
            halo: 2.2 * scale,
        }
    }
}

impl Figure<'_> {
    /// The side of the body that each bone belongs to, from the names of the joints.
    ///
    /// A bone from joint to joint has the side of its far end: the one from the spine to the left
    /// shoulder is left.
    pub fn bone_sides(skeleton: &Skeleton) -> Vec<Side> {
        let sides = sides(skeleton);
        skeleton
            .bones()
            .iter()
            .map(|bone| match bone.tip {
                Tip::Node(child) => sides[child.index()],
                Tip::Local(_) => sides[bone.node.index()],
            })
            .collect()
    }

    /// A colour for each bone by its side.
    pub fn colours_by_side(skeleton: &Skeleton, palette: &Palette) -> Vec<Rgba> {
        let sides = Self::bone_sides(skeleton).into_iter();
        sides.map(|side| palette.of_side(side)).collect()
    }

    /// The bones that show, with their places in the world.
    fn bones(&self) -> impl Iterator<Item = (usize, NodeId, [Vec3; 2])> + '_ {
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
            list.under(shadow(ends, camera, palette.shadow, height));
            let skeleton = &self.take.skeleton;
            for end in [Some(node), far_node(skeleton, i)].into_iter().flatten() {
                let slot = &mut nearest[end.index()];
                *slot = slot.min(depth);
            }
        }
        for (id, _) in self.take.skeleton.iter() {
            let at = self.stage.world(self.pose.position(id));
            if self.hidden[id.index()] || !at.is_finite() {
                continue;
            }
            // A dot is painted over every bone that meets in it, and under what is nearer.
            let depth = camera.depth(at).min(nearest[id.index()]) - 1e-3;
            let alone = nearest[id.index()].is_infinite();
            list.at_depth(
                depth,
                Stroke {
                    from: at.to_array(),
                    to: at.to_array(),
                    colour: if alone { palette.middle } else { palette.joint },
                    width: style.joint,
                    softness: 0.0,
                },
            );
        }
    }
}

/// The node at the far end of a bone, where there is one.
fn far_node(skeleton: &Skeleton, bone: usize) -> Option<NodeId> {
    match skeleton.bones()[bone].tip {
        Tip::Node(node) => Some(node),
        Tip::Local(_) => None,
    }
}

/// The shadow of a bone on the ground: the higher the bone, the wider and fainter.
fn shadow(ends: [Vec3; 2], camera: &Camera, colour: Rgba, height: f32) -> Stroke {
    let ground = |point: Vec3| Vec3::new(point.x, 0.0, point.z);
    let [from, to] = ends.map(ground);
    let lift = ((ends[0].y + ends[1].y) * 0.5).max(0.0);
    let pixels_per_metre = camera.heights_per_metre((from + to) * 0.5) * height;
    // Short bones lie so close that their shadows add up: each of them is fainter.
    let length = (from.distance(to) / 0.25).clamp(0.06, 1.0);
    let near = length / (1.0 + 2.2 * lift);
    let [r, g, b, a] = colour;
    Stroke {
        from: from.to_array(),
        to: to.to_array(),
        colour: [r, g, b, (f32::from(a) * near) as u8],
        width: 0.05 * pixels_per_metre,
        softness: (0.03 + 0.09 * lift.min(1.5)) * pixels_per_metre,
    }
}

/// The bone under a pointer: the nearest to the eye of those within `reach` pixels. `pointer` is in
/// pixels from the upper left corner of a view of `size` pixels.
pub fn pick(
    figure: &Figure<'_>,
    camera: &Camera,
    pointer: Vec2,
    size: Vec2,
    reach: f32,
) -> Option<usize> {
    let aspect = size.x / size.y;
    let clip_from_world = camera.clip_from_world(aspect);
    let on_screen = |point: Vec3| {
        let clip = clip_from_world * point.extend(1.0);
        let at = glam::Vec2::new(clip.x, -clip.y) / clip.w * 0.5 + 0.5;
        (clip.w > 0.0).then_some(at * size)
    };
    figure
        .bones()
        .filter_map(|(i, _, ends)| {
            let (a, b) = (on_screen(ends[0])?, on_screen(ends[1])?);
            let along = b - a;
            let t = (pointer - a).dot(along) / along.length_squared().max(1e-6);
            let closest = a + along * t.clamp(0.0, 1.0);
            let depth = camera.depth(ends[0].lerp(ends[1], t.clamp(0.0, 1.0)));
            (closest.distance(pointer) <= reach).then_some((i, depth))
        })
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(i, _)| i)
}
