//! How an ASF file becomes a skeleton, and which columns the values of an AMC file go to.
//!
//! The definition turns a bone about axes of its own: with C the rotation that its `axis` gives,
//! and M the one of its degrees of freedom, it stands in the world as `W = W(parent)·C·M·C⁻¹`. The
//! frame of every node is that of the world in the rest pose, where directions are given.

use glam::{DQuat, DVec3, Quat, Vec3};

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::number::MAX_VALUE;
use super::super::scanner::{plain, quoted};
use super::bone::{BoneData, Dof};
use super::skeleton::Asf;
use crate::take::{
    Angle, Axis, Body, BoneEnd, Channel, EulerOrder, Mass, NodeId, Skeleton, SkeletonBuilder,
};

/// A skeleton, and where the values of its bones go.
pub(super) struct Built {
    pub skeleton: Skeleton,
    /// For the root and then each bone of the file, the place of each value in a row.
    pub slots: Vec<Vec<Slot>>,
    /// For each bone of the file, its node; `None` for one that hangs nowhere.
    pub nodes: Vec<Option<NodeId>>,
}

/// Where a value of a frame goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slot {
    /// The column; `None` for a bone that is left out.
    pub column: Option<usize>,
    /// What the value is multiplied with: the unit of length, for lengths.
    pub factor: f32,
}

/// A channel, and the degree of freedom that it comes from.
type Driven = (Channel, usize);

/// Makes a skeleton whose rotation channels are in `angle`.
pub(super) fn build(source: &Source<'_>, asf: &Asf<'_>, angle: Angle) -> Result<Built, LoadError> {
    let mut build = SkeletonBuilder::new(angle);
    let too_deep = |at: usize| LoadError::at(source, at, ErrorKind::TooDeep);
    let mut nodes: Vec<Option<NodeId>> = vec![None; asf.bones.len()];
    // Where the children of a bone hang: from its own node, or from the one at its moving end.
    let mut ends: Vec<Option<NodeId>> = vec![None; asf.bones.len()];
    let mut driven: Vec<(NodeId, usize, Driven)> = Vec::new();

    let root = build.node("root", None).map_err(|_| too_deep(0))?;
    let own = channels(&asf.root.order, Channel::Translation);
    let node = build.node_mut(root);
    node.offset = position(source, asf)?;
    node.pre = turn(asf.root.orientation, asf.root.axis, asf.units.angle).as_quat();
    node.channels = own.iter().map(|&(channel, _)| channel).collect();
    driven.extend(own.into_iter().map(|channel| (root, 0, channel)));

    for link in &asf.links {
        let bone = &asf.bones[link.child];
        let along = along(source, asf, bone)?;
        let (parent, offset) = match link.parent {
            None => (Some(root), Vec3::ZERO),
            Some(parent) => match ends[parent] {
                Some(end) => (Some(end), Vec3::ZERO),
                None => (nodes[parent], self::along(source, asf, &asf.bones[parent])?),
            },
        };
        let name = plain(bone.name);
        let id = build.node(name.clone(), parent).map_err(|_| too_deep(bone.at))?;
        nodes[link.child] = Some(id);
        let own = channels(&bone.dof, Channel::Slide);
        let axes = turn(bone.axis.0, bone.axis.1, asf.units.angle);
        let node = build.node_mut(id);
        node.offset = offset;
        node.pre = axes.as_quat();
        node.post = axes.inverse().as_quat();
        node.channels = own.iter().map(|&(channel, _)| channel).collect();
        node.body = body(asf, bone, &own, angle);
        driven.extend(own.into_iter().map(|channel| (id, link.child + 1, channel)));

        let Some(stretch) = bone.dof.iter().position(|dof| *dof == Dof::Stretch) else {
            build.bone(id, BoneEnd::Local(along));
            continue;
        };
        let end = build.node(format!("{name}_end"), Some(id)).map_err(|_| too_deep(bone.at))?;
        ends[link.child] = Some(end);
        let node = build.node_mut(end);
        node.offset = along;
        node.pre = from_y(bone.direction);
        node.post = node.pre.inverse();
        node.channels = vec![Channel::Slide(Axis::Y)];
        node.body = bone.limits.get(stretch).map(|limits| {
            Box::new(Body {
                limits: vec![limits.map(|limit| limit * asf.units.length)],
                ..Body::default()
            })
        });
        driven.push((end, link.child + 1, (Channel::Slide(Axis::Y), stretch)));
        build.bone(id, BoneEnd::Node(end));
    }

    let skeleton = build.finish();
    let slots = slots(asf, &skeleton, &driven);
    Ok(Built { skeleton, slots, nodes })
}

/// The channels of degrees of freedom, but for `l`. Rotations are applied in the order of the file,
/// so that as factors they stand from right to left; translations come before them.
fn channels(dof: &[Dof], translation: impl Fn(Axis) -> Channel) -> Vec<Driven> {
    let all = || dof.iter().enumerate();
    let moves = all().filter_map(|(i, dof)| match dof {
        Dof::Move(axis) => Some((translation(*axis), i)),
        _ => None,
    });
    let turns = all().rev().filter_map(|(i, dof)| match dof {
        Dof::Turn(axis) => Some((Channel::Rotation(*axis), i)),
        _ => None,
    });
    moves.chain(turns).collect()
}

/// Rotation by angles about X, Y and Z, applied in an order.
fn turn(angles: [f32; 3], [first, second, third]: [Axis; 3], unit: Angle) -> DQuat {
    let order = EulerOrder([third, second, first]);
    let radians = |axis: Axis| unit.to_radians(f64::from(angles[axis.index()]));
    order.rotation(order.0.map(radians))
}

/// The rotation that brings Y to a direction.
fn from_y(direction: [f32; 3]) -> Quat {
    let to = DVec3::from(direction.map(f64::from)).normalize_or(DVec3::Y);
    DQuat::from_rotation_arc(DVec3::Y, to).as_quat()
}

/// From a bone's start to its end in the rest pose.
fn along(source: &Source<'_>, asf: &Asf<'_>, bone: &BoneData<'_>) -> Result<Vec3, LoadError> {
    let length = f64::from(bone.length) * f64::from(asf.units.length);
    if length.abs() > f64::from(MAX_VALUE) {
        let message = format!("{} is longer than anything can be", quoted(bone.name));
        return Err(LoadError::contradiction(source, bone.at, message));
    }
    let direction = DVec3::from(bone.direction.map(f64::from));
    Ok((direction * length).as_vec3())
}

/// Where the root stands in the rest pose.
fn position(source: &Source<'_>, asf: &Asf<'_>) -> Result<Vec3, LoadError> {
    let position = Vec3::from(asf.root.position) * asf.units.length;
    if position.abs().max_element() > MAX_VALUE {
        let message = "the root is farther away than anything can be";
        let kind = ErrorKind::Contradiction(message.into());
        return Err(LoadError::new(source, kind));
    }
    Ok(position)
}

/// Limits in the order of the channels and in the units of the motion, and masses.
fn body(asf: &Asf<'_>, bone: &BoneData<'_>, own: &[Driven], angle: Angle) -> Option<Box<Body>> {
    let turned = match (asf.units.angle, angle) {
        (Angle::Degrees, Angle::Radians) => 1f32.to_radians(),
        (Angle::Radians, Angle::Degrees) => 1f32.to_degrees(),
        _ => 1.0,
    };
    let limits = own.iter().filter_map(|&(channel, dof)| {
        let factor = match channel {
            Channel::Rotation(_) => turned,
            _ => asf.units.length,
        };
        let limits = bone.limits.get(dof)?;
        Some(limits.map(|limit| limit * factor))
    });
    let body = Body {
        limits: limits.collect(),
        mass: bone.mass.map(|mass| Mass {
            body: f64::from(mass) * f64::from(asf.units.mass),
            centre: bone.centre.map(|centre| f64::from(centre) * f64::from(asf.units.length)),
        }),
        ..Body::default()
    };
    (body != Body::default()).then(|| Box::new(body))
}

/// The places of the values of the root and of every bone.
fn slots(asf: &Asf<'_>, skeleton: &Skeleton, driven: &[(NodeId, usize, Driven)]) -> Vec<Vec<Slot>> {
    let orders = std::iter::once(&asf.root.order).chain(asf.bones.iter().map(|bone| &bone.dof));
    let empty = |dof: &Dof| Slot {
        column: None,
        factor: match dof {
            Dof::Turn(_) => 1.0,
            Dof::Move(_) | Dof::Stretch => asf.units.length,
        },
    };
    let mut slots: Vec<Vec<Slot>> = orders.map(|order| order.iter().map(empty).collect()).collect();
    let mut before: Option<NodeId> = None;
    let mut column = 0;
    // The channels of a node follow each other as its columns do.
    for &(node, owner, (_, dof)) in driven {
        column = match before {
            Some(same) if same == node => column + 1,
            _ => skeleton[node].first_column,
        };
        before = Some(node);
        slots[owner][dof].column = Some(column);
    }
    slots
}
