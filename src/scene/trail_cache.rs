//! The cached paths of nodes around the playhead, computed ahead of it for motion trails.

use std::ops::Range;

use glam::Vec3;

use super::stage::Stage;
use crate::evaluate::{BatchEvaluator, Point};
use crate::take::{NodeId, Take};

/// The tracks of the nodes that trails are drawn of. Those that a picture does not ask for are gone with
/// the next one.
#[derive(Debug, Default)]
pub struct TrailCache {
    kept: Vec<NodePath>,
    /// The places that were asked for last, in the world.
    world: Vec<Vec3>,
}

/// The places of one node.
#[derive(Debug)]
struct NodePath {
    /// A number that no other take has, nor another reading of the same file, and the node.
    of: (u64, NodeId),
    frames: Range<usize>,
    /// On each of the frames, in the take's own axes.
    places: Vec<Vec3>,
    is_asked_for: bool,
}

impl TrailCache {
    /// So many frames before and after those that are asked for are worked out with them: enough that a
    /// take plays for some seconds until it is time for the next ones, and few enough that these take
    /// less than a millisecond.
    pub const AHEAD: usize = 480;

    /// A new picture begins.
    pub fn begin(&mut self) {
        self.kept.retain(|track| track.is_asked_for);
        for track in &mut self.kept {
            track.is_asked_for = false;
        }
    }

    /// The places of a node on some frames of a take, in the world; not finite where the file has a
    /// gap. `reading` is a number that no other take has, nor another reading of the same file.
    ///
    /// # Panics
    /// Where the take does not have the frames.
    pub fn places(
        &mut self,
        reading: u64,
        (take, stage): (&Take, &Stage),
        node: NodeId,
        frames: Range<usize>,
    ) -> &[Vec3] {
        let of = (reading, node);
        let known = self.kept.iter().position(|track| track.of == of);
        let index = known.unwrap_or_else(|| {
            self.kept.push(NodePath { of, frames: 0..0, places: Vec::new(), is_asked_for: true });
            self.kept.len() - 1
        });
        let track = &mut self.kept[index];
        track.is_asked_for = true;
        if frames.start < track.frames.start || frames.end > track.frames.end {
            let end = (frames.end + Self::AHEAD).min(take.motion.frame_count());
            track.frames = frames.start.saturating_sub(Self::AHEAD)..end.max(frames.end);
            let batch = BatchEvaluator::of(&take.skeleton, [Point::Origin(node)]);
            let (motion, all) = (&take.motion, track.frames.clone());
            batch.positions(&take.skeleton, motion, all, &mut track.places);
        }
        let first = frames.start - track.frames.start;
        let places = &track.places[first..][..frames.len()];
        self.world.clear();
        self.world.extend(places.iter().map(|&at| stage.world(at)));
        &self.world
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Pose;
    use crate::scene::sample::Sample;

    #[test]
    fn places_are_those_of_the_poses() {
        let sample = Sample::new();
        let skeleton = &sample.take.skeleton;
        let mut tracks = TrailCache::default();
        for name in ["LeftFoot", "Marker", "LeftFoot"] {
            let node = skeleton.find(name).unwrap();
            for frames in [1..5, 0..2, 3..3, 0..5] {
                tracks.begin();
                let take = (&sample.take, &sample.stage);
                let places = tracks.places(7, take, node, frames.clone());
                assert_eq!(places.len(), frames.len());
                for (place, frame) in places.iter().zip(frames) {
                    let pose = Pose::of(skeleton, sample.take.row(frame));
                    let whole = sample.stage.world(pose.position(node));
                    let is_gap = name == "Marker" && frame == 2;
                    assert!(*place == whole || (is_gap && !place.is_finite()));
                }
            }
        }
    }

    #[test]
    fn what_was_worked_out_serves_until_the_playhead_leaves_it_or_nobody_asks() {
        let sample = Sample::new();
        let node = sample.take.skeleton.find("LeftFoot").unwrap();
        let row = sample.take.row(0);
        let rows = (0..2000).flat_map(|_| row.iter().copied()).collect();
        let mut take = Sample::new().take;
        take.motion = crate::take::Motion::new(0.01, 2000, row.len(), rows);
        let mut tracks = TrailCache::default();
        let mut begins = Vec::new();
        for frame in (100..1900).chain((100..1900).rev()) {
            tracks.begin();
            tracks.places(0, (&take, &sample.stage), node, frame - 100..frame + 100);
            begins.push(tracks.kept[0].frames.start);
        }
        begins.dedup();
        assert_eq!(begins, [0, 1, 482, 963, 482, 1, 0], "there and back");
        tracks.begin();
        assert_eq!(tracks.kept.len(), 1, "of the picture before");
        tracks.begin();
        assert!(tracks.kept.is_empty());
    }
}
