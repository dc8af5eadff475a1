//! The meshes of scenes as points and lines that move with a skeleton.

use std::collections::HashMap;

use glam::{DAffine3, DVec3, Vec3};

use super::Source;
use super::error::{ErrorKind, LoadError};
use super::number::MAX_VALUE;
use super::sampled::Rigid;
use crate::take::{Influence, Mesh, NodeId};

/// How many influences of nodes on points, and lines between points, the meshes of a take have at most:
/// more of them cannot be told apart on a screen, and take longer to move than a screen has.
const MAX_INFLUENCES: usize = 1 << 19;
const MAX_LINES: usize = 1 << 18;

/// How many points, corners and joints are read for the meshes of a take however small its file is, and how many more for
/// each byte: meshes may share them.
const WORK: usize = 1 << 22;
const WORK_A_BYTE: usize = 1;

/// The largest weight that is believed: they add up to 1 in a sound file, and to 100 in some others.
const MAX_WEIGHT: f32 = 1e6;

/// The influence of a node on a point, whose `position` is in the node's frame. Nodes have positions and rotations
/// alone, so that their scale is in the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointWeight {
    pub node: usize,
    pub weight: f32,
    pub position: DVec3,
}

/// A node that moves points.
#[derive(Clone, Copy, Debug)]
pub(super) struct SkinJoint {
    node: usize,
    /// From the mesh to the node's frame, as the file has it.
    from_mesh: DAffine3,
    world_scale: DVec3,
}

impl SkinJoint {
    /// A joint, with its transform in the world and the inverse of its bind matrix.
    pub fn new(node: usize, world_from_joint: DAffine3, joint_from_mesh: DAffine3) -> Self {
        let m = world_from_joint.matrix3;
        let lengths = [m.x_axis, m.y_axis, m.z_axis].map(DVec3::length);
        Self { node, from_mesh: joint_from_mesh, world_scale: DVec3::from(lengths) }
    }

    /// A node that carries a mesh as it is, with its transform in the world and that of the mesh.
    pub fn carrier(node: usize, rigid: Rigid, world_from_mesh: DAffine3) -> Self {
        let world = DAffine3::from_rotation_translation(rigid.rotation, rigid.position);
        Self { node, from_mesh: world.inverse() * world_from_mesh, world_scale: DVec3::ONE }
    }

    pub fn weigh(&self, weight: f32, point: DVec3) -> JointWeight {
        let position = self.world_scale * self.from_mesh.transform_point3(point);
        JointWeight { node: self.node, weight, position }
    }
}

#[derive(Debug, Default)]
pub(super) struct Skin {
    name: String,
    points: u32,
    influences: Vec<(u32, usize, f32)>,
    positions: Vec<Vec3>,
    lines: Vec<[u32; 2]>,
    /// Points by what moves them: those that differ in colours or texture alone are one.
    known: HashMap<[u32; 4], u32>,
}

impl Skin {
    pub fn new(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    /// Adds a point, or finds the one in the same position. `None` where nothing moves it, or its position is unusable.
    pub fn add_point(&mut self, weights: &[JointWeight]) -> Option<u32> {
        let usable = |joint: &&JointWeight| {
            joint.weight > 0.0
                && joint.weight <= MAX_WEIGHT
                && joint.position.to_array().iter().all(|x| x.abs() <= f64::from(MAX_VALUE))
        };
        let weights = weights.iter().filter(usable);
        let sum: f32 = weights.clone().map(|joint| joint.weight).sum();
        let first = weights.clone().next()?;
        let [x, y, z] = first.position.as_vec3().to_array().map(f32::to_bits);
        let next = self.points;
        let point = *self.known.entry([first.node as u32, x, y, z]).or_insert(next);
        if point == next {
            self.points += 1;
            for joint in weights {
                self.influences.push((point, joint.node, joint.weight / sum));
                self.positions.push(joint.position.as_vec3());
            }
        }
        Some(point)
    }

    /// Adds the lines around a face. Corners that are no points have none.
    pub fn add_face(&mut self, corners: &[Option<u32>]) {
        let next = corners.iter().cycle().skip(1);
        self.lines.extend(corners.iter().zip(next).filter_map(|(a, b)| match (*a, *b) {
            (Some(a), Some(b)) if a != b => Some([a.min(b), a.max(b)]),
            _ => None,
        }));
    }

    /// Whether it is larger than any that is shown.
    pub fn is_too_large(&self) -> bool {
        self.influences.len() > MAX_INFLUENCES || self.lines.len() > 8 * MAX_LINES
    }
}

/// The meshes of a take as far as there is room, and how many there was no room for.
pub(super) struct Skins<'a> {
    source: &'a Source<'a>,
    pub meshes: Vec<Mesh>,
    nodes: Vec<NodeId>,
    /// How much may still be read, and shown.
    work: usize,
    influences: usize,
    lines: usize,
    pub left_out: usize,
}

impl<'a> Skins<'a> {
    /// No meshes yet, on a skeleton of these nodes.
    pub fn new(source: &'a Source<'a>, nodes: Vec<NodeId>) -> Self {
        Self {
            source,
            meshes: Vec::new(),
            nodes,
            work: WORK + WORK_A_BYTE * source.bytes.len(),
            influences: MAX_INFLUENCES,
            lines: MAX_LINES,
            left_out: 0,
        }
    }

    /// Whether a mesh may be read that has so many points, corners and joints; one that may not is left out. Fails where
    /// loading is cancelled.
    pub fn begin(&mut self, work: usize) -> Result<bool, LoadError> {
        if self.source.is_cancelled() {
            return Err(LoadError::new(self.source, ErrorKind::Cancelled));
        }
        let left = self.work.checked_sub(work);
        match left {
            Some(left) => self.work = left,
            None => self.left_out += 1,
        }
        Ok(left.is_some())
    }

    /// Adds a mesh; `None` is one that cannot be shown.
    pub fn add(&mut self, skin: Option<Skin>) {
        if skin.and_then(|skin| self.try_add(skin)).is_none() {
            self.left_out += 1;
        }
    }

    fn try_add(&mut self, mut skin: Skin) -> Option<()> {
        if skin.is_too_large() || skin.lines.is_empty() {
            return None;
        }
        skin.lines.sort_unstable();
        skin.lines.dedup();
        let influences_left = self.influences.checked_sub(skin.influences.len())?;
        self.lines = self.lines.checked_sub(skin.lines.len())?;
        self.influences = influences_left;
        let influence = |(point, node, weight): (u32, usize, f32)| Influence {
            point,
            node: Some(self.nodes[node]),
            weight,
        };
        let influences = skin.influences.into_iter().map(influence).collect();
        let points = skin.points as usize;
        self.meshes.push(Mesh::new(skin.name, points, influences, skin.positions, skin.lines));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;
    use crate::take::{Angle, SkeletonBuilder};

    fn joint(node: usize, weight: f32, position: DVec3) -> JointWeight {
        JointWeight { node, weight, position }
    }

    #[test]
    fn points_in_one_place_of_one_node_are_one_and_weights_add_up() {
        let mut skin = Skin::new("skin".into());
        let a = skin.add_point(&[joint(0, 1.0, DVec3::X), joint(1, 3.0, DVec3::Y)]);
        let b = skin.add_point(&[joint(0, 2.0, DVec3::Z)]);
        assert_eq!(skin.add_point(&[joint(0, 5.0, DVec3::Z)]), b);
        assert_eq!(skin.add_point(&[joint(0, 0.0, DVec3::X)]), None, "no weight");
        assert_eq!(skin.add_point(&[joint(0, 1.0, DVec3::NAN)]), None, "nowhere");
        skin.add_face(&[a, b, None]);
        skin.add_face(&[b, a]);
        let mut builder = SkeletonBuilder::new(Angle::Degrees);
        let nodes = ["a", "b"].map(|name| builder.node(name, None).expect("a node"));
        let source = Source::new("a.glb", b"");
        let mut skins = Skins::new(&source, nodes.to_vec());
        skins.add(Some(skin));
        skins.add(None);
        assert_eq!(skins.left_out, 1);
        let meshes = skins.meshes;
        assert_eq!(meshes[0].edges(), [[0, 1]]);
        let weights: Vec<f32> = meshes[0].influences().iter().map(|i| i.weight).collect();
        assert_eq!(weights, [0.25, 0.75, 1.0]);
        assert_eq!(meshes[0].places(0), [Vec3::X, Vec3::Y, Vec3::Z]);
    }

    #[test]
    fn a_joint_that_is_scaled_moves_points_as_the_scene_does() {
        let turn = DQuat::from_rotation_z(0.5);
        let world = DAffine3::from_scale_rotation_translation(
            DVec3::new(2.0, 1.0, 3.0),
            turn,
            DVec3::new(1.0, 2.0, 3.0),
        );
        let bind = DAffine3::from_rotation_translation(turn.inverse(), DVec3::Y);
        let point = DVec3::new(0.3, -0.2, 0.7);
        let joint = SkinJoint::new(0, world, bind).weigh(1.0, point);
        let rigid = DAffine3::from_rotation_translation(turn, DVec3::new(1.0, 2.0, 3.0));
        let expected = (world * bind).transform_point3(point);
        assert!(rigid.transform_point3(joint.position).distance(expected) < 1e-12);
    }

    #[test]
    fn a_mesh_without_room_is_left_out() {
        let source = Source::new("a.glb", b"");
        let mut skins = Skins::new(&source, Vec::new());
        let mut skin = Skin::new("large".into());
        skin.lines = (1..=MAX_LINES as u32 + 1).map(|i| [0, i]).collect();
        skin.points = MAX_LINES as u32 + 2;
        skins.add(Some(skin));
        assert_eq!(skins.left_out, 1);
        assert!(skins.begin(WORK).expect("wanted") && !skins.begin(1).expect("wanted"));
        assert_eq!((skins.left_out, skins.meshes.len()), (2, 0));
    }
}
