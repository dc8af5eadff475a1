//! What the columns of both kinds of files are called, and what comes of either.

use super::super::error::{ErrorKind, LoadError};
use super::super::scanner::{Scanner, Word};
use super::super::unread_rows::Damage;
use super::stamps::Stamp;

/// What both kinds of files begin with.
pub const MOMENT: [&str; 3] = ["frame", "number", "time"];

/// What stands behind that where each node has a row.
pub const NODE: [&str; 2] = ["index", "node"];

/// What places are called.
pub const PLACE: [&str; 3] = ["x", "y", "z"];

/// What comes of either kind of file.
pub struct Table {
    pub names: Vec<String>,
    /// Where each of them stands.
    pub places: Vec<usize>,
    pub values: Vec<f32>,
    /// How many frames there are, those that are lost among the others included.
    pub count: usize,
    /// Of each frame that is not lost.
    pub stamps: Vec<Stamp>,
    pub damage: Damage,
}

/// Whether fields begin with these words.
pub fn is(fields: &[Word<'_>], words: &[&str]) -> bool {
    let mut pairs = fields.iter().zip(words);
    fields.len() >= words.len() && pairs.all(|(field, word)| field.text == word.as_bytes())
}

/// Why a file of channel values is refused.
pub fn no_places(scan: &Scanner<'_>, at: usize) -> LoadError {
    let what = "the table holds no positions: it has no columns x, y and z".to_string();
    let error = scan.error_at(at, ErrorKind::Contradiction(what));
    error.hint("write it with `rushes positions`, without --channels")
}
