//! How an export is written: files of takes, or a report.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::app::export::job::{ExportContent, ExportedTake};
use crate::app::export::report::ReportJob;
use crate::app::{ExportJob, ExportOutcome, ExportedFile};
use crate::convert::second_path;
use crate::files::{free_path, guarded, is_same_file, today, write};
use crate::render::Offscreen;
use crate::scene::DrawList;
use crate::take::Warning;
use crate::threads::is_cancelled;

impl ExportJob {
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

impl ExportedTake {
    /// Writes it, after so many bytes of other takes.
    fn write(
        &self,
        path: &Path,
        strict: bool,
        cancel: &AtomicBool,
        before: &Cell<u64>,
        on_progress: &dyn Fn(u64),
    ) -> Result<Vec<String>, String> {
        let is_cancelled = || is_cancelled(cancel);
        let (take, source) = (self.take_with_unit(), self.source.as_ref());
        let ready = self.conversion.prepare_unless(take, source, &is_cancelled);
        let ready = ready.map_err(|error| error.to_string())?;
        let own = Cell::new(0);
        let watch = |written: u64| {
            own.set(written);
            on_progress(before.get() + written);
            !is_cancelled()
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

impl ReportJob {
    /// Writes the page. `on_progress` gets how many bytes of it there are, nearly. Returns what is missing in it.
    fn write(
        &self,
        path: &Path,
        cancel: &AtomicBool,
        on_progress: &dyn Fn(u64),
    ) -> Result<Vec<String>, String> {
        let is_cancelled = || is_cancelled(cancel);
        let (mut offscreen, mut missing) = match Offscreen::new() {
            Ok(offscreen) => (Some(offscreen), None),
            Err(error) => (None, Some(error)),
        };
        let mut bytes = 0;
        let mut draw = |list: &DrawList, size: [u32; 2]| {
            let offscreen = offscreen.as_mut().filter(|_| !is_cancelled())?;
            match offscreen.png(list, size) {
                Ok(png) => {
                    // In base 64.
                    bytes += png.len().div_ceil(3) as u64 * 4;
                    on_progress(bytes);
                    Some(png)
                }
                Err(error) => {
                    missing = Some(error);
                    None
                }
            }
        };
        let page = self.page(today(), &is_cancelled, &mut draw);
        if is_cancelled() {
            return Err("it was cancelled".to_string());
        }
        write(path, |out| page.write(out)).map_err(|error| error.to_string())?;
        let missing = missing.map(|error| format!("the page lacks pictures: {error}"));
        Ok(missing.into_iter().collect())
    }
}
