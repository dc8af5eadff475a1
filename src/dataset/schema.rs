//! The columns of both tables, with what each says.

use std::sync::{Arc, LazyLock};

use arrow_schema::{DataType, Schema, SchemaRef};

use crate::index::{COLUMNS, Column, ColumnKind};
use crate::review::metrics::{METRICS, Metric};

/// A table of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    Frames,
    Takes,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub data_type: DataType,
    pub about: String,
}

/// What columns of the index are left out: they are of a machine, of a time or of a reviewer, and not of the take.
const LEFT_OUT: [&str; 8] =
    ["folder", "path", "modified", "rating", "verdict", "notes", "open_notes", "error"];

/// The key of metadata that says what a column is.
const ABOUT: &str = "about";

impl Table {
    pub const ALL: [Self; 2] = [Self::Frames, Self::Takes];

    /// Its word: the folder that its files are in.
    pub fn word(self) -> &'static str {
        match self {
            Self::Frames => "frames",
            Self::Takes => "takes",
        }
    }

    pub fn fields(self) -> Vec<Field> {
        match self {
            Self::Frames => frames(),
            Self::Takes => takes(),
        }
    }

    /// As Arrow has it; each column says what it is in its metadata.
    pub fn schema(self) -> SchemaRef {
        static SCHEMAS: LazyLock<[SchemaRef; 2]> = LazyLock::new(|| {
            Table::ALL.map(|table| {
                let fields = table.fields().into_iter().map(|field| {
                    let about = [(ABOUT.to_string(), field.about)];
                    // What every row has is never null.
                    let is_nullable =
                        table == Table::Takes && field.name != "take" || field.name == "number";
                    arrow_schema::Field::new(field.name, field.data_type, is_nullable)
                        .with_metadata(about.into())
                });
                Arc::new(Schema::new(fields.collect::<Vec<_>>()))
            })
        });
        SCHEMAS[self as usize].clone()
    }
}

fn field(name: &str, data_type: DataType, about: impl Into<String>) -> Field {
    Field { name: name.into(), data_type, about: about.into() }
}

/// A list of so many numbers each.
pub(super) fn rows_of(width: i32) -> DataType {
    DataType::new_list(DataType::new_fixed_size_list(DataType::Float32, width, false), false)
}

fn frames() -> Vec<Field> {
    vec![
        field("take", DataType::Utf8, "the take, as in the table of takes"),
        field("frame", DataType::Int32, "from 0"),
        field("time", DataType::Float64, "seconds by the file's own clock"),
        field("number", DataType::Int64, "what the file calls the frame; null without"),
        field(
            "positions",
            rows_of(3),
            "of each joint: x, y, z in metres, Y up; NaN where it is missing",
        ),
        field(
            "rotations",
            rows_of(4),
            "of each joint in its parent's frame, of roots in the world: a quaternion, w first and not below 0",
        ),
    ]
}

/// The columns of the index that say what is in a take.
pub(super) fn of_index() -> impl Iterator<Item = &'static Column> {
    COLUMNS.iter().filter(|column| !LEFT_OUT.contains(&column.name))
}

fn takes() -> Vec<Field> {
    let text = DataType::Utf8;
    let mut fields = vec![field(
        "take",
        text.clone(),
        "the path of its file, as it was given or below the folder that was given",
    )];
    fields.extend(of_index().map(|column| {
        let data_type = match column.kind {
            ColumnKind::Text => DataType::Utf8,
            ColumnKind::Whole => DataType::Int64,
            ColumnKind::Number => DataType::Float64,
        };
        field(column.name, data_type, column.meaning)
    }));
    fields.extend([
        field(
            "joints",
            DataType::new_list(text.clone(), false),
            "the joints or markers, parents first",
        ),
        field(
            "parents",
            DataType::new_list(DataType::Int32, false),
            "the place of the parent of each; -1 for roots",
        ),
        field(
            "offsets",
            rows_of(3),
            "where each is in its parent's frame in the rest pose, in metres",
        ),
        field(
            "metres_per_unit",
            DataType::Float64,
            "metres in the file's unit, as it says or as the figure's height suggests",
        ),
    ]);
    fields.extend(metrics().map(|metric| {
        let unit =
            if metric.unit.is_empty() { String::new() } else { format!(" ({})", metric.unit) };
        field(
            &column_of(metric.word),
            DataType::Float64,
            format!("{}{unit}: {}", metric.label, metric.about),
        )
    }));
    fields.extend([
        field(
            "findings_json",
            text.clone(),
            "what the checks find, as `rushes check --json` has it",
        ),
        field(
            "warnings_json",
            text.clone(),
            "what was guessed or repaired, as `rushes info --json` has it",
        ),
        field("signature", DataType::Binary, "how it moves, to find takes that move alike"),
        field("error", text, "why the file cannot be read; null where it can"),
    ]);
    fields
}

/// The metrics of one motion that the index has no column of.
pub(super) fn metrics() -> impl Iterator<Item = &'static Metric> {
    let is_there = |word: &str| COLUMNS.iter().any(|column| column.name == column_of(word));
    METRICS.iter().copied().filter(move |metric| metric.is_of_one && !is_there(metric.word))
}

/// A word as the name of a column.
pub(super) fn column_of(word: &str) -> String {
    word.replace('-', "_")
}
