//! The analyses of the open takes, by the checks and in comparison: which are still wanted, and what comes of them.

use crate::app::analysis::{Analysed, Analysis, AnalysisKey, Answer, Subject};
use crate::app::{ids::ReadTake, notices::Notices, session::Session, takes::open_take::OpenTake};
use crate::review::checks::{EditedContacts, Limits};

impl Session {
    /// What is not known yet about the takes that show, that of the active one first.
    pub fn wanted_analyses(&self) -> Vec<AnalysisKey> {
        let others = self.takes.shown().filter(|open| !self.takes.is_active(open.id));
        let takes = self.takes.active().into_iter().chain(others);
        let unchecked = takes.filter(|open| open.partial.is_none() && !open.is_checked());
        let checks = unchecked.map(|open| {
            AnalysisKey::Checks(open.read_take(), open.review.edited_contacts().clone())
        });
        // Whoever compares looks at that now.
        self.wanted_comparisons().into_iter().chain(checks).collect()
    }

    /// All that it takes to find something out, as long as that is still open.
    pub fn analysis(&self, key: &AnalysisKey, limits: &Limits) -> Option<Analysis> {
        let of = match key {
            AnalysisKey::Checks(of, _) => {
                let open = self.takes.find(of.id)?;
                Subject::Checks {
                    take: open.take.clone(),
                    stage: open.stage.clone(),
                    limits: limits.clone(),
                }
            }
            AnalysisKey::Compare(key) => self.pair(&key.takes)?,
            AnalysisKey::Offset(key) => self.pair(&key.takes)?,
        };
        Some(Analysis { key: key.clone(), of })
    }

    fn pair(&self, of: &[ReadTake; 2]) -> Option<Subject> {
        let [a, b] = of.each_ref().map(|of| self.takes.find(of.id));
        let both = [a?, b?];
        Some(Subject::Pair {
            takes: both.map(|open| open.take.clone()),
            stages: both.map(|open| open.stage.clone()),
        })
    }

    /// Takes in what was found out, where it is still about what is open.
    pub fn accept_analysis(&mut self, analysed: Analysed, notices: &mut Notices) {
        match analysed.key {
            AnalysisKey::Checks(of, edited) => {
                self.accept_checks(of, edited, analysed.answer, notices);
            }
            AnalysisKey::Compare(key) => self.accept_comparison(*key, analysed.answer),
            AnalysisKey::Offset(key) => self.accept_offset(key, analysed.answer),
        }
    }

    fn accept_checks(
        &mut self,
        of: ReadTake,
        edited: EditedContacts,
        answer: Result<Answer, String>,
        notices: &mut Notices,
    ) {
        let Some(open) = self.takes.find_mut(of.id) else { return };
        if open.read_take() != of || *open.review.edited_contacts() != edited {
            return;
        }
        let checked = match answer {
            Ok(Answer::Checked(checked)) => Some(checked),
            Ok(_) => None,
            Err(error) => {
                notices.push_error(format!("{}: the checks failed: {error}", open.title()));
                None
            }
        };
        let review = &mut open.review;
        (review.checked, review.checked_of, review.finding) = (checked, Some((of, edited)), None);
        review.refresh(&open.take);
    }
}

impl OpenTake {
    /// Whether the checks have looked at it, as it is placed.
    pub fn is_checked(&self) -> bool {
        self.review.checked_of.as_ref().is_some_and(|(of, edited)| {
            *of == self.read_take() && edited == self.review.edited_contacts()
        })
    }

    /// What tells this reading of it, as it is placed, from every other.
    pub fn read_take(&self) -> ReadTake {
        ReadTake { id: self.id, reading: self.reading, placement: self.edits.placement }
    }
}
