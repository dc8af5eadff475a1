//! The commands about columns: what those of a table are.

use std::path::PathBuf;

use crate::app::columns::KeepColumns;
use crate::loader::ColumnMapping;

/// Says what the columns of a table are.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnsCommand {
    /// Asks what the columns of a file are.
    Ask(PathBuf),
    /// Asks it of the active take.
    Edit,
    /// Says it, as far as it is known.
    Change(Box<ColumnMapping>),
    /// Chooses where it is kept.
    Keep(KeepColumns),
    /// Names it in the settings.
    Name(String),
    /// Keeps it, and opens the tables.
    Use,
}
