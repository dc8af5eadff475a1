//! The evidence for each up direction, and the verdict on it.

use glam::Vec3;

use super::samples::{BodyExtent, Sample, Samples};
use crate::take::{Axis, Certainty, SignedAxis, Take, Up};

/// What may tell which way is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Heads, necks and shoulders are above feet, ankles and toes.
    Body,
    /// The figure stays on one level at its lower end, and that is where the file has its zero.
    Floor,
    /// The figure travels along the ground, and hardly away from it.
    Travel,
    /// Feet rest on one level.
    Steps,
    /// The rest pose stands.
    RestPose,
    /// The figure is tall rather than wide.
    Extent,
}

impl Reason {
    /// Every reason, the strongest first.
    pub const ALL: [Self; 6] =
        [Self::Body, Self::Floor, Self::Travel, Self::Steps, Self::RestPose, Self::Extent];

    /// What is seen along the direction, for warnings.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Body => "heads are above feet along it",
            Self::Floor => "the figure comes back to one level along it",
            Self::Travel => "the figure travels across it",
            Self::Steps => "feet rest on one level along it",
            Self::RestPose => "the rest pose stands along it",
            Self::Extent => "the figure is longest along it",
        }
    }
}

/// How much each reason speaks for each direction; below 0 where it speaks against it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    /// By the places of [`Reason::ALL`], then of [`SignedAxis::ALL`].
    scores: [[f32; 6]; 6],
    takes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UpVerdict {
    pub up: Up,
    /// What speaks most for it, beside the custom or where that speaks for another direction.
    pub reason: Option<Reason>,
    /// The direction that nearly was it, where the custom alone decided against it.
    pub rival: Option<(SignedAxis, Reason)>,
}

impl Evidence {
    pub fn from_take(take: &Take) -> Self {
        /// An arm or a tool may point anywhere.
        const MIN_JOINTS: usize = 8;
        let mut evidence = Self::default();
        let Some(samples) = Samples::of_take(take) else {
            return evidence;
        };
        if samples.extent != BodyExtent::Whole && take.skeleton.nodes().len() < MIN_JOINTS {
            return evidence;
        }
        evidence.takes = 1;
        evidence.body(&samples);
        evidence.floor(&samples);
        evidence.travel(&samples);
        evidence.steps(&samples);
        if let Some(rest) = samples.rest {
            evidence.add(Reason::RestPose, |up| 0.7 * up.along(rest));
        }
        evidence
    }

    /// Takes in what other takes of the same skeleton show.
    pub fn join(&mut self, other: &Self) {
        let scores = self.scores.as_flattened_mut();
        for (score, other) in scores.iter_mut().zip(other.scores.as_flattened()) {
            *score += other;
        }
        self.takes += other.takes;
    }

    /// Which way is up, where `custom` is what the format usually has.
    pub fn verdict(&self, custom: SignedAxis) -> UpVerdict {
        /// What the custom of a format is worth, more where no part of a body is known.
        const CUSTOM: f32 = 0.5;
        const CUSTOM_ALONE: f32 = 1.6;
        /// By so much the first has to be ahead of all others to be beyond doubt.
        const SURE: f32 = 1.2;
        if self.takes == 0 {
            return UpVerdict { up: Up::assumed(custom), reason: None, rival: None };
        }
        let total = |up: SignedAxis| -> f32 {
            self.scores.iter().map(|scores| scores[up.index()]).sum::<f32>() / self.takes as f32
        };
        let seen = SignedAxis::ALL.map(total);
        let has_body = self.scores[Reason::Body as usize] != [0.0; 6];
        let worth = if has_body { CUSTOM } else { CUSTOM_ALONE };
        let with_custom = |up: SignedAxis| {
            if up == custom { seen[up.index()] + worth } else { seen[up.index()] }
        };
        let mut all = SignedAxis::ALL;
        all.sort_by(|a, b| with_custom(*b).total_cmp(&with_custom(*a)));
        let [first, second, ..] = all;
        let lead = with_custom(first) - with_custom(second);
        let certainty = if has_body && lead >= SURE { Certainty::Sure } else { Certainty::Likely };
        let is_first_without = seen[first.index()] > seen[second.index()];
        let rival = if has_body && first == custom && !is_first_without {
            self.strongest(second, first).map(|reason| (second, reason))
        } else {
            None
        };
        let other = if first == custom { second } else { custom };
        UpVerdict {
            up: Up { direction: first, certainty },
            reason: self.strongest(first, other),
            rival,
        }
    }

    /// What speaks most for one direction rather than another.
    fn strongest(&self, up: SignedAxis, other: SignedAxis) -> Option<Reason> {
        let ahead = |reason: &Reason| {
            let scores = &self.scores[*reason as usize];
            scores[up.index()] - scores[other.index()]
        };
        let most = Reason::ALL.into_iter().max_by(|a, b| ahead(a).total_cmp(&ahead(b)));
        most.filter(|reason| ahead(reason) > 0.0)
    }

    fn add(&mut self, reason: Reason, score: impl Fn(SignedAxis) -> f32) {
        for up in SignedAxis::ALL {
            self.scores[reason as usize][up.index()] += score(up);
        }
    }

    /// Adds what is true of an axis whichever end of it is up.
    fn add_to_axes(&mut self, reason: Reason, score: impl Fn(Axis) -> f32) {
        self.add(reason, |up| score(up.axis));
    }

    /// Heads above feet, on most of the frames.
    fn body(&mut self, samples: &Samples) {
        /// High and low that are closer than this, in sizes of the figure, point anywhere.
        const APART: f32 = 0.2;
        let weight = match samples.extent {
            BodyExtent::Whole | BodyExtent::Legs => 4.5,
            BodyExtent::Trunk | BodyExtent::Unknown => 2.5,
        };
        let frames = samples.frames.iter();
        let is_apart = |upwards: Vec3| upwards.length() > APART * samples.size;
        let frames = frames.filter(|frame| frame.upwards.is_some_and(is_apart));
        let sum: Vec3 = frames.filter_map(|frame| frame.direction).sum();
        let mean = sum / samples.frames.len() as f32;
        self.add(Reason::Body, |up| weight * up.along(mean));
    }

    /// A floor: on most frames something is on the same level, nothing is below it, and files mostly
    /// have their zero there.
    fn floor(&mut self, samples: &Samples) {
        let all = SignedAxis::ALL
            .map(|up| Spread::over(samples, |frame| up.along(frame.low).min(up.along(frame.high))));
        let widest = all.iter().map(|low| low.width).fold(0.0, f32::max);
        let extents = Axis::ALL.map(|axis| {
            Spread::over(samples, |frame| (frame.high - frame.low)[axis.index()]).middle
        });
        let rests_along = |up: SignedAxis| {
            let rest = samples.rest.and_then(Vec3::try_normalize);
            rest.is_some_and(|rest| up.along(rest) > 0.8)
        };
        let is_level = |low: f32| (-0.06..=0.08).contains(&low);
        self.add(Reason::Floor, |up| {
            let low = &all[up.index()];
            let level = match low.middle {
                low if is_level(low) => 1.2,
                low if low < -0.2 => -0.6,
                low if low > 0.5 => -0.4,
                _ => 0.0,
            };
            // Where nothing moves, everything stays on its level.
            let steady = if widest > 0.3 { (1.0 - low.width / 0.15).max(0.0) } else { 0.0 };
            // Who lies on the floor has heads and feet along another axis.
            let lies = rests_along(up)
                && extents[up.axis.index()] < 0.35
                && is_level(low.middle)
                && low.width < 0.1;
            level + steady + if lies { 2.5 } else { 0.0 }
        });
        self.add_to_axes(Reason::Extent, |axis| 0.4 * extents[axis.index()]);
    }

    /// Nobody travels far up or down; who travels at all does so across the ground.
    fn travel(&mut self, samples: &Samples) {
        let ranges =
            Axis::ALL.map(|axis| Spread::over(samples, |frame| frame.centre[axis.index()]).width);
        let farthest = ranges.iter().copied().fold(0.0, f32::max);
        if farthest > 0.8 {
            self.add_to_axes(Reason::Travel, |axis| {
                -1.2 * ((ranges[axis.index()] - 0.4) / 0.6).clamp(0.0, 1.0)
            });
        }
    }

    /// Feet that rest are on the ground, wherever on it.
    fn steps(&mut self, samples: &Samples) {
        /// Fewer may be the same step.
        const MIN_STEPS: usize = 6;
        if samples.steps.len() < MIN_STEPS {
            return;
        }
        let spreads = Axis::ALL.map(|axis| {
            let steps = samples.steps.iter().map(|at| at[axis.index()]);
            Spread::new(steps.collect(), samples.size).width
        });
        let widest = spreads.iter().copied().fold(0.0, f32::max);
        if widest > 0.4 {
            self.add_to_axes(Reason::Steps, |axis| {
                1.2 * (1.0 - spreads[axis.index()] / 0.25).max(0.0)
            });
        }
    }
}

/// Where most of some values lie, in sizes of the figure.
struct Spread {
    middle: f32,
    /// From the lowest tenth to the highest.
    width: f32,
}

impl Spread {
    fn new(mut values: Vec<f32>, size: f32) -> Self {
        values.sort_by(f32::total_cmp);
        let at = |tenths: usize| {
            let last = values.len().saturating_sub(1);
            values.get(last * tenths / 10).map_or(0.0, |value| value / size)
        };
        Self { middle: at(5), width: at(9) - at(1) }
    }

    fn over(samples: &Samples, value: impl Fn(&Sample) -> f32) -> Self {
        Self::new(samples.frames.iter().map(value).collect(), samples.size)
    }
}
