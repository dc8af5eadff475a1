//! HumanML3D's features of a motion, from which the positions of its joints are worked out.
//!
//! ```text
//! 0          by how much half of the heading turns until the next frame, in radians about Y
//! 1, 2       how far the root goes until then, along X and Z of its heading
//! 3          how high the root is
//! 4 …        the places of the other joints from below the root, in its heading
//! …          their rotations, six values each; velocities of all joints; contacts of the feet: not read
//! ```
//!
//! 263 values are the 22 joints of SMPL's body at 20 frames a second, in metres; 251 are the 21 joints of
//! KIT's motions at 12.5. Y is up. The equations are those of the published recovery of positions.

use glam::DVec3;

use super::archive::Entry;
use super::array::{Header, Kind};
use super::body::BODY;
use super::grid::{Grid, Lead};

/// A set of features, known by how many there are.
pub(super) struct Set {
    pub name: &'static str,
    pub width: usize,
    pub rate: f64,
    pub metres: Option<f64>,
    joints: usize,
}

const SETS: [Set; 2] = [
    Set {
        name: "HumanML3D: 22 joints of SMPL's body",
        width: 263,
        rate: 20.0,
        metres: Some(1.0),
        joints: 22,
    },
    Set {
        name: "HumanML3D: 21 joints of KIT",
        width: 251,
        rate: 12.5,
        metres: None,
        joints: KIT.len(),
    },
];

/// The joints of KIT's model of a body, and their parents; the root is its own.
const KIT: [(&str, usize); 21] = [
    ("root", 0),
    ("spine", 0),
    ("chest", 1),
    ("neck", 2),
    ("head", 3),
    ("left_shoulder", 3),
    ("left_elbow", 5),
    ("left_wrist", 6),
    ("right_shoulder", 3),
    ("right_elbow", 8),
    ("right_wrist", 9),
    ("left_hip", 0),
    ("left_knee", 11),
    ("left_ankle", 12),
    ("left_foot", 13),
    ("left_toes", 14),
    ("right_hip", 0),
    ("right_knee", 16),
    ("right_ankle", 17),
    ("right_foot", 18),
    ("right_toes", 19),
];

impl Set {
    /// The set that an array is of, and how its frames are counted.
    pub fn of(header: &Header) -> Option<(&'static Self, Lead)> {
        let lead = width_of(header, &SETS.each_ref().map(|set| set.width))?;
        let width = *header.shape.last()?;
        let set = SETS.iter().find(|set| set.width == width)?;
        Some((set, lead))
    }

    /// Names and parents of the joints.
    pub fn joints(&self) -> Vec<(&'static str, Option<usize>)> {
        let root =
            |(i, (name, parent)): (usize, (&'static str, usize))| (name, (i > 0).then_some(parent));
        if self.joints == BODY.len() {
            let body = BODY.into_iter().map(|(name, parent, _)| (name, parent));
            body.enumerate().map(root).collect()
        } else {
            KIT.into_iter().enumerate().map(root).collect()
        }
    }
}

/// How the frames of an array are counted that has one of these numbers of values for each.
pub(super) fn width_of(header: &Header, widths: &[usize]) -> Option<Lead> {
    let (width, ahead) = header.shape.split_last()?;
    let is_it = header.kind == Kind::Float && widths.contains(width);
    Lead::of(ahead).filter(|lead| is_it && lead.frames() > 0 && lead.people() > 0)
}

/// Positions of joints in the world.
pub(super) struct Decoded {
    pub joints: usize,
    places: Vec<DVec3>,
}

impl Decoded {
    /// The positions that features stand for, on as many frames as are whole.
    pub fn of(set: &Set, grid: &Grid<'_>) -> Self {
        let frames = grid.frames();
        let mut places = Vec::with_capacity(frames * set.joints);
        // The angle is half of that by which the heading turns, and the root goes on from 0.
        let (mut half, mut root) = (0.0f64, DVec3::ZERO);
        let mut before = [0.0; 3];
        for frame in 0..frames {
            let [turn, x, z, height] = grid.at::<4>(0, frame, 0);
            half += before[0];
            let (sin, cos) = (2.0 * half).sin_cos();
            // By the inverse of the heading: about Y, the other way round.
            let turned = |v: DVec3| DVec3::new(cos * v.x - sin * v.z, v.y, sin * v.x + cos * v.z);
            root += turned(DVec3::new(before[1], 0.0, before[2]));
            before = [turn, x, z];
            places.push(DVec3::new(root.x, height, root.z));
            for joint in 1..set.joints {
                let local = DVec3::from(grid.at::<3>(0, frame, 4 + 3 * (joint - 1)));
                let place = turned(local) + DVec3::new(root.x, 0.0, root.z);
                places.push(place);
            }
        }
        Self { joints: set.joints, places }
    }

    /// How many frames there are.
    pub fn frames(&self) -> usize {
        self.places.len() / self.joints
    }

    /// Where a joint is on a frame.
    pub fn at(&self, frame: usize, joint: usize) -> DVec3 {
        self.places[frame * self.joints + joint]
    }
}

/// What is told of features that no body can have: those that a network was trained on, around 0.
pub(super) fn normalised(entry: &Entry<'_>) -> String {
    format!(
        "{} are features whose bones change their length by more than half: they are normalised",
        entry.key
    )
}
