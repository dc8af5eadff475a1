//! Opening, switching and closing takes.

use std::path::PathBuf;

use super::{Notice, OpenTake, State};
use crate::files;
use crate::loader::{Options, PositionReading};
use crate::take::Take;

impl State {
    pub(super) fn add(&mut self, take: Take, path: Option<PathBuf>, options: Options) {
        self.takes.push(OpenTake::new(take, path, options));
    }

    /// Opens what can be opened, and says of the rest why it cannot.
    pub(super) fn open(&mut self, paths: &[PathBuf]) {
        let options = self.options;
        let opened = self.takes.len();
        for path in files::expand(paths) {
            match files::open(&path, options) {
                Ok(take) => self.add(take, Some(path), options),
                Err(error) => self.notices.push(Notice {
                    text: error.to_string(),
                }),
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

    pub(super) fn read_positions(&mut self, reading: PositionReading) {
        let options = Options {
            bvh_positions: reading,
        };
        let Some(open) = self.takes.get_mut(self.active) else {
            return;
        };
        let Some(path) = open.path.clone() else {
            return;
        };
        match files::open(&path, options) {
            Ok(take) => {
                let mut fresh = OpenTake::new(take, Some(path), options);
                fresh.take_over(open);
                *open = fresh;
                self.go_home();
            }
            Err(error) => self.notices.push(Notice {
                text: error.to_string(),
            }),
        }
    }
}
