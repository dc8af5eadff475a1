//! Which frames the pictures of a run show, one after the other, and from how far around.

use std::f32::consts::TAU;

use crate::film::frames_begun;
use crate::take::Take;

/// One picture: the frame of each take in it, how far the camera has gone around the figure, and its number in
/// names of files.
pub(super) struct Shot {
    pub frames: Vec<usize>,
    pub turn: f32,
    pub number: usize,
}

pub(super) fn of_frames(frames: Vec<usize>) -> Vec<Shot> {
    frames.into_iter().map(|frame| Shot { frames: vec![frame], turn: 0.0, number: frame }).collect()
}

/// Pictures between which the camera goes once around.
pub(super) fn turning(mut shots: Vec<Shot>) -> Vec<Shot> {
    let count = shots.len() as f32;
    for (place, shot) in shots.iter_mut().enumerate() {
        shot.turn = TAU * place as f32 / count;
    }
    shots
}

pub(super) fn still(frame: usize, count: usize) -> Vec<Shot> {
    (0..count).map(|number| Shot { frames: vec![frame], turn: 0.0, number }).collect()
}

/// Pictures of several takes on one clock, on which all begin together: of each take the frame that is there by
/// then, or its last one. They are at the times of frames of the first take; without any, at a rate until the longest
/// take ends.
pub(super) fn synced(takes: &[&Take], first: Option<&[usize]>, rate: f64) -> Vec<Shot> {
    let times: Vec<f64> = match (first, takes.first()) {
        (Some(frames), Some(take)) => {
            frames.iter().map(|&frame| frame as f64 / take.fps()).collect()
        }
        _ => {
            let ends = takes.iter().map(|take| frame_count(take) as f64 / take.fps());
            let pictures = ((ends.fold(0.0, f64::max) * rate).round() as usize).max(1);
            (0..pictures).map(|picture| picture as f64 / rate).collect()
        }
    };
    let shot = |(number, time): (usize, f64)| Shot {
        frames: takes
            .iter()
            .map(|take| frames_begun(time * take.fps()).min(frame_count(take) - 1))
            .collect(),
        turn: 0.0,
        number,
    };
    times.into_iter().enumerate().map(shot).collect()
}

/// How many of some frames, spread evenly from the first to the last one; the middle one where one is wanted.
pub(super) fn spread(frames: &[usize], count: usize) -> Vec<usize> {
    let last = frames.len().saturating_sub(1);
    let count = count.min(frames.len());
    match count {
        0 | 1 => frames.get(last / 2).copied().into_iter().collect(),
        _ => (0..count).map(|i| frames[(i * last + (count - 1) / 2) / (count - 1)]).collect(),
    }
}

/// The frames of a take, of which one without a motion has one.
pub(super) fn frame_count(take: &Take) -> usize {
    take.motion.frame_count().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::{Axis, FormatId, Motion, SkeletonBuilder, Units};

    fn take(frame_time: f64, frames: usize) -> Take {
        let skeleton = SkeletonBuilder::default().finish();
        let motion = Motion::new(frame_time, frames, 0, Vec::new());
        Take::new("take", FormatId::Bvh, skeleton, motion, Units::new(None, Axis::Y))
    }

    #[test]
    fn takes_of_different_rates_share_a_clock_and_the_shorter_waits_on_its_last_frame() {
        let (fast, slow) = (take(1.0 / 120.0, 24), take(0.04, 10));
        let frames = |first: Option<&[usize]>| -> Vec<Vec<usize>> {
            synced(&[&fast, &slow], first, 25.0).into_iter().map(|shot| shot.frames).collect()
        };
        let all = frames(None);
        assert_eq!(all.len(), 10);
        assert_eq!(all[..3], [vec![0, 0], vec![4, 1], vec![9, 2]]);
        assert_eq!(all[9], [23, 9]);
        assert_eq!(frames(Some(&[6, 12])), [[6, 1], [12, 2]]);
        assert_eq!(synced(&[&take(0.04, 0), &slow], None, 25.0).len(), 10);
    }

    #[test]
    fn a_turn_is_whole_and_ends_before_it_begins_anew() {
        let turns: Vec<f32> = turning(still(7, 4)).iter().map(|shot| shot.turn / TAU).collect();
        assert_eq!(turns, [0.0, 0.25, 0.5, 0.75]);
    }

    #[test]
    fn a_few_frames_are_spread_from_the_first_to_the_last() {
        let frames: Vec<usize> = (100..201).collect();
        assert_eq!(spread(&frames, 5), [100, 125, 150, 175, 200]);
        assert_eq!(spread(&frames, 1), [150]);
        assert_eq!(spread(&frames[..3], 12), [100, 101, 102]);
        assert_eq!(spread(&frames[..8], 3), [100, 104, 107]);
    }
}
