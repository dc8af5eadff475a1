//! The meshes of scenes as points and lines that move with a skeleton.

use std::collections::HashMap;

use glam::{DAffine3, DVec3};

use super::Source;
use super::error::{ErrorKind, LoadError};
use super::number::MAX_VALUE;
use super::sampled::Rigid;
use crate::take::{Influence, Mesh, NodeId};

/// How many shares of nodes in points, and lines between points, the meshes of a take have at the most:
/// more of them cannot be told apart on a screen, and take longer to move than a screen has.
const MOST_SHARES: usize = 1 << 19;
const MOST_LINES: usize = 1 << 18;

/// How many points, corners and joints are read for the meshes of a take however small its file is, and how many more for
/// each byte: meshes may share them.
const WORK: usize = 1 << 22;
const WORK_A_BYTE: usize = 1;

/// The largest weight that is believed: they add up to 1 in a sound file, and to 100 in some others.
const MAX_WEIGHT: f32 = 1e6;

/// What a node does to a point, of which `place` is in the node's frame. Nodes have places and rotations
/// alone, so that their scale is in the place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub node: usize,
    pub weight: f32,
    pub place: DVec3,
}

/// A node that moves points: from the mesh to its frame, as the file has it, and the scale that the node
/// has in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    node: usize,
    from_mesh: DAffine3,
    scale: DVec3,
}

impl Mover {
    /// A joint, with its transform in the world and the inverse of its bind matrix.
    pub fn joint(node: usize, world_from_joint: DAffine3, joint_from_mesh: DAffine3) -> Self {
        let m = world_from_joint.matrix3;
        let lengths = [m.x_axis, m.y_axis, m.z_axis].map(DVec3::length);
        Self { node, from_mesh: joint_from_mesh, scale: DVec3::from(lengths) }
    }

    /// A node that carries a mesh as it is, with its position in the world and the mesh's transform.
    pub fn carrier(node: usize, place: Rigid, world_from_mesh: DAffine3) -> Self {
        let world = DAffine3::from_rotation_translation(place.rotation, place.place);
        Self { node, from_mesh: world.inverse() * world_from_mesh, scale: DVec3::ONE }
    }

    /// Its share in a point of the mesh.
    pub fn share(&self, weight: f32, point: DVec3) -> Share {
        Share {
            node: self.node,
            weight,
            place: self.scale * self.from_mesh.transform_point3(point),
        }
    }
}

/// A mesh as it grows.
#[derive(Debug, Default)]
pub(super) struct Skin {
    name: String,
    points: u32,
    influences: Vec<(u32, usize, f32)>,
    places: Vec<glam::Vec3>,
    lines: Vec<[u32; 2]>,
    /// Points by what moves them: those that differ in colours or texture alone are one.
    known: HashMap<[u32; 4], u32>,
}

impl Skin {
    pub fn new(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    /// Adds a point, or finds the one that is in its place. `None` where nothing moves it, or it is nowhere.
    pub fn point(&mut self, shares: &[Share]) -> Option<u32> {
        let usable = |share: &&Share| {
            let place = share.place.to_array().into_iter();
            let mut sizes = place.map(f64::abs);
            share.weight > 0.0
                && share.weight <= MAX_WEIGHT
                && sizes.all(|size| size <= f64::from(MAX_VALUE))
        };
        let shares = shares.iter().filter(usable);
        let sum: f32 = shares.clone().map(|share| share.weight).sum();
        let first = shares.clone().next()?;
        let [x, y, z] = first.place.as_vec3().to_array().map(f32::to_bits);
        let next = self.points;
        let point = *(self.known.entry([first.node as u32, x, y, z])).or_insert(next);
        if point == next {
            self.points += 1;
            for share in shares {
                self.influences.push((point, share.node, share.weight / sum));
                self.places.push(share.place.as_vec3());
            }
        }
        Some(point)
    }

    /// Adds the lines around a face. Corners that are no points have none.
    pub fn face(&mut self, corners: &[Option<u32>]) {
        let next = corners.iter().cycle().skip(1);
        let lines = corners.iter().zip(next);
        self.lines.extend(lines.filter_map(|(a, b)| match (*a, *b) {
            (Some(a), Some(b)) if a != b => Some([a.min(b), a.max(b)]),
            _ => None,
        }));
    }

    /// Whether it has become larger than any that is shown.
    pub fn is_too_large(&self) -> bool {
        self.influences.len() > MOST_SHARES || self.lines.len() > 8 * MOST_LINES
    }
}

/// The meshes of a take as far as there is room, and how many there was no room for.
pub(super) struct Skins<'a> {
    source: &'a Source<'a>,
    /// How much may still be read.
    work: usize,
    meshes: Vec<Mesh>,
    nodes: Vec<NodeId>,
    shares: usize,
    lines: usize,
    pub left_out: usize,
}

impl<'a> Skins<'a> {
    /// Those of a file, on a skeleton of these nodes.
    pub fn on(source: &'a Source<'a>, nodes: Vec<NodeId>) -> Self {
        Self {
            source,
            work: WORK + WORK_A_BYTE * source.bytes.len(),
            meshes: Vec::new(),
            nodes,
            shares: MOST_SHARES,
            lines: MOST_LINES,
            left_out: 0,
        }
    }

    /// Whether a mesh may be read that has so many points, corners and joints; one that may not is left out.
    ///
    /// # Errors
    /// Where nobody waits for it any more.
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
        let skin = skin.filter(|skin| !skin.is_too_large() && !skin.lines.is_empty());
        let Some(mut skin) = skin else {
            self.left_out += 1;
            return;
        };
        skin.lines.sort_unstable();
        skin.lines.dedup();
        let room = self.shares.checked_sub(skin.influences.len());
        let Some((shares, lines)) = room.zip(self.lines.checked_sub(skin.lines.len())) else {
            self.left_out += 1;
            return;
        };
        (self.shares, self.lines) = (shares, lines);
        let influences = skin.influences.into_iter();
        let influences = influences.map(|(point, node, weight)| Influence {
            point,
            node: Some(self.nodes[node]),
            weight,
        });
        let (points, influences) = (skin.points as usize, influences.collect());
        self.meshes.push(Mesh::new(skin.name, points, influences, skin.places, skin.lines));
    }

    pub fn meshes(self) -> Vec<Mesh> {
        self.meshes
    }
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, Vec3};

    use super::*;
    use crate::take::{Angle, SkeletonBuilder};

    fn share(node: usize, weight: f32, place: DVec3) -> Share {
        Share { node, weight, place }
    }

    #[test]
    fn points_in_one_place_of_one_node_are_one_and_weights_add_up() {
        let mut skin = Skin::new("skin".into());
        let a = skin.point(&[share(0, 1.0, DVec3::X), share(1, 3.0, DVec3::Y)]);
        let b = skin.point(&[share(0, 2.0, DVec3::Z)]);
        assert_eq!(skin.point(&[share(0, 5.0, DVec3::Z)]), b);
        assert_eq!(skin.point(&[share(0, 0.0, DVec3::X)]), None, "no weight");
        assert_eq!(skin.point(&[share(0, 1.0, DVec3::NAN)]), None, "nowhere");
        skin.face(&[a, b, None]);
        skin.face(&[b, a]);
        let mut builder = SkeletonBuilder::new(Angle::Degrees);
        let nodes = ["a", "b"].map(|name| builder.node(name, None).expect("a node"));
        let source = Source::new("a.glb", b"");
        let mut skins = Skins::on(&source, nodes.to_vec());
        skins.add(Some(skin));
        skins.add(None);
        assert_eq!(skins.left_out, 1);
        let meshes = skins.meshes();
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
        let share = Mover::joint(0, world, bind).share(1.0, point);
        let rigid = DAffine3::from_rotation_translation(turn, DVec3::new(1.0, 2.0, 3.0));
        let expected = (world * bind).transform_point3(point);
        assert!(rigid.transform_point3(share.place).distance(expected) < 1e-12);
    }

    #[test]
    fn a_mesh_without_room_is_left_out() {
        let source = Source::new("a.glb", b"");
        let mut skins = Skins::on(&source, Vec::new());
        let mut skin = Skin::new("large".into());
        skin.lines = (1..=MOST_LINES as u32 + 1).map(|i| [0, i]).collect();
        skin.points = MOST_LINES as u32 + 2;
        skins.add(Some(skin));
        assert_eq!(skins.left_out, 1);
        assert!(skins.begin(WORK).expect("wanted") && !skins.begin(1).expect("wanted"));
        assert_eq!((skins.left_out, skins.meshes().len()), (2, 0));
    }
}
