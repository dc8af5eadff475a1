//! How frame arguments are parsed: `--frames 0,10,20-30,100-,0-last:10` and `--frame middle`.

use std::path::Path;
use std::str::FromStr;

use super::exit::Failure;
use super::options::Messages;
use super::terminal::print_note;
use crate::take::FrameError;

/// What is told of a list that is cut.
const RUNS_PAST: &str = "the list of frames runs past what the take has: it is cut";

/// A list of frames and ranges, in the order given; one frame is a range of one.
#[derive(Clone)]
pub(super) struct FrameList(Vec<Range>);

/// Frames from one to another, and so many from each to the next.
#[derive(Clone, Copy)]
struct Range {
    first: End,
    last: End,
    step: i64,
}

/// An end of a range.
#[derive(Clone, Copy)]
enum End {
    Number(i64),
    /// The last frame of the take.
    Last,
}

impl FrameList {
    /// Parses a list of frames that are counted from 0.
    ///
    /// # Errors
    /// Where it is none.
    pub fn counted(list: &str) -> Result<Self, String> {
        let parsed: Self = list.parse()?;
        let is_below = |end: End| matches!(end, End::Number(number) if number < 0);
        if parsed.0.iter().any(|range| is_below(range.first)) {
            Err("frames count from 0".into())
        } else {
            Ok(parsed)
        }
    }

    /// The places of the frames of the list in a take, and whether the list runs past what there is.
    /// `frames` are what the list calls them and their places, in order.
    ///
    /// # Errors
    /// Where the take has none of them.
    pub fn of(
        &self,
        frames: impl Iterator<Item = (i64, usize)>,
    ) -> Result<(Vec<usize>, bool), Failure> {
        let mut all: Vec<(i64, usize)> = frames.collect();
        let names = all.first().zip(all.last()).map(|(first, last)| [first.0, last.0]);
        let last = names.map_or(0, |[_, last]| last);
        all.sort_unstable();
        let mut is_cut = false;
        let mut frames = Vec::new();
        for range in &self.0 {
            let [from, to] = [range.first, range.last].map(|end| match end {
                End::Number(number) => number,
                End::Last => last,
            });
            let start = all.partition_point(|(number, _)| *number < from);
            let end = all.partition_point(|(number, _)| *number <= to);
            let found = all.get(start..end).unwrap_or_default();
            let ends = [all.first(), all.last()].map(|end| end.map_or(0, |end| end.0));
            is_cut |= from < ends[0] || to > ends[1] || from == to && found.is_empty();
            let found = found.iter();
            let found = found.filter(|(number, _)| (number - from) % range.step == 0);
            frames.extend(found.map(|(_, place)| place));
        }
        match (frames.is_empty(), names) {
            (false, _) => Ok((frames, is_cut)),
            (true, Some([first, last])) => Err(Failure::Arguments(format!(
                "none of these frames is there: the take has frames {first} to {last}"
            ))),
            (true, None) => Err(Failure::Arguments("the take has no frames".into())),
        }
    }
}

/// The frames that were found in a take by a list. Where the list runs past what there is, that is printed.
///
/// # Errors
/// Where the take has none of them.
pub(super) fn chosen(
    found: Result<(Vec<usize>, bool), Failure>,
    file: &Path,
    messages: Messages,
) -> Result<Vec<usize>, Failure> {
    let (frames, is_cut) = found.map_err(|failure| failure.about(file))?;
    if is_cut && !messages.quiet {
        print_note(file, RUNS_PAST);
    }
    Ok(frames)
}

impl FromStr for FrameList {
    type Err = String;

    fn from_str(list: &str) -> Result<Self, String> {
        let wrong = || "write a list of frames such as 0,10,20-30,100-,0-last:10".to_string();
        let end = |word: &str| match word {
            "last" => Ok(End::Last),
            number => number.parse().map(End::Number).map_err(|_| wrong()),
        };
        let range = |part: &str| {
            let (ends, step) = part.trim().split_once(':').unwrap_or((part.trim(), "1"));
            let step = step.parse().ok().filter(|&step: &i64| step > 0);
            let step = step.ok_or_else(wrong)?;
            // A sign may be ahead of each number.
            let dash = ends.get(1..).and_then(|rest| rest.find('-')).map(|at| at + 1);
            let [first, last] = match dash {
                Some(at) => [&ends[..at], &ends[at + 1..]],
                None => [ends, ends],
            };
            let first = end(first.trim())?;
            let last = match last.trim() {
                "" => End::Last,
                word => end(word)?,
            };
            match (first, last) {
                (End::Number(first), End::Number(last)) if first > last => {
                    Err(format!("{first}-{last} goes backwards"))
                }
                _ => Ok(Range { first, last, step }),
            }
        };
        list.split(',').map(range).collect::<Result<_, _>>().map(Self)
    }
}

/// A single frame.
#[derive(Clone, Copy)]
pub(super) enum Frame {
    Number(usize),
    Middle,
    Last,
}

impl Default for Frame {
    fn default() -> Self {
        Self::Number(0)
    }
}

impl Frame {
    /// Its number.
    ///
    /// # Errors
    /// Where the take has fewer frames.
    pub(super) fn of(self, frame_count: usize) -> Result<usize, Failure> {
        let frame = match self {
            Self::Number(frame) => frame,
            Self::Middle => frame_count / 2,
            Self::Last => frame_count.saturating_sub(1),
        };
        check(frame, frame_count).map(|()| frame)
    }
}

impl FromStr for Frame {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word.trim() {
            "middle" => Ok(Self::Middle),
            "last" => Ok(Self::Last),
            number => number
                .parse()
                .map(Self::Number)
                .map_err(|_| "write its number, from 0, 'middle' or 'last'"),
        }
    }
}

fn check(frame: usize, frame_count: usize) -> Result<(), Failure> {
    FrameError::check(frame, frame_count).map_err(|error| Failure::Arguments(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(list: &str) -> Result<FrameList, String> {
        list.parse()
    }

    /// The frames of a list in a take of so many, and whether it runs past them.
    fn frames(text: &str, count: i64) -> (Vec<usize>, bool) {
        list(text).ok().unwrap().of((0..count).zip(0..)).ok().unwrap()
    }

    #[test]
    fn a_list_has_numbers_ranges_open_ends_and_steps() {
        assert_eq!(frames("0,10, 20-23", 24).0, [0, 10, 20, 21, 22, 23]);
        assert_eq!(frames("8-", 10), (vec![8, 9], false));
        assert_eq!(frames("0-last:4,last", 10), (vec![0, 4, 8, 9], false));
        assert_eq!(frames("1-8:3", 10).0, [1, 4, 7]);
        let numbers = [101, 102, 103, 107];
        let named =
            |text: &str| list(text).ok().unwrap().of(numbers.into_iter().zip(0..)).ok().unwrap();
        assert_eq!(named("102-107"), (vec![1, 2, 3], false));
        assert_eq!(named("107,101"), (vec![3, 0], false));
        assert_eq!(named("104,103"), (vec![2], true), "it has no frame 104");
        let negative = list("-2--1").ok().unwrap().of((-2..2).zip(0..)).ok().unwrap();
        assert_eq!(negative, (vec![0, 1], false));
    }

    #[test]
    fn a_list_that_runs_past_the_end_is_cut() {
        assert_eq!(frames("8-99999999999999", 10), (vec![8, 9], true));
        assert_eq!(frames("3,99", 10), (vec![3], true));
        let Err(Failure::Arguments(message)) = list("99-").ok().unwrap().of((0..9).zip(0..)) else {
            panic!("there is no such frame");
        };
        assert!(message.ends_with("the take has frames 0 to 8"), "{message}");
    }

    #[test]
    fn invalid_lists_and_frames_are_reported() {
        for word in ["a-b", "", "1,,2", "1:0", "1-2:x", "-"] {
            assert!(list(word).err().unwrap().contains("list of frames"), "{word}");
        }
        assert!(list("3-1").err().unwrap().contains("backwards"));
        assert_eq!("middle".parse::<Frame>().unwrap().of(9).ok(), Some(4));
        assert_eq!("last".parse::<Frame>().unwrap().of(9).ok(), Some(8));
        assert!("0-3".parse::<Frame>().is_err());
    }
}
