//! Carries out what the state wishes of the system: dialogs, pictures, full screen, files to keep.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use winit::window::Fullscreen;

use super::Desktop;
use crate::app::command::{ACTIONS, Chord};
use crate::app::dialogs::{self, Wanted};
use crate::app::photograph;
use crate::app::state::{Switch, Wish};
use crate::app::store;

/// What is said where a desktop has no dialog for files.
pub const NO_DIALOG: &str = "This desktop has no dialog to choose files with.\nhint: install a portal \
                             (xdg-desktop-portal) or zenity, or drop files on the window";

/// How long the first picture waits for the first take: most are there by then, and no window
/// flashes empty.
const FIRST: Duration = Duration::from_millis(150);

impl Desktop {
    /// Waits a moment for the first take of those that the window opens on.
    pub(super) fn await_first(&mut self) {
        let began = Instant::now();
        while self.state.is_loading() && self.state.takes.is_empty() && began.elapsed() < FIRST {
            if !self.state.poll() {
                std::thread::sleep(Duration::from_micros(500));
            }
        }
    }

    /// Carries out what was wished for since it was asked last.
    pub(super) fn serve(&mut self) {
        self.state.glides = !self.state.switches.is_on(Switch::ReducedMotion);
        if !self.state.history.pointer_is_down() {
            self.state.keep_colours();
        }
        self.watch();
        for wish in std::mem::take(&mut self.state.wishes) {
            self.wanted = true;
            match wish {
                Wish::Files => self.ask(Wanted::Files),
                Wish::Folder => self.ask(Wanted::Folder),
                Wish::Picture { transparent } => self.photograph(transparent),
                Wish::FullScreen => self.full_screen(),
                Wish::Settings => self.edit_settings(),
                Wish::Copy(text) => {
                    if let Some(shown) = &self.shown {
                        shown.ctx.copy_text(text);
                    }
                }
            }
        }
    }

    fn ask(&mut self, wanted: Wanted) {
        let Some(shown) = &self.shown else { return };
        let open = self.state.take().and_then(|open| open.path.as_deref());
        let beside = open.and_then(Path::parent).map(Path::to_path_buf);
        dialogs::ask(wanted, shown.gl.window(), beside, self.proxy.clone());
    }

    fn photograph(&mut self, transparent: bool) {
        let Some(shown) = &mut self.shown else { return };
        match shown.picture(&self.state, transparent) {
            Ok(picture) => photograph::keep(&mut self.state, &picture),
            Err(error) => self.state.tell(error.to_string()),
        }
    }

    fn full_screen(&mut self) {
        let Some(shown) = &self.shown else { return };
        let window = shown.gl.window();
        window.set_fullscreen(match window.fullscreen() {
            Some(_) => None,
            None => Some(Fullscreen::Borderless(None)),
        });
    }

    /// Opens the settings with whatever the person edits texts with.
    fn edit_settings(&mut self) {
        let keymap = &self.state.keymap;
        let actions = ACTIONS.iter().map(|action| store::Action {
            id: action.id,
            name: action.name,
            chords: keymap.of(action).iter().map(Chord::to_string).collect(),
        });
        match self.state.store.create_settings(actions) {
            Ok(path) => {
                let told = format!(
                    "{}: what is set there holds from the next start on",
                    path.display()
                );
                self.state.say(told);
                let url = format!("file://{}", path.display());
                if let Some(shown) = &self.shown {
                    shown.ctx.open_url(egui::OpenUrl::new_tab(url));
                }
            }
            Err(error) => self.state.tell(error),
        }
    }

    /// Watches the files of the takes that are open now.
    fn watch(&mut self) {
        let open = self.state.takes.iter();
        let files = open.flat_map(|open| open.path.iter().chain(&open.how.skeleton));
        // This is asked in every round of the event loop, and hardly ever answered otherwise.
        if !files.clone().eq(&self.watched) {
            let files: Vec<PathBuf> = files.cloned().collect();
            self.watcher.watch(files.iter().map(PathBuf::as_path));
            self.watched = files;
        }
    }
}
