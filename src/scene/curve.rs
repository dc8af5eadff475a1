//! The curves of a node over the whole take: its channel values, or its world position; and their derivatives.

use super::measure::{format_value, is_beyond, limits_of, unit_of};
use super::series::Series;
use super::stage::Stage;
use crate::evaluate::{BatchEvaluator, Point};
use crate::take::{Axis, Channel, NodeId, Take};

/// One value of a node over time.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What it is the curve of: `Xrotation`, as the file calls its channel, or `World X`.
    pub label: String,
    /// As people write it, or nothing; see [`super::Reading::unit`].
    pub unit: &'static str,
    /// The axis along or about which the value is; `None` where there is none.
    pub axis: Option<Axis>,
    /// Lower and upper limit, infinite where there is none; `None` where the value is free.
    pub limits: Option<[f32; 2]>,
    /// The least span of values that anybody can mean anything by: a plot has at least that.
    pub min_span: f32,
    series: Series,
    beyond: usize,
}

impl Curve {
    pub fn new(label: impl Into<String>, unit: &'static str, frames: usize) -> Self {
        Self {
            label: label.into(),
            unit,
            axis: None,
            limits: None,
            min_span: match unit {
                "°" => MIN_DEGREES,
                "rad" => MIN_DEGREES.to_radians(),
                _ => MIN_METRES,
            },
            series: Series::with_capacity(frames),
            beyond: 0,
        }
    }

    /// Adds the value of the next frame. One that is not finite is a gap.
    pub fn push(&mut self, value: f32) {
        self.beyond += usize::from(self.is_beyond(value));
        self.series.push(value);
    }

    pub fn series(&self) -> &Series {
        &self.series
    }

    pub fn is_beyond(&self, value: f32) -> bool {
        self.limits.is_some_and(|limits| is_beyond(value, limits))
    }

    pub fn frames_beyond(&self) -> usize {
        self.beyond
    }

    /// Whether values from the lowest to the highest differ by rounding alone: by a fiftieth of the least span.
    pub fn is_flat(&self, [low, high]: [f32; 2]) -> bool {
        high - low <= self.min_span * 0.02
    }

    /// The value of a frame with its unit, for people; a dash in a gap.
    pub fn text(&self, frame: usize) -> String {
        let value = self.series.value(frame).unwrap_or(f32::NAN);
        format_value(value.into(), self.unit)
    }

    /// Its derivative without frames, with room for so many.
    pub fn derivative(&self, frames: usize) -> Self {
        let mut pairs = UNITS_PER_SECOND.iter().flat_map(|units| units.windows(2));
        let unit = pairs.find(|pair| pair[0] == self.unit).map_or("", |pair| pair[1]);
        Self { axis: self.axis, min_span: self.min_span, ..Self::new(&*self.label, unit, frames) }
    }

    /// Adds the next frames of the derivative of `source`, `most` of them, as far as these are known: from
    /// the frame before to the frame after, at both ends of a take of `frames` from or to the frame
    /// itself. Where one of the three has a gap, so has the derivative. Returns how many were added.
    pub fn differentiate(
        &mut self,
        source: &Self,
        frames: usize,
        frame_time: f64,
        most: usize,
    ) -> usize {
        let (from, known) = (self.series().len(), source.series().len());
        // What the last frame that is known turns into depends on the next one.
        let end = if known == frames { known } else { known.saturating_sub(1) };
        let end = end.min(from.saturating_add(most));
        for frame in from..end {
            let [before, after] = [frame.saturating_sub(1), (frame + 1).min(frames - 1)];
            let value = |frame| source.series().value(frame).map_or(f64::NAN, f64::from);
            let seconds = (after - before) as f64 * frame_time;
            // A gap here is one of the derivative, too.
            let change = value(after) - value(before) + 0.0 * value(frame);
            self.push((change / seconds) as f32);
        }
        end.saturating_sub(from)
    }
}

/// Units, each before what it is called in a second.
const UNITS_PER_SECOND: [&[&str]; 9] = [
    &["", "/s"],
    &["m", "m/s", "m/s²", "m/s³", "m/s⁴"],
    &["°", "°/s", "°/s²", "°/s³"],
    &["rad", "rad/s"],
    &["cm", "cm/s"],
    &["mm", "mm/s"],
    &["dm", "dm/s"],
    &["inch", "inch/s"],
    &["ft", "ft/s"],
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CurveKind {
    /// The file's own channels, in its own units.
    #[default]
    Channels,
    /// Where the node is in the world of the [`Stage`], in metres.
    World,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CurveKey {
    /// A number that no other take has, nor another reading of the same file.
    pub take: u64,
    pub node: NodeId,
    pub kind: CurveKind,
}

/// The curves that were looked at last. They are filled bit by bit, so that a long take holds up no picture.
#[derive(Debug, Default)]
pub struct Curves {
    /// The ones asked for last at the end.
    recent: Vec<(CurveKey, NodeCurves)>,
}

/// The curves of one node, as far as they are filled in.
#[derive(Debug)]
pub struct NodeCurves {
    node: NodeId,
    kind: CurveKind,
    /// One a channel, or one an axis.
    pub curves: Vec<Curve>,
    pub filled: usize,
}

impl Curves {
    /// What [`Self::fill`] may do in one picture: a few milliseconds.
    pub const FRAME_BUDGET: usize = 120_000;

    /// So many sets of curves are kept. Of 100,000 frames, one of three curves is 1.4 MB.
    const MAX_KEPT: usize = 8;

    /// Fills in as many frames as `work` allows, and tells whether all of them are: where not, it is to be called
    /// again for the next picture. `work` counts transforms that are multiplied and channels that are read.
    pub fn fill(&mut self, key: CurveKey, take: &Take, stage: &Stage, work: usize) -> bool {
        let mut curves = match self.recent.iter().position(|(known, _)| *known == key) {
            Some(index) => self.recent.remove(index).1,
            None => NodeCurves::new(key.node, key.kind, take, stage),
        };
        curves.fill(take, stage, work);
        let is_complete = curves.filled == take.motion.frame_count();
        self.recent.push((key, curves));
        let too_many = self.recent.len().saturating_sub(Self::MAX_KEPT);
        self.recent.drain(..too_many);
        is_complete
    }

    /// The curves, as far as they are filled; none where they were not asked for of late.
    pub fn get(&self, key: CurveKey) -> &[Curve] {
        let found = self.recent.iter().find(|(known, _)| *known == key);
        found.map_or(&[], |(_, found)| &found.curves)
    }

    /// Lets go of what belongs to a take that was closed or read again.
    pub fn forget(&mut self, take: u64) {
        self.recent.retain(|(key, _)| key.take != take);
    }
}

impl NodeCurves {
    pub fn new(node: NodeId, kind: CurveKind, take: &Take, stage: &Stage) -> Self {
        let frames = take.motion.frame_count();
        let curves = match kind {
            CurveKind::Channels => {
                let channels = take.skeleton[node].channels.iter().enumerate();
                let curve = |(index, &channel): (usize, &Channel)| {
                    let unit = unit_of(channel, take.skeleton.angle(), &stage.unit);
                    let mut curve = Curve::new(take.channel_name(node, index), unit, frames);
                    curve.axis = axis_of(channel);
                    curve.limits = limits_of(take.skeleton[node].limits(), index);
                    if channel.is_length() {
                        curve.min_span = MIN_METRES / stage.unit.metres as f32;
                    }
                    curve
                };
                channels.map(curve).collect()
            }
            CurveKind::World => {
                let curve = |axis: Axis| Curve {
                    axis: Some(axis),
                    ..Curve::new(format!("World {}", axis.name()), "m", frames)
                };
                Axis::ALL.map(curve).into()
            }
        };
        Self { node, kind, curves, filled: 0 }
    }

    /// Fills in as many frames as `work` allows, at least one, and returns the work; see [`Curves::fill`].
    pub fn fill(&mut self, take: &Take, stage: &Stage, work: usize) -> usize {
        let frames = take.motion.frame_count();
        if self.filled == frames {
            return 0;
        }
        let skeleton = &take.skeleton;
        let columns = skeleton[self.node].columns();
        let batch = BatchEvaluator::new(skeleton, [Point::Origin(self.node)]);
        let work_a_frame = match self.kind {
            CurveKind::Channels => columns.len().max(1),
            CurveKind::World => batch.depth(),
        };
        // One frame at least, else the deepest node would never get anywhere.
        let most = (work / work_a_frame).max(1);
        let end = self.filled + most.min(frames - self.filled);
        let work = (end - self.filled) * work_a_frame;
        match self.kind {
            CurveKind::Channels => {
                for frame in self.filled..end {
                    self.push(&take.motion.row(frame)[columns.clone()]);
                }
            }
            CurveKind::World => {
                let mut positions = Vec::new();
                batch.positions(skeleton, &take.motion, self.filled..end, &mut positions);
                for position in positions {
                    self.push(&stage.world(position).to_array());
                }
            }
        }
        self.filled = end;
        work
    }

    fn push(&mut self, values: &[f32]) {
        for (curve, &value) in self.curves.iter_mut().zip(values) {
            curve.push(value);
        }
    }
}

/// The least span of an angle, of a length in metres, and of a number that has no unit.
const MIN_DEGREES: f32 = 0.1;
const MIN_METRES: f32 = 1e-3;

fn axis_of(channel: Channel) -> Option<Axis> {
    match channel {
        Channel::Translation(axis)
        | Channel::Slide(axis)
        | Channel::Position(axis)
        | Channel::Rotation(axis)
        | Channel::BoxSize(axis) => Some(axis),
        Channel::BoneScale | Channel::Confidence | Channel::Unused => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_derivative_is_that_of_the_neighbours_and_has_their_gaps() {
        let values = [1.0, 2.0, 4.0, f32::NAN, 8.0, 9.0, 11.0];
        let mut curve = Curve::new("World X", "m", 7);
        values.into_iter().for_each(|value| curve.push(value));
        let mut speed = curve.derivative(7);
        assert_eq!((speed.unit, &*speed.label), ("m/s", "World X"));
        while speed.differentiate(&curve, 7, 0.5, 2) > 0 {}
        let found: Vec<Option<f32>> = (0..7).map(|frame| speed.series().value(frame)).collect();
        assert_eq!(found, [Some(2.0), Some(3.0), None, None, None, Some(3.0), Some(4.0)]);
        assert_eq!(speed.derivative(7).unit, "m/s²");
        // A single frame goes nowhere.
        let mut alone = Curve::new("World X", "m", 1);
        alone.push(3.0);
        let mut speed = alone.derivative(1);
        assert_eq!(speed.differentiate(&alone, 1, 0.5, 10), 1);
        assert_eq!(speed.series().value(0), None);
    }

    #[test]
    fn what_is_still_being_filled_in_waits_for_its_next_frame() {
        let mut curve = Curve::new("Xrotation", "°", 4);
        let mut turn = curve.derivative(4);
        assert_eq!(turn.differentiate(&curve, 4, 1.0, 9), 0);
        curve.push(0.0);
        assert_eq!(turn.differentiate(&curve, 4, 1.0, 9), 0);
        curve.push(5.0);
        assert_eq!(turn.differentiate(&curve, 4, 1.0, 9), 1);
        assert_eq!(turn.series().value(0), Some(5.0));
    }
}
