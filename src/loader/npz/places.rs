//! The positions of joints over time, and the frames of them that are there.

use std::f64::consts::PI;

use glam::DVec3;

use super::super::Source;
use super::super::error::LoadError;
use super::super::rate::counted;
use super::super::unread_rows::Damage;
use super::archive::{Archive, Entry};
use super::array::{Header, Kind};
use super::body::BodyJoint;
use super::features::Decoded;
use super::grid::{Grid, Lead};
use super::standing::some_of;

/// What arrays of positions are called, those first that say the most: what is in space ahead of what may
/// be in a picture.
pub(super) const NAMES: [&str; 24] = [
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
    "keypoints3D",
    "kpts3d",
    "poses_3d",
    "pose3d",
    "S",
    "reconstruction",
    "skeleton_3d",
    "world_landmarks",
    "landmarks",
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

/// How many a joint has with its confidence.
const WITH_CONFIDENCE: usize = 4;

/// Fewer joints in a row of numbers, or in an array whose name tells nothing, are something else.
const MIN_JOINTS: usize = 5;

/// How the positions lie in their array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub lead: Lead,
    /// Of each person.
    pub joints: usize,
    /// How many values a joint has, the first three of which are its place.
    pub width: usize,
    /// How many indices of the array are of a frame.
    tail: usize,
}

/// What is known of an array before its shape is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// Its name says that it is of positions.
    Name,
    /// It is the only one of its file.
    Alone,
    Nothing,
}

impl Layout {
    /// How an array would be read as positions.
    fn of(header: &Header, known: Known) -> Option<Self> {
        let of = |tail: usize, joints: usize, width: usize| {
            let ahead = header.shape.len().checked_sub(tail)?;
            let lead = Lead::of(header.shape.get(..ahead)?)?;
            (lead.frames() > 0 && lead.people() > 0 && joints > 0).then_some(Self {
                lead,
                joints,
                width,
                tail,
            })
        };
        let is_number = match header.kind {
            Kind::Float => true,
            // Bytes are pictures.
            Kind::Signed | Kind::Unsigned => header.size > 1,
            _ => false,
        };
        if !is_number {
            return None;
        }
        let fits = |width: usize| match known {
            _ if width == 3 => true,
            Known::Alone => width == WITH_CONFIDENCE || WIDTHS.contains(&width),
            Known::Name => width == WITH_CONFIDENCE,
            Known::Nothing => false,
        };
        match header.shape[..] {
            [.., joints, width] if fits(width) => of(2, joints, width).filter(|layout| {
                // Many matrices, or triples of nobody knows what.
                let is_number = header.kind == Kind::Float || known == Known::Alone;
                let is_plain = layout.lead.people() == 1 && is_number;
                known == Known::Name || is_plain || joints >= MIN_JOINTS
            }),
            _ => None,
        }
        .or_else(|| {
            let &row = header.shape.last()?;
            let flat = of(1, row / 3, 3).filter(|_| row % 3 == 0)?;
            let is_one = known == Known::Name && flat.lead.people() == 1;
            let is_many = known != Known::Nothing && flat.joints >= MIN_JOINTS;
            (is_one || is_many).then_some(flat)
        })
    }

    /// The array whose name says that it is of positions.
    pub fn by_name<'e, 'a>(archive: &'e Archive<'a>) -> Option<(&'e Entry<'a>, Self)> {
        let known = if archive.is_alone { Known::Alone } else { Known::Name };
        let fits = |entry: &'e Entry<'a>| Some((entry, Self::of(&entry.header, known)?));
        NAMES.iter().find_map(|name| fits(archive.find(&[name])?))
    }

    /// How an array is read that can hardly be of anything else.
    pub fn by_shape(entry: &Entry<'_>, is_alone: bool) -> Option<Self> {
        let known = if is_alone { Known::Alone } else { Known::Nothing };
        let key = entry.key.to_ascii_lowercase();
        let is_other = OTHERS.iter().any(|word| key.contains(word));
        Self::of(&entry.header, known).filter(|_| !is_other || is_alone)
    }

    /// How many indices of its array count.
    pub fn indices(&self) -> usize {
        self.lead.indices() + self.tail
    }
}

/// Positions, as many as are there.
pub(super) struct Places<'a> {
    values: Values<'a>,
    pub layout: Layout,
    /// How many people are shown.
    pub people: usize,
    /// How many frames are whole.
    pub frames: usize,
    /// Below which confidence a joint is not there.
    limit: Option<f64>,
}

enum Values<'a> {
    Stored(Grid<'a>),
    Decoded(Decoded),
}

impl<'a> Places<'a> {
    /// Those of an array; of one sequence of a batch, where that is asked for.
    pub fn new(mut grid: Grid<'a>, layout: Layout, sequence: Option<usize>) -> Self {
        grid.only(sequence);
        let mut places = Self {
            people: sequence.map_or(layout.lead.people(), |_| 1),
            frames: grid.frames(),
            values: Values::Stored(grid),
            layout,
            limit: None,
        };
        places.join();
        places
    }

    /// Those that were worked out of features.
    pub fn decoded(decoded: Decoded) -> Self {
        let layout = Layout {
            lead: Lead::Frames(decoded.frames()),
            joints: decoded.joints,
            width: 3,
            tail: 2,
        };
        Self {
            people: 1,
            frames: decoded.frames(),
            values: Values::Decoded(decoded),
            layout,
            limit: None,
        }
    }

    /// How many joints all people have.
    pub fn joints(&self) -> usize {
        self.people * self.layout.joints
    }

    /// Where a joint is on a frame, which counts through all people.
    pub fn at(&self, frame: usize, joint: usize) -> DVec3 {
        match (&self.values, self.limit) {
            (Values::Decoded(decoded), _) => decoded.at(frame, joint),
            (Values::Stored(_), None) => {
                let [x, y, z] = self.values_at(frame, joint);
                DVec3::new(x, y, z)
            }
            (Values::Stored(_), Some(limit)) => {
                let [x, y, z, confidence] = self.values_at(frame, joint);
                if confidence >= limit { DVec3::new(x, y, z) } else { DVec3::NAN }
            }
        }
    }

    fn values_at<const COUNT: usize>(&self, frame: usize, joint: usize) -> [f64; COUNT] {
        let Layout { joints, width, .. } = self.layout;
        match &self.values {
            Values::Stored(grid) => grid.at(joint / joints, frame, joint % joints * width),
            Values::Decoded(_) => [f64::NAN; COUNT],
        }
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
            lengths.iter().all(|length| longest - length <= SAME * longest)
        })
    }

    /// Whether most bones of a body change their length by more than half, or have none: these are no places.
    pub fn change_by_half(&self, parents: &[Option<usize>]) -> bool {
        let (mut bones, mut changing) = (0, 0);
        for (joint, parent) in parents.iter().enumerate() {
            let Some(parent) = *parent else { continue };
            let lengths = some_of(self.frames)
                .map(|frame| self.at(frame, joint).distance(self.at(frame, parent)))
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

    /// Whether these are the rotations of a body, each an axis with its angle, rather than places.
    pub fn are_turns(&self, body: &[BodyJoint]) -> bool {
        let parents: Vec<Option<usize>> = body.iter().map(|joint| joint.parent).collect();
        let is_turn = |place: DVec3| !place.is_finite() || place.length() <= 2.0 * PI;
        let joints = self.joints();
        let all = some_of(self.frames).flat_map(|frame| (0..joints).map(move |j| (frame, j)));
        body.len() == joints
            && all.into_iter().all(|(frame, joint)| is_turn(self.at(frame, joint)))
            && self.change_by_half(&parents)
    }

    /// Takes a fourth value for a confidence where it can be one; `false` where it is something else. With a
    /// confidence below what is usual a joint is not there.
    pub fn settle_confidence(&mut self) -> bool {
        /// Of 1: what estimators and what comes after them leave out.
        const LIMIT: f64 = 0.3;
        if self.layout.width != WITH_CONFIDENCE {
            return self.layout.width == 3;
        }
        let (mut least, mut most, mut units) = (f64::INFINITY, f64::NEG_INFINITY, true);
        let (mut parts, mut places) = (false, false);
        for frame in some_of(self.frames) {
            for joint in 0..self.joints() {
                let [x, y, z, w] = self.values_at(frame, joint);
                if w.is_finite() {
                    (least, most) = (least.min(w), most.max(w));
                    parts |= w.fract() != 0.0;
                }
                let square = x * x + y * y + z * z + w * w;
                units &= !square.is_finite() || (square - 1.0).abs() < 0.02;
                places |= square.is_finite();
            }
        }
        // -1 stands for what was not seen at all.
        let is_it = places && !units && least >= -1.0 && most <= 100.0;
        self.limit = is_it.then_some(match (most, parts) {
            (..=1.0, true) => LIMIT,
            // 0, 1 and 2 are what is missing, hidden and seen.
            (..=2.0, false) => 0.5,
            (..=1.5, true) => LIMIT,
            _ => 100.0 * LIMIT,
        });
        is_it
    }

    /// How many places are gaps because of their confidence, and the limit.
    pub fn unsure(&self) -> Option<(usize, f64)> {
        let limit = self.limit?;
        let all = (0..self.frames).flat_map(|frame| (0..self.joints()).map(move |j| (frame, j)));
        let is_unsure = |(frame, joint): &(usize, usize)| {
            let [x, _, _, confidence] = self.values_at(*frame, *joint);
            !(confidence >= limit || x.is_nan())
        };
        Some((all.filter(is_unsure).count(), limit))
    }

    /// Whether these are places in a picture, with a score for the third value.
    pub fn are_flat(&self) -> bool {
        /// So many times as far from side to side as a score can be.
        const FAR: f64 = 50.0;
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for frame in some_of(self.frames) {
            for joint in 0..self.joints() {
                let place = self.at(frame, joint);
                if place.is_finite() {
                    (low, high) = (low.min(place), high.max(place));
                }
            }
        }
        let size = high - low;
        low.z >= 0.0 && high.z <= 1.0 && size.x.min(size.y) > FAR
    }

    /// Joins the sequences of a batch where each goes on where the one ahead ends.
    fn join(&mut self) {
        let Lead::PeopleFirst { people, frames } = self.layout.lead else {
            return;
        };
        if self.people != people || frames < 2 || self.frames < frames {
            return;
        }
        let joints = self.layout.joints;
        let step = |from: (usize, usize), to: (usize, usize)| {
            let steps = (0..joints).filter_map(|joint| {
                let [from, to] = [from, to].map(|(p, frame)| self.at(frame, p * joints + joint));
                Some(from.distance(to)).filter(|step| step.is_finite())
            });
            let (sum, count) = steps.fold((0.0, 0), |(sum, count), step| (sum + step, count + 1));
            (count > 0).then(|| sum / f64::from(count))
        };
        /// How much longer the step from one to the next may be than those around it.
        const LONGER: f64 = 3.0;
        let goes_on = |p: usize| {
            let last = frames - 1;
            let [before, over, behind] = [
                step((p, last - 1), (p, last)),
                step((p, last), (p + 1, 0)),
                step((p + 1, 0), (p + 1, 1)),
            ];
            match (over, before.into_iter().chain(behind).reduce(f64::max)) {
                (Some(over), Some(usual)) => over <= LONGER * usual,
                _ => false,
            }
        };
        if (0..people - 1).all(goes_on)
            && let Values::Stored(grid) = &mut self.values
        {
            grid.join();
            self.layout.lead = grid.lead;
            self.people = 1;
            self.frames = grid.frames();
        }
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
