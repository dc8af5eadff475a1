//! How a take is closed and reopened.

use crate::app::ids::TakeId;
use crate::app::notes::take_review::Saving;
use crate::app::session::{Outcome, Reframe, Session};
use crate::app::takes::closed::Closed;
use crate::scene::Camera;

impl Session {
    /// Closes a take, which can be brought back.
    pub(crate) fn close(&mut self, id: TakeId, moved_camera: Option<Camera>) -> Reframe {
        let was_active = self.takes.is_active(id);
        let number = self.timeline.number(self.playback.frame());
        let (Some(open), reframe) = self.remove(id) else {
            return Reframe::Keep;
        };
        let mut closed = Closed { is_shell: false, was_active, number, camera: moved_camera, open };
        if let Some(partial) = closed.open.partial.take() {
            if let Some(pending) = self.pending_mut(partial.request) {
                pending.unwanted.extend(closed.open.path.clone());
            }
            // The rest of it would not find it again.
            closed.empty();
        }
        self.closed.push(closed);
        reframe
    }

    /// Brings a take back that was closed, to a place in the list.
    pub(crate) fn reopen(&mut self, id: TakeId, place: usize, out: &mut Outcome<'_>) -> Reframe {
        let Some(closed) = self.closed.take(id) else {
            return Reframe::Keep;
        };
        let is_alone = self.takes.is_empty();
        let mut open = closed.open;
        // What came of saving it was told to nobody while it was closed.
        open.review.is_unsaved |= open.review.saving != Saving::Saved;
        self.takes.insert(place, open);
        let mut reframe = Reframe::Keep;
        if is_alone {
            reframe = self.begin_with(Some(id));
            self.playback.seek(self.timeline.frame(closed.number));
            reframe = closed.camera.map_or(reframe, Reframe::LookFrom);
        } else {
            self.rebuild_timeline();
            if closed.was_active {
                self.activate(id);
            }
        }
        if closed.is_shell {
            self.reload_take(id, false, |_| {}, out.effects);
        }
        reframe
    }
}
