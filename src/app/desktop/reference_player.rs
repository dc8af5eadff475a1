//! What plays beside the take: the pictures of its reference video, and the sound.

use std::sync::Arc;
use std::time::Instant;

use crate::app::{ShownVideo, SoundPlayer, State, VideoView};
use crate::files::reference_video::{VideoDecoder, VideoSource, is_sound};

/// Has the video open that is wanted, and none while none is.
pub struct VideoPlayer {
    open: Option<(VideoSource, VideoDecoder)>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl VideoPlayer {
    /// A player that calls `wake` when there is something else to show.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self { open: None, wake: Arc::new(wake) }
    }

    /// Brings what there is to show at the moment that shows. Never waits for it.
    pub fn update(&mut self, state: &mut State) {
        let Some(wanted) = state.wanted_video() else {
            self.open = None;
            return state.show_video(None);
        };
        if is_sound(&wanted.source.file) {
            self.open = None;
            return state
                .show_video(Some(ShownVideo { source: wanted.source, view: VideoView::Sound }));
        }
        if self.open.as_ref().is_none_or(|(source, _)| *source != wanted.source) {
            let wake = self.wake.clone();
            let decoder = VideoDecoder::open(wanted.source.clone(), move || wake());
            self.open = Some((wanted.source.clone(), decoder));
        }
        let view = self.open.as_ref().map(|(_, decoder)| match decoder.show(wanted.time) {
            Ok(Some(shown)) => VideoView::Picture(shown),
            Ok(None) => VideoView::Opening,
            Err(why) => VideoView::Failed(why),
        });
        let source = wanted.source;
        state.show_video(view.map(|view| ShownVideo { source, view }));
    }
}

pub struct ReferencePlayer {
    video: VideoPlayer,
    sound: SoundPlayer,
}

impl ReferencePlayer {
    /// Both, which call `wake` when there is something else to show.
    pub fn new(wake: impl Fn() + Send + Sync + Clone + 'static) -> Self {
        Self { video: VideoPlayer::new(wake.clone()), sound: SoundPlayer::new(wake) }
    }

    pub fn update(&mut self, state: &mut State, now: Instant) {
        self.video.update(state);
        self.sound.update(state, now);
    }
}
