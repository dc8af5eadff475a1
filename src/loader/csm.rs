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

use super::error::{ErrorKind, LoadError};
use super::losses::Table;
use super::marker::{self, COLUMNS};
use super::number::{double, is_blank, is_line_end};
use super::pieces::row_a_line;
use super::rate::{ASSUMED_FRAME_TIME, announced_otherwise, assumed, is_frame_time};
use super::scanner::{Scanner, Word, plain};
use super::{Format, Source, preview};
use crate::take::{Axis, Detail, DetailKind, FrameTime, Motion, Take, Units, Up, Warnings};
use rows::AboutRows;

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "CSM",
    extensions: &["csm"],
    about: "Character Studio marker positions",
    recognises,
    up: Axis::Z,
    companions: None,
    cut: Some(preview::at_line_end),
    load,
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

fn recognises(bytes: &[u8]) -> bool {
    let head = Source::new("", &bytes[..bytes.len().min(4096)]);
    let first = Scanner::new(&head).peek();
    first.is_some_and(|word| Key::of(&word).is_some())
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let mut scan = Scanner::new(source);
    let (header, order) = Header::read(&mut scan, source, &mut warnings)?;
    let columns = order.words().count() * COLUMNS;
    let announced = header.announced().unwrap_or(0.0) as usize;
    source.announce(announced);
    let layout = row_a_line(columns);
    let read = layout.read(source, scan.at, &mut warnings, |piece| {
        rows::read(piece, order, columns)
    })?;
    let (mut values, mut count) = (read.values, read.rows);
    let table = Table::of_markers(&mut values, &mut count, columns);
    let AboutRows {
        numbering,
        gaps,
        losses,
    } = read.about;
    gaps.tell(|at| scan.place(at), &mut warnings);
    let damage = losses.settle(table, header.announced(), |why| why, &mut warnings)?;
    let numbers = numbering.finish();
    header.compare(damage.rows(count), &scan, &mut warnings);
    let lost = damage.tell(count, &mut warnings);
    let frame_time = header.frame_time(&scan, &mut warnings);
    let motion = Motion::new(frame_time, count, columns, values);
    let mut names: Vec<String> = order.words().map(|word| plain(word.text)).collect();
    let place = |marker| scan.place(order.words().nth(marker).map_or(order.at, |word| word.at));
    marker::settle_names(&mut names, place, &mut warnings);
    let skeleton =
        marker::markers(names).map_err(|_| LoadError::new(source, ErrorKind::TooDeep))?;
    let units = Units {
        metres_per_unit: None,
        up: Up::assumed(FORMAT.up),
    };
    Ok(Take {
        details: header.details,
        numbers,
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
    ) -> Result<(Self, Value<'a>), LoadError> {
        let mut header = Self::default();
        let mut seen = Vec::new();
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
            let value = Value::at(source.bytes, scan.at, key == Some(Key::Order));
            scan.at += value.text.len();
            let Some(key) = key else {
                let message = format!("the header has an unknown key {}", word.quoted());
                warnings.add_at(|| scan.place(word.at), message);
                continue;
            };
            if seen.contains(&key) {
                let message = format!("{} is given twice: the last one counts", word.shown());
                warnings.add_at(|| scan.place(word.at), message);
            } else {
                seen.push(key);
            }
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
                let text = value.shown();
                if !text.is_empty() {
                    header.details.push(Detail { kind, text });
                }
            }
        }
    }

    /// How many frames there are from the first to the last one that the header names.
    fn announced(&self) -> Option<f64> {
        let number = |word: &Option<Word<'_>>| double(word.as_ref()?.text);
        Some(number(&self.last)? - number(&self.first)? + 1.0)
    }

    fn compare(&self, count: usize, scan: &Scanner<'_>, warnings: &mut Warnings) {
        if let (Some(last), Some(announced)) = (&self.last, self.announced())
            && announced != count as f64
        {
            let counts = [announced, count as f64];
            let message = announced_otherwise("the file", counts, ["frame", "row"]);
            warnings.add_at(|| scan.place(last.at), message);
        }
    }

    fn frame_time(&self, scan: &Scanner<'_>, warnings: &mut Warnings) -> FrameTime {
        let Some(said) = &self.rate else {
            warnings.add(format!("no $Rate is given: {}", assumed()));
            return ASSUMED_FRAME_TIME;
        };
        let seconds = double(said.text)
            .map(f64::recip)
            .filter(|&s| is_frame_time(s));
        seconds.map(FrameTime::from).unwrap_or_else(|| {
            let message = format!("a $Rate of {} is no rate: {}", said.shown(), assumed());
            warnings.add_at(|| scan.place(said.at), message);
            ASSUMED_FRAME_TIME
        })
    }
}

/// All that follows a key, up to the next one.
#[derive(Clone, Copy)]
struct Value<'a> {
    text: &'a [u8],
    /// The byte it starts at.
    at: usize,
}

impl<'a> Value<'a> {
    /// The value at byte `at`. In a text such as a comment, the `$` of a key counts at the start of
    /// its line; in a list also behind a word.
    fn at(text: &'a [u8], at: usize, is_list: bool) -> Self {
        let mut end = at;
        let mut is_start = is_list;
        while let Some(&byte) = text.get(end).filter(|&&b| b != b'$' || !is_start) {
            let is_end = is_line_end(byte);
            is_start = is_end || is_blank(byte) && (is_start || is_list);
            end += 1;
        }
        let text = &text[at..end];
        Self { text, at }
    }

    /// Its words in one line.
    fn shown(self) -> String {
        let mut shown = String::with_capacity(self.text.len());
        for word in self.words() {
            if !shown.is_empty() {
                shown.push(' ');
            }
            shown += &plain(word.text);
        }
        shown
    }

    /// Its words; no brace parts them.
    fn words(self) -> impl Iterator<Item = Word<'a>> {
        let mut next = self.at;
        self.text.split(|&b| is_blank(b)).filter_map(move |text| {
            let at = next;
            next += text.len() + 1;
            (!text.is_empty()).then_some(Word { text, at })
        })
    }
}
