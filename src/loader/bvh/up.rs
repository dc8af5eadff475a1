//! Which axis is up in a BVH file. By custom it is Y; some exporters keep the Z-up of their program.

use glam::Vec3;

use crate::evaluate::Pose;
use crate::take::{Axis, Motion, Skeleton, Warnings};

/// Y, but for a figure that could only be lying on the ground with its limbs spread, in its rest
/// pose and on its first frame: rest poses stand, and nobody is much deeper than tall.
pub(in crate::loader) fn guess(
    skeleton: &Skeleton,
    motion: &Motion,
    warnings: &mut Warnings,
) -> Axis {
    let lies = |row: &[f32], times: f32| {
        let size = extent(skeleton, row);
        size.z > times * size.y && size.x < 2.0 * size.z
    };
    let rests = lies(skeleton.rest_row(), 3.0);
    if !rests || motion.frame_count() > 0 && !lies(motion.row(0), 2.0) {
        return Axis::Y;
    }
    warnings.add("Z is taken for up: the rest pose lies on the ground otherwise");
    Axis::Z
}

/// The lengths of the box around the figure.
fn extent(skeleton: &Skeleton, row: &[f32]) -> Vec3 {
    let pose = Pose::of(skeleton, row);
    let joints = skeleton.iter().map(|(id, _)| pose.position(id));
    let tips = pose.segments(skeleton).map(|[_, tip]| tip);
    let (low, high) = joints.chain(tips).fold(
        (Vec3::INFINITY, Vec3::NEG_INFINITY),
        |(low, high), point| (low.min(point), high.max(point)),
    );
    high - low
}
