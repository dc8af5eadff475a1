//! The player of reference videos: it opens the one that the state wants, and brings its pictures.

use std::sync::Arc;

use crate::app::state::State;
use crate::app::video::reference::{ShownVideo, VideoView};
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
    pub fn bring(&mut self, state: &mut State) {
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
