//! The page while it shows: the program, what the browser has told of it, and how it is drawn.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use web_time::Instant;

use crate::app::opening::incoming_files;
use crate::app::page::events::{PageEvent, send};
use crate::app::page::input::{Input, is_browsers};
use crate::app::page::kept;
use crate::app::page::video::VideoPlayer;
use crate::app::shell::damage::Damage;
use crate::app::shell::dialog::Chosen;
use crate::app::shell::event::Sender;
use crate::app::shell::pictures::Pictures;
use crate::app::shell::program::Program;
use crate::app::{Shell as _, State, TakeOptions};
use crate::fs;
use crate::platform;
use crate::platform::{DragPosition, DropEvent, Files};
use crate::scene::Theme;
use crate::store::Store;
use crate::threads::begin;

pub(crate) struct Page {
    pub program: Program,
    pub input: Input,
    /// In pixels, and how many of them a pixel of CSS has.
    pub size: [u32; 2],
    pub scale: f32,
    /// What the canvas shows.
    pub damage: Damage,
    /// When egui wants to be asked again.
    pub egui_wants: Option<Instant>,
    /// What comes of dialogs that show, by their numbers.
    pub dialogs: HashMap<u32, Chosen>,
    /// How many dialogs there were.
    pub dialog_count: u32,
    pub changes: kept::Changes,
    pub video: VideoPlayer,
    /// Where text was written when the browser was told last.
    pub writes_at: Option<[f32; 4]>,
}

impl Page {
    pub fn start(gl: &Arc<glow::Context>, theme: Theme, opens: bool) -> Result<Self, String> {
        fs::create_dir_all(kept::DOWNLOADS).map_err(|error| error.to_string())?;
        let store = Store::at_home().unwrap_or_default();
        let send: Sender = Arc::new(|event| send(PageEvent::Shell(event)));
        let mut program = Program::start(State::reading(TakeOptions::default()), store, send);
        let state = &mut program.state;
        state.settings.system_theme = theme;
        state.settings.screenshots = Some(PathBuf::from(kept::DOWNLOADS));
        state.settings.keymap.give_up(is_browsers);
        // Files of another visit are not there any more.
        program.store.forget_recent(&mut state.interface.recent);
        let pictures = Pictures::new(gl, state.theme()).map_err(|error| error.to_string())?;
        program.pictures = Some(pictures);
        let mut page = Self {
            program,
            input: Input::default(),
            size: [1, 1],
            scale: 1.0,
            damage: Damage::default(),
            egui_wants: None,
            dialogs: HashMap::new(),
            dialog_count: 0,
            changes: kept::Changes::default(),
            video: VideoPlayer::default(),
            writes_at: None,
        };
        page.input.focus(true);
        if !opens {
            let effects = page.program.state.begin(Vec::new());
            page.program.carry_out(effects);
        }
        Ok(page)
    }

    /// Draws by another context from now on.
    pub fn renew(&mut self, gl: &Arc<glow::Context>) -> Result<(), String> {
        // What the lost one had is gone with it.
        std::mem::forget(self.program.pictures.take());
        let theme = self.program.state.theme();
        let pictures = Pictures::new(gl, theme).map_err(|error| error.to_string())?;
        self.program.pictures = Some(pictures);
        self.damage = Damage::default();
        self.program.redraw_wanted = true;
        Ok(())
    }

    pub fn resize(&mut self, size: [u32; 2], scale: f32) {
        self.size = size.map(|side| side.max(1));
        self.scale = scale;
        self.program.redraw_wanted = true;
        platform::wake();
    }

    pub fn set_system_theme(&mut self, theme: Theme) {
        self.program.state.settings.system_theme = theme;
        self.program.redraw_wanted = true;
        platform::wake();
    }

    /// Saves at once what would be saved soon.
    pub fn flush(&mut self) {
        let Program { saving, state, store, .. } = &mut self.program;
        saving.reviews.finish(state, store);
        self.changes.hand_on(false);
    }

    pub fn is_typing(&self) -> bool {
        self.writes_at.is_some()
    }

    /// A drop with its place in egui's points.
    pub fn in_points(&self, event: DropEvent) -> DropEvent {
        match event {
            DropEvent::Over(held) => {
                let zoom = self.program.state.settings.scale;
                DropEvent::Over(DragPosition { at: held.at.map(|at| at / zoom), ..held })
            }
            event => event,
        }
    }

    /// Opens what was let go over the page, once what reviewers have said of it before is beside it.
    pub fn open(&mut self, files: Files) {
        begin("open", move || {
            kept::recall(&files.paths);
            send(PageEvent::Dropped(files));
        });
    }

    /// Does what comes of a dialog, beside the page.
    pub fn chosen(&mut self, number: u32, paths: Vec<PathBuf>) {
        if let Some(chosen) = self.dialogs.remove(&number) {
            begin("chosen", move || {
                kept::recall(&paths);
                chosen(paths).into_iter().for_each(|event| send(PageEvent::Shell(event)));
            });
        }
    }

    pub fn picture_copied(&mut self, why: Option<String>) {
        match why {
            None => self.tell("Picture copied".to_string(), false),
            Some(why) => self.tell(format!("The browser's clipboard took no picture: {why}"), true),
        }
    }

    /// Tells the person something.
    pub fn tell(&mut self, text: String, is_error: bool) {
        let notices = &mut self.program.state.interface.notices;
        if is_error {
            notices.push_error(text);
        } else {
            notices.push_info(text);
        }
        self.program.redraw_wanted = true;
        platform::wake();
    }

    /// Whether the page has memory for a file, nearly; else the person is told.
    fn has_room_for(&mut self, path: &Path) -> bool {
        let length = fs::metadata(path).map_or(0, |about| about.len());
        let has_room = length + length / 2 <= platform::memory_left();
        if !has_room {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            self.tell(
                format!(
                    "{name}: a page has no memory for it: browsers give 4 GiB in all\n\
                     hint: close other takes, or open it in the desktop program"
                ),
                true,
            );
        }
        has_room
    }

    pub fn accept(&mut self, event: PageEvent) {
        match event {
            PageEvent::Shell(event) => self.program.accept(event),
            PageEvent::Dropped(mut files) => {
                files.paths.retain(|path| self.has_room_for(path));
                let state = &mut self.program.state;
                let effects = incoming_files::apply(DropEvent::Drop(files), state);
                self.program.carry_out(effects);
            }
            PageEvent::Written(path) => self.changes.written(&path),
            PageEvent::Packed(path, bytes) => {
                platform::download(&path.to_string_lossy(), &bytes);
            }
        }
        self.carry_out_left();
    }
}
