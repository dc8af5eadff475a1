//! What stands ahead of the places: the frame with its number and its time, and the clock that these make.

use super::super::chunks::RowMerge;
use super::super::marker::frame_number;
use super::super::number::double;
use super::super::rate::{ASSUMED_FRAME_TIME, assumed, is_frame_time};
use super::super::table::{BadField, ExpectedField, field, skip_spaces};
use crate::take::{FileNumbers, FrameTime, LostFrames, WarningCode, Warnings};

#[derive(Clone, Copy, Debug)]
pub struct Stamp {
    /// The place of the frame in the take that was written, with a fraction between two frames.
    pub frame: f64,
    /// What its file called it; [`NO_NUMBER`] where it did not.
    number: i64,
    /// In seconds; NaN where nothing stands there.
    time: f64,
}

/// A number that no frame has.
const NO_NUMBER: i64 = i64::MIN;

/// Frames from here on have no exact number in double precision.
const LAST_FRAME: f64 = 9e15;

impl Stamp {
    /// That of a frame of which all is known.
    #[cfg(all(feature = "parquet", not(target_family = "wasm")))]
    pub fn new(frame: i64, number: Option<i64>, time: f64) -> Self {
        Self { frame: frame as f64, number: number.unwrap_or(NO_NUMBER), time }
    }

    /// Reads the fields at byte `at`; the second number is where the next one begins.
    pub fn read<const SEPARATOR: u8>(
        text: &[u8],
        at: usize,
    ) -> Result<(Self, usize), BadField<'_>> {
        let bad = |at, text_of_field, expected| BadField {
            at: skip_spaces::<SEPARATOR>(text, at),
            text: text_of_field,
            expected,
        };
        let (frame, next) = field::<SEPARATOR>(text, at);
        let Some(frame) = double(frame).filter(|frame| frame.abs() < LAST_FRAME) else {
            return Err(bad(at, frame, ExpectedField::FrameNumber));
        };
        let (number, behind) = field::<SEPARATOR>(text, next);
        let number = match (number, frame_number(number)) {
            (b"", _) => NO_NUMBER,
            (_, Some(number)) => number,
            (word, None) => return Err(bad(next, word, ExpectedField::FrameNumber)),
        };
        let (time, end) = field::<SEPARATOR>(text, behind);
        let time = match (time, double(time)) {
            (b"", _) => f64::NAN,
            (_, Some(seconds)) => seconds,
            (word, None) => return Err(bad(behind, word, ExpectedField::Time)),
        };
        Ok((Self { frame, number, time }, end))
    }
}

/// Those of the rows of a table with a row a frame.
impl RowMerge for Vec<Stamp> {
    fn join(&mut self, next: Self) -> bool {
        self.extend(next);
        true
    }
}

/// What the stamps of all frames tell.
pub struct Clock {
    pub frame_time: FrameTime,
    pub numbers: Option<FileNumbers>,
    /// Seconds at the first frame.
    pub start: f64,
}

/// The clock of a take of so many frames, of which those that are lost have no stamp.
pub fn settle(stamps: &[Stamp], count: usize, lost: &LostFrames, warnings: &mut Warnings) -> Clock {
    let places = (0..count).filter(|&frame| !lost.frames.contains(frame));
    let stamped = places.zip(stamps);
    let mut numbers = numbers(stamped.clone(), count, lost);
    let timed = || {
        let timed = stamped.clone().filter(|(_, stamp)| stamp.time.is_finite());
        timed.map(|(place, stamp)| (place, stamp.time))
    };
    let clock =
        |start: f64, seconds: f64, numbers| Clock { frame_time: seconds.into(), numbers, start };
    let Some((first, start)) = timed().next() else {
        let message = format!("no times are given: {}", assumed());
        warnings.add(WarningCode::RateAssumed, message);
        return Clock { frame_time: ASSUMED_FRAME_TIME, numbers, start: 0.0 };
    };
    if let Some(FileNumbers::Jumping { numbers: list, step: Some(step) }) = &numbers {
        let passed = |place: usize| (list[place] as f64 - list[first] as f64) / *step as f64;
        if let Some([start, seconds]) = fit(timed().map(|(place, t)| (passed(place), t))) {
            let ahead = passed(0) * seconds;
            return clock(start + ahead, seconds, numbers);
        }
    }
    if let Some(FileNumbers::Jumping { step, .. }) = &mut numbers {
        // What the numbers leave out is not missing in time.
        *step = None;
    }
    let passed = |place: usize| place as f64 - first as f64;
    let ahead = first as f64;
    if let Some([start, seconds]) = fit(timed().map(|(place, t)| (passed(place), t))) {
        return clock(start - ahead * seconds, seconds, numbers);
    }
    let last = timed().last().filter(|&(place, _)| place > first);
    let mean = last.map(|(place, time)| (time - start) / passed(place));
    match mean.filter(|&seconds| is_frame_time(seconds)) {
        Some(seconds) => {
            let message = "the times do not run on evenly: each row is shown as the next frame";
            warnings.add(WarningCode::NumberingUneven, message);
            clock(start - ahead * seconds, seconds, numbers)
        }
        None => {
            let message = format!("the times give no rate: {}", assumed());
            warnings.add(WarningCode::RateAssumed, message);
            Clock { frame_time: ASSUMED_FRAME_TIME, numbers, start }
        }
    }
}

/// What the file calls its frames: by the numbers, else by the places where these do not count up from 0,
/// as some frames of a take alone. A moment between two frames has no number, and what is beside it none
/// that would count.
fn numbers<'a>(
    stamped: impl Iterator<Item = (usize, &'a Stamp)> + Clone,
    count: usize,
    lost: &LostFrames,
) -> Option<FileNumbers> {
    let is_numbered = stamped.clone().any(|(_, stamp)| stamp.number != NO_NUMBER);
    let mut all = stamped.clone();
    let is_counted = !is_numbered && all.all(|(place, stamp)| stamp.frame == place as f64);
    let mut all = stamped.clone();
    if is_counted || all.any(|(_, stamp)| stamp.frame.fract() != 0.0) {
        return None;
    }
    let number = move |stamp: &Stamp| {
        if is_numbered {
            Some(stamp.number).filter(|&number| number != NO_NUMBER)
        } else {
            Some(stamp.frame as i64)
        }
    };
    // A lost frame of the take that was written may have no number: it gets one between its neighbours.
    let without = stamped.clone().filter(|(_, stamp)| number(stamp).is_none());
    let without = without.map(|(place, _)| place as u32..place as u32 + 1);
    let unnumbered = LostFrames::of(lost.frames.as_slice().iter().cloned().chain(without), count);
    let numbers = stamped.filter_map(|(_, stamp)| number(stamp));
    FileNumbers::of_rows(numbers.collect(), &unnumbered)
}

/// Seconds at the first of some times and seconds a frame: the roundest numbers that give all of them,
/// which were rounded to microseconds, each with the frame times that passed since the first one.
/// `None` where none do.
fn fit(times: impl Iterator<Item = (f64, f64)> + Clone) -> Option<[f64; 2]> {
    const ROUNDED: f64 = 0.500_1e-6;
    let first = times.clone().next()?.1;
    let later = times.clone().filter(|(passed, _)| *passed > 0.0);
    let [low, high] = later.fold([1e-9, f64::INFINITY], |[low, high], (passed, time)| {
        let at = |off: f64| (time - first + off) / passed;
        [low.max(at(-2.0 * ROUNDED)), high.min(at(2.0 * ROUNDED))]
    });
    if low > high || !high.is_finite() {
        return None;
    }
    let starts = |seconds: f64| {
        let [low, high] = times.clone().fold([f64::NEG_INFINITY, f64::INFINITY], {
            |[low, high]: [f64; 2], (passed, time)| {
                let start = time - passed * seconds;
                [low.max(start - ROUNDED), high.min(start + ROUNDED)]
            }
        });
        let start = if (low..=high).contains(&first) { first } else { (low + high) / 2.0 };
        (low <= high && is_frame_time(seconds)).then_some([start, seconds])
    };
    round([low, high]).find_map(starts)
}

/// Some frame times, the roundest first: that of a whole rate, of a rate of video, of rates with few
/// decimals, those that have few decimals themselves, and the middle.
pub(crate) fn round([low, high]: [f64; 2]) -> impl Iterator<Item = f64> {
    let middle = (low + high) / 2.0;
    let with_decimals = |value: f64, decimals: i32| {
        let scale = 10f64.powi(decimals);
        (value * scale).round() / scale
    };
    let rate = move |decimals| with_decimals(middle.recip(), decimals).recip();
    let video = 1.001 / (middle.recip() * 1.001).round();
    let rates = [rate(0), video].into_iter().chain((1..=3).map(rate));
    let times = (1..=9).map(move |decimals| with_decimals(middle, decimals));
    rates.chain(times).filter(move |seconds| (low..=high).contains(seconds)).chain([middle])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::microseconds;

    #[test]
    fn the_frame_time_is_the_roundest_that_gives_all_times() {
        for (seconds, frames) in [
            (1.0 / 120.0, 3),
            (1.0 / 120.0, 5000),
            (0.008333, 5000),
            (1.0 / 30.0, 2),
            (1001.0 / 30000.0, 4000),
            (0.0333667, 4000),
            (0.04, 2),
            (1.0 / 59.94, 4000),
        ] {
            for start in [0.0, 5.83, 1166.0 / 240.0] {
                let times = (0..frames).map(|i| f64::from(i) * seconds + start);
                let times = times.map(microseconds).enumerate();
                let times = times.map(|(i, time)| (i as f64, time));
                let [start, found] = fit(times.clone()).expect("a frame time");
                for (i, time) in times {
                    assert_eq!(microseconds(start + i * found), time, "{seconds} {i}");
                }
                let is_round = frames < 100 || (found - seconds).abs() < 1e-9;
                assert!(is_round, "{found} for {seconds}");
            }
        }
        let uneven = [(0.0, 0.0), (1.0, 0.1), (2.0, 0.3)];
        assert_eq!(fit(uneven.into_iter()), None);
        assert_eq!(fit([(0.0, 0.0)].into_iter()), None);
    }

    fn stamps(list: &[(i64, Option<i64>, f64)]) -> Vec<Stamp> {
        let stamp = |&(frame, number, time): &(i64, Option<i64>, f64)| Stamp {
            frame: frame as f64,
            number: number.unwrap_or(NO_NUMBER),
            time,
        };
        list.iter().map(stamp).collect()
    }

    #[test]
    fn frames_have_the_numbers_of_their_file_or_their_places_in_it() {
        let nan = f64::NAN;
        for (list, expected) in [
            (&[(0, None, nan), (1, None, nan)][..], None),
            (&[(0, Some(7), nan), (1, Some(8), nan)], Some(vec![7, 8])),
            (&[(0, None, nan), (10, None, nan)], Some(vec![0, 10])),
            (&[(0, Some(7), nan), (1, None, nan), (2, Some(11), nan)], Some(vec![7, 9, 11])),
        ] {
            let mut warnings = Warnings::default();
            let stamps = stamps(list);
            let clock = settle(&stamps, list.len(), &LostFrames::default(), &mut warnings);
            let numbers = clock.numbers.map(|numbers| {
                let all = (0..list.len()).filter_map(|frame| numbers.number(frame));
                all.collect::<Vec<_>>()
            });
            assert_eq!(numbers, expected);
            assert!(clock.frame_time.is_assumed);
        }
    }

    #[test]
    fn numbers_that_jump_are_a_clock_where_the_times_jump_with_them() {
        let mut warnings = Warnings::default();
        let jumps = [(0, Some(1), 2.0), (1, Some(2), 2.1), (2, Some(5), 2.4)];
        let clock = settle(&stamps(&jumps), 3, &LostFrames::default(), &mut warnings);
        assert_eq!((clock.start, clock.frame_time.seconds), (2.0, 0.1));
        let even = jumps.map(|(frame, number, _)| (frame, number, frame as f64 * 0.1));
        let clock = settle(&stamps(&even), 3, &LostFrames::default(), &mut warnings);
        assert!(matches!(clock.numbers, Some(FileNumbers::Jumping { step: None, .. })));
        assert!(warnings.is_empty());
        let uneven = jumps.map(|(frame, _, time)| (frame, None, time * time));
        settle(&stamps(&uneven), 3, &LostFrames::default(), &mut warnings);
        assert!(!warnings.is_empty());
    }
}
