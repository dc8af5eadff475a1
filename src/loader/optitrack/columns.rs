//! What the columns of Motive's CSV are: markers, rigid bodies and bones.

use super::super::axes::order;
use super::super::bodies::{Part, Written};
use super::super::error::{ErrorKind, LoadError};
use super::super::marker::{self, COLUMNS};
use super::super::rate::counted;
use super::super::scanner::{Scanner, Word, quoted};
use super::super::table::{Run, runs, unquoted};
use super::header::Header;
use crate::take::{Axis, EulerOrder, WarningCode, Warnings};

/// The columns that are read, and of what they are.
pub(super) struct Columns<'a> {
    pub parts: Vec<Part>,
    pub runs: Vec<Run>,
    /// Of each of the parts, where it is named, and whether it is a bone.
    pub groups: Vec<Group<'a>>,
}

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

impl<'a> Columns<'a> {
    /// The columns by the header.
    ///
    /// # Errors
    /// Where nothing is there to be shown.
    pub fn of(
        header: &Header<'a>,
        scan: &Scanner<'_>,
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let mut groups = groups(header, scan, warnings);
        let timecode = header.timecode();
        groups.retain(|group| Some(group.first) != timecode);
        let all = groups.len();
        groups.retain(|group| group.place.is_some());
        if groups.is_empty() {
            let what =
                "the export holds no positions of markers, rigid bodies or bones".to_string();
            let error = scan.error_at(header.at, ErrorKind::Contradiction(what));
            return Err(error.hint("tick what to export in Motive's settings of CSV"));
        }
        if groups.len() < all {
            let many = counted((all - groups.len()) as f64, "group");
            let message = format!("{many} of columns without a position: not read");
            let place = || scan.place(header.at);
            warnings.add_at(WarningCode::ValuesLeftOut, place, message);
        }
        let mut names: Vec<String> = groups.iter().map(|g| unquoted(g.name.text)).collect();
        let place = |i: usize| scan.place(groups[i].name.at);
        marker::settle_names(&mut names, place, warnings);
        let ahead = header.lead().fields;
        let mut is_read = vec![false; header.width() - ahead];
        for group in &groups {
            let rotation = group.rotation.map(|(written, first)| (first, written.width()));
            for (first, width) in
                group.place.map(|first| (first, COLUMNS)).into_iter().chain(rotation)
            {
                is_read[first - ahead..][..width].fill(true);
            }
        }
        // How many columns are read ahead of each one.
        let counts = is_read.iter().scan(0, |read, &is_read| {
            let before = *read;
            *read += usize::from(is_read);
            Some(before)
        });
        let before: Vec<usize> = counts.collect();
        let parts = names.into_iter().zip(&groups).map(|(name, group)| {
            let first = |column: usize| before[column - ahead];
            let rotation = group.rotation.map(|(written, column)| (written, first(column)));
            Part { rotation, ..Part::marker(name, group.place.map_or(0, first)) }
        });
        Ok(Self { parts: parts.collect(), runs: runs(is_read), groups })
    }

    /// Whether there are but markers, whose columns are those of the table.
    pub fn is_of_markers(&self) -> bool {
        let turns = self.parts.iter().any(|part| part.rotation.is_some());
        !turns && !self.groups.iter().any(|group| group.is_bone)
    }

    /// Why a row has so many values.
    pub fn why(&self) -> String {
        let columns: usize = self.runs.iter().map(|run| run.skip + run.take).sum();
        format!("the header tells of {columns} columns behind frame number and time")
    }

    /// What a column that is read is called in an error: `Y of "LASI"`.
    pub fn name(&self, column: usize) -> String {
        let first =
            |part: &Part| part.rotation.map_or(part.place, |(_, first)| first.min(part.place));
        let behind = self.parts.partition_point(|part| first(part) <= column);
        let part = &self.parts[behind.max(1) - 1];
        let name = quoted(part.name.as_bytes());
        match (column.wrapping_sub(part.place), part.rotation) {
            (axis @ ..COLUMNS, _) => format!("{} of {name}", Axis::ALL[axis].name()),
            (_, Some((_, first))) => {
                let axis = ["X", "Y", "Z", "W"].get(column - first).copied();
                format!("{} of the rotation of {name}", axis.unwrap_or_default())
            }
            (_, None) => name,
        }
    }
}

/// The columns that stand side by side and have the same type, name and number. Two things that are called the
/// same are told apart by an axis that comes again.
fn groups<'a>(header: &Header<'a>, scan: &Scanner<'_>, warnings: &mut Warnings) -> Vec<Group<'a>> {
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
    let mut column = header.lead().fields;
    while column < header.width() {
        let is_place = has_axes(column, b"Position", &["X", "Y", "Z"]);
        let is_quaternion = has_axes(column, b"Rotation", &["X", "Y", "Z", "W"]);
        let is_turn = is_quaternion || has_axes(column, b"Rotation", &["X", "Y", "Z"]);
        let goes_on = groups.last().is_some_and(|group| {
            let is_again = is_place && group.place.is_some() || is_turn && group.rotation.is_some();
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
        let Some(group) = groups.last_mut() else {
            break;
        };
        column += match () {
            () if is_place => {
                group.place = Some(column);
                COLUMNS
            }
            () if is_turn => {
                let written = if is_quaternion {
                    Written::Quaternion
                } else {
                    *angles.get_or_insert_with(|| self::angles(header, scan, warnings))
                };
                group.rotation = Some((written, column));
                written.width()
            }
            () => 1,
        };
    }
    groups
}

/// The order of Euler angles, which the type of rotations names.
fn angles(header: &Header<'_>, scan: &Scanner<'_>, warnings: &mut Warnings) -> Written {
    let said = header.value("Rotation Type");
    let named = said.and_then(|word| {
        let last = word.text.rsplit(|&b| b == b' ').next();
        order(last.unwrap_or_default())
    });
    let axes = named.unwrap_or_else(|| {
        let message = "Rotation Type names no order of angles: XYZ is assumed";
        let at = said.map_or(header.at, |word| word.at);
        warnings.add_at(WarningCode::ValueAssumed, || scan.place(at), message);
        Axis::ALL
    });
    Written::Angles(EulerOrder(axes))
}
