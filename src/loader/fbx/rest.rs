//! The nodes of the skeleton with their rest pose: the bind pose, where the file has one.

use glam::{DMat3, DQuat, DVec3};
use ufbx::{Matrix, Node, RotationOrder};

use super::super::sampled::{Rigid, SampledNode, XYZ};
use super::super::scanner::plain_text;
use super::motion::Motions;
use super::nodes::SkeletonNodes;
use crate::take::{Axis, EulerOrder};

/// The nodes as they are sampled, with where they are at rest, in the world.
pub(super) fn sampled_nodes(
    skeleton: &SkeletonNodes<'_>,
    motions: &Motions<'_>,
    rest: &[Rigid],
) -> Vec<SampledNode> {
    let nodes = skeleton.nodes.iter().enumerate();
    let sampled = nodes.map(|(i, &node)| {
        let (order, pre, post) = match node.use_rotation_space {
            true => (
                order(node),
                turned(node, "PreRotation"),
                turned(node, "PostRotation"),
            ),
            false => (XYZ, DQuat::IDENTITY, DQuat::IDENTITY),
        };
        let name = plain_text(&node.element.name);
        SampledNode {
            name: if name.is_empty() {
                format!("node {i}")
            } else {
                name
            },
            parent: skeleton.parents[i],
            order,
            pre,
            post: post.inverse(),
            rest: rest[i],
            moves: motions.moves(i),
            has_bone: skeleton.has_bone[i],
            end: None,
            part: None,
            is_secondary: false,
        }
    });
    sampled.collect()
}

/// How a node's angles are multiplied: an order is named by what turns first, which stands last.
fn order(node: &Node) -> EulerOrder {
    use Axis::{X, Y, Z};
    EulerOrder(match node.rotation_order {
        RotationOrder::Xyz | RotationOrder::Spheric => return XYZ,
        RotationOrder::Xzy => [Y, Z, X],
        RotationOrder::Yzx => [X, Z, Y],
        RotationOrder::Yxz => [Z, X, Y],
        RotationOrder::Zxy => [Y, X, Z],
        RotationOrder::Zyx => [X, Y, Z],
    })
}

/// A rotation that a node has beside its animated one, always in the order XYZ.
fn turned(node: &Node, property: &str) -> DQuat {
    let Some(property) = node.element.props.find_prop(property) else {
        return DQuat::IDENTITY;
    };
    let angles = property.value_vec4;
    let turned = XYZ.rotation([angles.z, angles.y, angles.x].map(f64::to_radians));
    if turned.is_finite() {
        turned
    } else {
        DQuat::IDENTITY
    }
}

/// All nodes at rest, in the world. Bind poses are kept by each mesh and skeleton for itself and are not
/// always in the space of the scene: one whose bones have other lengths is not believed.
pub(super) fn rest(skeleton: &SkeletonNodes<'_>, motions: &Motions<'_>) -> Vec<Rigid> {
    let stand = motions.stand();
    let mut rest: Vec<Rigid> = Vec::with_capacity(stand.len());
    for (i, node) in skeleton.nodes.iter().enumerate() {
        let bound = bind_pose(node);
        rest.push(bound.unwrap_or_else(|| match skeleton.parents[i] {
            Some(parent) => {
                let local = stand[i].in_frame_of(&stand[parent]);
                let above = rest[parent];
                Rigid {
                    place: above.place + above.rotation * local.place,
                    rotation: above.rotation * local.rotation,
                }
            }
            None => stand[i],
        }));
    }
    let length = |all: &[Rigid]| -> f64 {
        let bones = skeleton
            .parents
            .iter()
            .enumerate()
            .filter(|(i, _)| skeleton.has_bone[*i]);
        bones
            .filter_map(|(i, parent)| Some(all[i].place.distance(all[(*parent)?].place)))
            .sum()
    };
    let ratio = length(&rest) / length(&stand);
    match (0.8..1.25).contains(&ratio) {
        true => rest,
        false => stand,
    }
}

fn bind_pose(node: &Node) -> Option<Rigid> {
    let bone = ufbx::get_bone_pose(node.bind_pose.as_ref()?, node)?;
    rigid(&bone.bone_to_world)
}

/// Place and rotation of a matrix; `None` where it has no three directions.
fn rigid(matrix: &Matrix) -> Option<Rigid> {
    let m = matrix;
    let x = DVec3::new(m.m00, m.m10, m.m20).try_normalize()?;
    let y = DVec3::new(m.m01, m.m11, m.m21);
    let y = (y - x * x.dot(y)).try_normalize()?;
    let rotation = DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))).normalize();
    let place = DVec3::new(m.m03, m.m13, m.m23);
    place.is_finite().then_some(Rigid { place, rotation })
}
