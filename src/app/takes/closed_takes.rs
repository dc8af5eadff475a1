//! The closed takes that undo can reopen, with everything that was set on them.

use std::sync::Arc;

use crate::app::{OpenTake, TakeId, TakeReview};
use crate::scene::Camera;
use crate::take::Motion;

/// So many numbers of motion are kept, 256 MB of them; what was closed before is read again.
const MAX_NUMBERS: usize = 64 << 20;
const MAX_TAKES: usize = 200;

/// A take that was closed, and how it was looked at.
pub(crate) struct Closed {
    pub open: OpenTake,
    /// Whether its motion has to be read again.
    pub is_shell: bool,
    pub was_active: bool,
    /// The frame that showed, as the take counts them.
    pub number: i64,
    /// Where the camera was, if somebody had moved it.
    pub camera: Option<Camera>,
}

impl Closed {
    /// Lets the motion go, and what was found in it.
    pub(crate) fn empty(&mut self) {
        let open = &mut self.open;
        let take = Arc::make_mut(&mut open.take);
        let motion = &take.motion;
        take.motion = Motion::new(motion.frame_time(), 0, motion.columns(), Vec::new());
        take.numbers = None;
        take.events.clear();
        open.review = TakeReview::default();
        open.gap_index = open.take.gap_index();
        open.gaps = open.gap_index.gaps().collect();
        self.is_shell = true;
    }
}

/// The takes that were closed, the last one last.
#[derive(Default)]
pub(crate) struct ClosedTakes(Vec<Closed>);

impl ClosedTakes {
    pub fn ids(&self) -> Vec<TakeId> {
        self.0.iter().map(|closed| closed.open.id).collect()
    }

    pub(crate) fn push(&mut self, closed: Closed) {
        if self.0.len() == MAX_TAKES {
            self.0.remove(0);
        }
        self.0.push(closed);
        let mut kept = 0;
        for closed in self.0.iter_mut().rev() {
            let motion = &closed.open.take.motion;
            kept += motion.frame_count() * motion.columns();
            // What is nowhere on the disk could not be read again.
            if kept > MAX_NUMBERS && closed.open.path.is_some() {
                closed.empty();
            }
        }
    }

    pub(crate) fn take(&mut self, id: TakeId) -> Option<Closed> {
        let at = self.0.iter().position(|closed| closed.open.id == id)?;
        Some(self.0.remove(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::TakeOptions;
    use crate::files::builtin;
    use crate::scene::Placement;

    #[test]
    fn what_is_kept_of_closed_takes_has_a_limit() {
        let mut closed = ClosedTakes::default();
        for _ in 0..3 {
            let mut take = builtin();
            let columns = take.motion.columns();
            let frames = MAX_NUMBERS / columns / 2;
            take.motion = Motion::new(0.01, frames, columns, vec![0.0; frames * columns]);
            let (path, placement) = (Some("walk.bvh".into()), Placement::default());
            let mut open = OpenTake::new(builtin(), path, TakeOptions::default(), placement);
            open.take = Arc::new(take);
            let (is_shell, was_active, number, camera) = (false, true, 0, None);
            closed.push(Closed { open, is_shell, was_active, number, camera });
        }
        let shells: Vec<bool> = closed.0.iter().map(|closed| closed.is_shell).collect();
        assert_eq!(shells, [true, false, false]);
        assert_eq!(closed.0[0].open.take.motion.frame_count(), 0);
    }
}
