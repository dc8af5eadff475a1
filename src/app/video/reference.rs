//! The reference video of the active take as the state knows it: which file at which time, and what shows of it.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::ids::TakeId;
use crate::files::reference_video::{Peaks, VideoFrame, VideoSource};

/// The video that a take is looked at with.
#[derive(Clone, Debug, PartialEq)]
pub struct TakeVideo {
    /// Its file, or the folder of an image sequence.
    pub file: PathBuf,
    /// The time of the video at the take's first frame, in seconds.
    pub offset: f64,
    /// Frames a second, where it is an image sequence.
    pub rate: f64,
    /// The file with the sound; it may be the video.
    pub sound: Option<PathBuf>,
}

/// The video that is to be shown, and at which time of it, in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct VideoRequest {
    pub take: TakeId,
    pub source: VideoSource,
    pub time: f64,
}

/// The sound that belongs to what shows.
#[derive(Clone, Debug, PartialEq)]
pub struct SoundRequest {
    pub file: PathBuf,
    /// The time of the video that shows, in seconds.
    pub time: f64,
    /// Whether it plays as it was recorded: forwards, and neither faster nor slower.
    pub plays: bool,
    pub is_paused: bool,
    pub is_muted: bool,
}

/// What there is to draw of a sound.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownSound {
    /// Its peaks, as far as it has come.
    pub peaks: Arc<Peaks>,
    /// The sample of the video that the first of them is at.
    pub start: i64,
}

/// What there is to show of a video.
#[derive(Clone, Debug)]
pub enum VideoView {
    /// It is being looked into.
    Opening,
    Picture(VideoFrame),
    /// It is a sound, and has no pictures.
    Sound,
    Failed(String),
}

/// A video, and what there is to show of it.
#[derive(Clone, Debug)]
pub struct ShownVideo {
    pub source: VideoSource,
    pub view: VideoView,
}
