//! What a report of a panic says of the program: its last commands and the takes that are open, by their kinds alone.
//!
//! It is one for the program: what panics has no state to look into.

use std::collections::VecDeque;
use std::fmt::{self, Write as _};
use std::sync::{Mutex, PoisonError};

use crate::app::{Command, Session};
use crate::take::counted;

/// So many commands are kept.
const MAX_COMMANDS: usize = 50;

/// So many takes are told of.
const MAX_TAKES: usize = 50;

#[derive(Clone, Debug)]
pub struct Recent {
    /// The last one last.
    pub commands: VecDeque<String>,
    pub takes: Vec<String>,
}

static RECENT: Mutex<Recent> = Mutex::new(Recent { commands: VecDeque::new(), takes: Vec::new() });

/// What there is to tell now.
pub fn recent() -> Recent {
    RECENT.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Takes in a command that is carried out now, and what is open.
pub(super) fn record(command: &Command, session: &Session) {
    let name = name(command);
    let mut recent = RECENT.lock().unwrap_or_else(PoisonError::into_inner);
    if recent.commands.len() == MAX_COMMANDS {
        recent.commands.pop_front();
    }
    recent.commands.push_back(name);
    let takes = session.takes.iter().take(MAX_TAKES).map(|open| {
        let take = &open.take;
        let nodes = counted(take.skeleton.nodes().len(), "node");
        format!("{}, {nodes}, {}", take.format, counted(take.motion.frame_count(), "frame"))
    });
    recent.takes = takes.collect();
}

/// The words of a command without what it is given.
fn name(command: &Command) -> String {
    /// Takes the first words in, and then no more.
    struct Words(String);
    impl fmt::Write for Words {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            for c in text.chars() {
                let is_word = c.is_ascii_alphanumeric();
                match self.0.split(' ').count() {
                    _ if is_word => self.0.push(c),
                    1 if c == '(' => self.0.push(' '),
                    _ => return Err(fmt::Error),
                }
            }
            Ok(())
        }
    }
    let mut words = Words(String::new());
    // It fails where the words end.
    let _ = write!(words, "{command:?}");
    words.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{FilesCommand, PlaybackCommand};

    #[test]
    fn a_command_is_told_by_its_words_alone() {
        let command = Command::from(FilesCommand::Open(vec!["/secret/walk.bvh".into()]));
        assert_eq!(name(&command), "Files Open");
        assert_eq!(name(&Command::from(PlaybackCommand::Toggle)), "Playback Toggle");
    }
}
