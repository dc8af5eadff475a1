//! How reviews of open takes are given to be saved, and how what came of that, or what others wrote, is taken in.

use std::path::PathBuf;

use crate::app::{
    ids::TakeId, notes::reviewing::UnsavedReview, notes::take_review::SaveState, session::Session,
    state::State, takes::open_take::OpenTake,
};
use crate::files::{IfNewer, Reviews, SaveError, SavedReview};
use crate::review::notes::{Review, Time};
use crate::store::Store;

impl State {
    pub fn has_unsaved_reviews(&self) -> bool {
        let reviewing = &self.session.reviewing;
        let has_to_save =
            |open: &OpenTake| open.path.is_some() && open.review.has_to_save(reviewing.is_typing);
        !reviewing.leaving.is_empty() || self.session.takes.iter().any(has_to_save)
    }

    /// The reviews that changed since this was asked last, and are to be saved: also of takes that were closed
    /// meanwhile.
    pub fn take_unsaved_reviews(&mut self) -> Vec<UnsavedReview> {
        let session = &mut self.session;
        let is_typing = session.reviewing.is_typing;
        let mut unsaved = std::mem::take(&mut session.reviewing.leaving);
        unsaved.extend(session.takes.iter_mut().filter_map(|it| it.take_unsaved_review(is_typing)));
        unsaved
    }

    /// The reviews that are not known to be saved before the program ends: those that changed, and those that could
    /// not be saved.
    pub fn reviews_to_finish(&mut self) -> Vec<UnsavedReview> {
        let reviewing = &self.session.reviewing;
        let (is_typing, now) = (reviewing.is_typing, reviewing.now);
        for open in self.session.takes.iter_mut() {
            open.finish_review(is_typing, now);
        }
        self.take_unsaved_reviews()
    }

    pub fn merge_review(&mut self, id: TakeId, review: &Review) {
        if let Some(open) = self.session.takes.find_mut(id)
            && open.merge_review(review)
        {
            self.history.end_gesture();
        }
    }

    /// Takes in what came of saving the review of a take, and what another program had written.
    pub fn accept_saved_review(&mut self, id: TakeId, saved: Result<SavedReview, SaveError>) {
        let notices = &mut self.interface.notices;
        let Some(open) = self.session.takes.find_mut(id) else {
            if let Err(error) = saved {
                notices.push_error(format!("Notes are not saved: {error}"));
            }
            return;
        };
        match saved {
            Ok(saved) => {
                if open.merge_review(&saved.review) {
                    self.history.end_gesture();
                }
                open.review.saved_in = Some(saved.path);
                if !open.review.has_to_save(self.session.reviewing.is_typing) {
                    open.review.saving = SaveState::Saved;
                }
                notices.push_diagnostics(saved.warnings);
            }
            Err(error) => {
                let text = error.to_string();
                let is_news = match &open.review.saving {
                    SaveState::Failed(before) | SaveState::Newer(before) => *before != text,
                    SaveState::Saved | SaveState::Pending => true,
                };
                if is_news {
                    notices.push_error(format!("Notes are not saved: {text}"));
                }
                open.review.saving = match error {
                    SaveError::Newer { .. } => SaveState::Newer(text),
                    _ => SaveState::Failed(text),
                };
            }
        }
    }
}

impl Session {
    /// Records what is still to be saved of a take that leaves the list.
    pub(crate) fn leave(&mut self, mut open: OpenTake) -> OpenTake {
        let reviewing = &mut self.reviewing;
        open.finish_review(reviewing.is_typing, reviewing.now);
        reviewing.leaving.extend(open.take_unsaved_review(reviewing.is_typing));
        open
    }
}

impl OpenTake {
    /// The path under which its review is kept; `None` for the built-in take.
    pub fn review_path(&self) -> Option<PathBuf> {
        Some(Reviews::path_of(self.path.as_ref()?, &self.take))
    }

    /// Takes in what another program, or an earlier run, has said of it; whether that was news.
    pub(crate) fn merge_review(&mut self, other: &Review) -> bool {
        let is_news = self.review.merge(other);
        self.review.refresh(&self.take);
        is_news
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

    /// Its review, where that is to be saved, while a text is typed or not.
    fn take_unsaved_review(&mut self, is_typing: bool) -> Option<UnsavedReview> {
        let path = self.review_path()?;
        let review = self.review.take_to_save(is_typing)?;
        let replaces_newer = std::mem::take(&mut self.review.replaces_newer);
        Some(UnsavedReview { id: self.id, path, review, replaces_newer })
    }

    /// Makes the review ready to be saved for the last time: what could not be saved is tried again, and a note that
    /// somebody was about to write, but did not, is none.
    fn finish_review(&mut self, is_typing: bool, now: Time) {
        if is_typing {
            self.review.discard_draft(now);
        }
        self.review.is_unsaved |= matches!(self.review.saving, SaveState::Failed(_));
    }
}

/// Saves the review of a take beside it.
///
/// # Errors
/// Those of [`crate::files::Reviews::save`].
pub fn save_review(unsaved: &UnsavedReview, store: &Store) -> Result<SavedReview, SaveError> {
    let if_newer = if unsaved.replaces_newer { IfNewer::Replace } else { IfNewer::Refuse };
    store.reviews().save(&unsaved.path, &unsaved.review, if_newer)
}
