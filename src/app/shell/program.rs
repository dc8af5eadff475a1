//! The program while it runs: its state, and what works for it beside whatever window it has.

use std::path::{Path, PathBuf};
use std::time::Duration;

use web_time::Instant;

use crate::app::folder::reader::FolderReader;
use crate::app::opening::loading::Loading;
use crate::app::shell::analyses::Analyses;
use crate::app::shell::dialog::Dialog;
use crate::app::shell::event::{Event, Sender};
use crate::app::shell::exporter::Exporting;
use crate::app::shell::pictures::Pictures;
use crate::app::shell::read::{read_marks, read_object};
use crate::app::shell::saving::{MemorySaver, ReviewSaver, Saving, SessionWriter};
use crate::app::{
    ACTIONS, Effect, FilesCommand, FolderJob, Shell, Shortcut, State, recall, remember_colours,
};
use crate::files::read_table_head;
use crate::index::Index;
use crate::render::Picture;
use crate::store::{RecoverableSession, Store, Window};
use crate::take::counted;
use crate::threads::begin;
use crate::{files, fs, store};

/// The state, and all that a shell need not do by itself.
pub(crate) struct Program {
    pub state: State,
    pub store: Store,
    pub saving: Saving,
    pub workers: Workers,
    /// What draws, once there is a window.
    pub pictures: Option<Pictures>,
    /// What work beside the window says that it is done with.
    pub send: Sender,
    /// Dialogs that are to be shown.
    pub dialogs: Vec<Dialog>,
    /// What is left to the shell.
    pub left: Vec<Effect>,
    /// Whether the window is out of date.
    pub redraw_wanted: bool,
    /// When time was last moved on; `None` while paused.
    last_tick: Option<Instant>,
}

/// What works beside the window for what is open.
pub(crate) struct Workers {
    pub analyses: Analyses,
    pub loading: Loading,
    pub exporting: Exporting,
    pub folder: FolderReader,
}

impl Program {
    /// Starts it with a state and what the store knows of the last time. What happens beside the window is sent.
    pub fn start(mut state: State, store: Store, send: Sender) -> Self {
        let window = recall(&mut state, &store);
        state.view.glides = true;
        let unfinished = store.unfinished().map(|RecoverableSession { autosave, session, age }| {
            state.offer_unfinished(session, &ago(age));
            autosave
        });
        if let Some(report) = store.untold_report() {
            let message =
                format!("Rushes failed. {} says where: please report it.", report.display());
            state.interface.notices.push_error(message);
        }
        let wake = |event: fn() -> Event| {
            let send = send.clone();
            move || send(event())
        };
        Self {
            saving: Saving {
                reviews: ReviewSaver::new(),
                memory: MemorySaver::new(window),
                sessions: Some(SessionWriter::start(&store, &send)),
                unfinished,
            },
            workers: Workers {
                analyses: Analyses::start(wake(|| Event::Analysed)),
                loading: Loading::start(&store, wake(|| Event::Loaded)),
                exporting: Exporting::default(),
                folder: FolderReader::start(wake(|| Event::FolderRead)),
            },
            state,
            store,
            pictures: None,
            send,
            dialogs: Vec::new(),
            left: Vec::new(),
            redraw_wanted: true,
            last_tick: None,
        }
    }

    /// Takes an event in.
    pub fn accept(&mut self, event: Event) {
        let mut effects: Vec<Effect> = Vec::new();
        match event {
            Event::Chosen(paths) if paths.is_empty() => {}
            Event::Chosen(paths) => effects = self.state.apply(FilesCommand::Open(paths)),
            // What has come of a video is shown with the next picture.
            Event::Video => {}
            Event::Command(command) => effects = self.state.apply(command),
            Event::SessionWritten(path, done) => effects = self.state.session_written(path, done),
            Event::SaveFailed(why) => self.state.interface.notices.push_diagnostics(why),
            Event::ObjectRead { take, node, file, read } => {
                effects = self.state.object_read(take, node, &file, read)
            }
            Event::TableRead(path, head, take) => {
                self.state.table_read(&path, head.map(|head| *head), take);
            }
            Event::Missing(files) => self.state.interface.missing = files,
            Event::Loaded => drop(self.poll_arrivals()),
            Event::FolderRead => drop(self.poll_folder()),
            Event::Analysed => {
                for analysed in self.workers.analyses.poll() {
                    self.state.accept_analysis(analysed);
                }
            }
            Event::ReviewsSaved(saved) => {
                for (id, saved) in saved {
                    self.state.accept_saved_review(id, saved);
                }
            }
            Event::FolderDone(path, done) => self.state.folder_done(&path, done),
            Event::NotesWritten(path, written) => self.state.notes_written(&path, written),
            Event::MarksRead(id, path, text) => self.state.import_notes(id, &path, text),
            Event::ReviewLoaded(id, loaded) => {
                self.state.merge_review(id, &loaded.review);
                let notices = &mut self.state.interface.notices;
                notices.push_diagnostics(loaded.warnings);
            }
            Event::Export(event) => self.apply_export(event),
            Event::NoDialog(error) => self.state.interface.notices.push_error(error.to_string()),
        }
        self.carry_out(effects);
        self.redraw_wanted = true;
    }

    /// Lets in what has arrived of what is being loaded, and tells whether there was anything.
    pub fn poll_arrivals(&mut self) -> bool {
        let arrivals = self.workers.loading.poll();
        let is_news = !arrivals.is_empty();
        for arrival in arrivals {
            let effects = self.state.arrive(arrival);
            self.carry_out(effects);
        }
        is_news
    }

    /// Lets in what has become known of the folder, and tells whether there was anything.
    pub fn poll_folder(&mut self) -> bool {
        let news = self.workers.folder.poll();
        let is_news = !news.is_empty();
        if is_news {
            let effects = self.state.folder_news(news);
            self.carry_out(effects);
        }
        is_news
    }

    /// Moves the playhead on by the time that has passed, and tells whether the picture changed.
    ///
    /// This is the only place where time moves: a hidden window is asked for no pictures, and its
    /// playhead is where it should be all the same when it shows again.
    pub fn move_time(&mut self, now: Instant) -> bool {
        self.state.set_now(files::now());
        let moves = self.state.is_moving();
        let before = self.last_tick;
        self.last_tick = moves.then_some(now);
        match before {
            Some(before) if moves => self.state.tick((now - before).as_secs_f64()),
            _ => false,
        }
    }

    /// What is done between pictures: what changed is remembered and saved in time, and what is lacking is found out.
    /// `place` says how the window is now, from how it was last; without, it does not show yet.
    pub fn work_on(&mut self, now: Instant, place: Option<&dyn Fn(&Window) -> Window>) {
        let is_down = self.state.history.pointer_is_down();
        if !is_down {
            self.remember_colours();
        }
        let state = &self.state;
        let wanted = state.wanted_analyses();
        self.workers.analyses.want(wanted, |key| state.analysis(key));
        self.redraw_wanted |= self.move_time(now);
        let saving = &mut self.saving;
        if let Some(place) = place {
            saving.memory.save_soon(now, &self.state, &self.store, place, &self.send);
        }
        if !is_down {
            saving.reviews.save_soon(now, &mut self.state, &self.store, &self.send);
        }
        if let Some(sessions) = &mut saving.sessions {
            sessions.save_soon(now, &self.state);
        }
    }

    /// When something has to be done that nothing else asks for: a frame that is to show, something to be saved. Pictures
    /// are not wanted before `due`.
    pub fn next_wake(&self, now: Instant, due: Instant) -> Option<Instant> {
        let next_frame = self.state.playback().and_then(|playback| {
            let seconds = if self.state.is_blending() || self.state.view.is_in_transition() {
                Some(0.0)
            } else {
                playback.until_next_frame()
            };
            let seconds = seconds.map(|seconds| seconds.min(3600.0))?;
            Some((now + Duration::from_secs_f64(seconds)).max(due))
        });
        let saving = &self.saving;
        let wake = [
            next_frame,
            saving.memory.due.at,
            saving.sessions.as_ref().and_then(|sessions| sessions.due.at),
            // What a gesture changes is saved when it ends.
            saving.reviews.due.at.filter(|_| !self.state.history.pointer_is_down()),
        ];
        wake.into_iter().flatten().min()
    }

    /// Saves and writes all that is left to be, before the program ends. Changes of a named session that nobody was
    /// asked about are offered at the next start.
    pub fn finish(&mut self, was_asked: bool) {
        self.remember_colours();
        self.saving.reviews.finish(&mut self.state, &self.store);
        // What is not exported to the end goes.
        self.workers.exporting = Exporting::default();
        let is_lost = self.state.document.is_changed && !was_asked;
        if let Some(sessions) = self.saving.sessions.take() {
            sessions.end(is_lost.then(|| self.state.autosaved()));
        }
    }

    /// Sends what comes of some work that is done beside the window.
    pub fn beside(&self, work: impl FnOnce() -> Option<Event> + Send + 'static) {
        let send = self.send.clone();
        begin("beside", move || work().into_iter().for_each(|event| send(event)));
    }

    pub fn remember_colours(&mut self) {
        let diagnostics = remember_colours(&mut self.state, &self.store);
        self.push_diagnostics(diagnostics);
    }

    /// Makes the file of the settings, where there is none; an error is a sentence.
    pub fn create_settings(&self) -> Result<PathBuf, String> {
        let keymap = &self.state.settings.keymap;
        let actions = ACTIONS.iter().map(|action| store::Action {
            id: action.id,
            name: action.name,
            shortcuts: keymap.of(action).iter().map(Shortcut::to_string).collect(),
        });
        self.store.create_settings(actions)
    }

    fn save_screenshot(&mut self, transparent: bool, labels: bool) {
        let Some(pictures) = &mut self.pictures else { return };
        match pictures.picture(&self.state, transparent, labels) {
            Ok(picture) => save_screenshot(&mut self.state, &picture),
            Err(error) => self.state.interface.notices.push_error(error.to_string()),
        }
    }
}

impl Shell for Program {
    fn state_and_store(&mut self) -> (&mut State, &Store) {
        self.redraw_wanted = true;
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
                self.save_screenshot(transparent, labels);
            }
            Effect::Copy(text) => {
                if let Some(pictures) = &self.pictures {
                    pictures.ctx.copy_text(text);
                }
            }
            Effect::ExportNotes(notes) => self.export_notes(notes),
            Effect::ExportFolder(job) => self.export_folder(*job),
            Effect::AskForOtherNotes(job) => self.ask_for_other_notes(*job),
            Effect::AskForMarks(id, beside) => self.ask_for_marks(id, beside),
            Effect::ReadMarks(id, path) => {
                self.beside(move || Some(read_marks(id, path)));
            }
            Effect::LoadReview(id, path) => {
                let reviews = self.store.reviews();
                self.beside(move || Some(Event::ReviewLoaded(id, Box::new(reviews.load(&path)))));
            }
            Effect::AskForVideo(take, folder) => self.ask_for_video(take, folder),
            Effect::AskForObject(take, node, folder) => self.ask_for_object(take, node, folder),
            Effect::ReadObject { take, node, file } => {
                self.beside(move || Some(read_object(take, node, file)));
            }
            Effect::ReadTable { path, columns, take } => self.beside(move || {
                let head = read_table_head(&path, columns.as_deref());
                Some(Event::TableRead(path, head.map(Box::new), take))
            }),
            Effect::FindMissing(mut files) => self.beside(move || {
                files.retain(|file| !fs::exists(file));
                Some(Event::Missing(files))
            }),
            Effect::AskForSessionFile(proposed) => self.ask_for_session_file(&proposed),
            Effect::WriteSession { path, session, overwrite } => {
                if let Some(sessions) = &self.saving.sessions {
                    sessions.save(path, session, overwrite);
                }
            }
            Effect::AskForMissing { id, path } => self.ask_for_missing(id, &path),
            Effect::AdoptUnfinished => {
                let sessions = self.saving.sessions.as_ref();
                if let (Some(sessions), Some(own)) = (sessions, self.saving.unfinished.take()) {
                    sessions.adopt(own);
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
            Effect::CopyScreenshot { .. }
            | Effect::ShowInFolder(_)
            | Effect::OpenManual(_)
            | Effect::ToggleFullScreen
            | Effect::EditSettings
            | Effect::Quit => self.left.push(effect),
        }
    }
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
            let whole = fs::absolute(&path).unwrap_or(path);
            state.interface.notices.push_written(format!("Saved {}", whole.display()), &whole);
        }
        Err(error) => state.interface.notices.push_error(format!(
            "{}: cannot be written: {error}\nhint: name another folder for screenshots in the settings \
             file",
            path.display()
        )),
    }
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
    format!("{} ago", counted(count as usize, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_said_in_their_largest_unit() {
        for (seconds, text) in [
            (59, "just now"),
            (60, "1 minute ago"),
            (3599, "59 minutes ago"),
            (7200, "2 hours ago"),
            (86_400, "1 day ago"),
        ] {
            assert_eq!(ago(Duration::from_secs(seconds)), text);
        }
    }
}
