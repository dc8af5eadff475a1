//! Rigid skins: Wavefront OBJ files whose groups of faces are named as bones, as `Amcplayer` had them.
//!
//! ```text
//! v x y z               a point, in the units of the skeleton and in the world of its rest pose
//! g name …              what follows belongs to the bone of that name; o name where no group does
//! f 1 2/2 3//3 -1       a face: its points, counted from 1, or back from the last one
//! ```

use std::collections::{HashMap, HashSet};

use glam::Vec3;

use super::super::Source;
use super::super::error::{ErrorKind, LoadError};
use super::super::number::MAX_VALUE;
use super::super::scanner::{Scanner, Word, quoted};
use super::super::text::next_line;
use super::build::Built;
use super::skeleton::Asf;
use crate::take::{Influence, Mesh, NodeId, WarningCode, Warnings};

/// Reads a skin, which follows the bones rigidly. Lines of other kinds are read past.
pub(super) fn read(
    source: &Source<'_>,
    asf: &Asf<'_>,
    built: &Built,
    warnings: &mut Warnings,
) -> Result<Mesh, LoadError> {
    let mut reader = Reader {
        source,
        asf,
        built,
        vertices: Vec::new(),
        object: None,
        group: None,
        points: HashMap::new(),
        influences: Vec::new(),
        edges: HashSet::new(),
        loose: None,
    };
    let mut scan = Scanner::new(source);
    while let Some(word) = scan.word() {
        match word.text {
            b"v" => reader.vertex(&mut scan)?,
            b"f" => reader.face(&mut scan)?,
            b"g" => reader.group = reader.bone(&mut scan),
            b"o" => {
                reader.object = reader.bone(&mut scan);
                reader.group = None;
            }
            _ => scan.skip_line(),
        }
    }
    let Reader {
        vertices,
        points,
        influences,
        edges,
        loose,
        ..
    } = reader;
    if let Some((at, count)) = loose {
        let faces = if count == 1 {
            "face belongs"
        } else {
            "faces belong"
        };
        let message = format!("{count} {faces} to no bone: the root takes them along");
        warnings.add_at(WarningCode::ValueAssumed, || scan.place(at), message);
    }
    // In the rest pose the root alone is turned, and everything with it.
    let skeleton = &built.skeleton;
    let turn = skeleton[skeleton.roots()[0]].pre;
    let mut origins: Vec<Vec3> = Vec::with_capacity(skeleton.nodes().len());
    for node in skeleton.nodes() {
        let parent = node.parent.map(|parent| origins[parent.index()]);
        origins.push(parent.map_or(node.offset, |origin| origin + turn * node.offset));
    }
    let mut places = vec![Vec3::ZERO; influences.len()];
    for (&(vertex, node), &point) in &points {
        let at = vertices[vertex as usize] * asf.units.length;
        places[point as usize] = turn.inverse() * (at - origins[node.index()]);
    }
    let mut edges: Vec<[u32; 2]> = edges.into_iter().collect();
    edges.sort_unstable();
    let name = source.name();
    Ok(Mesh::new(name, points.len(), influences, places, edges))
}

struct Reader<'a> {
    source: &'a Source<'a>,
    asf: &'a Asf<'a>,
    built: &'a Built,
    vertices: Vec<Vec3>,
    /// The bones that the last `o` and the last `g` name.
    object: Option<NodeId>,
    group: Option<NodeId>,
    /// A point for each vertex and each node that moves it.
    points: HashMap<(u32, NodeId), u32>,
    influences: Vec<Influence>,
    edges: HashSet<[u32; 2]>,
    /// The first face that belongs to no bone, and how many do.
    loose: Option<(usize, usize)>,
}

impl Reader<'_> {
    fn vertex(&mut self, scan: &mut Scanner<'_>) -> Result<(), LoadError> {
        let mut vertex = Vec3::ZERO;
        for (value, axis) in vertex.as_mut().iter_mut().zip(["x", "y", "z"]) {
            let before = *scan;
            *value = scan.number(&format!("{axis} of a vertex"))?;
            if (*value * self.asf.units.length).abs() > MAX_VALUE {
                return Err(before.expected_number(format!("a number for {axis} of a vertex")));
            }
        }
        self.vertices.push(vertex);
        scan.skip_line();
        Ok(())
    }

    /// The first of the names on the line that is a bone's; the others are of groups that cross them.
    fn bone(&self, scan: &mut Scanner<'_>) -> Option<NodeId> {
        let mut found = None;
        while let Some(word) = word_in_line(scan, self.source.bytes) {
            let name = word.text.to_ascii_lowercase();
            let bone = self.asf.names.get(name.as_slice());
            let root = || name.eq_ignore_ascii_case(b"root").then(|| self.root());
            found = found.or_else(|| bone.and_then(|&bone| self.built.nodes[bone]).or_else(root));
        }
        found
    }

    fn root(&self) -> NodeId {
        self.built.skeleton.roots()[0]
    }

    fn face(&mut self, scan: &mut Scanner<'_>) -> Result<(), LoadError> {
        let at = scan.at - 1;
        let node = self.group.or(self.object).unwrap_or_else(|| {
            self.loose.get_or_insert((at, 0)).1 += 1;
            self.built.skeleton.roots()[0]
        });
        let (mut first, mut last) = (None, None);
        while let Some(word) = word_in_line(scan, self.source.bytes) {
            let point = self.point(&word, node)?;
            if let Some(last) = last {
                self.edge(last, point);
            }
            first = first.or(Some(point));
            last = Some(point);
        }
        if let (Some(first), Some(last)) = (first, last) {
            self.edge(last, first);
        }
        Ok(())
    }

    fn edge(&mut self, from: u32, to: u32) {
        if from != to {
            self.edges.insert([from.min(to), from.max(to)]);
        }
    }

    /// The point of a face's corner, such as `7`, `7/2/1` or `-1`.
    fn point(&mut self, word: &Word<'_>, node: NodeId) -> Result<u32, LoadError> {
        let index = word.text.split(|&b| b == b'/').next();
        let index: Option<i64> = index
            .and_then(|text| std::str::from_utf8(text).ok())
            .and_then(|text| text.parse().ok());
        let count = self.vertices.len();
        let vertex = index.and_then(|index| match index {
            1.. => usize::try_from(index - 1).ok(),
            0 => None,
            _ => count.checked_sub(usize::try_from(index.unsigned_abs()).ok()?),
        });
        let vertex = vertex.filter(|&vertex| vertex < count);
        let Some(vertex) = vertex.and_then(|vertex| u32::try_from(vertex).ok()) else {
            let kind = ErrorKind::Expected {
                what: match count {
                    0 | 1 => "a vertex that stands above".to_string(),
                    _ => format!("one of the {count} vertices above"),
                },
                found: quoted(word.text),
            };
            return Err(LoadError::at(self.source, word.at, kind));
        };
        let next = self.influences.len() as u32;
        let point = *self.points.entry((vertex, node)).or_insert(next);
        if point == next {
            self.influences.push(Influence {
                point,
                node: Some(node),
                weight: 1.0,
            });
        }
        Ok(point)
    }
}

/// The next word of the line, which goes on behind a backslash at its end.
fn word_in_line<'a>(scan: &mut Scanner<'a>, text: &[u8]) -> Option<Word<'a>> {
    loop {
        let word = scan.word_in_line()?;
        if word.text != b"\\" {
            return Some(word);
        }
        scan.at = next_line(text, word.at + 1);
    }
}
