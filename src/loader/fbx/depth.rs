//! How deep the objects of a file hang below one another, by its connections alone.
//!
//! The library finds that out when it has laid all of them out, at a kilobyte each: a small file with a long chain
//! would take many times its size before it is refused.
//!
//! ```text
//! Connections: {
//!     C: "OO",child,parent             numbers of objects, from version 7000 on
//!     Connect: "OO", "child", "parent" their names before
//! }
//! ```

use crate::take::{MAX_DEPTH, fnv_1a};

/// How many objects beside nodes hang below one another at the most: layers, curves, deformers.
const OTHERS: usize = 64;

/// Whether objects hang deeper below one another than nodes may. Where connections cannot be read, the library tells.
pub(super) fn is_too_deep(bytes: &[u8]) -> bool {
    let mut connections = if bytes.starts_with(b"Kaydara FBX Binary") {
        binary_connections(bytes).unwrap_or_default()
    } else {
        text_connections(bytes)
    };
    const MAX: usize = MAX_DEPTH + OTHERS;
    if connections.len() <= MAX {
        return false;
    }
    connections.sort_by_key(|connection| connection.child);
    // Of several parents the last one counts, as for the library.
    connections.dedup_by(|later, earlier| {
        let is_same = later.child == earlier.child;
        if is_same {
            earlier.parent = later.parent;
        }
        is_same
    });
    let index = |id: u64| connections.binary_search_by_key(&id, |c| c.child).ok();
    /// The depth of an object that is on the way up from another one.
    const ON_THE_WAY: usize = usize::MAX;
    let mut depths = vec![0; connections.len()];
    let mut path = Vec::new();
    for start in 0..connections.len() {
        let mut at = Some(start);
        while let Some(i) = at.filter(|&i| depths[i] == 0) {
            depths[i] = ON_THE_WAY;
            path.push(i);
            at = index(connections[i].parent);
        }
        let above = at.map_or(0, |i| depths[i]);
        for (i, below) in path.drain(..).rev().zip(1..) {
            // What hangs below itself leads nowhere.
            depths[i] = if above == ON_THE_WAY { 1 } else { above + below };
        }
        if depths[start] > MAX {
            return true;
        }
    }
    false
}

/// An object and the one that it hangs from, by hashes of their numbers or names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Connection {
    child: u64,
    parent: u64,
}

fn hash(id: &[u8]) -> u64 {
    fnv_1a(id.iter().copied())
}

fn text_connections(bytes: &[u8]) -> Vec<Connection> {
    let begin = memchr::memmem::rfind(bytes, b"Connections:").unwrap_or(bytes.len());
    let connection = |line: &[u8]| {
        let line = line.trim_ascii();
        let fields = line.strip_prefix(b"C:").or(line.strip_prefix(b"Connect:"))?;
        let mut fields = fields.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
        let (kind, child, parent) = (fields.next()?, fields.next()?, fields.next()?);
        (kind == b"\"OO\"").then(|| Connection { child: hash(child), parent: hash(parent) })
    };
    bytes[begin..].split(|byte| matches!(byte, b'\n' | b'\r')).filter_map(connection).collect()
}

/// `None` where the records of the file lead nowhere.
fn binary_connections(bytes: &[u8]) -> Option<Vec<Connection>> {
    /// Where the version stands, and the first record.
    const VERSION: usize = 23;
    const RECORDS: usize = 27;
    let version = u32::from_le_bytes(*bytes.get(VERSION..)?.first_chunk()?);
    let is_long = version >= LONG_VERSION;
    let mut at = RECORDS;
    while let Some(record) = Record::parse(bytes, at, is_long) {
        if record.name == b"Connections" {
            let mut connections = Vec::new();
            let mut at = record.inner;
            let parse = |at| Record::parse(bytes, at, is_long).filter(|c| c.end <= record.end);
            while let Some(child) = parse(at) {
                connections.extend(child.connection());
                at = child.end;
            }
            return Some(connections);
        }
        at = record.end;
    }
    None
}

/// The first version whose records have numbers of 64 bits.
const LONG_VERSION: u32 = 7500;

struct Record<'a> {
    name: &'a [u8],
    properties: &'a [u8],
    /// Where the records within it begin, and where it ends.
    inner: usize,
    end: usize,
}

impl<'a> Record<'a> {
    /// The record at a byte; `None` behind the last one of a list, which is of zeros.
    fn parse(bytes: &'a [u8], at: usize, is_long: bool) -> Option<Self> {
        let width = if is_long { 8 } else { 4 };
        let number = |i: usize| {
            let digits = bytes.get(at..)?.get(i * width..(i + 1) * width)?;
            let number = digits.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
            usize::try_from(number).ok()
        };
        let (end, length) = (number(0)?, number(2)?);
        let name = at + 3 * width + 1;
        let properties = name + usize::from(*bytes.get(name - 1)?);
        let inner = properties.checked_add(length)?;
        let is_sound = at < end && inner <= end;
        let (name, properties) = (bytes.get(name..properties)?, bytes.get(properties..inner)?);
        is_sound.then_some(Self { name, properties, inner, end })
    }

    /// The connection that it is, of two objects and not of a property.
    fn connection(&self) -> Option<Connection> {
        let mut left = self.properties.strip_prefix(b"S\x02\0\0\0OO")?;
        let mut id = || {
            let (&kind, rest) = left.split_first()?;
            let length = match kind {
                b'L' => 8,
                b'S' => 4 + u32::from_le_bytes(*rest.first_chunk()?) as usize,
                _ => return None,
            };
            left = rest.get(length..)?;
            Some(hash(&rest[..length]))
        };
        let child = id()?;
        Some(Connection { child, parent: id()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The connections of a chain, the first of which hangs from 0.
    fn chain(length: usize) -> Vec<[usize; 2]> {
        (1..=length).map(|i| [i, i - 1]).collect()
    }

    fn as_lines(connections: &[[usize; 2]], line: fn(usize, usize) -> String) -> Vec<u8> {
        let lines: String =
            connections.iter().map(|&[child, parent]| line(child, parent)).collect();
        format!("; FBX\nConnections: {{\n{lines}}}\n").into()
    }

    fn as_text(connections: &[[usize; 2]]) -> Vec<u8> {
        as_lines(connections, |child, parent| format!("\tC: \"OO\",{child},{parent}\r\n"))
    }

    fn as_names(connections: &[[usize; 2]]) -> Vec<u8> {
        as_lines(connections, |child, parent| {
            format!("\tConnect: \"OO\", \"Model::{child}\", \"Model::{parent}\"\n")
        })
    }

    fn as_records(connections: &[[usize; 2]], version: u32) -> Vec<u8> {
        let width = if version >= LONG_VERSION { 8 } else { 4 };
        let mut bytes = b"Kaydara FBX Binary  \0\x1a\0".to_vec();
        bytes.extend(version.to_le_bytes());
        let record = |at: usize, name: &[u8], properties: &[u8], inner: usize| {
            let end = at + 3 * width + 1 + name.len() + properties.len() + inner;
            let numbers = [end, 0, properties.len()].map(usize::to_le_bytes);
            let header: Vec<u8> =
                numbers.iter().flat_map(|bytes| &bytes[..width]).copied().collect();
            [&header, &[name.len() as u8][..], name, properties].concat()
        };
        bytes.extend(record(bytes.len(), b"Objects", b"", 0));
        let size = record(0, b"C", &[0; 25], 0).len();
        bytes.extend(record(bytes.len(), b"Connections", b"", size * connections.len()));
        for ids in connections {
            let mut properties = b"S\x02\0\0\0OO".to_vec();
            for id in ids {
                properties.push(b'L');
                properties.extend((*id as u64).to_le_bytes());
            }
            bytes.extend(record(bytes.len(), b"C", &properties, 0));
        }
        bytes.extend([0; 25]);
        bytes
    }

    #[test]
    fn a_long_chain_is_seen_in_every_form_that_files_have() {
        for (length, is_deep) in [(4_000, false), (5_000, true), (60_000, true)] {
            let mut connections = chain(length);
            // The order of the file is no matter.
            connections.reverse();
            let files = [
                as_text(&connections),
                as_names(&connections),
                as_records(&connections, 7400),
                as_records(&connections, 7700),
            ];
            for (form, bytes) in files.iter().enumerate() {
                assert_eq!(is_too_deep(bytes), is_deep, "{length} in form {form}");
            }
        }
    }

    #[test]
    fn what_is_wide_hangs_in_a_circle_or_breaks_off_is_not_too_deep() {
        let wide: Vec<[usize; 2]> = (1..20_000).map(|i| [i, i / 2]).collect();
        assert!(!is_too_deep(&as_text(&wide)));
        for size in [2, 20_000] {
            let next = |i: usize| i / size * size + (i + 1) % size;
            let circles: Vec<[usize; 2]> = (0..20_000).map(|i| [i, next(i)]).collect();
            assert!(!is_too_deep(&as_text(&circles)));
        }
        let whole = as_records(&chain(6_000), 7400);
        for end in [0, 10, 25, 30, 60, 100, 2_000] {
            assert!(!is_too_deep(&whole[..end]), "{end}");
        }
        assert!(is_too_deep(&whole[..whole.len() - 1]));
    }
}
