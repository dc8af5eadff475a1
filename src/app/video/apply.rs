//! How the reference videos of takes are chosen and shifted, and found beside them.

use std::path::{Component, Path, PathBuf};

use crate::app::effect::Effect;
use crate::app::ids::{RequestId, TakeId};
use crate::app::opening::pending::ComingVideo;
use crate::app::session::{Outcome, Session};
use crate::app::takes::open_take::OpenTake;
use crate::app::video::command::VideoCommand;
use crate::app::video::reference::TakeVideo;
use crate::files::reference_video::{SEQUENCE_RATE, is_sound, is_video};
use crate::review::notes::ReferenceVideo;
use crate::store::relative;

impl Session {
    /// Carries out a command of the video of a take.
    pub fn apply_video(&mut self, command: VideoCommand, out: &mut Outcome<'_>) {
        let active = self.takes.active_id();
        match command {
            VideoCommand::Ask => {
                if let Some(open) = self.takes.active() {
                    let video = open.video();
                    let beside = video.map(|video| video.file).or(open.path.clone());
                    let folder = beside.as_deref().and_then(Path::parent);
                    let folder = folder.map(Path::to_path_buf);
                    out.effects.push(Effect::AskForVideo(open.id, folder));
                }
            }
            VideoCommand::Choose(take, file) => self.edit_video(take, |open, video| {
                let file = Some(open.path_of_video(&file));
                let is_same = video.file == file;
                let (offset, rate) = (video.offset, video.rate);
                *video = ReferenceVideo {
                    file,
                    removed: false,
                    // What fitted another film does not fit this one.
                    offset: if is_same { offset } else { 0.0 },
                    rate: rate.filter(|_| is_same),
                    ..std::mem::take(video)
                };
            }),
            VideoCommand::Remove(take) => self.edit_video(take, |_, video| video.removed = true),
            VideoCommand::RemoveActive => {
                if let Some(take) = active {
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
        let (author, now) = (self.reviewing.author.clone(), self.reviewing.now);
        let Some(open) = self.takes.find_mut(take) else {
            return;
        };
        let mut video = open.review.kept.video.clone();
        if let (None, Some(found)) = (&video.file, &open.found.video) {
            video.file = Some(open.path_of_video(found));
        }
        edit(open, &mut video);
        open.change_review(|review| review.set_video(video, author, now));
    }

    /// The take that a video is for: of its name, or else the active one.
    pub fn take_of_video(&self, video: &Path) -> Option<TakeId> {
        let mut takes = self.takes.iter();
        let same = takes.find(|open| is_called_like(open, video));
        same.map(|open| open.id).or(self.takes.active_id())
    }

    /// Takes note of videos that came together with the files of the last request.
    pub fn await_takes_of(&mut self, videos: Vec<PathBuf>) {
        if let Some(request) = self.opening.pending.last().map(|pending| pending.id) {
            let coming = videos.into_iter().map(|file| ComingVideo { request, file });
            self.opening.coming_videos.extend(coming);
        }
    }

    /// The videos that came with a request and are to be played now: those that are called like a take, and when
    /// all has come, the others.
    pub fn arrived_videos(&mut self, of: RequestId, is_end: bool) -> Vec<PathBuf> {
        let takes = &self.takes;
        let is_due = |coming: &mut ComingVideo| {
            let is_for_one = || takes.iter().any(|open| is_called_like(open, &coming.file));
            coming.request == of && (is_end || is_for_one())
        };
        let due = self.opening.coming_videos.extract_if(.., is_due);
        due.map(|coming| coming.file).collect()
    }

    /// The take that has come with a video beside it, which nobody was told of, and the video.
    pub fn found_video(&mut self) -> Option<(TakeId, String, PathBuf)> {
        let open = self.takes.active()?;
        let found = open.found.video.clone();
        let found = found.filter(|_| !open.review.kept.video.is_given())?;
        if self.opening.told_videos.contains(&found) {
            return None;
        }
        let (id, title) = (open.id, open.title());
        self.opening.told_videos.push(found.clone());
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
    let own = open.path.as_deref().and_then(Path::file_stem);
    own.is_some() && own == video.file_stem()
}

impl OpenTake {
    /// The video that it is looked at with.
    pub fn video(&self) -> Option<TakeVideo> {
        let kept = &self.review.kept.video;
        let file = match &kept.file {
            _ if kept.removed => None,
            Some(file) => Some(joined(&self.folder(), file)),
            None => self.found.video.clone(),
        };
        let file = file?;
        // The one beside the take was recorded with more care than that of a camera.
        let own = || (is_video(&file) || is_sound(&file)).then(|| file.clone());
        let sound = self.found.sound.clone().or_else(own);
        let rate = kept.rate.filter(|rate| rate.is_finite() && *rate > 0.0);
        Some(TakeVideo { sound, file, offset: kept.offset, rate: rate.unwrap_or(SEQUENCE_RATE) })
    }

    /// A video's path as the review keeps it.
    fn path_of_video(&self, file: &Path) -> String {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.into());
        let (file, folder) = (absolute(file), absolute(&self.folder()));
        let seen = relative(&file, &folder).filter(|_| self.path.is_some());
        seen.unwrap_or(file).to_string_lossy().into_owned()
    }

    fn folder(&self) -> PathBuf {
        let folder = self.path.as_deref().and_then(Path::parent);
        folder.unwrap_or(Path::new("")).to_path_buf()
    }
}
