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

use super::error::{ErrorKind, LoadError};
use super::marker::{self, COLUMNS, HALF_A_MARKER, Numbering};
use super::number::{Number, double, is_blank, number};
use super::rate::{ASSUMED_FRAME_TIME, assumed, counted, is_frame_time};
use super::rows::room;
use super::scanner::{Scanner, Word};
use super::{Format, Source};
use crate::take::{Axis, Detail, Motion, Take, Units, Warnings};

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "CSM",
    extensions: &["csm"],
    about: "Character Studio marker positions",
    recognises,
    companions: None,
    load,
};

/// The keys of which any may be the first.
const KEYS: &[&str] = &[
    "$filename",
    "$date",
    "$time",
    "$actor",
    "$comments",
    "$firstframe",
    "$lastframe",
    "$spinelinks",
    "$rate",
    "$order",
    "$points",
];

/// The keys whose text is kept, and what they are called then.
const DETAILS: &[(&str, &str)] = &[
    ("$filename", "Recorded as"),
    ("$actor", "Actor"),
    ("$date", "Date"),
    ("$time", "Time"),
    ("$comments", "Comments"),
];

fn recognises(bytes: &[u8]) -> bool {
    let head = Source::new("", &bytes[..bytes.len().min(4096)]);
    let first = Scanner::new(&head).peek();
    first.is_some_and(|word| KEYS.iter().any(|key| word.is(key)))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let mut scan = Scanner::new(source);
    let (header, order) = Header::read(&mut scan, source)?;
    let columns = order.words().count() * COLUMNS;
    let announced = header.announced().unwrap_or(0.0) as usize;
    let mut rows = Rows {
        source,
        scan,
        order,
        columns,
        values: Vec::with_capacity(room(&source.bytes[scan.at..], columns, announced)),
        count: 0,
        numbering: Numbering::default(),
    };
    rows.read(&mut warnings)?;
    let Rows {
        mut values,
        count,
        numbering,
        ..
    } = rows;
    values.shrink_to_fit();
    let numbers = numbering.finish();
    header.compare(count, &scan, &mut warnings);
    let frame_time = header.frame_time(&scan, &mut warnings);
    let motion = Motion::new(frame_time, count, columns, values);
    let mut names: Vec<String> = order.words().map(|word| name(&word)).collect();
    let place = |marker| scan.place(order.words().nth(marker).map_or(order.at, |word| word.at));
    marker::settle_names(&mut names, place, &mut warnings);
    let skeleton =
        marker::markers(names).map_err(|_| LoadError::new(source, ErrorKind::TooDeep))?;
    let units = Units {
        metres_per_unit: None,
        up: Axis::Z,
    };
    Ok(Take {
        details: header.details,
        numbers,
        warnings: warnings.finish(),
        ..Take::new(source.stem(), FORMAT.name, skeleton, motion, units)
    })
}

/// A name as lists show it.
fn name(word: &Word<'_>) -> String {
    String::from_utf8_lossy(word.text).into_owned()
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
    fn read(scan: &mut Scanner<'a>, source: &Source<'a>) -> Result<(Self, Value<'a>), LoadError> {
        let mut header = Self::default();
        let mut order = None;
        loop {
            let before = *scan;
            let key = match scan.word() {
                Some(key) if key.text.starts_with(b"$") => key,
                _ => {
                    let what = match order {
                        None => "$Order, ahead of the names of the markers",
                        Some(_) => "$Points, ahead of the rows",
                    };
                    return Err(before.expected(what));
                }
            };
            if key.is("$points") {
                return match order {
                    None => Err(before.expected("$Order with the names of the markers")),
                    Some(order) => Ok((header, order)),
                };
            }
            let is_order = key.is("$order");
            let value = Value::at(source.bytes, scan.at, is_order);
            scan.at += value.text.len();
            let word = value.words().next();
            if is_order {
                order = word.map(|_| value);
            }
            if key.is("$firstframe") {
                header.first = word;
            } else if key.is("$lastframe") {
                header.last = word;
            } else if key.is("$rate") {
                header.rate = word;
            }
            let detail = DETAILS.iter().find(|(known, _)| key.is(known));
            if let (Some(&(_, label)), Some(_)) = (detail, word) {
                let text = value.shown();
                header.details.push(Detail { label, text });
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
            let message = format!(
                "the file announces {} and has {}: the rows decide",
                counted(announced, "frame"),
                counted(count as f64, "row")
            );
            warnings.add_at(|| scan.place(last.at), message);
        }
    }

    fn frame_time(&self, scan: &Scanner<'_>, warnings: &mut Warnings) -> f64 {
        let Some(said) = &self.rate else {
            warnings.add(format!("no rate is given: {}", assumed()));
            return ASSUMED_FRAME_TIME;
        };
        let seconds = double(said.text)
            .map(f64::recip)
            .filter(|&s| is_frame_time(s));
        seconds.unwrap_or_else(|| {
            let message = format!("a rate of {} is none: {}", said.shown(), assumed());
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
            let is_end = matches!(byte, b'\n' | b'\r');
            is_start = is_end || is_blank(byte) && (is_start || is_list);
            end += 1;
        }
        let text = &text[at..end];
        Self { text, at }
    }

    /// Its words in one line, without what a terminal would obey.
    fn shown(self) -> String {
        let mut shown = String::with_capacity(self.text.len());
        for word in self.words() {
            if !shown.is_empty() {
                shown.push(' ');
            }
            let word = String::from_utf8_lossy(word.text);
            shown.extend(word.chars().filter(|c| !c.is_control()));
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

/// The rows as they are read.
struct Rows<'a> {
    source: &'a Source<'a>,
    scan: Scanner<'a>,
    order: Value<'a>,
    columns: usize,
    values: Vec<f32>,
    count: usize,
    numbering: Numbering,
}

impl Rows<'_> {
    /// Reads rows up to the end of the file or another key. A row may be broken over lines, but
    /// ends at a line's end, so that no value gets to the wrong marker.
    fn read(&mut self, warnings: &mut Warnings) -> Result<(), LoadError> {
        let text = self.source.bytes;
        while let Some(frame) = self.scan.peek().filter(|word| word.text[0] != b'$') {
            let number = double(frame.text).filter(|n| n.fract() == 0.0 && n.abs() < 9e15);
            let Some(number) = number else {
                return Err(self.scan.expected("a frame number"));
            };
            self.scan.at = frame.at + frame.text.len();
            let start = self.values.len();
            if !self.row(frame.at)? {
                let message = format!(
                    "the last row has {} of {} values and was dropped",
                    self.values.len() - start,
                    self.columns
                );
                warnings.add_at(|| self.scan.place(frame.at), message);
                self.values.truncate(start);
                break;
            }
            if marker::close_gaps(&mut self.values[start..]) > 0 {
                warnings.add_at(|| self.scan.place(frame.at), HALF_A_MARKER);
            }
            if !self.numbering.follows(number as i64) {
                warnings.add_at(|| self.scan.place(frame.at), Numbering::BROKEN);
            }
            self.count += 1;
            let rest = text[self.scan.at..].iter();
            let behind = rest.take_while(|&&b| is_blank(b) && !matches!(b, b'\n' | b'\r'));
            self.scan.at += behind.count();
            let end = text.get(self.scan.at);
            if end.is_some_and(|&b| !matches!(b, b'\n' | b'\r')) {
                return Err(self.too_long(frame.at));
            }
        }
        if let Some(key) = self.scan.peek().filter(|_| self.count > 0) {
            let message = format!("what follows {} behind the rows is not read", key.shown());
            warnings.add_at(|| self.scan.place(key.at), message);
        }
        if self.count == 0 {
            return Err(self.scan.expected("a row with the places of the markers"));
        }
        Ok(())
    }

    /// Reads the values of a row that starts at byte `start`; whether it is complete.
    fn row(&mut self, start: usize) -> Result<bool, LoadError> {
        let text = self.source.bytes;
        let mut column = 0;
        while column < self.columns {
            let mut at = self.scan.at;
            while text.get(at).is_some_and(|&b| is_blank(b)) {
                at += 1;
            }
            if at == text.len() && self.count > 0 {
                return Ok(false);
            }
            match number(&text[at..]) {
                Some(Number { value, len }) => {
                    self.values.push(value);
                    column += 1;
                    at += len;
                }
                None if column % COLUMNS == 0 && is_dropout(&text[at..]) => {
                    self.values.extend([f32::NAN; COLUMNS]);
                    column += COLUMNS;
                    at += DROPOUT.len();
                }
                None => {
                    self.scan.at = at;
                    return Err(self.not_a_number(start, column));
                }
            }
            self.scan.at = at;
        }
        Ok(true)
    }

    fn not_a_number(&self, start: usize, column: usize) -> LoadError {
        let axis = Axis::ALL[column % COLUMNS].name();
        let name = self.order.words().nth(column / COLUMNS);
        let name = name.map_or_else(String::new, |word| word.quoted());
        let or_none = match column % COLUMNS {
            0 => " or DROPOUT",
            _ => "",
        };
        let row = self.count;
        let what = format!("a number for {axis} of {name}{or_none} in frame {row}");
        let error = self.scan.expected_number(what);
        if !self.scan.peek().is_some_and(|word| is_dropout(word.text)) {
            return error;
        }
        let mut before = self.source.bytes[start..self.scan.at].iter();
        error.hint(match before.any(|&b| matches!(b, b'\n' | b'\r')) {
            true => "the line above has too few values",
            false => "DROPOUT stands for all three values of a marker",
        })
    }

    fn too_long(&self, start: usize) -> LoadError {
        let found = self.scan.peek().map_or_else(String::new, |w| w.quoted());
        let places = [start, self.scan.at];
        let counts = [self.count - 1, self.columns];
        let why = format!(
            "$Order names {} markers, with three values or one DROPOUT each",
            self.columns / COLUMNS
        );
        LoadError::too_many_values(self.source, places, counts, found, why)
    }
}

/// What stands for a marker that was not seen.
const DROPOUT: &[u8] = b"DROPOUT";

fn is_dropout(text: &[u8]) -> bool {
    let (word, rest) = text.split_at(DROPOUT.len().min(text.len()));
    word.eq_ignore_ascii_case(DROPOUT) && rest.first().is_none_or(|&b| is_blank(b))
}
