//! The rotations in the world that an archive has beside positions.

use std::ops::Range;

use glam::{DMat3, DQuat};

use super::super::error::LoadError;
use super::archive::Archive;
use super::array::{Array, Kind};
use super::places::Places;
use crate::take::{Place, WarningCode, Warnings};

/// The array of kimodo's files: a matrix for each joint, row by row.
const MATRICES: &str = "global_rot_mats";

/// That of Rushes' own: matrices, or x y z w of quaternions, in the world or in the parents' frames.
const OWN: &str = "rotations";

/// Rotations of joints in the world.
pub(super) struct Rotations<'a> {
    array: Array<'a>,
    /// How many values one has: 9 of a matrix, 4 of a quaternion.
    width: usize,
    /// Whose rotation each joint has: its own, or that of the joint that it is the tip of.
    of: Vec<usize>,
}

impl<'a> Rotations<'a> {
    /// Those of an archive, where they are of the same joints and turn with them.
    ///
    /// # Errors
    /// As in [`Archive::read`].
    pub fn find(
        archive: &Archive<'a>,
        places: &Places<'a>,
        parents: &[Option<usize>],
        warnings: &mut Warnings,
    ) -> Result<Option<Self>, LoadError> {
        let joints = places.joints();
        let frames = places.layout.lead.frames();
        let Some(entry) = archive.find(&[MATRICES, OWN]) else {
            return Ok(None);
        };
        let width = match *entry.header.squeezed(if entry.key == MATRICES { 4 } else { 3 }) {
            [f, j, 3, 3] if [f, j] == [frames, joints] => 9,
            [f, j, width @ (4 | 9)] if [f, j] == [frames, joints] => width,
            _ => 0,
        };
        if width > 0 && entry.header.kind == Kind::Float {
            let tips = archive.numbers(&["tip_of"], joints).unwrap_or_default();
            let of = |joint: usize| match tips.get(joint) {
                Some(&tip) if tip >= 0.0 && tip < joints as f64 => tip as usize,
                _ => joint,
            };
            let rotations = Self {
                array: archive.read(entry, if width == 9 { 4 } else { 3 }, warnings)?,
                width,
                of: (0..joints).map(of).collect(),
            };
            if entry.key == MATRICES || rotations.turn(places, parents) {
                return Ok(Some(rotations));
            }
        }
        let message =
            format!("{} are not of the joints in the world: they are not read", entry.key);
        let place = || Place::Byte(entry.at() as u64);
        warnings.add_at(WarningCode::ValuesLeftOut, place, message);
        Ok(None)
    }

    /// How many frames have one for each joint.
    pub fn frames(&self) -> usize {
        self.array.rows()
    }

    /// How a joint is turned in the world; not a number where it is not.
    pub fn at(&self, frame: usize, joint: usize) -> DQuat {
        /// How far from 1 the length of an axis may be for rounding to explain it.
        const ROUNDED: f64 = 0.02;
        let from = self.of[joint] * self.width;
        const SQUARES: Range<f64> =
            (1.0 - ROUNDED) * (1.0 - ROUNDED)..(1.0 + ROUNDED) * (1.0 + ROUNDED);
        let is_unit = |square: f64| SQUARES.contains(&square);
        let rotation = match self.width {
            9 => {
                let values = self.array.numbers_at::<9>(frame, from);
                let matrix = DMat3::from_cols_array(&values).transpose();
                let axes = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
                let is_rotation = axes.iter().all(|axis| is_unit(axis.length_squared()))
                    && (matrix.determinant() - 1.0).abs() < ROUNDED;
                is_rotation.then(|| DQuat::from_mat3(&matrix))
            }
            _ => {
                let quaternion = DQuat::from_array(self.array.numbers_at::<4>(frame, from));
                is_unit(quaternion.length_squared()).then_some(quaternion)
            }
        };
        match rotation {
            Some(rotation) => rotation.normalize(),
            None => DQuat::from_array([f64::NAN; 4]),
        }
    }

    /// Whether joints stay where they are in the frames of their parents, as they do where rotations are
    /// in the world.
    fn turn(&self, places: &Places<'_>, parents: &[Option<usize>]) -> bool {
        /// How far a joint may move there, as a part of the length of its bone.
        const SAME: f64 = 0.02;
        let last = places.frames.min(self.frames()).saturating_sub(1);
        parents.iter().enumerate().all(|(joint, parent)| {
            let Some(parent) = *parent else { return true };
            let local = |frame| {
                let bone = places.at(frame, joint) - places.at(frame, parent);
                self.at(frame, parent).inverse() * bone
            };
            let [first, middle, last] = [0, last / 2, last].map(local);
            let most = SAME * first.length();
            first.distance(middle) <= most && first.distance(last) <= most
        })
    }
}
