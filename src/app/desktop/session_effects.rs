//! How the event loop carries out effects of the session file: its dialogs, writing, and what a window left
//! that did not end properly.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::app::desktop::app::App;
use crate::app::desktop::event::Event;
use crate::app::ids::SavedTakeId;
use crate::app::session_file::command::SessionCommand;
use crate::app::shell::Shell;
use crate::app::state::State;
use crate::platform::Wanted;
use crate::store::{
    Autosave, Overwrite, SESSION_EXTENSION, SessionFile, Store, Unfinished, Unwritten,
};

/// What the filter of dialogs for session files is called, and what it lets through.
pub(crate) const SESSIONS: (&str, &[&str]) = ("Rushes session", &[SESSION_EXTENSION]);

impl App {
    /// Writes a session file; what comes of it comes as an [`Event::SessionWritten`].
    pub(crate) fn write_session(
        &mut self,
        path: PathBuf,
        session: Box<SessionFile>,
        overwrite: Overwrite,
    ) {
        if !self.saving.sessions.save(path.clone(), session, overwrite) {
            let told = format!("{}: cannot be written: no thread", path.display());
            let effects = self.state.session_written(path, Err(Unwritten::Failed(told)));
            self.carry_out(effects);
        }
    }

    /// Asks for a file to save the session in.
    pub(crate) fn ask_for_session_file(&self, proposed: &Path) {
        let name = proposed.file_name().unwrap_or_default().to_string_lossy();
        let folder = proposed.parent().map(Path::to_path_buf);
        let wanted = Wanted::NewFile(&SESSIONS, &name);
        self.ask_for_one("Save session", wanted, folder, |path| {
            Event::Command(SessionCommand::SaveTo(path).into())
        });
    }

    /// Asks where a take of the session is, whose file is missing.
    pub(crate) fn ask_for_missing(&self, id: SavedTakeId, path: &Path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let own = [extension.as_ref()];
        let filters: [(&str, &[&str]); 2] = [(name.as_ref(), &own), ("All files", &["*"])];
        let mut folders = path.ancestors().skip(1);
        let folder = folders.find(|folder| folder.is_dir()).map(Path::to_path_buf);
        let title = format!("Locate {name}");
        let wanted = Wanted::Files(&filters);
        self.ask_for_one(&title, wanted, folder, move |path| {
            Event::Command(SessionCommand::Locate(id, path).into())
        });
    }

    /// Keeps this window's session where that of another one was kept.
    pub(crate) fn adopt_unfinished(&mut self) {
        if let Some(unfinished) = self.saving.unfinished.take() {
            self.saving.sessions.adopt(unfinished);
        }
    }

    /// Forgets the session of a window that did not end properly.
    pub(crate) fn discard_unfinished(&mut self) {
        if let Some(unfinished) = self.saving.unfinished.take() {
            unfinished.remove();
        }
    }

    /// Ends keeping the session. Changes of a named one that nobody was asked about are offered at the next
    /// start.
    pub(crate) fn end_session(&mut self) {
        // What is not exported to the end goes.
        self.workers.exporting = Default::default();
        #[cfg(unix)]
        let was_asked = self.end.signal.is_none();
        #[cfg(not(unix))]
        let was_asked = true;
        let is_lost = self.state.document.is_changed && !was_asked;
        self.saving.sessions.end(is_lost.then(|| self.state.autosaved()));
    }
}

/// Offers the session of a window that did not end properly, and returns where it is kept.
pub(crate) fn offer_unfinished(state: &mut State, store: &Store) -> Option<Autosave> {
    let Unfinished { autosave, session, age } = store.unfinished()?;
    state.offer_unfinished(session, &ago(age));
    Some(autosave)
}

/// How long ago something was, as one says it.
fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return "just now".to_string(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural} ago")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_said_in_their_largest_unit() {
        let said = |seconds| ago(Duration::from_secs(seconds));
        assert_eq!(said(59), "just now");
        assert_eq!(said(60), "1 minute ago");
        assert_eq!(said(3599), "59 minutes ago");
        assert_eq!(said(7200), "2 hours ago");
        assert_eq!(said(86_400), "1 day ago");
    }
}
