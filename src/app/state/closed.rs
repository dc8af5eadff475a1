//! Takes that were closed and can be brought back, with all that their reviewer had set.

use super::opening::Purpose;
use super::{OpenTake, State};
use crate::scene::Camera;
use crate::take::Motion;

/// So many numbers of motion are kept, 256 MB of them; what was closed before is read again.
const NUMBERS: usize = 64 << 20;
/// So many takes are kept.
const MOST: usize = 200;

/// A take that was closed, and how it was looked at.
struct Closed {
    open: OpenTake,
    /// Whether its motion has to be read again.
    is_shell: bool,
    was_active: bool,
    /// The frame that showed, as the take counts them.
    number: i64,
    /// Where the camera was, if somebody had moved it.
    camera: Option<Camera>,
}

impl Closed {
    /// Lets the motion go, and what was found in it.
    fn empty(&mut self) {
        let open = &mut self.open;
        let motion = &open.take.motion;
        open.take.motion = Motion::new(motion.frame_time(), 0, motion.columns(), Vec::new());
        open.take.numbers = None;
        open.take.events.clear();
        open.holes = open.take.holes();
        open.gaps = open.holes.gaps();
        self.is_shell = true;
    }
}

/// The takes that were closed, the last one last.
#[derive(Default)]
pub(super) struct ClosedTakes(Vec<Closed>);

impl ClosedTakes {
    /// What tells them from every other take.
    pub fn ids(&self) -> Vec<u64> {
        self.0.iter().map(|closed| closed.open.id).collect()
    }

    fn push(&mut self, closed: Closed) {
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        self.0.push(closed);
        let mut kept = 0;
        for closed in self.0.iter_mut().rev() {
            let motion = &closed.open.take.motion;
            kept += motion.frame_count() * motion.columns();
            // What is nowhere on the disk could not be read again.
            if kept > NUMBERS && closed.open.path.is_some() {
                closed.empty();
            }
        }
    }

    fn take(&mut self, id: u64) -> Option<Closed> {
        let at = self.0.iter().position(|closed| closed.open.id == id)?;
        Some(self.0.remove(at))
    }
}

impl State {
    /// Closes a take, which can be brought back.
    pub(super) fn close(&mut self, index: usize) {
        let was_active = index == self.active;
        let number = self.number();
        let camera = (!self.at_home()).then(|| self.followed_camera());
        let Some(open) = self.remove(index) else {
            return;
        };
        let mut closed = Closed {
            is_shell: false,
            was_active,
            number,
            camera,
            open,
        };
        if closed.open.coming.take().is_some() {
            // The rest of it would not find it again.
            closed.empty();
        }
        self.closed.push(closed);
    }

    /// Brings a take back that was closed, to a place in the list.
    pub(super) fn reopen(&mut self, id: u64, place: usize) {
        let Some(closed) = self.closed.take(id) else {
            return;
        };
        let path = closed.open.path.clone();
        let how = closed.open.how.clone();
        let is_alone = self.takes.is_empty();
        self.takes.insert(place, closed.open);
        if is_alone {
            self.begin_with(place);
            self.playback.seek(self.timeline.frame(closed.number));
            if let Some(camera) = closed.camera {
                self.look_from_before(camera);
            }
        } else {
            self.active += usize::from(place <= self.active);
            self.retime();
            if closed.was_active {
                self.activate(place);
            }
        }
        if let Some(path) = path.filter(|_| closed.is_shell) {
            let purpose = Purpose::Again { id, home: false };
            self.request(purpose, &[path], how);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{How, builtin};

    #[test]
    fn what_is_kept_of_closed_takes_has_a_limit() {
        let mut closed = ClosedTakes::default();
        for _ in 0..3 {
            let mut take = builtin();
            let columns = take.motion.columns();
            let frames = NUMBERS / columns / 2;
            take.motion = Motion::new(0.01, frames, columns, vec![0.0; frames * columns]);
            let mut open = OpenTake::new(builtin(), Some("walk.bvh".into()), How::default());
            open.take = take;
            closed.push(Closed {
                open,
                is_shell: false,
                was_active: true,
                number: 0,
                camera: None,
            });
        }
        let shells: Vec<bool> = closed.0.iter().map(|closed| closed.is_shell).collect();
        assert_eq!(shells, [true, false, false]);
        assert_eq!(closed.0[0].open.take.motion.frame_count(), 0);
    }
}
