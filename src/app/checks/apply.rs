//! How the commands of the checks are carried out: findings are gone through and ignored, contacts are edited.

use crate::app::session::{Reframe, Session};
use crate::app::state::{FeatureCommand, State};
use crate::app::{
    checks::command::ChecksCommand, command::history::EditKind, effect::Effect, notices::Notices,
    selection::command::SelectionCommand,
};
use crate::review::notes::{FootContacts, Id, IgnoredFinding};

/// The notice where a command is about a finding, and there is none.
pub(crate) const NO_FINDING: &str = "No finding is on this frame: N goes to the next one.";

impl FeatureCommand for ChecksCommand {
    fn edit(&self) -> Option<EditKind> {
        match self {
            Self::Ignore(_)
            | Self::IgnoreCurrent
            | Self::IgnoreCheck(_)
            | Self::Restore(_)
            | Self::RestoreAll => Some(EditKind::Ignored),
            Self::SetContacts(..) | Self::ResetContacts(_) => Some(EditKind::Contacts),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        state.change(effects, |session, out| {
            session.apply_checks(self, out.notices);
            Reframe::Keep
        });
    }
}

impl Session {
    fn apply_checks(&mut self, command: ChecksCommand, notices: &mut Notices) {
        let (author, now) = (self.reviewing.author.clone(), self.reviewing.now);
        let frame = self.frame_of_active();
        let Some(open) = self.takes.active_mut() else { return };
        match command {
            ChecksCommand::Step(step) => match open.review.next_finding(frame, step) {
                Some((place, wraps)) => self.go_to_finding(place, wraps),
                None if open.is_checked() => {
                    notices.push_info_once("The checks found nothing in this take.");
                }
                None => notices.push_info_once("The checks are not through with this take yet."),
            },
            ChecksCommand::GoTo(place) => self.go_to_finding(place, false),
            ChecksCommand::IgnoreCurrent => match open.review.finding_on(frame) {
                Some(place) => self.apply_checks(ChecksCommand::Ignore(place), notices),
                None => notices.push_info_once(NO_FINDING),
            },
            ChecksCommand::Ignore(place) => {
                if let Some(finding) = open.review.finding_at(place) {
                    let ignored = IgnoredFinding::from_finding(finding, &open.take, author, now);
                    open.change_review(|review| review.put(ignored, now));
                }
            }
            ChecksCommand::IgnoreCheck(check) => {
                let ignored = IgnoredFinding::from_check(check.word(), author, now);
                open.change_review(|review| review.put(ignored, now));
            }
            ChecksCommand::Restore(id) => {
                open.change_review(|review| review.remove::<IgnoredFinding>(id, now));
            }
            ChecksCommand::RestoreAll => open.change_review(|review| {
                let ids: Vec<Id> = review.ignored.iter().map(|ignored| ignored.id).collect();
                for id in ids {
                    review.remove::<IgnoredFinding>(id, now);
                }
            }),
            ChecksCommand::SetContacts(foot, contacts) => {
                let name = &open.take.skeleton[foot].name;
                let contacts = FootContacts::new(name, contacts, author, now);
                open.change_review(|review| review.put(contacts, now));
            }
            ChecksCommand::ResetContacts(foot) => {
                let id = Id::from_name(&open.take.skeleton[foot].name);
                open.change_review(|review| review.remove::<FootContacts>(id, now));
            }
        }
    }

    /// Goes to the first frame and the joint of a finding.
    fn go_to_finding(&mut self, place: usize, wraps: bool) {
        let Some(open) = self.takes.active() else { return };
        let Some(finding) = open.review.finding_at(place) else { return };
        let (first, node) = (finding.first, finding.node);
        self.playback.pause();
        self.playback.seek(self.timeline.frame(first as i64));
        if node.is_some() {
            self.apply_selection(SelectionCommand::Select(node));
        }
        if let Some(open) = self.takes.active_mut() {
            (open.review.finding, open.review.finding_wraps) = (Some(place), wraps);
        }
    }

    /// Looks at no finding any longer, where one is looked at in the view; whether one was.
    pub fn leave_finding(&mut self) -> bool {
        let open = self.takes.active();
        let is_any =
            open.is_some_and(|open| open.review.current_finding(self.frame_of(open)).is_some());
        if let Some(open) = self.takes.active_mut().filter(|_| is_any) {
            open.review.finding = None;
        }
        is_any
    }
}
