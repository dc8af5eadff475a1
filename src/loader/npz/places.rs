//! The positions of joints over time, and the frames of them that are there.

use glam::DVec3;

use super::super::Source;
use super::super::error::LoadError;
use super::super::rate::counted;
use super::super::unread_rows::Damage;
use super::archive::{Archive, Entry};
use super::array::{Array, Header, Kind};

/// What arrays of positions are called, those first that say the most.
const NAMES: [&str; 15] = [
    "posed_joints",
    "joint_positions",
    "joints3d",
    "joints_3d",
    "joints",
    "global_positions",
    "positions",
    "body_positions",
    "keypoints3d",
    "keypoints_3d",
    "keypoints",
    "markers",
    "marker_positions",
    "points",
    "xyz",
];

/// Words in the names of arrays that have three values for each joint and are no positions.
const OTHERS: [&str; 6] = ["rot", "orient", "vel", "acc", "pose", "angle"];

/// How many values a joint may have in an array of Rushes' own: its place alone, or a rotation behind it.
const WIDTHS: [usize; 4] = [3, 6, 7, 12];

/// How the positions lie in their array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub frames: usize,
    pub joints: usize,
    /// How many values a joint has, the first three of which are its place.
    pub width: usize,
}

impl Layout {
    /// How an array would be read as positions; `is_called_so` where its name says that it is of them.
    fn of(header: &Header, is_called_so: bool, is_alone: bool) -> Option<Self> {
        let layout = match *header.squeezed(3) {
            [frames, joints, width] if width == 3 || is_alone && WIDTHS.contains(&width) => Self {
                frames,
                joints,
                width,
            },
            [frames, row] if is_called_so && row % 3 == 0 => Self {
                frames,
                joints: row / 3,
                width: 3,
            },
            _ => return None,
        };
        let is_empty = layout.frames == 0 || layout.joints == 0;
        (header.kind == Kind::Float && !is_empty).then_some(layout)
    }

    /// The array whose name says that it is of positions.
    pub fn by_name<'e, 'a>(archive: &'e Archive<'a>) -> Option<(&'e Entry<'a>, Self)> {
        let fits = |entry: &'e Entry<'a>| {
            let layout = Self::of(&entry.header, true, archive.is_alone)?;
            Some((entry, layout))
        };
        NAMES.iter().find_map(|name| fits(archive.find(&[name])?))
    }

    /// The first array that can hardly be of anything else.
    pub fn by_shape<'e, 'a>(archive: &'e Archive<'a>) -> Option<(&'e Entry<'a>, Self)> {
        archive.entries.iter().find_map(|entry| {
            let layout = Self::of(&entry.header, false, archive.is_alone)?;
            let key = entry.key.to_ascii_lowercase();
            let is_other = OTHERS.iter().any(|word| key.contains(word));
            (!is_other || archive.is_alone).then_some((entry, layout))
        })
    }
}

/// Positions, as many as are there.
pub(super) struct Places<'a> {
    array: Array<'a>,
    pub layout: Layout,
    /// How many frames are whole.
    pub frames: usize,
}

impl<'a> Places<'a> {
    pub fn new(array: Array<'a>, layout: Layout) -> Self {
        Self {
            frames: array.rows(),
            array,
            layout,
        }
    }

    /// Where a joint is on a frame.
    pub fn at(&self, frame: usize, joint: usize) -> DVec3 {
        let from = joint * self.layout.width;
        DVec3::from(self.array.numbers_at::<3>(frame, from))
    }

    /// Whether bones between joints and their parents are as long at the end as at the beginning.
    pub fn fit(&self, parents: &[Option<usize>]) -> bool {
        /// How much shorter a bone may be, as a part of it.
        const SAME: f64 = 0.05;
        let last = self.frames.saturating_sub(1);
        parents.iter().enumerate().all(|(joint, parent)| {
            let Some(parent) = *parent else { return true };
            let lengths = [0, last / 2, last]
                .map(|frame| self.at(frame, joint).distance(self.at(frame, parent)));
            let longest = lengths.into_iter().fold(0.0, f64::max);
            lengths
                .iter()
                .all(|length| longest - length <= SAME * longest)
        })
    }
}

/// The frames of an array that breaks off ahead of the last of them.
///
/// # Errors
/// Where there is none at all.
pub(super) fn missing(
    source: &Source<'_>,
    entry: &Entry<'_>,
    said: usize,
    there: usize,
) -> Result<Damage, LoadError> {
    if there >= said {
        return Ok(Damage::default());
    }
    let what = format!("{} of \"{}\"", counted(said as f64, "frame"), entry.key);
    let found = format!("the end of it behind {there}");
    let why = LoadError::expected_at_byte(source, entry.at(), what, found);
    match there {
        0 => Err(why),
        _ => Ok(Damage::behind(there, Some(said as f64), why)),
    }
}

/// What is told of an array in the take panel.
pub(super) fn about(entry: &Entry<'_>) -> String {
    let bytes = entry.header.size;
    format!("{}: {} of {bytes} bytes", entry.key, entry.header.about())
}
