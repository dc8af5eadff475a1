//! A BonesPro structure export: bones and vertices at the moment at which the mesh was attached.
//!
//! ```text
//! Nb Nv                           bones, vertices
//! <name>                          for each bone
//! p                               number of its parent, counted from 0, or *
//! Ax Ay Az                        lengths of its box
//! R00 R01 R02 … R22  Tx Ty Tz     bone transform: three rows of axes, origin
//! R00 R01 R02 … R22  Tx Ty Tz     transform of the scene's node, for reference
//! Vx Vy Vz                        for each vertex
//! n                               how many bones move it
//! b W                             n times: number of the bone, weight
//! ```
//!
//! Transforms and vertices are in the world, whatever the tree of bones. The bone transform is the one
//! that deforms the mesh and the one that is shown; the node's is read past.

use std::fmt::Display;

use glam::{DAffine3, DMat3, DQuat, DVec3, Vec3};

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::word::quoted;
use super::transform::rotation;
use super::words::{Numbering, Words};
use crate::take::{Body, BoneEnd, NodeId, SkeletonBuilder, WarningCode, counted};

pub(super) struct Structure {
    pub bones: Vec<Bone>,
    /// The bones with every parent before its children, else in the order of the file.
    order: Vec<usize>,
    pub vertices: Vec<Vertex>,
    /// Those of all vertices, in their order.
    pub weights: Vec<Weight>,
}

pub(super) struct Bone {
    pub name: String,
    /// The byte at which its parent is named.
    at: usize,
    parent: Option<usize>,
    pub size: Vec3,
    /// From the bone to the world.
    pub rest: DAffine3,
}

pub(super) struct Vertex {
    /// In the world.
    pub position: Vec3,
    pub weights: u32,
}

pub(super) struct Weight {
    pub bone: u32,
    pub weight: f32,
}

/// Matrices that do more than turn, of which only the rotation is used.
#[derive(Default)]
pub(super) struct ScaledMatrices {
    count: usize,
    first: usize,
}

impl ScaledMatrices {
    /// Reads a matrix, and returns the rotation in it.
    pub fn read(&mut self, words: &mut Words<'_>, owner: impl Display) -> Result<DMat3, LoadError> {
        let at = words.next_at();
        let Some((rotation, is_rotation)) = rotation(words.matrix(owner)?) else {
            let what = "a matrix whose three rows point three ways";
            let found = "rows that lie in a plane or have no length";
            return Err(words.reader.scan.expected_at(at, what, found));
        };
        if !is_rotation {
            if self.count == 0 {
                self.first = at;
            }
            self.count += 1;
        }
        Ok(rotation)
    }

    pub fn warn(&self, words: &mut Words<'_>) {
        let message = match self.count {
            0 => return,
            1 => "a matrix scales or mirrors: only its rotation is used".to_string(),
            n => format!("{n} matrices scale or mirror: only their rotations are used"),
        };
        words.reader.warn(WarningCode::ValueReplaced, self.first, message);
    }
}

impl Structure {
    pub fn read(words: &mut Words<'_>) -> Result<Self, LoadError> {
        let bone_count: u32 = words.whole("the number of bones")?;
        let vertex_count: u32 = words.whole("the number of vertices")?;
        let mut numbering = Numbering::new(bone_count, ["bone", "bones"]);
        let mut bones = Vec::new();
        let mut scaled = ScaledMatrices::default();
        for number in 1..=bone_count {
            words.report_progress()?;
            bones.push(Bone::read(words, number, &mut numbering, &mut scaled)?);
        }
        scaled.warn(words);
        let mut vertices = Vec::new();
        let mut weights = Vec::new();
        for number in 0..vertex_count {
            words.report_progress()?;
            let owner = format_args!("vertex {number}");
            let position = Vec3::from(words.vector("V", owner)?);
            let count: u32 = words.whole(format_args!("the number of bones that move {owner}"))?;
            for _ in 0..count {
                let bone = numbering.read(words)?;
                let weight = words.number(|| format!("a weight of {owner}"))?;
                push(&mut weights, words, Weight { bone, weight });
            }
            push(&mut vertices, words, Vertex { position, weights: count });
        }
        if words.seek().is_some() {
            let all = match vertex_count {
                0 => counted(bone_count as usize, "bone"),
                n => counted(n as usize, "vertex"),
            };
            return Err(words.expected(format!("the end of the file after {all}")));
        }
        let first = numbering.first(words)?;
        for weight in &mut weights {
            weight.bone -= first;
        }
        for bone in &mut bones {
            bone.parent = bone.parent.map(|number| number - first as usize);
        }
        let order = order(&bones, &words.reader.scan.source)?;
        Ok(Self { bones, order, vertices, weights })
    }

    /// Builds the tree with every bone where it rests; returns the nodes in the order of the file.
    pub fn build(
        &self,
        build: &mut SkeletonBuilder,
        source: &Source<'_>,
    ) -> Result<Vec<NodeId>, LoadError> {
        let mut nodes: Vec<Option<NodeId>> = vec![None; self.bones.len()];
        build.reserve(self.bones.len());
        for &number in &self.order {
            let bone = &self.bones[number];
            let parent = bone.parent.and_then(|parent| nodes[parent]);
            let too_deep = |_| LoadError::at(source, bone.at, ErrorKind::TooDeep);
            let id = build.node(bone.name.clone(), parent).map_err(too_deep)?;
            nodes[number] = Some(id);
            if let Some(parent) = parent {
                build.bone(parent, BoneEnd::Node(id));
            }
            let node = build.node_mut(id);
            node.is_world_space = true;
            node.offset = bone.rest.translation.as_vec3();
            node.pre = DQuat::from_mat3(&bone.rest.matrix3).as_quat();
            node.body = Some(Box::new(Body { size: Some(bone.size), ..Body::default() }));
        }
        Ok(nodes.into_iter().flatten().collect())
    }

    /// From the bone to its parent, else to the world.
    pub fn rest_in_parent(&self, number: usize) -> DAffine3 {
        let bone = &self.bones[number];
        match bone.parent {
            Some(parent) => self.bones[parent].rest.inverse() * bone.rest,
            None => bone.rest,
        }
    }
}

impl Bone {
    fn read(
        words: &mut Words<'_>,
        number: u32,
        numbering: &mut Numbering,
        scaled: &mut ScaledMatrices,
    ) -> Result<Self, LoadError> {
        let at = words.next_at();
        let Some(mut name) = words.name() else {
            return Err(words.expected(format!("the name of bone {number} in < and >")));
        };
        if name.is_empty() {
            name = format!("bone {number}");
            let message = "a bone without a name is called by its number";
            words.reader.warn(WarningCode::NameRepaired, at, message);
        }
        words.reader.warn_of_name(&name, at);
        let owner = quoted(name.as_bytes());
        let at = words.next_at();
        let parent = if words.take("*") {
            None
        } else if words.peek().is_some_and(|word| word[0].is_ascii_digit()) {
            Some(numbering.read(words)? as usize)
        } else {
            return Err(words.expected(format!("the number of the parent of {owner}, or *")));
        };
        let size = words.vector("A", &owner)?.into();
        let rotation = scaled.read(words, &owner)?;
        let origin = DVec3::from(words.vector("T", &owner)?.map(f64::from));
        let node_owner = format!("the node of {owner}");
        words.matrix(&node_owner)?;
        words.vector("T", &node_owner)?;
        Ok(Self { name, at, parent, size, rest: DAffine3::from_mat3_translation(rotation, origin) })
    }
}

/// Appends to a list of unknown length; where it is full, it gets room for a rest of the file like the one so far.
pub(super) fn push<T>(list: &mut Vec<T>, words: &Words<'_>, item: T) {
    if list.len() == list.capacity() {
        let rest = words.remaining() as f64 / words.reader.scan.at.max(1) as f64;
        let more = list.len() as f64 * rest.min(1.0);
        list.reserve_exact(more as usize + list.len() / 8 + 4);
    }
    list.push(item);
}

/// The bones with every parent before its children, else in the order of the file. Each is looked at
/// once, and chains are followed without recursion: how long they are is the file's own choice.
fn order(bones: &[Bone], source: &Source<'_>) -> Result<Vec<usize>, LoadError> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Waiting,
        Done,
    }
    let mut states = vec![State::New; bones.len()];
    let mut order = Vec::with_capacity(bones.len());
    let mut waiting = Vec::new();
    for number in 0..bones.len() {
        let mut next = Some(number);
        while let Some(bone) = next.filter(|&bone| states[bone] != State::Done) {
            if states[bone] == State::Waiting {
                let name = quoted(bones[bone].name.as_bytes());
                let what = format!("{name} is among its own parents");
                return Err(LoadError::contradiction(source, bones[bone].at, what));
            }
            states[bone] = State::Waiting;
            waiting.push(bone);
            next = bones[bone].parent;
        }
        while let Some(bone) = waiting.pop() {
            states[bone] = State::Done;
            order.push(bone);
        }
    }
    Ok(order)
}
