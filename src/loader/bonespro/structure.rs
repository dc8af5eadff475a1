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
use super::super::rate::counted;
use super::super::scanner::{quoted, tell_of_name};
use super::transform::rotation;
use super::words::{self, Numbering, Words};
use crate::take::{Body, BoneEnd, NodeId, SkeletonBuilder, WarningCode, Warnings};

/// A structure export as the file has it.
pub(super) struct Structure {
    pub bones: Vec<Bone>,
    /// The bones with every parent before its children, else in the order of the file.
    order: Vec<usize>,
    pub vertices: Vec<Vertex>,
    /// The shares in all vertices, in their order.
    pub shares: Vec<Share>,
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
    pub place: Vec3,
    /// How many shares it has.
    pub shares: u32,
}

pub(super) struct Share {
    pub bone: u32,
    pub weight: f32,
}

/// Matrices that do more than turn, of which only the rotation is used.
#[derive(Default)]
pub(super) struct Scaled {
    count: usize,
    first: usize,
}

impl Scaled {
    /// The rotation in a matrix whose first number is at byte `at`.
    pub fn rotation(
        &mut self,
        words: &Words<'_>,
        at: usize,
        rows: [f32; 9],
    ) -> Result<DMat3, LoadError> {
        let Some((turn, is_rotation)) = rotation(rows) else {
            let what = "a matrix whose three rows point three ways";
            let found = "rows that lie in a plane or have no length";
            return Err(words.scan.expected_at(at, what, found));
        };
        if !is_rotation {
            if self.count == 0 {
                self.first = at;
            }
            self.count += 1;
        }
        Ok(turn)
    }

    /// Says how many there were.
    pub fn tell(&self, words: &Words<'_>, warnings: &mut Warnings) {
        let message = match self.count {
            0 => return,
            1 => "a matrix scales or mirrors: only its rotation is used".to_string(),
            n => format!("{n} matrices scale or mirror: only their rotations are used"),
        };
        warnings.add_at(WarningCode::ValueReplaced, || words.scan.place(self.first), message);
    }
}

/// The nine numbers of a matrix.
pub(super) fn matrix(words: &mut Words<'_>, of: impl Display) -> Result<[f32; 9], LoadError> {
    let mut rows = [0.0; 9];
    for (i, value) in rows.iter_mut().enumerate() {
        *value = words.number(|| format!("R{}{} of {of}", i / 3, i % 3))?;
    }
    Ok(rows)
}

impl Structure {
    /// Reads the whole file.
    pub fn read(source: &Source<'_>, warnings: &mut Warnings) -> Result<Self, LoadError> {
        let mut words = Words::new(source);
        let words = &mut words;
        let bone_count: u32 = words.whole("the number of bones")?;
        let vertex_count: u32 = words.whole("the number of vertices")?;
        let mut numbering = Numbering::of_bones(bone_count);
        let mut bones = Vec::new();
        let mut scaled = Scaled::default();
        for number in 1..=bone_count {
            words.go_on()?;
            let bone = Bone::read(words, number, &mut numbering, &mut scaled, warnings)?;
            bones.push(bone);
        }
        scaled.tell(words, warnings);
        let mut vertices = Vec::new();
        let mut shares = Vec::new();
        for number in 0..vertex_count {
            words.go_on()?;
            let of = format_args!("vertex {number}");
            let place = Vec3::from(words.vector("V", of)?);
            let count: u32 = words.whole(format_args!("the number of bones that move {of}"))?;
            for _ in 0..count {
                let bone = numbering.read(words)?;
                let weight = words.number(|| format!("a weight of {of}"))?;
                push(&mut shares, words, Share { bone, weight });
            }
            let vertex = Vertex { place, shares: count };
            push(&mut vertices, words, vertex);
        }
        if words.seek().is_some() {
            let all = match vertex_count {
                0 => counted(bone_count.into(), "bone"),
                n => words::vertices(n as usize),
            };
            return Err(words.expected(format!("the end of the file after {all}")));
        }
        let first = numbering.first(words, warnings)?;
        for share in &mut shares {
            share.bone -= first;
        }
        for bone in &mut bones {
            bone.parent = bone.parent.map(|number| number - first as usize);
        }
        let order = order(&bones, source)?;
        Ok(Self { bones, order, vertices, shares })
    }

    /// Builds the tree with every bone where it rests, in the world; the nodes of the bones, in the
    /// order of the file.
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
            let id = build
                .node(bone.name.clone(), parent)
                .map_err(|_| LoadError::at(source, bone.at, ErrorKind::TooDeep))?;
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
        scaled: &mut Scaled,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let at = words.here();
        let Some(mut name) = words.name() else {
            return Err(words.expected(format!("the name of bone {number} in < and >")));
        };
        if name.is_empty() {
            name = format!("bone {number}");
            let message = "a bone without a name is called by its number";
            warnings.add_at(WarningCode::NameRepaired, || words.scan.place(at), message);
        }
        tell_of_name(&name, || words.scan.place(at), warnings);
        let of = quoted(name.as_bytes());
        let at = words.here();
        let parent = if words.take("*") {
            None
        } else if words.ahead().is_some_and(|word| word[0].is_ascii_digit()) {
            Some(numbering.read(words)? as usize)
        } else {
            return Err(words.expected(format!("the number of the parent of {of}, or *")));
        };
        let size = words.vector("A", &of)?.into();
        let at_matrix = words.here();
        let rows = matrix(words, &of)?;
        let turn = scaled.rotation(words, at_matrix, rows)?;
        let origin = DVec3::from(words.vector("T", &of)?.map(f64::from));
        let of_node = format!("the node of {of}");
        matrix(words, &of_node)?;
        words.vector("T", &of_node)?;
        Ok(Self { name, at, parent, size, rest: DAffine3::from_mat3_translation(turn, origin) })
    }
}

/// Appends to a list of which nobody knows how long it gets. Where it is full, it gets the room that
/// the rest of the file asks for if it goes on like this.
pub(super) fn push<T>(list: &mut Vec<T>, words: &Words<'_>, item: T) {
    if list.len() == list.capacity() {
        let rest = words.left() as f64 / words.read().max(1) as f64;
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
