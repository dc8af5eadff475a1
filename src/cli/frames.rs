//! How frame arguments are parsed: `--frames 0,10,20-30,100-,0-last:10` and `--frame middle`.

use std::path::Path;
use std::str::FromStr;

use clap::{Args, ValueHint};

use super::exit::Failure;
use super::options::Messages;
use super::terminal::print_note;
use crate::take::FrameError;

#[derive(Args)]
pub(super) struct FrameOptions {
    /// Only these frames, counted from 0: numbers and ranges, such as 0,10,20-30,100-,0-last:10
    #[arg(long, value_name = "LIST", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(value_parser = FrameList::from_zero)]
    pub frames: Option<FrameList>,
}

/// A list of frames and ranges, in the order given; one frame is a range of one.
#[derive(Clone)]
pub(super) struct FrameList(Vec<Range>);

/// Frames from one to another, and so many from each to the next.
#[derive(Clone, Copy)]
struct Range {
    first: End<i64>,
    last: End<i64>,
    step: i64,
}

#[derive(Clone, Copy)]
pub(super) enum End<T> {
    Number(T),
    /// The last frame of the take.
    Last,
}

/// The ends of a range of frames, such as `120`, `120-480`, `120-` and `0-last`; a sign may be ahead of each number.
pub(super) fn parse_ends<T: FromStr>(text: &str) -> Option<[End<T>; 2]> {
    let end = |word: &str| match word {
        "last" => Some(End::Last),
        number => number.parse().ok().map(End::Number),
    };
    let text = text.trim();
    let dash = text.get(1..).and_then(|rest| rest.find('-'));
    let (first, last) = dash.map_or((text, text), |at| (&text[..=at], &text[at + 2..]));
    let last = if last.trim().is_empty() { End::Last } else { end(last.trim())? };
    Some([end(first.trim())?, last])
}

impl FrameList {
    pub fn from_zero(list: &str) -> Result<Self, String> {
        let parsed: Self = list.parse()?;
        let is_below = |range: &Range| matches!(range.first, End::Number(first) if first < 0);
        if parsed.0.iter().any(is_below) { Err("frames count from 0".into()) } else { Ok(parsed) }
    }

    /// The frames of a list in a take with so many, all where there is no list. Where it runs past what there is, that
    /// is printed.
    pub fn frames(
        list: Option<&Self>,
        count: usize,
        file: &Path,
        messages: Messages,
    ) -> Result<Vec<usize>, Failure> {
        let Some(list) = list else { return Ok((0..count).collect()) };
        list.numbered_frames((0..).zip(0..count), file, messages)
    }

    /// As [`Self::frames`], where `numbers` are what the list calls frames and their places, in order.
    pub fn numbered_frames(
        &self,
        numbers: impl Iterator<Item = (i64, usize)>,
        file: &Path,
        messages: Messages,
    ) -> Result<Vec<usize>, Failure> {
        let (frames, is_cut) = self.resolve(numbers).map_err(|failure| failure.in_file(file))?;
        if is_cut && !messages.quiet {
            print_note(file, "the list of frames runs past what the take has: it is cut");
        }
        Ok(frames)
    }

    /// The places of the frames of the list in a take, and whether the list runs past what there is. Fails where the
    /// take has none of them.
    fn resolve(
        &self,
        numbers: impl Iterator<Item = (i64, usize)>,
    ) -> Result<(Vec<usize>, bool), Failure> {
        let mut all: Vec<(i64, usize)> = numbers.collect();
        let ends = all.first().zip(all.last()).map(|(first, last)| [first.0, last.0]);
        let Some([first, last]) = ends else {
            return Err(Failure::invalid("the take has no frames"));
        };
        all.sort_unstable();
        let [least, greatest] = [all[0].0, all[all.len() - 1].0];
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
            is_cut |= from < least || to > greatest || from == to && found.is_empty();
            let stepped = found.iter().filter(|(number, _)| (number - from) % range.step == 0);
            frames.extend(stepped.map(|(_, place)| place));
        }
        if frames.is_empty() {
            return Err(Failure::invalid(format!(
                "none of these frames is there: the take has frames {first} to {last}"
            )));
        }
        Ok((frames, is_cut))
    }
}

impl FromStr for FrameList {
    type Err = String;

    fn from_str(list: &str) -> Result<Self, String> {
        let wrong = || "write a list of frames such as 0,10,20-30,100-,0-last:10".to_string();
        let range = |part: &str| {
            let (ends, step) = part.trim().split_once(':').unwrap_or((part, "1"));
            let step = step.parse().ok().filter(|&step: &i64| step > 0).ok_or_else(wrong)?;
            match parse_ends(ends).ok_or_else(wrong)? {
                [End::Number(first), End::Number(last)] if first > last => {
                    Err(format!("{first}-{last} goes backwards"))
                }
                [first, last] => Ok(Range { first, last, step }),
            }
        };
        list.split(',').map(range).collect::<Result<_, _>>().map(Self)
    }
}

#[derive(Clone, Copy)]
pub(super) enum Frame {
    Number(usize),
    Middle,
    Last,
}

impl Frame {
    /// Its number. Fails where the take has fewer frames.
    pub(super) fn resolve(self, frame_count: usize) -> Result<usize, Failure> {
        let frame = match self {
            Self::Number(frame) => frame,
            Self::Middle => frame_count / 2,
            Self::Last => frame_count.saturating_sub(1),
        };
        FrameError::check(frame, frame_count).map(|()| frame).map_err(Failure::invalid)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(
        text: &str,
        numbers: impl Iterator<Item = i64>,
    ) -> Result<(Vec<usize>, bool), Failure> {
        text.parse::<FrameList>()
            .unwrap_or_else(|error| panic!("{error}"))
            .resolve(numbers.zip(0..))
    }

    fn frames(text: &str, count: i64) -> (Vec<usize>, bool) {
        resolve(text, 0..count).ok().unwrap()
    }

    #[test]
    fn a_list_has_numbers_ranges_open_ends_and_steps() {
        assert_eq!(frames("0,10, 20-23", 24).0, [0, 10, 20, 21, 22, 23]);
        assert_eq!(frames("8-", 10), (vec![8, 9], false));
        assert_eq!(frames("0-last:4,last", 10), (vec![0, 4, 8, 9], false));
        assert_eq!(frames("1-8:3", 10).0, [1, 4, 7]);
        let numbers = [101, 102, 103, 107];
        let named = |text: &str| resolve(text, numbers.into_iter()).ok().unwrap();
        assert_eq!(named("102-107"), (vec![1, 2, 3], false));
        assert_eq!(named("107,101"), (vec![3, 0], false));
        assert_eq!(named("104,103"), (vec![2], true), "it has no frame 104");
        assert_eq!(resolve("-2--1", -2..2).ok().unwrap(), (vec![0, 1], false));
    }

    #[test]
    fn a_list_that_runs_past_the_end_is_cut() {
        assert_eq!(frames("8-99999999999999", 10), (vec![8, 9], true));
        assert_eq!(frames("3,99", 10), (vec![3], true));
        let Err(Failure::Arguments(message)) = resolve("99-", 0..9) else {
            panic!("there is no such frame");
        };
        assert!(message.ends_with("the take has frames 0 to 8"), "{message}");
    }

    #[test]
    fn invalid_lists_and_frames_are_reported() {
        for word in ["a-b", "", "1,,2", "1:0", "1-2:x", "-"] {
            assert!(word.parse::<FrameList>().err().unwrap().contains("list of frames"), "{word}");
        }
        assert!("3-1".parse::<FrameList>().err().unwrap().contains("backwards"));
        let frame = |word: &str| word.parse::<Frame>().ok()?.resolve(9).ok();
        assert_eq!([frame("middle"), frame("last"), frame("0-3")], [Some(4), Some(8), None]);
    }
}
