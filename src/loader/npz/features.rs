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

use super::array::{Header, Kind};
use super::grid::Grid;
use super::leading_axes::LeadingAxes;
use super::tree::{smpl_body, with_root};

pub(super) struct FeatureSet {
    pub name: &'static str,
    /// Values of a frame, by which a set is known.
    pub width: usize,
    pub rate: f64,
    pub metres: Option<f64>,
    pub joints: usize,
}

#[rustfmt::skip]
const SETS: [FeatureSet; 2] = [
    FeatureSet {
        name: "HumanML3D: 22 joints of SMPL's body", width: 263, rate: 20.0, metres: Some(1.0), joints: 22,
    },
    FeatureSet { name: "HumanML3D: 21 joints of KIT", width: 251, rate: 12.5, metres: None, joints: KIT.len() },
];

/// The joints of KIT's model of a body, and their parents; the root is its own.
#[rustfmt::skip]
const KIT: [(&str, usize); 21] = [
    ("root", 0), ("spine", 0), ("chest", 1), ("neck", 2), ("head", 3),
    ("left_shoulder", 3), ("left_elbow", 5), ("left_wrist", 6),
    ("right_shoulder", 3), ("right_elbow", 8), ("right_wrist", 9),
    ("left_hip", 0), ("left_knee", 11), ("left_ankle", 12), ("left_foot", 13), ("left_toes", 14),
    ("right_hip", 0), ("right_knee", 16), ("right_ankle", 17), ("right_foot", 18), ("right_toes", 19),
];

impl FeatureSet {
    /// The set that an array is of, and its leading axes.
    pub fn find(header: &Header) -> Option<(&'static Self, LeadingAxes)> {
        SETS.iter().find_map(|set| Some((set, axes_of_width(header, set.width)?)))
    }

    pub fn tree(&self) -> Vec<(&'static str, Option<usize>)> {
        if self.joints == KIT.len() { with_root(&KIT) } else { smpl_body() }
    }
}

/// The leading axes of an array that has so many values a frame.
pub(super) fn axes_of_width(header: &Header, width: usize) -> Option<LeadingAxes> {
    let (last, ahead) = header.shape.split_last()?;
    let axes = LeadingAxes::from_shape(ahead)?;
    let is_it = header.kind == Kind::Float && *last == width;
    (is_it && axes.frames() > 0 && axes.people() > 0).then_some(axes)
}

/// Works out the positions of all joints in the world, frame by frame, on as many frames as are whole.
pub(super) fn decode(set: &FeatureSet, grid: &Grid<'_>) -> Vec<DVec3> {
    let frames = grid.frames();
    let mut positions = Vec::with_capacity(frames * set.joints);
    // The angle is half of that by which the heading turns, and the root goes on from 0.
    let (mut half, mut root) = (0.0f64, DVec3::ZERO);
    let mut before = [0.0; 3];
    for frame in 0..frames {
        let [turn, x, z, height] = grid.numbers::<4>(0, frame, 0);
        half += before[0];
        let (sin, cos) = (2.0 * half).sin_cos();
        // By the inverse of the heading: about Y, the other way round.
        let turned = |v: DVec3| DVec3::new(cos * v.x - sin * v.z, v.y, sin * v.x + cos * v.z);
        root += turned(DVec3::new(before[1], 0.0, before[2]));
        before = [turn, x, z];
        positions.push(DVec3::new(root.x, height, root.z));
        for joint in 1..set.joints {
            let local = DVec3::from(grid.numbers::<3>(0, frame, 4 + 3 * (joint - 1)));
            positions.push(turned(local) + DVec3::new(root.x, 0.0, root.z));
        }
    }
    positions
}
