//! What is under the pointer.

use glam::{Vec2, Vec3};

use super::camera::Camera;
use super::figure::Figure;
use crate::take::NodeId;

/// The node whose point or bone is under a pointer, of those within `reach` pixels. `pointer` is in
/// pixels from the upper left corner of a view of `size` pixels.
///
/// A point is small, so that a click near it means it: the nearest one on the screen. Of bones, it
/// is the one nearest to the eye.
pub fn pick(
    figure: &Figure<'_>,
    camera: &Camera,
    pointer: Vec2,
    size: Vec2,
    reach: f32,
) -> Option<NodeId> {
    let clip_from_world = camera.clip_from_world(size.x / size.y);
    let on_screen = |point: Vec3| {
        let clip = clip_from_world * point.extend(1.0);
        let at = Vec2::new(clip.x, -clip.y) / clip.w * 0.5 + 0.5;
        (clip.w > 0.0).then_some(at * size)
    };
    let points = figure.points().filter_map(|(_, node, at)| {
        let off = on_screen(at)?.distance(pointer);
        (off <= reach).then_some((node, off))
    });
    let nearest = points.min_by(|a, b| a.1.total_cmp(&b.1));
    let bones = || {
        figure.bones().filter_map(|(_, node, ends)| {
            let (a, b) = (on_screen(ends[0])?, on_screen(ends[1])?);
            let along = b - a;
            let t = (pointer - a).dot(along) / along.length_squared().max(1e-6);
            let t = t.clamp(0.0, 1.0);
            let depth = camera.depth(ends[0].lerp(ends[1], t));
            ((a + along * t).distance(pointer) <= reach).then_some((node, depth))
        })
    };
    nearest
        .or_else(|| bones().min_by(|a, b| a.1.total_cmp(&b.1)))
        .map(|(node, _)| node)
}
