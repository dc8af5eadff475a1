//! The files that say what the columns of tables are: how they are read and written.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::messages::text;
use super::part::Readers;
use super::read::{read_head, read_small};
use super::write::{write, write_own};
use crate::fs;
use crate::loader::{ColumnMapping, Source, TableHead, table_head};
use crate::take::in_one_line;

/// The beginning of a table, with what its columns are: as a file says, or by a guess. `None` where it cannot
/// be read, or is no table.
pub fn read_table_head(table: &Path, columns: Option<&Path>) -> Option<TableHead> {
    let mut head = table_head(&Source::new(&text(table), &read_head(table).ok()?))?;
    if let Some(stated) = columns.and_then(|columns| read_columns(columns).ok()) {
        head.guess = ColumnMapping { header: head.guess.header, ..stated };
    }
    Some(head)
}

/// The files of a folder that say what the columns of tables with a certain header are. One that has a fault is left
/// out: it must not keep any other table from opening.
pub fn columns_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_toml = |path: &PathBuf| path.extension().is_some_and(|e| e == "toml");
    let has_header = |path: &PathBuf| read_columns(path).is_ok_and(|read| read.header.is_some());
    let paths = entries.map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths.filter(is_toml).filter(has_header).collect();
    files.sort();
    files
}

/// What a file says of the columns of tables; the error says what is wrong with it, in a sentence.
pub fn read_columns(path: &Path) -> Result<ColumnMapping, String> {
    const MAX_BYTES: u64 = 1 << 20;
    let bytes = read_small(path, MAX_BYTES).map_err(|error| error.to_string())?;
    ColumnMapping::from_toml(&bytes).map_err(|(why, _)| why)
}

/// Writes what the columns of tables are; `of` names one of them, for people who look into the file. A link that leads
/// to such a file is followed in the `person`'s own folder alone; another one gives way, and where it led is told.
pub fn write_columns(
    path: &Path,
    of: &Path,
    mapping: &ColumnMapping,
    is_persons: bool,
) -> io::Result<Option<PathBuf>> {
    let name = in_one_line(&of.file_name().unwrap_or_default().to_string_lossy());
    let toml = mapping.to_toml().map_err(io::Error::other)?;
    let all =
        format!("# What the columns of {name} are: see Tables in the manual of Rushes.\n\n{toml}");
    if is_persons && read_columns(path).is_ok() {
        write(path, |out| out.write_all(all.as_bytes())).map(|()| None)
    } else {
        write_own(path, Readers::Same, |out| out.write_all(all.as_bytes()))
    }
}
