//! How frame arguments are parsed: `--frames 0,10,20-30` and `--frame middle`.

use std::ops::RangeInclusive;
use std::str::FromStr;

use super::exit::Failure;
use crate::take::FrameError;

/// A list of frames and ranges, in the order given; one frame is a range of one.
#[derive(Clone)]
pub(super) struct FrameList(Vec<RangeInclusive<usize>>);

impl FrameList {
    /// The frames of the list.
    ///
    /// # Errors
    /// Where the take has fewer frames.
    pub(super) fn of(self, frame_count: usize) -> Result<Vec<usize>, Failure> {
        // Before the ranges are made into a list: they may be as long as a number can be.
        self.0
            .iter()
            .try_for_each(|range| check(*range.end(), frame_count))?;
        Ok(self.0.into_iter().flatten().collect())
    }
}

impl FromStr for FrameList {
    type Err = String;

    fn from_str(list: &str) -> Result<Self, String> {
        let range = |part: &str| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let [first, last] = [first, last].map(|word| word.trim().parse());
            let (Ok(first), Ok(last)) = (first, last) else {
                return Err("write a list of frames such as 0,10,20-30".to_string());
            };
            match first <= last {
                true => Ok(first..=last),
                false => Err(format!("{first}-{last} goes backwards")),
            }
        };
        list.split(',')
            .map(range)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// A single frame.
#[derive(Clone, Copy)]
pub(super) enum Frame {
    Number(usize),
    Middle,
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
        };
        check(frame, frame_count).map(|()| frame)
    }
}

impl FromStr for Frame {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word.trim() {
            "middle" => Ok(Self::Middle),
            number => number
                .parse()
                .map(Self::Number)
                .map_err(|_| "write its number, from 0, or 'middle'"),
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

    #[test]
    fn a_list_has_numbers_and_ranges() {
        let frames = list("0,10, 20-23").ok().unwrap().of(24).ok().unwrap();
        assert_eq!(frames, [0, 10, 20, 21, 22, 23]);
    }

    #[test]
    fn invalid_lists_and_frames_are_reported() {
        for word in ["a-b", "", "3-", "1,,2"] {
            assert!(
                list(word).err().unwrap().contains("list of frames"),
                "{word}"
            );
        }
        assert!(list("3-1").err().unwrap().contains("backwards"));
        assert_eq!("middle".parse::<Frame>().unwrap().of(9).ok(), Some(4));
        assert!("0-3".parse::<Frame>().is_err());
        let far = list("0-99999999999999").ok().unwrap().of(9);
        let Err(Failure::Arguments(message)) = far else {
            panic!("the list has too many frames");
        };
        assert_eq!(message, "frame 99999999999999: the take has frames 0 to 8");
    }
}
