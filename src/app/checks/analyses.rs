//! What is to be found out about the open takes, what comes of it, and going through it.

use crate::app::analysis::{Analysed, Analysis, AnalysisKey, Answer, Subject};
use crate::app::checks::command::ChecksCommand;
use crate::app::command::history::EditKind;
use crate::app::compare::CompareOutcome;
use crate::app::compare::compared::CompareKey;
use crate::app::effect::Effect;
use crate::app::notices::notice::Notices;
use crate::app::selection::command::SelectionCommand;
use crate::app::session::{Reframe, Session};
use crate::app::state::{FeatureCommand, State};
use crate::app::takes::open_take::OpenTake;
use crate::app::takes::read_take::ReadTake;
use crate::review::checks::{EditedContacts, Limits};

impl Session {
    /// What is not known yet about the takes that show, that of the active one first.
    pub fn wanted_analyses(&self) -> Vec<AnalysisKey> {
        let active = self.takes.active().into_iter();
        let shown = self.takes.shown();
        let others = shown.filter(|open| !self.takes.is_active(open.id));
        let lacks = |open: &&OpenTake| open.partial.is_none() && !open.is_checked();
        let lacking = active.chain(others).filter(lacks);
        let checks = lacking.map(|open| {
            AnalysisKey::Checks(open.read_take(), open.review.edited_contacts().clone())
        });
        // Whoever compares looks at that now.
        let comparisons = self.wanted_comparisons().into_iter();
        comparisons.chain(checks).collect()
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
    pub fn take_in(&mut self, analysed: Analysed, notices: &mut Notices) {
        match analysed.key {
            AnalysisKey::Checks(of, edited) => {
                self.take_in_checks((of, edited), analysed.answer, notices);
            }
            AnalysisKey::Compare(key) => self.take_in_comparison(*key, analysed.answer),
            AnalysisKey::Offset(key) => {
                let is_asked = self.compare.search.as_ref().map(|(asked, _)| asked) == Some(&key);
                let found = match analysed.answer {
                    Ok(Answer::Offset(found)) => Some(found.map_err(|error| error.to_string())),
                    Ok(_) => None,
                    Err(error) => Some(Err(error)),
                };
                if is_asked {
                    self.compare.search = found.map(|found| (key, Some(found)));
                }
            }
        }
    }

    fn take_in_comparison(&mut self, key: CompareKey, answer: Result<Answer, String>) {
        let compared = match answer {
            Ok(Answer::Compared(compared)) => compared.map_err(|error| error.to_string()),
            Ok(_) => return,
            Err(error) => Err(error),
        };
        let active = self.takes.active_id();
        let is_open = |of: &ReadTake| self.takes.find(of.id).is_some();
        self.compare.outcomes.retain(|older| {
            let is_of_active = Some(older.key.takes[0].id) == active;
            let is_same = older.key.takes.map(|of| of.id) == key.takes.map(|of| of.id);
            is_of_active && is_open(&older.key.takes[1]) && !is_same
        });
        self.compare.outcomes.push(CompareOutcome { key, compared });
    }

    fn take_in_checks(
        &mut self,
        (of, edited): (ReadTake, EditedContacts),
        answer: Result<Answer, String>,
        notices: &mut Notices,
    ) {
        let Some(open) = self.takes.find_mut(of.id) else {
            return;
        };
        if open.read_take() != of || *open.review.edited_contacts() != edited {
            return;
        }
        let checked = match answer {
            Ok(Answer::Checked(checked)) => Some(checked),
            Ok(_) => None,
            Err(error) => {
                let title = open.title();
                notices.push_error(format!("{title}: the checks failed: {error}"));
                None
            }
        };
        open.take_in_checked((of, edited), checked);
    }

    /// Goes through what the checks found in the active take: to the first frame and the joint of a
    /// finding.
    pub fn apply_checks(&mut self, command: ChecksCommand, notices: &mut Notices) {
        let Some(open) = self.takes.active() else {
            return;
        };
        let (place, wraps) = match command {
            ChecksCommand::Step(step) => {
                match open.review.next_finding(self.frame_of(open), step) {
                    Some((place, wraps)) => (Some(place), wraps),
                    None => return notices.push_info_once(no_findings(open)),
                }
            }
            ChecksCommand::GoTo(place) => (Some(place), false),
            change => return self.edit_checks(change, notices),
        };
        let finding = place.and_then(|place| open.review.finding_at(place));
        let Some((first, node)) = finding.map(|finding| (finding.first, finding.node)) else {
            return;
        };
        self.playback.pause();
        self.playback.seek(self.timeline.frame(first as i64));
        if node.is_some() {
            self.apply_selection(SelectionCommand::Select(node));
        }
        if let Some(open) = self.takes.active_mut() {
            (open.review.finding, open.review.finding_wraps) = (place, wraps);
        }
    }
}

impl Session {
    /// Looks at no finding any longer, where one is told in the view. Tells whether one was.
    pub fn leave_finding(&mut self) -> bool {
        let is_told = |open: &OpenTake| open.review.looked_at(self.frame_of(open)).is_some();
        let is_told = self.takes.active().is_some_and(is_told);
        if let Some(open) = self.takes.active_mut().filter(|_| is_told) {
            open.review.finding = None;
        }
        is_told
    }
}

/// Why there is no finding to go to.
fn no_findings(open: &OpenTake) -> &'static str {
    if open.is_checked() {
        "The checks found nothing in this take."
    } else {
        "The checks are not through with this take yet."
    }
}

impl OpenTake {
    /// Whether the checks have looked at it, as it is placed.
    pub fn is_checked(&self) -> bool {
        let of = self.review.checked_of.as_ref();
        of.is_some_and(|(of, edited)| {
            *of == self.read_take() && edited == self.review.edited_contacts()
        })
    }

    /// What tells this reading of it, as it is placed, from every other.
    pub fn read_take(&self) -> ReadTake {
        ReadTake { id: self.id, reading: self.reading, placement: self.edits.placement }
    }
}

impl FeatureCommand for ChecksCommand {
    fn edit(&self) -> Option<EditKind> {
        match self {
            Self::Step(_) | Self::GoTo(_) => None,
            Self::Ignore(_)
            | Self::IgnoreCurrent
            | Self::IgnoreCheck(_)
            | Self::Restore(_)
            | Self::RestoreAll => Some(EditKind::Ignored),
            Self::SetContacts(..) | Self::ResetContacts(_) => Some(EditKind::Contacts),
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        state.change(effects, |session, out| {
            session.apply_checks(self, out.notices);
            Reframe::Keep
        });
    }
}
