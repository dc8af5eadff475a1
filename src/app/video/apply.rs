//! How the reference videos of takes are chosen, shifted and found beside them, and which moment of one is to be shown.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::app::ids::{RequestId, TakeId};
use crate::app::opening::requests::{Arrival, ComingVideo};
use crate::app::session::{Outcome, Reframe, Session};
use crate::app::state::{FeatureCommand, State};
use crate::app::video::reference::{
    ShownSound, ShownVideo, SoundRequest, TakeVideo, VideoRequest, VideoView,
};
use crate::app::{
    command::history::EditKind, effect::Effect, opening::command::FilesCommand,
    takes::open_take::OpenTake, video::command::VideoCommand,
};
use crate::files::leads_to_other_machine;
use crate::files::reference_video::{SEQUENCE_RATE, VideoSource, is_image, is_sound, is_video};
use crate::review::notes::ReferenceVideo;
use crate::store::relative;
use crate::take::in_one_line;

impl FeatureCommand for VideoCommand {
    fn edit(&self) -> Option<EditKind> {
        match self {
            Self::Choose(..) | Self::Remove(_) | Self::RemoveActive | Self::SetRate(..) => {
                Some(EditKind::Video)
            }
            Self::Shift(..) => Some(EditKind::VideoOffset),
            _ => None,
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

impl State {
    /// The video beside the active take where such are shown, and its time at the moment that shows.
    fn video_and_time(&self) -> Option<(TakeVideo, f64)> {
        let video = self.take().filter(|_| self.interface.panels.video.shows)?.video()?;
        let timeline = &self.session.timeline;
        let frame = self.session.place(self.playing()) - timeline.before as f64;
        let time = frame * timeline.frame_time + video.offset;
        Some((video, time))
    }

    /// The sound that belongs to the moment that shows.
    pub fn wanted_sound(&self) -> Option<SoundRequest> {
        let (video, time) = self.video_and_time()?;
        let playback = &self.session.playback;
        Some(SoundRequest {
            file: video.sound?,
            time,
            plays: self.is_playing_as_recorded(),
            is_paused: !playback.is_playing(),
            is_muted: self.interface.panels.video.muted,
        })
    }

    /// Whether it plays forwards, and neither faster nor slower than it was recorded.
    pub fn is_playing_as_recorded(&self) -> bool {
        let playback = &self.session.playback;
        let speed = playback.frames_a_second() * self.session.timeline.frame_time;
        playback.is_playing() && (speed - 1.0).abs() < 1e-6 && !self.playing().every_frame
    }

    /// Takes over what there is to draw of the sound; `None` of none.
    pub fn show_sound(&mut self, sound: Option<ShownSound>) {
        self.sound = sound;
    }

    /// What there is to draw of the sound beside the active take.
    pub fn shown_sound(&self) -> Option<&ShownSound> {
        self.sound.as_ref()
    }

    /// The video that shows beside the active take, and its time at the moment that shows.
    pub fn wanted_video(&self) -> Option<VideoRequest> {
        let (video, time) = self.video_and_time()?;
        let source = VideoSource { file: video.file, rate: video.rate };
        Some(VideoRequest { take: self.take()?.id, time, source })
    }

    /// Takes over what there is to show of a video; `None` of none. As long as there is no picture of one, the
    /// last one stays.
    pub fn show_video(&mut self, now: Option<ShownVideo>) {
        let before = std::mem::replace(&mut self.video, now);
        let (Some(now), Some(before)) = (&mut self.video, before) else { return };
        if let (VideoView::Picture(now), VideoView::Picture(before)) = (&mut now.view, before.view)
            && now.picture.is_none()
            && Arc::ptr_eq(&before.facts, &now.facts)
        {
            now.picture = before.picture;
        }
    }

    /// What there is to show of the video beside the active take.
    pub fn shown_video(&self) -> Option<&ShownVideo> {
        let source = self.wanted_video()?.source;
        self.video.as_ref().filter(|shown| shown.source == source)
    }

    /// Lets in an arrival that changes what is open, and plays the videos that came with it, or lie beside it.
    pub(crate) fn accept_arrival(&mut self, arrival: Arrival, effects: &mut Vec<Effect>) {
        let request = arrival.request();
        let is_end = matches!(arrival, Arrival::End { .. });
        self.change(effects, |session, out| session.arrive(arrival, out));
        let videos = self.session.arrived_videos(request, is_end);
        self.open_videos(videos, effects);
        if let Some((take, title, video)) = self.session.found_video() {
            let video = video.file_name().unwrap_or_default().to_string_lossy();
            let text = format!("{video} lies beside {title} and plays with it");
            let remove = VideoCommand::Remove(take).into();
            self.interface.notices.push_info_with(text, vec![("Don’t use it", Some(remove))]);
        }
    }

    /// Opens takes beside what is open, with the videos that are among the files.
    pub(crate) fn open_beside(&mut self, files: Vec<PathBuf>, effects: &mut Vec<Effect>) {
        let is_media = |file: &PathBuf| is_video(file) || is_image(file) || is_sound(file);
        let (videos, takes): (Vec<_>, Vec<_>) = files.into_iter().partition(is_media);
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
    fn open_videos(&mut self, videos: Vec<PathBuf>, effects: &mut Vec<Effect>) {
        for video in videos {
            let takes = &self.session.takes;
            let of_name = takes.iter().find(|open| is_called_like(open, &video));
            match of_name.map(|open| open.id).or(takes.active_id()) {
                Some(take) => effects.extend(self.apply(VideoCommand::Choose(take, video))),
                None => self.interface.notices.push_error(format!(
                    "{}: a video plays beside a take: open one first",
                    video.display()
                )),
            }
        }
    }
}

impl Session {
    fn apply_video(&mut self, command: VideoCommand, out: &mut Outcome<'_>) {
        match command {
            VideoCommand::Ask => {
                if let Some(open) = self.takes.active() {
                    let beside = open.video().map(|video| video.file).or(open.path.clone());
                    let folder = beside.as_deref().and_then(Path::parent).map(Path::to_path_buf);
                    out.effects.push(Effect::AskForVideo(open.id, folder));
                }
            }
            VideoCommand::Choose(take, file) => self.edit_video(take, |open, video| {
                let file = Some(open.path_of_video(&file));
                // What fitted another film does not fit this one.
                if video.file != file {
                    (video.offset, video.rate) = (0.0, None);
                }
                (video.file, video.removed) = (file, false);
            }),
            VideoCommand::Remove(take) => self.edit_video(take, |_, video| video.removed = true),
            VideoCommand::RemoveActive => {
                if let Some(take) = self.takes.active_id() {
                    self.edit_video(take, |_, video| video.removed = true);
                }
            }
            VideoCommand::Shift(take, seconds) if seconds.is_finite() => {
                self.edit_video(take, |_, video| video.offset = seconds);
            }
            VideoCommand::SetRate(take, rate) if rate.is_finite() && rate > 0.0 => {
                self.edit_video(take, |_, video| video.rate = Some(rate));
            }
            VideoCommand::Shift(..) | VideoCommand::SetRate(..) => {}
            // They change how videos are shown, and no take.
            VideoCommand::Toggle
            | VideoCommand::ToggleSplit
            | VideoCommand::ToggleSound
            | VideoCommand::Place(..) => {}
        }
    }

    /// Changes the video of a take that has one, or is to have one.
    fn edit_video(&mut self, take: TakeId, edit: impl FnOnce(&OpenTake, &mut ReferenceVideo)) {
        let Some(open) = self.takes.find_mut(take) else { return };
        let mut video = open.review.kept.video.clone();
        if let (None, Some(found)) = (&video.file, &open.found.video) {
            video.file = Some(open.path_of_video(found));
        }
        edit(open, &mut video);
        let (author, now) = (&self.reviewing.author, self.reviewing.now);
        open.change_review(|review| review.set_video(video, author, now));
    }

    /// Records videos that came together with the files of the last request.
    fn await_takes_of(&mut self, videos: Vec<PathBuf>) {
        if let Some(request) = self.opening.pending.last().map(|pending| pending.id) {
            let coming = videos.into_iter().map(|file| ComingVideo { request, file });
            self.opening.coming_videos.extend(coming);
        }
    }

    /// The videos that came with a request and are to be played now: those that are called like a take, and when
    /// all has come, the others.
    fn arrived_videos(&mut self, request: RequestId, is_end: bool) -> Vec<PathBuf> {
        let takes = &self.takes;
        let is_due = |coming: &mut ComingVideo| {
            let has_take = || takes.iter().any(|open| is_called_like(open, &coming.file));
            coming.request == request && (is_end || has_take())
        };
        self.opening.coming_videos.extract_if(.., is_due).map(|coming| coming.file).collect()
    }

    /// The take that has come with a video beside it that nobody knows of yet, its title, and the video.
    fn found_video(&mut self) -> Option<(TakeId, String, PathBuf)> {
        let open = self.takes.active()?;
        let found = open.found.video.clone();
        let found = found.filter(|_| !open.review.kept.video.is_given())?;
        if self.opening.announced_videos.contains(&found) {
            return None;
        }
        let (id, title) = (open.id, open.title());
        self.opening.announced_videos.push(found.clone());
        Some((id, title, found))
    }
}

/// A path in a folder, without the steps up that it may begin with: no disk is asked what they lead to.
fn joined(folder: &Path, file: &str) -> PathBuf {
    let mut path = folder.to_path_buf();
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir if path.file_name().is_some() => drop(path.pop()),
            part => path.push(part),
        }
    }
    path
}

/// Whether a take's file has the name of a video, but for what stands behind the dot.
fn is_called_like(open: &OpenTake, video: &Path) -> bool {
    let stem = open.path.as_deref().and_then(Path::file_stem);
    stem.is_some() && stem == video.file_stem()
}

impl OpenTake {
    /// The video that it is looked at with.
    pub fn video(&self) -> Option<TakeVideo> {
        let kept = &self.review.kept.video;
        let file = match &kept.file {
            _ if kept.removed => None,
            Some(file) => Some(joined(&self.folder(), file))
                .filter(|file| !leads_to_other_machine(file, &self.folder())),
            None => self.found.video.clone(),
        }?;
        // The one beside the take was recorded with more care than that of a camera.
        let own = || (is_video(&file) || is_sound(&file)).then(|| file.clone());
        let sound = self.found.sound.clone().or_else(own);
        let rate = kept.rate.filter(|rate| rate.is_finite() && *rate > 0.0);
        Some(TakeVideo { sound, file, offset: kept.offset, rate: rate.unwrap_or(SEQUENCE_RATE) })
    }

    /// A word about a video of its review that is on another machine.
    pub(crate) fn video_refusal(&self) -> Option<String> {
        let (file, folder) = (self.review.kept.video.file.as_ref()?, self.folder());
        leads_to_other_machine(&joined(&folder, file), &folder).then(|| {
            format!(
                "The notes name a reference video on another machine, {}, which is not opened.\n\
                 hint: open it yourself where you know it",
                in_one_line(file)
            )
        })
    }

    /// A video's path as the review keeps it.
    fn path_of_video(&self, file: &Path) -> String {
        let beside = relative(file, &self.folder()).filter(|_| self.path.is_some());
        beside.unwrap_or(file.into()).to_string_lossy().into_owned()
    }

    fn folder(&self) -> PathBuf {
        let folder = self.path.as_deref().and_then(Path::parent);
        folder.unwrap_or(Path::new("")).to_path_buf()
    }
}
