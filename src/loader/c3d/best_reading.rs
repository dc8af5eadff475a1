//! How the right one of several readings of a C3D file is chosen: the one whose points move like a body.
//!
//! A wrong stride reads noise from the second frame on, a wrong kind of number reads noise at once, and
//! a wrong scale makes a giant or a dwarf. So a few frames of each reading are looked at: whether the
//! points are near the origin, are there again on the next frame, move little from one frame to the
//! next, and stand as far apart as those of a figure do.

use glam::Vec3;

use super::parameters::Parameters;
use super::points::{Frames, Layout, rows};
use crate::loader::Source;
use crate::loader::reporter::ProgressReporter;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reading {
    pub start: usize,
    pub layout: Layout,
}

const PAIRS: usize = 8;

/// By how much a reading must be better than the one that is believed otherwise.
const MARGIN: f32 = 1.2;

/// The size of a figure in metres, give or take a half.
const FIGURE: f32 = 1.7;

/// The index of the best reading: the first one where none is clearly better. The `unit` is in metres.
pub(super) fn best(parameters: &Parameters<'_>, readings: &[Reading], unit: Option<f64>) -> usize {
    let score = |reading| score(parameters, reading, unit);
    let scores: Vec<f32> = readings.iter().map(score).collect();
    // Of equal ones the first.
    let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)));
    best.filter(|&best| scores[best] > MARGIN * scores[0]).unwrap_or(0)
}

/// How much the points of a reading move as those of a figure do: from 0 to 1.
fn score(parameters: &Parameters<'_>, reading: &Reading, unit: Option<f64>) -> f32 {
    let layout = reading.layout;
    let stride = layout.stride();
    let data = parameters.source.bytes.get(reading.start..).unwrap_or_default();
    let steps = (data.len() / stride).saturating_sub(1);
    let is_position = vec![true; layout.points];
    let mut sum = 0.0;
    let pairs = PAIRS.min(steps);
    for pair in 0..pairs {
        let start = pair * steps / pairs * stride;
        let data = &data[start..start + 2 * stride];
        let processor = parameters.processor;
        let frames = Frames { data, processor, layout, is_position: &is_position };
        if let Some(rows) = rows(frames, &mut ProgressReporter::through(&Source::new("", b""))) {
            sum += score_of_pair(&rows.values, unit);
        }
    }
    sum / pairs.max(1) as f32
}

fn score_of_pair(values: &[f32], unit: Option<f64>) -> f32 {
    let (positions, _) = values.as_chunks::<3>();
    let (before, after) = positions.split_at(positions.len() / 2);
    let mut low = Vec3::INFINITY;
    let mut high = Vec3::NEG_INFINITY;
    for position in before.iter().copied().map(Vec3::from).filter(|position| !position.is_nan()) {
        low = low.min(position);
        high = high.max(position);
    }
    let extent = (high - low).max_element();
    if !(extent > 0.0 && extent.is_finite()) {
        return 0.0;
    }
    let is_alike = |&(&before, &after): &(&[f32; 3], &[f32; 3])| {
        let [before, after] = [before, after].map(Vec3::from);
        match [before, after].map(Vec3::is_nan) {
            [true, true] => true,
            [false, false] => before.distance(after) < 0.1 * extent,
            _ => false,
        }
    };
    let alike = before.iter().zip(after).filter(is_alike).count();
    alike as f32 / before.len() as f32 * size_score(extent, unit)
}

/// How much like a figure something is that is so large: 1 for half as large up to half as large again.
fn size_score(extent: f32, unit: Option<f64>) -> f32 {
    let off = |metres: f32| ((extent * metres / FIGURE).ln().abs() - 0.4).max(0.0);
    let off = match unit {
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
            assert_eq!(score_of_pair(&[still, other].concat(), Some(1.0)), score);
        }
        assert_eq!(score_of_pair(&[f32::NAN; 12], None), 0.0);
    }
}
