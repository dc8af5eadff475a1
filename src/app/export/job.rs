//! One export: takes, each with how it is written, or a report about them, and how it is written.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::app::export::report::ReportJob;
use crate::convert::{Conversion, Estimate, Source, second_path};
use crate::files::{free_path, guarded, is_same_file};
use crate::take::{Take, Warning};

/// A take to be written.
pub struct ExportedTake {
    /// The name of its file, without extension.
    pub stem: String,
    /// The take.
    pub take: Arc<Take>,
    /// The file that it was read from, where it is as the file has it.
    pub source: Option<Source>,
    /// The unit that somebody chose for a take that has none, in metres.
    pub unit: Option<f64>,
    /// How it is written.
    pub conversion: Conversion,
}

/// What is written.
pub enum ExportContent {
    /// A file of each take.
    Takes {
        /// All of them.
        takes: Vec<ExportedTake>,
        /// Whether nothing is written of a take where something would be lost.
        strict: bool,
    },
    /// A page about takes.
    Report(Box<ReportJob>),
}

/// Something to be written.
pub struct ExportJob {
    /// What.
    pub content: ExportContent,
    /// About so many bytes are written in all; 0 where nobody has found that out.
    pub bytes: u64,
    /// The files that are open, which are not written over.
    pub open: Vec<PathBuf>,
}

/// A file that was written, and what was lost on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportedFile {
    /// The file.
    pub path: PathBuf,
    /// What was lost or changed, a sentence each.
    pub warnings: Vec<String>,
}

/// What came of an export.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exported {
    /// What was written.
    pub files: Vec<ExportedFile>,
    /// What was not, and why.
    pub errors: Vec<(PathBuf, String)>,
    /// Whether somebody ended it.
    pub is_cancelled: bool,
}

impl ExportedTake {
    fn take(&self) -> Take {
        let mut take = Take::clone(&self.take);
        if self.unit.is_some() {
            take.units.metres_per_unit = self.unit;
        }
        take
    }

    /// Writes it, after so many bytes of other takes.
    fn write(
        &self,
        path: &Path,
        strict: bool,
        cancel: &AtomicBool,
        before: &Cell<u64>,
        tell: &dyn Fn(u64),
    ) -> Result<Vec<String>, String> {
        let ready = self.conversion.of(self.take(), self.source.as_ref());
        let ready = ready.map_err(|why| why.to_string())?;
        let own = Cell::new(0);
        let watch = |written: u64| {
            own.set(written);
            tell(before.get() + written);
            !cancel.load(Ordering::Relaxed)
        };
        let saved = ready.save(path, &watch, |warnings| accept(warnings, strict));
        before.set(before.get() + own.get());
        let warnings = saved.map_err(|error| error.to_string())?;
        Ok(warnings.into_iter().map(|warning| warning.message).collect())
    }
}

fn accept(warnings: &[Warning], strict: bool) -> Result<(), String> {
    let is_grave = |warning: &&Warning| warning.code.severity().changes_numbers();
    match warnings.iter().find(is_grave).filter(|_| strict) {
        Some(warning) => Err(format!("something would be lost: {}", warning.message)),
        None => Ok(()),
    }
}

impl ExportJob {
    /// What will be written, all of it together.
    ///
    /// # Errors
    /// In a sentence, where some of it cannot be.
    pub fn estimate(&self) -> Result<Estimate, String> {
        match &self.content {
            ExportContent::Takes { takes, .. } => estimate(takes),
            ExportContent::Report(report) => guarded(|| report.estimate()).flatten(),
        }
    }

    /// Writes it: into a file, or into a folder where `into_folder`. `tell` is told how much is done, from 0 to 1.
    pub fn run(
        &self,
        path: &Path,
        into_folder: bool,
        cancel: &AtomicBool,
        tell: &dyn Fn(f32),
    ) -> Exported {
        let tell = |bytes: u64| {
            if self.bytes > 0 {
                tell((bytes as f32 / self.bytes as f32).min(1.0));
            }
        };
        let mut done = Exported::default();
        match &self.content {
            ExportContent::Takes { takes, strict } => {
                let before = Cell::new(0);
                for of in takes {
                    let export = of.conversion.export;
                    let path = if into_folder {
                        free_path(path, &of.stem, '_', export.extension)
                    } else {
                        path.to_path_buf()
                    };
                    let written = || of.write(&path, *strict, cancel, &before, &tell);
                    if !self.put(&path, second_path(export, &path), cancel, written, &mut done) {
                        break;
                    }
                }
            }
            ExportContent::Report(report) => {
                let written = || report.write(path, cancel, &tell);
                self.put(path, None, cancel, written, &mut done);
            }
        }
        done
    }

    /// Writes a file, and the second one that some formats have beside it. Returns whether to go on.
    fn put(
        &self,
        path: &Path,
        second: Option<PathBuf>,
        cancel: &AtomicBool,
        write: impl FnOnce() -> Result<Vec<String>, String>,
        done: &mut Exported,
    ) -> bool {
        let is_open = |path: &Path| self.open.iter().any(|open| is_same_file(open, path));
        if is_open(path) || second.as_deref().is_some_and(is_open) {
            let why = "it is open here: give the file another name";
            done.errors.push((path.to_path_buf(), why.to_string()));
            return true;
        }
        let result = guarded(write).flatten();
        let path = path.to_path_buf();
        done.is_cancelled = cancel.load(Ordering::Relaxed);
        match result {
            // What was whole before it was cancelled stays.
            Ok(warnings) => done.files.push(ExportedFile { path, warnings }),
            Err(_) if done.is_cancelled => {}
            Err(why) => done.errors.push((path, why)),
        }
        !done.is_cancelled
    }
}

/// What will be written of takes.
fn estimate(takes: &[ExportedTake]) -> Result<Estimate, String> {
    if takes.is_empty() {
        return Err("no take has frames between in and out point".to_string());
    }
    let mut all = Estimate { is_exact: true, ..Estimate::about(0) };
    for of in takes {
        let estimate = guarded(|| of.conversion.estimate(&of.take(), of.source.as_ref()))?;
        let own = estimate.map_err(|why| format!("{}: {why}", of.stem))?;
        all.bytes += own.bytes;
        all.is_exact &= own.is_exact;
        all.guessed = all.guessed.or(own.guessed);
        for warning in own.warnings {
            if !all.warnings.iter().any(|known| known.message == warning.message) {
                all.warnings.push(warning);
            }
        }
    }
    Ok(all)
}
