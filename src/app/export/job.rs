//! One export: takes, each with how it is written, and the thread that writes them.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::convert::{Conversion, Estimate, second_path};
use crate::files::{free_path, guarded, is_same_file};
use crate::take::{Take, Warning};

/// A take to be written.
pub struct ExportedTake {
    /// The name of its file, without extension.
    pub stem: String,
    /// The take.
    pub take: Arc<Take>,
    /// The unit that somebody chose for a take that has none, in metres.
    pub unit: Option<f64>,
    /// How it is written.
    pub conversion: Conversion,
}

/// Takes to be written.
pub struct ExportJob {
    /// All of them.
    pub takes: Vec<ExportedTake>,
    /// Whether nothing is written of a take where something would be lost.
    pub strict: bool,
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
    /// What was lost or changed.
    pub warnings: Vec<Warning>,
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
}

impl ExportJob {
    /// What will be written, of all takes together.
    ///
    /// # Errors
    /// In a sentence, where one of them cannot be.
    pub fn estimate(&self) -> Result<Estimate, String> {
        let mut all = Estimate {
            bytes: 0,
            is_exact: true,
            warnings: Vec::new(),
            guessed: None,
        };
        for of in &self.takes {
            let estimate = guarded(|| of.conversion.estimate(&of.take()))?;
            let own = estimate.map_err(|why| format!("{}: {why}", of.stem))?;
            all.bytes += own.bytes;
            all.is_exact &= own.is_exact;
            all.guessed = all.guessed.or(own.guessed);
            for warning in own.warnings {
                if !all
                    .warnings
                    .iter()
                    .any(|known| known.message == warning.message)
                {
                    all.warnings.push(warning);
                }
            }
        }
        Ok(all)
    }

    /// Writes all takes, one after the other: into a file, or into a folder where `into_folder`. `tell` is told how much
    /// is done, from 0 to 1.
    pub fn run(
        &self,
        path: &Path,
        into_folder: bool,
        cancel: &AtomicBool,
        tell: &dyn Fn(f32),
    ) -> Exported {
        let mut done = Exported::default();
        let before = Cell::new(0);
        for of in &self.takes {
            let export = of.conversion.export;
            let path = match into_folder {
                true => free_path(path, &of.stem, '_', export.extension),
                false => path.to_path_buf(),
            };
            let second = second_path(export, &path);
            let mut written = std::iter::once(&path).chain(&second);
            if written.any(|path| self.open.iter().any(|open| is_same_file(open, path))) {
                let why = "it is open here: give the file another name";
                done.errors.push((path, why.to_string()));
                continue;
            }
            let result = guarded(|| {
                let ready = of.conversion.of(of.take()).map_err(|why| why.to_string())?;
                let own = Cell::new(0);
                let watch = |written: u64| {
                    own.set(written);
                    let all = before.get() + written;
                    if self.bytes > 0 {
                        tell((all as f32 / self.bytes as f32).min(1.0));
                    }
                    !cancel.load(Ordering::Relaxed)
                };
                let saved = ready.save(&path, &watch, |warnings| self.accept(warnings));
                before.set(before.get() + own.get());
                saved.map_err(|error| error.to_string())
            });
            if cancel.load(Ordering::Relaxed) {
                done.is_cancelled = true;
                // What was whole before that stays.
                if let Ok(Ok(warnings)) = result {
                    done.files.push(ExportedFile { path, warnings });
                }
                break;
            }
            match result.flatten() {
                Ok(warnings) => done.files.push(ExportedFile { path, warnings }),
                Err(why) => done.errors.push((path, why)),
            }
        }
        done
    }

    fn accept(&self, warnings: &[Warning]) -> Result<(), String> {
        let is_grave = |warning: &&Warning| warning.code.severity().changes_numbers();
        match warnings.iter().find(is_grave).filter(|_| self.strict) {
            Some(warning) => Err(format!("something would be lost: {}", warning.message)),
            None => Ok(()),
        }
    }
}
