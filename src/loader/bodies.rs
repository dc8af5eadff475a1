//! Rigid bodies and bones beside markers, as optical systems write them.
//!
//! ```text
//! file       a position; with a body also a quaternion, a matrix or Euler angles
//! node       its position along X, Y and Z, then three Euler angles
//! gap        NaN in all of them
//! ```
//!
//! Euler angles stay as the file has them. Quaternions and matrices become angles that are continuous
//! from frame to frame, so that their curves can be read.

use std::ops::Range;

use glam::{DMat3, DQuat, DVec4};

use super::Source;
use super::chunks::cut_off;
use super::error::{ErrorKind, LoadError};
use super::gaps::{COLUMNS, Gaps, HALF_A_MARKER};
use super::number::MAX_VALUE;
use super::sampled::XYZ;
use crate::take::{
    Angle, Axis, BoneEnd, Channel, EulerOrder, NodeId, Place, Skeleton, SkeletonBuilder,
    WarningCode, Warnings, continuous_angles,
};

/// How a file writes a rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RotationFormat {
    /// Three angles in degrees, about X, Y and Z; multiplied in this order, left to right.
    Angles(EulerOrder),
    /// x, y, z and w.
    Quaternion,
    /// A matrix, column by column.
    Matrix,
}

impl RotationFormat {
    pub fn width(self) -> usize {
        match self {
            Self::Angles(_) => 3,
            Self::Quaternion => 4,
            Self::Matrix => 9,
        }
    }

    /// The order in which the angles of the node are multiplied.
    fn order(self) -> EulerOrder {
        match self {
            Self::Angles(order) => order,
            Self::Quaternion | Self::Matrix => XYZ,
        }
    }

    /// The angles in degrees of the rotation that a file writes so, in [`Self::order`], as near as can
    /// be to those of the frame before; `None` where the numbers are no rotation.
    fn angles(self, numbers: &[f32], before: [f64; 3]) -> Option<[f64; 3]> {
        let at = |i: usize| f64::from(numbers[i]);
        if !numbers.iter().all(|number| number.abs() <= MAX_VALUE) {
            return None;
        }
        let rotation = match self {
            Self::Angles(order) => return Some(order.0.map(|axis| at(axis.index()))),
            Self::Quaternion => quaternion([0, 1, 2, 3].map(at))?,
            Self::Matrix => matrix([0, 1, 2, 3, 4, 5, 6, 7, 8].map(at))?,
        };
        Some(continuous_angles(XYZ, rotation, before))
    }
}

/// The rotation of a quaternion, which files round to a few decimals.
fn quaternion(numbers: [f64; 4]) -> Option<DQuat> {
    let is_unit = (0.9..1.1).contains(&DVec4::from_array(numbers).length());
    is_unit.then(|| DQuat::from_array(numbers).normalize())
}

/// The rotation of a matrix, unless that mirrors or stretches.
fn matrix(numbers: [f64; 9]) -> Option<DQuat> {
    let matrix = DMat3::from_cols_array(&numbers);
    let off = matrix * matrix.transpose() - DMat3::IDENTITY;
    let is_orthogonal = off.to_cols_array().iter().all(|part| part.abs() < 0.05);
    let is_mirror = matrix.determinant() < 0.0;
    (is_orthogonal && !is_mirror).then(|| DQuat::from_mat3(&matrix).normalize())
}

/// A marker, a rigid body or a bone.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub name: String,
    /// The first of the three columns of its position, among those that are read.
    pub position: usize,
    /// How its rotation is written, and from which column on.
    pub rotation: Option<(RotationFormat, usize)>,
    /// The bone that it hangs from, by its index among the parts ahead of it.
    pub parent: Option<usize>,
    /// Whether position and rotation are in the frame of that bone, not in the world.
    pub is_local: bool,
}

impl Part {
    /// A marker with its position in three columns from this one on.
    pub fn marker(name: String, first: usize) -> Self {
        Self { name, position: first, rotation: None, parent: None, is_local: false }
    }

    /// Markers side by side.
    pub fn markers(names: Vec<String>) -> impl ExactSizeIterator<Item = Self> {
        let names = names.into_iter().enumerate();
        names.map(|(i, name)| Self::marker(name, i * COLUMNS))
    }

    /// The columns of its position, and those of its rotation.
    pub fn columns(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let rotation = self.rotation.map(|(written, first)| first..first + written.width());
        std::iter::once(self.position..self.position + COLUMNS).chain(rotation)
    }

    fn width(&self) -> usize {
        if self.rotation.is_some() { COLUMNS + 3 } else { COLUMNS }
    }

    fn channels(&self) -> Vec<Channel> {
        let mut channels = Axis::ALL.map(Channel::Position).to_vec();
        if let Some((written, _)) = self.rotation {
            channels.extend(written.order().0.map(Channel::Rotation));
        }
        channels
    }
}

/// Puts parts in an order in which each comes behind its parent, and says which that is; where `are_local`, those
/// with one are in its frame.
pub(super) fn arrange(
    parts: &mut Vec<Part>,
    order: &[usize],
    parents: &[Option<usize>],
    are_local: bool,
) {
    let mut places = vec![0; order.len()];
    for (place, &i) in order.iter().enumerate() {
        places[i] = place;
    }
    let arranged = order.iter().map(|&i| Part {
        parent: parents[i].map(|parent| places[parent]),
        is_local: are_local && parents[i].is_some(),
        ..parts[i].clone()
    });
    *parts = arranged.collect();
}

/// A skeleton of these parts, in their order.
///
/// # Errors
/// Where bones hang from one another too deep, or there are more of them than a skeleton can number.
pub(super) fn skeleton(
    source: &Source<'_>,
    parts: impl IntoIterator<Item = Part, IntoIter: ExactSizeIterator>,
) -> Result<Skeleton, LoadError> {
    let parts = parts.into_iter();
    let mut build = SkeletonBuilder::new(Angle::Degrees);
    build.reserve(parts.len());
    let mut ids: Vec<NodeId> = Vec::with_capacity(parts.len());
    for mut part in parts {
        let parent = part.parent.map(|parent| ids[parent]);
        let id = build.node(std::mem::take(&mut part.name), parent);
        let id = id.map_err(|_| LoadError::new(source, ErrorKind::TooDeep))?;
        let node = build.node_mut(id);
        node.is_world_space = !part.is_local;
        node.channels = part.channels();
        if let Some(parent) = parent {
            build.bone(parent, BoneEnd::Node(id));
        }
        ids.push(id);
    }
    Ok(build.finish())
}

/// Makes the motion table of some parts out of `rows` rows with so many values each, as they stand in
/// the file, and warns of gaps; `place` is where a row stands.
pub(super) fn write_channels(
    values: &mut Vec<f32>,
    (rows, columns): (usize, usize),
    parts: &[Part],
    place: impl Fn(usize) -> Place,
    warnings: &mut Warnings,
) {
    let width: usize = parts.iter().map(Part::width).sum();
    debug_assert!(width <= columns, "a row only becomes shorter");
    let mut read = vec![0.0; columns];
    let mut angles = vec![[0.0; 3]; parts.len()];
    let mut faults = Faults::default();
    for row in 0..rows {
        read.copy_from_slice(&values[row * columns..][..columns]);
        let mut free = &mut values[row * width..][..width];
        for (part, angles) in parts.iter().zip(&mut angles) {
            let channels = free.split_off_mut(..part.width()).unwrap_or_default();
            faults.write_part(part, &read, channels, angles, row);
        }
    }
    cut_off(values, rows * width);
    faults.warn(place, warnings);
}

#[derive(Default)]
struct Faults {
    gaps: Gaps,
    /// The first row with half a position.
    half: Option<usize>,
    /// How many rotations cannot be used, and the first row with one.
    unusable: usize,
    first_unusable: usize,
}

impl Faults {
    /// Writes the channels of a part for a row.
    fn write_part(
        &mut self,
        part: &Part,
        read: &[f32],
        channels: &mut [f32],
        angles: &mut [f64; 3],
        row: usize,
    ) {
        let (position, rotation) = channels.split_at_mut(COLUMNS);
        position.copy_from_slice(&read[part.position..][..COLUMNS]);
        let Some((written, first)) = part.rotation else { return self.close(position, row) };
        let found = written.angles(&read[first..][..written.width()], *angles);
        let is_origin = position.iter().all(|&value| value == 0.0);
        // A body may stand in the origin, unless nothing is said of how it is turned there.
        if !is_origin || found.is_none() {
            self.close(position, row);
        }
        if position[0].is_nan() {
            return rotation.fill(f32::NAN);
        }
        if let Some(found) = found {
            *angles = found;
        } else {
            if self.unusable == 0 {
                self.first_unusable = row;
            }
            self.unusable += 1;
        }
        for (value, angle) in rotation.iter_mut().zip(*angles) {
            *value = angle as f32;
        }
    }

    /// Makes a gap of a position that is none.
    fn close(&mut self, position: &mut [f32], row: usize) {
        if self.gaps.close(position, row) {
            self.half.get_or_insert(row);
        }
    }

    fn warn(self, place: impl Fn(usize) -> Place, warnings: &mut Warnings) {
        self.gaps.warn(&place, warnings);
        if let Some(row) = self.half {
            let code = WarningCode::MarkerIncomplete;
            warnings.add_times(code, place(row), HALF_A_MARKER, self.gaps.half);
        }
        if self.unusable > 0 {
            let place = place(self.first_unusable);
            let message = "a rotation is missing or none: it keeps the one of the frame before";
            warnings.add_times(WarningCode::ValueReplaced, place, message, self.unusable);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAN: f32 = f32::NAN;

    fn body(written: RotationFormat) -> Part {
        Part { rotation: Some((written, COLUMNS)), ..Part::marker("body".into(), 0) }
    }

    /// The settled rows of a body, and the warnings about them.
    fn settled(written: RotationFormat, rows: &[&[f32]]) -> (Vec<[f32; 6]>, Vec<String>) {
        let mut values = rows.concat();
        let mut warnings = Warnings::default();
        let size = (rows.len(), rows[0].len());
        write_channels(
            &mut values,
            size,
            &[body(written)],
            |row| Place::Byte(row as u64),
            &mut warnings,
        );
        let messages = warnings.finish().iter().map(ToString::to_string).collect();
        let rows = values.as_chunks::<6>();
        assert!(rows.1.is_empty());
        (rows.0.to_vec(), messages)
    }

    #[test]
    fn quaternions_and_matrices_of_one_rotation_become_the_same_angles() {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let quaternion = [1., 2., 3., 0., 0., half, half];
        let matrix = [1., 2., 3., 0., 1., 0., -1., 0., 0., 0., 0., 1.];
        for (written, row) in
            [(RotationFormat::Quaternion, &quaternion[..]), (RotationFormat::Matrix, &matrix)]
        {
            let (rows, messages) = settled(written, &[row]);
            let off = rows[0].iter().zip([1., 2., 3., 90., 0., 0.]);
            assert!(off.clone().all(|(a, b)| (a - b).abs() < 1e-4), "{rows:?}");
            assert_eq!(messages, [""; 0]);
        }
    }

    #[test]
    fn angles_go_on_beyond_half_a_turn() {
        let row = |degrees: f32| {
            let (sin, cos) = (degrees.to_radians() / 2.0).sin_cos();
            [1., 2., 3., sin, 0., 0., cos]
        };
        let rows: Vec<[f32; 7]> = (0..50).map(|i| row(i as f32 * 20.0)).collect();
        let rows: Vec<&[f32]> = rows.iter().map(|row| row.as_slice()).collect();
        let (rows, _) = settled(RotationFormat::Quaternion, &rows);
        let off = |(i, row): (usize, &[f32; 6])| (row[5] - i as f32 * 20.0).abs();
        assert!(rows.iter().enumerate().all(|row| off(row) < 1e-3), "{rows:?}");
    }

    #[test]
    fn angles_of_the_file_stay_and_act_in_their_order() {
        let order = EulerOrder([Axis::Y, Axis::X, Axis::Z]);
        let written = RotationFormat::Angles(order);
        let (rows, _) = settled(written, &[&[1., 2., 3., 10., 500., -30.]]);
        assert_eq!(rows, [[1., 2., 3., 500., 10., -30.]]);
        assert_eq!(body(written).channels()[3..], order.0.map(Channel::Rotation));
    }

    #[test]
    fn the_place_decides_whether_a_body_is_missing() {
        let (rows, messages) = settled(
            RotationFormat::Quaternion,
            &[
                &[1., 2., 3., 0., 0., 1., 0.],
                &[NAN, NAN, NAN, 0., 0., 0., 1.],
                &[1., 2., 3., 0., 0., 0., 0.],
                &[1., NAN, 3., 0., 0., 0., 1.],
                &[0., 0., 0., 0., 0., 0., 0.],
                &[0., 0., 0., 0., 0., 0., 1.],
                &[0., 0., 0., NAN, NAN, NAN, NAN],
            ],
        );
        assert_eq!(rows[0][..4], [1., 2., 3., 180.]);
        assert_eq!(rows[2][..4], [1., 2., 3., 180.]);
        assert_eq!(rows[5][..3], [0., 0., 0.]);
        for missing in [1, 3, 4, 6] {
            assert!(rows[missing].iter().all(|value| value.is_nan()), "{missing}");
        }
        let starts = ["byte 2: a rotation", "byte 3: a marker with", "byte 4: a marker exactly"];
        assert_eq!(messages.len(), starts.len(), "{messages:?}");
        for (message, start) in messages.iter().zip(starts) {
            assert!(message.starts_with(start), "{message}");
        }
        assert!(messages[2].ends_with("(2 times)"));
    }

    #[test]
    fn a_mirror_and_a_stretch_are_no_rotations() {
        let mirror = [1., 0., 0., 0., 1., 0., 0., 0., -1.];
        for numbers in [mirror, [2.; 9], [0.; 9], mirror.map(|n: f32| n.abs() * 1.2)] {
            assert_eq!(RotationFormat::Matrix.angles(&numbers, [0.0; 3]), None);
        }
        assert_eq!(RotationFormat::Quaternion.angles(&[0., 0., 0., 2.], [0.0; 3]), None);
    }
}
