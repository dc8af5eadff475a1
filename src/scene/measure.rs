//! The readings of a node on one frame: transform, speed, channel values.

use glam::{Affine3A, DMat3, DVec3};

use super::stage::Stage;
use crate::evaluate::{Chain, local};
use crate::posture::Unit;
use crate::take::{Angle, Axis, Channel, EulerOrder, NodeId, Take};

/// Where something is and how it is turned, in the file's unit and axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeTransform {
    /// In the file's unit of length.
    pub position: DVec3,
    /// Angles in degrees about the node's own X, Y and Z, one after the other: `R = Rx · Ry · Rz`. The middle one is
    /// between −90 and 90; where it is one of them, only X and Z together are settled, and Z is 0.
    pub rotation: DVec3,
}

/// One channel of a node, and what the file says it is on a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// What the file calls the channel: `Xrotation`.
    pub name: String,
    /// NaN in a gap.
    pub value: f32,
    /// As people write it: `°`, `cm`; empty where there is none, or none that is certain.
    pub unit: &'static str,
    /// Lower and upper limit, infinite where there is none; `None` for a channel that is free.
    pub limits: Option<[f32; 2]>,
}

impl Reading {
    pub fn is_beyond(&self) -> bool {
        self.limits.is_some_and(|limits| is_beyond(self.value, limits))
    }

    pub fn text(&self) -> String {
        format_value(self.value.into(), self.unit)
    }
}

impl NodeTransform {
    fn from_affine(transform: Affine3A) -> Option<Self> {
        transform.is_finite().then(|| Self {
            position: transform.translation.as_dvec3(),
            rotation: euler_angles(transform.matrix3.as_dmat3()),
        })
    }

    /// Where a node is in its parent and how it is turned there; for a node in world space, in the world. `None` in a
    /// gap. Panics where the take has frames, but not this one.
    pub fn local(take: &Take, node: NodeId, frame: usize) -> Option<Self> {
        Self::from_affine(local(&take.skeleton, node, take.row(frame)))
    }

    /// Where a node is in the file's world and how it is turned there. `None` in a gap.
    pub fn global(take: &Take, node: NodeId, frame: usize) -> Option<Self> {
        Self::from_affine(
            Chain::ending_at(&take.skeleton, node).global(&take.skeleton, take.row(frame)),
        )
    }
}

/// The angles in degrees whose rotations make `matrix`: `Rx · Ry · Rz`.
pub fn euler_angles(matrix: DMat3) -> DVec3 {
    DVec3::from(EulerOrder(Axis::ALL).angles(&matrix).map(f64::to_degrees))
}

/// How fast a node goes through the world, in metres a second: from the frame before to the frame after, at the ends
/// of the take from or to the frame itself. `None` where one of these frames has a gap, and for a take with fewer
/// than two frames. Panics where the take does not have this frame.
pub fn speed(take: &Take, stage: &Stage, node: NodeId, frame: usize) -> Option<f64> {
    let motion = &take.motion;
    let last = motion.frame_count().checked_sub(1)?;
    let [before, after] = [frame.saturating_sub(1), (frame + 1).min(last)];
    let chain = Chain::ending_at(&take.skeleton, node);
    let at = |frame: usize| chain.position(&take.skeleton, motion.row(frame)).as_dvec3();
    // A node that is not there now has no speed, though its neighbours may be.
    if before == after || !at(frame).is_finite() {
        return None;
    }
    let way = (at(after) - at(before)).length() * stage.unit.metres;
    let speed = way / ((after - before) as f64 * motion.frame_time());
    speed.is_finite().then_some(speed)
}

/// How far two nodes are apart, in metres; `None` in a gap. Panics where the take has frames, but not this one.
pub fn distance(take: &Take, stage: &Stage, nodes: [NodeId; 2], frame: usize) -> Option<f64> {
    let row = take.row(frame);
    let [a, b] = nodes.map(|node| {
        Chain::ending_at(&take.skeleton, node).position(&take.skeleton, row).as_dvec3()
    });
    let metres = a.distance(b) * stage.unit.metres;
    metres.is_finite().then_some(metres)
}

/// The channels of a node on a frame, in the file's order. Panics where the take has frames, but not this one.
pub fn channel_readings(take: &Take, stage: &Stage, node: NodeId, frame: usize) -> Vec<Reading> {
    let skeleton = &take.skeleton;
    let values = &take.row(frame)[skeleton[node].columns()];
    let channels = skeleton[node].channels.iter().zip(values).enumerate();
    let reading = |(index, (&channel, &value)): (usize, (&Channel, &f32))| Reading {
        name: take.channel_name(node, index),
        value,
        unit: unit_of(channel, skeleton.angle(), &stage.unit),
        limits: limits_of(skeleton[node].limits(), index),
    };
    channels.map(reading).collect()
}

/// The limits of the channel at `index`; `None` where it is free at both ends.
pub(super) fn limits_of(limits: &[[f32; 2]], index: usize) -> Option<[f32; 2]> {
    limits.get(index).copied().filter(|[low, high]| low.is_finite() || high.is_finite())
}

/// Whether a value is outside of limits. A gap is not.
pub(super) fn is_beyond(value: f32, [low, high]: [f32; 2]) -> bool {
    value < low || value > high
}

/// The unit of a channel's values, where it has one and it is certain: one that was guessed from
/// the figure's height says nothing of what the file's numbers are meant to be.
pub(super) fn unit_of(channel: Channel, angle: Angle, length: &Unit) -> &'static str {
    match channel {
        Channel::Rotation(_) => match angle {
            Angle::Degrees => "°",
            Angle::Radians => "rad",
        },
        _ if channel.is_length() && !length.is_guessed() => length.symbol().unwrap_or_default(),
        _ => "",
    }
}

/// A running number for people: always as many decimals, so that it stands still while it counts,
/// fewer where it is large; with its unit behind it. A dash in a gap.
pub fn format_value(value: f64, unit: &str) -> String {
    if !value.is_finite() {
        return "–".to_string();
    }
    let text = match value.abs() {
        ..1e4 => format!("{value:.3}"),
        ..1e6 => format!("{value:.1}"),
        ..1e9 => format!("{value:.0}"),
        _ => format!("{value:.2e}"),
    };
    let is_zero = !text.contains(|c: char| c.is_ascii_digit() && c != '0');
    let text = match text.strip_prefix('-') {
        Some(digits) if is_zero => digits.to_string(),
        Some(digits) => format!("−{digits}"),
        None => text,
    };
    match unit {
        "" => text,
        _ => format!("{text} {unit}"),
    }
}
