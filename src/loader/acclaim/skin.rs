//! Rigid skins: Wavefront OBJ files whose groups of faces are named as bones, as `Amcplayer` had them.
//!
//! Points are in the units of the skeleton and in the world of its rest pose. `g` names the bone that what
//! follows belongs to, `o` does where no group does.

use std::collections::{HashMap, HashSet};

use glam::Vec3;

use super::super::error::LoadError;
use super::super::obj::{self, Item};
use super::super::scanner::Reader;
use super::super::word::Word;
use super::build::BuiltSkeleton;
use super::skeleton::Asf;
use crate::take::{Influence, Mesh, NodeId, WarningCode, counted};

pub(super) fn read(
    asf: &Asf<'_>,
    built: &BuiltSkeleton,
    reader: &mut Reader<'_>,
) -> Result<Mesh, LoadError> {
    let source = reader.scan.source;
    let skeleton = &built.skeleton;
    let root = skeleton.roots()[0];
    let node_of = |name: Word<'_>| {
        let name = name.text.to_ascii_lowercase();
        let bone = asf.names.get(name.as_slice()).and_then(|&bone| built.nodes[bone]);
        bone.or((name == b"root").then_some(root))
    };
    let (mut object, mut group) = (None, None);
    let mut names_object = false;
    // The first face that belongs to no bone, and how many do.
    let mut loose: Option<(usize, usize)> = None;
    let mut skin = Skin::default();
    let vertices = obj::read(&source, asf.units.length, |item| match item {
        Item::Groups => (group, names_object) = (None, false),
        Item::Object => (object, group, names_object) = (None, None, true),
        // The first of the names that is a bone's; the others are of groups that cross them.
        Item::Name(name) => {
            let named = if names_object { &mut object } else { &mut group };
            *named = named.or_else(|| node_of(name));
        }
        Item::Face { at, corners } => {
            let node = group.or(object).unwrap_or_else(|| {
                loose.get_or_insert((at, 0)).1 += 1;
                root
            });
            skin.face(corners, node);
        }
    })?;
    if let Some((at, count)) = loose {
        let faces = counted(count, "face belongs");
        let message = format!("{faces} to no bone: the root takes them along");
        reader.warn(WarningCode::ValueAssumed, at, message);
    }
    // In the rest pose the root alone is turned, and everything with it.
    let root_rotation = skeleton[root].pre;
    let mut origins: Vec<Vec3> = Vec::with_capacity(skeleton.nodes().len());
    for node in skeleton.nodes() {
        let parent = node.parent.map(|parent| origins[parent.index()]);
        origins.push(parent.map_or(node.offset, |origin| origin + root_rotation * node.offset));
    }
    let mut positions = vec![Vec3::ZERO; skin.influences.len()];
    for (&(vertex, node), &point) in &skin.points {
        let vector = vertices[vertex as usize] - origins[node.index()];
        positions[point as usize] = root_rotation.inverse() * vector;
    }
    let mut edges: Vec<[u32; 2]> = skin.edges.into_iter().collect();
    edges.sort_unstable();
    Ok(Mesh::new(source.name(), skin.points.len(), skin.influences, positions, edges))
}

#[derive(Default)]
struct Skin {
    /// A point for each vertex and each node that moves it.
    points: HashMap<(u32, NodeId), u32>,
    influences: Vec<Influence>,
    edges: HashSet<[u32; 2]>,
}

impl Skin {
    fn face(&mut self, corners: &[u32], node: NodeId) {
        for (&from, &to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            let [from, to] = [from, to].map(|vertex| self.point(vertex, node));
            if from != to {
                self.edges.insert([from.min(to), from.max(to)]);
            }
        }
    }

    fn point(&mut self, vertex: u32, node: NodeId) -> u32 {
        let next = self.influences.len() as u32;
        let point = *self.points.entry((vertex, node)).or_insert(next);
        if point == next {
            self.influences.push(Influence { point, node: Some(node), weight: 1.0 });
        }
        point
    }
}
