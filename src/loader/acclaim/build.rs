//! How an ASF file becomes a skeleton, and which columns the values of an AMC file go to.
//!
//! The definition turns a bone about axes of its own: with C the rotation that its `axis` gives,
//! and M the one of its degrees of freedom, it stands in the world as `W = W(parent)·C·M·C⁻¹`. The
//! frame of every node is that of the world in the rest pose, where directions are given.

use glam::{DQuat, DVec3, Vec3};

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::number::MAX_VALUE;
use super::super::word::{plain, quoted};
use super::bone::{BoneData, Dof};
use super::skeleton::Asf;
use crate::take::{
    Angle, Axis, Body, BoneEnd, Channel, EulerOrder, Mass, NodeId, Skeleton, SkeletonBuilder,
};

pub(super) struct BuiltSkeleton {
    pub skeleton: Skeleton,
    /// For the root and then each bone of the file, where each of its values goes in a row.
    pub slots: Vec<Vec<Slot>>,
    /// For each bone of the file, its node; `None` for one that hangs nowhere.
    pub nodes: Vec<Option<NodeId>>,
}

pub(super) struct Slot {
    /// The column; `None` for a bone that is left out.
    pub column: Option<usize>,
    /// What the value is multiplied with: the unit of length, for lengths.
    pub factor: f32,
}

/// The degrees of freedom that drive the channels of a node, in their order.
struct Drivers {
    node: NodeId,
    /// 0 for the root, else the bone counted from 1.
    owner: usize,
    dofs: Vec<usize>,
}

/// Makes a skeleton whose rotation channels are in `angle`.
pub(super) fn build(
    source: &Source<'_>,
    asf: &Asf<'_>,
    angle: Angle,
) -> Result<BuiltSkeleton, LoadError> {
    let mut build = SkeletonBuilder::new(angle);
    let too_deep = |at: usize| LoadError::at(source, at, ErrorKind::TooDeep);
    let mut nodes: Vec<Option<NodeId>> = vec![None; asf.bones.len()];
    // Where the children of a bone hang: from its own node, or from the one at its moving end.
    let mut ends: Vec<Option<NodeId>> = vec![None; asf.bones.len()];
    let mut drivers: Vec<Drivers> = Vec::new();

    let root = build.node("root", None).map_err(|_| too_deep(0))?;
    let node = build.node_mut(root);
    node.offset = Vec3::from(asf.root.position) * asf.units.length;
    if node.offset.abs().max_element() > MAX_VALUE {
        let what = "the root is farther away than anything can be";
        return Err(LoadError::new(source, ErrorKind::Contradiction(what.into())));
    }
    node.pre = rotation(asf.root.orientation, asf.root.axis, asf.units.angle).as_quat();
    let (channels, dofs) = channels_of(&asf.root.order, Channel::Translation);
    node.channels = channels;
    drivers.push(Drivers { node: root, owner: 0, dofs });

    for link in &asf.links {
        let bone = &asf.bones[link.child];
        let owner = link.child + 1;
        let vector = bone_vector(source, asf, bone)?;
        let (parent, offset) = match link.parent {
            None => (Some(root), Vec3::ZERO),
            Some(parent) => match ends[parent] {
                Some(end) => (Some(end), Vec3::ZERO),
                None => (nodes[parent], bone_vector(source, asf, &asf.bones[parent])?),
            },
        };
        let name = plain(bone.name);
        let id = build.node(name.clone(), parent).map_err(|_| too_deep(bone.at))?;
        nodes[link.child] = Some(id);
        let axes = rotation(bone.axis.0, bone.axis.1, asf.units.angle);
        let (channels, dofs) = channels_of(&bone.dof, Channel::Slide);
        let node = build.node_mut(id);
        node.offset = offset;
        node.pre = axes.as_quat();
        node.post = axes.inverse().as_quat();
        node.channels = channels;
        node.body = body(asf, bone, &dofs, angle);
        drivers.push(Drivers { node: id, owner, dofs });

        let Some(length) = bone.dof.iter().position(|dof| *dof == Dof::Length) else {
            build.bone(id, BoneEnd::Local(vector));
            continue;
        };
        let end = build.node(format!("{name}_end"), Some(id)).map_err(|_| too_deep(bone.at))?;
        ends[link.child] = Some(end);
        let node = build.node_mut(end);
        node.offset = vector;
        // Brings Y to the bone's direction.
        let direction = DVec3::from(bone.direction.map(f64::from)).normalize_or(DVec3::Y);
        node.pre = DQuat::from_rotation_arc(DVec3::Y, direction).as_quat();
        node.post = node.pre.inverse();
        node.channels = vec![Channel::Slide(Axis::Y)];
        node.body = bone.limits.get(length).map(|limits| {
            let limits = vec![limits.map(|limit| limit * asf.units.length)];
            Box::new(Body { limits, ..Body::default() })
        });
        drivers.push(Drivers { node: end, owner, dofs: vec![length] });
        build.bone(id, BoneEnd::Node(end));
    }

    let skeleton = build.finish();
    let slots = slots(asf, &skeleton, &drivers);
    Ok(BuiltSkeleton { skeleton, slots, nodes })
}

/// The channels of degrees of freedom but for `l`, and the index of the one that each comes from.
/// Rotations are applied in the order of the file, so that as factors they stand from right to left;
/// translations come before them.
fn channels_of(dofs: &[Dof], translation: impl Fn(Axis) -> Channel) -> (Vec<Channel>, Vec<usize>) {
    let translations = dofs.iter().enumerate().filter_map(|(i, dof)| match *dof {
        Dof::Translation(axis) => Some((translation(axis), i)),
        _ => None,
    });
    let rotations = dofs.iter().enumerate().rev().filter_map(|(i, dof)| match *dof {
        Dof::Rotation(axis) => Some((Channel::Rotation(axis), i)),
        _ => None,
    });
    translations.chain(rotations).unzip()
}

/// Rotation by angles about X, Y and Z, applied in an order.
fn rotation(angles: [f32; 3], [first, second, third]: [Axis; 3], unit: Angle) -> DQuat {
    let order = EulerOrder([third, second, first]);
    order.rotation(order.0.map(|axis| unit.to_radians(f64::from(angles[axis.index()]))))
}

/// From a bone's start to its end in the rest pose.
fn bone_vector(source: &Source<'_>, asf: &Asf<'_>, bone: &BoneData<'_>) -> Result<Vec3, LoadError> {
    let length = f64::from(bone.length) * f64::from(asf.units.length);
    if length.abs() > f64::from(MAX_VALUE) {
        let message = format!("{} is longer than anything can be", quoted(bone.name));
        return Err(LoadError::contradiction(source, bone.at, message));
    }
    Ok((DVec3::from(bone.direction.map(f64::from)) * length).as_vec3())
}

/// Limits in the order of the channels and in the units of the motion, and masses.
fn body(asf: &Asf<'_>, bone: &BoneData<'_>, dofs: &[usize], angle: Angle) -> Option<Box<Body>> {
    let angle_factor = match (asf.units.angle, angle) {
        (Angle::Degrees, Angle::Radians) => 1f32.to_radians(),
        (Angle::Radians, Angle::Degrees) => 1f32.to_degrees(),
        _ => 1.0,
    };
    let limits = dofs.iter().filter_map(|&dof| {
        let factor = match bone.dof[dof] {
            Dof::Rotation(_) => angle_factor,
            Dof::Translation(_) | Dof::Length => asf.units.length,
        };
        Some(bone.limits.get(dof)?.map(|limit| limit * factor))
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

fn slots(asf: &Asf<'_>, skeleton: &Skeleton, drivers: &[Drivers]) -> Vec<Vec<Slot>> {
    let orders = std::iter::once(&asf.root.order).chain(asf.bones.iter().map(|bone| &bone.dof));
    let empty = |dof: &Dof| Slot {
        column: None,
        factor: match dof {
            Dof::Rotation(_) => 1.0,
            Dof::Translation(_) | Dof::Length => asf.units.length,
        },
    };
    let mut slots: Vec<Vec<Slot>> = orders.map(|order| order.iter().map(empty).collect()).collect();
    for Drivers { node, owner, dofs } in drivers {
        for (column, &dof) in (skeleton[*node].first_column..).zip(dofs) {
            slots[*owner][dof].column = Some(column);
        }
    }
    slots
}
