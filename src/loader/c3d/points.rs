//! How the points of a C3D file are read into the motion table.
//!
//! ```text
//! frame   point …   analog samples, not read
//! point   x y z     floats, or integers that are multiplied by a scale
//!         w         below 0 where the point is missing; else what cameras saw it, and how well
//! ```

use super::processor::{Processor, dec_float};
use crate::loader::gaps::Gaps;
use crate::loader::number::MAX_VALUE;
use crate::loader::reporter::ProgressReporter;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    pub points: usize,
    pub samples: usize,
    /// As POINT:SCALE has it: what integers are multiplied with, or below 0 for floats.
    pub scale: f32,
}

impl Layout {
    pub fn is_float(&self) -> bool {
        self.scale < 0.0
    }

    pub fn stride(&self) -> usize {
        (4 * self.points + self.samples) * if self.is_float() { 4 } else { 2 }
    }
}

pub(super) struct Rows {
    /// Rows of three values for each point, all NaN where it is missing or exactly at 0 0 0.
    pub values: Vec<f32>,
    /// The gaps of those that are positions, by the byte of their frame.
    pub gaps: Gaps,
    /// No value is farther from 0 than this.
    pub largest: f32,
}

/// The frames of a data section, and nothing else.
#[derive(Clone, Copy)]
pub(super) struct Frames<'a> {
    pub data: &'a [u8],
    pub processor: Processor,
    pub layout: Layout,
    pub is_position: &'a [bool],
}

/// Reads the points of all frames; `None` where nobody waits for them any more.
pub(super) fn rows(frames: Frames<'_>, reporter: &mut ProgressReporter<'_>) -> Option<Rows> {
    let scale = frames.layout.scale;
    match (frames.processor, frames.layout.is_float()) {
        (Processor::Intel, true) => rows_of(frames, reporter, |p| floats(p, f32::from_le_bytes)),
        (Processor::Dec, true) => rows_of(frames, reporter, |p| floats(p, dec_float)),
        (Processor::Mips, true) => rows_of(frames, reporter, |p| floats(p, f32::from_be_bytes)),
        (Processor::Intel | Processor::Dec, false) => {
            rows_of(frames, reporter, |p| integers(p, scale, i16::from_le_bytes))
        }
        (Processor::Mips, false) => {
            rows_of(frames, reporter, |p| integers(p, scale, i16::from_be_bytes))
        }
    }
}

/// The rows of points that take `SIZE` bytes each. Every kind of number has a loop of its own, in
/// which nothing is asked that is the same for all points.
fn rows_of<const SIZE: usize>(
    frames: Frames<'_>,
    reporter: &mut ProgressReporter<'_>,
    point: impl Fn(&[u8; SIZE]) -> [f32; 4],
) -> Option<Rows> {
    let Frames { data, layout, is_position, .. } = frames;
    let stride = layout.stride();
    let columns = 3 * layout.points;
    let mut rows = Rows {
        values: vec![0.0; data.len() / stride * columns],
        gaps: Gaps::default(),
        largest: 0.0,
    };
    let table = rows.values.chunks_exact_mut(columns);
    for (number, (row, frame)) in table.zip(data.chunks_exact(stride)).enumerate() {
        if reporter.is_cut_short(number * stride) {
            return None;
        }
        let (positions, _) = row.as_chunks_mut::<3>();
        let (points, _) = frame[..layout.points * SIZE].as_chunks::<SIZE>();
        // Whether any point is at 0 0 0, or anywhere else; and the farthest coordinate: without their
        // signs, the bits of floats are in the order of their values.
        let (mut any_zero, mut any_seen, mut farthest) = (0u32, 0u32, 0u32);
        for (position, bytes) in positions.iter_mut().zip(points) {
            let [x, y, z, w] = point(bytes);
            let is_near = |v: f32| v.abs() <= MAX_VALUE;
            // Without a branch: gaps come and go, and none would be foretold.
            let is_there = is_near(x) & is_near(y) & is_near(z) & ((w >= 0.0) | w.is_nan());
            let far = [x, y, z].map(|v| v.to_bits() & 0x7fff_ffff);
            let far = far[0].max(far[1]).max(far[2]);
            let is_seen = is_there & (far != 0);
            any_zero |= u32::from(is_there & (far == 0));
            any_seen |= u32::from(is_seen);
            // All bits set are one of the NaNs.
            let gap = u32::from(is_seen).wrapping_sub(1);
            farthest = farthest.max(far & !gap);
            *position = [x, y, z].map(|v| f32::from_bits(v.to_bits() | gap));
        }
        rows.largest = rows.largest.max(f32::from_bits(farthest));
        rows.gaps.join(match any_zero {
            0 => Gaps { has_places: any_seen > 0, ..Gaps::default() },
            _ => gaps_of(number * stride, points.iter().map(&point), is_position),
        });
    }
    Some(rows)
}

/// The gaps of a frame that has points at 0 0 0, as far as these are positions.
#[cold]
fn gaps_of(at: usize, points: impl Iterator<Item = [f32; 4]>, is_position: &[bool]) -> Gaps {
    let (mut zeros, mut has_places) = (0, false);
    for ([x, y, z, w], &is_position) in points.zip(is_position) {
        if !is_position || w < 0.0 {
            continue;
        }
        if x == 0.0 && y == 0.0 && z == 0.0 {
            zeros += 1;
        } else {
            has_places |= [x, y, z].iter().all(|v| v.abs() <= MAX_VALUE);
        }
    }
    Gaps { half: 0, zeros, first_zero: (zeros > 0).then_some(at), has_places }
}

#[inline(always)]
fn floats(point: &[u8; 16], float: impl Fn([u8; 4]) -> f32) -> [f32; 4] {
    let (words, _) = point.as_chunks::<4>();
    [words[0], words[1], words[2], words[3]].map(float)
}

#[inline(always)]
fn integers(point: &[u8; 8], scale: f32, integer: impl Fn([u8; 2]) -> i16) -> [f32; 4] {
    let (words, _) = point.as_chunks::<2>();
    let [x, y, z, w] = [words[0], words[1], words[2], words[3]].map(integer);
    let [x, y, z] = [x, y, z].map(|v| f32::from(v) * scale);
    [x, y, z, f32::from(w)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::Source;

    fn rows(data: &[u8], processor: Processor, layout: Layout) -> Vec<f32> {
        let mut reporter = ProgressReporter::through(&Source::new("x", data));
        let frames = Frames { data, processor, layout, is_position: &vec![true; layout.points] };
        super::rows(frames, &mut reporter).expect("rows").values
    }

    fn floats_of(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|v| v.to_le_bytes()).collect()
    }

    #[test]
    fn samples_between_frames_are_passed_over() {
        let data = floats_of(&[1.0, 2.0, 3.0, 0.0, 77.0, 4.0, 5.0, 6.0, 0.0, 78.0]);
        let layout = Layout { points: 1, samples: 1, scale: -1.0 };
        assert_eq!(rows(&data, Processor::Intel, layout), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    }

    #[test]
    fn what_is_no_place_is_a_gap_in_all_three_columns() {
        let layout = Layout { points: 1, samples: 0, scale: -1.0 };
        for [x, y, z, w] in [
            [1.0, 2.0, 3.0, -1.0],
            [f32::NAN, 2.0, 3.0, 0.0],
            [1.0, f32::INFINITY, 3.0, 0.0],
            [f32::INFINITY, f32::NEG_INFINITY, 3.0, 0.0],
            [1.0, 2.0, -2e15, 0.0],
            [f32::NAN, f32::NAN, f32::NAN, 0.0],
            [0.0, -0.0, 0.0, 0.0],
        ] {
            let row = rows(&floats_of(&[x, y, z, w]), Processor::Intel, layout);
            assert!(row.iter().all(|v| v.is_nan()), "{x} {y} {z} {w}: {row:?}");
        }
        // What cameras saw the point is no reason to leave it out.
        let row = rows(&floats_of(&[1.0, 2.0, 3.0, 32_767.0]), Processor::Intel, layout);
        assert_eq!(row, [1.0, 2.0, 3.0]);
    }

    #[test]
    fn integers_are_multiplied_by_the_scale() {
        let layout = Layout { points: 2, samples: 0, scale: 0.5 };
        let data = [2i16, -3, 4, 0, 2, -3, 4, -1].map(i16::to_be_bytes);
        let row = rows(data.as_flattened(), Processor::Mips, layout);
        assert_eq!(row[..3], [1.0, -1.5, 2.0]);
        assert!(row[3..].iter().all(|v| v.is_nan()));
    }
}
