//! The remembered colours, marker connections and objects of a skeleton, and the keys that find its bones again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::scene::{
    AttachedObject, ObjectPlacement, Parts, Rgba, Scheme, colour_text, parse_colour,
};
use crate::take::{BoneEnd, NodeId, Take, fnv_1a};

/// The names of a take's nodes and parts in files, and what tells its skeleton from others.
///
/// A namespace that all nodes have in common is left out: the same markers on another performer are the same.
#[derive(Clone, Debug)]
pub struct SkeletonKeys {
    fingerprint: u64,
    nodes: Vec<String>,
    parts: Vec<String>,
    node_of: HashMap<String, NodeId>,
    part_of: HashMap<String, usize>,
}

impl SkeletonKeys {
    pub fn new(take: &Take, parts: &Parts) -> Self {
        let skeleton = &take.skeleton;
        let names = names(take);
        let nodes = numbered(names.iter().map(|name| name.to_string()));
        let bones = skeleton.bones().iter().map(|bone| {
            let end = if let BoneEnd::Node(tip) = bone.end { names[tip.index()] } else { "end" };
            format!("{}>{end}", names[bone.node.index()])
        });
        let points = parts.points().map(|(_, node)| names[node.index()].into());
        let parts = numbered(bones.chain(points));
        let ids = skeleton.iter().map(|(id, _)| id);
        Self {
            fingerprint: fingerprint(take, &names),
            node_of: nodes.iter().cloned().zip(ids).collect(),
            part_of: parts.iter().cloned().zip(0..).collect(),
            nodes,
            parts,
        }
    }

    /// What skeletons with the same names below one another have in common, in whatever order, and no
    /// others: sixteen digits.
    pub fn fingerprint(&self) -> String {
        format!("{:016x}", self.fingerprint)
    }

    /// The key of a node: its name, with a number where others have it too.
    pub fn node(&self, id: NodeId) -> &str {
        &self.nodes[id.index()]
    }

    /// The key of a part: `LeftArm>LeftForeArm` or `Head>end` for a bone, and a point's own name.
    pub fn part(&self, part: usize) -> &str {
        &self.parts[part]
    }

    pub fn find_node(&self, key: &str) -> Option<NodeId> {
        self.node_of.get(key).copied()
    }

    pub fn find_part(&self, key: &str) -> Option<usize> {
        self.part_of.get(key).copied()
    }

    pub(super) fn texts(&self, colours: &[Option<Rgba>]) -> BTreeMap<String, String> {
        let parts = self.parts.iter().zip(colours);
        parts.filter_map(|(key, colour)| Some((key.clone(), colour_text((*colour)?)))).collect()
    }

    pub(super) fn colours(&self, texts: &BTreeMap<String, String>) -> Vec<Option<Rgba>> {
        self.parts.iter().map(|key| parse_colour(texts.get(key)?)).collect()
    }
}

/// The names of all nodes, without a namespace that is common to them.
fn names(take: &Take) -> Vec<&str> {
    let nodes = take.skeleton.nodes();
    let space = |name: &str| name.rfind(':').map_or(0, |colon| colon + 1);
    let first = nodes.first().map_or("", |node| &node.name[..space(&node.name)]);
    let mut all = nodes.iter();
    let is_common = all.all(|node| node.name[..space(&node.name)] == *first);
    let cut = if is_common { first.len() } else { 0 };
    nodes.iter().map(|node| &node.name[cut..]).collect()
}

/// The names with a number behind those that were there before.
fn numbered(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut taken = HashSet::new();
    let mut number = |name: String| {
        let count = counts.entry(name.clone()).or_default();
        loop {
            *count += 1;
            let key = match *count {
                1 => name.clone(),
                count => format!("{name} ({count})"),
            };
            if taken.insert(key.clone()) {
                return key;
            }
        }
    };
    names.map(&mut number).collect()
}

/// A number for the set of names below one another. It stands in the names of files: what it is made
/// of must never change.
fn fingerprint(take: &Take, names: &[&str]) -> u64 {
    let nodes = take.skeleton.nodes().iter().zip(names);
    let mut all: Vec<[&str; 2]> =
        nodes.map(|(node, name)| [*name, node.parent.map_or("", |id| names[id.index()])]).collect();
    // Points that were seen and not labelled are others in each take.
    if take.is_of_markers() && !names.iter().all(|name| name.starts_with('*')) {
        all.retain(|[name, _]| !name.starts_with('*'));
    }
    all.sort_unstable();
    // No text has these bytes.
    let bytes = all
        .iter()
        .flat_map(|[name, parent]| [name.as_bytes(), &[0xff], parent.as_bytes(), &[0xfe]]);
    fnv_1a(bytes.flatten().copied())
}

/// Which joints of a skeleton were matched by hand with which of others, for comparing: for each other
/// skeleton's fingerprint, its keys of nodes by those of this one.
pub type JointMatches = BTreeMap<String, BTreeMap<String, String>>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RememberedObject {
    /// The key of the bone's joint.
    pub bone: String,
    pub file: PathBuf,
    #[serde(flatten)]
    pub placement: ObjectPlacement,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SkeletonMemory {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheme: Option<Scheme>,
    /// The colours that were picked, by the keys of parts: `#rrggbb`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub colours: BTreeMap<String, String>,
    /// The nodes between which lines were drawn, by their keys.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<[String; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<RememberedObject>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub matches: JointMatches,
}

impl SkeletonMemory {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn colours_of(&self, keys: &SkeletonKeys) -> Vec<Option<Rgba>> {
        keys.colours(&self.colours)
    }

    /// Takes over the colours that are picked for parts, and forgets those that no longer are.
    pub fn set_colours(&mut self, keys: &SkeletonKeys, colours: &[Option<Rgba>]) {
        // A point that this take happens not to have keeps its colour.
        self.colours.retain(|key, _| keys.find_part(key).is_none());
        self.colours.extend(keys.texts(colours));
    }

    /// The lines that were drawn, as far as both ends are there.
    pub fn lines_of(&self, keys: &SkeletonKeys) -> Vec<[NodeId; 2]> {
        let ends = |[a, b]: &[String; 2]| Some([keys.find_node(a)?, keys.find_node(b)?]);
        self.lines.iter().filter_map(ends).collect()
    }

    pub fn set_lines(&mut self, keys: &SkeletonKeys, lines: &[[NodeId; 2]]) {
        let is_here = |key: &String| keys.find_node(key).is_some();
        self.lines.retain(|ends| !ends.iter().all(is_here));
        let keys = |ends: &[NodeId; 2]| ends.map(|id| keys.node(id).to_string());
        self.lines.extend(lines.iter().map(keys));
    }

    /// The objects on bones that are there; their files are still to be read.
    pub fn objects_of(&self, keys: &SkeletonKeys) -> Vec<AttachedObject> {
        let found = self.objects.iter().filter_map(|object| {
            Some(AttachedObject {
                node: keys.find_node(&object.bone)?,
                file: object.file.clone(),
                placement: object.placement,
                object: None,
            })
        });
        found.collect()
    }

    pub fn set_objects(&mut self, keys: &SkeletonKeys, objects: &[AttachedObject]) {
        (self.objects).retain(|object| keys.find_node(&object.bone).is_none());
        self.objects.extend(objects.iter().map(|attached| RememberedObject {
            bone: keys.node(attached.node).to_string(),
            file: attached.file.clone(),
            placement: attached.placement,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_one_that_its_authors_defined() {
        for (text, hash) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(fnv_1a(text.bytes()), hash, "{text}");
        }
    }

    #[test]
    fn names_that_are_there_twice_are_numbered() {
        let names = ["Toe", "Toe", "Toe (2)", "Toe"].map(String::from);
        assert_eq!(numbered(names.into_iter()), ["Toe", "Toe (2)", "Toe (2) (2)", "Toe (3)"]);
    }
}
