//! How the right reading of a C3D file is chosen: the one whose points move like a body.
//!
//! Which of several readings of a C3D file is the motion of somebody, where header and parameters do
//! not agree.
//!
//! A wrong stride reads noise from the second frame on, a wrong kind of number reads noise at once, and
//! a wrong scale makes a giant or a dwarf. So a few frames of each reading are looked at: whether the
//! points are near the origin, are there again on the next frame, move little from one frame to the
//! next, and stand as far apart as those of a figure do.

use glam::Vec3;

use super::points::{Layout, rows};
use super::processor::Processor;
use crate::loader::Source;
use crate::loader::reporter::ProgressReporter;

/// One way to read the data of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reading {
    /// The byte at which the frames begin.
    pub start: usize,
    pub layout: Layout,
}

/// How many pairs of frames are looked at.
const PAIRS: usize = 8;

/// By how much a reading must be better than the one that is believed otherwise.
const MARGIN: f32 = 1.2;

/// The size of a figure in metres, give or take a half.
const FIGURE: f32 = 1.7;

/// The place of the reading to take, the first of which is believed where none is clearly better.
pub(super) fn best(
    source: &Source<'_>,
    processor: Processor,
    readings: &[Reading],
    metres_per_unit: Option<f64>,
) -> usize {
    let scores = readings.iter().map(|reading| score(source, processor, reading, metres_per_unit));
    let scores: Vec<f32> = scores.collect();
    let best = (0..scores.len()).max_by(|&a, &b| {
        // Of equal ones the first.
        scores[a].total_cmp(&scores[b]).then(b.cmp(&a))
    });
    best.filter(|&best| scores[best] > MARGIN * scores[0]).unwrap_or(0)
}

/// How much the points of a reading move as those of a figure do: from 0 to 1.
fn score(
    source: &Source<'_>,
    processor: Processor,
    reading: &Reading,
    metres_per_unit: Option<f64>,
) -> f32 {
    let stride = reading.layout.stride();
    let data = source.bytes.get(reading.start..).unwrap_or_default();
    let steps = (data.len() / stride).saturating_sub(1);
    let is_place = vec![true; reading.layout.points];
    let mut sum = 0.0;
    let pairs = PAIRS.min(steps);
    for pair in 0..pairs {
        let from = pair * steps / pairs * stride;
        let mut reporter = ProgressReporter::through(&Source::new("", b""));
        let two = &data[from..from + 2 * stride];
        if let Some(rows) = rows(two, processor, reading.layout, &is_place, &mut reporter) {
            sum += score_of_pair(&rows.values, metres_per_unit);
        }
    }
    sum / pairs.max(1) as f32
}

/// The same of the rows of two frames.
fn score_of_pair(values: &[f32], metres_per_unit: Option<f64>) -> f32 {
    let (places, _) = values.as_chunks::<3>();
    let (before, after) = places.split_at(places.len() / 2);
    let places = before.iter().copied().map(Vec3::from);
    let places: Vec<Vec3> = places.filter(|place| !place.is_nan()).collect();
    let low = places.iter().copied().fold(Vec3::INFINITY, Vec3::min);
    let high = places.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max);
    let extent = (high - low).max_element();
    if !(extent > 0.0 && extent.is_finite()) {
        return 0.0;
    }
    let mut alike = 0;
    for (&before, &after) in before.iter().zip(after) {
        let [before, after] = [before, after].map(Vec3::from);
        alike += usize::from(match [before, after].map(Vec3::is_nan) {
            [true, true] => true,
            [false, false] => before.distance(after) < 0.1 * extent,
            _ => false,
        });
    }
    alike as f32 / before.len() as f32 * likeness(extent, metres_per_unit)
}

/// How much like a figure something is that is so large: 1 for half as large up to half as large again.
fn likeness(extent: f32, metres_per_unit: Option<f64>) -> f32 {
    let off = |metres: f32| ((extent * metres / FIGURE).ln().abs() - 0.4).max(0.0);
    let off = match metres_per_unit {
        Some(metres) => off(metres as f32),
        // Which of the usual units it is tells the size.
        None => [0.001, 0.01, 1.0].map(off).into_iter().fold(f32::MAX, f32::min),
    };
    1.0 / (1.0 + off)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_neither_a_giant_nor_a_dwarf() {
        for (extent, unit, is_figure) in [
            (1800.0, Some(0.001), true),
            (700.0, Some(0.001), false),
            (1.8, Some(1.0), true),
            (1.8, None, true),
            (1.8e5, Some(0.001), false),
        ] {
            let score = score_of_pair(&[0.0, 0.0, 1.0, 0.0, extent, 0.0].repeat(2), unit);
            assert_eq!(score == 1.0, is_figure, "{extent} {unit:?}: {score}");
        }
    }

    #[test]
    fn what_jumps_or_comes_and_goes_is_no_figure() {
        let still = [0.0, 0.0, 0.0, 0.0, 0.0, 1.7];
        let mut jumps = still;
        jumps[3] = 1.0;
        let mut gone = still;
        gone[3..].fill(f32::NAN);
        for (other, score) in [(still, 1.0), (jumps, 0.5), (gone, 0.5)] {
            let both = [still, other].concat();
            assert_eq!(score_of_pair(&both, Some(1.0)), score);
        }
        assert_eq!(score_of_pair(&[f32::NAN; 12], None), 0.0);
    }
}
