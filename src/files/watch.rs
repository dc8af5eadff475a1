//! The file watcher: tells when another program has written a watched file.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::beginning::folder_of;
use super::panics::lock;
use super::stamp::FileStamp;
use crate::fs;

/// How long nothing must happen to a file before it is told. Programs write files in many pieces, and
/// half of one is none.
const QUIET: Duration = Duration::from_millis(150);

/// Watches files, by the folders that they are in: editors write a new file and give it the name of the old one, which
/// nobody would hear of who watched the old one. Where a folder cannot be watched, nothing is ever told of it.
pub struct Watcher {
    /// `None` where the system cannot watch at all.
    watcher: Option<RecommendedWatcher>,
    folders: HashSet<PathBuf>,
    shared: Arc<Mutex<Shared>>,
    /// Files that have changed, or may have.
    events: Sender<PathBuf>,
}

#[derive(Default)]
struct Shared {
    /// The files by their real paths, with the paths that they were asked for by.
    watched: HashMap<PathBuf, Vec<PathBuf>>,
    /// Those that have changed, in the order of their changes.
    changed: Vec<PathBuf>,
}

impl Watcher {
    /// Watches nothing yet. `wake` is called on a thread of its own whenever [`Self::changed`] has something to tell.
    pub fn start(wake: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::new(Mutex::new(Shared::default()));
        let (sender, events) = channel();
        let watcher = watcher(sender.clone());
        if watcher.is_some() {
            let shared = shared.clone();
            // Ends with this one, which has the other ends of the channel.
            thread::spawn(move || debounce(&events, &shared, &wake));
        }
        Self { watcher, folders: HashSet::new(), shared, events: sender }
    }

    pub fn watch<'a>(&mut self, files: impl IntoIterator<Item = &'a Path>) {
        let mut watched: HashMap<PathBuf, Vec<PathBuf>> = HashMap::new();
        for file in files {
            for real in real(file) {
                let known = watched.entry(real).or_default();
                if !known.iter().any(|path| path == file) {
                    known.push(file.to_path_buf());
                }
            }
        }
        let wanted = watched.keys().filter_map(|real| real.parent());
        let wanted: HashSet<PathBuf> = wanted.map(Path::to_path_buf).collect();
        lock(&self.shared).watched = watched;
        let Some(watcher) = &mut self.watcher else { return };
        for gone in self.folders.difference(&wanted) {
            // A folder that was deleted is not watched any more.
            let _ = watcher.unwatch(gone);
        }
        self.folders.retain(|folder| wanted.contains(folder));
        for folder in wanted {
            if !self.folders.contains(&folder)
                && watcher.watch(&folder, RecursiveMode::NonRecursive).is_ok()
            {
                self.folders.insert(folder);
            }
        }
    }

    /// Tells of a watched file as well that has changed since it was known by this: between that and when it began to be
    /// watched, nobody heard of it.
    pub fn catch_up(&self, file: &Path, known: FileStamp) {
        if FileStamp::of(file).is_some_and(|now| now != known) {
            for real in real(file) {
                // Nobody listens where nothing can be watched.
                let _ = self.events.send(real);
            }
        }
    }

    /// The files that have changed since this was asked last, by the paths that they are watched by.
    pub fn changed(&self) -> Vec<PathBuf> {
        std::mem::take(&mut lock(&self.shared).changed)
    }
}

fn watcher(sender: Sender<PathBuf>) -> Option<RecommendedWatcher> {
    let handler = move |event: notify::Result<Event>| {
        if let Ok(event) = event
            && is_change(event.kind)
        {
            for path in event.paths {
                // Nobody listens any more while the program ends.
                let _ = sender.send(path);
            }
        }
    };
    notify::recommended_watcher(handler).ok()
}

/// Whether the contents of a file may have changed. That somebody reads it is no change: this program does so itself.
pub(super) fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)) => false,
        _ => true,
    }
}

/// Tells of files when nothing has happened to them for a while.
fn debounce(events: &Receiver<PathBuf>, shared: &Mutex<Shared>, wake: &dyn Fn()) {
    let mut restless: Vec<(PathBuf, Instant)> = Vec::new();
    loop {
        let next = restless.iter().map(|(_, last)| *last + QUIET).min();
        let received = match next {
            Some(next) => events.recv_timeout(next.saturating_duration_since(Instant::now())),
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let now = Instant::now();
        match received {
            Ok(path) if lock(shared).watched.contains_key(&path) => {
                restless.retain(|(known, _)| *known != path);
                restless.push((path, now));
            }
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        let is_quiet = |(_, last): &mut (PathBuf, Instant)| now >= *last + QUIET;
        let quiet: Vec<_> = restless.extract_if(.., is_quiet).collect();
        // One that is gone is not to be read; it will be heard of when it is back.
        let there = quiet.into_iter().filter(|(path, _)| fs::is_file(path));
        let mut is_changed = false;
        for (path, _) in there {
            let mut shared = lock(shared);
            for name in shared.watched.get(&path).cloned().unwrap_or_default() {
                if !shared.changed.contains(&name) {
                    shared.changed.push(name);
                    is_changed = true;
                }
            }
        }
        if is_changed {
            wake();
        }
    }
}

/// The paths that the system tells a file by: in the folder where it really is, and where it is a link,
/// the file that this leads to as well, for either may be replaced. None where there is no such folder.
fn real(file: &Path) -> HashSet<PathBuf> {
    let name = file.file_name().unwrap_or_default();
    let in_folder = dunce::canonicalize(folder_of(file)).map(|folder| folder.join(name));
    in_folder.into_iter().chain(dunce::canonicalize(file)).collect()
}
