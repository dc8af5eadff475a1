//! What the desktop does of effects, and of dialogs: clipboard, file manager, full screen, settings.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use winit::window::Fullscreen;

use crate::app::desktop::app::App;
use crate::app::desktop::event::Event;
use crate::app::shell::dialog::Dialog;
use crate::app::shell::event::Event as ShellEvent;
use crate::app::{Effect, Shell};
use crate::files::Reviews;
use crate::platform;

/// How long the first picture waits for the first take: most are there by then, and no window
/// flashes empty.
const FIRST: Duration = Duration::from_millis(150);

impl App {
    pub(crate) fn carry_out(&mut self, effects: Vec<Effect>) {
        self.program.carry_out(effects);
        self.carry_out_left();
    }

    /// Takes in what was done beside the window.
    pub(crate) fn accept(&mut self, event: ShellEvent) {
        self.program.accept(event);
        self.carry_out_left();
    }

    /// Does what is left to the desktop.
    pub(crate) fn carry_out_left(&mut self) {
        for effect in std::mem::take(&mut self.program.left) {
            match effect {
                Effect::CopyScreenshot { labels } => self.copy_screenshot(labels),
                Effect::ShowInFolder(file) => self.program.beside(move || {
                    platform::show_in_folder(&file).err().map(ShellEvent::NoDialog)
                }),
                Effect::OpenManual(page) => self
                    .program
                    .beside(move || platform::open_manual(&page).err().map(ShellEvent::NoDialog)),
                Effect::ToggleFullScreen => self.toggle_full_screen(),
                Effect::EditSettings => self.edit_settings(),
                Effect::Quit => self.end.is_quitting = true,
                _ => {}
            }
        }
        for dialog in std::mem::take(&mut self.program.dialogs) {
            self.show(dialog);
        }
    }

    fn show(&self, Dialog { title, wanted, folder, chosen }: Dialog) {
        let Some(gpu) = &self.gpu else { return };
        let send = self.program.send.clone();
        platform::open_dialog(wanted, gpu.gl.window(), &title, folder, move |paths| {
            let event = match paths {
                Ok(paths) => chosen(paths),
                Err(error) => Some(ShellEvent::NoDialog(error)),
            };
            event.into_iter().for_each(|event| send(event));
        });
    }

    /// Waits a moment for the first take of those that the window opens on.
    pub(crate) fn await_first(&mut self) {
        let began = Instant::now();
        let waits = |app: &Self| app.program.state.session.awaits_first_take();
        while waits(self) && began.elapsed() < FIRST {
            if !(self.program.poll_arrivals() | self.program.poll_folder()) {
                std::thread::sleep(Duration::from_micros(500));
            }
        }
        self.carry_out_left();
    }

    fn toggle_full_screen(&mut self) {
        let Some(gpu) = &self.gpu else { return };
        let window = gpu.gl.window();
        window.set_fullscreen(match window.fullscreen() {
            Some(_) => None,
            None => Some(Fullscreen::Borderless(None)),
        });
    }

    fn copy_screenshot(&mut self, labels: bool) {
        let (Some(gpu), Some(pictures)) = (&mut self.gpu, &mut self.program.pictures) else {
            return;
        };
        let state = &mut self.program.state;
        let picture = pictures.picture(state, false, labels).map_err(|error| error.to_string());
        let copied = picture.and_then(|picture| {
            let size = [picture.width, picture.height];
            let taken = gpu.clipboard.set_picture(size, picture.straight().into_owned());
            taken.map_err(|error| error.to_string())
        });
        let notices = &mut state.interface.notices;
        match copied {
            Ok(()) => notices.push_info("Picture copied"),
            Err(why) => notices.push_error(why),
        }
    }

    /// Opens the settings with whatever the person edits texts with.
    fn edit_settings(&mut self) {
        let created = self.program.create_settings();
        let notices = &mut self.program.state.interface.notices;
        match created {
            Ok(path) => {
                let file = path.display();
                notices.push_info(format!("{file}: changes take effect at the next start"));
                if let Err(error) = open::that_detached(&path) {
                    notices.push_error(format!("{file}: no program opens it: {error}"));
                }
            }
            Err(error) => notices.push_error(error),
        }
    }

    /// Watches the files of the takes that are open now, and of their reviews, and the folder that is listed.
    pub(crate) fn watch(&mut self) {
        let session = &self.program.state.session;
        let folder = session.folder.as_ref();
        self.folder_watcher.watch(folder.map_or(&[], |list| list.roots.as_slice()));
        let files = session.takes.iter().flat_map(|open| {
            let own = open.path.iter().map(|path| (open.id, path, open.stamp));
            let skeleton = open.edits.open_options.reading.skeleton.iter();
            own.chain(skeleton.map(|path| (open.id, path, None)))
        });
        // This is asked in every round of the event loop, and hardly ever answered otherwise.
        let watched = self.watched.iter().map(|(id, path, stamp)| (*id, path, *stamp));
        if !files.clone().eq(watched) {
            let files: Vec<_> = files.map(|(id, path, stamp)| (id, path.clone(), stamp)).collect();
            let takes = session.takes.iter();
            let reviews = takes.filter_map(|open| Some(Reviews::beside(&open.review_path()?)));
            let reviews: Vec<PathBuf> = reviews.collect();
            let all = files.iter().map(|(_, path, _)| path).chain(&reviews);
            self.watcher.watch(all.map(PathBuf::as_path));
            for file in files.iter().filter(|file| !self.watched.contains(file)) {
                if let (_, path, Some(stamp)) = file {
                    self.watcher.catch_up(path, *stamp);
                }
            }
            self.watched = files;
        }
    }
}

impl From<ShellEvent> for Event {
    fn from(event: ShellEvent) -> Self {
        Self::Shell(event)
    }
}
