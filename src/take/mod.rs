//! A take: a node tree, the motion that drives it, and what the file says about both.
//!
//! Architecture invariant: this layer knows no file format but by name, does no I/O and draws nothing.
//! Everything here is plain data that is valid once built; nothing is written after loading.

mod body;
mod detail;
mod euler;
mod facts;
mod fault;
mod format_id;
mod frame_numbers;
mod mesh;
mod motion;
mod naming;
mod object;
mod picture;
mod skeleton;
mod text;
mod units;
mod warning;
mod warning_code;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Deserializer, Serialize};

pub use body::{Body, Mass};
pub use detail::{Detail, DetailKind};
pub use facts::{FrameRanges, Gap, GapIndex, LostFrames, Missing};
pub use format_id::{FormatId, UnknownFormat};
pub use frame_numbers::{FileNumbers, FrameNumbers};
pub use mesh::{Influence, Mesh};
pub use motion::{FrameError, FrameTime, Motion};
pub use naming::{Naming, unique_names};
pub use object::{Fold, Object};
pub use picture::Picture;
pub use skeleton::{
    Bone, BoneEnd, Channel, MAX_DEPTH, Node, NodeId, Skeleton, SkeletonBuilder, TooDeep,
};
pub use units::{Angle, Axis, Certainty, SignedAxis, Units, Up};
pub use warning::{Place, Warning};
pub use warning_code::{Severity, WarningCode};

#[doc(hidden)]
pub use body::{BodyPart, part_of};
#[doc(hidden)]
pub use euler::{EulerOrder, continuous_angles, nearest_angles};
#[doc(hidden)]
pub use facts::{microseconds, rounded};
#[doc(hidden)]
pub use fault::fault_in_plain_words;
#[doc(hidden)]
pub use text::{
    CsvTexts, counted, cut_text, fnv_1a, in_one_line, is_control_or_bidi, plural, strip_guard,
};
#[doc(hidden)]
pub use warning::Warnings;

/// One recorded performance.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Take {
    /// File name without folder and extension, for titles.
    pub name: String,
    /// The format of its file; of a take that came from no file, the one whose conventions it follows.
    pub format: FormatId,
    /// The animations of its file, of which the take is one; `None` for formats whose files hold one take.
    pub clips: Option<Clips>,
    /// The node tree that the motion moves.
    pub skeleton: Skeleton,
    /// One row of channel values a frame, each with all columns of the skeleton.
    pub motion: Motion,
    /// What the file's lengths and axes mean.
    pub units: Units,
    /// The picture that all positions lie in, where the take is of one camera's pictures and not of space.
    pub picture: Option<Picture>,
    /// What the format calls its channels.
    pub naming: Naming,
    /// What else the file says of itself.
    pub details: Vec<Detail>,
    /// What happens at a time of its own, in the order of time.
    pub events: Vec<Event>,
    /// Skins and vertices that move with the nodes, drawn on request.
    pub meshes: Vec<Mesh>,
    /// The numbers by which the file itself calls its frames, where it does.
    pub numbers: Option<FileNumbers>,
    /// When the first frame is by the file's own clock, in seconds: by its column of times, or by the
    /// frames of the trial ahead of it. 0 where the file tells no time of its frames.
    pub start_time: f64,
    /// The other files that the take was read with, as their source named them; what gives it its skeleton first.
    pub read_with: Vec<String>,
    /// The file without which this one can only be read in part, for people to find: `its structure`.
    #[serde(deserialize_with = "missing_text")]
    pub missing: MissingText,
    /// The frames of the file that could not be read. Where there are some, the first warning tells.
    pub lost: LostFrames,
    /// Everything that the loader guessed or mended, in the order of the file.
    pub warnings: Vec<Warning>,
}

impl Take {
    /// A take that says nothing of itself beyond skeleton and motion; loaders add the rest.
    ///
    /// # Panics
    /// Where the rows of the motion do not have the skeleton's columns: that is a mistake of the loader, never of
    /// a file.
    pub fn new(
        name: impl Into<String>,
        format: FormatId,
        skeleton: Skeleton,
        motion: Motion,
        units: Units,
    ) -> Self {
        let has_columns = motion.frame_count() == 0 || motion.columns() == skeleton.columns();
        assert!(has_columns, "rows have every column of the skeleton");
        Self {
            name: in_one_line(&name.into()),
            format,
            clips: None,
            skeleton,
            motion,
            units,
            picture: None,
            naming: Naming::default(),
            details: Vec::new(),
            events: Vec::new(),
            meshes: Vec::new(),
            numbers: None,
            start_time: 0.0,
            read_with: Vec::new(),
            missing: None,
            lost: LostFrames::default(),
            warnings: Vec::new(),
        }
    }

    /// The channel values of a frame, which counts from 0. A take without frames has one, its rest pose.
    ///
    /// # Errors
    /// Where the take does not have the frame.
    pub fn values(&self, frame: usize) -> Result<&[f32], FrameError> {
        FrameError::check(frame, self.motion.frame_count())?;
        Ok(self.row(frame))
    }

    /// The channel values of `frame`; of a take without frames, those of its rest pose.
    ///
    /// # Panics
    /// Where the take has frames, but not this one.
    #[doc(hidden)]
    pub fn row(&self, frame: usize) -> &[f32] {
        match self.motion.frame_count() {
            0 => self.skeleton.rest_row(),
            _ => self.motion.row(frame),
        }
    }

    /// What the file calls the animation that the take is; `None` in formats whose files hold one take.
    pub fn clip_name(&self) -> Option<&str> {
        self.clips.as_ref().map(Clips::name)
    }

    /// Frames a second, and whether nobody but the loader says so.
    pub fn rate_text(&self) -> String {
        let assumed = if self.motion.rate_is_assumed() { " (assumed)" } else { "" };
        format!("{} fps{assumed}", rate(self.fps()))
    }

    /// The same take without the values of its motion and without its meshes: as much as lists of many takes need.
    #[must_use]
    pub fn without_values(mut self) -> Self {
        let seconds = self.motion.frame_time();
        let frame_time = FrameTime { seconds, is_assumed: self.motion.rate_is_assumed() };
        self.motion = Motion::new(frame_time, self.motion.frame_count(), 0, Vec::new());
        self.meshes.clear();
        self
    }

    /// Frames a second.
    pub fn fps(&self) -> f64 {
        self.motion.frame_time().recip()
    }
}

/// The animations of a file that holds several takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clips {
    /// Their names, in the order of the file; not always unique.
    pub names: Vec<String>,
    /// The one that the take is, counted from 0.
    pub shown: usize,
    /// The one that is read where none is asked for.
    pub usual: usize,
}

impl Clips {
    /// The name of the one that the take is.
    pub fn name(&self) -> &str {
        &self.names[self.shown]
    }

    /// By what [`crate::loader::Source::clip`] asks for one: its name, or its number from 1 where that is
    /// no name of its own.
    pub fn key(&self, clip: usize) -> String {
        let name = &self.names[clip];
        let first = self.names.iter().position(|other| other == name);
        if first == Some(clip) && !name.is_empty() { name.clone() } else { (clip + 1).to_string() }
    }

    /// By what the one that the take is has to be asked for; `None` for the usual one.
    pub fn unusual_key(&self) -> Option<String> {
        (self.shown != self.usual).then(|| self.key(self.shown))
    }
}

/// Something that the file notes at a time, such as the strike of a foot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Seconds from the first frame; below 0 for what came before the recording.
    pub time: f64,
    /// What happened, and to which side where the file says so: `Left Foot Strike`.
    pub label: String,
}

/// By this name, what is read of a take may end before the take does.
type MissingText = Option<&'static str>;

/// One of the few texts of [`Take::missing`], each of which is kept once.
fn missing_text<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<&'static str>, D::Error> {
    static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = known.get(&*text).copied().unwrap_or_else(|| String::leak(text));
    known.insert(kept);
    Ok(Some(kept))
}

/// A number of frames a second as people write it: two decimals at most, none where they are zero.
/// Frame times are rounded in files, so that 0.008333 is meant as 120 a second.
#[doc(hidden)]
pub fn rate(fps: f64) -> String {
    rounded(fps, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_read_as_they_are_meant() {
        for (frame_time, text) in [
            (0.008333, "120"),
            (0.016667, "60"),
            (0.033333, "30"),
            (0.0416667, "24"),
            (0.0333667, "29.97"),
            (0.01, "100"),
        ] {
            assert_eq!(rate(1.0 / frame_time), text, "{frame_time}");
        }
    }
}
