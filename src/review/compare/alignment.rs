//! How a take is turned and shifted to stand where another stands.

use std::ops::Range;

use glam::{DVec3, Vec3};

use super::sampler::{PairPositions, Sampler, blocks, in_parts};
use super::{CompareError, Comparison, frame_count};
use crate::evaluate::Pose;

/// How B is brought to where A is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// Both stay where they are.
    #[default]
    None,
    /// On this frame of A, the hips are over the hips and face the same way; markers, and joints without a left
    /// and a right, are turned and shifted to where the squares of all distances are least. Heights stay.
    Place(usize),
    /// Over all frames that both have, the sum of the squares of all distances is the least that a rotation
    /// about the vertical and a shift can make it.
    Range,
}

/// A rotation about the vertical, and a shift behind it: from B's world to A's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Alignment {
    /// In radians, anticlockwise as seen from above.
    pub angle: f64,
    /// In metres.
    pub shift: DVec3,
}

impl Alignment {
    /// From B's world to A's.
    pub fn apply(&self, position: Vec3) -> DVec3 {
        self.transform()(position)
    }

    /// The same for many positions, for which sine and cosine are worked out once.
    pub(super) fn transform(&self) -> impl Fn(Vec3) -> DVec3 + use<> {
        let ((sine, cosine), shift) = (self.angle.sin_cos(), self.shift);
        move |position| rotated(sine, cosine, position.as_dvec3()) + shift
    }

    /// The rotation by an angle that takes B's position to A's with a shift.
    fn between(angle: f64, a: DVec3, b: DVec3) -> Self {
        let (sine, cosine) = angle.sin_cos();
        Self { angle, shift: a - rotated(sine, cosine, b) }
    }
}

/// About Y.
fn rotated(sine: f64, cosine: f64, at: DVec3) -> DVec3 {
    DVec3::new(cosine * at.x + sine * at.z, at.y, cosine * at.z - sine * at.x)
}

/// What the least squares need of the positions of both takes.
#[derive(Clone, Copy, Default)]
struct Sums {
    count: f64,
    a: DVec3,
    b: DVec3,
    /// Of products of the level coordinates: `a · b`, and the vertical part of `b × a`.
    dot: f64,
    cross: f64,
}

impl Sums {
    fn add(&mut self, a: DVec3, b: DVec3) {
        self.count += 1.0;
        self.a += a;
        self.b += b;
        self.dot += a.x * b.x + a.z * b.z;
        self.cross += a.x * b.z - a.z * b.x;
    }

    fn plus(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            a: self.a + other.a,
            b: self.b + other.b,
            dot: self.dot + other.dot,
            cross: self.cross + other.cross,
        }
    }

    /// The rotation about the centroids maximizes `Σ a · R b = cos · Σ(a · b) + sin · Σ(b × a)`, both about the
    /// centroids; the shift takes one centroid to the other.
    fn solve(self) -> Option<Alignment> {
        let [a, b] = [self.a, self.b].map(|sum| sum / self.count);
        if !(a.is_finite() && b.is_finite()) {
            return None;
        }
        let dot = self.dot - self.count * (a.x * b.x + a.z * b.z);
        let cross = self.cross - self.count * (a.x * b.z - a.z * b.x);
        Some(Alignment::between(cross.atan2(dot), a, b))
    }
}

impl Comparison<'_> {
    /// How B is brought to where A is.
    ///
    /// # Errors
    /// Where there is no moment in both, or no figure to align.
    pub fn alignment(&self, align: Align) -> Result<Alignment, CompareError> {
        let frames = self.frames();
        if frames.is_empty() {
            return Err(CompareError::NoOverlap);
        }
        match align {
            Align::None => Ok(Alignment::default()),
            Align::Place(frame) => {
                let found = if frames.contains(&frame) { self.in_place(frame) } else { None };
                found.ok_or(CompareError::NoFigure(frame))
            }
            Align::Range => {
                let start = frames.start;
                self.sums(frames).solve().ok_or(CompareError::NoFigure(start))
            }
        }
    }

    /// Hips over hips on a frame of A, facing the same way. Markers, and joints without a left and a right, are
    /// brought together by all that match.
    fn in_place(&self, frame: usize) -> Option<Alignment> {
        let found = self.by_bodies(frame).or_else(|| self.sums(frame..frame + 1).solve())?;
        Some(Alignment { shift: DVec3::new(found.shift.x, 0.0, found.shift.z), ..found })
    }

    /// The same by what the figures are; `None` where that does not tell.
    fn by_bodies(&self, frame: usize) -> Option<Alignment> {
        let moments = [frame as f64, self.timing.frame_of_b(frame)];
        let figure = |i: usize| {
            let (take, stage, at) = (self.takes[i], self.stages[i], moments[i]);
            if take.is_of_markers() {
                return None;
            }
            let last = frame_count(take) - 1;
            let rows = [at.floor(), at.ceil()].map(|frame| take.row((frame as usize).min(last)));
            let mut pose = Pose::default();
            match at.fract() {
                0.0 => pose.evaluate(&take.skeleton, rows[0]),
                part => pose.evaluate_between(&take.skeleton, rows, part as f32),
            }
            let place = stage.body_position(take, &pose, &mut Vec::new())?;
            let facing = stage.facing_of(take, &pose)?.as_dvec3();
            Some((place.as_dvec3(), facing.x.atan2(facing.z)))
        };
        let ((a, heading_a), (b, heading_b)) = (figure(0)?, figure(1)?);
        Some(Alignment::between(heading_a - heading_b, a, b))
    }

    /// The sums over all matched joints on some frames.
    fn sums(&self, frames: Range<usize>) -> Sums {
        let sampler = Sampler::new(self);
        let sums = in_parts(frames, |part| {
            let mut sums = Sums::default();
            let mut positions = PairPositions::default();
            for block in blocks(part) {
                sampler.fill(block, &mut positions);
                let [a, b] = positions.of_takes.each_ref();
                for (a, b) in a.iter().zip(b).filter(|(a, b)| a.is_finite() && b.is_finite()) {
                    sums.add(a.as_dvec3(), b.as_dvec3());
                }
            }
            sums
        });
        sums.into_iter().fold(Sums::default(), Sums::plus)
    }
}
