//! The rotations in the world that an archive has beside positions.

use std::ops::Range;

use glam::{DMat3, DQuat};

use super::super::error::LoadError;
use super::archive::Archive;
use super::array::{Array, Kind};
use super::positions::JointPositions;
use crate::take::{WarningCode, Warnings};

/// The array of kimodo's files: a matrix for each joint, row by row.
const MATRICES: &str = "global_rot_mats";

/// The array of Rushes' own: matrices, or x y z w of quaternions, in the world or in the parents' frames.
const OWN: &str = "rotations";

/// Rotations of joints in the world.
pub(super) struct Rotations<'a> {
    array: Array<'a>,
    /// Whole ones.
    pub frames: usize,
    /// Values of a rotation: 9 of a matrix, 4 of a quaternion.
    width: usize,
    /// Whose rotation each joint has: its own, or that of the joint that it is the tip of.
    owners: Vec<usize>,
}

impl<'a> Rotations<'a> {
    /// Those of an archive, where they are of the same joints and turn with them.
    pub fn find(
        archive: &Archive<'a>,
        positions: &JointPositions<'a>,
        parents: &[Option<usize>],
        warnings: &mut Warnings,
    ) -> Result<Option<Self>, LoadError> {
        let joints = positions.joints();
        let frames = positions.layout.axes.frames();
        let Some(entry) = archive.find(&[MATRICES, OWN]) else { return Ok(None) };
        let width = match *entry.header.squeezed(if entry.key == MATRICES { 4 } else { 3 }) {
            [f, j, 3, 3] if [f, j] == [frames, joints] => 9,
            [f, j, width @ (4 | 9)] if [f, j] == [frames, joints] => width,
            _ => 0,
        };
        if width > 0 && entry.header.kind == Kind::Float {
            let tips = archive.numbers(&["tip_of"], joints).unwrap_or_default();
            let owner = |joint: usize| match tips.get(joint) {
                Some(&tip) if tip >= 0.0 && tip < joints as f64 => tip as usize,
                _ => joint,
            };
            let array = archive.read(entry, if width == 9 { 4 } else { 3 }, warnings)?;
            let rotations = Self {
                frames: array.rows(),
                array,
                width,
                owners: (0..joints).map(owner).collect(),
            };
            if entry.key == MATRICES || rotations.keep_bones(positions, parents) {
                return Ok(Some(rotations));
            }
        }
        let message =
            format!("{} are not of the joints in the world: they are not read", entry.key);
        warnings.add_at(WarningCode::ValuesLeftOut, || entry.place(), message);
        Ok(None)
    }

    /// The rotation of a joint in the world; NaN where it has none.
    pub fn rotation(&self, frame: usize, joint: usize) -> DQuat {
        /// How far from 1 the length of an axis may be for rounding to explain it.
        const ROUNDED: f64 = 0.02;
        const SQUARES: Range<f64> =
            (1.0 - ROUNDED) * (1.0 - ROUNDED)..(1.0 + ROUNDED) * (1.0 + ROUNDED);
        let from = self.owners[joint] * self.width;
        let is_unit = |square: f64| SQUARES.contains(&square);
        let rotation = if self.width == 9 {
            let values = self.array.numbers_at::<9>(frame, from);
            let matrix = DMat3::from_cols_array(&values).transpose();
            let axes = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
            let is_rotation = axes.iter().all(|axis| is_unit(axis.length_squared()))
                && (matrix.determinant() - 1.0).abs() < ROUNDED;
            is_rotation.then(|| DQuat::from_mat3(&matrix))
        } else {
            let quaternion = DQuat::from_array(self.array.numbers_at::<4>(frame, from));
            is_unit(quaternion.length_squared()).then_some(quaternion)
        };
        match rotation {
            Some(rotation) => rotation.normalize(),
            None => DQuat::from_array([f64::NAN; 4]),
        }
    }

    /// Whether joints stay where they are in the frames of their parents, as they do where rotations are
    /// in the world.
    fn keep_bones(&self, positions: &JointPositions<'_>, parents: &[Option<usize>]) -> bool {
        /// How far a joint may move there, as a part of the length of its bone.
        const SAME: f64 = 0.02;
        let last = positions.frames.min(self.frames).saturating_sub(1);
        parents.iter().enumerate().all(|(joint, parent)| {
            let Some(parent) = *parent else { return true };
            let [first, middle, last] = [0, last / 2, last].map(|frame| {
                let bone = positions.position(frame, joint) - positions.position(frame, parent);
                self.rotation(frame, parent).inverse() * bone
            });
            let tolerance = SAME * first.length();
            first.distance(middle) <= tolerance && first.distance(last) <= tolerance
        })
    }
}
