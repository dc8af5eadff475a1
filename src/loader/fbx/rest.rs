//! The nodes of the skeleton with their rest pose: the bind pose, where the file has one.

use glam::{DMat3, DQuat, DVec3};
use ufbx::{Node, RotationOrder};

use super::super::sampled::{Rigid, SampledNode, XYZ};
use super::super::word::plain_text;
use super::motion::Motions;
use super::nodes::SkeletonNodes;
use crate::take::{Axis, EulerOrder};

/// The nodes as they are sampled, with their rest pose in the world.
pub(super) fn sampled_nodes(
    skeleton: &SkeletonNodes<'_>,
    motions: &Motions<'_>,
    rest: &[Rigid],
) -> Vec<SampledNode> {
    let sampled = skeleton.nodes.iter().enumerate().map(|(i, &node)| {
        let mut name = plain_text(&node.element.name);
        if name.is_empty() {
            name = format!("node {i}");
        }
        let mut sampled = SampledNode::new(name, skeleton.parents[i], rest[i]);
        if node.use_rotation_space {
            sampled.order = order(node);
            sampled.pre = rotation_property(node, "PreRotation");
            sampled.post = rotation_property(node, "PostRotation");
        }
        sampled.post = sampled.post.inverse();
        sampled.moves = motions.moves[i];
        sampled.has_bone = skeleton.has_bone[i];
        sampled
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
fn rotation_property(node: &Node, name: &str) -> DQuat {
    let Some(property) = node.element.props.find_prop(name) else { return DQuat::IDENTITY };
    let angles = property.value_vec4;
    let rotation = XYZ.rotation([angles.z, angles.y, angles.x].map(f64::to_radians));
    if rotation.is_finite() { rotation } else { DQuat::IDENTITY }
}

/// The rest pose in the world: the bind pose, where it can be believed. Bind poses are kept by each mesh and skeleton for
/// itself and are not always in the space of the scene: one whose bones have other lengths is not believed.
pub(super) fn rest_pose(skeleton: &SkeletonNodes<'_>, motions: &Motions<'_>) -> Vec<Rigid> {
    let unanimated = motions.rest_pose();
    let mut rest: Vec<Rigid> = Vec::with_capacity(unanimated.len());
    for (i, node) in skeleton.nodes.iter().enumerate() {
        rest.push(match (bind_pose(node), skeleton.parents[i]) {
            (Some(bound), _) => bound,
            (None, None) => unanimated[i],
            (None, Some(parent)) => {
                let local = unanimated[i].in_frame_of(&unanimated[parent]);
                let above = rest[parent];
                Rigid {
                    position: above.position + above.rotation * local.position,
                    rotation: above.rotation * local.rotation,
                }
            }
        });
    }
    let length = |all: &[Rigid]| -> f64 {
        let bones = skeleton.parents.iter().enumerate().filter(|(i, _)| skeleton.has_bone[*i]);
        bones
            .filter_map(|(i, parent)| Some(all[i].position.distance(all[(*parent)?].position)))
            .sum()
    };
    let ratio = length(&rest) / length(&unanimated);
    if (0.8..1.25).contains(&ratio) { rest } else { unanimated }
}

/// `None` where there is none, or its matrix has no three directions.
fn bind_pose(node: &Node) -> Option<Rigid> {
    let m = &ufbx::get_bone_pose(node.bind_pose.as_ref()?, node)?.bone_to_world;
    let x = DVec3::new(m.m00, m.m10, m.m20).try_normalize()?;
    let y = DVec3::new(m.m01, m.m11, m.m21);
    let y = (y - x * x.dot(y)).try_normalize()?;
    let rotation = DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))).normalize();
    let position = DVec3::new(m.m03, m.m13, m.m23);
    position.is_finite().then_some(Rigid { position, rotation })
}
