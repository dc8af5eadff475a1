//! Tables of numbers: whatever has a row a frame, once it is said what its columns are.
//!
//! ```text
//! time, hand.x, hand.y, hand.z     any lines, such as the names of columns
//! 0.00, 1.25, 0.90, -0.30          rows; a position has three columns, a rotation three angles or a quaternion
//! ```
//!
//! What the columns are stands in a file beside it, `walk.csv.columns.toml` (see [`ColumnMapping`]), or in one
//! that is named. Records of magnetic sensors have [`presets`]. A table may also have a row for each marker or
//! sensor: then one column has its name. All positions and rotations are in the world.

mod column;
mod fill;
mod guess;
mod mapping;
mod named_rows;
mod names;
mod parts;
mod presets;
mod sample;
mod table_rows;

use std::borrow::Cow;

use super::error::{ErrorKind, LoadError};
use super::line::{Line, Lines};
use super::marker::settle_names;
use super::scanner::{Scanner, plain_text};
use super::table::{self, Closing, FirstRow, Frames, Run, Separator, Shape, place_of_row, runs};
use super::text::line;
use super::{Companions, Format, Source, bodies, format, undocumented};
use crate::take::{Axis, Detail, DetailKind, Motion, Take, Units, Up, WarningCode, Warnings};
use parts::Parts;
use sample::{Sample, fields, is_gap, number, with_blanks, with_points};
use table_rows::{Table, frame_time};

pub use column::{Column, Quantity};
pub use fill::{SETS, Set};
pub use guess::{TableHead, table_head};
pub use mapping::{AngleUnit, ColumnMapping, OrderWord, TimeUnit, UpWord};

/// What stands behind the name of a table in the name of the file that says what its columns are.
pub const COLUMNS_EXTENSION: &str = "columns.toml";

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "Table",
    extensions: &["csv", "tsv", "txt", "asc", "dat", "brd"],
    about: "Any table of numbers once its columns are said; records of Ascension's and Polhemus' sensors by presets",
    // Many files are tables: see `reads`.
    probe: |_| false,
    up: Axis::Y,
    companions: Some(Companions {
        extensions: &["toml"],
        choose: |source, beside| {
            let own = format!("{}.{COLUMNS_EXTENSION}", source.name());
            let found = beside.iter().find(|name| **name == own);
            found.map(|name| (*name).to_string()).into_iter().collect()
        },
    }),
    cut: Some(format::at_line_end),
    load,
};

/// Whether a file can be read as a table, where no other format knows it.
pub(super) fn reads(source: &Source<'_>) -> bool {
    undocumented::refusal(source).is_none() && Sample::of(source.bytes).is_some()
}

/// Whether a file is a record that a preset knows.
pub fn has_preset(source: &Source<'_>) -> bool {
    let extension = source.extension().unwrap_or_default();
    presets::preset(&extension, source.bytes).is_some()
}

/// What is said of the columns of a table, and by whom.
struct Said {
    mapping: ColumnMapping,
    /// The file that says so.
    file: Option<String>,
    /// What a preset makes of them.
    preset: Option<String>,
}

impl Said {
    /// By the first file that is for tables like this one, else by a preset.
    fn of(source: &Source<'_>) -> Result<Self, LoadError> {
        let (mut broken, mut other) = (None, None);
        for companion in source.companions {
            let beside = source.companion(companion);
            if beside.extension().as_deref() != Some("toml") {
                continue;
            }
            match ColumnMapping::from_toml(companion.bytes) {
                Ok(mapping) if is_for(&mapping, source.bytes) => {
                    return Ok(Self {
                        mapping,
                        file: Some(companion.file.to_string()),
                        preset: None,
                    });
                }
                Ok(_) => other = other.or(Some(beside.name())),
                Err((why, at)) => {
                    let why = plain_text(&why);
                    let error = LoadError::contradiction(&beside, at.unwrap_or(0), why);
                    broken.get_or_insert(error);
                }
            }
        }
        if let Some(error) = broken {
            return Err(error);
        }
        let extension = source.extension().unwrap_or_default();
        if let Some(preset) = presets::preset(&extension, source.bytes) {
            return Ok(Self { mapping: preset.mapping, file: None, preset: Some(preset.told) });
        }
        let kind = ErrorKind::NeedsCompanion {
            what: "a file that says what its columns are",
            extension: COLUMNS_EXTENSION,
        };
        let hint = match other {
            Some(other) => format!("{} is for tables with another header", plain_text(other)),
            None => format!(
                "open it in the window and say there what they are, or write {}.{COLUMNS_EXTENSION}: \
                 see Tables in the manual",
                plain_text(source.name())
            ),
        };
        Err(LoadError::new(source, kind).hint(hint))
    }
}

/// Whether a mapping is for a table: one that names the line of the header is for tables that have this line.
fn is_for(mapping: &ColumnMapping, text: &[u8]) -> bool {
    let Some(header) = &mapping.header else {
        return true;
    };
    let sample = Sample::of(text);
    let ahead = sample.iter().flat_map(|sample| &sample.ahead);
    let mut ahead = ahead.map(|line| line.text.trim_ascii());
    ahead.any(|line| line == header.trim().as_bytes())
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let said = Said::of(source)?;
    let text = match said.mapping {
        ColumnMapping { decimal_comma: true, .. } => Cow::Owned(with_points(source.bytes)),
        ColumnMapping { separator: Some(Separator::Blanks), .. } => with_blanks(source.bytes),
        _ => Cow::Borrowed(source.bytes),
    };
    let source = &Source { bytes: &text, ..*source };
    let mut warnings = Warnings::default();
    let scan = Scanner::new(source);
    if let Some(told) = &said.preset {
        let place = || scan.place(scan.at);
        warnings.add_at(WarningCode::ValueAssumed, place, told);
    }
    let table = read(&said.mapping, source, &scan, &mut warnings)?;
    let Table { mut values, count, mut names, numbers, start_time, frame_time, lost, places } =
        table;
    let at = |_| scan.place(places.first().copied().unwrap_or(scan.at));
    settle_names(&mut names, at, &mut warnings);
    let parts = Parts::of(&said.mapping).with_names(names);
    parts.arrange(&mut values, count);
    let listed = parts.list();
    let place = |row: usize| match places.get(row) {
        Some(&at) => scan.place(at),
        None => place_of_row(&scan, places.first().copied().unwrap_or(scan.at), row),
    };
    let width = parts.width();
    bodies::settle(&mut values, (count, width), &listed, place, &mut warnings);
    let skeleton = bodies::skeleton(source, listed)?;
    let motion = Motion::new(frame_time, count, skeleton.columns(), values);
    let up = match said.mapping.up {
        Some(up) => up.0.into(),
        None => Up::assumed(FORMAT.up),
    };
    let by = match &said.file {
        Some(file) => format!("by {}", Source::new(file, b"").name()),
        None => "by a preset".to_string(),
    };
    Ok(Take {
        details: vec![Detail::new(DetailKind::COLUMNS, by)],
        numbers,
        start_time,
        read_with: said.file.into_iter().collect(),
        lost,
        warnings: warnings.finish(),
        ..Take::new(
            source.stem(),
            FORMAT.name,
            skeleton,
            motion,
            Units::new(said.mapping.metres(), up),
        )
    })
}

/// Reads all rows.
fn read(
    mapping: &ColumnMapping,
    source: &Source<'_>,
    scan: &Scanner<'_>,
    warnings: &mut Warnings,
) -> Result<Table, LoadError> {
    let (first, separator) = first_row(mapping, source, scan)?;
    let at = |wanted: Column| mapping.columns.iter().position(|column| *column == wanted);
    let [number, time, name] = [Column::Frame, Column::Time, Column::Name].map(at);
    let is_value = |column: &Column| matches!(column, Column::Value { .. });
    let lead = [number, time, name].into_iter().flatten();
    let fields = lead.map(|column| column + 1).max().unwrap_or(0);
    let are_among_values = mapping.columns[..fields].iter().any(is_value);
    let frames = Frames { fields, number, time, are_among_values };
    let ahead = if are_among_values { 0 } else { fields };
    let mut runs = runs(mapping.columns[ahead..].iter().map(is_value));
    // What most rows have behind that is not read.
    let behind = Lines::of(source.bytes, first.end()..source.bytes.len());
    let there = FirstRow::of(first, &behind, separator, ahead).columns;
    runs.push(Run { skip: there.saturating_sub(mapping.columns.len() - ahead), take: 0 });
    let read: Vec<String> =
        mapping.columns.iter().filter(|column| is_value(column)).map(ToString::to_string).collect();
    let called = |column: usize| format!("\"{}\"", read[column]);
    let why = format!("{} columns are said to be there", mapping.columns.len());
    let shape = Shape {
        separator,
        lead: frames,
        runs: &runs,
        gap: b"nan",
        closing: Closing::Nothing,
        name: &called,
        why: &why,
    };
    let width = shape.columns();
    if let Some(name) = name {
        if source.whole.is_some() {
            let end = scan.at(source.bytes.len());
            return Err(end.expected("all rows: the last ones may have more names"));
        }
        return named_rows::read(mapping, (source, first.at), shape, (name, width), scan, warnings);
    }
    let read = table::read(source, first.at, &shape, warnings)?;
    let (rows, times) = read.settle(width, None, scan, warnings)?;
    let times = times.in_seconds(mapping.time_unit.seconds());
    let lost = rows.damage.tell(rows.count, warnings);
    let frame_time = frame_time(mapping, times.frame_time(), warnings);
    let parts = mapping.parts();
    Ok(Table {
        values: rows.values,
        count: rows.count,
        names: parts.iter().map(|part| part.own_name()).collect(),
        numbers: times.clock_of(rows.numbering.finish(&lost)),
        start_time: times.start(lost.ahead(), frame_time.seconds),
        frame_time,
        lost,
        places: vec![first.at],
    })
}

/// The first row, and what parts its columns.
fn first_row<'a>(
    mapping: &ColumnMapping,
    source: &Source<'a>,
    scan: &Scanner<'_>,
) -> Result<(Line<'a>, Separator), LoadError> {
    let start = match mapping.first_line {
        Some(number) => line(source.bytes, number - 1).max(scan.at),
        None => scan.at,
    };
    let lines = Lines::of(source.bytes, start.min(source.bytes.len())..source.bytes.len());
    for line in lines.filter(|line| !line.is_blank()) {
        let separator = mapping.separator.unwrap_or_else(|| separator_of(&line));
        if mapping.first_line.is_some() || is_row(mapping, &line, separator) {
            return Ok((line, separator));
        }
    }
    let error = scan.at(start).expected("a row with numbers in the columns that are read");
    Err(error.hint(format!("{} columns are said to be there", mapping.columns.len())))
}

/// What parts the columns of a row, as far as it shows.
fn separator_of(line: &Line<'_>) -> Separator {
    match line.separator() {
        Separator::Tab => Separator::Tab,
        _ if line.text.contains(&b';') => Separator::Semicolon,
        other => other,
    }
}

/// Whether a line has numbers, or gaps, where the mapping says so, and not only gaps.
fn is_row(mapping: &ColumnMapping, line: &Line<'_>, separator: Separator) -> bool {
    let fields = fields(line, separator);
    let mut numbers = 0;
    for (column, field) in mapping.columns.iter().zip(&fields) {
        if matches!(column, Column::Skip | Column::Name) {
            continue;
        }
        // Commas are points by now.
        match number(field.text, false) {
            Some(_) => numbers += 1,
            None if matches!(column, Column::Value { .. }) && is_gap(field.text) => {}
            None => return false,
        }
    }
    numbers > 0
}
