//! How a figure stands: along which axis it points on most frames, and the rotation to an axis.

use std::f64::consts::{FRAC_PI_2, PI};

use glam::{DQuat, DVec3};

use crate::take::{Axis, SignedAxis};

/// Some frames throughout all of them.
pub(super) fn some_of(frames: usize) -> impl Iterator<Item = usize> {
    const SOME: usize = 60;
    let some = frames.min(SOME);
    (0..some).map(move |i| i * frames / some)
}

/// The axis along which most of some unit vectors point; `None` where there is none.
pub(super) fn axis_of(all: impl Iterator<Item = DVec3>) -> Option<SignedAxis> {
    /// How much of their mean lies along it.
    const MOST: f32 = 0.75;
    let all = all.filter(|way| way.is_finite());
    let (sum, count) = all.fold((DVec3::ZERO, 0), |(sum, count), way| (sum + way, count + 1));
    let mean = sum.as_vec3() / (count.max(1)) as f32;
    SignedAxis::ALL.into_iter().find(|axis| axis.along(mean) > MOST)
}

/// The rotation from the figure's Y to what is up.
pub(super) fn upright(up: SignedAxis) -> DQuat {
    let back = if up.is_negative { -1.0 } else { 1.0 };
    match up.axis {
        Axis::X => DQuat::from_rotation_z(-FRAC_PI_2 * back),
        Axis::Y if up.is_negative => DQuat::from_rotation_x(PI),
        Axis::Y => DQuat::IDENTITY,
        Axis::Z => DQuat::from_rotation_x(FRAC_PI_2 * back),
    }
}
