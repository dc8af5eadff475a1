//! Derived facts about a take: its gaps and lost frames, its mass, and the frames of its events.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Angle, Channel, Mass, Node, NodeId, Take};

/// A marker that is missing on some frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Gap {
    /// The marker.
    pub node: NodeId,
    /// On how many frames it is missing.
    pub frames: usize,
}

/// Frames of a take, such as those on which a marker is missing, as runs: in order, and apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameRanges(Vec<Range<u32>>);

impl FrameRanges {
    /// The runs, each from its first frame to the one after its last.
    pub fn as_slice(&self) -> &[Range<u32>] {
        &self.0
    }

    /// Whether a frame is in one of them.
    pub fn contains(&self, frame: usize) -> bool {
        let run = self.0.get(self.0.partition_point(|run| run.end as usize <= frame));
        run.is_some_and(|run| run.start as usize <= frame)
    }

    /// The first frame of the next one that begins behind a frame; after the last one, of the first.
    pub fn next(&self, frame: usize) -> Option<usize> {
        let behind = self.0.partition_point(|run| run.start as usize <= frame);
        let run = self.0.get(behind).or(self.0.first());
        run.map(|run| run.start as usize)
    }

    /// How many frames they have.
    pub fn frames(&self) -> usize {
        self.0.iter().map(|run| run.len()).sum()
    }

    /// Adds a frame behind all others.
    fn push(&mut self, frame: u32) {
        match self.0.last_mut() {
            Some(run) if run.end == frame => run.end += 1,
            _ => self.0.push(frame..frame + 1),
        }
    }
}

impl FromIterator<Range<u32>> for FrameRanges {
    /// The frames of ranges in any order, which may overlap.
    fn from_iter<T: IntoIterator<Item = Range<u32>>>(ranges: T) -> Self {
        let mut ranges: Vec<Range<u32>> = ranges.into_iter().filter(|r| !r.is_empty()).collect();
        ranges.sort_unstable_by_key(|range| range.start);
        ranges.dedup_by(|next, last| {
            let touches = next.start <= last.end;
            if touches {
                last.end = last.end.max(next.end);
            }
            touches
        });
        Self(ranges)
    }
}

/// The frames of a take that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostFrames {
    /// Those among the frames of the motion table: markers have no place on them, and whatever else
    /// could not be read keeps the frame before.
    pub frames: FrameRanges,
    /// How many the file has or announces behind the last one of the table.
    pub behind: usize,
}

impl LostFrames {
    /// Lost frames of a file whose table has `frames` of them: those behind the last one are counted.
    pub fn of(all: impl IntoIterator<Item = Range<u32>>, frames: usize) -> Self {
        let frames = u32::try_from(frames).unwrap_or(u32::MAX);
        let all: FrameRanges = all.into_iter().collect();
        let inside = |run: &Range<u32>| run.start.min(frames)..run.end.min(frames);
        let inside: FrameRanges = all.as_slice().iter().map(inside).collect();
        Self { behind: all.frames() - inside.frames(), frames: inside }
    }

    /// How many there are ahead of the first frame that could be read.
    pub fn ahead(&self) -> usize {
        self.frames.as_slice().first().filter(|run| run.start == 0).map_or(0, |run| run.len())
    }

    /// How many they are in all.
    pub fn count(&self) -> usize {
        self.frames.frames() + self.behind
    }
}

/// Frames on which the same number of markers is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Missing {
    /// From the first of them to the one after the last.
    pub frames: Range<u32>,
    /// How many markers; at least one.
    pub markers: u32,
}

/// Where the markers of a take have gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GapIndex {
    /// Each marker that misses frames, those that miss the most first.
    pub markers: Vec<(NodeId, FrameRanges)>,
    /// How many markers miss, in the order of frames; nothing for frames on which all have places.
    /// A marker that is missing in the whole take counts nowhere: it tells nothing about frames.
    pub missing: Vec<Missing>,
    /// How many markers have a place on some frame.
    pub seen: usize,
}

impl GapIndex {
    /// The runs of a marker; `None` where it misses nothing.
    pub fn of(&self, marker: NodeId) -> Option<&FrameRanges> {
        self.markers.iter().find(|(node, _)| *node == marker).map(|(_, runs)| runs)
    }

    /// How many frames each of the markers misses.
    pub fn gaps(&self) -> impl ExactSizeIterator<Item = Gap> {
        let markers = self.markers.iter();
        markers.map(|(node, runs)| Gap { node: *node, frames: runs.frames() })
    }
}

/// How many of these have each frame, where any has.
fn missing<'a>(all: impl Iterator<Item = &'a FrameRanges>) -> Vec<Missing> {
    // At each frame that begins or ends runs: by how many more there are from there on.
    let runs = all.flat_map(|runs| &runs.0);
    let mut turns: Vec<(u32, i32)> = runs.flat_map(|run| [(run.start, 1), (run.end, -1)]).collect();
    turns.sort_unstable();
    let mut found: Vec<Missing> = Vec::new();
    let (mut from, mut markers) = (0, 0i32);
    for (frame, more) in turns {
        let frames = from..frame;
        if markers > 0 && !frames.is_empty() {
            let markers = markers as u32;
            match found.last_mut() {
                Some(last) if last.frames.end == from && last.markers == markers => {
                    last.frames.end = frame;
                }
                _ => found.push(Missing { frames, markers }),
            }
        }
        from = frame;
        markers += more;
    }
    found
}

impl Take {
    /// The markers that miss frames, those that miss the most first.
    ///
    /// Takes one pass over the motion table: to be asked for once a take, not once a picture.
    pub fn gaps(&self) -> Vec<Gap> {
        self.gap_index().gaps().collect()
    }

    /// The frames on which markers are missing, in one pass over the motion table.
    pub fn gap_index(&self) -> GapIndex {
        let has_places = |channels: &[Channel]| {
            channels.iter().any(|channel| matches!(channel, Channel::Position(_)))
        };
        let mut markers: Vec<(NodeId, FrameRanges)> = self
            .skeleton
            .iter()
            .filter(|(_, node)| has_places(&node.channels))
            .map(|(node, _)| (node, FrameRanges::default()))
            .collect();
        let count = markers.len();
        if markers.is_empty() {
            return GapIndex::default();
        }
        let frames = self.motion.frame_count();
        for (frame, row) in (0..).zip(self.motion.rows()) {
            for (node, runs) in &mut markers {
                if self.has_gap(*node, row) {
                    runs.push(frame);
                }
            }
        }
        markers.retain(|(_, runs)| !runs.0.is_empty());
        let is_seen = |(_, runs): &&(NodeId, FrameRanges)| runs.frames() < frames;
        let seen = count - markers.len() + markers.iter().filter(is_seen).count();
        let missing = missing(markers.iter().filter(is_seen).map(|(_, runs)| runs));
        markers.sort_by_key(|(_, runs)| std::cmp::Reverse(runs.frames()));
        GapIndex { markers, missing, seen }
    }

    /// On how many frames a node is missing: those where marker data has a gap.
    pub fn missing_frames(&self, node: NodeId) -> usize {
        self.motion.rows().filter(|row| self.has_gap(node, row)).count()
    }

    /// How much of the take a marker misses, in percent to a tenth.
    pub fn percent_missed(&self, gap: &Gap) -> f64 {
        let percent = 100.0 * gap.frames as f64 / self.motion.frame_count() as f64;
        (percent * 10.0).round() / 10.0
    }

    fn has_gap(&self, node: NodeId, row: &[f32]) -> bool {
        let values = &row[self.skeleton[node].columns()];
        values.iter().any(|value| value.is_nan())
    }

    /// What all parts of the body weigh together, in the file's unit of mass; `None` where the file
    /// says of none what it weighs.
    pub fn mass(&self) -> Option<f64> {
        let masses = self.skeleton.nodes().iter().filter_map(|node| node.mass());
        masses.map(|mass| mass.body).reduce(|sum, mass| sum + mass)
    }

    /// Whether there are boxes around bones.
    pub fn has_boxes(&self) -> bool {
        let mut nodes = self.skeleton.nodes().iter();
        nodes.any(|node| node.size().is_some())
    }

    /// The frame that shows at a time in seconds; `None` before the first frame and after the last.
    pub fn frame_at(&self, seconds: f64) -> Option<usize> {
        let frame = (seconds / self.motion.frame_time()).round();
        let count = self.motion.frame_count();
        (frame >= 0.0 && frame < count as f64).then_some(frame as usize)
    }

    /// Whether it is of points alone: markers in world space, that no bone joins, no tree holds and nothing turns.
    pub fn is_of_markers(&self) -> bool {
        let mut nodes = self.skeleton.nodes().iter();
        self.is_of_points()
            && self.skeleton.bones().is_empty()
            && nodes.all(|node| node.parent.is_none())
    }

    /// Whether each node has a place of its own in the world and no rotation: markers, or the points of pose estimators
    /// with bones between them.
    pub fn is_of_points(&self) -> bool {
        let nodes = self.skeleton.nodes();
        let is_place =
            |channel: &Channel| matches!(channel, Channel::Position(_) | Channel::Confidence);
        let is_point = |node: &Node| {
            let is_moved = !node.channels.is_empty() && node.channels.iter().all(is_place);
            node.is_world_space && is_moved
        };
        !nodes.is_empty() && nodes.iter().all(is_point)
    }

    /// Whether it says how sure it is of places.
    pub fn has_confidence(&self) -> bool {
        let mut nodes = self.skeleton.nodes().iter();
        nodes.any(|node| node.confidence_column().is_some())
    }
}

impl Mass {
    /// The mass and where its centre is, for people.
    pub fn text(&self) -> String {
        let body = rounded(self.body, 3);
        match self.centre {
            Some(centre) => format!("{body}, centre at {}", rounded(centre, 3)),
            None => body,
        }
    }
}

impl Channel {
    /// Its lower and upper limit, for people.
    pub fn limits_text(self, limits: [f32; 2], angle: Angle) -> String {
        let unit = match (self, angle) {
            (Self::Rotation(_), Angle::Degrees) => "°",
            (Self::Rotation(_), Angle::Radians) => " rad",
            _ => "",
        };
        let [low, high] = limits.map(|value| format!("{}{unit}", rounded(value.into(), 3)));
        match limits.map(f32::is_finite) {
            [true, true] => format!("{low} to {high}"),
            [true, false] => format!("from {low}"),
            [false, true] => format!("up to {high}"),
            [false, false] => "free".to_string(),
        }
    }
}

/// A number as people write it: rounded to so many decimals, without zeros at its end.
pub fn rounded(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    match text {
        "-0" => "0",
        text => text,
    }
    .to_string()
}

/// A time in seconds, rounded to microseconds: without the noise of a product, or of single precision.
pub fn microseconds(seconds: f64) -> f64 {
    let rounded = (seconds * 1e6).round() / 1e6;
    // Beyond all times that anybody means, the product is infinite.
    if rounded.is_finite() { rounded } else { seconds }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::{Axis, Body, FormatId, Mass, Motion, SkeletonBuilder, Units};

    /// Two markers and a joint, over four frames.
    fn take() -> Take {
        let mut build = SkeletonBuilder::default();
        for (name, mass) in [("RKNE", None), ("LKNE", Some(2.5)), ("Hips", Some(4.0))] {
            let node = build.node(name, None).unwrap();
            if name != "Hips" {
                build.node_mut(node).is_world_space = true;
                build.node_mut(node).channels = Axis::ALL.map(Channel::Position).to_vec();
            }
            build.node_mut(node).body = mass.map(|body| {
                Box::new(Body { mass: Some(Mass { body, centre: None }), ..Body::default() })
            });
        }
        let gap = [f32::NAN; 3];
        let here = [1.0; 3];
        let rows = [[here, gap], [gap, here], [here, here], [here, gap]];
        let motion = Motion::new(0.25, 4, 6, rows.as_flattened().as_flattened().to_vec());
        Take::new("take", FormatId::Bvh, build.finish(), motion, Units::new(None, Axis::Y))
    }

    #[test]
    fn markers_with_gaps_are_listed_worst_first() {
        let take = take();
        let gaps: Vec<(&str, usize)> = take
            .gaps()
            .iter()
            .map(|gap| (take.skeleton[gap.node].name.as_str(), gap.frames))
            .collect();
        assert_eq!(gaps, [("LKNE", 2), ("RKNE", 1)]);
        let percent: Vec<f64> = take.gaps().iter().map(|g| take.percent_missed(g)).collect();
        assert_eq!(percent, [50.0, 25.0]);
    }

    #[test]
    fn gaps_are_runs_of_frames_that_do_not_touch() {
        let mut take = take();
        let (here, gone) = ([1.0f32; 3], [f32::NAN; 3]);
        let rows = [[gone, here], [gone, gone], [here, gone], [here, here], [gone, here]];
        take.motion = Motion::new(0.25, 5, 6, rows.as_flattened().as_flattened().to_vec());
        let gap_index = take.gap_index();
        let runs = |name: &str| {
            gap_index.of(take.skeleton.find(name).unwrap()).map(|runs| runs.as_slice().to_vec())
        };
        assert_eq!(runs("RKNE"), Some(vec![0..2, 4..5]));
        let knee = take.skeleton.find("RKNE").unwrap();
        let next = |frame| gap_index.of(knee).unwrap().next(frame);
        assert_eq!([0, 3, 4].map(next), [Some(4), Some(4), Some(0)]);
        let lone = 1..3;
        assert_eq!(runs("LKNE"), Some(Vec::from([lone])));
        assert_eq!(runs("Hips"), None);
        let counts: Vec<_> =
            gap_index.missing.iter().map(|m| (m.frames.clone(), m.markers)).collect();
        assert_eq!(counts, [(0..1, 1), (1..2, 2), (2..3, 1), (4..5, 1)]);
        assert_eq!(gap_index.seen, 2);
        let (_, knee) = &gap_index.markers[0];
        let inside: Vec<usize> = (0..6).filter(|&at| knee.contains(at)).collect();
        assert_eq!(inside, [0, 1, 4]);
    }

    #[test]
    fn lost_frames_are_told_apart_by_the_end_of_the_table() {
        let lost = LostFrames::of([8..12, 2..3, 3..5, 4..5], 10);
        assert_eq!(lost.frames.as_slice(), [2..5, 8..10]);
        assert_eq!((lost.behind, lost.count()), (2, 7));
        assert_eq!((lost.ahead(), LostFrames::of([0..2, 4..5], 10).ahead()), (0, 2));
        assert_eq!(LostFrames::of([], 10), LostFrames::default());
    }

    #[test]
    fn a_marker_that_is_nowhere_covers_no_gap_of_others() {
        let mut take = take();
        let values = [[f32::NAN, f32::NAN, f32::NAN, 1.0, 1.0, 1.0]; 3];
        take.motion = Motion::new(0.25, 3, 6, values.as_flattened().to_vec());
        let gap_index = take.gap_index();
        assert_eq!((gap_index.markers.len(), gap_index.seen), (1, 1));
        assert_eq!(gap_index.missing, []);
        assert_eq!(take.gaps()[0].frames, 3);
    }

    #[test]
    fn masses_are_added_up() {
        assert_eq!(take().mass(), Some(6.5));
    }

    #[test]
    fn a_time_falls_on_the_nearest_frame_of_the_recording() {
        let take = take();
        for (seconds, frame) in [
            (0.0, Some(0)),
            (0.3, Some(1)),
            (0.8, Some(3)),
            (-0.1, Some(0)),
            (-0.2, None),
            (0.9, None),
            (f64::NAN, None),
        ] {
            assert_eq!(take.frame_at(seconds), frame, "{seconds}");
        }
    }

    #[test]
    fn limits_read_as_people_write_them() {
        let turn = Channel::Rotation(Axis::X);
        for (limits, text) in [
            ([-160.0, 20.5], "-160° to 20.5°"),
            ([0.0, f32::INFINITY], "from 0°"),
            ([f32::NEG_INFINITY, 1.0], "up to 1°"),
            ([f32::NEG_INFINITY, f32::INFINITY], "free"),
        ] {
            assert_eq!(turn.limits_text(limits, Angle::Degrees), text);
        }
        assert_eq!(Channel::Slide(Axis::Y).limits_text([0.0, 2.0], Angle::Radians), "0 to 2");
    }

    #[test]
    fn numbers_have_no_zeros_at_their_end() {
        for (value, text) in
            [(2.0, "2"), (100.0, "100"), (0.1f32.into(), "0.1"), (-0.0001, "0"), (-1.25, "-1.25")]
        {
            assert_eq!(rounded(value, 3), text);
        }
        assert_eq!(rounded(100.4, 0), "100");
    }
}
