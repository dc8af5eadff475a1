//! Tables with a row a frame, as optical systems write them as text: fields parted by tabs, commas,
//! semicolons or blanks.
//!
//! ```text
//! 12  0.11   x y z  e  x y z  …    what stands ahead of the values, then the values; between those
//!                                  that are read there may be others
//! ```
//!
//! An empty field is a gap, and a field may stand in quotes. A row that cannot be read is lost, and
//! the others keep their places.

mod cells;
mod fields;
mod first;
mod frames;
mod lead;
mod node_rows;
mod rows;
mod shape;
mod times;

pub(super) use cells::{field, skip_spaces, value};
pub use fields::Separator;
pub(super) use fields::{first_word, unquoted};
pub(super) use first::FirstRow;
pub(super) use frames::{AboutFrames, Frames};
pub(super) use lead::{Lead, Odd, Wanted};
pub(super) use node_rows::{Arranged, arrange};
pub(super) use rows::read;
pub(super) use shape::{AboutTable, Closing, Run, Shape, runs};
pub(super) use times::{StatedRate, Times};

use super::line::Lines;
use super::scanner::Scanner;
use crate::take::Place;

/// The place of a row of a table that begins at byte `start`; rows count from 0.
pub(super) fn place_of_row(scan: &Scanner<'_>, start: usize, row: usize) -> Place {
    let text = scan.source.bytes;
    let mut rows = Lines::of(text, start..text.len()).filter(|line| !line.is_blank());
    scan.place(rows.nth(row).map_or(start, |line| line.at))
}
