//! The state with its effects carried out, as the event loop carries them out: files are opened at once, or
//! on threads where a test wants that. What needs a desktop is kept for the test to look at.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use rushes::app::{
    Command, Effect, FolderJob, Loading, Shell, State, TakeId, open_blocking, read_folders,
};
use rushes::files::OpenOptions;
use rushes::store::{Store, Window, write_session};
use rushes::take::Take;

/// The state, what it is kept in, and what it asked for that nobody has done.
#[derive(Default)]
pub struct App {
    pub state: State,
    pub store: Store,
    pub effects: Vec<Effect>,
    loading: Option<Loading>,
}

impl Deref for App {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl DerefMut for App {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

impl App {
    /// The window on these files; on the built-in take where there are none.
    pub fn new(paths: &[PathBuf], open_options: OpenOptions) -> Self {
        let mut app = Self { state: State::reading(open_options.into()), ..Self::default() };
        app.begin(paths);
        app
    }

    /// The window on a take that is in memory.
    pub fn of(take: Take) -> Self {
        Self { state: State::of(take), ..Self::default() }
    }

    pub fn begin(&mut self, paths: &[PathBuf]) {
        let effects = self.state.begin(paths.to_vec());
        self.carry_out(effects);
    }

    pub fn apply(&mut self, command: impl Into<Command>) {
        let effects = self.state.apply(command);
        self.carry_out(effects);
    }

    pub fn reload_changed(&mut self, changed: &[PathBuf]) {
        let effects = self.state.reload_changed(changed);
        self.carry_out(effects);
    }

    /// Opens files on threads from now on.
    pub fn load_off_thread(&mut self) {
        self.loading = Some(Loading::start(&self.store, || ()));
    }

    /// Lets in what has come from the threads.
    pub fn poll(&mut self) {
        let arrivals = self.loading.as_ref().map(Loading::poll);
        for arrival in arrivals.into_iter().flatten() {
            let effects = self.state.arrive(arrival);
            self.carry_out(effects);
        }
    }

    /// Finds out here and now all that is wanted of the analysis thread.
    pub fn analyse(&mut self) {
        while let Some(key) = self.state.wanted_analyses().first() {
            let analysis = self.state.analysis(key).expect("what it is found in");
            self.state.accept_analysis(analysis.run(&|| false));
        }
    }

    /// Takes over what was kept in a store, and keeps things there from now on. Returns the window that was
    /// there last.
    pub fn remember_in(&mut self, store: Store) -> Window {
        self.store = store;
        let window = rushes::app::recall(&mut self.state, &self.store);
        for open in self.state.session.takes.iter_mut() {
            let keys = open.keys();
            let (memory, _) = self.store.skeleton(&keys);
            open.recall(&keys, &memory);
        }
        window
    }

    /// Remembers the colours and lines of skeletons, where they changed.
    pub fn remember_colours(&mut self) {
        let reported = rushes::app::remember_colours(&mut self.state, &self.store);
        assert_eq!(reported, [""; 0]);
    }

    /// The id of a take by its place in the list.
    pub fn id(&self, place: usize) -> TakeId {
        self.session.takes[place].id
    }

    /// Whether it asked for the end of the program.
    pub fn is_quitting(&self) -> bool {
        self.effects.contains(&Effect::Quit)
    }

    pub fn carry_out(&mut self, effects: Vec<Effect>) {
        Shell::carry_out(self, effects);
    }
}

impl Shell for App {
    fn state_and_store(&mut self) -> (&mut State, &Store) {
        (&mut self.state, &self.store)
    }

    fn carry_out_own(&mut self, effect: Effect) {
        match effect {
            Effect::Load(request) => match &self.loading {
                Some(loading) => loading.ask(request),
                None => {
                    for arrival in open_blocking(&request, &self.store) {
                        let effects = self.state.arrive(arrival);
                        self.carry_out(effects);
                    }
                }
            },
            Effect::ReadFolders { roots, like } => {
                let (reviews, limits) = (self.store.reviews(), self.state.settings.limits.clone());
                let job = FolderJob { roots, like, reviews, limits, index: None };
                let mut all = Vec::new();
                read_folders(&job, &|| true, &mut |news| all.push(news));
                let effects = self.state.folder_news(all);
                self.carry_out(effects);
            }
            Effect::CancelLoading(id) => {
                self.loading.iter().for_each(|loading| loading.cancel(id));
            }
            Effect::ReadTable { path, columns, take } => {
                let head = rushes::files::read_table_head(&path, columns.as_deref());
                self.state.table_read(&path, head, take);
            }
            Effect::EstimateExport(choice) => {
                if let Some(job) = self.state.export_job() {
                    self.state.export_estimated(choice, job.estimate());
                }
            }
            Effect::Export(path) => {
                let into_folder = self.state.exports_into_folder();
                let running = self.state.interface.export.running.as_ref();
                let cancel = running.map(|running| running.cancel.clone()).unwrap_or_default();
                if let Some(job) = self.state.export_job() {
                    let exported = job.run(&path, into_folder, &cancel, &|_| ());
                    let effects = self.state.exported(exported);
                    self.carry_out(effects);
                }
            }
            Effect::FindMissing(mut files) => {
                files.retain(|file| !file.exists());
                self.state.interface.missing = files;
            }
            Effect::WriteSession { path, session, overwrite } => {
                let done = write_session(&path, &session, overwrite);
                let effects = self.state.session_written(path, done);
                self.carry_out(effects);
            }
            other => self.effects.push(other),
        }
    }
}

/// The window on these files, by their names.
pub fn on(files: &[&str]) -> App {
    let files: Vec<PathBuf> = files.iter().map(|file| Path::new(file).into()).collect();
    App::new(&files, OpenOptions::default())
}
