//! The folder watcher: tells when something has come, gone or changed in folders, however deep.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::watch::{BY_FOLDER_AROUND, is_change};

/// How long nothing must happen before it is told, and how long it may happen at most.
const QUIET: Duration = Duration::from_millis(400);
const LONGEST: Duration = Duration::from_secs(3);

/// Watches folders on a thread of its own: of one with thousands of others inside, that takes its time. Where a folder
/// cannot be watched, nothing is ever told of it.
pub struct FolderWatcher {
    messages: Sender<Message>,
    folders: Vec<PathBuf>,
}

enum Message {
    Watch(Vec<PathBuf>),
    Changed,
    /// One of the folders is another one now.
    Replaced,
    /// What watches now is the one that speaks of it.
    End,
}

impl FolderWatcher {
    /// Watches nothing yet. `wake` is called on a thread of its own when something was changed.
    pub fn start(wake: impl Fn() + Send + 'static) -> Self {
        let (messages, received) = channel();
        let changes = messages.clone();
        thread::spawn(move || work(&received, &changes, &wake));
        Self { messages, folders: Vec::new() }
    }

    /// Watches these folders, and no others any more.
    pub fn watch(&mut self, folders: &[PathBuf]) {
        if self.folders != folders {
            self.folders = folders.to_vec();
            // The thread goes on as long as this is there.
            let _ = self.messages.send(Message::Watch(self.folders.clone()));
        }
    }
}

impl Drop for FolderWatcher {
    fn drop(&mut self) {
        let _ = self.messages.send(Message::End);
    }
}

fn work(received: &Receiver<Message>, changes: &Sender<Message>, wake: &dyn Fn()) {
    let mut watcher: Option<RecommendedWatcher> = None;
    let mut watched = Vec::new();
    let mut changed: Option<[Instant; 2]> = None;
    let mut is_replaced = false;
    loop {
        let message = match changed {
            Some([first, last]) => {
                let due = (last + QUIET).min(first + LONGEST);
                received.recv_timeout(due.saturating_duration_since(Instant::now()))
            }
            None => received.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match message {
            Ok(message @ (Message::Changed | Message::Replaced)) => {
                is_replaced |= matches!(message, Message::Replaced);
                let now = Instant::now();
                changed = Some([changed.map_or(now, |[first, _]| first), now]);
            }
            Ok(Message::Watch(folders)) => {
                // What is watched no longer is not watched while the others are looked through.
                drop(watcher.take());
                watcher = watch(&folders, changes.clone());
                watched = folders;
                (changed, is_replaced) = (None, false);
            }
            Err(RecvTimeoutError::Timeout) => {
                if is_replaced {
                    // Ahead of the word about it: what comes until they are looked through is seen there.
                    drop(watcher.take());
                    watcher = watch(&watched, changes.clone());
                }
                (changed, is_replaced) = (None, false);
                wake();
            }
            Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn watch(folders: &[PathBuf], changes: Sender<Message>) -> Option<RecommendedWatcher> {
    // As they are told of.
    let absolute =
        |folder: &PathBuf| std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
    let folders: Vec<PathBuf> = folders.iter().map(absolute).collect();
    let known = folders.clone();
    let handler = move |event: notify::Result<Event>| {
        let Ok(event) = event else { return };
        let is_of = |is: fn(&Path, &Path) -> bool| {
            known.iter().any(|folder| event.paths.iter().any(|path| is(path, folder)))
        };
        let message = if event.need_rescan() {
            // Folders may have come inside that are not watched.
            Message::Replaced
        } else if !is_change(event.kind) {
            return;
        } else if !BY_FOLDER_AROUND {
            Message::Changed
        } else if is_of(|path, folder| path == folder) {
            Message::Replaced
        } else if is_of(|path, folder| path.starts_with(folder)) {
            Message::Changed
        } else {
            return;
        };
        // Nobody listens any more while the program ends.
        let _ = changes.send(message);
    };
    // As folders are listed: what a link leads to may be all there is.
    let config = notify::Config::default().with_follow_symlinks(false);
    let mut watcher = RecommendedWatcher::new(handler, config).ok()?;
    // First: a folder may be made again at any moment. In another one of them, that is heard of in any case.
    let around: HashSet<&Path> = folders.iter().filter_map(|folder| folder.parent()).collect();
    for around in around.into_iter().filter(|_| BY_FOLDER_AROUND) {
        if !folders.iter().any(|folder| around.starts_with(folder)) {
            let _ = watcher.watch(around, RecursiveMode::NonRecursive);
        }
    }
    for folder in &folders {
        let _ = watcher.watch(folder, RecursiveMode::Recursive);
    }
    Some(watcher)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::tests::folder;
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_is_made_again_is_watched_again() {
        const LONG: Duration = Duration::from_secs(60);
        let folder = folder("watch-again");
        let inside = folder.join("inside");
        fs::create_dir(&inside).expect("a folder");
        let (wakes, woken) = channel();
        let mut watcher = FolderWatcher::start(move || {
            let _ = wakes.send(());
        });
        watcher.watch(std::slice::from_ref(&inside));
        let changes = |change: &dyn Fn(usize)| {
            let mut number = 0;
            while woken.recv_timeout(Duration::from_millis(600)).is_err() {
                number += 1;
                change(number);
                assert!(number < 100, "nothing is told");
            }
        };
        changes(&|number| fs::write(inside.join(format!("{number}.bvh")), "").expect("a file"));
        for round in 0..3 {
            fs::rename(&inside, folder.join(format!("away{round}"))).expect("it is moved");
            fs::create_dir(&inside).expect("it is made again");
            woken.recv_timeout(LONG).expect("its new beginning");
            // All that was heard of is told: what comes now is in the folder alone.
            while woken.recv_timeout(Duration::from_secs(1)).is_ok() {}
            fs::write(inside.join("new.bvh"), "").expect("a file");
            woken.recv_timeout(LONG).expect("what comes into it");
            while woken.recv_timeout(Duration::from_secs(1)).is_ok() {}
        }
    }

    #[test]
    fn what_comes_in_a_folder_inside_is_told_once_it_is_quiet() {
        let folder = folder("watch-folders");
        // Wine, under which this runs, tells of the folder itself alone.
        let inside = if cfg!(windows) { "." } else { "inside" };
        fs::create_dir_all(folder.join(inside)).expect("a folder");
        let (wakes, woken) = channel();
        let mut watcher = FolderWatcher::start(move || {
            let _ = wakes.send(());
        });
        watcher.watch(&[folder.to_path_buf()]);
        // It is not known when the system begins to watch: something happens until it is told.
        let mut number = 0;
        while woken.recv_timeout(Duration::from_millis(600)).is_err() {
            number += 1;
            fs::write(folder.join(inside).join(format!("{number}.bvh")), "").expect("a file");
            assert!(number < 100, "nothing is told");
        }
        watcher.watch(&[]);
        drop(watcher);
    }
}
