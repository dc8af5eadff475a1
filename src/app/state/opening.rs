//! Opening files and reading them again: what is asked for, and what comes of it.
//!
//! Without threads of its own, a state opens files at once; with them, files arrive one by one while
//! the window answers. What happens to a file that has come is the same.

use std::path::{Path, PathBuf};

use super::{Coming, Notice, OpenTake, State};
use crate::app::loading::{Arrival, Loading, Request, Step};
use crate::files::{self, How, Opened};
use crate::loader::{ErrorKind, LoadError, Options};

/// What files were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To stand beside what is open.
    Add,
    /// To stand in the place of a take, by its id; the camera stays.
    Instead(u64),
    /// To bring a take, by its id, up to date.
    Again {
        id: u64,
        /// Whether it is seen as it opens afterwards.
        home: bool,
    },
}

/// Files that were asked for and have not all come.
pub struct Pending {
    pub(super) id: u64,
    purpose: Purpose,
    how: How,
    /// Files that are tried again, since what they lacked may be among the others.
    again: Vec<PathBuf>,
    half_read: Vec<PathBuf>,
    /// The takes that came, by their places among the files.
    pub(super) came: Vec<(usize, u64)>,
    /// The files that were opened, in the order in which they came.
    opened: Vec<PathBuf>,
    /// How far it has come, once that is known.
    pub step: Option<Step>,
}

/// So many takes show together without being asked for.
const TOGETHER: usize = 24;

impl State {
    /// Opens files on threads of their own from now on; `wake` is called when [`Self::poll`] has
    /// something to do.
    pub fn load_off_thread(&mut self, wake: impl Fn() + Send + 'static) {
        self.loading = Some(Loading::start(wake));
    }

    /// Whether files are on their way.
    pub fn is_loading(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Lets in what has arrived, and tells whether the picture may have changed.
    pub fn poll(&mut self) -> bool {
        let Some(loading) = &self.loading else {
            return false;
        };
        let arrivals = loading.poll();
        let changed = !arrivals.is_empty();
        for arrival in arrivals {
            match arrival {
                Arrival::Step(step) => {
                    if let Some(pending) = self.pending_mut(step.id) {
                        pending.step = Some(step);
                    }
                }
                Arrival::Preview {
                    id,
                    place,
                    path,
                    preview,
                } => {
                    let frames = preview.frames;
                    self.arrive(id, place, path, Ok(preview.opened), Some(frames));
                }
                Arrival::Take {
                    id,
                    place,
                    path,
                    result,
                } => self.arrive(id, place, path, result, None),
                Arrival::End { id, cancelled } => self.end(id, cancelled),
            }
        }
        changed
    }

    /// Gives up what is being loaded. Takes of which the first frames are there stay.
    pub(super) fn cancel_loading(&mut self) {
        if let Some(loading) = &self.loading {
            for pending in &self.pending {
                loading.cancel(pending.id);
            }
        }
    }

    /// Puts a take behind the others, and returns its place.
    pub(super) fn add(&mut self, mut open: OpenTake) -> usize {
        let beside = self.takes.iter().filter(|open| open.path.is_some());
        let beside = beside.count();
        if beside > 0 {
            open.colour = Some(self.free_hue());
            open.shows = beside < TOGETHER;
        }
        self.recall(&mut open);
        self.takes.push(open);
        self.takes.len() - 1
    }

    /// Shows the built-in take, which is opened where it is not open.
    pub(super) fn open_builtin(&mut self) {
        match self.takes.iter().position(|open| open.path.is_none()) {
            Some(index) => self.activate(index),
            None => {
                let builtin = OpenTake::new(files::builtin(), None, How::default());
                let index = self.add(builtin);
                self.begin_with(index);
            }
        }
    }

    /// Opens files beside what is open. Those that came without the one they are read with are tried
    /// again: it may be among these.
    pub(super) fn open(&mut self, paths: &[PathBuf]) {
        self.browsed = None;
        self.request(Purpose::Add, paths, self.how.clone());
    }

    /// The take of the folder that is so many steps from the active one.
    pub(super) fn next_file(&mut self, step: i64, add: bool) {
        let open = self.take();
        let path = self.browsed.clone();
        let Some(path) = path.or_else(|| open.and_then(|open| open.path.clone())) else {
            return;
        };
        let (files, at) = files::neighbours(&path);
        let is_open = |file: &Path| {
            let mut open = self.takes.iter();
            add && open.any(|open| open.path.as_deref() == Some(file))
        };
        let mut next = at as i64 + step;
        while usize::try_from(next).is_ok_and(|at| files.get(at).is_some_and(|f| is_open(f))) {
            next += step.signum();
        }
        let Some(file) = usize::try_from(next).ok().and_then(|at| files.get(at)) else {
            let which = if step > 0 { "last" } else { "first" };
            return self.say(format!("This is the {which} take of its folder."));
        };
        let file = file.clone();
        let purpose = match self.take().filter(|_| !add) {
            Some(open) => Purpose::Instead(open.id),
            None => Purpose::Add,
        };
        if let Some(loading) = &self.loading {
            // Whoever leafs on does not wait for what was passed over.
            let passed = self.pending.iter().filter(|p| p.purpose == purpose && !add);
            passed.for_each(|pending| loading.cancel(pending.id));
        }
        self.browsed = Some(file.clone());
        self.request(purpose, &[file], self.how.clone());
    }

    /// Reads the files of all takes again.
    pub(super) fn reload(&mut self) {
        let all: Vec<PathBuf> = self
            .takes
            .iter()
            .filter_map(|open| open.path.clone())
            .collect();
        self.reload_files(&all);
    }

    /// Reads these files again, where they are open, or are what open takes are read with.
    pub fn reload_files(&mut self, changed: &[PathBuf]) {
        let is_of = |open: &&OpenTake| {
            let companion = open.how.skeleton.as_ref();
            open.path
                .iter()
                .chain(companion)
                .any(|path| changed.contains(path))
        };
        let again: Vec<(u64, PathBuf, How)> = self
            .takes
            .iter()
            .filter(is_of)
            .filter_map(|open| Some((open.id, open.path.clone()?, open.how.clone())))
            .collect();
        for (id, path, how) in again {
            self.request(Purpose::Again { id, home: false }, &[path], how);
        }
    }

    /// Reads the file of the active take once more, with its options changed.
    pub(super) fn read_again(&mut self, change: impl FnOnce(&mut Options)) {
        let Some(open) = self.takes.get(self.active) else {
            return;
        };
        let Some(path) = open.path.clone() else {
            return;
        };
        let mut how = open.how.clone();
        change(&mut how.options);
        let purpose = Purpose::Again {
            id: open.id,
            home: true,
        };
        self.request(purpose, &[path], how);
    }

    pub(super) fn request(&mut self, purpose: Purpose, paths: &[PathBuf], how: How) {
        let mut all = paths.to_vec();
        let (mut again, mut half_read) = (Vec::new(), Vec::new());
        if purpose == Purpose::Add {
            all = files::expand(paths);
            again = std::mem::take(&mut self.waiting);
            let halves = self.takes.iter().filter(|open| open.take.missing.is_some());
            half_read = halves.filter_map(|open| open.path.clone()).collect();
            again.extend_from_slice(&half_read);
            again.retain(|path| !all.contains(path));
            all.extend_from_slice(&again);
        }
        self.last_request += 1;
        let id = self.last_request;
        self.pending.push(Pending {
            id,
            purpose,
            how: how.clone(),
            again,
            half_read,
            came: Vec::new(),
            opened: Vec::new(),
            step: None,
        });
        match &self.loading {
            Some(loading) => loading.ask(Request {
                id,
                paths: all,
                how,
            }),
            None => {
                let results = files::open_all(&all, &how).into_iter().enumerate();
                for (place, (path, result)) in results {
                    self.arrive(id, place, path, result, None);
                }
                self.end(id, false);
            }
        }
    }

    /// How much of a take's file has been read, from 0 to 1, while only the first of its frames are
    /// there; `None` for a take that is there as a whole.
    pub fn share_read(&self, open: &OpenTake) -> Option<f32> {
        let coming = open.coming?;
        let pending = self
            .pending
            .iter()
            .find(|pending| pending.id == coming.request);
        let step = pending.and_then(|pending| pending.step.as_ref());
        let step = step.filter(|step| Some(&step.path) == open.path.as_ref() && step.all > 0);
        Some(step.map_or(0.0, |step| step.done as f32 / step.all as f32))
    }

    pub(super) fn pending_mut(&mut self, id: u64) -> Option<&mut Pending> {
        self.pending.iter_mut().find(|pending| pending.id == id)
    }

    /// Lets a file in that has come. `coming` is how many frames it will have, where only the first
    /// ones are there.
    fn arrive(
        &mut self,
        id: u64,
        place: usize,
        path: PathBuf,
        result: Result<Opened, LoadError>,
        coming: Option<usize>,
    ) {
        let Some(at) = self.pending.iter().position(|pending| pending.id == id) else {
            return;
        };
        let pending = &self.pending[at];
        let is_again = pending.again.contains(&path);
        let begun = self.takes.iter().position(|open| {
            open.coming.is_some_and(|coming| coming.request == id)
                && open.path.as_ref() == Some(&path)
        });
        let found = match result {
            Ok(found) => found,
            Err(error) => {
                if let Some(index) = begun {
                    self.remove(index);
                }
                return self.refuse(path, &error, is_again);
            }
        };
        let how = How {
            // With the companion that it was read with.
            skeleton: found.companions.first().cloned(),
            ..pending.how.clone()
        };
        let purpose = pending.purpose;
        let is_half = pending.half_read.contains(&path) && is_again;
        self.forget_notices_about(&path);
        let misses_nothing = found.take.missing.is_none();
        let mut fresh = OpenTake::new(found.take, Some(path.clone()), how);
        fresh.coming = coming.map(|frames| Coming {
            request: id,
            frames,
        });
        if let Some(index) = begun {
            return self.renew(index, fresh);
        }
        if is_half {
            let half = |open: &OpenTake| open.path.as_ref() == Some(&path);
            let index = self.takes.iter().position(half);
            if let Some(index) = index.filter(|_| misses_nothing) {
                self.renew(index, fresh);
                self.begin_with(index);
            }
            return;
        }
        let of_id = |id: u64| self.takes.iter().position(|open| open.id == id);
        match purpose {
            Purpose::Again { id, home } => {
                let Some(index) = of_id(id) else { return };
                if fresh.coming.is_some() {
                    // What is open has all of its frames, and keeps them until the new ones are there.
                    return;
                }
                self.renew(index, fresh);
                if home && index == self.active {
                    self.see_anew();
                }
            }
            Purpose::Instead(id) if of_id(id).is_some() => {
                let index = of_id(id).unwrap_or(0);
                self.pending[at].opened.push(path);
                self.replace(index, fresh);
            }
            Purpose::Add | Purpose::Instead(_) => {
                self.pending[at].opened.push(path);
                self.let_in(id, place, fresh);
            }
        }
    }

    fn forget_notices_about(&mut self, path: &Path) {
        self.notices
            .retain(|notice| notice.about.as_deref() != Some(path));
    }

    /// Says why a file cannot be opened. One that lacks its companion waits for it.
    fn refuse(&mut self, path: PathBuf, error: &LoadError, is_again: bool) {
        if matches!(error.kind(), ErrorKind::Cancelled) {
            return;
        }
        let waits = matches!(error.kind(), ErrorKind::NeedsCompanion { .. });
        if !(waits && is_again) {
            // One word about a file is enough: the last one.
            self.forget_notices_about(&path);
            let about = Some(path.clone());
            self.notices
                .push(Notice::error(error.to_string()).about(about));
        }
        if waits {
            self.waiting.push(path);
        }
    }

    /// Says how many of the takes that came together do not show, why, and what shows them.
    fn tell_hidden(&mut self, ended: &Pending) {
        let came = |open: &&OpenTake| ended.came.iter().any(|(_, id)| *id == open.id);
        if self.takes.iter().filter(came).any(|open| !open.shows) {
            let (all, hidden) = (self.takes.len(), self.hidden_count());
            let shown = all - hidden;
            self.say(format!(
                "{shown} of {all} takes show, so that the window stays quick. “{hidden} hidden” \
                 above the list shows all of them."
            ));
        }
    }

    /// Nothing more comes of a request.
    fn end(&mut self, id: u64, cancelled: bool) {
        if let Some(at) = self.pending.iter().position(|pending| pending.id == id) {
            let ended = self.pending.remove(at);
            self.remember_opened(&ended.opened);
            self.tell_hidden(&ended);
        }
        let mut cut_short = Vec::new();
        for open in &mut self.takes {
            if open.coming.is_some_and(|coming| coming.request == id) {
                open.coming = None;
                cut_short.push(format!(
                    "{}: loading was cancelled; only its first {} frames are here. Reload reads all \
                     of them.",
                    open.title(),
                    open.take.motion.frame_count()
                ));
            }
        }
        // What will not come is not waited for.
        self.retime();
        if cancelled {
            for text in cut_short {
                self.say(text);
            }
        }
    }
}
