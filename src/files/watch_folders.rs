//! The folder watcher: tells when something has come, gone or changed in folders, however deep.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::watch::is_change;

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
    let mut changed: Option<[Instant; 2]> = None;
    loop {
        let message = match changed {
            Some([first, last]) => {
                let due = (last + QUIET).min(first + LONGEST);
                received.recv_timeout(due.saturating_duration_since(Instant::now()))
            }
            None => received.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match message {
            Ok(Message::Changed) => {
                let now = Instant::now();
                changed = Some([changed.map_or(now, |[first, _]| first), now]);
            }
            Ok(Message::Watch(folders)) => {
                // What is watched no longer is not watched while the others are looked through.
                drop(watcher.take());
                watcher = watch(&folders, changes.clone());
                changed = None;
            }
            Err(RecvTimeoutError::Timeout) => {
                changed = None;
                wake();
            }
            Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn watch(folders: &[PathBuf], changes: Sender<Message>) -> Option<RecommendedWatcher> {
    let handler = move |event: notify::Result<Event>| {
        if event.is_ok_and(|event| is_change(event.kind)) {
            // Nobody listens any more while the program ends.
            let _ = changes.send(Message::Changed);
        }
    };
    // As folders are listed: what a link leads to may be all there is.
    let config = notify::Config::default().with_follow_symlinks(false);
    let mut watcher = RecommendedWatcher::new(handler, config).ok()?;
    for folder in folders {
        let _ = watcher.watch(folder, RecursiveMode::Recursive);
    }
    Some(watcher)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::tests::folder;
    use super::*;

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
