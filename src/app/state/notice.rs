//! Notices: what happened, to be read when there is time for it.

use std::path::PathBuf;

use crate::take::cut_text;

/// How many characters of a notice are laid out: it may quote a file.
const LONGEST: usize = 2000;

/// How much a notice wants to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// Something was done. It leaves by itself after some seconds.
    Info,
    /// Something could not be done. It stays until it is dismissed.
    Error,
}

/// Something to read, over the view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// How much it wants to be read.
    pub kind: NoticeKind,
    /// What happened; lines are kept.
    pub text: String,
    /// The file that it is about, where the notice leaves once that file can be opened.
    pub about: Option<PathBuf>,
}

impl Notice {
    /// Something that was done.
    pub fn info(text: impl Into<String>) -> Self {
        let mut text = text.into();
        cut_text(&mut text, LONGEST);
        Self {
            kind: NoticeKind::Info,
            text,
            about: None,
        }
    }

    /// Something that could not be done.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            kind: NoticeKind::Error,
            ..Self::info(text)
        }
    }

    /// The same, until this file can be opened.
    pub fn about(self, path: Option<PathBuf>) -> Self {
        Self {
            about: path,
            ..self
        }
    }
}
