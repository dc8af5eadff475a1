//! Parquet, the tables in which engines keep more takes than a program opens: files of frames as `rushes dataset` writes
//! them.
//!
//! ```text
//! columns      take, frame, time, number, positions (x y z of each joint), rotations (w x y z, in the parent's frame)
//! footer       the skeletons of the takes (see `contents`), and which take has which
//! ```
//!
//! Each take is a clip. The columns alone decide on its frames, so that what another program has filtered or written again
//! is read as well: in whatever order the rows are, and as points without names where it left the skeletons out. Lengths are
//! in metres, Y is up.

mod contents;
mod frame_table;
mod lists;
mod page_sizes;
mod take;

use super::error::LoadError;
use super::left_out::{PARQUET, is_parquet};
use super::{Format, Source, clips};
use crate::take::{Axis, FormatId, Take};
pub use contents::{CONTENTS, Contents, End, Figure};
use frame_table::FrameTable;

pub(super) const FORMAT: Format = Format {
    id: FormatId::Parquet,
    extensions: PARQUET,
    about: "Takes of a data set that `rushes dataset` has written, each as a clip",
    types: &[],
    probe: is_parquet,
    up: Axis::Y,
    companions: None,
    cut: None,
    load,
};

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let table = FrameTable::open(source)?;
    let takes = table.takes()?;
    let clips = clips::choose(source, takes.iter().map(|rows| rows.key.clone()), |_| true)?;
    let Some(rows) = clips.as_ref().and_then(|clips| takes.get(clips.shown)) else {
        return Err(table.nothing());
    };
    let take = take::of_rows(&table, &rows.key, table.rows(rows)?)?;
    Ok(Take { clips, ..take })
}
