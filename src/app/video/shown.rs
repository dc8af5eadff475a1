//! The reference video of the active take: which moment of it is wanted, and what shows.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::command::history::EditKind;
use crate::app::effect::Effect;
use crate::app::opening::command::FilesCommand;
use crate::app::opening::request::Arrival;
use crate::app::session::Reframe;
use crate::app::state::{FeatureCommand, State};
use crate::app::video::command::VideoCommand;
use crate::app::video::reference::{
    ShownSound, ShownVideo, TakeVideo, VideoView, WantedSound, WantedVideo,
};
use crate::files::reference_video::{VideoSource, is_image, is_sound, is_video};

impl State {
    /// The video beside the active take where such are shown, and its time at the moment that shows.
    fn video_and_time(&self) -> Option<(TakeVideo, f64)> {
        let open = self.take().filter(|_| self.interface.panels.video.shows)?;
        let video = open.video()?;
        let timeline = &self.session.timeline;
        let frame = self.session.place(self.playing()) - timeline.before as f64;
        let time = frame * timeline.frame_time + video.offset;
        Some((video, time))
    }

    /// The sound that belongs to the moment that shows.
    pub fn wanted_sound(&self) -> Option<WantedSound> {
        let (video, time) = self.video_and_time()?;
        let playback = &self.session.playback;
        let speed = playback.frames_a_second() * self.session.timeline.frame_time;
        let is_usual = (speed - 1.0).abs() < 1e-6 && !self.playing().every_frame;
        Some(WantedSound {
            file: video.sound?,
            time,
            plays: playback.is_playing() && is_usual,
            is_paused: !playback.is_playing(),
            is_muted: self.interface.panels.video.muted,
        })
    }

    /// Takes over what there is to draw of the sound; `None` of none.
    pub fn show_sound(&mut self, now: Option<ShownSound>) {
        self.sound = now;
    }

    /// What there is to draw of the sound beside the active take.
    pub fn shown_sound(&self) -> Option<&ShownSound> {
        self.sound.as_ref()
    }

    /// The video that shows beside the active take, and its time at the moment that shows.
    pub fn wanted_video(&self) -> Option<WantedVideo> {
        let (video, time) = self.video_and_time()?;
        Some(WantedVideo {
            take: self.take()?.id,
            time,
            source: VideoSource { file: video.file, rate: video.rate },
        })
    }

    /// Takes over what there is to show of a video; `None` of none. As long as there is no picture of one, the
    /// last one stays.
    pub fn show_video(&mut self, now: Option<ShownVideo>) {
        let before = std::mem::replace(&mut self.video, now);
        let (Some(now), Some(before)) = (&mut self.video, before) else {
            return;
        };
        if let (VideoView::Picture(now), VideoView::Picture(before)) = (&mut now.view, before.view)
            && now.picture.is_none()
            && Arc::ptr_eq(&before.facts, &now.facts)
        {
            now.picture = before.picture;
        }
    }

    /// What there is to show of the video beside the active take.
    pub fn shown_video(&self) -> Option<&ShownVideo> {
        let wanted = self.wanted_video()?;
        self.video.as_ref().filter(|shown| shown.source == wanted.source)
    }

    /// Lets in an arrival that changes what is open, and plays the videos that came with it, or lie beside it.
    pub(crate) fn take_in_arrival(&mut self, arrival: Arrival, effects: &mut Vec<Effect>) {
        let request = arrival.request();
        let is_end = matches!(arrival, Arrival::End { .. });
        self.change(effects, |session, out| session.arrive(arrival, out));
        let videos = self.session.arrived_videos(request, is_end);
        self.open_videos(videos, effects);
        if let Some((take, title, video)) = self.session.found_video() {
            let video = video.file_name().unwrap_or_default().to_string_lossy();
            let text = format!("{video} lies beside {title} and plays with it");
            let remove = VideoCommand::Remove(take).into();
            let notices = &mut self.interface.notices;
            notices.push_info_with(text, vec![("Don’t use it", Some(remove))]);
        }
    }

    /// Opens takes beside what is open, with the videos that are among the files.
    pub(crate) fn open_beside(&mut self, files: Vec<PathBuf>, effects: &mut Vec<Effect>) {
        let is_of_video = |file: &PathBuf| is_video(file) || is_image(file) || is_sound(file);
        let (videos, takes): (Vec<_>, Vec<_>) = files.into_iter().partition(is_of_video);
        if takes.is_empty() && !videos.is_empty() {
            return self.open_videos(videos, effects);
        }
        self.change(effects, |session, out| {
            let reframe = session.apply_files(FilesCommand::Open(takes), out);
            session.await_takes_of(videos);
            reframe
        });
    }

    /// Plays videos that came with other files beside the takes of the same names, or beside the active one.
    pub(crate) fn open_videos(&mut self, videos: Vec<PathBuf>, effects: &mut Vec<Effect>) {
        for video in videos {
            match self.session.take_of_video(&video) {
                Some(take) => effects.extend(self.apply(VideoCommand::Choose(take, video))),
                None => {
                    let name = video.display();
                    let text = format!("{name}: a video plays beside a take: open one first");
                    self.interface.notices.push_error(text);
                }
            }
        }
    }
}

impl FeatureCommand for VideoCommand {
    fn edit(&self) -> Option<EditKind> {
        match self {
            Self::Choose(..) | Self::Remove(_) | Self::RemoveActive | Self::SetRate(..) => {
                Some(EditKind::Video)
            }
            Self::Shift(..) => Some(EditKind::VideoOffset),
            Self::Ask | Self::Toggle | Self::ToggleSplit | Self::ToggleSound | Self::Place(..) => {
                None
            }
        }
    }

    fn is_on(&self, state: &State) -> Option<bool> {
        let options = state.interface.panels.video;
        match self {
            Self::Toggle => Some(options.shows),
            Self::ToggleSound => Some(!options.muted),
            Self::ToggleSplit => Some(options.split),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        let options = &mut state.interface.panels.video;
        match self {
            Self::Toggle => options.shows = !options.shows,
            Self::ToggleSplit => (options.split, options.shows) = (!options.split, true),
            Self::ToggleSound => options.muted = !options.muted,
            Self::Place(corner, width) => {
                (options.corner, options.width) = (corner, width);
                *options = options.within_limits();
            }
            command => {
                // Whoever chooses one wants to see it.
                options.shows |= matches!(command, Self::Choose(..));
                state.change(effects, |session, out| {
                    session.apply_video(command, out);
                    Reframe::Keep
                });
            }
        }
    }
}
