//! The numbers by which a file calls its frames, and its clock.

use serde::{Deserialize, Serialize};

use super::{LostFrames, Take, rounded};

/// Frame numbers that run on evenly: the frame at place `n` is called `first + n * step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameNumbers {
    /// The number of the first frame.
    pub first: i64,
    /// From one frame's number to the next one's; not 0.
    pub step: i64,
}

impl FrameNumbers {
    /// Frames that are called by their places.
    pub const FROM_0: Self = Self { first: 0, step: 1 };

    /// What the file calls the frame at this place, which counts from 0.
    pub fn of(self, frame: usize) -> i64 {
        self.at(i64::try_from(frame).unwrap_or(i64::MAX))
    }

    /// What the frame at this place would be called, which may be before the first one.
    pub fn at(self, place: i64) -> i64 {
        self.first.saturating_add(self.step.saturating_mul(place))
    }

    /// The place of the frame that is called so; `None` between two frames.
    pub fn place_of(self, number: i64) -> Option<i64> {
        let steps = number.saturating_sub(self.first);
        (steps.checked_rem(self.step) == Some(0)).then(|| steps / self.step)
    }

    /// The numbers of `count` frames, for people.
    fn text(self, count: usize) -> String {
        let first = self.first;
        match (count, self.step) {
            (0, _) => format!("from {first}"),
            (1, _) => first.to_string(),
            (_, 1) => format!("{first} to {}", self.of(count - 1)),
            (_, step) => format!("{first} to {} in steps of {step}", self.of(count - 1)),
        }
    }
}

/// The numbers by which a file calls its frames: those of its rows, as they stand there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileNumbers {
    /// They run on evenly.
    Even(FrameNumbers),
    /// They jump, repeat themselves or fall.
    Jumping {
        /// The number of each frame; of a lost one, a number between those of its neighbours.
        numbers: Vec<i64>,
        /// By how many numbers the clock goes on in a frame time: the shortest step. `None` where the
        /// numbers are no clock, because some do not rise or the file's times run on evenly.
        step: Option<i64>,
    },
}

impl FileNumbers {
    /// Those of a take of which some frames are lost, by the numbers of the others in their order; `None`
    /// where there are none.
    pub fn of_rows(read: Vec<i64>, lost: &LostFrames) -> Option<Self> {
        let numbers = with_lost(read, lost);
        let &first = numbers.first()?;
        let steps = numbers.windows(2);
        let steps = steps.map(|pair| pair[1].checked_sub(pair[0]).filter(|&step| step > 0));
        let ends = steps.map(|step| Some([step?; 2]));
        let ends = ends.reduce(|a, b| Some([a?[0].min(b?[0]), a?[1].max(b?[1])]));
        // A single frame has no step.
        Some(match ends.unwrap_or(Some([1; 2])) {
            Some([step, longest]) if step == longest => Self::Even(FrameNumbers { first, step }),
            ends => Self::Jumping { numbers, step: ends.map(|[shortest, _]| shortest) },
        })
    }

    /// What the file calls a frame, which counts from 0; `None` where that is not known.
    pub fn number(&self, frame: usize) -> Option<i64> {
        match self {
            Self::Even(even) => Some(even.of(frame)),
            Self::Jumping { numbers, .. } => numbers.get(frame).copied(),
        }
    }

    /// The place of the first frame that is called so; that of numbers that run on evenly may be before
    /// the first frame or behind the last one.
    pub fn place_of(&self, number: i64) -> Option<i64> {
        match self {
            Self::Even(even) => even.place_of(number),
            Self::Jumping { numbers, .. } => {
                i64::try_from(numbers.iter().position(|&other| other == number)?).ok()
            }
        }
    }

    /// The numbers of `count` frames, for people.
    pub fn text(&self, count: usize) -> String {
        match self {
            Self::Even(even) => even.text(count),
            Self::Jumping { numbers, .. } => {
                let ends = [numbers.first(), numbers.last()];
                let [first, last] = ends.map(|number| number.copied().unwrap_or_default());
                format!("{first} to {last}, {count} frames, with jumps")
            }
        }
    }
}

/// Gives each lost frame a number between those of its neighbours; ahead of all others, ones that go on
/// backwards like the first two.
fn with_lost(read: Vec<i64>, lost: &LostFrames) -> Vec<i64> {
    let runs = lost.frames.as_slice();
    if runs.is_empty() || read.is_empty() {
        return read;
    }
    let ahead = lost.ahead();
    let mut read = read.into_iter();
    let mut numbers = Vec::with_capacity(read.len() + lost.frames.frames());
    for run in runs.iter().filter(|run| run.start > 0) {
        let sound = run.start as usize - ahead - numbers.len();
        numbers.extend(read.by_ref().take(sound));
        let [before, behind] = [numbers.last(), read.as_slice().first()];
        let Some((&before, behind)) = before.zip(behind) else {
            break;
        };
        let step = behind.saturating_sub(before) / (run.len() as i64 + 1);
        numbers.extend((1..=run.len() as i64).map(|i| before + step * i));
    }
    numbers.extend(read);
    let first = numbers[0];
    let step = numbers.get(1).map_or(1, |second| second.saturating_sub(first));
    let before = (1..=ahead as i64).rev().map(|i| first.saturating_sub(step.saturating_mul(i)));
    before.chain(numbers.iter().copied()).collect()
}

impl Take {
    /// The numbers of the frames, where the file has some that run on evenly.
    pub fn even_numbers(&self) -> Option<FrameNumbers> {
        match self.numbers {
            Some(FileNumbers::Even(even)) => Some(even),
            _ => None,
        }
    }

    /// What the file calls a frame, which counts from 0. `None` where it does not number its frames,
    /// where there is no such frame, and of a lost one among numbers that jump.
    pub fn number(&self, frame: usize) -> Option<i64> {
        let numbers = self.numbers.as_ref()?;
        let is_known = frame < self.motion.frame_count()
            && (self.even_numbers().is_some() || !self.lost.frames.contains(frame));
        numbers.number(frame).filter(|_| is_known)
    }

    /// The first frame that the file calls so; `None` where there is none.
    pub fn frame_of_number(&self, number: i64) -> Option<usize> {
        let frame = usize::try_from(self.numbers.as_ref()?.place_of(number)?).ok()?;
        (self.number(frame) == Some(number)).then_some(frame)
    }

    /// [`Take::start_time`] for people; `None` where it is 0.
    pub fn start_text(&self) -> Option<String> {
        let start = rounded(self.start_time, 6);
        (start != "0").then(|| format!("{start} s"))
    }

    /// The frame at a time of the file's own clock, and which part of the way to the next frame the time is
    /// behind it; `None` before the first and behind the last frame. A time that is a thousandth of a frame away from
    /// one, or as much as it is rounded to where it is printed, is on it.
    pub fn at_file_time(&self, seconds: f64) -> Option<(usize, f64)> {
        /// In parts of a frame time: times are typed as they were read, rounded; and no two frames are taken for one.
        const ON: [f64; 2] = [1e-3, 0.25];
        /// In seconds: more than what six decimals leave out.
        const PRINTED: f64 = 6e-7;
        let frame_time = self.motion.frame_time();
        let close = PRINTED.clamp(ON[0] * frame_time, ON[1] * frame_time);
        let last = self.motion.frame_count().max(1) - 1;
        let is_out = seconds < self.file_time(0) - close || seconds > self.file_time(last) + close;
        if is_out || seconds.is_nan() {
            return None;
        }
        let (mut low, mut high) = (0, last);
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.file_time(middle) <= seconds + close { low = middle } else { high = middle - 1 }
        }
        let behind = seconds - self.file_time(low);
        if low == last || behind <= close {
            return Some((low, 0.0));
        }
        Some((low, behind / (self.file_time(low + 1) - self.file_time(low))))
    }

    /// When a frame is by the file's own clock, in seconds: [`Take::start_time`] and the time from the
    /// first frame. Where numbers jump, as many frames as they leave out pass.
    pub fn file_time(&self, frame: usize) -> f64 {
        let passed = match &self.numbers {
            Some(FileNumbers::Jumping { numbers, step: Some(step) }) if frame < numbers.len() => {
                (numbers[frame] as f64 - numbers[0] as f64) / *step as f64
            }
            _ => frame as f64,
        };
        self.start_time + passed * self.motion.frame_time()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::{Axis, FormatId, Motion, SkeletonBuilder, Units};

    /// A take at 100 frames a second that begins at 2 s, with the numbers of the frames that are not lost.
    fn take(read: &[i64], lost: &[u32]) -> Take {
        let frames = read.len() + lost.len();
        let motion = Motion::new(0.01, frames, 0, vec![]);
        let skeleton = SkeletonBuilder::default().finish();
        let lost = LostFrames::of(lost.iter().map(|&frame| frame..frame + 1), frames);
        Take {
            numbers: FileNumbers::of_rows(read.to_vec(), &lost),
            start_time: 2.0,
            lost,
            ..Take::new("take", FormatId::Bvh, skeleton, motion, Units::assumed(Axis::Y))
        }
    }

    fn even(first: i64, step: i64) -> Option<FrameNumbers> {
        Some(FrameNumbers { first, step })
    }

    #[test]
    fn numbers_that_run_on_by_one_step_above_0_are_even() {
        assert_eq!(take(&[], &[]).numbers, None);
        assert_eq!(take(&[7], &[]).even_numbers(), even(7, 1));
        assert_eq!(take(&[-1, 0, 1], &[]).even_numbers(), even(-1, 1));
        assert_eq!(take(&[10, 15, 20], &[]).even_numbers(), even(10, 5));
        for read in [&[1, 2, 4][..], &[1, 1], &[2, 1], &[i64::MIN, i64::MAX]] {
            let take = take(read, &[]);
            assert_eq!(take.even_numbers(), None, "{read:?}");
            let numbers: Vec<_> = (0..read.len()).filter_map(|i| take.number(i)).collect();
            assert_eq!(numbers, read);
        }
    }

    #[test]
    fn lost_frames_count_where_numbers_run_on_evenly() {
        assert_eq!(take(&[1, 3], &[1]).even_numbers(), even(1, 1));
        assert_eq!(take(&[10, 20], &[0, 1, 3]).even_numbers(), even(0, 5));
        assert_eq!(take(&[7], &[0]).even_numbers(), even(6, 1));
        let take = take(&[101, 103, 107, 108], &[0, 2]);
        assert_eq!(take.even_numbers(), None);
        let numbers: Vec<_> = (0..7).map(|frame| take.number(frame)).collect();
        assert_eq!(numbers, [None, Some(101), None, Some(103), Some(107), Some(108), None]);
        assert_eq!(take.frame_of_number(103), Some(3));
        assert_eq!(take.frame_of_number(102), None, "nobody could read it");
        assert_eq!(take.file_time(0), 2.0);
        assert_eq!(take.file_time(4), 2.07);
    }

    #[test]
    fn the_clock_follows_numbers_that_rise_with_jumps() {
        let times = |read: &[i64]| {
            let take = take(read, &[]);
            let times = (0..read.len()).map(|frame| take.file_time(frame));
            times.map(crate::take::microseconds).collect::<Vec<_>>()
        };
        assert_eq!(times(&[101, 102, 103, 107]), [2.0, 2.01, 2.02, 2.06]);
        assert_eq!(times(&[10, 12, 16]), [2.0, 2.01, 2.03]);
        assert_eq!(times(&[10, 15, 20]), [2.0, 2.01, 2.02]);
        // Numbers that repeat themselves are no clock.
        assert_eq!(times(&[1, 2, 900, 3]), [2.0, 2.01, 2.02, 2.03]);
        assert_eq!(times(&[1, 2, 1, 2]), [2.0, 2.01, 2.02, 2.03]);
    }

    #[test]
    fn a_time_of_the_clock_falls_on_a_frame_or_between_two() {
        let take = take(&[101, 102, 103, 107], &[]);
        let found = |seconds| {
            let (frame, part) = take.at_file_time(seconds)?;
            Some((frame, (part * 1e6).round() / 1e6))
        };
        assert_eq!(found(2.0), Some((0, 0.0)));
        assert_eq!(found(2.01), Some((1, 0.0)));
        assert_eq!(found(2.015), Some((1, 0.5)));
        assert_eq!(found(2.03), Some((2, 0.25)));
        assert_eq!(found(2.06), Some((3, 0.0)));
        assert_eq!([found(2.060009), found(1.999991)], [Some((3, 0.0)), Some((0, 0.0))]);
        assert_eq!([found(2.009991), found(2.010009)], [Some((1, 0.0)); 2]);
        assert_eq!(found(2.0102), Some((1, 0.02)));
        assert_eq!([found(1.99), found(2.07), found(f64::NAN)], [None; 3]);
    }

    #[test]
    fn a_frame_is_found_by_its_number() {
        let jumping = take(&[101, 102, 107, 102], &[]);
        let even = take(&[10, 15, 20], &[]);
        for (take, number, frame) in [
            (&jumping, 102, Some(1)),
            (&jumping, 107, Some(2)),
            (&jumping, 104, None),
            (&even, 20, Some(2)),
            (&even, 12, None),
            (&even, 25, None),
            (&even, 5, None),
        ] {
            assert_eq!(take.frame_of_number(number), frame, "{number}");
        }
    }

    #[test]
    fn numbers_read_as_people_write_them() {
        let text = |read: &[i64]| take(read, &[]).numbers.unwrap().text(read.len());
        assert_eq!(text(&[101, 102, 103, 107]), "101 to 107, 4 frames, with jumps");
        for (count, step, text) in [
            (0, 1, "from 1166"),
            (1, 5, "1166"),
            (3, 1, "1166 to 1168"),
            (3, 5, "1166 to 1176 in steps of 5"),
        ] {
            assert_eq!(FileNumbers::Even(FrameNumbers { first: 1166, step }).text(count), text);
        }
    }
}
