//! The export of takes, films and reports from the window: what was chosen, and what is written of it.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod dialog;
pub(crate) mod film_scene;
pub(crate) mod job;
pub(crate) mod options;
pub(crate) mod report;
pub(crate) mod run;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::app::export::options::ExportOptions;
use crate::convert::Estimate;

/// The export dialog, and the export that runs.
#[derive(Debug, Default)]
pub struct Export {
    /// What was chosen, for this time and the next.
    pub options: ExportOptions,
    /// What was found out about the choice that shows, or why it cannot be written; nothing while that is not known.
    pub estimate: Option<Result<Estimate, String>>,
    /// Which choice an estimate is about: it counts up with each.
    pub choice: u64,
    pub running: Option<RunningExport>,
}

#[derive(Debug)]
pub struct RunningExport {
    pub file_name: String,
    /// How much of it is done, from 0 to 1.
    pub share: f32,
    /// Set, it ends, and nothing of it stays.
    pub cancel: Arc<AtomicBool>,
}

impl RunningExport {
    /// What is done, for people.
    pub fn describe(&self) -> String {
        format!("Exporting {}", self.file_name)
    }
}
