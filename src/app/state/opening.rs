//! Opening, switching and closing takes.

use std::path::PathBuf;

use super::{Notice, OpenTake, State};
use crate::files::{self, How, Opened};
use crate::loader::{ErrorKind, LoadError, Options};
use crate::take::Take;

impl State {
    pub(super) fn add(&mut self, take: Take, path: Option<PathBuf>, how: How) {
        self.takes.push(OpenTake::new(take, path, how));
    }

    /// Opens what can be opened, and says of the rest why it cannot. Files that came without the one
    /// they are read with are tried again: it may be among these.
    pub(super) fn open(&mut self, paths: &[PathBuf]) {
        let opened = self.takes.len();
        let waiting = std::mem::take(&mut self.waiting);
        let half_read = self.takes.iter().filter(|open| open.take.missing.is_some());
        let half_read: Vec<PathBuf> = half_read.filter_map(|open| open.path.clone()).collect();
        let mut all = files::expand(paths);
        let again = waiting.iter().chain(&half_read);
        let again: Vec<PathBuf> = again.filter(|path| !all.contains(path)).cloned().collect();
        all.extend_from_slice(&again);
        for (path, result) in files::open_all(&all, &self.how) {
            let is_again = again.contains(&path);
            match result {
                Ok(found) if half_read.contains(&path) && is_again => self.complete(path, found),
                Ok(found) => {
                    self.notices
                        .retain(|notice| notice.about.as_ref() != Some(&path));
                    let how = self.how_again(&found);
                    self.add(found.take, Some(path), how);
                }
                Err(error) => self.refuse(path, &error, is_again),
            }
        }
        if self.takes.len() > opened {
            // The built-in take is a greeting: it leaves when someone brings their own.
            let greeting = |open: &OpenTake| open.path.is_none();
            let first = opened - self.takes.iter().filter(|open| greeting(open)).count();
            self.takes.retain(|open| !greeting(open));
            self.activate(first);
        }
    }

    /// How a take is read again: with the companion that it was read with.
    fn how_again(&self, found: &Opened) -> How {
        How {
            skeleton: found.companions.first().cloned(),
            ..self.how.clone()
        }
    }

    /// Says why a file cannot be opened. One that lacks its companion waits for it.
    fn refuse(&mut self, path: PathBuf, error: &LoadError, is_again: bool) {
        let waits = matches!(error.kind(), ErrorKind::NeedsCompanion { .. });
        if !(waits && is_again) {
            self.notices.push(Notice {
                text: error.to_string(),
                about: waits.then(|| path.clone()),
            });
        }
        if waits {
            self.waiting.push(path);
        }
    }

    /// Puts a take that is now wholly read in the place of its half.
    fn complete(&mut self, path: PathBuf, found: Opened) {
        let how = self.how_again(&found);
        let half = |open: &OpenTake| open.path.as_ref() == Some(&path);
        let Some(index) = self.takes.iter().position(half) else {
            return;
        };
        if found.take.missing.is_none() {
            self.takes[index] = OpenTake::new(found.take, Some(path), how);
            self.activate(index);
        }
    }

    pub(super) fn activate(&mut self, index: usize) {
        if index < self.takes.len() {
            if let Some(open) = self.take_mut() {
                open.playback.pause();
            }
            self.active = index;
            self.shown_rate = None;
            self.go_home();
        }
    }

    pub(super) fn close(&mut self, index: usize) {
        if index >= self.takes.len() {
            return;
        }
        let showed = index == self.active;
        self.takes.remove(index);
        if index < self.active || self.active >= self.takes.len() {
            self.active = self.active.saturating_sub(1);
        }
        if showed {
            self.shown_rate = None;
            self.go_home();
        }
    }

    /// Reads the file of the take that shows once more, with its options changed.
    pub(super) fn read_again(&mut self, change: impl FnOnce(&mut Options)) {
        let Some(open) = self.takes.get_mut(self.active) else {
            return;
        };
        let Some(path) = open.path.clone() else {
            return;
        };
        let mut how = open.how.clone();
        change(&mut how.options);
        match files::open(&path, &how) {
            Ok(found) => {
                let mut fresh = OpenTake::new(found.take, Some(path), how);
                fresh.take_over(open);
                *open = fresh;
                self.go_home();
            }
            Err(error) => self.notices.push(Notice {
                text: error.to_string(),
                about: None,
            }),
        }
    }
}
