//! The playback commands: play, shuttle, step, seek, loop mode, playback speed.

use crate::playback::{Direction, LoopMode};

/// Moves the playhead, or says how it moves. Frames are those of the timeline, counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaybackCommand {
    /// Plays where paused, pauses where playing.
    Toggle,
    /// Plays backwards at the set speed.
    PlayBackwards,
    /// Plays in a direction; each repeat doubles the speed.
    Shuttle(Direction),
    Pause,
    /// Pauses and moves by frames.
    Step(i64),
    /// Pauses and moves by whole seconds.
    StepSeconds(i64),
    /// Goes to the in point; again, to the first frame.
    First,
    /// Goes to the out point; again, to the last frame.
    Last,
    /// Shows a frame; playing goes on from there.
    Seek(usize),
    SetLoopMode(LoopMode),
    /// Goes to the next of loop, ping-pong, once.
    NextLoopMode,
    Slower,
    Faster,
    /// Sets the playback speed; 1 is normal.
    SetSpeed(f64),
    /// Plays so many frames a second at a speed of 1; `None` as many as the file has.
    PlayAt(Option<f64>),
}
