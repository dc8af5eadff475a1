//! The rate of an archive, its times and the numbers of its frames.

use super::super::rate::{ASSUMED_FRAME_TIME, assumed, frames_a_second, is_frame_time};
use super::archive::Archive;
use crate::take::{FileNumbers, FrameTime, LostFrames, WarningCode, Warnings};

/// The keys of frames a second.
const RATES: [&str; 6] =
    ["fps", "mocap_framerate", "mocap_frame_rate", "framerate", "frame_rate", "frequency"];

/// When the frames of an archive are.
pub(super) struct Clock {
    pub frame_time: FrameTime,
    /// Seconds at the first one.
    pub start: f64,
}

impl Clock {
    /// By the times of the frames where there are some, as Rushes writes them; else by a rate, or by the
    /// `usual` one of the layout.
    pub fn read(
        archive: &Archive<'_>,
        frames: usize,
        usual: Option<f64>,
        warnings: &mut Warnings,
    ) -> Self {
        let times = archive.numbers(&["times"], frames).unwrap_or_default();
        let start = times.first().copied().filter(|start| start.is_finite());
        let own = archive.number(&["frame_time"]).filter(|&s| is_frame_time(s));
        let step = even_step(&times).filter(|&s| is_frame_time(s));
        let frame_time = match (step, own) {
            // Of a few frames of a take, with the digits that times have lost.
            (Some(step), Some(own)) => ((step / own).round().max(1.0) * own).into(),
            (Some(seconds), None) | (None, Some(seconds)) => seconds.into(),
            (None, None) => by_rate(archive, usual, warnings),
        };
        Self { frame_time, start: start.unwrap_or(0.0) }
    }
}

/// Seconds from one of the times to the next, where they are evenly spaced.
fn even_step(times: &[f64]) -> Option<f64> {
    /// How far a step may be from another one, as a part of it.
    const SAME: f64 = 0.01;
    let [first, .., last] = times else { return None };
    let step = (last - first) / (times.len() - 1) as f64;
    let is_even = |pair: &[f64]| (pair[1] - pair[0] - step).abs() <= SAME * step;
    times.windows(2).all(is_even).then_some(step)
}

fn by_rate(archive: &Archive<'_>, usual: Option<f64>, warnings: &mut Warnings) -> FrameTime {
    /// What rounding and the drift of a clock make of a rate: 120.00004578 is meant as 120.
    const MEANT: f64 = 1e-5;
    let entry = archive.find(&RATES);
    let rate = entry.and_then(|_| archive.number(&RATES));
    if let Some(rate) = rate.filter(|rate| is_frame_time(rate.recip())) {
        let whole = rate.round();
        let is_meant = whole > 0.0 && (rate - whole).abs() <= MEANT * rate;
        let seconds = if is_meant { whole.recip() } else { rate.recip() };
        return seconds.into();
    }
    let assumption = match usual {
        Some(rate) => format!("{} are assumed", frames_a_second(rate)),
        None => assumed(),
    };
    match (entry, rate) {
        (None, _) => {
            warnings.add(WarningCode::RateAssumed, format!("no rate is given: {assumption}"));
        }
        (Some(entry), rate) => {
            let fault = match rate {
                Some(rate) => format!("is {rate}, which is no rate"),
                None => "is not read".to_string(),
            };
            let message = format!("{} {fault}: {assumption}", entry.key);
            warnings.add_at(WarningCode::RateAssumed, || entry.place(), message);
        }
    }
    match usual {
        Some(rate) => FrameTime { seconds: rate.recip(), is_assumed: true },
        None => ASSUMED_FRAME_TIME,
    }
}

/// The numbers by which the file that an archive was made of calls its frames; -1 is none.
pub(super) fn numbers(archive: &Archive<'_>, frames: usize) -> Option<FileNumbers> {
    // Those of a person of WHAM count the pictures of the film; from 0 on they say nothing new.
    let of_film = || archive.numbers(&["frame_ids", "frame_id"], frames);
    let of_film = || of_film().filter(|numbers| numbers.first() != Some(&0.0));
    let numbers = archive.numbers(&["numbers"], frames).or_else(of_film)?;
    let numbers: Vec<i64> = numbers.iter().map(|&number| number as i64).collect();
    if numbers.len() != frames || numbers.contains(&-1) {
        return None;
    }
    FileNumbers::of_rows(numbers, &LostFrames::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_give_a_rate_where_they_run_on_evenly() {
        for (times, step) in [
            (&[][..], None),
            (&[1.0], None),
            (&[2.0, 2.5, 3.0], Some(0.5)),
            (&[2.0, 2.5, 3.5], None),
            (&[2.0, f64::NAN, 3.0], None),
        ] {
            assert_eq!(even_step(times), step, "{times:?}");
        }
    }
}
