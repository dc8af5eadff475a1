//! Carries out what the state wishes of the system: dialogs, pictures, full screen, files to keep.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use winit::window::Fullscreen;

use super::app::App;
use crate::app::command::{ACTIONS, Chord};
use crate::app::event::Event;
use crate::app::photograph;
use crate::app::state::{Switch, Wish};
use crate::app::store;
use crate::loader::FORMATS;
use crate::platform::{self, Wanted};

/// How long the first picture waits for the first take: most are there by then, and no window
/// flashes empty.
const FIRST: Duration = Duration::from_millis(150);

impl App {
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
                Wish::Files => self.ask_for_files(),
                Wish::Folder => self.ask("Open a folder of takes", Wanted::Folder),
                Wish::Picture { transparent } => self.photograph(transparent),
                Wish::FullScreen => self.full_screen(),
                Wish::Settings => self.edit_settings(),
                Wish::Copy(text) => {
                    if let Some(gpu) = &self.gpu {
                        gpu.ctx.copy_text(text);
                    }
                }
            }
        }
    }

    /// Asks for files, or for a folder; what was chosen comes as an [`Event::Chosen`].
    fn ask(&self, title: &str, wanted: Wanted<'_>) {
        let Some(gpu) = &self.gpu else { return };
        let open = self.state.take().and_then(|open| open.path.as_deref());
        let beside = open.and_then(Path::parent).map(Path::to_path_buf);
        let proxy = self.proxy.clone();
        platform::ask(wanted, gpu.gl.window(), title, beside, move |chosen| {
            // An event loop that has ended opens nothing.
            let _ = proxy.send_event(chosen.map_or_else(Event::NoDialog, Event::Chosen));
        });
    }

    fn ask_for_files(&self) {
        let all = FORMATS.iter().flat_map(|format| format.extensions);
        let all: Vec<&str> = all.copied().collect();
        let formats = FORMATS.iter();
        let mut filters = vec![("Motion capture", all.as_slice())];
        filters.extend(formats.map(|format| (format.name, format.extensions)));
        filters.push(("All files", &["*"]));
        self.ask("Open takes", Wanted::Files(&filters));
    }

    fn photograph(&mut self, transparent: bool) {
        let Some(gpu) = &mut self.gpu else { return };
        match gpu.picture(&self.state, transparent) {
            Ok(picture) => photograph::keep(&mut self.state, &picture),
            Err(error) => self.state.tell(error.to_string()),
        }
    }

    fn full_screen(&mut self) {
        let Some(gpu) = &self.gpu else { return };
        let window = gpu.gl.window();
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
                if let Some(gpu) = &self.gpu {
                    gpu.ctx.open_url(egui::OpenUrl::new_tab(url));
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
