//! The positions of a take: where each node and each bone end is in the world, on any of its frames.

use glam::Vec3;

use super::batch::{BatchEvaluator, Point};
use super::pose::Pose;
use crate::take::{FrameError, Take};

/// A point whose position [`Take::positions`] gives.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PointName {
    /// The name of the node; of a bone end, its bone's name with `_end` added. Not always unique.
    pub name: String,
    /// The place in the list of the node that it hangs from; `None` for a root.
    pub parent: Option<usize>,
    /// Of a bone end, the place in the list of its bone's node; `None` for a node.
    pub tip_of: Option<usize>,
}

/// Where the points of a take are on some frames, in the file's unit and axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Positions {
    frames: Vec<usize>,
    points: usize,
    positions: Vec<Vec3>,
}

impl Positions {
    /// Each frame, in the order in which they were asked for, with the positions of all points in the
    /// order of [`Take::points`]. That of a missing marker is not finite.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (usize, &[Vec3])> {
        let frames = self.frames.iter().enumerate();
        frames.map(|(i, &frame)| (frame, &self.positions[i * self.points..][..self.points]))
    }

    /// The positions of all frames, frame after frame, as one table.
    pub fn as_slice(&self) -> &[Vec3] {
        &self.positions
    }
}

impl Take {
    /// The points that [`Self::positions`] gives: every node in file order, then every bone end that is no node itself.
    pub fn points(&self) -> impl Iterator<Item = PointName> {
        let nodes = self.skeleton.nodes().iter().map(|node| PointName {
            name: node.name.clone(),
            parent: node.parent.map(|parent| parent.index()),
            tip_of: None,
        });
        let tips = self.skeleton.free_ends().map(|(node, _)| PointName {
            name: format!("{}_end", self.skeleton[node].name),
            parent: Some(node.index()),
            tip_of: Some(node.index()),
        });
        nodes.chain(tips)
    }

    /// The world positions of all [`Self::points`] on some frames, which count from 0. A take without
    /// frames has one, its rest pose.
    ///
    /// The positions of many frames are soon too much for the memory: ask for some thousand at a time.
    ///
    /// # Errors
    /// Where the take does not have one of the frames.
    pub fn positions(
        &self,
        frames: impl IntoIterator<Item = usize>,
    ) -> Result<Positions, FrameError> {
        let (mut asked_frames, mut rows) = (Vec::new(), Vec::new());
        for frame in frames {
            asked_frames.push(frame);
            rows.push(self.values(frame)?);
        }
        let skeleton = &self.skeleton;
        let origins = skeleton.iter().map(|(id, _)| Point::Origin(id));
        let tips = skeleton.free_ends().map(|(node, end)| Point::End(node, end));
        let batch = BatchEvaluator::new(skeleton, origins.chain(tips));
        let mut positions = Vec::new();
        batch.positions_of(skeleton, &rows, &mut positions);
        Ok(Positions { frames: asked_frames, points: batch.len(), positions })
    }

    /// The transforms of all nodes on a frame, which counts from 0. A take without frames has one, its rest pose.
    ///
    /// # Errors
    /// Where the take does not have the frame.
    pub fn pose(&self, frame: usize) -> Result<Pose, FrameError> {
        Ok(Pose::of(&self.skeleton, self.values(frame)?))
    }
}
