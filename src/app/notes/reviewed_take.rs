//! How what is said of an open take changes: edits, what other programs say, what the checks found.

use std::path::PathBuf;

use crate::app::notes::command::NotesFormat;
use crate::app::takes::open_take::OpenTake;
use crate::app::takes::read_take::ReadTake;
use crate::files::Reviews;
use crate::review::checks::{Checked, EditedContacts};
use crate::review::notes::{Review, Reviewed, export};
use crate::take::CsvTexts;

impl OpenTake {
    /// Changes what its reviewer has said of it.
    pub(crate) fn change_review<T>(&mut self, change: impl FnOnce(&mut Review) -> T) -> T {
        let done = change(self.review.edit());
        self.review.refresh(&self.take);
        done
    }

    /// The path under which its review is kept; `None` for the built-in take.
    pub fn review_path(&self) -> Option<PathBuf> {
        let path = self.path.as_ref()?;
        Some(Reviews::path_of(path, &self.take))
    }

    /// Takes in what another program, or an earlier run, has said of it.
    pub(crate) fn merge_review(&mut self, other: &Review) {
        self.review.merge(other);
        self.review.refresh(&self.take);
    }

    /// Notes and events in a format, and what there is to know about that.
    pub(crate) fn notes_in(&self, format: NotesFormat) -> (String, Vec<String>) {
        let title = self.title();
        let takes = [Reviewed { file: &title, take: &self.take, review: &self.review.kept }];
        let text = match format {
            NotesFormat::Markdown => export::markdown(&takes),
            NotesFormat::Csv => export::csv(&takes, CsvTexts::Guarded),
            NotesFormat::Otio => {
                // All of it can be written as JSON.
                serde_json::to_string_pretty(&export::otio(&takes)).unwrap_or_default() + "\n"
            }
            NotesFormat::Edl => {
                let list = export::edl(&takes, None);
                return (list.text, list.remarks);
            }
        };
        (text, Vec::new())
    }

    /// Takes over what was said of an older reading of the same file.
    pub(crate) fn take_over_review(&mut self, older: &mut Self) {
        self.merge_review(&older.review.kept);
        let older = std::mem::take(&mut older.review);
        let review = &mut self.review;
        (review.is_unsaved, review.saving) = (older.is_unsaved, older.saving);
        review.replaces_newer = older.replaces_newer;
        review.look_at(older.note);
    }

    /// Takes in what the checks found, or that they failed.
    pub(crate) fn take_in_checked(
        &mut self,
        of: (ReadTake, EditedContacts),
        checked: Option<Checked>,
    ) {
        let review = &mut self.review;
        (review.checked, review.checked_of, review.finding) = (checked, Some(of), None);
        review.refresh(&self.take);
    }
}
