//! Where joints are on all frames, as metrics need it: in metres, Y up, in double precision.

use glam::{DVec3, Vec3};

use crate::evaluate::{BatchEvaluator, Point};
use crate::scene::Stage;
use crate::take::Take;

/// Joints on frames, frame after frame; what is missing is not finite.
#[derive(Clone, Debug, PartialEq)]
pub struct Tracks {
    pub positions: Vec<DVec3>,
    /// How many a frame has.
    pub joints: usize,
    /// Seconds from one frame to the next.
    pub frame_time: f64,
}

impl Tracks {
    /// All nodes of a take on all frames, where its stage has them, then all bone ends that are no node.
    pub fn of_take(take: &Take, stage: &Stage) -> Self {
        let skeleton = &take.skeleton;
        let origins = skeleton.iter().map(|(id, _)| Point::Origin(id));
        let ends = skeleton.free_ends().map(|(node, end)| Point::End(node, end));
        Self::of_points(take, stage, origins.chain(ends))
    }

    /// Some points of a take on all frames, where its stage has them.
    pub fn of_points(take: &Take, stage: &Stage, points: impl Iterator<Item = Point>) -> Self {
        let skeleton = &take.skeleton;
        let batch = BatchEvaluator::new(skeleton, points);
        let mut positions = Vec::new();
        match take.motion.frame_count() {
            0 => batch.positions_of(skeleton, &[skeleton.rest_row()], &mut positions),
            frames => batch.positions(skeleton, &take.motion, 0..frames, &mut positions),
        }
        let world = |at: Vec3| stage.world(at).as_dvec3();
        Self {
            positions: positions.into_iter().map(world).collect(),
            joints: batch.len(),
            frame_time: take.motion.frame_time(),
        }
    }

    pub fn frames(&self) -> usize {
        self.positions.len().checked_div(self.joints).unwrap_or(0)
    }

    pub fn frame(&self, frame: usize) -> &[DVec3] {
        &self.positions[frame * self.joints..][..self.joints]
    }
}
