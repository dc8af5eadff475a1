//! The commands of the export dialog.

use std::path::PathBuf;

use crate::app::export::options::ExportOptions;

/// Chooses what is exported, and has it written.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportCommand {
    /// Opens the dialog, or closes it.
    Ask,
    /// Opens the dialog with a report chosen.
    AskForReport,
    Choose(Box<ExportOptions>),
    AskWhere,
    /// Writes it: into a file, or a folder where that is to be one.
    WriteTo(PathBuf),
    /// Ends the export that runs.
    Cancel,
}
