//! The positions of joints over time, and the frames of them that are there.

use std::f64::consts::PI;

use glam::DVec3;

use super::archive::{Archive, Entry};
use super::array::{Header, Kind};
use super::body::BodyJoint;
use super::grid::{Grid, sample_frames};
use super::leading_axes::LeadingAxes;

/// The names of arrays of positions, those first that say the most: what is in space ahead of what may be in a picture.
#[rustfmt::skip]
pub(super) const NAMES: [&str; 34] = [
    "posed_joints", "joint_positions", "joints3d", "joints_3d", "joints", "global_positions", "positions",
    "body_positions", "keypoints3d", "keypoints_3d", "keypoints3D", "kpts3d", "poses_3d", "pose3d", "S",
    "reconstruction", "skeleton_3d", "d_skel", "world_landmarks", "landmarks", "keypoints", "markers",
    "marker_positions", "points", "xyz",
    "keypoints_2d", "keypoints2d", "kpts2d", "poses_2d", "pose_2d", "pose2d", "joints_2d", "joints2d", "part",
];

/// How the names end of those that are in a picture, whatever a third value is.
const IN_PICTURE: [&str; 3] = ["2d", "2D", "part"];

/// Words in the names of arrays that have three values for each joint and are no positions.
const OTHERS: [&str; 6] = ["rot", "orient", "vel", "acc", "pose", "angle"];

/// The names of arrays that tell how sure each joint of an array of positions is.
pub(super) const SCORES: [&str; 8] = [
    "confidence",
    "confidences",
    "conf",
    "keypoint_scores",
    "keypoints_scores",
    "scores",
    "score",
    "visibility",
];

/// How many values a joint may have in an array of Rushes' own: its position alone, or a rotation behind it.
const WIDTHS: [usize; 4] = [3, 6, 7, 12];

/// How many a joint has with its confidence.
const WITH_CONFIDENCE: usize = 4;

/// How many a joint has in a picture, without a score.
const FLAT: usize = 2;

/// Fewer joints in a row of numbers, or in an array whose name tells nothing, are something else.
const MIN_JOINTS: usize = 5;

/// How the positions lie in their array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub axes: LeadingAxes,
    /// Of each person.
    pub joints: usize,
    /// Values of a joint, the first three of which are its position.
    pub width: usize,
    /// How many axes of the array are of a frame.
    tail: usize,
}

/// What is known of an array before its shape is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hint {
    /// Its name says that it is of positions.
    Name,
    /// It is the only one of its file.
    SingleArray,
    None,
}

impl Layout {
    /// How an array would be read as positions.
    fn from_header(header: &Header, hint: Hint) -> Option<Self> {
        let is_number = match header.kind {
            Kind::Float => true,
            // Bytes are pictures.
            Kind::Signed | Kind::Unsigned => header.size > 1,
            _ => false,
        };
        if !is_number {
            return None;
        }
        Self::of_joints(header, hint).or_else(|| Self::of_rows(header, hint))
    }

    /// The layout of an array whose last two axes are of joints and their values.
    fn of_joints(header: &Header, hint: Hint) -> Option<Self> {
        let &[.., joints, width] = header.shape.as_slice() else { return None };
        let is_usual = match hint {
            _ if width == 3 => true,
            Hint::Name | Hint::SingleArray if width == FLAT => joints >= MIN_JOINTS,
            Hint::SingleArray => width == WITH_CONFIDENCE || WIDTHS.contains(&width),
            Hint::Name => width == WITH_CONFIDENCE,
            Hint::None => false,
        };
        let layout = Self::with_tail(header, 2, joints, width).filter(|_| is_usual)?;
        // Many matrices, or triples of nobody knows what.
        let is_float = header.kind == Kind::Float || hint == Hint::SingleArray;
        let is_plain = layout.axes.people() == 1 && is_float;
        (hint == Hint::Name || is_plain || joints >= MIN_JOINTS).then_some(layout)
    }

    /// The layout of an array whose last axis is of X, Y and Z of all joints.
    fn of_rows(header: &Header, hint: Hint) -> Option<Self> {
        let &row = header.shape.last()?;
        let layout = Self::with_tail(header, 1, row / 3, 3).filter(|_| row % 3 == 0)?;
        let is_one = hint == Hint::Name && layout.axes.people() == 1;
        let is_many = hint != Hint::None && layout.joints >= MIN_JOINTS;
        (is_one || is_many).then_some(layout)
    }

    fn with_tail(header: &Header, tail: usize, joints: usize, width: usize) -> Option<Self> {
        let axes = header.leading_axes(tail)?;
        let is_empty = axes.frames() == 0 || axes.people() == 0 || joints == 0;
        (!is_empty).then_some(Self { axes, joints, width, tail })
    }

    pub fn by_name<'e, 'a>(archive: &'e Archive<'a>) -> Option<(&'e Entry<'a>, Self)> {
        let hint = if archive.is_single_array { Hint::SingleArray } else { Hint::Name };
        NAMES.iter().find_map(|name| {
            let entry = archive.find(&[name])?;
            Some((entry, Self::from_header(&entry.header, hint)?))
        })
    }

    /// How an array is read that can hardly be of anything else.
    pub fn by_shape(entry: &Entry<'_>, is_single_array: bool) -> Option<Self> {
        if is_single_array {
            return Self::from_header(&entry.header, Hint::SingleArray);
        }
        let key = entry.key.to_ascii_lowercase();
        let is_other = OTHERS.iter().any(|word| key.contains(word));
        Self::from_header(&entry.header, Hint::None).filter(|_| !is_other)
    }

    /// How many axes of its array count.
    pub fn rank(&self) -> usize {
        self.axes.rank() + self.tail
    }
}

pub(super) struct JointPositions<'a> {
    values: Values<'a>,
    pub layout: Layout,
    pub people: usize,
    pub frames: usize,
    /// What the value is that tells how sure a joint is.
    confidence: Option<Confidence>,
    /// How sure each joint is, from 0 to 1, where that is an array of its own.
    scores: Option<Grid<'a>>,
    /// Whether they lie in a picture.
    is_flat: bool,
}

/// How sure a joint is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Confidence {
    /// Its place among the values of a joint.
    at: usize,
    /// What stands for full confidence.
    full: f64,
}

enum Values<'a> {
    Stored(Grid<'a>),
    Decoded(Vec<DVec3>),
}

impl<'a> JointPositions<'a> {
    /// Those of an array; of one sequence of a batch, where that is asked for.
    pub fn new(
        grid: Grid<'a>,
        scores: Option<Grid<'a>>,
        layout: Layout,
        sequence: Option<usize>,
    ) -> Self {
        let mut positions = Self {
            people: sequence.map_or(layout.axes.people(), |_| 1),
            frames: grid.frames(),
            values: Values::Stored(grid),
            layout,
            confidence: None,
            scores: scores.filter(|scores| are_parts_of_one(scores, layout.joints)),
            is_flat: false,
        };
        positions.join();
        positions
    }

    /// `positions` are those of all joints, frame by frame.
    pub fn decoded(positions: Vec<DVec3>, joints: usize) -> Self {
        let frames = positions.len() / joints;
        let layout = Layout { axes: LeadingAxes::Frames(frames), joints, width: 3, tail: 2 };
        let values = Values::Decoded(positions);
        Self { people: 1, frames, values, layout, confidence: None, scores: None, is_flat: false }
    }

    pub fn joints(&self) -> usize {
        self.people * self.layout.joints
    }

    /// The position of a joint, which counts through all people.
    pub fn position(&self, frame: usize, joint: usize) -> DVec3 {
        match &self.values {
            Values::Decoded(positions) => positions[frame * self.layout.joints + joint],
            Values::Stored(_) if self.is_missing(frame, joint) => DVec3::NAN,
            Values::Stored(_) if self.is_flat => {
                let [x, y] = self.values(frame, joint);
                let is_gap = x.is_nan() || y.is_nan() || (x, y) == (0.0, 0.0);
                if is_gap { DVec3::NAN } else { DVec3::new(x, y, 0.0) }
            }
            Values::Stored(_) => {
                let [x, y, z] = self.values(frame, joint);
                DVec3::new(x, y, z)
            }
        }
    }

    /// How sure a joint is, from 0 to 1; NaN where that is not known. `None` where nothing is said of any.
    pub fn confidence(&self, frame: usize, joint: usize) -> Option<f32> {
        self.own_confidence(frame, joint).or_else(|| {
            let joints = self.layout.joints;
            let [score] = self.scores.as_ref()?.numbers(joint / joints, frame, joint % joints);
            Some(score.clamp(0.0, 1.0) as f32)
        })
    }

    /// What stands behind the position of a joint.
    fn own_confidence(&self, frame: usize, joint: usize) -> Option<f32> {
        let Confidence { at, full } = self.confidence?;
        let values: [f64; WITH_CONFIDENCE] = self.values_before(frame, joint, at);
        Some((values[at] / full).clamp(0.0, 1.0) as f32)
    }

    /// Whether a confidence behind its position says that a joint was not seen at all.
    fn is_missing(&self, frame: usize, joint: usize) -> bool {
        self.own_confidence(frame, joint).is_some_and(|confidence| confidence <= 0.0)
    }

    /// The values of a joint up to one of them.
    fn values_before(&self, frame: usize, joint: usize, last: usize) -> [f64; WITH_CONFIDENCE] {
        let mut values = [f64::NAN; WITH_CONFIDENCE];
        if last < 3 {
            values[..3].copy_from_slice(&self.values::<3>(frame, joint));
        } else {
            values = self.values(frame, joint);
        }
        values
    }

    fn values<const COUNT: usize>(&self, frame: usize, joint: usize) -> [f64; COUNT] {
        let Layout { joints, width, .. } = self.layout;
        match &self.values {
            Values::Stored(grid) => grid.numbers(joint / joints, frame, joint % joints * width),
            Values::Decoded(_) => [f64::NAN; COUNT],
        }
    }

    fn bone_length(&self, frame: usize, joint: usize, parent: usize) -> f64 {
        self.position(frame, joint).distance(self.position(frame, parent))
    }

    /// Each joint on some frames.
    fn samples(&self) -> impl Iterator<Item = (usize, usize)> {
        let joints = self.joints();
        let frames = sample_frames(self.frames);
        frames.flat_map(move |frame| (0..joints).map(move |joint| (frame, joint)))
    }

    /// Whether bones between joints and their parents are as long at the end as at the beginning.
    pub fn keep_bone_lengths(&self, parents: &[Option<usize>]) -> bool {
        /// How much shorter a bone may be, as a part of it.
        const SAME: f64 = 0.05;
        let last = self.frames.saturating_sub(1);
        parents.iter().enumerate().all(|(joint, parent)| {
            let Some(parent) = *parent else { return true };
            let lengths = [0, last / 2, last].map(|frame| self.bone_length(frame, joint, parent));
            let longest = lengths.into_iter().fold(0.0, f64::max);
            lengths.iter().all(|length| longest - length <= SAME * longest)
        })
    }

    /// Whether most bones of a body change their length by more than half, or have none: these are no positions.
    pub fn change_bone_lengths(&self, parents: &[Option<usize>]) -> bool {
        let (mut bones, mut changing) = (0, 0);
        for (joint, parent) in parents.iter().enumerate() {
            let Some(parent) = *parent else { continue };
            let lengths = sample_frames(self.frames)
                .map(|frame| self.bone_length(frame, joint, parent))
                .filter(|length| length.is_finite());
            let (least, most) = lengths.fold((f64::INFINITY, 0.0), |(least, most), length| {
                (length.min(least), length.max(most))
            });
            if least.is_finite() {
                bones += 1;
                changing += usize::from(least <= 0.5 * most);
            }
        }
        2 * changing > bones
    }

    /// Whether these are the rotations of a body, each an axis with its angle, rather than positions.
    pub fn are_rotations(&self, body: &[BodyJoint]) -> bool {
        let parents: Vec<Option<usize>> = body.iter().map(|joint| joint.parent).collect();
        let is_rotation = |value: DVec3| !value.is_finite() || value.length() <= 2.0 * PI;
        body.len() == self.joints()
            && self.samples().all(|(frame, joint)| is_rotation(self.position(frame, joint)))
            && self.change_bone_lengths(&parents)
    }

    /// Takes a fourth value for a confidence where it can be one, and so a third one in a picture; `false` where what
    /// stands behind a position is something else. With a confidence of 0 a joint is missing.
    pub fn settle_confidence(&mut self) -> bool {
        let at = match self.layout.width {
            WITH_CONFIDENCE => 3,
            3 if self.is_flat => 2,
            width => return width <= 3,
        };
        let (mut least, mut most) = (f64::INFINITY, 0.0f64);
        // A fourth value may be of a quaternion.
        let (mut has_fractions, mut are_units) = (false, at == 3);
        for (frame, joint) in self.samples() {
            let [x, y, z, w] = self.values_before(frame, joint, at);
            let value = if at == 2 { z } else { w };
            if value.is_finite() {
                (least, most) = (least.min(value), most.max(value));
                has_fractions |= value.fract() != 0.0;
            }
            let square = x * x + y * y + z * z + w * w;
            are_units &= !square.is_finite() || (square - 1.0).abs() < 0.02;
        }
        // -1 stands for what was not seen at all; where nothing was, it is no confidence.
        if are_units || least < -1.0 || most <= 0.0 || most > 100.0 {
            return false;
        }
        let full = match (most, has_fractions) {
            // 0, 1 and 2 are what is missing, hidden and seen.
            (1.5.., false) if most <= 2.0 => 2.0,
            // Scores of heat maps may be a little more than 1.
            (..=2.0, _) => 1.0,
            _ => 100.0,
        };
        self.confidence = Some(Confidence { at, full });
        true
    }

    /// How many positions are gaps because nothing was seen of their joints.
    pub fn missing(&self) -> usize {
        let all = (0..self.frames).flat_map(|frame| (0..self.joints()).map(move |j| (frame, j)));
        let is_gap = |(frame, joint): &(usize, usize)| {
            let [x, y] = self.values(*frame, *joint);
            self.is_missing(*frame, *joint) && !x.is_nan() && (x, y) != (0.0, 0.0)
        };
        if self.confidence.is_some() { all.filter(is_gap).count() } else { 0 }
    }

    /// Settles whether these are positions in a picture, under a key: with nothing behind X and Y, or with a score.
    pub fn settle_picture(&mut self, key: &str) -> bool {
        let names_picture = IN_PICTURE.iter().any(|end| key.ends_with(end));
        self.is_flat = match self.layout.width {
            FLAT => true,
            3 => self.are_scored(names_picture),
            _ => false,
        };
        self.is_flat
    }

    /// Whether the third values can only be scores, or may well be where the name says so.
    fn are_scored(&self, names_picture: bool) -> bool {
        /// So many times as far from side to side as a score can be.
        const FAR: f64 = 50.0;
        const MAX_SCORE: f64 = 2.0;
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for (frame, joint) in self.samples() {
            let position = self.position(frame, joint);
            if position.is_finite() {
                (low, high) = (low.min(position), high.max(position));
            }
        }
        let size = high - low;
        let is_score = low.z >= 0.0 && high.z <= MAX_SCORE;
        is_score && (names_picture || size.x.min(size.y) > FAR)
    }

    /// Joins the sequences of a batch where each begins where the one ahead ends.
    fn join(&mut self) {
        /// How much longer the step from one to the next may be than those around it.
        const LONGER: f64 = 3.0;
        let LeadingAxes::PeopleFirst { people, frames } = self.layout.axes else { return };
        if self.people != people || frames < 2 || self.frames < frames {
            return;
        }
        let joints = self.layout.joints;
        // The mean way of the joints from one person and frame to another.
        let step = |from: (usize, usize), to: (usize, usize)| {
            let steps = (0..joints).filter_map(|joint| {
                let [from, to] =
                    [from, to].map(|(p, frame)| self.position(frame, p * joints + joint));
                Some(from.distance(to)).filter(|step| step.is_finite())
            });
            let (sum, count) = steps.fold((0.0, 0), |(sum, count), step| (sum + step, count + 1));
            (count > 0).then(|| sum / f64::from(count))
        };
        let last = frames - 1;
        let continues = |p: usize| {
            let before = step((p, last - 1), (p, last));
            let over = step((p, last), (p + 1, 0));
            let behind = step((p + 1, 0), (p + 1, 1));
            match (over, before.into_iter().chain(behind).reduce(f64::max)) {
                (Some(over), Some(usual)) => over <= LONGER * usual,
                _ => false,
            }
        };
        if (0..people - 1).all(continues)
            && let Values::Stored(grid) = &mut self.values
        {
            grid.join();
            if let Some(scores) = &mut self.scores {
                scores.join();
            }
            self.layout.axes = grid.axes;
            self.people = 1;
            self.frames = grid.frames();
        }
    }
}

/// Whether the values of an array can be how sure joints are.
fn are_parts_of_one(scores: &Grid<'_>, joints: usize) -> bool {
    let joints = scores.axes.people() * joints;
    let mut values = sample_frames(scores.frames())
        .flat_map(|frame| (0..joints).map(move |joint| (frame, joint)));
    values.all(|(frame, joint)| {
        let [score] = scores.numbers(0, frame, joint);
        score.is_nan() || (-0.01..=1.5).contains(&score)
    })
}

/// The text about an array in the take panel.
pub(super) fn storage(entry: &Entry<'_>) -> String {
    let Entry { key, header, .. } = entry;
    format!("{key}: {} of {} bytes", header.describe(), header.size)
}
