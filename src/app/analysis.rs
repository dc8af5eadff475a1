//! An analysis: what the checks find in a take, how two takes differ, by how much one begins later; worked out beside the
//! window.

use std::sync::Arc;

use crate::app::compare::compared::compare;
use crate::app::compare::offset_search::find_offset;
use crate::app::{CompareKey, ComparisonResult, FoundOffset, OffsetKey, ReadTake};
use crate::files::guarded;
use crate::review::checks::{CheckResults, EditedContacts, Limits, check_with};
use crate::review::compare::CompareError;
use crate::scene::Stage;
use crate::take::Take;

/// What is to be found out. Equal keys have equal answers.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisKey {
    /// What the checks find in a take, with the contacts that were edited.
    Checks(ReadTake, EditedContacts),
    Compare(Box<CompareKey>),
    /// By how much a take begins later than a reference, as their motion tells.
    Offset(OffsetKey),
}

/// Something to find out, with all that it takes.
pub struct Analysis {
    pub key: AnalysisKey,
    pub of: Subject,
}

pub enum Subject {
    Checks { take: Arc<Take>, stage: Stage, limits: Limits },
    Pair { takes: [Arc<Take>; 2], stages: [Stage; 2] },
}

#[derive(Debug)]
pub enum Answer {
    Checked(CheckResults),
    Compared(Result<Box<ComparisonResult>, CompareError>),
    Offset(Result<FoundOffset, CompareError>),
    /// Nothing: it was given up.
    Cancelled,
}

/// An answer with its question; what went wrong, where the program failed.
#[derive(Debug)]
pub struct Analysed {
    pub key: AnalysisKey,
    pub answer: Result<Answer, String>,
}

impl Analysis {
    /// Finds it out, on all cores. An answer that was cancelled is not whole.
    pub fn run(&self, is_cancelled: &(dyn Fn() -> bool + Sync)) -> Analysed {
        let answer = guarded(|| match (&self.of, &self.key) {
            (Subject::Checks { take, stage, limits }, AnalysisKey::Checks(_, edited)) => {
                Answer::Checked(check_with(take, stage, limits, edited, is_cancelled))
            }
            (Subject::Pair { takes, stages }, AnalysisKey::Compare(key)) => {
                let takes = takes.each_ref().map(|take| &**take);
                match compare(key, takes, stages.each_ref(), is_cancelled) {
                    Ok(Some(compared)) => Answer::Compared(Ok(Box::new(compared))),
                    Ok(None) => Answer::Cancelled,
                    Err(error) => Answer::Compared(Err(error)),
                }
            }
            (Subject::Pair { takes, stages }, AnalysisKey::Offset(key)) => {
                let takes = takes.each_ref().map(|take| &**take);
                Answer::Offset(find_offset(key, takes, stages.each_ref()))
            }
            // No key is about the other subject.
            (Subject::Checks { .. }, _) | (Subject::Pair { .. }, AnalysisKey::Checks(..)) => {
                Answer::Cancelled
            }
        });
        Analysed { key: self.key.clone(), answer }
    }
}
