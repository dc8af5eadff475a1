//! The equations: a node's transform in its parent's frame, and in the world.

use glam::{Affine3A, Quat, Vec3};

use super::number::Number;
use super::turn::{HalfTurn, Turn, Unit};
use crate::take::{Channel, Node, Skeleton};

/// The values of a row, or of several rows at once.
pub(super) trait Row<N> {
    /// The value of a column.
    fn value(&self, column: usize) -> N;

    /// The half turn that the value of a column is as an angle.
    fn half_turn(&self, column: usize) -> HalfTurn<N>;
}

/// A row by itself.
pub(super) struct Single<'a> {
    row: &'a [f32],
    unit: Unit,
}

impl<'a> Single<'a> {
    /// A row of this skeleton.
    ///
    /// # Panics
    /// Where `row` does not have the skeleton's columns.
    pub fn of(skeleton: &Skeleton, row: &'a [f32]) -> Self {
        assert_eq!(row.len(), skeleton.columns(), "a row has every column");
        let unit = Unit::of(skeleton.angle());
        Self { row, unit }
    }
}

impl Row<f32> for Single<'_> {
    #[inline(always)]
    fn value(&self, column: usize) -> f32 {
        self.row[column]
    }

    #[inline(always)]
    fn half_turn(&self, column: usize) -> HalfTurn<f32> {
        self.unit.half_turn(self.row[column])
    }
}

/// A node's transform in its parent's frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local<N> {
    pub turn: Turn<N>,
    pub translation: [N; 3],
    pub bone_scale: N,
}

impl<N: Number> Local<N> {
    /// `T(offset + translation) · pre · R(channels) · post`.
    ///
    /// Equation 2.3, M = T·R·S with S kept apart. For BVH `pre` and `post` are identity, which
    /// leaves equation 3.2 with equation 3.1 for R; for HTR `pre` is R0 of equation 3.6.
    #[inline(always)]
    pub fn of(node: &Node, row: &impl Row<N>) -> Self {
        Self::with::<true>(node, row)
    }

    /// [`Self::of`], or without `TURNS` all of it but the rotation, for a node from which nothing hangs.
    #[inline(always)]
    pub fn with<const TURNS: bool>(node: &Node, row: &impl Row<N>) -> Self {
        let [x, y, z] = node.offset.to_array();
        let mut translation = [N::of(x), N::of(y), N::of(z)];
        let mut turn = None;
        if node.pre != Quat::IDENTITY {
            turn = Some(Turn::of(node.pre));
        }
        let mut bone_scale = N::of(1.0);
        for (i, &channel) in node.channels.iter().enumerate() {
            let column = node.first_column + i;
            match channel {
                Channel::Translation(axis) => {
                    let along = &mut translation[axis.index()];
                    *along = *along + row.value(column);
                }
                Channel::Slide(axis) => {
                    let value = row.value(column);
                    let way = (node.pre * axis.unit()).to_array();
                    for i in 0..3 {
                        translation[i] = translation[i] + N::of(way[i]) * value;
                    }
                }
                Channel::Position(axis) => translation[axis.index()] = row.value(column),
                Channel::Rotation(_) if !TURNS => {}
                Channel::Rotation(axis) => {
                    let half = row.half_turn(column);
                    turn = Some(match turn {
                        None => Turn::about(axis, half),
                        Some(turn) => turn.then_about(axis, half),
                    });
                }
                Channel::BoneScale => bone_scale = row.value(column),
                Channel::BoxSize(_) | Channel::Unused => {}
            }
        }
        let mut turn = turn.unwrap_or(Turn::none());
        if node.post != Quat::IDENTITY {
            turn = turn.after(Turn::of(node.post));
        }
        Self {
            turn,
            translation,
            bone_scale,
        }
    }

    /// As a transform of points.
    #[inline(always)]
    pub fn transform(&self) -> Transform<N> {
        Transform {
            axes: self.turn.axes(),
            translation: self.translation,
        }
    }
}

impl Local<f32> {
    /// A part `t` of the way to another.
    pub fn blend(&self, to: &Self, t: f32) -> Self {
        let turn = Quat::from(self.turn).slerp(to.turn.into(), t);
        let from = Vec3::from(self.translation);
        Self {
            turn: Turn::of(turn),
            translation: from.lerp(to.translation.into(), t).to_array(),
            bone_scale: self.bone_scale + (to.bone_scale - self.bone_scale) * t,
        }
    }
}

/// A rotation and a translation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transform<N> {
    /// The axes of the frame, as columns.
    pub axes: [[N; 3]; 3],
    pub translation: [N; 3],
}

impl<N: Number> Transform<N> {
    /// A place in the frame, in the frame around it.
    #[inline(always)]
    pub fn place(&self, at: [N; 3]) -> [N; 3] {
        let [x, y, z] = self.turned(at);
        let [a, b, c] = self.translation;
        [x + a, y + b, z + c]
    }

    /// A way in the frame, in the frame around it.
    #[inline(always)]
    fn turned(&self, [x, y, z]: [N; 3]) -> [N; 3] {
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
            axes: [self.turned(x), self.turned(y), self.turned(z)],
            translation: self.place(local.translation),
        }
    }
}

impl From<Transform<f32>> for Affine3A {
    #[inline(always)]
    fn from(transform: Transform<f32>) -> Self {
        let [x, y, z] = transform.axes.map(Into::into);
        Self {
            matrix3: glam::Mat3A::from_cols(x, y, z),
            translation: transform.translation.into(),
        }
    }
}
