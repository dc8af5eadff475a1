//! How the event loop carries out effects: loading, dialogs, screenshots, clipboard, saved files.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use winit::window::Fullscreen;

use crate::app::command::shortcut::Shortcut;
use crate::app::command::table::ACTIONS;
use crate::app::desktop::app::App;
use crate::app::desktop::note_files::marks_read;
use crate::app::desktop::restore::remember_colours;
use crate::app::desktop::screenshot;
use crate::app::desktop::session_effects::SESSIONS;
use crate::app::effect::Effect;
use crate::app::event::Event;
use crate::app::ids::TakeId;
use crate::app::video::command::VideoCommand;
use crate::files::reference_video::{IMAGE_EXTENSIONS, SOUND_EXTENSIONS, VIDEO_EXTENSIONS};
use crate::files::{Attach, Reviews, read_table_head};
use crate::loader::{FORMATS, OBJECT_EXTENSIONS};
use crate::platform::{self, Wanted};
use crate::store::{self, Diagnostics};
use crate::take::NodeId;

/// How long the first picture waits for the first take: most are there by then, and no window
/// flashes empty.
const FIRST: Duration = Duration::from_millis(150);

impl App {
    /// Waits a moment for the first take of those that the window opens on.
    pub(crate) fn await_first(&mut self) {
        let began = Instant::now();
        let waits = |app: &Self| app.state.session.is_loading() && app.state.take().is_none();
        while waits(self) && began.elapsed() < FIRST {
            if !self.poll_arrivals() {
                std::thread::sleep(Duration::from_micros(500));
            }
        }
    }

    /// Lets in what has arrived from the loading threads, and tells whether there was anything.
    pub(crate) fn poll_arrivals(&mut self) -> bool {
        let arrivals = self.loading.poll();
        let is_news = !arrivals.is_empty();
        for arrival in arrivals {
            let effects = self.state.arrive(arrival);
            self.carry_out(effects);
        }
        is_news
    }

    /// Carries out what the state asks for.
    pub(crate) fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in self.loading.serve(effects) {
            self.wanted = true;
            match effect {
                // They are served already.
                Effect::Load(_) | Effect::CancelLoading(_) => {}
                Effect::EstimateExport(choice) => self.estimate_export(choice),
                Effect::AskWhereToExport => self.ask_where_to_export(),
                Effect::Export(path) => self.export(path),
                Effect::BeginFilm(path) => self.begin_film(path),
                Effect::AskForFiles => self.ask_for_files(),
                Effect::AskForFolder => self.ask("Open folder", Wanted::Folder),
                Effect::SaveScreenshot { transparent, labels } => {
                    self.save_screenshot(transparent, labels)
                }
                Effect::CopyScreenshot { labels } => self.copy_screenshot(labels),
                Effect::ShowInFolder(file) => {
                    let proxy = self.proxy.clone();
                    std::thread::spawn(move || {
                        if let Err(error) = platform::show_in_folder(&file) {
                            // A window that has ended shows nothing.
                            drop(proxy.send_event(Event::NoDialog(error)));
                        }
                    });
                }
                Effect::ToggleFullScreen => self.toggle_full_screen(),
                Effect::EditSettings => self.edit_settings(),
                Effect::Copy(text) => {
                    if let Some(gpu) = &self.gpu {
                        gpu.ctx.copy_text(text);
                    }
                }
                Effect::ExportNotes(notes) => self.export_notes(notes),
                Effect::AskForMarks(id, beside) => self.ask_for_marks(id, beside),
                Effect::ReadMarks(id, path) => {
                    let proxy = self.proxy.clone();
                    std::thread::spawn(move || {
                        // A window that has ended shows nothing.
                        drop(proxy.send_event(marks_read(id, path)));
                    });
                }
                Effect::LoadReview(id, path) => self.load_review(id, path),
                Effect::AskForVideo(take, folder) => self.ask_for_video(take, folder),
                Effect::AskForObject(take, node, folder) => {
                    self.ask_for_object(take, node, folder);
                }
                Effect::ReadObject { take, node, file } => {
                    let proxy = self.proxy.clone();
                    std::thread::spawn(move || {
                        let event = object_read(take, node, file);
                        // A window that has ended shows nothing.
                        drop(proxy.send_event(event));
                    });
                }
                Effect::ReadTable { path, columns, take } => {
                    let proxy = self.proxy.clone();
                    std::thread::spawn(move || {
                        let head = read_table_head(&path, columns.as_deref());
                        let event = Event::TableRead(path, head.map(Box::new), take);
                        // A window that has ended shows nothing.
                        drop(proxy.send_event(event));
                    });
                }
                Effect::SaveColumns { files, mapping, name, take } => {
                    let saved = self.store.save_columns(name.as_deref(), &files, &mapping);
                    let effects = self.state.columns_saved(files, take, saved);
                    self.carry_out(effects);
                }
                Effect::RememberOpened(paths) => {
                    let recent = &mut self.state.interface.recent;
                    let complaints = self.store.opened(recent, &paths);
                    self.tell(complaints);
                }
                Effect::ClearRecent => {
                    let complaints = self.store.forget_recent(&mut self.state.interface.recent);
                    self.tell(complaints);
                }
                Effect::SaveColourSet(name, set) => {
                    let (_, complaints) = self.store.save_colour_set(&name, &set, true);
                    self.tell(complaints);
                    self.refresh_colour_sets();
                }
                Effect::DeleteColourSet(name) => {
                    let (_, complaints) = self.store.delete_colour_set(&name);
                    self.tell(complaints);
                    self.refresh_colour_sets();
                }
                Effect::AskForSessionFile(proposed) => self.ask_for_session_file(&proposed),
                Effect::WriteSession { path, session, overwrite } => {
                    self.write_session(path, session, overwrite)
                }
                Effect::AskForMissing { id, path } => self.ask_for_missing(id, &path),
                Effect::AdoptUnfinished => self.adopt_unfinished(),
                Effect::DiscardUnfinished => self.discard_unfinished(),
                Effect::Quit => self.is_quitting = true,
            }
        }
    }

    /// Reads a review again, on a thread; it comes as an [`Event::ReviewLoaded`].
    fn load_review(&self, id: TakeId, path: PathBuf) {
        let (reviews, proxy) = (self.store.reviews(), self.proxy.clone());
        std::thread::spawn(move || {
            let loaded = reviews.load(&path);
            // A window that has ended shows nothing.
            let _ = proxy.send_event(Event::ReviewLoaded(id, Box::new(loaded)));
        });
    }

    /// Asks for an object; what is read of it comes as an [`Event::ObjectRead`].
    fn ask_for_object(&self, take: TakeId, node: NodeId, folder: Option<PathBuf>) {
        let wanted = Wanted::Files(&[("OBJ and glTF objects", &OBJECT_EXTENSIONS)]);
        // It is read on the thread of the dialog.
        let read = move |file| object_read(take, Some(node), file);
        self.ask_for_one("Attach object", wanted, folder, read);
    }

    /// Asks for a reference video; what is chosen comes as a command.
    fn ask_for_video(&self, take: TakeId, folder: Option<PathBuf>) {
        let all = [&VIDEO_EXTENSIONS[..], &IMAGE_EXTENSIONS, &SOUND_EXTENSIONS].concat();
        let filters: [(&str, &[&str]); 5] = [
            ("Videos, image sequences and sounds", &all),
            ("Videos", &VIDEO_EXTENSIONS),
            ("Image sequences", &IMAGE_EXTENSIONS),
            ("Sounds", &SOUND_EXTENSIONS),
            ("All files", &["*"]),
        ];
        let chosen = move |file| Event::Command(VideoCommand::Choose(take, file).into());
        self.ask_for_one("Reference video", Wanted::Files(&filters), folder, chosen);
    }

    fn tell(&mut self, complaints: Diagnostics) {
        self.state.interface.notices.push_diagnostics(complaints);
    }

    /// Takes over the colour sets as they are now: other windows save and delete them, too.
    fn refresh_colour_sets(&mut self) {
        let (colour_sets, complaints) = self.store.colour_sets();
        if complaints.is_empty() {
            self.state.session.colour_sets = colour_sets;
        }
    }

    /// Remembers the colours and lines of skeletons, where they changed.
    pub(crate) fn remember_colours(&mut self) {
        let complaints = remember_colours(&mut self.state, &self.store);
        self.tell(complaints);
    }

    /// Asks for files, or for a folder; what was chosen comes as an [`Event::Chosen`].
    fn ask(&self, title: &str, wanted: Wanted<'_>) {
        let open = self.state.take().and_then(|open| open.path.as_deref());
        let beside = open.and_then(Path::parent).map(Path::to_path_buf);
        self.ask_in(title, wanted, beside, |chosen| Some(Event::Chosen(chosen)));
    }

    /// Asks for one file, beginning in a folder; what comes of it is the event that is made of it. Nothing
    /// comes where the dialog was cancelled.
    pub(crate) fn ask_for_one(
        &self,
        title: &str,
        wanted: Wanted<'_>,
        folder: Option<PathBuf>,
        event: impl FnOnce(PathBuf) -> Event + Send + 'static,
    ) {
        self.ask_in(title, wanted, folder, |chosen| chosen.into_iter().next().map(event));
    }

    fn ask_in(
        &self,
        title: &str,
        wanted: Wanted<'_>,
        folder: Option<PathBuf>,
        event: impl FnOnce(Vec<PathBuf>) -> Option<Event> + Send + 'static,
    ) {
        let Some(gpu) = &self.gpu else { return };
        let proxy = self.proxy.clone();
        // Dialogs begin elsewhere where a folder is not told from the root on.
        let folder =
            folder.and_then(|folder| std::path::absolute(Path::new(".").join(folder)).ok());
        platform::ask(wanted, gpu.gl.window(), title, folder, move |chosen| {
            let event = match chosen {
                Ok(chosen) => event(chosen),
                Err(error) => Some(Event::NoDialog(error)),
            };
            // An event loop that has ended has no use for it.
            event.into_iter().for_each(|event| drop(proxy.send_event(event)));
        });
    }

    fn ask_for_files(&self) {
        let all = FORMATS.iter().flat_map(|format| format.extensions);
        let all: Vec<&str> = all.chain(SESSIONS.1).copied().collect();
        let formats = FORMATS.iter();
        let mut filters = vec![("Motion capture and sessions", all.as_slice()), SESSIONS];
        filters.extend(formats.map(|format| (format.name, format.extensions)));
        filters.push(("All files", &["*"]));
        self.ask("Open files", Wanted::Files(&filters));
    }

    fn save_screenshot(&mut self, transparent: bool, labels: bool) {
        let Some(gpu) = &mut self.gpu else { return };
        match gpu.picture(&self.state, transparent, labels) {
            Ok(picture) => screenshot::save(&mut self.state, &picture),
            Err(error) => self.state.interface.notices.push_error(error.to_string()),
        }
    }

    fn copy_screenshot(&mut self, labels: bool) {
        let Some(gpu) = &mut self.gpu else { return };
        let copied = gpu.picture(&self.state, false, labels);
        let copied = copied.map_err(|error| error.to_string());
        let copied = copied.and_then(|picture| {
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

    fn toggle_full_screen(&mut self) {
        let Some(gpu) = &self.gpu else { return };
        let window = gpu.gl.window();
        window.set_fullscreen(match window.fullscreen() {
            Some(_) => None,
            None => Some(Fullscreen::Borderless(None)),
        });
    }

    /// Opens the settings with whatever the person edits texts with.
    fn edit_settings(&mut self) {
        let keymap = &self.state.settings.keymap;
        let actions = ACTIONS.iter().map(|action| store::Action {
            id: action.id,
            name: action.name,
            shortcuts: keymap.of(action).iter().map(Shortcut::to_string).collect(),
        });
        match self.store.create_settings(actions) {
            Ok(path) => {
                let told = format!("{}: changes take effect at the next start", path.display());
                self.state.interface.notices.push_info(told);
                if let Err(error) = open::that_detached(&path) {
                    let why = format!("{}: no program opens it: {error}", path.display());
                    self.state.interface.notices.push_error(why);
                }
            }
            Err(error) => self.state.interface.notices.push_error(error),
        }
    }

    /// Watches the files of the takes that are open now, and of their reviews.
    pub(crate) fn watch(&mut self) {
        let open = self.state.session.takes.iter();
        let files = open.flat_map(|open| {
            let files = open.path.iter().chain(&open.edits.open_options.skeleton);
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
}

/// Reads an object, and tells the take that it is for.
fn object_read(take: TakeId, node: Option<NodeId>, file: PathBuf) -> Event {
    let read = Attach::read(&file).map(Arc::new);
    Event::ObjectRead { take, node, file, read }
}
