//! The commands about columns: what those of a table are.

use std::path::PathBuf;

use crate::app::columns::KeepColumns;
use crate::loader::ColumnMapping;

/// Says what the columns of a table are.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnsCommand {
    /// Asks what the columns of a file are.
    Ask(PathBuf),
    /// Asks what those of the active take are.
    Edit,
    /// Takes over an answer, which need not be whole.
    Change(Box<ColumnMapping>),
    /// Chooses where the answer is kept.
    Keep(KeepColumns),
    /// Names the answer in the settings.
    Name(String),
    /// Keeps the answer, and opens the tables.
    Use,
}
