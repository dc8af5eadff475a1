//! Tables of numbers: whatever has a row a frame, once it is said what its columns are, or its header says it.
//!
//! ```text
//! time, hand.x, hand.y, hand.z     any lines, such as the names of columns
//! 0.00, 1.25, 0.90, -0.30          rows; a position has three columns, a rotation three angles or a quaternion
//! ```
//!
//! What the columns are stands in a file beside it, `walk.csv.columns.toml` (see [`ColumnMapping`]), or in one
//! that is named. Keypoints tell it by their header, see [`keypoints`]; records of magnetic sensors have [`presets`]. A
//! table may also have a row for each marker or sensor: then one column has its name. All positions and rotations are in
//! the world. The columns of one may stand in any order, and others between them: they are put in order when all are
//! read, and are no [`table::Columns`].

mod column;
mod fill;
mod guess;
mod mapping;
mod named_rows;
mod names;
mod presets;
mod sample;

use std::borrow::Cow;

use super::bodies::{self, Part, RotationFormat};
use super::error::{ErrorKind, LoadError};
use super::foreign::undocumented;
use super::gaps::COLUMNS;
use super::line::Line;
use super::rate::{ASSUMED_FRAME_TIME, assumed};
use super::scanner::{Reader, Scanner};
use super::table::{
    self, FirstRow, FrameColumns, GapRule, RowLayout, Separator, place_of_row, runs,
};
use super::text::nth_line;
use super::word::plain_text;
use super::{Companions, Format, Source, format, keypoints};
use crate::take::{
    Axis, Detail, DetailKind, FormatId, FrameTime, Take, Units, WarningCode, Warnings,
};
use named_rows::Table;
use sample::{Sample, fields, is_gap, is_table, number, with_blanks, with_points};

pub use column::{Column, Quantity};
pub use fill::{SETS, Set};
pub use guess::{TableHead, table_head};
pub use mapping::{AngleUnit, ColumnMapping, OrderWord, UpWord};

/// What stands behind the name of a table in the name of the file that says what its columns are.
pub const COLUMNS_EXTENSION: &str = "columns.toml";

pub(super) const FORMAT: Format = Format {
    id: FormatId::Table,
    extensions: &["csv", "tsv", "txt", "asc", "dat", "brd"],
    about: "Keypoints of FreeMoCap, Anipose, DeepLabCut, MediaPipe and others by their headers; any table once its \
            columns are said",
    types: &[],
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
    undocumented(source).is_none()
        && (is_table(source.bytes) || keypoints::recognises(source.bytes))
}

/// Whether it is known what the columns of a table are, though nobody says it: by its header, or by a preset.
pub fn is_known_table(source: &Source<'_>) -> bool {
    let extension = source.extension().unwrap_or_default();
    keypoints::recognises(source.bytes) || presets::preset(&extension, source.bytes).is_some()
}

struct StatedMapping {
    mapping: ColumnMapping,
    /// The file that says so.
    file: Option<String>,
    /// What a preset makes of them.
    preset: Option<String>,
}

impl StatedMapping {
    /// By the first file that is for tables like this one, else by a preset; `None` for keypoints, whose header says
    /// it.
    fn of(source: &Source<'_>) -> Result<Option<Self>, LoadError> {
        let (mut broken, mut other) = (None, None);
        for companion in source.companions {
            let beside = source.companion(companion);
            if beside.extension().as_deref() != Some("toml") {
                continue;
            }
            match ColumnMapping::from_toml(companion.bytes) {
                Ok(mapping) if is_for(&mapping, source.bytes) => {
                    let file = Some(companion.file.to_string());
                    return Ok(Some(Self { mapping, file, preset: None }));
                }
                Ok(_) => other = other.or(Some(beside.name())),
                Err((message, at)) => {
                    let message = plain_text(&message);
                    let error = LoadError::contradiction(&beside, at.unwrap_or(0), message);
                    broken.get_or_insert(error);
                }
            }
        }
        if let Some(error) = broken {
            return Err(error);
        }
        if keypoints::recognises(source.bytes) {
            return Ok(None);
        }
        let extension = source.extension().unwrap_or_default();
        if let Some(preset) = presets::preset(&extension, source.bytes) {
            let preset_message = Some(preset.message);
            return Ok(Some(Self { mapping: preset.mapping, file: None, preset: preset_message }));
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
    let Some(header) = &mapping.header else { return true };
    let sample = Sample::of(text);
    let mut ahead = sample.iter().flat_map(|sample| &sample.ahead);
    ahead.any(|line| line.text.trim_ascii() == header.trim().as_bytes())
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let Some(StatedMapping { mapping, file, preset }) = StatedMapping::of(source)? else {
        return keypoints::load(source);
    };
    let text = match mapping {
        ColumnMapping { decimal_comma: true, .. } => Cow::Owned(with_points(source.bytes)),
        ColumnMapping { separator: Some(Separator::Blanks), .. } => with_blanks(source.bytes),
        _ => Cow::Borrowed(source.bytes),
    };
    // A name is looked up in the text that its row is in, and what is written anew is no file.
    let has_names = mapping.columns.contains(&Column::Name);
    let large = source.large.filter(|_| matches!(text, Cow::Borrowed(_)) && !has_names);
    let source = &Source { bytes: &text, large, ..*source };
    let mut reader = Reader::new(source);
    if let Some(message) = &preset {
        reader.warn(WarningCode::ValueAssumed, reader.scan.at, message);
    }
    let Table { mut rows, mut names, places } = read(&mapping, &mut reader)?;
    rows.facts.times = rows.facts.times.in_seconds(mapping.time_unit.seconds());
    let frame_time = frame_time(&mapping, rows.facts.times.frame_time(), &mut reader.warnings);
    let start = places.first().copied().unwrap_or(reader.scan.at);
    reader.settle_names(&mut names, |_| start);
    let parts = Parts::new(&mapping, names);
    parts.arrange(&mut rows.values, rows.count);
    let Reader { scan, warnings } = &mut reader;
    let place = |row: usize| match places.get(row) {
        Some(&at) => scan.place(at),
        None => place_of_row(scan, start, row),
    };
    let size = (rows.count, parts.order.len());
    bodies::write_channels(&mut rows.values, size, &parts.list, place, warnings);
    let skeleton = bodies::skeleton(source, parts.list)?;
    let mut take = rows.take(source, &FORMAT, skeleton, frame_time, mapping.metres());
    if let Some(up) = mapping.up {
        take.units = Units::new(mapping.metres(), up.0);
    }
    let by = match &file {
        Some(file) => format!("by {}", Source::new(file, b"").name()),
        None => "by a preset".to_string(),
    };
    Ok(Take {
        details: vec![Detail::new(DetailKind::COLUMNS, by)],
        read_with: file.into_iter().collect(),
        warnings: reader.warnings.finish(),
        ..take
    })
}

fn read(mapping: &ColumnMapping, reader: &mut Reader<'_>) -> Result<Table, LoadError> {
    let source = reader.scan.source;
    let (first, separator) = first_row(mapping, &reader.scan)?;
    let at = |wanted: Column| mapping.columns.iter().position(|column| *column == wanted);
    let [number, time, name] = [Column::Frame, Column::Time, Column::Name].map(at);
    let is_value = |column: &Column| matches!(column, Column::Value { .. });
    let last = [number, time, name].into_iter().flatten().max();
    let fields = last.map_or(0, |column| column + 1);
    let are_among_values = mapping.columns[..fields].iter().any(is_value);
    let prefix = FrameColumns { fields, number, time, are_among_values };
    let ahead = if are_among_values { 0 } else { fields };
    // What most rows have behind that is not read.
    let behind = reader.scan.at(first.end()).lines();
    let there = FirstRow::of(first, &behind, separator, ahead).columns;
    let mut is_read: Vec<bool> = mapping.columns[ahead..].iter().map(is_value).collect();
    is_read.resize(is_read.len().max(there), false);
    let values = mapping.columns.iter().filter(|column| is_value(column));
    let value_names: Vec<String> = values.map(ToString::to_string).collect();
    let layout = RowLayout {
        separator,
        prefix,
        runs: &runs(is_read),
        gaps: &[b"nan"],
        gap_rule: GapRule::Nothing,
        name: &|column| format!("\"{}\"", value_names[column]),
        why: &columns_hint(mapping),
    };
    if let Some(name) = name {
        if source.whole.is_some() {
            let end = reader.scan.at(source.bytes.len());
            return Err(end.expected("all rows: the last ones may have more names"));
        }
        return named_rows::read(first.at, layout, name, reader);
    }
    let read = table::read(&source, first.at, &layout, &mut reader.warnings)?;
    Ok(Table {
        rows: read.settle(layout.columns(), None, reader)?,
        names: mapping.parts().iter().map(|part| part.own_name()).collect(),
        places: vec![first.at],
    })
}

fn columns_hint(mapping: &ColumnMapping) -> String {
    format!("{} columns are said to be there", mapping.columns.len())
}

/// Seconds a frame: as is said, else by the times, else as is usual, with a warning.
fn frame_time(
    mapping: &ColumnMapping,
    by_times: Option<f64>,
    warnings: &mut Warnings,
) -> FrameTime {
    if let Some(seconds) = mapping.rate.map(f64::recip).or(by_times) {
        return seconds.into();
    }
    let why = if mapping.columns.contains(&Column::Time) {
        "times do not run on evenly"
    } else {
        "nothing says how many frames a second there are"
    };
    warnings.add(WarningCode::RateAssumed, format!("{why}: {}", assumed()));
    ASSUMED_FRAME_TIME
}

fn first_row<'a>(
    mapping: &ColumnMapping,
    scan: &Scanner<'a>,
) -> Result<(Line<'a>, Separator), LoadError> {
    let text = scan.source.bytes;
    let first_line = mapping.first_line.map_or(0, |number| nth_line(text, number - 1));
    let start = first_line.max(scan.at);
    for line in scan.at(start.min(text.len())).lines().filter(|line| !line.is_blank()) {
        let separator = mapping.separator.unwrap_or_else(|| match line.separator() {
            Separator::Tab => Separator::Tab,
            _ if line.text.contains(&b';') => Separator::Semicolon,
            other => other,
        });
        if mapping.first_line.is_some() || is_row(mapping, &line, separator) {
            return Ok((line, separator));
        }
    }
    let error = scan.at(start).expected("a row with numbers in the columns that are read");
    Err(error.hint(columns_hint(mapping)))
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

/// How the values of a frame become those of nodes.
struct Parts {
    list: Vec<Part>,
    /// For each value of a node, in the order of nodes, which value of the file it is.
    order: Vec<usize>,
    /// What is in radians and becomes degrees, among the values in the order of nodes.
    radians: Vec<usize>,
}

impl Parts {
    /// Those of all names: where there are more than a row has parts, each row is of one of them.
    fn new(mapping: &ColumnMapping, names: Vec<String>) -> Self {
        // The values of a file are its columns without those that are none.
        let mut values = Vec::with_capacity(mapping.columns.len());
        let mut width = 0;
        for column in &mapping.columns {
            values.push(width);
            width += usize::from(matches!(column, Column::Value { .. }));
        }
        let mapped = mapping.parts();
        let (mut list, mut order, mut radians) = (Vec::new(), Vec::new(), Vec::new());
        for (i, name) in names.into_iter().enumerate() {
            let part = &mapped[i % mapped.len()];
            let ahead = i / mapped.len() * width;
            let rotation = match part.rotation() {
                0 => None,
                3 => Some(RotationFormat::Angles(mapping.order.0)),
                _ => Some(RotationFormat::Quaternion),
            };
            let rotation = rotation.map(|written| (written, order.len() + COLUMNS));
            list.push(Part { rotation, ..Part::marker(name, order.len()) });
            let mut own = part.columns.clone();
            own.sort_by_key(|(quantity, _)| quantity.slot());
            for (quantity, column) in own {
                let is_angle = matches!(quantity, Quantity::Angle(_));
                if is_angle && mapping.angles == AngleUnit::Radians {
                    radians.push(order.len());
                }
                order.push(ahead + values[column]);
            }
        }
        Self { list, order, radians }
    }

    /// Brings the values of all frames into the order of nodes.
    fn arrange(&self, values: &mut [f32], frames: usize) {
        let is_arranged = self.order.iter().enumerate().all(|(i, &from)| i == from);
        if is_arranged && self.radians.is_empty() {
            return;
        }
        let width = self.order.len();
        let mut read = vec![0.0; width];
        for row in values.chunks_exact_mut(width.max(1)).take(frames) {
            read.copy_from_slice(row);
            for (value, &from) in row.iter_mut().zip(&self.order) {
                *value = read[from];
            }
            for &at in &self.radians {
                row[at] = f64::from(row[at]).to_degrees() as f32;
            }
        }
    }
}
