//! What the columns of Motive's CSV are: markers, rigid bodies and bones.

use super::super::bodies::{Part, Written};
use super::super::error::{ErrorKind, LoadError};
use super::super::marker::{self, COLUMNS};
use super::super::scanner::{Reader, Word};
use super::super::stated::counted;
use super::super::table::unquoted;
use super::super::unit_names::order;
use super::header::Header;
use crate::take::{Axis, EulerOrder, WarningCode};

/// Columns side by side that are of one thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<'a> {
    pub name: Word<'a>,
    pub id: Word<'a>,
    /// The bone that it hangs from, as the file calls it; empty for none.
    pub parent: Word<'a>,
    pub is_bone: bool,
    /// The first of its columns, among all of them.
    first: usize,
    /// The first column of its place, and of its rotation, among all columns.
    place: Option<usize>,
    rotation: Option<(Written, usize)>,
}

/// What the columns are of by the header, and their groups. Columns count from the first one behind the prefix.
///
/// # Errors
/// Where nothing is there to be shown.
pub(super) fn parts<'a>(
    header: &Header<'a>,
    reader: &mut Reader<'_>,
) -> Result<(Vec<Part>, Vec<Group<'a>>), LoadError> {
    let mut groups = groups(header, reader);
    let timecode = header.timecode();
    groups.retain(|group| Some(group.first) != timecode);
    let all = groups.len();
    groups.retain(|group| group.place.is_some());
    if groups.is_empty() {
        let what = "the export holds no positions of markers, rigid bodies or bones".to_string();
        let error = reader.scan.error_at(header.at, ErrorKind::Contradiction(what));
        return Err(error.hint("tick what to export in Motive's settings of CSV"));
    }
    if groups.len() < all {
        let many = counted((all - groups.len()) as f64, "group");
        let message = format!("{many} of columns without a position: not read");
        reader.warn(WarningCode::ValuesLeftOut, header.at, message);
    }
    let mut names: Vec<String> = groups.iter().map(|g| unquoted(g.name.text)).collect();
    let Reader { scan, warnings } = reader;
    marker::settle_names(&mut names, |i| scan.place(groups[i].name.at), warnings);
    let prefix = header.prefix().fields;
    let parts = names.into_iter().zip(&groups).map(|(name, group)| Part {
        rotation: group.rotation.map(|(written, first)| (written, first - prefix)),
        ..Part::marker(name, group.place.map_or(0, |first| first - prefix))
    });
    Ok((parts.collect(), groups))
}

/// What an error calls a number of a rotation: `W of the rotation of "Racket"`.
pub(super) fn rotation_name(_: Written, number: usize, name: &str) -> String {
    format!("{} of the rotation of {name}", ["X", "Y", "Z", "W"][number])
}

/// The columns that stand side by side and have the same type, name and number. Two things that are called the
/// same are told apart by an axis that comes again.
fn groups<'a>(header: &Header<'a>, reader: &mut Reader<'_>) -> Vec<Group<'a>> {
    let nothing = Word { text: b"", at: header.at };
    let cell = |row: &[Word<'a>], column: usize| row.get(column).copied().unwrap_or(nothing);
    let key = |column: usize| {
        let rows = [&header.types, &header.names, &header.ids];
        rows.map(|row| cell(row, column).text)
    };
    let is_part = |column: usize, part: &[u8]| {
        let word = cell(&header.parts, column).text;
        word.get(..part.len()).is_some_and(|head| head.eq_ignore_ascii_case(part))
    };
    let has_axes = |first: usize, part: &[u8], axes: &[&str]| {
        let mut columns = (first..).zip(axes);
        columns.all(|(column, axis)| {
            is_part(column, part)
                && cell(&header.axes, column).is(axis)
                && key(column) == key(first)
        })
    };
    let mut angles = None;
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut column = header.prefix().fields;
    while column < header.width() {
        let is_place = has_axes(column, b"Position", &["X", "Y", "Z"]);
        let is_quaternion = has_axes(column, b"Rotation", &["X", "Y", "Z", "W"]);
        let is_rotation = is_quaternion || has_axes(column, b"Rotation", &["X", "Y", "Z"]);
        let goes_on = groups.last().is_some_and(|group| {
            let is_again =
                is_place && group.place.is_some() || is_rotation && group.rotation.is_some();
            let is_timecode = [column - 1, column].map(Some).contains(&header.timecode());
            key(column - 1) == key(column) && !is_again && !is_timecode
        });
        if !goes_on {
            groups.push(Group {
                name: cell(&header.names, column),
                id: cell(&header.ids, column),
                parent: cell(header.parents.as_deref().unwrap_or_default(), column),
                is_bone: cell(&header.types, column).is("Bone"),
                first: column,
                place: None,
                rotation: None,
            });
        }
        let Some(group) = groups.last_mut() else { break };
        column += if is_place {
            group.place = Some(column);
            COLUMNS
        } else if is_rotation {
            let written = if is_quaternion {
                Written::Quaternion
            } else {
                *angles.get_or_insert_with(|| self::angles(header, reader))
            };
            group.rotation = Some((written, column));
            written.width()
        } else {
            1
        };
    }
    groups
}

/// The order of Euler angles, which the type of rotations names.
fn angles(header: &Header<'_>, reader: &mut Reader<'_>) -> Written {
    let stated = header.value("Rotation Type");
    let last = stated.and_then(|word| word.text.rsplit(|&b| b == b' ').next());
    let axes = last.and_then(order).unwrap_or_else(|| {
        let message = "Rotation Type names no order of angles: XYZ is assumed";
        let at = stated.map_or(header.at, |word| word.at);
        reader.warn(WarningCode::ValueAssumed, at, message);
        Axis::ALL
    });
    Written::Angles(EulerOrder(axes))
}
