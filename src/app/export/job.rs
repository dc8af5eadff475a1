//! One export: takes, each with how it is written, or a report about them.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::export::report::ReportJob;
use crate::convert::{Conversion, Estimate, Source};
use crate::files::guarded;
use crate::take::Take;

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
    pub fn take_with_unit(&self) -> Take {
        let mut take = Take::clone(&self.take);
        if self.unit.is_some() {
            take.units.metres_per_unit = self.unit;
        }
        take
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
