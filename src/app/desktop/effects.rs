//! How the event loop carries out effects: loading, screenshots, clipboard, the session, colours and saved files.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use winit::window::Fullscreen;

use crate::app::desktop::app::App;
use crate::app::desktop::dialogs::{read_marks, read_object};
use crate::app::desktop::event::Event;
use crate::app::desktop::folder_thread::FolderJob;
use crate::app::{ACTIONS, Effect, Shell, Shortcut, State};
use crate::files::{Reviews, read_table_head};
use crate::index::Index;
use crate::render::Picture;
use crate::store::{Diagnostics, SessionWriteError, Store};
use crate::{files, platform, store};

/// How long the first picture waits for the first take: most are there by then, and no window
/// flashes empty.
const FIRST: Duration = Duration::from_millis(150);

impl Shell for App {
    fn state_and_store(&mut self) -> (&mut State, &Store) {
        self.redraws.wanted = true;
        (&mut self.state, &self.store)
    }

    fn carry_out_own(&mut self, effect: Effect) {
        match effect {
            Effect::Load(request) => self.workers.loading.ask(request),
            Effect::CancelLoading(id) => self.workers.loading.cancel(id),
            Effect::ReadFolders { roots, like } => self.workers.folder.read(FolderJob {
                roots,
                like,
                reviews: self.store.reviews(),
                limits: self.state.settings.limits.clone(),
                index: Index::path_at_home(),
            }),
            Effect::LoadAhead(files, reading) => self.workers.loading.load_ahead(files, reading),
            Effect::EstimateExport(choice) => self.estimate_export(choice),
            Effect::AskWhereToExport => self.ask_where_to_export(),
            Effect::Export(path) => self.export(path),
            Effect::BeginFilm(path) => self.begin_film(path),
            Effect::AskForFiles => self.ask_for_files(),
            Effect::AskForFolder => self.ask_for_folder(),
            Effect::SaveScreenshot { transparent, labels } => {
                let Some(gpu) = &mut self.gpu else { return };
                match gpu.picture(&self.state, transparent, labels) {
                    Ok(picture) => save_screenshot(&mut self.state, &picture),
                    Err(error) => self.state.interface.notices.push_error(error.to_string()),
                }
            }
            Effect::CopyScreenshot { labels } => self.copy_screenshot(labels),
            Effect::ShowInFolder(file) => self.send_from_thread(move || {
                platform::show_in_folder(&file).err().map(Event::NoDialog)
            }),
            Effect::OpenManual(page) => self
                .send_from_thread(move || platform::open_manual(&page).err().map(Event::NoDialog)),
            Effect::ToggleFullScreen => {
                let Some(gpu) = &self.gpu else { return };
                let window = gpu.gl.window();
                window.set_fullscreen(match window.fullscreen() {
                    Some(_) => None,
                    None => Some(Fullscreen::Borderless(None)),
                });
            }
            Effect::EditSettings => self.edit_settings(),
            Effect::Copy(text) => {
                if let Some(gpu) = &self.gpu {
                    gpu.ctx.copy_text(text);
                }
            }
            Effect::ExportNotes(notes) => self.export_notes(notes),
            Effect::ExportFolder(job) => self.export_folder(*job),
            Effect::AskForOtherNotes(job) => self.ask_for_other_notes(*job),
            Effect::AskForMarks(id, beside) => self.ask_for_marks(id, beside),
            Effect::ReadMarks(id, path) => {
                self.send_from_thread(move || Some(read_marks(id, path)));
            }
            Effect::LoadReview(id, path) => {
                let reviews = self.store.reviews();
                self.send_from_thread(move || {
                    Some(Event::ReviewLoaded(id, Box::new(reviews.load(&path))))
                });
            }
            Effect::AskForVideo(take, folder) => self.ask_for_video(take, folder),
            Effect::AskForObject(take, node, folder) => self.ask_for_object(take, node, folder),
            Effect::ReadObject { take, node, file } => {
                self.send_from_thread(move || Some(read_object(take, node, file)));
            }
            Effect::ReadTable { path, columns, take } => self.send_from_thread(move || {
                let head = read_table_head(&path, columns.as_deref());
                Some(Event::TableRead(path, head.map(Box::new), take))
            }),
            Effect::FindMissing(mut files) => self.send_from_thread(move || {
                files.retain(|file| !file.exists());
                Some(Event::Missing(files))
            }),
            Effect::AskForSessionFile(proposed) => self.ask_for_session_file(&proposed),
            Effect::WriteSession { path, session, overwrite } => {
                if !self.saving.sessions.save(path.clone(), session, overwrite) {
                    let why = format!("{}: cannot be written: no thread", path.display());
                    let effects =
                        self.state.session_written(path, Err(SessionWriteError::Failed(why)));
                    self.carry_out(effects);
                }
            }
            Effect::AskForMissing { id, path } => self.ask_for_missing(id, &path),
            Effect::AdoptUnfinished => {
                if let Some(unfinished) = self.saving.unfinished.take() {
                    self.saving.sessions.adopt(unfinished);
                }
            }
            Effect::DiscardUnfinished => {
                if let Some(unfinished) = self.saving.unfinished.take() {
                    unfinished.remove();
                }
            }
            // What takes no more than the store is done.
            Effect::SaveColumns { .. }
            | Effect::RememberOpened(_)
            | Effect::ClearRecent
            | Effect::SaveColourSet(..)
            | Effect::DeleteColourSet(_) => {}
            Effect::Quit => self.end.is_quitting = true,
        }
    }
}

impl App {
    /// Waits a moment for the first take of those that the window opens on.
    pub(crate) fn await_first(&mut self) {
        let began = Instant::now();
        let waits = |app: &Self| app.state.session.awaits_first_take();
        while waits(self) && began.elapsed() < FIRST {
            if !(self.poll_arrivals() | self.poll_folder()) {
                std::thread::sleep(Duration::from_micros(500));
            }
        }
    }

    /// Lets in what has arrived from the loading threads, and tells whether there was anything.
    pub(crate) fn poll_arrivals(&mut self) -> bool {
        let arrivals = self.workers.loading.poll();
        let is_news = !arrivals.is_empty();
        for arrival in arrivals {
            let effects = self.state.arrive(arrival);
            self.carry_out(effects);
        }
        is_news
    }

    /// Lets in what has become known of the folder, and tells whether there was anything.
    pub(crate) fn poll_folder(&mut self) -> bool {
        let news = self.workers.folder.poll();
        let is_news = !news.is_empty();
        if is_news {
            let effects = self.state.folder_news(news);
            self.carry_out(effects);
        }
        is_news
    }

    /// Sends what comes of some work to the event loop, from a thread of its own.
    pub(crate) fn send_from_thread(&self, work: impl FnOnce() -> Option<Event> + Send + 'static) {
        let proxy = self.proxy.clone();
        std::thread::spawn(move || {
            if let Some(event) = work() {
                // A window that has ended shows nothing.
                drop(proxy.send_event(event));
            }
        });
    }

    pub(crate) fn remember_colours(&mut self) {
        let diagnostics = remember_colours(&mut self.state, &self.store);
        self.push_diagnostics(diagnostics);
    }

    fn copy_screenshot(&mut self, labels: bool) {
        let Some(gpu) = &mut self.gpu else { return };
        let picture = gpu.picture(&self.state, false, labels).map_err(|error| error.to_string());
        let copied = picture.and_then(|picture| {
            let size = [picture.width, picture.height];
            let taken = gpu.clipboard.set_picture(size, picture.straight().into_owned());
            taken.map_err(|error| error.to_string())
        });
        let notices = &mut self.state.interface.notices;
        match copied {
            Ok(()) => notices.push_info("Picture copied"),
            Err(why) => notices.push_error(why),
        }
    }

    /// Opens the settings with whatever the person edits texts with.
    fn edit_settings(&mut self) {
        let keymap = &self.state.settings.keymap;
        let actions = ACTIONS.iter().map(|action| store::Action {
            id: action.id,
            name: action.name,
            shortcuts: keymap.of(action).iter().map(Shortcut::to_string).collect(),
        });
        let notices = &mut self.state.interface.notices;
        match self.store.create_settings(actions) {
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
        let folder = self.state.session.folder.as_ref();
        self.folder_watcher.watch(folder.map_or(&[], |list| list.roots.as_slice()));
        let open = self.state.session.takes.iter();
        let files = open.flat_map(|open| {
            let files = open.path.iter().chain(&open.edits.open_options.reading.skeleton);
            files.map(move |path| (open.id, path))
        });
        // This is asked in every round of the event loop, and hardly ever answered otherwise.
        let watched = self.watched.iter().map(|(id, path)| (*id, path));
        if !files.clone().eq(watched) {
            let files: Vec<_> = files.map(|(id, path)| (id, path.clone())).collect();
            let takes = self.state.session.takes.iter();
            let reviews = takes.filter_map(|open| Some(Reviews::beside(&open.review_path()?)));
            let reviews: Vec<PathBuf> = reviews.collect();
            let all = files.iter().map(|(_, path)| path).chain(&reviews);
            self.watcher.watch(all.map(PathBuf::as_path));
            self.watched = files;
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

/// Remembers the colours and lines of skeletons, where they changed.
pub fn remember_colours(state: &mut State, store: &Store) -> Diagnostics {
    let mut diagnostics = Vec::new();
    for open in state.session.take_unsaved() {
        let keys = open.keys();
        let memory = open.memory(&keys);
        if store.skeleton(&keys).0 != memory {
            diagnostics.extend(store.remember_skeleton(&keys, &open.take.name, &memory));
        }
    }
    diagnostics
}

/// Writes a picture of the view beside the take, or where the settings say, and tells where. A take that came from no
/// file has the folder that the program was started in.
fn save_screenshot(state: &mut State, picture: &Picture) {
    let Some(open) = state.take() else { return };
    let beside = open.path.as_deref().and_then(Path::parent);
    let folder = state.settings.screenshots.as_deref().or(beside).unwrap_or(Path::new(""));
    let stem = format!("{}_{}", files::plain_name(&open.take.name), state.shown_number());
    let path = files::free_path(folder, &stem, '-', "png");
    match files::write(&path, |out| picture.write_png(out)) {
        Ok(()) => {
            let whole = std::path::absolute(&path).unwrap_or(path);
            state.interface.notices.push_written(format!("Saved {}", whole.display()), &whole);
        }
        Err(error) => state.interface.notices.push_error(format!(
            "{}: cannot be written: {error}\nhint: name another folder for screenshots in the settings \
             file",
            path.display()
        )),
    }
}
