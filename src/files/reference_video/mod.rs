//! Reference videos: the film of a performance, read by way of an installed ffmpeg to be shown beside the take.
//!
//! [`VideoDecoder`] decodes on a thread of its own, ahead of what is wanted, into a window of pictures that never
//! holds more than [`MAX_BYTES`]. Which picture belongs to which time is read from the time stamps of the file
//! ([`VideoFacts`]) and never counted: phones film at rates that vary.

mod decoder;
mod peaks;
mod picture_window;
mod probe;
mod run;
mod sequence;
mod sound;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use decoder::{VideoDecoder, VideoFrame};
pub use peaks::{Peak, Peaks};
pub use picture_window::MAX_BYTES;
pub use probe::{TimePlace, VideoFacts};
pub use sequence::{IMAGE_EXTENSIONS, is_image};
pub use sound::{SOUND_RATE, SoundTrack};

use super::beginning::extension;
use crate::fs;
use sequence::names_in_sequence;

pub const VIDEO_EXTENSIONS: [&str; 6] = ["mp4", "mov", "webm", "mkv", "avi", "m4v"];

/// The extensions of sounds, in lower case: the first is the one that is looked for beside takes.
pub const SOUND_EXTENSIONS: [&str; 6] = ["wav", "mp3", "m4a", "flac", "aif", "ogg"];

/// Frames a second of image sequences for which nobody has said another rate.
pub const SEQUENCE_RATE: f64 = 24.0;

#[derive(Debug, PartialEq)]
pub struct Picture {
    pub index: usize,
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// Four bytes a pixel, red first, rows from the top; opaque.
    pub rgba: Vec<u8>,
}

impl Picture {
    pub fn bytes(&self) -> usize {
        self.rgba.len()
    }
}

pub type SharedPicture = Arc<Picture>;

#[derive(Clone, Debug, PartialEq)]
pub struct VideoSource {
    /// A video, a picture of an image sequence, or the folder of one.
    pub file: PathBuf,
    /// Frames a second, where it is an image sequence.
    pub rate: f64,
}

pub fn is_video(path: &Path) -> bool {
    VIDEO_EXTENSIONS.contains(&extension(path).as_str())
}

pub fn is_sound(path: &Path) -> bool {
    SOUND_EXTENSIONS.contains(&extension(path).as_str())
}

/// The sound that lies beside a take under the same name.
pub fn sound_beside(take: &Path) -> Option<PathBuf> {
    file_beside(take, &SOUND_EXTENSIONS[..1])
}

/// The file beside a take that has its name and one of some extensions.
fn file_beside(take: &Path, extensions: &[&str]) -> Option<PathBuf> {
    // Cameras write capitals, and not every disk takes them for the same.
    let names = extensions.iter().flat_map(|own| [own.to_string(), own.to_ascii_uppercase()]);
    let mut files = names.map(|extension| take.with_extension(extension));
    files.find(|path| fs::is_file(path) && path != take)
}

/// The reference video that lies beside a take under the same name: a video, else a folder of pictures.
pub fn video_beside(take: &Path) -> Option<PathBuf> {
    file_beside(take, &VIDEO_EXTENSIONS).or_else(|| {
        let folder = take.with_extension("");
        let is_sequence =
            folder != take && fs::is_dir(&folder) && names_in_sequence(&folder).is_some();
        is_sequence.then_some(folder)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::tests::folder;
    use super::*;

    #[test]
    fn a_video_of_the_same_name_is_found_and_no_other() {
        let folder = folder("beside");
        let take = folder.join("walk.bvh");
        fs::write(folder.join("run.mp4"), "").unwrap();
        fs::write(folder.join("walk.wav"), "").unwrap();
        assert_eq!(video_beside(&take), None);
        assert_eq!(sound_beside(&take), Some(folder.join("walk.wav")));
        fs::create_dir(folder.join("walk")).unwrap();
        assert_eq!(video_beside(&take), None, "a folder of no pictures");
        fs::write(folder.join("walk/a.0001.png"), "").unwrap();
        assert_eq!(video_beside(&take), Some(folder.join("walk")));
        fs::write(folder.join("walk.MOV"), "").unwrap();
        assert!(video_beside(&take).is_some_and(|path| is_video(&path)));
    }
}
