//! How note commands are carried out: what the view shows is kept with a note, and comes back with it.

use std::path::Path;

use crate::app::camera::command::CameraCommand;
use crate::app::command::history::EditKind;
use crate::app::effect::Effect;
use crate::app::ids::TakeId;
use crate::app::notes::command::NotesCommand;
use crate::app::notes::saving::Unsaved;
use crate::app::session::Outcome;
use crate::app::state::{FeatureCommand, State};
use crate::files::{SaveError, Saved};
use crate::options::Tab;
use crate::review::notes::{Review, Seen, Time};

impl State {
    /// Takes note of whether a text is typed.
    pub fn set_is_typing(&mut self, typing: bool) {
        self.session.reviewing.is_typing = typing;
        self.history.set_is_typing(typing);
    }

    /// Takes note of the time, for what is added from now on.
    pub fn set_now(&mut self, now: Time) {
        self.session.reviewing.now = now;
    }

    /// The reviews that changed since this was asked last, and are to be saved.
    pub fn take_unsaved_reviews(&mut self) -> Vec<Unsaved> {
        self.session.take_unsaved_reviews()
    }

    /// The reviews that are not known to be saved, before the program ends.
    pub fn reviews_to_finish(&mut self) -> Vec<Unsaved> {
        self.session.reviews_to_finish()
    }

    /// Whether some review is to be saved.
    pub fn has_unsaved_reviews(&self) -> bool {
        self.session.has_unsaved_reviews()
    }

    /// Takes in the review of a take as another program has written it.
    pub fn take_in_review(&mut self, id: TakeId, review: &Review) {
        self.merge(id, |state| state.session.take_in_review(id, review));
    }

    /// Takes in what came of saving the review of a take.
    pub fn take_in_saved(&mut self, id: TakeId, saved: Result<Saved, SaveError>) {
        self.merge(id, |state| {
            let notices = &mut state.interface.notices;
            state.session.take_in_saved(id, saved, notices);
        });
    }

    /// Takes in what others may have added to the review of a take.
    fn merge(&mut self, id: TakeId, take_in: impl FnOnce(&mut Self)) {
        let kept = |state: &Self| {
            let open = state.session.takes.find(id)?;
            Some(open.review.kept.clone())
        };
        let before = kept(self);
        take_in(self);
        if before != kept(self) {
            self.history.end_gesture();
        }
    }

    /// Tells where notes were exported to, or why they were not.
    pub fn notes_written(&mut self, path: &Path, written: Result<(), String>) {
        let notices = &mut self.interface.notices;
        let shown = path.display();
        match written {
            Ok(()) => notices.push_written(format!("Notes exported: {shown}"), path),
            Err(error) => notices.push_error(format!("{shown}: {error}")),
        }
    }

    /// Adds the notes and events of another program to a take, from the text of their file.
    pub fn import_notes(&mut self, id: TakeId, path: &Path, text: Result<String, String>) {
        /// So many rows that were skipped are told of.
        const MAX_TOLD: usize = 5;
        let path = path.display();
        let notices = &mut self.interface.notices;
        let before = self.session.edits();
        let added = text.and_then(|text| self.session.import_notes(id, &text));
        let (count, skipped) = match added {
            Ok(added) => added,
            Err(why) => return notices.push_error(format!("{path}: {why}")),
        };
        let after = self.session.edits();
        self.history.note(EditKind::Notes, before, &after);
        let are = if count == 1 { "note or event is" } else { "notes and events are" };
        let mut told = format!("{path}: {count} {are} added");
        for skipped in skipped.iter().take(MAX_TOLD) {
            told += &format!("\n{}: skipped, {}", skipped.number, skipped.why);
        }
        if skipped.len() > MAX_TOLD {
            told += &format!("\nand {} more are skipped", skipped.len() - MAX_TOLD);
        }
        notices.push_info(told);
    }
}

impl FeatureCommand for NotesCommand {
    fn edit(&self) -> Option<EditKind> {
        match self {
            Self::Add | Self::AddOfFinding(_) | Self::AddOfCurrent | Self::Remove(_) => {
                Some(EditKind::Notes)
            }
            Self::SetText(id, _) => Some(EditKind::NoteText(*id)),
            Self::SetKind(..)
            | Self::SetKindOfCurrent(_)
            | Self::SetDone(..)
            | Self::SetFrames(..)
            | Self::SetJoint(_)
            | Self::SetView(_) => Some(EditKind::Notes),
            Self::Draw(_) | Self::Erase(..) | Self::EraseAll(_) => Some(EditKind::Drawing),
            Self::AddEvent | Self::RemoveEvent(_) => Some(EditKind::Events),
            Self::NameEvent(id, _) => Some(EditKind::NoteText(*id)),
            // What it takes back was an edit.
            Self::EndText { .. }
            | Self::Step(_)
            | Self::GoTo(_)
            | Self::Leave
            | Self::DrawWith(_)
            | Self::DrawIn(_)
            | Self::Copy
            | Self::Export(_)
            | Self::Import
            | Self::ImportFile(..)
            | Self::ReplaceNewer(_) => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        state.prepare();
        if matches!(self, NotesCommand::Step(_) | NotesCommand::GoTo(_)) {
            let seen = state.session.go_to_note(&self);
            if let Some(camera) = seen.and_then(|seen| seen.camera.map(|camera| camera.saved)) {
                state.prepare();
                let notices = &mut state.interface.notices;
                let recall = CameraCommand::Recall(camera);
                state.view.apply_camera(recall, &state.session, &state.settings.keymap, notices);
            }
            return;
        }
        let adds = matches!(
            self,
            NotesCommand::Add | NotesCommand::AddOfFinding(_) | NotesCommand::AddOfCurrent
        );
        let ends = matches!(self, NotesCommand::EndText { .. });
        let before = ends.then(|| state.session.edits());
        if adds {
            let panels = &mut state.interface.panels;
            (panels.tab, panels.right, panels.interface) = (Tab::Notes, true, true);
        }
        let seen = Seen {
            camera: Some(state.view.seen_camera(&state.session).into()),
            takes: state.session.shown_titles(),
            ..Seen::default()
        };
        let mut out = Outcome {
            effects,
            notices: &mut state.interface.notices,
            moved_camera: state.view.moved_camera(),
        };
        state.session.apply_note(self, seen, &mut out);
        if let Some(before) = before {
            let after = state.session.edits();
            state.history.take_back(EditKind::Notes, before, &after);
        }
    }
}
