//! What a take comes to as a whole: its gaps, its mass, and the frames on which its events fall.

use super::{Angle, Channel, FrameNumbers, Mass, Node, NodeId, Take};

/// A marker that has no place on some frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The marker.
    pub node: NodeId,
    /// On how many frames it has no place.
    pub frames: usize,
}

impl Take {
    /// The markers that miss frames, those that miss the most first.
    ///
    /// Takes one pass over the motion table: to be asked for once a take, not once a picture.
    pub fn gaps(&self) -> Vec<Gap> {
        let has_places = |channels: &[Channel]| {
            channels
                .iter()
                .any(|channel| matches!(channel, Channel::Position(_)))
        };
        let mut gaps: Vec<Gap> = self
            .skeleton
            .iter()
            .filter(|(_, node)| has_places(&node.channels))
            .map(|(node, _)| Gap { node, frames: 0 })
            .collect();
        if gaps.is_empty() {
            return gaps;
        }
        for frame in 0..self.motion.frame_count() {
            let row = self.motion.row(frame);
            for gap in &mut gaps {
                gap.frames += usize::from(self.has_gap(gap.node, row));
            }
        }
        gaps.retain(|gap| gap.frames > 0);
        gaps.sort_by_key(|gap| std::cmp::Reverse(gap.frames));
        gaps
    }

    /// On how many frames a node has no place: those where marker data has a gap.
    pub fn missing_frames(&self, node: NodeId) -> usize {
        let rows = (0..self.motion.frame_count()).map(|frame| self.motion.row(frame));
        rows.filter(|row| self.has_gap(node, row)).count()
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

    /// Whether it is of points alone: markers in world space, that no bone joins, no tree holds and
    /// nothing turns.
    pub fn is_of_markers(&self) -> bool {
        let skeleton = &self.skeleton;
        let is_place = |channel: &Channel| matches!(channel, Channel::Position(_));
        let is_marker = |node: &Node| {
            let is_moved = !node.channels.is_empty() && node.channels.iter().all(is_place);
            node.global && node.parent.is_none() && is_moved
        };
        skeleton.bones().is_empty()
            && !skeleton.nodes().is_empty()
            && skeleton.nodes().iter().all(is_marker)
    }
}

impl FrameNumbers {
    /// The numbers of `count` frames, for people.
    pub fn text(self, count: usize) -> String {
        let first = self.first;
        match (count, self.step) {
            (0, _) => format!("from {first}"),
            (1, _) => first.to_string(),
            (_, 1) => format!("{first} to {}", self.of(count - 1)),
            (_, step) => format!("{first} to {} in steps of {step}", self.of(count - 1)),
        }
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
    /// What it does and along or about which axis, for people.
    pub fn name(self) -> String {
        match self {
            Self::Translation(axis) => format!("Move {}", axis.name()),
            Self::Slide(axis) => format!("Slide {}", axis.name()),
            Self::Position(axis) => format!("Position {}", axis.name()),
            Self::Rotation(axis) => format!("Turn {}", axis.name()),
            Self::BoneScale => "Bone scale".to_string(),
            Self::BoxSize(axis) => format!("Box {}", axis.name()),
            Self::Unused => "Unused".to_string(),
        }
    }

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
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    match text {
        "-0" => "0",
        text => text,
    }
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::{Axis, Body, Mass, Motion, SkeletonBuilder, Units};

    /// Two markers and a joint, over four frames.
    fn take() -> Take {
        let mut build = SkeletonBuilder::default();
        for (name, mass) in [("RKNE", None), ("LKNE", Some(2.5)), ("Hips", Some(4.0))] {
            let node = build.node(name, None).unwrap();
            if name != "Hips" {
                build.node_mut(node).global = true;
                build.node_mut(node).channels = Axis::ALL.map(Channel::Position).to_vec();
            }
            build.node_mut(node).body = mass.map(|body| {
                Box::new(Body {
                    mass: Some(Mass { body, centre: None }),
                    ..Body::default()
                })
            });
        }
        let gap = [f32::NAN; 3];
        let here = [1.0; 3];
        let rows = [[here, gap], [gap, here], [here, here], [here, gap]];
        let motion = Motion::new(0.25, 4, 6, rows.as_flattened().as_flattened().to_vec());
        let units = Units {
            metres_per_unit: None,
            up: Axis::Y,
        };
        Take::new("take", "test", build.finish(), motion, units)
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
    fn limits_and_frame_numbers_read_as_people_write_them() {
        let turn = Channel::Rotation(Axis::X);
        for (limits, text) in [
            ([-160.0, 20.5], "-160° to 20.5°"),
            ([0.0, f32::INFINITY], "from 0°"),
            ([f32::NEG_INFINITY, 1.0], "up to 1°"),
            ([f32::NEG_INFINITY, f32::INFINITY], "free"),
        ] {
            assert_eq!(turn.limits_text(limits, Angle::Degrees), text);
        }
        let along = Channel::Slide(Axis::Y).limits_text([0.0, 2.0], Angle::Radians);
        assert_eq!(along, "0 to 2");
        for (count, step, text) in [
            (135, 1, "1166 to 1300"),
            (3, 5, "1166 to 1176 in steps of 5"),
            (1, 5, "1166"),
            (0, 1, "from 1166"),
        ] {
            let numbers = FrameNumbers { first: 1166, step };
            assert_eq!(numbers.text(count), text);
        }
    }

    #[test]
    fn numbers_have_no_zeros_at_their_end() {
        for (value, text) in [
            (2.0, "2"),
            (100.0, "100"),
            (0.1f32.into(), "0.1"),
            (-0.0001, "0"),
            (-1.25, "-1.25"),
        ] {
            assert_eq!(rounded(value, 3), text);
        }
        assert_eq!(rounded(100.4, 0), "100");
    }
}
