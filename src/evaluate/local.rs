//! The equations: a node's transform in its parent's frame, and in the world.

use glam::{Affine3A, DQuat, DVec3, Quat, Vec3};

use super::lanes::Number;
use super::rotation::{AngleUnit, HalfAngle, Rotation};
use crate::take::{Angle, Axis, Channel, Node, NodeId, Skeleton};

/// The values of a row, or of several rows at once.
pub(super) trait Row<N> {
    fn value(&self, column: usize) -> N;

    /// Sine and cosine of half the angle in a column.
    fn half_angle(&self, column: usize) -> HalfAngle<N>;
}

/// A row by itself.
pub(super) struct Single<'a> {
    row: &'a [f32],
    unit: AngleUnit,
}

impl<'a> Single<'a> {
    /// A row of this skeleton.
    ///
    /// # Panics
    /// Where `row` does not have the skeleton's columns.
    pub fn new(skeleton: &Skeleton, row: &'a [f32]) -> Self {
        assert_eq!(row.len(), skeleton.columns(), "a row has every column");
        Self { row, unit: AngleUnit::new(skeleton.angle()) }
    }
}

impl Row<f32> for Single<'_> {
    #[inline(always)]
    fn value(&self, column: usize) -> f32 {
        self.row[column]
    }

    #[inline(always)]
    fn half_angle(&self, column: usize) -> HalfAngle<f32> {
        self.unit.half_angle(self.row[column])
    }
}

/// A row by itself, for double precision.
struct Double<'a> {
    row: &'a [f32],
    unit: Angle,
}

impl Row<f64> for Double<'_> {
    fn value(&self, column: usize) -> f64 {
        self.row[column].into()
    }

    fn half_angle(&self, column: usize) -> HalfAngle<f64> {
        let (sin, cos) = (0.5 * self.unit.to_radians(self.value(column))).sin_cos();
        [sin, cos]
    }
}

/// A node's transform in its parent's frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local<N> {
    pub rotation: Rotation<N>,
    pub translation: [N; 3],
    pub bone_scale: N,
}

impl<N: Number> Local<N> {
    /// `T(offset + translation) · pre · R(channels) · post`.
    ///
    /// Equation 2.3, M = T·R·S with S kept apart. For BVH `pre` and `post` are identity, which
    /// leaves equation 3.2 with equation 3.1 for R; for HTR `pre` is R0 of equation 3.6.
    #[inline(always)]
    pub fn evaluate(node: &Node, row: &impl Row<N>) -> Self {
        let [x, y, z] = node.offset.to_array();
        let mut translation = [N::splat(x), N::splat(y), N::splat(z)];
        let mut rotation = None;
        if node.pre != Quat::IDENTITY {
            rotation = Some(Rotation::from_quat(node.pre));
        }
        let mut bone_scale = N::splat(1.0);
        for (i, &channel) in node.channels.iter().enumerate() {
            let column = node.first_column + i;
            match channel {
                Channel::Translation(axis) => {
                    let along = &mut translation[axis.index()];
                    *along = *along + row.value(column);
                }
                Channel::Slide(axis) => {
                    let value = row.value(column);
                    let way: [N; 3] = axis_of(node.pre, axis);
                    for i in 0..3 {
                        translation[i] = translation[i] + way[i] * value;
                    }
                }
                Channel::Position(axis) => translation[axis.index()] = row.value(column),
                Channel::Rotation(axis) => {
                    let half = row.half_angle(column);
                    rotation = Some(match rotation {
                        None => Rotation::about_axis(axis, half),
                        Some(rotation) => rotation.then_about_axis(axis, half),
                    });
                }
                Channel::BoneScale => bone_scale = row.value(column),
                Channel::BoxSize(_) | Channel::Confidence | Channel::Unused => {}
            }
        }
        let mut rotation = rotation.unwrap_or(Rotation::identity());
        if node.post != Quat::IDENTITY {
            rotation = rotation.times(Rotation::from_quat(node.post));
        }
        Self { rotation, translation, bone_scale }
    }

    /// As a transform of points.
    #[inline(always)]
    pub fn transform(&self) -> Transform<N> {
        Transform { axes: self.rotation.axes(), translation: self.translation }
    }
}

impl Local<f32> {
    /// A part `t` of the way to another.
    pub fn blend(&self, to: &Self, t: f32) -> Self {
        let rotation = Quat::from(self.rotation).slerp(to.rotation.into(), t);
        let from = Vec3::from(self.translation);
        Self {
            rotation: Rotation::from_quat(rotation),
            translation: from.lerp(to.translation.into(), t).to_array(),
            bone_scale: self.bone_scale + (to.bone_scale - self.bone_scale) * t,
        }
    }

    /// Equation 2.4: the node's transform in the world, below a parent that stands there.
    #[inline(always)]
    pub fn global(&self, node: &Node, parent: Option<&Affine3A>) -> Affine3A {
        let transform = Affine3A::from(self.transform());
        match parent.filter(|_| !node.is_world_space) {
            Some(parent) => *parent * transform,
            None => transform,
        }
    }
}

/// An axis of the frame that a rotation gives. Hardly any node slides: kept out of the way of those
/// that rotate, which this made a fourteenth slower.
#[cold]
#[inline(never)]
fn axis_of<N: Number>(rotation: Quat, axis: Axis) -> [N; 3] {
    Rotation::<N>::from_quat(rotation).axes()[axis.index()]
}

/// The transform of a node in its parent's frame for one row of channel values; of a node in world space, in the world.
///
/// # Panics
/// Where `row` does not have the skeleton's columns.
pub fn local(skeleton: &Skeleton, id: NodeId, row: &[f32]) -> Affine3A {
    let single = Single::new(skeleton, row);
    Local::evaluate(&skeleton[id], &single).transform().into()
}

/// What [`local`] gives, in double precision: rotation, translation, and the scale of the node's own
/// bone. The digits of single precision are enough for a picture, and too few to take angles from.
///
/// # Panics
/// As [`local`].
pub fn local_in_double(skeleton: &Skeleton, id: NodeId, row: &[f32]) -> (DQuat, DVec3, f64) {
    assert_eq!(row.len(), skeleton.columns(), "a row has every column");
    let row = Double { row, unit: skeleton.angle() };
    let local = Local::evaluate(&skeleton[id], &row);
    (DQuat::from(local.rotation).normalize(), local.translation.into(), local.bone_scale)
}

/// A rotation and a translation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transform<N> {
    /// The axes of the frame, as columns.
    pub axes: [[N; 3]; 3],
    pub translation: [N; 3],
}

impl<N: Number> Transform<N> {
    /// A point in the frame, in the frame around it.
    #[inline(always)]
    pub fn transform_point(&self, at: [N; 3]) -> [N; 3] {
        let [x, y, z] = self.transform_vector(at);
        let [a, b, c] = self.translation;
        [x + a, y + b, z + c]
    }

    /// A vector in the frame, in the frame around it.
    #[inline(always)]
    fn transform_vector(&self, [x, y, z]: [N; 3]) -> [N; 3] {
        let [a, b, c] = self.axes;
        [
            a[0] * x + b[0] * y + c[0] * z,
            a[1] * x + b[1] * y + c[1] * z,
            a[2] * x + b[2] * y + c[2] * z,
        ]
    }

    /// Equation 2.4: a transform below this one, as one. The product of glam takes the same steps in
    /// the same order, for one frame; tests hold both to the same bits.
    #[inline(always)]
    pub fn times(&self, local: &Self) -> Self {
        let [x, y, z] = local.axes;
        Self {
            axes: [self.transform_vector(x), self.transform_vector(y), self.transform_vector(z)],
            translation: self.transform_point(local.translation),
        }
    }
}

impl From<Transform<f32>> for Affine3A {
    #[inline(always)]
    fn from(transform: Transform<f32>) -> Self {
        let [x, y, z] = transform.axes.map(Into::into);
        Self { matrix3: glam::Mat3A::from_cols(x, y, z), translation: transform.translation.into() }
    }
}
