//! The first frames of a take, and who is shown them while the others are still being read or evaluated.

use std::fmt;

use crate::take::Take;

/// A take that goes on behind its last frame.
#[derive(Debug)]
pub struct Preview {
    /// The first frames, one at least. Its warnings and lost frames are left out: they come with the whole take.
    pub take: Take,
    /// How many frames the whole take will have: as many as the file says where that can be true,
    /// else by how much of it the first ones take.
    pub frames: usize,
}

/// The function that is given the first frames of a take.
#[derive(Clone, Copy)]
pub struct FirstFrames<'a>(pub &'a (dyn Fn(Preview) + Sync));

impl fmt::Debug for FirstFrames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FirstFrames").finish_non_exhaustive()
    }
}
