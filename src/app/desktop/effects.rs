//! How the event loop carries out effects: loading, dialogs, screenshots, clipboard, saved files.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use winit::window::Fullscreen;

use crate::app::command::shortcut::Shortcut;
use crate::app::command::table::ACTIONS;
use crate::app::desktop::app::App;
use crate::app::desktop::event::Event;
use crate::app::desktop::note_files::marks_read;
use crate::app::desktop::restore::remember_colours;
use crate::app::desktop::screenshot;
use crate::app::desktop::session_effects::SESSIONS;
use crate::app::effect::Effect;
use crate::app::ids::TakeId;
use crate::app::shell::Shell;
use crate::app::state::State;
use crate::app::video::command::VideoCommand;
use crate::files::reference_video::{IMAGE_EXTENSIONS, SOUND_EXTENSIONS, VIDEO_EXTENSIONS};
use crate::files::{Attach, Reviews, read_table_head};
use crate::loader::{FORMATS, OBJECT_EXTENSIONS};
use crate::platform::Wanted;
use crate::store::Store;
use crate::take::NodeId;
use crate::{platform, store};

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
        let arrivals = self.workers.loading.poll();
        let is_news = !arrivals.is_empty();
        for arrival in arrivals {
            let effects = self.state.arrive(arrival);
            self.carry_out(effects);
        }
        is_news
    }
}

impl Shell for App {
    fn state_and_store(&mut self) -> (&mut State, &Store) {
        self.redraws.wanted = true;
        (&mut self.state, &self.store)
    }

    fn carry_out_own(&mut self, effect: Effect) {
        match effect {
            Effect::Load(request) => self.workers.loading.ask(request),
            Effect::CancelLoading(id) => self.workers.loading.cancel(id),
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
            Effect::ShowInFolder(file) => self.send_from_thread(move || {
                platform::show_in_folder(&file).err().map(Event::NoDialog)
            }),
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
                self.send_from_thread(move || Some(marks_read(id, path)));
            }
            Effect::LoadReview(id, path) => self.load_review(id, path),
            Effect::AskForVideo(take, folder) => self.ask_for_video(take, folder),
            Effect::AskForObject(take, node, folder) => {
                self.ask_for_object(take, node, folder);
            }
            Effect::ReadObject { take, node, file } => {
                self.send_from_thread(move || Some(object_read(take, node, file)));
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
                self.write_session(path, session, overwrite)
            }
            Effect::AskForMissing { id, path } => self.ask_for_missing(id, &path),
            Effect::AdoptUnfinished => self.adopt_unfinished(),
            Effect::DiscardUnfinished => self.discard_unfinished(),
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
    /// Sends what comes of some work to the event loop, from a thread of its own.
    fn send_from_thread(&self, work: impl FnOnce() -> Option<Event> + Send + 'static) {
        let proxy = self.proxy.clone();
        std::thread::spawn(move || {
            if let Some(event) = work() {
                // A window that has ended shows nothing.
                drop(proxy.send_event(event));
            }
        });
    }

    /// Reads a review again, on a thread; it comes as an [`Event::ReviewLoaded`].
    fn load_review(&self, id: TakeId, path: PathBuf) {
        let reviews = self.store.reviews();
        self.send_from_thread(move || Some(Event::ReviewLoaded(id, Box::new(reviews.load(&path)))));
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

    /// Remembers the colours and lines of skeletons, where they changed.
    pub(crate) fn remember_colours(&mut self) {
        let diagnostics = remember_colours(&mut self.state, &self.store);
        self.push_diagnostics(diagnostics);
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
