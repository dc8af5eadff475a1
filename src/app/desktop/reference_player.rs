//! What plays beside the take: the pictures of its reference video, and the sound.

use std::time::Instant;

use crate::app::desktop::sound_player::SoundPlayer;
use crate::app::desktop::video_player::VideoPlayer;
use crate::app::state::State;

/// The players of pictures and of sound.
pub struct ReferencePlayer {
    video: VideoPlayer,
    sound: SoundPlayer,
}

impl ReferencePlayer {
    /// Both, which call `wake` when there is something else to show.
    pub fn new(wake: impl Fn() + Send + Sync + Clone + 'static) -> Self {
        Self { video: VideoPlayer::new(wake.clone()), sound: SoundPlayer::new(wake) }
    }

    /// Brings what belongs to the moment that shows. Never waits for it.
    pub fn bring(&mut self, state: &mut State, now: Instant) {
        self.video.bring(state);
        self.sound.bring(state, now);
    }
}
