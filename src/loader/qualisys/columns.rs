//! The columns of a row of markers or bodies, and what each of them is.

use super::super::bodies::{Part, RotationFormat};
use super::super::error::LoadError;
use super::super::gaps::COLUMNS;
use super::super::scanner::Reader;
use super::super::stated::compare_stated;
use super::super::table::{Columns, FirstRow, FrameColumns, Separator};
use super::super::word::{Word, plain};
use super::header::{BODY_COLUMNS, Header, SEGMENT};
use crate::take::{Axis, counted};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Place(Axis),
    /// An element of the rotation matrix.
    Rotation(u8),
    /// A part of the quaternion: X, Y, Z and W.
    Quaternion(u8),
    Other,
}

use Role::{Other, Place, Quaternion, Rotation};

const QUATERNION: [Role; 4] = [Quaternion(0), Quaternion(1), Quaternion(2), Quaternion(3)];

/// The columns of a body in a file that does not name them.
#[rustfmt::skip] // as they stand side by side
const BODY: [Role; BODY_COLUMNS] = [
    Place(Axis::X), Place(Axis::Y), Place(Axis::Z),
    Other, Other, Other, Other,
    Rotation(0), Rotation(1), Rotation(2),
    Rotation(3), Rotation(4), Rotation(5),
    Rotation(6), Rotation(7), Rotation(8),
];

/// The columns by the header, and by what the first rows have; behind byte `start` there are but rows.
pub(super) fn columns(
    header: &Header<'_>,
    prefix: FrameColumns,
    first: &FirstRow<'_>,
    start: usize,
    reader: &mut Reader<'_>,
) -> Result<Columns, LoadError> {
    let scan = reader.scan;
    let is_of_bodies = !header.body_names.is_empty();
    let (named, noun, stated) = if is_of_bodies {
        (&header.body_names, "body", "NO_OF_BODIES")
    } else {
        (&header.marker_names, "marker", "NO_OF_MARKERS")
    };
    // Every value of a row takes a byte at least: names alone make no markers.
    if named.len() > (scan.source.bytes.len() - start) / COLUMNS {
        let many = counted(named.len(), noun);
        let what = format!("a row with the positions of {many}");
        return Err(scan.expected_at(first.line.at, what, "too little for one"));
    }
    let mut roles = roles_by_name(header, named.len());
    if roles.is_empty() {
        roles = usual_roles(is_of_bodies, named.len(), first.columns);
    }
    let starts = roles.iter().filter(|role| **role == Place(Axis::X)).count();
    let mut names = if named.is_empty() {
        names_by_columns(header, &roles)
    } else {
        named.iter().map(|word| plain(word.text)).collect()
    };
    names.resize(starts, String::new());
    if names.is_empty() {
        let what = "the positions of markers or bodies in the first row";
        return Err(scan.expected_at(first.line.at, what, "none, and no names of them"));
    }
    let at = |i: usize| named.get(i).map_or(header.names_at, |word| word.at);
    reader.settle_names(&mut names, at);
    compare_stated(header.values.get(stated), names.len(), [noun, "name"], reader);
    let width = roles.len() + first.left_over(roles.len(), reader);
    let parts = parts(names, &roles);
    let (noun, each) = match parts.iter().find_map(|part| part.rotation) {
        Some((RotationFormat::Quaternion, _)) => ("segment", SEGMENT),
        Some(_) => ("body", BODY.len()),
        None => ("marker", COLUMNS),
    };
    let many = counted(parts.len(), noun);
    let why = format!("the header names {many}, with {each} values each");
    let columns = Columns::new(Separator::Tab, prefix, parts, width, why);
    Ok(Columns { gaps: &[b"NULL"], rotation_name, ..columns })
}

/// The parts of these names, each of which begins with a column of places along X.
fn parts(names: Vec<String>, roles: &[Role]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::with_capacity(names.len());
    let mut names = names.into_iter();
    for (column, role) in roles.iter().enumerate() {
        match (role, parts.last_mut()) {
            (Place(Axis::X), _) => {
                parts.push(Part::marker(names.next().unwrap_or_default(), column));
            }
            (Rotation(0), Some(part)) => part.rotation = Some((RotationFormat::Matrix, column)),
            (Quaternion(0), Some(part)) => {
                part.rotation = Some((RotationFormat::Quaternion, column))
            }
            _ => {}
        }
    }
    parts
}

/// What an error calls a number of a rotation: `QX of "Hips"`, `Rot[0] of "Racket"`.
fn rotation_name(written: RotationFormat, number: usize, name: &str) -> String {
    match written {
        RotationFormat::Quaternion => format!("Q{} of {name}", ["X", "Y", "Z", "W"][number]),
        _ => format!("Rot[{number}] of {name}"),
    }
}

/// The names that stand in the names of columns: `LASI X`; or above the column ahead of X, Y and Z.
fn names_by_columns(header: &Header<'_>, roles: &[Role]) -> Vec<String> {
    let fields = header.columns.get(header.named_prefix().fields..).unwrap_or_default();
    let places = (0..roles.len()).filter(|&i| roles[i] == Place(Axis::X));
    let names = places.map(|i| {
        let own = fields.get(i)?.text.strip_suffix(b"X")?.trim_ascii_end();
        let is_other = |i: &usize| roles[*i] == Other;
        let ahead = i.checked_sub(1).filter(is_other).map(|i| fields[i].text);
        Some(plain(if own.is_empty() { ahead? } else { own }))
    });
    names.map(Option::unwrap_or_default).collect()
}

/// What the columns are where the file does not name them: as many as are named, or as the first row
/// has.
fn usual_roles(is_of_bodies: bool, named: usize, in_row: usize) -> Vec<Role> {
    if !is_of_bodies {
        let count = named.max(in_row / COLUMNS);
        return BODY[..COLUMNS].repeat(count);
    }
    let count = named.max((in_row + 1) / (BODY.len() + 1));
    vec![BODY.as_slice(); count].join(&Other)
}

/// What the columns are by their names; none where these are no places. Older files name those of one body for
/// all of `named`.
fn roles_by_name(header: &Header<'_>, named: usize) -> Vec<Role> {
    let fields = header.columns.get(header.named_prefix().fields..).unwrap_or_default();
    let mut roles: Vec<Role> = fields.iter().map(role).collect();
    keep_whole(&mut roles);
    let count = roles.iter().filter(|role| **role == Place(Axis::X)).count();
    match (count, named) {
        (0, _) => Vec::new(),
        (1, 2..) => vec![roles.as_slice(); named].join(&Other),
        _ => roles,
    }
}

/// What a column is by the last word of its name.
fn role(name: &Word<'_>) -> Role {
    let word = name.text.rsplit(|&b| b == b' ').next().unwrap_or_default();
    let mut axes = Axis::ALL.into_iter();
    let axis = axes.find(|axis| word == axis.name().as_bytes());
    let element = word.strip_prefix(b"Rot[");
    match (axis, element.and_then(|rest| rest.strip_suffix(b"]")), word) {
        (Some(axis), ..) => Place(axis),
        (None, Some([digit @ b'0'..=b'8']), _) => Rotation(digit - b'0'),
        (.., [b'Q', part @ b'X'..=b'Z']) => Quaternion(part - b'X'),
        (.., b"QW") => Quaternion(3),
        _ => Other,
    }
}

/// Leaves nothing but whole places, each with a whole matrix, a whole quaternion or none.
fn keep_whole(roles: &mut [Role]) {
    let place = &BODY[..COLUMNS];
    let matrix = &BODY[BODY.len() - RotationFormat::Matrix.width()..];
    let mut at = 0;
    let mut has_place = false;
    while at < roles.len() {
        let rest = &roles[at..];
        let len = if rest.starts_with(place) {
            COLUMNS
        } else if has_place && rest.starts_with(matrix) {
            matrix.len()
        } else if has_place && rest.starts_with(&QUATERNION) {
            QUATERNION.len()
        } else {
            roles[at] = Other;
            at += 1;
            continue;
        };
        has_place = len == COLUMNS;
        at += len;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_matrices_are_kept_where_they_are_whole() {
        let roles = |text: &str| {
            let words = text.split(' ').map(|word| Word { text: word.as_bytes(), at: 0 });
            let mut roles: Vec<Role> = words.map(|word| role(&word)).collect();
            keep_whole(&mut roles);
            roles.iter().map(|role| *role != Other).collect::<Vec<_>>()
        };
        let matrix: String = (0..9).map(|i| format!(" Rot[{i}]")).collect();
        let kept = |text: &str| roles(text).iter().filter(|kept| **kept).count();
        assert_eq!(kept(&format!("X Y Z Yaw Pitch Roll Residual{matrix}")), 12);
        assert_eq!(kept(&format!("X Y Z{matrix} a X Y Z")), 15);
        assert_eq!(kept(&format!("X Y{matrix}")), 0);
        assert_eq!(kept(&format!("X Y Z{matrix}{matrix}")), 12);
        assert_eq!(roles("a X Y Z Rot[0] Y Z"), [false, true, true, true, false, false, false]);
    }

    #[test]
    fn columns_without_names_are_those_that_are_usual() {
        assert_eq!(usual_roles(false, 1, 7).len(), 6);
        assert_eq!(usual_roles(false, 4, 7).len(), 12);
        assert_eq!(usual_roles(true, 1, 33).len(), 33);
        assert_eq!(usual_roles(true, 3, 16).len(), 3 * 17 - 1);
    }
}
