//! The reference video of a page: the browser plays it beside the take, and says which of its pictures shows.
//!
//! A browser says how long a video is and when the picture begins that it shows, and nothing of the others. So the time between
//! two pictures is found at the video's beginning, and a picture counts as exact where its own time is the one that is wanted.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::{ShownVideo, State, VideoView};
use crate::files::reference_video::{
    Picture, SharedPicture, VideoFacts, VideoFrame, VideoSource, is_sound,
};
use crate::platform;

/// Has the video open that is wanted, and none while none is.
#[derive(Default)]
pub(crate) struct VideoPlayer {
    open: Option<Open>,
    /// The file of the sound that is open, where that is not the video.
    sound: Option<PathBuf>,
    /// How many were opened.
    count: u32,
    /// What the browser was told last.
    asked: Option<Asked>,
}

struct Open {
    number: u32,
    source: VideoSource,
    facts: Option<Arc<VideoFacts>>,
    failed: Option<String>,
    /// The picture that came last, and when it begins.
    picture: Option<(f64, SharedPicture)>,
}

#[derive(Clone, Copy, PartialEq)]
struct Asked {
    time: f64,
    plays: bool,
    is_heard: bool,
}

impl VideoPlayer {
    /// Asks for what is to be seen and heard at the moment that shows, and brings what there is of it.
    pub fn update(&mut self, state: &mut State) {
        let sound = state.wanted_sound();
        let Some(wanted) = state.wanted_video() else {
            self.close();
            return state.show_video(None);
        };
        if self.open.as_ref().is_none_or(|open| open.source != wanted.source) {
            self.close();
            self.count += 1;
            let failed = self.open_file(&wanted.source.file).err();
            let source = wanted.source.clone();
            self.open =
                Some(Open { number: self.count, source, facts: None, failed, picture: None });
        }
        let separate = sound.as_ref().map(|sound| &sound.file);
        let separate = separate.filter(|file| **file != wanted.source.file);
        if self.sound.as_ref() != separate {
            self.sound = separate.cloned();
            let number = self.sound.as_ref().and_then(|file| platform::file_number(file));
            platform::open_sound(number);
        }
        let asked = Asked {
            time: wanted.time,
            plays: sound.as_ref().map_or(state.is_playing_as_recorded(), |sound| sound.plays),
            is_heard: sound.is_some_and(|sound| !sound.is_muted),
        };
        if self.asked.replace(asked) != Some(asked) {
            platform::show_video(asked.time, asked.plays, asked.is_heard);
        }
        let view = self.open.as_ref().map(|open| open.view(wanted.time));
        state.show_video(view.map(|view| ShownVideo { source: wanted.source, view }));
    }

    fn open_file(&self, file: &std::path::Path) -> Result<(), String> {
        let number = platform::file_number(file);
        let number =
            number.ok_or("a page shows no pictures of a folder: drop the video as one file")?;
        platform::open_video(self.count, number);
        Ok(())
    }

    fn close(&mut self) {
        if self.open.take().is_some() {
            platform::close_video();
            self.asked = None;
        }
        if self.sound.take().is_some() {
            platform::open_sound(None);
        }
    }

    fn open_as(&mut self, number: u32) -> Option<&mut Open> {
        self.open.as_mut().filter(|open| open.number == number)
    }

    /// The browser knows how large and how long the video of a number is, in seconds, and how long each picture shows.
    pub fn opened(&mut self, number: u32, size: [u32; 2], end: f64, frame_time: f64) {
        let Some(open) = self.open_as(number) else { return };
        let count = ((end / frame_time).round() as usize).max(1);
        open.facts = Some(Arc::new(VideoFacts {
            size: size.map(|side| side as usize),
            times: (0..count).map(|frame| frame as f64 * frame_time).collect(),
            end,
            precision: frame_time / 100.0,
        }));
        self.asked = None;
    }

    pub fn failed(&mut self, number: u32, why: String) {
        if let Some(open) = self.open_as(number) {
            open.failed = Some(why);
        }
    }

    /// A picture that begins at a time.
    pub fn shown(&mut self, number: u32, time: f64, size: [u32; 2], rgba: Vec<u8>) {
        let Some(open) = self.open_as(number) else { return };
        let Some(facts) = &open.facts else { return };
        let size = size.map(|side| side as usize);
        let picture = Picture { index: facts.frame_at(time), size, rgba };
        open.picture = Some((time, Arc::new(picture)));
    }
}

impl Open {
    fn view(&self, time: f64) -> VideoView {
        if let Some(why) = &self.failed {
            return VideoView::Failed(why.clone());
        }
        let Some(facts) = &self.facts else {
            return if is_sound(&self.source.file) { VideoView::Sound } else { VideoView::Opening };
        };
        let frame = facts.frame_at(time);
        let [begins, ends] = facts.span_of(frame);
        let shown = self.picture.as_ref();
        VideoView::Picture(VideoFrame {
            place: facts.place_of(time),
            frame,
            // Its time is rounded by the browser.
            is_exact: shown.is_some_and(|(at, _)| {
                let rounding = (ends - begins) / 8.0;
                (begins - rounding..ends - rounding).contains(at)
            }),
            picture: shown.map(|(_, picture)| picture.clone()),
            facts: facts.clone(),
        })
    }
}
