//! A take with a reference video of which a picture shows, without ffmpeg.

use std::sync::Arc;

use super::app::App;
use super::folder::Folder;
use rushes::app::{ShownVideo, VideoCommand, VideoView};
use rushes::files::OpenOptions;
use rushes::files::reference_video::{Picture, TimePlace, VideoFacts, VideoFrame};

/// The window on a take with the video `a.mp4`, of four seconds at 25 frames a second.
pub fn with_video(folder: &Folder) -> App {
    let take = folder.take("walk.bvh", 10);
    let film = folder.write("a.mp4", "").into();
    let mut app = App::new(&[take], OpenOptions::default());
    let id = app.take().expect("a take").id;
    app.apply(VideoCommand::Choose(id, film));
    let facts = VideoFacts {
        size: [64, 36],
        times: (0..100).map(|frame| f64::from(frame) / 25.0).collect(),
        end: 4.0,
        precision: 1e-6,
    };
    let picture = Picture { index: 0, size: [64, 36], rgba: vec![255; 64 * 36 * 4] };
    let source = app.wanted_video().expect("a video").source;
    let shown = VideoFrame {
        facts: Arc::new(facts),
        place: TimePlace::Inside,
        frame: 0,
        picture: Some(Arc::new(picture)),
        is_exact: true,
    };
    app.state.show_video(Some(ShownVideo { source, view: VideoView::Picture(shown) }));
    app
}
