//! The rate of an archive, its times and the numbers of its frames.

use super::super::rate::{ASSUMED_FRAME_TIME, assumed, frames_a_second, is_frame_time};
use super::archive::Archive;
use crate::take::{FileNumbers, FrameTime, Lost, Place, WarningCode, Warnings};

/// Under which names archives have their frames a second.
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
    /// `usual` one of its layout. `at` is where a rate is told to be missing.
    pub fn of(
        archive: &Archive<'_>,
        (frames, usual): (usize, Option<f64>),
        at: usize,
        warnings: &mut Warnings,
    ) -> Self {
        let times = archive.numbers(&["times"], frames).unwrap_or_default();
        let start = times.first().copied().filter(|start| start.is_finite());
        let own = archive.number(&["frame_time"]).filter(|&s| is_frame_time(s));
        let step = evenly(&times).filter(|&s| is_frame_time(s));
        let frame_time = match (step, own) {
            // Of a few frames of a take, with the digits that times have lost.
            (Some(step), Some(own)) => Some((step / own).round().max(1.0) * own),
            (step, own) => step.or(own),
        };
        Self {
            frame_time: frame_time
                .map_or_else(|| by_rate(archive, (at, usual), warnings), FrameTime::from),
            start: start.unwrap_or(0.0),
        }
    }
}

/// Seconds from one of the times to the next, where they run on evenly.
fn evenly(times: &[f64]) -> Option<f64> {
    /// How far a step may be from another one, as a part of it.
    const SAME: f64 = 0.01;
    let [first, .., last] = times else {
        return None;
    };
    let step = (last - first) / (times.len() - 1) as f64;
    let is_even = |pair: &[f64]| (pair[1] - pair[0] - step).abs() <= SAME * step;
    times.windows(2).all(is_even).then_some(step)
}

fn by_rate(
    archive: &Archive<'_>,
    (at, usual): (usize, Option<f64>),
    warnings: &mut Warnings,
) -> FrameTime {
    /// What rounding and the drift of a clock make of a rate: 120.00004578 is meant as 120.
    const MEANT: f64 = 1e-5;
    let entry = archive.find(&RATES);
    let at = entry.map_or(at, |entry| entry.at());
    let rate = entry.and_then(|_| archive.number(&RATES));
    let usable = rate.filter(|rate| is_frame_time(rate.recip()));
    let Some(rate) = usable else {
        let found = match (entry, rate) {
            (Some(entry), Some(rate)) => format!("{} is {rate}, which is no rate", entry.key),
            (Some(entry), None) => format!("{} is not read", entry.key),
            (None, _) => "no rate is given".to_string(),
        };
        let assumed = match usual {
            Some(rate) => format!("{} are assumed", frames_a_second(rate)),
            None => assumed(),
        };
        let message = format!("{found}: {assumed}");
        let place = || Place::Byte(at as u64);
        match entry {
            Some(_) => warnings.add_at(WarningCode::RateAssumed, place, message),
            None => warnings.add(WarningCode::RateAssumed, message),
        }
        return match usual {
            Some(rate) => FrameTime { seconds: rate.recip(), is_assumed: true },
            None => ASSUMED_FRAME_TIME,
        };
    };
    let whole = rate.round();
    let is_meant = whole > 0.0 && (rate - whole).abs() <= MEANT * rate;
    let rate = if is_meant { whole } else { rate };
    rate.recip().into()
}

/// By which numbers the file that an archive was made of calls its frames; -1 is none.
pub(super) fn numbers(archive: &Archive<'_>, frames: usize) -> Option<FileNumbers> {
    let numbers = archive.numbers(&["numbers"], frames)?;
    let whole = numbers.iter().map(|&number| number as i64);
    let whole: Vec<i64> = whole.collect();
    let is_sound = whole.len() == frames && !whole.contains(&-1);
    FileNumbers::of_rows(whole, &Lost::default()).filter(|_| is_sound)
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
            assert_eq!(evenly(times), step, "{times:?}");
        }
    }
}
