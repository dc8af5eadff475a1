//! How the state is saved as a session file and opens one, and what it asks where that takes an answer.

use std::path::{Path, PathBuf};

use crate::app::folder::list::FolderList;
use crate::app::session_file::command::{AfterSaving, SessionCommand};
use crate::app::session_file::document::{PendingSession, SessionEdits};
use crate::app::state::{FeatureCommand, State};
use crate::app::{
    command::history::EditKind, effect::Effect, ids::RequestId, notes::take_review::SaveState,
    session::Reframe,
};
use crate::options::SavedView;
use crate::store::{
    Overwrite, SESSION_EXTENSION, SESSION_VERSION, SessionFile, SessionWriteError, is_session,
};
use crate::take::counted;

impl State {
    pub fn session_file(&self) -> SessionFile {
        let (camera, node) = self.view.saved_camera();
        let (session, document) = (&self.session, &self.document);
        let key = |node| self.take().map(|open| open.keys().node(node).to_string());
        let mut file = SessionFile {
            version: SESSION_VERSION,
            takes: session.saved_takes.with_open(&session.takes, session.compare.reference),
            folders: session.folder.as_ref().map_or_else(Vec::new, FolderList::folders),
            playback: Some(session.saved_playback(self.view.options.playback)),
            compare: Some(session.saved_comparison()),
            camera: Some(camera),
            follow: node.and_then(key),
            views: self.view.saved_views.clone(),
            layout: Some(self.interface.panels),
            display: Some(self.view.options.display),
            unknown: document.unknown.clone(),
            ..SessionFile::default()
        };
        // What waits for takes that have not come yet is not lost.
        if let Some(opening) = &document.opening {
            file.playback = Some(opening.playback.clone());
            if opening.shown.is_none() {
                file.camera.clone_from(&opening.camera);
                file.follow.clone_from(&opening.follow);
            }
        }
        file
    }

    /// What is kept of the session in case this window does not end properly.
    pub fn autosaved(&self) -> SessionFile {
        SessionFile {
            session: self.document.path.clone(),
            is_changed: self.document.is_changed,
            ..self.session_file()
        }
    }

    fn save(&mut self, next: Option<AfterSaving>, effects: &mut Vec<Effect>) {
        match self.document.path.clone() {
            Some(path) => self.write(path, Overwrite::Understood, next, effects),
            None => effects.push(Effect::AskForSessionFile(self.proposed_file())),
        }
    }

    fn write(
        &mut self,
        path: PathBuf,
        overwrite: Overwrite,
        next: Option<AfterSaving>,
        effects: &mut Vec<Effect>,
    ) {
        self.document.writing = Some((self.session_edits(), next));
        let session = Box::new(self.session_file());
        effects.push(Effect::WriteSession { path, session, overwrite });
    }

    /// The file that a session without one is proposed to be saved in: beside the active take.
    fn proposed_file(&self) -> PathBuf {
        if let Some(path) = &self.document.path {
            return path.clone();
        }
        let take = self.take().and_then(|open| open.path.as_deref());
        take.unwrap_or(Path::new("session")).with_extension(SESSION_EXTENSION)
    }

    /// Takes in what has come of writing a session file.
    #[must_use = "nobody else carries the effects out"]
    pub fn session_written(
        &mut self,
        path: PathBuf,
        done: Result<Option<String>, SessionWriteError>,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        let Some((edits, next)) = self.document.writing.take() else { return effects };
        let notices = &mut self.interface.notices;
        let replace = |word| (word, Some(SessionCommand::Replace(path.clone()).into()));
        let cancel = ("Cancel", None);
        match done {
            Ok(warning) => {
                notices.push_diagnostics(warning.into_iter().collect());
                if self.document.path.is_none() {
                    self.document.own_views.clone_from(&self.view.saved_views);
                }
                notices.push_info(format!("Saved {}", path.display()));
                effects.push(Effect::RememberOpened(vec![path.clone()]));
                self.document.path = Some(path);
                self.document.saved = Some(edits);
                self.update_is_changed();
                if let Some(next) = next {
                    self.proceed(next, &mut effects);
                }
            }
            Err(SessionWriteError::Exists) => {
                let text = format!("{} is there already", path.display());
                notices.push_question(text, None, vec![replace("Replace"), cancel]);
            }
            Err(SessionWriteError::Newer) => {
                let text = format!(
                    "{} was saved by a newer version of Rushes; something of it may be lost",
                    path.display()
                );
                let save_as = ("Save as…", Some(SessionCommand::SaveAs.into()));
                notices.push_question(text, None, vec![save_as, replace("Overwrite"), cancel]);
            }
            Err(SessionWriteError::Failed(error)) => notices.push_error(error),
        }
        effects
    }

    /// Does what had to wait for an answer.
    fn proceed(&mut self, next: AfterSaving, effects: &mut Vec<Effect>) {
        match next {
            AfterSaving::Quit if self.asks_about_notes() => {}
            AfterSaving::Quit => effects.push(Effect::Quit),
            AfterSaving::Open(paths) => self.open_files(paths, effects),
        }
    }

    /// Whether a named session has changes, so that somebody is asked before they are gone.
    pub(crate) fn asks_before(&mut self, next: AfterSaving) -> bool {
        let name = self.document.path.as_deref().and_then(Path::file_name);
        let Some(name) = name.filter(|_| self.document.is_changed) else { return false };
        let text = format!("{} has unsaved changes", name.to_string_lossy());
        let answers = vec![
            ("Save", Some(SessionCommand::SaveAnd(next.clone()).into())),
            ("Don’t save", Some(SessionCommand::DiscardAnd(next).into())),
            ("Cancel", None),
        ];
        self.interface.notices.push_question(text, None, answers);
        true
    }

    /// Whether notes could not be saved, so that somebody is asked before they are gone.
    pub(crate) fn asks_about_notes(&mut self) -> bool {
        let takes = self.session.takes.iter();
        let mut unsaved = takes.filter_map(|open| match &open.review.saving {
            SaveState::Failed(error) | SaveState::Newer(error) => Some((open.title(), error)),
            SaveState::Saved | SaveState::Pending => None,
        });
        let Some((title, error)) = unsaved.next() else { return false };
        let text = match unsaved.count() {
            0 => format!("The notes of {title} are not saved: {error}"),
            more => format!("The notes of {title} and {more} more are not saved: {error}"),
        };
        let quit = SessionCommand::QuitWithoutNotes.into();
        let answers = vec![("Quit without them", Some(quit)), ("Cancel", None)];
        self.interface.notices.push_question(text, None, answers);
        true
    }

    /// Opens files: a session among them takes the place of all that is open, the others come beside it.
    pub(crate) fn open_files(&mut self, paths: Vec<PathBuf>, effects: &mut Vec<Effect>) {
        let (sessions, takes): (Vec<_>, Vec<_>) =
            paths.iter().cloned().partition(|path| is_session(path));
        let mut sessions = sessions.into_iter();
        let Some(session) = sessions.next() else { return self.open_beside(takes, effects) };
        if self.asks_before(AfterSaving::Open(paths)) {
            return;
        }
        for other in sessions {
            let text = format!("{}: one session is open at a time", other.display());
            self.interface.notices.push_error_about(&other, text);
        }
        self.document.beside = takes;
        self.session.read_session(session, effects);
    }

    pub(crate) fn accept_session(
        &mut self,
        id: RequestId,
        path: PathBuf,
        read: Result<Box<SessionFile>, String>,
        effects: &mut Vec<Effect>,
    ) {
        if !self.session.awaits(id) {
            return;
        }
        let beside = std::mem::take(&mut self.document.beside);
        match read {
            Ok(mut session) => {
                self.interface.notices.forget(&path);
                if session.is_newer() {
                    self.interface.notices.push_info(format!(
                        "{} was saved by a newer version of Rushes; what this one does not know of it \
                         is left as it is",
                        path.display()
                    ));
                }
                effects.push(Effect::RememberOpened(vec![path.clone()]));
                session.session = Some(path);
                self.open_session(*session, effects);
            }
            Err(error) => self.interface.notices.push_error_about(&path, error),
        }
        if !beside.is_empty() {
            self.open_files(beside, effects);
        }
    }

    /// Opens a session in the place of all that is open, which undo brings back beside it.
    fn open_session(&mut self, file: SessionFile, effects: &mut Vec<Effect>) {
        let before = self.session.edits();
        let closed = self.session.takes.iter().filter(|open| open.path.is_some()).count();
        let takes = file.takes;
        self.change(effects, |session, out| session.open_saved(takes, out));
        if !file.folders.is_empty() {
            self.session.open_folders(file.folders, false, effects);
        }
        if closed > 0 {
            self.history.record(EditKind::Close, before, &self.session.edits());
            let takes = counted(closed, "take was");
            self.interface.notices.push_info(format!(
                "{takes} closed for the session. Undo opens what was closed beside it."
            ));
        }
        if let Some(layout) = file.layout {
            self.interface.panels = layout.within_limits();
        }
        if let Some(display) = file.display {
            self.view.options.display = display.within_limits();
        }
        let document = &mut self.document;
        if document.path.is_none() {
            document.own_views.clone_from(&self.view.saved_views);
        }
        if !file.views.is_empty() {
            self.view.saved_views = file.views;
            self.view.saved_views.retain(SavedView::is_sound);
        }
        if let Some(compare) = file.compare {
            self.session.compare_as_saved(&compare);
        }
        let playback = file
            .playback
            .unwrap_or_else(|| self.session.saved_playback(self.view.options.playback));
        self.view.options.playback = playback.options;
        self.session.set_speed_as_saved(&playback);
        document.path = file.session;
        document.unknown = file.unknown;
        document.is_changed = file.is_changed;
        document.saved = None;
        document.writing = None;
        document.opening = Some(PendingSession {
            playback,
            camera: file.camera,
            follow: file.follow,
            shown: None,
            is_changed: file.is_changed,
        });
        self.continue_opening();
    }

    /// Sets what a session file has, as far as its takes have come.
    pub(crate) fn continue_opening(&mut self) {
        let Some(mut opening) = self.document.opening.take() else { return };
        let is_done = !self.session.is_opening_saved();
        let has_active = self.session.has_saved_active() || is_done;
        if has_active && opening.shown.is_none_or(|shown| shown == self.number()) {
            self.session.seek_as_saved(&opening.playback);
        }
        if has_active && opening.shown.is_none() {
            self.session.prepare(&self.view.options.playback);
            // Another take may have come first.
            self.view.reframe(Reframe::Reset, &self.session);
            if let (Some(camera), Some(open)) = (&opening.camera, self.take()) {
                let node = opening.follow.as_ref().and_then(|key| open.keys().find_node(key));
                self.view.restore_camera(camera, node, &self.session);
            }
        }
        if has_active {
            opening.shown = Some(self.number());
        }
        if !is_done {
            self.document.opening = Some(opening);
            return;
        }
        self.session.set_range_as_saved(&opening.playback);
        self.document.saved = (!opening.is_changed).then(|| self.session_edits());
        self.update_is_changed();
    }

    /// Offers what a window had open that did not end properly. `when` says how long ago that was.
    pub fn offer_unfinished(&mut self, session: SessionFile, when: &str) {
        let takes = counted(session.takes.len(), "take");
        let name = session.session.as_deref().and_then(Path::file_name);
        let name = name.map_or(String::new(), |name| format!("{}, ", name.to_string_lossy()));
        let text = format!(
            "Rushes closed unexpectedly. Restore the last session ({name}{takes}, {when})?"
        );
        let answers = vec![
            ("Restore", Some(SessionCommand::Restore.into())),
            ("Discard", Some(SessionCommand::DiscardUnfinished.into())),
        ];
        self.document.unfinished = Some(Box::new(session));
        self.interface.notices.push_question(text, None, answers);
    }

    pub(crate) fn update_is_changed(&mut self) {
        let is_open = self.document.path.is_some() && self.document.opening.is_none();
        if is_open {
            self.document.is_changed = self.document.saved.as_ref() != Some(&self.session_edits());
        }
    }

    fn session_edits(&self) -> SessionEdits {
        SessionEdits { takes: self.session.saved_edits(), views: self.view.saved_views.clone() }
    }
}

/// A path with the extension of sessions behind whatever it has.
fn with_extension(path: PathBuf) -> PathBuf {
    let mut path = path.into_os_string();
    path.push(".");
    path.push(SESSION_EXTENSION);
    path.into()
}

impl FeatureCommand for SessionCommand {
    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        match self {
            Self::Save => state.save(None, effects),
            Self::SaveAs => effects.push(Effect::AskForSessionFile(state.proposed_file())),
            Self::SaveTo(path) if is_session(&path) => {
                state.write(path, Overwrite::Understood, None, effects);
            }
            // A dialog has asked about the name that was typed, and not about the longer one.
            Self::SaveTo(path) => {
                state.write(with_extension(path), Overwrite::Nothing, None, effects);
            }
            Self::Replace(path) => state.write(path, Overwrite::Any, None, effects),
            Self::SaveAnd(next) => state.save(Some(next), effects),
            Self::DiscardAnd(next) => {
                state.document.saved = Some(state.session_edits());
                state.document.is_changed = false;
                state.proceed(next, effects);
            }
            Self::QuitWithoutNotes => effects.push(Effect::Quit),
            Self::AskForMissing(id) => state.change(effects, |session, out| {
                session.ask_for_missing(id, out);
                Reframe::Keep
            }),
            Self::Locate(id, path) => state.change(effects, |session, out| {
                session.locate(id, path, out);
                Reframe::Keep
            }),
            Self::Restore => {
                if let Some(session) = state.document.unfinished.take() {
                    effects.push(Effect::AdoptUnfinished);
                    state.open_session(*session, effects);
                }
            }
            Self::DiscardUnfinished => {
                state.document.unfinished = None;
                effects.push(Effect::DiscardUnfinished);
            }
        }
    }
}
