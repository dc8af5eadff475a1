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
use super::losses::{Fill, Losses, Table};
use super::marker::{self, COLUMNS, Gaps, HALF_A_MARKER, Numbering, frame_number};
use super::number::{Number, double, is_blank, is_line_end, number_at};
use super::pieces::{About, Part, Piece, row_a_line};
use super::rate::{ASSUMED_FRAME_TIME, announced_otherwise, assumed, broken_off, is_frame_time};
use super::scanner::{Scanner, Word, plain};
use super::{Format, Source, preview};
use crate::take::{Axis, Detail, FrameTime, Motion, Take, Units, Warnings};

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "CSM",
    extensions: &["csm"],
    about: "Character Studio marker positions",
    recognises,
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

    /// What its text is called among the details of a take, where it is kept there.
    fn label(self) -> Option<&'static str> {
        Some(match self {
            Self::Filename => "Recorded as",
            Self::Date => "Date",
            Self::Time => "Time",
            Self::Actor => "Actor",
            Self::Comments => "Comments",
            Self::SpineLinks => "Spine links",
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
        let mut rows = Rows {
            source: piece.source,
            scan: Scanner {
                source: piece.source,
                at: piece.start,
            },
            order,
            columns,
            count: 0,
            is_lost: false,
            about: AboutRows::default(),
        };
        rows.read(piece)?;
        Ok(Part {
            rows: rows.count,
            is_regular: rows.about.losses.is_empty(),
            about: rows.about,
        })
    })?;
    let (mut values, mut count) = (read.values, read.rows);
    let table = Table {
        values: &mut values,
        rows: &mut count,
        columns,
        fill: Fill::Gap,
    };
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
        up: Axis::Z,
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
            if let Some(label) = key.label() {
                header.details.retain(|detail| detail.label != label);
                let text = value.shown();
                if !text.is_empty() {
                    header.details.push(Detail { label, text });
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

/// What is known of rows beside their values.
#[derive(Default)]
struct AboutRows {
    numbering: Numbering,
    gaps: Gaps,
    losses: Losses,
}

impl About for AboutRows {
    fn join(&mut self, next: Self) -> bool {
        // Where rows are lost, there is one piece.
        self.gaps.join(next.gaps);
        self.numbering.join(next.numbering)
    }
}

/// The rows of a piece as they are read.
struct Rows<'a> {
    source: &'a Source<'a>,
    scan: Scanner<'a>,
    order: Value<'a>,
    columns: usize,
    /// How many are sound.
    count: usize,
    /// Whether the row before is lost: then a line may be the rest of that one, and is a row only where
    /// it is a whole one.
    is_lost: bool,
    about: AboutRows,
}

impl Rows<'_> {
    /// Reads rows up to the end of the text or another key. A row may be broken over lines, but
    /// ends at a line's end, so that no value gets to the wrong marker. Whatever else than rows there
    /// is gets a warning or is lost.
    fn read(&mut self, piece: &mut Piece<'_>) -> Result<(), LoadError> {
        let warnings = &mut piece.warnings;
        while let Some(frame) = self.scan.peek().filter(|word| word.text[0] != b'$') {
            piece.way.go_on(self.source, frame.at)?;
            let row = &mut piece.values[self.count * self.columns..][..self.columns];
            match self.row(&frame, row) {
                Ok(number) => {
                    self.is_lost = false;
                    if self.about.gaps.close(row, frame.at) {
                        warnings.add_at(|| self.scan.place(frame.at), HALF_A_MARKER);
                    }
                    if !self.about.numbering.follows(number) {
                        warnings.add_at(|| self.scan.place(frame.at), Numbering::BROKEN);
                    }
                    self.count += 1;
                }
                Err(why) => {
                    self.is_lost = true;
                    self.about.losses.add(self.count, 1, why);
                    self.about.numbering.lose();
                    self.scan.at = frame.at;
                    self.scan.skip_line();
                }
            }
        }
        if let Some(key) = self.scan.peek().filter(|_| self.count > 0) {
            let message = format!("what follows {} behind the rows is not read", key.shown());
            warnings.add_at(|| self.scan.place(key.at), message);
        }
        if self.count == 0 && self.about.losses.is_empty() {
            return Err(self.scan.expected("a row with the places of the markers"));
        }
        Ok(())
    }

    /// Reads a row that begins with a frame number, which is told, up to the end of its line.
    fn row(&mut self, frame: &Word<'_>, row: &mut [f32]) -> Result<i64, Option<LoadError>> {
        let text = self.source.bytes;
        let Some(number) = frame_number(frame.text) else {
            return Err(self.fault(|rows| rows.scan.expected("a frame number")));
        };
        self.scan.at = frame.at + frame.text.len();
        let filled = self.values(frame.at, row)?;
        if filled < self.columns {
            return Err(self.fault(|rows| {
                let kind = ErrorKind::Contradiction(broken_off(filled, rows.columns));
                rows.scan.error_at(frame.at, kind)
            }));
        }
        let rest = text[self.scan.at..].iter();
        let behind = rest.take_while(|&&b| is_blank(b) && !is_line_end(b));
        self.scan.at += behind.count();
        let is_line = |&b: &u8| is_line_end(b);
        match text.get(self.scan.at) {
            Some(byte) if !is_line(byte) => Err(self.fault(|rows| rows.too_long(frame.at))),
            _ if self.is_lost && text[frame.at..self.scan.at].iter().any(is_line) => Err(None),
            _ => Ok(number),
        }
    }

    /// A fault of a row, made where it is the first.
    fn fault(&self, why: impl FnOnce(&Self) -> LoadError) -> Option<LoadError> {
        self.about.losses.why(|| why(self))
    }

    /// Reads the values of a row that starts at byte `start`; tells how many there are, less than all
    /// where the last row breaks off.
    fn values(&mut self, start: usize, row: &mut [f32]) -> Result<usize, Option<LoadError>> {
        let text = self.source.bytes;
        let mut column = 0;
        while column < self.columns {
            let mut at = self.scan.at;
            while text.get(at).is_some_and(|&b| is_blank(b)) {
                at += 1;
            }
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
                    self.scan.at = at;
                    return Err(self.fault(|rows| rows.not_a_number(start, column)));
                }
            }
            self.scan.at = at;
        }
        Ok(column)
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
        error.hint(match before.any(|&b| is_line_end(b)) {
            true => "the line above has too few values",
            false => "DROPOUT stands for all three values of a marker",
        })
    }

    fn too_long(&self, start: usize) -> LoadError {
        let found = self.scan.peek().map_or_else(String::new, |w| w.quoted());
        let places = [start, self.scan.at];
        let counts = [self.count, self.columns];
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
