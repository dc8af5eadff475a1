//! How reviews of open takes are given to be saved, and what came of that is taken in.

use crate::app::ids::TakeId;
use crate::app::notes::take_review::Saving;
use crate::app::notices::notice::Notices;
use crate::app::session::Session;
use crate::app::takes::open_take::OpenTake;
use crate::files::{SaveError, Saved};
use crate::review::notes::{Review, Time};

/// A review that is to be saved.
#[derive(Clone, Debug)]
pub struct Unsaved {
    /// The take.
    pub id: TakeId,
    /// Its file.
    pub path: std::path::PathBuf,
    /// Its review.
    pub review: std::sync::Arc<Review>,
    /// Whether a file that a newer program has written is replaced.
    pub replaces_newer: bool,
}

impl Session {
    /// Whether some review is to be saved.
    pub fn has_unsaved_reviews(&self) -> bool {
        let mut takes = self.takes.iter();
        let has_to_save = |open: &OpenTake| open.review.has_to_save(self.reviewing.is_typing);
        !self.reviewing.leaving.is_empty()
            || takes.any(|open| open.path.is_some() && has_to_save(open))
    }

    /// The reviews that changed since this was asked last, and are to be saved: also of takes that were closed
    /// meanwhile.
    pub fn take_unsaved_reviews(&mut self) -> Vec<Unsaved> {
        let mut unsaved = std::mem::take(&mut self.reviewing.leaving);
        let takes = self.takes.iter_mut();
        unsaved.extend(takes.filter_map(|open| open.take_unsaved_review(self.reviewing.is_typing)));
        unsaved
    }

    /// The reviews that are not known to be saved: those that changed, and those that could not be saved.
    pub fn reviews_to_finish(&mut self) -> Vec<Unsaved> {
        for open in self.takes.iter_mut() {
            open.finish_review(self.reviewing.is_typing, self.reviewing.now);
        }
        self.take_unsaved_reviews()
    }

    /// Takes note of what is still to be saved of a take that leaves the list.
    pub(crate) fn leave(&mut self, mut open: OpenTake) -> OpenTake {
        open.finish_review(self.reviewing.is_typing, self.reviewing.now);
        self.reviewing.leaving.extend(open.take_unsaved_review(self.reviewing.is_typing));
        open
    }

    /// Takes in the review of a take as another program has written it.
    pub fn take_in_review(&mut self, id: TakeId, review: &Review) {
        if let Some(open) = self.takes.find_mut(id) {
            open.merge_review(review);
        }
    }

    /// Takes in what came of saving the review of a take, or what another program has written.
    pub fn take_in_saved(
        &mut self,
        id: TakeId,
        saved: Result<Saved, SaveError>,
        notices: &mut Notices,
    ) {
        let Some(open) = self.takes.find_mut(id) else {
            if let Err(error) = saved {
                notices.push_error(format!("Notes are not saved: {error}"));
            }
            return;
        };
        match saved {
            Ok(saved) => {
                open.merge_review(&saved.review);
                open.review.saved_in = Some(saved.path);
                if !open.review.has_to_save(self.reviewing.is_typing) {
                    open.review.saving = Saving::Saved;
                }
                notices.push_diagnostics(saved.warnings);
            }
            Err(error) => {
                let text = error.to_string();
                let is_news = match &open.review.saving {
                    Saving::Failed(before) | Saving::Newer(before) => *before != text,
                    Saving::Saved | Saving::Pending => true,
                };
                if is_news {
                    notices.push_error(format!("Notes are not saved: {text}"));
                }
                open.review.saving = match error {
                    SaveError::Newer { .. } => Saving::Newer(text),
                    _ => Saving::Failed(text),
                };
            }
        }
    }
}

impl OpenTake {
    /// Its review, where that is to be saved, while a text is typed or not.
    fn take_unsaved_review(&mut self, is_typing: bool) -> Option<Unsaved> {
        let path = self.review_path()?;
        let review = self.review.take_to_save(is_typing)?;
        Some(Unsaved {
            id: self.id,
            path,
            review,
            replaces_newer: std::mem::take(&mut self.review.replaces_newer),
        })
    }

    /// Makes the review ready to be saved for the last time: what could not be saved is tried again, and a note that
    /// somebody was about to write, but did not, is none.
    fn finish_review(&mut self, is_typing: bool, now: Time) {
        if is_typing {
            self.review.discard_draft(now);
        }
        self.review.is_unsaved |= matches!(self.review.saving, Saving::Failed(_));
    }
}
