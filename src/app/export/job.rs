//! One export: takes, each with how it is written, or a report about them.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::app::export::report::ReportJob;
use crate::convert::{Conversion, Estimate, Source, second_path};
use crate::files::{free_path, guarded, is_same_file};
use crate::take::{Take, Warning};

pub struct ExportedTake {
    /// The name of its file, without extension.
    pub stem: String,
    pub take: Arc<Take>,
    /// The file that it was read from, where it is as the file has it.
    pub source: Option<Source>,
    /// The unit that somebody chose for a take that has none, in metres.
    pub unit: Option<f64>,
    pub conversion: Conversion,
}

pub enum ExportContent {
    /// A file of each take.
    Takes {
        takes: Vec<ExportedTake>,
        /// Whether nothing is written of a take where something would be lost.
        strict: bool,
    },
    Report(Box<ReportJob>),
}

pub struct ExportJob {
    pub content: ExportContent,
    /// About so many bytes are written in all; 0 where nobody has found that out.
    pub bytes: u64,
    /// The files that are open, which are not written over.
    pub open: Vec<PathBuf>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ExportedFile {
    pub path: PathBuf,
    /// What was lost or changed, a sentence each.
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportOutcome {
    pub files: Vec<ExportedFile>,
    /// What was not, and why.
    pub errors: Vec<(PathBuf, String)>,
    pub is_cancelled: bool,
}

impl ExportedTake {
    fn take_with_unit(&self) -> Take {
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
        on_progress: &dyn Fn(u64),
    ) -> Result<Vec<String>, String> {
        let ready = self.conversion.prepare(self.take_with_unit(), self.source.as_ref());
        let ready = ready.map_err(|error| error.to_string())?;
        let own = Cell::new(0);
        let watch = |written: u64| {
            own.set(written);
            on_progress(before.get() + written);
            !cancel.load(Ordering::Relaxed)
        };
        let saved = ready.save(path, &watch, |warnings| check_strictly(warnings, strict));
        before.set(before.get() + own.get());
        let warnings = saved.map_err(|error| error.to_string())?;
        Ok(warnings.into_iter().map(|warning| warning.message).collect())
    }
}

fn check_strictly(warnings: &[Warning], strict: bool) -> Result<(), String> {
    let grave = warnings.iter().find(|warning| warning.code.severity().changes_numbers());
    match grave.filter(|_| strict) {
        Some(warning) => Err(format!("something would be lost: {}", warning.message)),
        None => Ok(()),
    }
}

impl ExportJob {
    /// What will be written, all of it together; an error is a sentence.
    pub fn estimate(&self) -> Result<Estimate, String> {
        match &self.content {
            ExportContent::Takes { takes, .. } => estimate(takes),
            ExportContent::Report(report) => guarded(|| report.estimate()).flatten(),
        }
    }

    /// Writes it: into a file, or into a folder where `into_folder`. `on_progress` gets how much is done, from 0 to 1.
    pub fn run(
        &self,
        path: &Path,
        into_folder: bool,
        cancel: &AtomicBool,
        on_progress: &dyn Fn(f32),
    ) -> ExportOutcome {
        let on_bytes = |bytes: u64| {
            if self.bytes > 0 {
                on_progress((bytes as f32 / self.bytes as f32).min(1.0));
            }
        };
        let mut done = ExportOutcome::default();
        match &self.content {
            ExportContent::Takes { takes, strict } => {
                let before = Cell::new(0);
                for take in takes {
                    let export = take.conversion.export;
                    let path = if into_folder {
                        free_path(path, &take.stem, '_', export.extension)
                    } else {
                        path.to_path_buf()
                    };
                    let second = second_path(export, &path);
                    let write = || take.write(&path, *strict, cancel, &before, &on_bytes);
                    self.write_file(&path, second, cancel, write, &mut done);
                    if done.is_cancelled {
                        break;
                    }
                }
            }
            ExportContent::Report(report) => {
                let write = || report.write(path, cancel, &on_bytes);
                self.write_file(path, None, cancel, write, &mut done);
            }
        }
        done
    }

    /// Writes a file, and the second one that some formats have beside it.
    fn write_file(
        &self,
        path: &Path,
        second: Option<PathBuf>,
        cancel: &AtomicBool,
        write: impl FnOnce() -> Result<Vec<String>, String>,
        done: &mut ExportOutcome,
    ) {
        let path = path.to_path_buf();
        let is_open = |path: &Path| self.open.iter().any(|open| is_same_file(open, path));
        if is_open(&path) || second.as_deref().is_some_and(is_open) {
            let error = "it is open here: give the file another name";
            return done.errors.push((path, error.to_string()));
        }
        let result = guarded(write).flatten();
        done.is_cancelled = cancel.load(Ordering::Relaxed);
        match result {
            // What was whole before it was cancelled stays.
            Ok(warnings) => done.files.push(ExportedFile { path, warnings }),
            Err(_) if done.is_cancelled => {}
            Err(error) => done.errors.push((path, error)),
        }
    }
}

fn estimate(takes: &[ExportedTake]) -> Result<Estimate, String> {
    if takes.is_empty() {
        return Err("no take has frames between in and out point".to_string());
    }
    let mut all = Estimate { is_exact: true, ..Estimate::rough(0) };
    for take in takes {
        let own =
            guarded(|| take.conversion.estimate(&take.take_with_unit(), take.source.as_ref()))?;
        let own = own.map_err(|error| format!("{}: {error}", take.stem))?;
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
