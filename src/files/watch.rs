//! The file watcher: tells when another program has written a watched file.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, Weak};
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
    /// `None` where the system cannot watch at all. Locked ahead of what is shared.
    watcher: Option<Arc<Mutex<RecommendedWatcher>>>,
    shared: Arc<Mutex<Shared>>,
    /// Files that have changed, or may have.
    events: Sender<PathBuf>,
}

/// Linux goes on watching a folder that is moved away, and knows nothing of another one that takes its name: that is heard
/// of by the folder around it. Elsewhere, folders are watched by their names.
pub(super) const BY_FOLDER_AROUND: bool = cfg!(target_os = "linux");

#[derive(Default)]
struct Shared {
    /// The files by their real paths, with the paths that they were asked for by.
    watched: HashMap<PathBuf, Vec<PathBuf>>,
    /// The folders that they are in.
    inside: HashSet<PathBuf>,
    /// The folders that are watched: those, and the ones around them.
    folders: HashSet<PathBuf>,
    /// Files that have changed, in the order of their changes.
    changed: Vec<PathBuf>,
}

impl Watcher {
    /// Watches nothing yet. `wake` is called on a thread of its own whenever [`Self::changed`] has something to tell.
    pub fn start(wake: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::new(Mutex::new(Shared::default()));
        let (sender, events) = channel();
        let watcher = watcher(sender.clone()).map(|watcher| Arc::new(Mutex::new(watcher)));
        if let Some(watcher) = watcher.clone() {
            let (shared, watcher) = (shared.clone(), Arc::downgrade(&watcher));
            // Ends with this one, which has the other ends of the channel.
            thread::spawn(move || debounce(&events, &shared, &watcher, &wake));
        }
        Self { watcher, shared, events: sender }
    }

    pub fn watch<'a>(&mut self, files: impl IntoIterator<Item = &'a Path>) {
        let mut watcher = self.watcher.as_deref().map(lock);
        let mut shared = lock(&self.shared);
        let mut watched: HashMap<PathBuf, Vec<PathBuf>> = HashMap::new();
        for file in files {
            let mut places = real(file);
            if places.is_empty() {
                // Its folder is away, and will be heard of when it is back.
                let before =
                    shared.watched.iter().filter(|(_, names)| names.iter().any(|it| it == file));
                places.extend(before.map(|(place, _)| place.clone()));
            }
            for place in places {
                let known = watched.entry(place).or_default();
                if !known.iter().any(|path| path == file) {
                    known.push(file.to_path_buf());
                }
            }
        }
        let inside = watched.keys().filter_map(|place| place.parent());
        shared.inside = inside.map(Path::to_path_buf).collect();
        shared.watched = watched;
        let around =
            |folder: &PathBuf| folder.parent().filter(|_| BY_FOLDER_AROUND).map(Path::to_path_buf);
        let wanted = shared
            .inside
            .iter()
            .flat_map(|folder| around(folder).into_iter().chain([folder.clone()]));
        let wanted: HashSet<PathBuf> = wanted.collect();
        let known = std::mem::take(&mut shared.folders);
        // What is told meanwhile waits for what is to be told of.
        let Some(watcher) = &mut watcher else { return };
        for gone in known.difference(&wanted) {
            // A folder that was deleted is not watched any more.
            let _ = watcher.unwatch(gone);
        }
        let mut is_watched = |folder: &PathBuf| {
            known.contains(folder) || watcher.watch(folder, RecursiveMode::NonRecursive).is_ok()
        };
        shared.folders = wanted.into_iter().filter(|folder| is_watched(folder)).collect();
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
fn debounce(
    events: &Receiver<PathBuf>,
    shared: &Mutex<Shared>,
    watcher: &Weak<Mutex<RecommendedWatcher>>,
    wake: &dyn Fn(),
) {
    let mut restless: Vec<(PathBuf, Instant)> = Vec::new();
    loop {
        let next = restless.iter().map(|(_, last)| *last + QUIET).min();
        let received = match next {
            Some(next) => events.recv_timeout(next.saturating_duration_since(Instant::now())),
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let now = Instant::now();
        let touched = match received {
            Ok(path) => touched(path, shared, watcher),
            Err(RecvTimeoutError::Timeout) => Vec::new(),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        restless.retain(|(known, _)| !touched.contains(known));
        restless.extend(touched.into_iter().map(|path| (path, now)));
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

/// The watched files that may have changed where something has happened to a path: it may be one of them, or their folder,
/// which is another one then and has to be watched anew.
fn touched(
    path: PathBuf,
    shared: &Mutex<Shared>,
    watcher: &Weak<Mutex<RecommendedWatcher>>,
) -> Vec<PathBuf> {
    let is_folder = {
        let shared = lock(shared);
        if shared.watched.contains_key(&path) {
            return vec![path];
        }
        BY_FOLDER_AROUND && shared.inside.contains(&path)
    };
    let Some(watcher) = watcher.upgrade().filter(|_| is_folder) else { return Vec::new() };
    let mut watcher = lock(&watcher);
    let mut shared = lock(shared);
    if shared.inside.contains(&path) {
        // Of one that is gone, the system knows nothing any more.
        let _ = watcher.unwatch(&path);
        if watcher.watch(&path, RecursiveMode::NonRecursive).is_ok() {
            shared.folders.insert(path.clone());
        } else {
            shared.folders.remove(&path);
        }
    }
    let is_inside = |file: &&PathBuf| file.parent() == Some(&path);
    shared.watched.keys().filter(is_inside).cloned().collect()
}

/// The paths that the system tells a file by: in the folder where it really is, and where it is a link,
/// the file that this leads to as well, for either may be replaced. None where there is no such folder.
fn real(file: &Path) -> HashSet<PathBuf> {
    let name = file.file_name().unwrap_or_default();
    let in_folder = dunce::canonicalize(folder_of(file)).map(|folder| folder.join(name));
    in_folder.into_iter().chain(dunce::canonicalize(file)).collect()
}
