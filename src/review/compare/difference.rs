//! The distances between the joints of two takes, frame by frame, their figures, and both as CSV.

use std::ops::Range;

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::alignment::Alignment;
use super::sampler::{PairPositions, Sampler, blocks, in_parts};
use super::{CompareError, Comparison};
use crate::review::is_in_proportion;
use crate::review::metrics::Tracks;
use crate::take::{CsvTexts, NodeId, Skeleton};

/// What of two joints is compared: where they are, or how that changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// The distance of both positions, in m.
    #[default]
    Position,
    /// The length of the difference of both velocities, in m/s.
    Velocity,
    /// The length of the difference of both accelerations, in m/s².
    Acceleration,
}

/// How far the joints of B are from those of A, frame by frame: in the unit of the quantity.
#[derive(Clone, Debug)]
pub struct Difference {
    pub quantity: Quantity,
    /// The frames of A that were compared.
    pub frames: Range<usize>,
    /// A's joint and B's.
    pub pairs: Vec<[NodeId; 2]>,
    /// The figures of each pair; `None` where no frame has both joints.
    pub joints: Vec<Option<Figures>>,
    /// Frame after frame; NaN in a gap.
    distances: Vec<f32>,
    /// Of each pair.
    changes: Vec<Changes>,
}

/// The figures of some differences, in the unit of the quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    pub mean: f64,
    /// The difference that 95 % of all frames do not exceed.
    pub p95: f64,
    pub worst: f64,
    /// The frame of A on which it is.
    pub worst_frame: usize,
    /// The root mean square of the difference of both velocities, in m/s; `None` where too few frames in a
    /// row are there.
    pub velocity_rms: Option<f64>,
    /// The root mean square of the difference of both accelerations, in m/s²; `None` as above.
    pub acceleration_rms: Option<f64>,
}

/// Sums of the squares of how the difference of two joints changes, and of how many frames.
#[derive(Clone, Copy, Debug, Default)]
struct Changes {
    velocity: f64,
    acceleration: f64,
    frames: u64,
}

impl Changes {
    fn plus(self, other: Self) -> Self {
        Self {
            velocity: self.velocity + other.velocity,
            acceleration: self.acceleration + other.acceleration,
            frames: self.frames + other.frames,
        }
    }
}

impl Comparison<'_> {
    /// The difference of the two takes on all frames that both have, with B brought to where A is.
    ///
    /// Velocities and accelerations are differences of a frame and its two neighbours, over the frame time
    /// of A. Where the rates differ, positions of B are on the line from one frame to the next, which is
    /// no smooth motion: accelerations then differ by that, too.
    ///
    /// # Errors
    /// Where there is no pair of joints, or no moment in both, or more of them than memory for the result.
    pub fn difference(&self, alignment: &Alignment) -> Result<Difference, CompareError> {
        self.difference_in(Quantity::Position, alignment)
    }

    /// The same with the frames and the figures of another quantity than the position.
    ///
    /// # Errors
    /// As above.
    pub fn difference_in(
        &self,
        quantity: Quantity,
        alignment: &Alignment,
    ) -> Result<Difference, CompareError> {
        let frames = self.frames_to_compare()?;
        let sampler = Sampler::new(self);
        let parts = in_parts(frames.clone(), |part| {
            self.part(&sampler, quantity, alignment, &frames, part)
        });
        let count = self.pairs().len();
        let mut distances = Vec::with_capacity(frames.len() * count);
        let mut changes = vec![Changes::default(); count];
        for (found, of_part) in parts {
            distances.extend(found);
            for (sum, more) in changes.iter_mut().zip(of_part) {
                *sum = sum.plus(more);
            }
        }
        let mut difference = Difference {
            quantity,
            frames,
            pairs: self.pairs().to_vec(),
            joints: Vec::new(),
            distances,
            changes,
        };
        difference.joints = (0..count).map(|pair| difference.figures(&[pair])).collect();
        Ok(difference)
    }

    /// Where the joints of all pairs are on all frames that both have, with B brought to where A is.
    ///
    /// # Errors
    /// As [`Self::difference`].
    pub fn tracks(&self, alignment: &Alignment) -> Result<[Tracks; 2], CompareError> {
        let frames = self.frames_to_compare()?;
        let sampler = Sampler::new(self);
        let align = alignment.transform();
        let mut found: [Vec<DVec3>; 2] = Default::default();
        let mut positions = PairPositions::default();
        for block in blocks(frames) {
            sampler.fill(block, &mut positions);
            let [a, b] = &positions.of_takes;
            found[0].extend(a.iter().map(|at| at.as_dvec3()));
            found[1].extend(b.iter().map(|&at| align(at)));
        }
        let (joints, frame_time) = (self.pairs().len(), self.timing.frame_time());
        Ok(found.map(|positions| Tracks { positions, joints, frame_time }))
    }

    /// The frames of A that are compared.
    fn frames_to_compare(&self) -> Result<Range<usize>, CompareError> {
        let frames = self.frames();
        if self.pairs().is_empty() {
            return Err(CompareError::NothingMatches);
        }
        if frames.is_empty() {
            return Err(CompareError::NoOverlap);
        }
        if !is_in_proportion(frames.len().saturating_mul(self.pairs().len()), &self.takes) {
            return Err(CompareError::TooLarge);
        }
        Ok(frames)
    }

    /// The quantity of all pairs on some of the frames, and how their differences change there.
    fn part(
        &self,
        sampler: &Sampler<'_>,
        quantity: Quantity,
        alignment: &Alignment,
        all: &Range<usize>,
        part: Range<usize>,
    ) -> (Vec<f32>, Vec<Changes>) {
        let count = self.pairs().len();
        let align = alignment.transform();
        let mut distances = Vec::with_capacity(part.len() * count);
        let mut changes = vec![Changes::default(); count];
        let mut positions = PairPositions::default();
        let mut apart: Vec<DVec3> = Vec::new();
        let [per_time, per_square] = [1, 2].map(|power| self.timing.frame_time().powi(-power));
        for block in blocks(part) {
            // With the neighbours of the first frame and of the last.
            let first = block.start.saturating_sub(1).max(all.start);
            let last = (block.end + 1).min(all.end);
            sampler.fill(first..last, &mut positions);
            let [a, b] = positions.of_takes.each_ref();
            let both = a.iter().zip(b);
            apart.clear();
            apart.extend(both.map(|(a, b)| a.as_dvec3() - align(*b)));
            let own = (block.start - first) * count..(block.end - first) * count;
            let begin = distances.len();
            distances.extend(apart[own.clone()].iter().map(|way| match quantity {
                Quantity::Position => way.length() as f32,
                // Known where a frame has both neighbours.
                Quantity::Velocity | Quantity::Acceleration => f32::NAN,
            }));
            for (i, window) in apart.windows(2 * count + 1).enumerate() {
                let [before, now, after] = [window[0], window[count], window[2 * count]];
                let velocity = (after - before) * (0.5 * per_time);
                let acceleration = (after - now * 2.0 + before) * per_square;
                let change = match quantity {
                    Quantity::Position => None,
                    Quantity::Velocity => Some(velocity),
                    Quantity::Acceleration => Some(acceleration),
                };
                if let Some(change) = change {
                    distances[begin + i + count - own.start] = change.length() as f32;
                }
                if acceleration.is_finite() {
                    let change = &mut changes[i % count];
                    change.velocity += velocity.length_squared();
                    change.acceleration += acceleration.length_squared();
                    change.frames += 1;
                }
            }
        }
        (distances, changes)
    }
}

impl Difference {
    /// The differences of all pairs on a frame of A, in the order of the pairs; NaN in a gap. `None`
    /// where the frame was not compared.
    pub fn frame(&self, frame: usize) -> Option<&[f32]> {
        self.distances.chunks_exact(self.pairs.len()).nth(frame.checked_sub(self.frames.start)?)
    }

    /// The differences of one of the pairs, on all frames that were compared; NaN in a gap.
    pub fn curve(&self, pair: usize) -> impl ExactSizeIterator<Item = f32> {
        let from = &self.distances[pair..];
        from.iter().step_by(self.pairs.len()).copied()
    }

    /// The figures of several pairs together; `None` where no frame has both joints of any.
    pub fn figures(&self, pairs: &[usize]) -> Option<Figures> {
        let mut found = Vec::with_capacity(self.frames.len() * pairs.len());
        let (mut sum, mut worst, mut worst_frame) = (0.0, f32::NEG_INFINITY, 0);
        for &pair in pairs {
            for (distance, frame) in self.curve(pair).zip(self.frames.clone()) {
                if distance.is_finite() {
                    sum += f64::from(distance);
                    found.push(distance);
                    if distance > worst {
                        (worst, worst_frame) = (distance, frame);
                    }
                }
            }
        }
        // The nearest rank: the smallest of the distances that 95 % do not exceed.
        let rank = (found.len() * 95).div_ceil(100).checked_sub(1)?;
        let (_, p95, _) = found.select_nth_unstable_by(rank, f32::total_cmp);
        let p95 = f64::from(*p95);
        let changes = pairs.iter().map(|&pair| self.changes[pair]);
        let changes = changes.fold(Changes::default(), Changes::plus);
        let rms = |sum: f64| (changes.frames > 0).then(|| (sum / changes.frames as f64).sqrt());
        Some(Figures {
            mean: sum / found.len() as f64,
            p95,
            worst: worst.into(),
            worst_frame,
            velocity_rms: rms(changes.velocity),
            acceleration_rms: rms(changes.acceleration),
        })
    }

    /// The pairs, the one with the largest difference first; those without any last.
    pub fn worst_first(&self) -> Vec<usize> {
        let worst = |pair: &usize| self.joints[*pair].map_or(f64::NEG_INFINITY, |f| f.worst);
        let mut pairs: Vec<usize> = (0..self.pairs.len()).collect();
        pairs.sort_by(|a, b| worst(b).total_cmp(&worst(a)));
        pairs
    }
}

/// The first row of CSV, where these differences are of a quantity.
pub fn csv_head(quantity: Quantity) -> String {
    let suffix = match quantity {
        Quantity::Position => "",
        Quantity::Velocity => "_velocity",
        Quantity::Acceleration => "_acceleration",
    };
    let figures = ["mean", "p95", "worst"].map(|figure| format!("{figure}{suffix}"));
    format!("a,b,name,other,{},worst_frame,velocity_rms,acceleration_rms\n", figures.join(","))
}

impl Difference {
    /// A row of CSV for each pair, the worst first, in metres and seconds; `files` are those of A and B.
    pub fn csv(&self, files: [&str; 2], skeletons: [&Skeleton; 2], texts: CsvTexts) -> String {
        let [a, b] = files.map(|file| texts.cell(file));
        let mut text = String::new();
        for pair in self.worst_first() {
            let [name, other] =
                [0, 1].map(|take| texts.cell(&skeletons[take][self.pairs[pair][take]].name));
            text += &format!("{a},{b},{name},{other}");
            if let Some(figures) = self.joints[pair] {
                for figure in [figures.mean, figures.p95, figures.worst] {
                    text += &field(Some(figure));
                }
                text += &format!(",{}", figures.worst_frame);
                text += &(field(figures.velocity_rms) + &field(figures.acceleration_rms));
            } else {
                text += ",,,,,,";
            }
            text.push('\n');
        }
        text
    }
}

/// A figure to a millionth of its unit, behind a comma; nothing behind it where there is none.
fn field(value: Option<f64>) -> String {
    value.map_or(",".to_string(), |value| format!(",{:?}", (value * 1e6).round() / 1e6))
}
