//! The columns that tables of positions begin with, and what comes of either kind of table.

use super::super::error::LoadError;
use super::super::scanner::Scanner;
use super::super::table::TableRows;
use super::super::word::Word;
use super::stamps::Stamp;
use crate::take::Axis;

/// The columns that both kinds of files begin with.
pub(super) const MOMENT: [&str; 3] = ["frame", "number", "time"];

/// Those behind that where each node has a row.
pub(super) const NODE: [&str; 2] = ["index", "node"];

/// The name of a column, or its end, that tells how sure a point is.
pub(super) const CONFIDENCE: &str = "confidence";

pub(super) const POSITION: [&str; 3] = ["x", "y", "z"];

/// What comes of either kind of file.
pub(super) struct Table {
    /// Those of frames, with the stamp of each that is not lost.
    pub rows: TableRows<Vec<Stamp>>,
    pub names: Vec<String>,
    /// Where each of them stands.
    pub places: Vec<usize>,
    /// Whether each has its confidence behind its position.
    pub has_confidence: bool,
}

/// What errors call a value of a point.
pub(super) fn value_name(value: usize) -> &'static str {
    Axis::ALL.get(value).map_or(CONFIDENCE, |axis| axis.name())
}

pub(super) fn begin_with(fields: &[Word<'_>], words: &[&str]) -> bool {
    let mut pairs = fields.iter().zip(words);
    fields.len() >= words.len() && pairs.all(|(field, word)| field.text == word.as_bytes())
}

pub(super) fn no_positions(scan: &Scanner<'_>, at: usize) -> LoadError {
    let what = "the table holds no positions: it has no columns x, y and z";
    let error = scan.contradiction(at, what);
    error.hint("write it with `rushes positions`, without --channels")
}
