//! The notices: errors and messages that are shown over the view.

pub(crate) mod card_text;
pub(crate) mod panel;

use std::ops::Deref;
use std::path::{Path, PathBuf};

use crate::app::{Command, FilesCommand, NoticeId};
use crate::platform::HAS_DESKTOP;
use crate::store::Diagnostics;
use crate::take::cut_text;

/// How many characters of a notice are laid out: it may quote a file.
const MAX_TEXT: usize = 2000;

/// How much a notice wants to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// Something was done. It leaves by itself after some seconds.
    Info,
    /// Nothing was done, for there was nothing to do. It leaves by itself as well.
    Hint,
    /// Something could not be done. It stays until it is dismissed.
    Error,
    /// Something is to be decided. It stays until it is.
    Question,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    pub id: NoticeId,
    pub kind: NoticeKind,
    /// What happened; lines are kept.
    pub text: String,
    /// The file that it is about, where the notice leaves once that file can be opened.
    pub about: Option<PathBuf>,
    /// What can be done about it, by the words for it: what each asks for. Whichever it is, the notice leaves.
    pub answers: Vec<(&'static str, Option<Command>)>,
}

/// What there is to read, the newest last.
#[derive(Clone, Debug, Default)]
pub struct Notices(Vec<Notice>);

impl Deref for Notices {
    type Target = [Notice];

    fn deref(&self) -> &[Notice] {
        &self.0
    }
}

impl Notices {
    fn push(&mut self, kind: NoticeKind, text: impl Into<String>, about: Option<PathBuf>) {
        let mut text = text.into();
        cut_text(&mut text, MAX_TEXT);
        let id = NoticeId::new();
        self.0.push(Notice { id, kind, text, about, answers: Vec::new() });
    }

    /// Asks something, once as long as that is open.
    pub fn push_question(
        &mut self,
        text: impl Into<String>,
        about: Option<&Path>,
        answers: Vec<(&'static str, Option<Command>)>,
    ) {
        self.push(NoticeKind::Question, text, about.map(Path::to_path_buf));
        if let Some(question) = self.0.last_mut() {
            question.answers = answers;
            let (id, text) = (question.id, question.text.clone());
            self.0.retain(|other| other.id == id || other.text != text);
        }
    }

    pub fn push_error(&mut self, text: impl Into<String>) {
        self.push(NoticeKind::Error, text, None);
    }

    /// Tells why a file cannot be opened, until it can be. One word about a file is enough: the last
    /// one.
    pub fn push_error_about(&mut self, path: &Path, text: impl Into<String>) {
        self.forget(path);
        self.push(NoticeKind::Error, text, Some(path.to_path_buf()));
    }

    pub fn push_info(&mut self, text: impl Into<String>) {
        self.push(NoticeKind::Info, text, None);
    }

    pub fn push_hint(&mut self, text: impl Into<String>) {
        self.push(NoticeKind::Hint, text, None);
    }

    /// Says something that is not said again while it can be read.
    pub fn push_info_once(&mut self, text: &str) {
        if !self.0.iter().any(|notice| notice.text == text) {
            self.push_info(text);
        }
    }

    /// Says what was done, and what can be done about it.
    pub fn push_info_with(
        &mut self,
        text: impl Into<String>,
        answers: Vec<(&'static str, Option<Command>)>,
    ) {
        self.push(NoticeKind::Info, text, None);
        if let Some(notice) = self.0.last_mut() {
            notice.answers = answers;
        }
    }

    /// Says which file was written, and offers to show it in its folder.
    pub fn push_written(&mut self, text: impl Into<String>, file: &Path) {
        let show = FilesCommand::ShowInFolder(file.to_path_buf());
        let answer = HAS_DESKTOP.then(|| ("Show in folder", Some(show.into())));
        self.push_info_with(text, answer.into_iter().collect());
    }

    /// Tells what the store could not do, once while that can be read.
    pub fn push_diagnostics(&mut self, mut diagnostics: Diagnostics) {
        /// Nobody reads more of them.
        const MAX_SHOWN: usize = 20;
        diagnostics.retain(|text| !self.0.iter().any(|notice| notice.text == *text));
        let more = diagnostics.len().saturating_sub(MAX_SHOWN);
        for text in diagnostics.into_iter().take(MAX_SHOWN) {
            self.push_error(text);
        }
        if more > 0 {
            self.push_error(format!("{more} more errors of this kind"));
        }
    }

    pub fn forget(&mut self, path: &Path) {
        self.0.retain(|notice| notice.about.as_deref() != Some(path));
    }

    pub fn dismiss(&mut self, id: NoticeId) {
        self.0.retain(|notice| notice.id != id);
    }

    pub fn dismiss_newest(&mut self) -> bool {
        self.0.pop().is_some()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}
