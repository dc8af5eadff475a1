//! How takes are compared: the options of `rushes compare`, and their values.

use std::str::FromStr;

use clap::{Args, ValueHint};

use crate::review::compare::{Align, Sync};
use crate::scene::Unit;

#[derive(Args)]
pub(super) struct CompareOptions {
    /// How B is brought to where A is: none, place, place=FRAME or range
    #[arg(long, value_name = "HOW", default_value = "none", value_hint = ValueHint::Other)]
    pub align: AlignWord,
    /// Which moments belong together: frame, time, event=NAME, motion or an OFFSET
    #[arg(long, value_name = "BY", default_value = "frame", value_hint = ValueHint::Other)]
    #[arg(allow_hyphen_values = true)]
    pub sync: SyncWord,
    /// Only these joints of A, for the figures, the limit and --sync motion
    #[arg(long = "joint", value_name = "NAME", value_delimiter = ',', value_hint = ValueHint::Other)]
    pub joints: Vec<String>,
    /// Match these joints of A and B, whatever they are called
    #[arg(long = "match", value_name = "A=B", value_delimiter = ',', value_hint = ValueHint::Other)]
    pub matches: Vec<Pair>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AlignWord {
    None,
    /// At this frame of A, or at the first that both have.
    Place(Option<usize>),
    Range,
}

impl FromStr for AlignWord {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let wrong = "write none, place, place=FRAME or range";
        match word.split_once('=') {
            None if word == "none" => Ok(Self::None),
            None if word == "place" => Ok(Self::Place(None)),
            None if word == "range" => Ok(Self::Range),
            Some(("place", frame)) => Ok(Self::Place(Some(frame.parse().map_err(|_| wrong)?))),
            _ => Err(wrong),
        }
    }
}

impl AlignWord {
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Place(_) => "place",
            Self::Range => "range",
        }
    }

    /// The alignment, and its frame of A, of takes that have this frame in common first.
    pub fn resolve(self, first: usize) -> (Align, Option<usize>) {
        match self {
            Self::None => (Align::None, None),
            Self::Place(frame) => {
                let frame = frame.unwrap_or(first);
                (Align::Place(frame), Some(frame))
            }
            Self::Range => (Align::Range, None),
        }
    }
}

#[derive(Clone)]
pub(super) enum SyncWord {
    By(Sync),
    /// An event of both, by its name.
    Event(String),
    /// So many frames of A.
    Frames(f64),
}

impl FromStr for SyncWord {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| {
            let number = text.trim().parse().ok().filter(|n: &f64| n.is_finite());
            number.ok_or("write frame, time, event=NAME, motion or an offset such as 0.5s or 12f")
        };
        Ok(match word {
            "frame" => Self::By(Sync::Frame),
            "time" => Self::By(Sync::Time),
            "motion" => Self::By(Sync::Motion),
            _ => match (word.strip_prefix("event="), word.strip_suffix('f')) {
                (Some(name), _) => Self::Event(name.into()),
                (_, Some(frames)) => Self::Frames(number(frames)?),
                _ => Self::By(Sync::Offset(number(word.strip_suffix('s').unwrap_or(word))?)),
            },
        })
    }
}

impl SyncWord {
    pub fn word(&self) -> &'static str {
        match self {
            Self::By(Sync::Frame) => "frame",
            Self::By(Sync::Time) => "time",
            Self::Event(_) => "event",
            Self::By(Sync::Motion) => "motion",
            Self::By(Sync::Offset(_)) | Self::Frames(_) => "offset",
        }
    }
}

/// A joint of A and one of B: `A=B`.
#[derive(Clone)]
pub(super) struct Pair(pub [String; 2]);

impl FromStr for Pair {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once('=').map(|(a, b)| [a.trim(), b.trim()]) {
            Some([a, b]) if !a.is_empty() && !b.is_empty() => Ok(Self([a, b].map(String::from))),
            _ => Err("write the name in A, =, and the name in B"),
        }
    }
}

pub(super) fn length(text: &str) -> Result<f64, &'static str> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &text[digits.len()..];
    let mut units = Unit::COMMON.iter();
    let metres = units.find(|(name, _)| *name == unit).map(|(_, metres)| metres);
    let number = digits.trim().parse().ok().filter(|n: &f64| *n >= 0.0);
    let length = number.zip(metres).map(|(number, metres)| number * metres);
    length.ok_or("write a length with its unit, such as 2cm, 5mm or 0.02m")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_offsets_have_units() {
        assert_eq!(length("2cm"), Ok(0.02));
        assert_eq!(length("0.5 m"), Ok(0.5));
        assert_eq!(length("1inch"), Ok(0.0254));
        for wrong in ["2", "-1cm", "cm", "2 feet", "nanm"] {
            assert!(length(wrong).is_err(), "{wrong}");
        }
        let offset = |word: &str| match word.parse() {
            Ok(SyncWord::By(Sync::Offset(seconds))) => Some((seconds, 's')),
            Ok(SyncWord::Frames(frames)) => Some((frames, 'f')),
            _ => None,
        };
        assert_eq!(offset("0.5"), Some((0.5, 's')));
        assert_eq!(offset("-2s"), Some((-2.0, 's')));
        assert_eq!(offset("-12f"), Some((-12.0, 'f')));
        assert_eq!(offset("soon"), None);
        assert!("place=9".parse() == Ok(AlignWord::Place(Some(9))));
        assert!("place=x".parse::<AlignWord>().is_err());
    }
}
