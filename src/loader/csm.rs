//! CSM, the marker data of Character Studio.
//!
//! ```text
//! $Filename name                keys in any case, with a value on their line or on the lines below
//! $Date day
//! $Time hour
//! $Actor name
//! $Comments words
//! $FirstFrame n
//! $LastFrame n
//! $SpineLinks n
//! $Rate frames a second
//! $Order
//! LFHD RFHD …                   the names of the markers, up to the next $
//! $Points
//! n x y z DROPOUT …             a row a frame: its number, and for each marker its place or DROPOUT
//! ```
//!
//! Z is up. The unit of length is not said. The counts of the header are compared and never trusted.

mod rows;
mod value;

use super::chunks::row_a_line;
use super::declared_counts::{DeclaredCount, compare};
use super::error::LoadError;
use super::line::Line;
use super::marker::{self, COLUMNS};
use super::number::double;
use super::rate::{ASSUMED_FRAME_TIME, assumed, is_frame_time};
use super::repeated_keys::RepeatedKeys;
use super::scanner::{Scanner, Word, plain};
use super::{Format, Source, decimal_comma, format};
use crate::take::{
    Axis, Detail, DetailKind, FrameTime, Motion, Take, Units, WarningCode, Warnings,
};
use value::{shown, value};

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "CSM",
    extensions: &["csm"],
    about: "Character Studio marker positions",
    probe,
    up: Axis::Z,
    companions: None,
    cut: Some(format::at_line_end),
    load: |source| decimal_comma::load(source, load),
};

/// What a key is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Filename,
    Date,
    Time,
    Actor,
    Comments,
    FirstFrame,
    LastFrame,
    SpineLinks,
    Rate,
    Order,
    Points,
}

impl Key {
    /// The words for them, with two slips that are found in real files.
    const WORDS: [(&str, Self); 13] = [
        ("$Filename", Self::Filename),
        ("$Date", Self::Date),
        ("$Time", Self::Time),
        ("$Actor", Self::Actor),
        ("$Comments", Self::Comments),
        ("$FirstFrame", Self::FirstFrame),
        ("$LastFrame", Self::LastFrame),
        ("$lasframe", Self::LastFrame),
        ("$SpineLinks", Self::SpineLinks),
        ("$splinelinks", Self::SpineLinks),
        ("$Rate", Self::Rate),
        ("$Order", Self::Order),
        ("$Points", Self::Points),
    ];

    fn of(word: &Word<'_>) -> Option<Self> {
        let known = Self::WORDS.iter().find(|(name, _)| word.is(name));
        known.map(|&(_, key)| key)
    }

    /// What its text is among the details of a take, where it is kept there.
    fn detail(self) -> Option<DetailKind> {
        Some(match self {
            Self::Filename => DetailKind::RECORDED_AS,
            Self::Date => DetailKind::DATE,
            Self::Time => DetailKind::TIME,
            Self::Actor => DetailKind::ACTOR,
            Self::Comments => DetailKind::COMMENTS,
            Self::SpineLinks => DetailKind::SPINE_LINKS,
            _ => return None,
        })
    }
}

fn probe(bytes: &[u8]) -> bool {
    let head = Source::new("", &bytes[..bytes.len().min(4096)]);
    let first = Scanner::new(&head).peek();
    first.is_some_and(|word| Key::of(&word).is_some())
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let mut scan = Scanner::new(source);
    let (header, order) = Header::read(&mut scan, source, &mut warnings)?;
    let columns = order.words().count() * COLUMNS;
    let announced = header.announced();
    let frames = announced.map(|(_, count)| count);
    source.announce(frames.unwrap_or(0.0) as usize);
    let layout = row_a_line(columns);
    let read =
        layout.read(source, scan.at, &mut warnings, |chunk| rows::read(chunk, order, columns))?;
    let table = (read.values, read.rows);
    let rows = read.about.settle(table, columns, frames, &scan, &mut warnings)?;
    let nouns = ["frame", "row"];
    let count = rows.damage.rows(rows.count);
    compare("the file", announced, count, nouns, &scan, &mut warnings);
    let lost = rows.damage.tell(rows.count, &mut warnings);
    let frame_time = header.frame_time(&scan, &mut warnings);
    let motion = Motion::new(frame_time, rows.count, columns, rows.values);
    let mut names: Vec<String> = order.words().map(|word| plain(word.text)).collect();
    let place = |marker| scan.place(order.words().nth(marker).map_or(order.at, |word| word.at));
    marker::settle_names(&mut names, place, &mut warnings);
    let skeleton = marker::markers(source, names)?;
    let units = Units::assumed(FORMAT.up);
    Ok(Take {
        details: header.details,
        numbers: rows.numbering.finish(&lost),
        lost,
        warnings: warnings.finish(),
        ..Take::new(source.stem(), FORMAT.name, skeleton, motion, units)
    })
}

/// What stands ahead of the rows.
#[derive(Default)]
struct Header<'a> {
    first: Option<Word<'a>>,
    last: Option<Word<'a>>,
    rate: Option<Word<'a>>,
    details: Vec<Detail>,
}

impl<'a> Header<'a> {
    /// Reads up to `$Points`; the names of the markers are among it.
    fn read(
        scan: &mut Scanner<'a>,
        source: &Source<'a>,
        warnings: &mut Warnings,
    ) -> Result<(Self, Line<'a>), LoadError> {
        let mut header = Self::default();
        let mut once = RepeatedKeys::new();
        let mut order = None;
        loop {
            let before = *scan;
            let word = match scan.word() {
                Some(word) if word.text.starts_with(b"$") => word,
                _ => {
                    let what = match order {
                        None => "$Order, ahead of the names of the markers",
                        Some(_) => "$Points, ahead of the rows",
                    };
                    return Err(before.expected(what));
                }
            };
            let key = Key::of(&word);
            if key == Some(Key::Points) {
                return match order {
                    None => Err(before.expected("$Order with the names of the markers")),
                    Some(order) => Ok((header, order)),
                };
            }
            let value = self::value(source.bytes, scan.at, key == Some(Key::Order));
            scan.at += value.text.len();
            let Some(key) = key else {
                let message = format!("the header has an unknown key {}", word.quoted());
                warnings.add_at(WarningCode::KeyUnknown, || scan.place(word.at), message);
                continue;
            };
            once.tell(key, &word, scan, warnings);
            let first = value.words().next();
            match key {
                Key::Order => order = first.map(|_| value),
                Key::FirstFrame => header.first = first,
                Key::LastFrame => header.last = first,
                Key::Rate => header.rate = first,
                _ => {}
            }
            if let Some(kind) = key.detail() {
                header.details.retain(|detail| detail.kind != kind);
                let text = shown(value);
                if !text.is_empty() {
                    header.details.push(Detail::new(kind, text));
                }
            }
        }
    }

    /// How many frames there are from the first to the last one that the header names.
    fn announced(&self) -> DeclaredCount {
        let number = |word: &Option<Word<'_>>| double(word.as_ref()?.text);
        let count = number(&self.last)? - number(&self.first)? + 1.0;
        Some((self.last?.at, count))
    }

    fn frame_time(&self, scan: &Scanner<'_>, warnings: &mut Warnings) -> FrameTime {
        let Some(said) = &self.rate else {
            let message = format!("no $Rate is given: {}", assumed());
            warnings.add(WarningCode::RateAssumed, message);
            return ASSUMED_FRAME_TIME;
        };
        let seconds = double(said.text).map(f64::recip).filter(|&s| is_frame_time(s));
        seconds.map(FrameTime::from).unwrap_or_else(|| {
            let message = format!("a $Rate of {} is no rate: {}", said.shown(), assumed());
            warnings.add_at(WarningCode::RateAssumed, || scan.place(said.at), message);
            ASSUMED_FRAME_TIME
        })
    }
}
