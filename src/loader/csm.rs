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
//! Z is up. The unit of length is not said. The counts of the header are compared and never trusted. Rows may be
//! broken over lines, and one word stands for three values: so they are read here and not as those of other tables.

use super::chunks::{Chunk, ChunkRows, row_a_line};
use super::error::LoadError;
use super::file_type::{FileType, Magic};
use super::gaps::{COLUMNS, HALF_A_MARKER};
use super::line::Line;
use super::marker::{self, Numbering, frame_number};
use super::number::{Number, double, number_at};
use super::rate::{ASSUMED_FRAME_TIME, assumed};
use super::scanner::{Reader, Scanner};
use super::stated::{DeclaredCount, RepeatedKeys, broken_off, compare, stated_frame_time};
use super::table::{FrameFacts, RowFacts};
use super::text::{is_blank, is_line_end, skip_blanks, skip_spaces};
use super::word::{Word, plain};
use super::{Format, Source, decimal_comma, format};
use crate::take::{Axis, Detail, DetailKind, FormatId, Take, WarningCode};

pub(super) const FORMAT: Format = Format {
    id: FormatId::Csm,
    extensions: &["csm"],
    about: "Character Studio marker positions",
    types: &[FileType {
        acronym: Some("CSM"),
        stands_for: Some("Character Studio Marker"),
        magic: Magic::Texts(60, &[("0:3", "$Filename", &[]), ("0:3", "$FirstFrame", &[])]),
        ..FileType::text("csm", "model/x-csm", "Character Studio marker positions")
    }],
    probe,
    up: Axis::Z,
    companions: None,
    cut: Some(format::at_line_end),
    load: |source| decimal_comma::load(source, load),
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    FirstFrame,
    LastFrame,
    Rate,
    Order,
    Points,
    Detail(DetailKind),
}

impl Key {
    /// The words for them, with two slips that are found in real files.
    const WORDS: [(&str, Self); 13] = [
        ("$Filename", Self::Detail(DetailKind::RECORDED_AS)),
        ("$Date", Self::Detail(DetailKind::DATE)),
        ("$Time", Self::Detail(DetailKind::TIME)),
        ("$Actor", Self::Detail(DetailKind::ACTOR)),
        ("$Comments", Self::Detail(DetailKind::COMMENTS)),
        ("$FirstFrame", Self::FirstFrame),
        ("$LastFrame", Self::LastFrame),
        ("$lasframe", Self::LastFrame),
        ("$SpineLinks", Self::Detail(DetailKind::SPINE_LINKS)),
        ("$splinelinks", Self::Detail(DetailKind::SPINE_LINKS)),
        ("$Rate", Self::Rate),
        ("$Order", Self::Order),
        ("$Points", Self::Points),
    ];

    fn of(word: &Word<'_>) -> Option<Self> {
        let known = Self::WORDS.iter().find(|(name, _)| word.is(name));
        known.map(|&(_, key)| key)
    }
}

fn probe(bytes: &[u8]) -> bool {
    Scanner::of_head(bytes).peek().is_some_and(|word| Key::of(&word).is_some())
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut reader = Reader::new(source);
    let (header, order) = Header::read(&mut reader)?;
    let columns = order.words().count() * COLUMNS;
    let announced = header.announced();
    let frames = announced.map(|(_, count)| count);
    source.announce(frames.unwrap_or(0.0) as usize);
    let start = reader.scan.at;
    let read = row_a_line(columns)
        .read(source, start, &mut reader.warnings, |chunk| read_rows(chunk, order, columns))?;
    let rows = read.settle(columns, frames, &mut reader)?;
    compare("the file", announced, rows.count_with_lost, ["frame", "row"], &mut reader);
    let frame_time = if let Some(rate) = &header.rate {
        stated_frame_time(rate, &format!("a $Rate of {}", rate.shown()), &mut reader)
    } else {
        let message = format!("no $Rate is given: {}", assumed());
        reader.warnings.add(WarningCode::RateAssumed, message);
        ASSUMED_FRAME_TIME
    };
    let mut names: Vec<String> = order.words().map(|word| plain(word.text)).collect();
    let at = |marker| order.words().nth(marker).map_or(order.at, |word| word.at);
    reader.settle_names(&mut names, at);
    let skeleton = marker::markers(source, names)?;
    Ok(Take {
        details: header.details,
        warnings: reader.warnings.finish(),
        ..rows.take(source, &FORMAT, skeleton, frame_time, None)
    })
}

#[derive(Default)]
struct Header<'a> {
    first: Option<Word<'a>>,
    last: Option<Word<'a>>,
    rate: Option<Word<'a>>,
    details: Vec<Detail>,
}

impl<'a> Header<'a> {
    /// Reads up to `$Points`; the names of the markers are among it.
    fn read(reader: &mut Reader<'a>) -> Result<(Self, Line<'a>), LoadError> {
        let mut header = Self::default();
        let mut once = RepeatedKeys::new();
        let mut order = None;
        loop {
            let before = reader.scan;
            let word = match reader.scan.word() {
                Some(word) if word.text.starts_with(b"$") => word,
                _ => {
                    return Err(before.expected(match order {
                        None => "$Order, ahead of the names of the markers",
                        Some(_) => "$Points, ahead of the rows",
                    }));
                }
            };
            let key = Key::of(&word);
            if key == Some(Key::Points) {
                return match order {
                    None => Err(before.expected("$Order with the names of the markers")),
                    Some(order) => Ok((header, order)),
                };
            }
            let value = value(before.source.bytes, reader.scan.at, key == Some(Key::Order));
            reader.scan.at += value.text.len();
            let Some(key) = key else {
                let message = format!("the header has an unknown key {}", word.quoted());
                reader.warn(WarningCode::KeyUnknown, word.at, message);
                continue;
            };
            once.add(key, &word, reader);
            let first = value.words().next();
            match key {
                Key::Order => order = first.map(|_| value),
                Key::FirstFrame => header.first = first,
                Key::LastFrame => header.last = first,
                Key::Rate => header.rate = first,
                Key::Points => {}
                Key::Detail(kind) => {
                    header.details.retain(|detail| detail.kind != kind);
                    let mut text = String::new();
                    for word in value.words() {
                        if !text.is_empty() {
                            text.push(' ');
                        }
                        text += &plain(word.text);
                    }
                    header.details.extend(Detail::non_empty(kind, text));
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
}

/// All that follows a key at byte `at`, up to the next one. In a text such as a comment, the `$` of a key
/// counts at the start of its line; in a list also behind a word.
fn value(text: &[u8], at: usize, is_list: bool) -> Line<'_> {
    let mut end = at;
    let mut is_start = is_list;
    while let Some(&byte) = text.get(end).filter(|&&b| b != b'$' || !is_start) {
        is_start = is_line_end(byte) || is_blank(byte) && (is_start || is_list);
        end += 1;
    }
    Line { text: &text[at..end], at }
}

fn read_rows(
    chunk: &mut Chunk<'_>,
    order: Line<'_>,
    columns: usize,
) -> Result<ChunkRows<RowFacts<FrameFacts>>, LoadError> {
    let mut rows = Rows {
        reader: Reader::of(Scanner::new(chunk.source).at(chunk.start)),
        order,
        columns,
        count: 0,
        is_lost: false,
        facts: RowFacts::default(),
    };
    rows.read(chunk)?;
    let Rows { reader, count, facts, .. } = rows;
    chunk.warnings = reader.warnings;
    Ok(ChunkRows { rows: count, is_regular: facts.losses.is_empty(), facts })
}

struct Rows<'a> {
    reader: Reader<'a>,
    order: Line<'a>,
    columns: usize,
    /// How many are sound.
    count: usize,
    /// Whether the row before is lost: then a line may be the rest of that one, and is a row only where
    /// it is a whole one.
    is_lost: bool,
    facts: RowFacts<FrameFacts>,
}

impl Rows<'_> {
    /// Reads rows up to the end of the text or another key. A row may be broken over lines, but
    /// ends at a line's end, so that no value gets to the wrong marker. Whatever else than rows there
    /// is gets a warning or is lost.
    fn read(&mut self, chunk: &mut Chunk<'_>) -> Result<(), LoadError> {
        while let Some(frame) = self.reader.scan.peek().filter(|word| word.text[0] != b'$') {
            chunk.reporter.advance(&self.reader.scan.source, frame.at)?;
            let row = &mut chunk.values[self.count * self.columns..][..self.columns];
            match self.row(&frame, row) {
                Ok(number) => {
                    self.is_lost = false;
                    let Reader { scan, warnings } = &mut self.reader;
                    let place = || scan.place(frame.at);
                    if self.facts.gaps.close(row, frame.at) {
                        warnings.add_at(WarningCode::MarkerIncomplete, place, HALF_A_MARKER);
                    }
                    if !self.facts.prefix.numbering.follows(number) {
                        warnings.add_at(WarningCode::NumberingUneven, place, Numbering::BROKEN);
                    }
                    self.count += 1;
                }
                Err(error) => {
                    self.is_lost = true;
                    self.facts.losses.add(self.count, 1, error);
                    self.facts.prefix.numbering.lose();
                    self.reader.scan.at = frame.at;
                    self.reader.scan.skip_line();
                }
            }
        }
        if let Some(key) = self.reader.scan.peek().filter(|_| self.count > 0) {
            let message = format!("what follows {} behind the rows is not read", key.shown());
            self.reader.warn(WarningCode::TextSkipped, key.at, message);
        }
        if self.count == 0 && self.facts.losses.is_empty() {
            return Err(self.reader.scan.expected("a row with the positions of the markers"));
        }
        Ok(())
    }

    /// Reads a row that begins with a frame number, which is returned, up to the end of its line.
    fn row(&mut self, frame: &Word<'_>, row: &mut [f32]) -> Result<i64, Option<LoadError>> {
        let text = self.reader.scan.source.bytes;
        let Some(number) = frame_number(frame.text) else {
            return Err(self.fault(|rows| rows.reader.scan.expected("a frame number")));
        };
        self.reader.scan.at = frame.at + frame.text.len();
        let filled = self.values(frame.at, row)?;
        if filled < self.columns {
            let what = broken_off(filled, self.columns);
            return Err(self.fault(|rows| rows.reader.scan.contradiction(frame.at, what)));
        }
        self.reader.scan.at = skip_spaces(text, self.reader.scan.at);
        let is_line = |&b: &u8| is_line_end(b);
        match text.get(self.reader.scan.at) {
            Some(byte) if !is_line(byte) => Err(self.fault(|rows| rows.too_long(frame.at))),
            _ if self.is_lost && text[frame.at..self.reader.scan.at].iter().any(is_line) => {
                Err(None)
            }
            _ => Ok(number),
        }
    }

    /// A fault of a row, made where it is the first.
    fn fault(&self, error: impl FnOnce(&Self) -> LoadError) -> Option<LoadError> {
        self.facts.losses.if_first(|| error(self))
    }

    /// Reads the values of a row that starts at byte `start`; how many there are, less than all
    /// where the last row breaks off.
    fn values(&mut self, start: usize, row: &mut [f32]) -> Result<usize, Option<LoadError>> {
        let text = self.reader.scan.source.bytes;
        let mut column = 0;
        while column < self.columns {
            let mut at = skip_blanks(text, self.reader.scan.at);
            if at == text.len() && self.count > 0 {
                return Ok(column);
            }
            match number_at(text, at) {
                Some(Number { value, len }) => {
                    row[column] = value;
                    column += 1;
                    at += len;
                }
                None if column % COLUMNS == 0 && is_dropout(&text[at..]) => {
                    row[column..][..COLUMNS].fill(f32::NAN);
                    column += COLUMNS;
                    at += DROPOUT.len();
                }
                None => {
                    self.reader.scan.at = at;
                    return Err(self.fault(|rows| rows.not_a_number(start, column)));
                }
            }
            self.reader.scan.at = at;
        }
        Ok(column)
    }

    fn not_a_number(&self, start: usize, column: usize) -> LoadError {
        let axis = Axis::ALL[column % COLUMNS].name();
        let name = self.order.words().nth(column / COLUMNS);
        let name = name.map_or_else(String::new, |word| word.quoted());
        let or_none = if column.is_multiple_of(COLUMNS) { " or DROPOUT" } else { "" };
        let what = format!("a number for {axis} of {name}{or_none} in frame {}", self.count);
        let error = self.reader.scan.expected_number(what);
        if !self.reader.scan.peek().is_some_and(|word| is_dropout(word.text)) {
            return error;
        }
        let mut before = self.reader.scan.source.bytes[start..self.reader.scan.at].iter();
        error.hint(if before.any(|&b| is_line_end(b)) {
            "the line above has too few values"
        } else {
            "DROPOUT stands for all three values of a marker"
        })
    }

    fn too_long(&self, start: usize) -> LoadError {
        let found = self.reader.scan.peek().map_or_else(String::new, |word| word.quoted());
        let places = [start, self.reader.scan.at];
        let counts = [self.count, self.columns];
        let why = format!(
            "$Order names {} markers, with three values or one DROPOUT each",
            self.columns / COLUMNS
        );
        LoadError::too_many_values(&self.reader.scan.source, places, counts, found, why)
    }
}

/// What stands for a marker that was not seen.
const DROPOUT: &[u8] = b"DROPOUT";

fn is_dropout(text: &[u8]) -> bool {
    let (word, rest) = text.split_at(DROPOUT.len().min(text.len()));
    word.eq_ignore_ascii_case(DROPOUT) && rest.first().is_none_or(|&b| is_blank(b))
}
