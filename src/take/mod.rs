//! What a take is: a node tree, the motion that drives it, and what the file says about both.
//!
//! Architecture invariant: this layer knows no file format, does no I/O and draws nothing.
//! Everything here is plain data that is valid once built; nothing is written after loading.

mod motion;
mod skeleton;
mod units;
mod warning;

pub use motion::Motion;
pub use skeleton::{
    Bone, Channel, MAX_DEPTH, Node, NodeId, Skeleton, SkeletonBuilder, Tip, TooDeep,
};
pub use units::{Angle, Axis, Units};
pub use warning::{Place, Warning, Warnings};

/// One recorded performance.
#[derive(Clone, Debug)]
pub struct Take {
    /// File name without folder and extension, for titles.
    pub name: String,
    /// Name of the format's row in [`crate::loader::FORMATS`].
    pub format: &'static str,
    /// The node tree that the motion moves.
    pub skeleton: Skeleton,
    /// One row of channel values a frame.
    pub motion: Motion,
    /// What the file's lengths and axes mean.
    pub units: Units,
    /// What else the file says of itself, as label and text for the take panel and `rushes info`.
    pub details: Vec<Detail>,
    /// Everything that the loader guessed or mended, in the order of the file.
    pub warnings: Vec<Warning>,
}

impl Take {
    /// The channel values of `frame`; of a take without frames, those of its rest pose.
    ///
    /// # Panics
    /// Where the take has frames, but not this one.
    pub fn row(&self, frame: usize) -> &[f32] {
        match self.motion.frame_count() {
            0 => self.skeleton.rest_row(),
            _ => self.motion.row(frame),
        }
    }

    /// Frames a second.
    pub fn fps(&self) -> f64 {
        self.motion.frame_time().recip()
    }
}

/// One fact that a format states beyond what every take has, such as how position channels are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Sentence case, a few words.
    pub label: &'static str,
    /// What the file says, or what was decided about it.
    pub text: String,
}

/// A number of frames a second as people write it: two decimals at most, none where they are zero.
/// Frame times are rounded in files, so that 0.008333 is meant as 120 a second.
pub fn rate(fps: f64) -> String {
    let text = format!("{fps:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
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
