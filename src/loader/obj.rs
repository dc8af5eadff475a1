//! Wavefront OBJ: the points and faces of surfaces, in groups that have names.
//!
//! ```text
//! v x y z               a point
//! f 1 2/2 3//3 -1       a face: its points, counted from 1, or back from the last one
//! g name …              what follows is of these groups
//! o name                what follows is of this object
//! ```

use glam::Vec3;

use super::Source;
use super::error::{ErrorKind, LoadError};
use super::number::MAX_VALUE;
use super::scanner::Scanner;
use super::text::next_line;
use super::word::{Word, quoted};

/// What stands on a line that is of no point.
pub(super) enum Item<'a, 'b> {
    /// A face that begins at a byte, with the indices of its points.
    Face { at: usize, corners: &'b [u32] },
    /// What follows is of other groups, whose names come next.
    Groups,
    /// What follows is of another object, whose name comes next: one, where the file is as it should be.
    Object,
    /// The name of a group or an object.
    Name(Word<'a>),
}

/// Reads a file whose lengths are `unit` each, and gives its points. Lines of other kinds are skipped.
///
/// # Errors
/// Where a point has no position, or the corner of a face is no point.
pub(super) fn read<'a>(
    source: &'a Source<'a>,
    unit: f32,
    mut on_item: impl FnMut(Item<'a, '_>),
) -> Result<Vec<Vec3>, LoadError> {
    let mut points = Vec::new();
    let mut corners = Vec::new();
    let mut scan = Scanner::new(source);
    while let Some(word) = scan.word() {
        let at = word.at;
        match word.text {
            b"v" => points.push(point(&mut scan, unit)?),
            b"f" => {
                corners.clear();
                while let Some(word) = word_in_line(&mut scan, source.bytes) {
                    corners.push(corner(source, &word, points.len())?);
                }
                on_item(Item::Face { at, corners: &corners });
            }
            kind @ (b"g" | b"o") => {
                on_item(if kind == b"g" { Item::Groups } else { Item::Object });
                while let Some(name) = word_in_line(&mut scan, source.bytes) {
                    on_item(Item::Name(name));
                }
            }
            _ => scan.skip_line(),
        }
    }
    Ok(points)
}

fn point(scan: &mut Scanner<'_>, unit: f32) -> Result<Vec3, LoadError> {
    let mut point = Vec3::ZERO;
    for (value, axis) in point.as_mut().iter_mut().zip(["x", "y", "z"]) {
        let before = *scan;
        *value = scan.number(&format!("{axis} of a vertex"))? * unit;
        if value.abs() > MAX_VALUE {
            return Err(before.expected_number(format!("a number for {axis} of a vertex")));
        }
    }
    scan.skip_line();
    Ok(point)
}

/// The point of a face's corner, such as `7`, `7/2/1` or `-1`.
fn corner(source: &Source<'_>, word: &Word<'_>, count: usize) -> Result<u32, LoadError> {
    let point = || {
        let index = word.text.split(|&b| b == b'/').next()?;
        let index: i64 = std::str::from_utf8(index).ok()?.parse().ok()?;
        let point = match index {
            1.. => usize::try_from(index - 1).ok()?,
            0 => return None,
            _ => count.checked_sub(usize::try_from(index.unsigned_abs()).ok()?)?,
        };
        u32::try_from(point).ok().filter(|_| point < count)
    };
    point().ok_or_else(|| {
        let what = match count {
            0 | 1 => "a vertex that stands above".to_string(),
            _ => format!("one of the {count} vertices above"),
        };
        LoadError::at(source, word.at, ErrorKind::Expected { what, found: quoted(word.text) })
    })
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
