//! What stands ahead of the rows of Motive's CSV: keys with their values, and the rows that say what the
//! columns are: markers, rigid bodies and bones.

use super::super::bodies::{Part, RotationFormat};
use super::super::error::LoadError;
use super::super::gaps::COLUMNS;
use super::super::line::Lines;
use super::super::scanner::{Reader, Scanner};
use super::super::stated::original;
use super::super::table::{FrameColumns, Separator, unquoted};
use super::super::text::without_mark;
use super::super::unit_names::order;
use super::super::word::Word;
use crate::take::{Axis, Detail, DetailKind, EulerOrder, WarningCode, counted};

pub(super) struct Header<'a> {
    pub separator: Separator,
    /// Keys and their values, by turns.
    keys: Vec<Word<'a>>,
    /// The row that begins with Frame: the axis of each column.
    pub axes: Vec<Word<'a>>,
    /// Whether a column is of a rotation, a position or something else.
    pub parts: Vec<Word<'a>>,
    pub types: Vec<Word<'a>>,
    pub names: Vec<Word<'a>>,
    pub ids: Vec<Word<'a>>,
    /// The names of the bones that others hang from; `None` where the file has no such row.
    pub parents: Option<Vec<Word<'a>>>,
    /// The byte at which the row that begins with Frame starts.
    pub at: usize,
}

const FORMAT_VERSION: &[u8] = b"Format Version";

/// What parts fields, by the first line of a file; `None` where it is not one of Motive's.
pub(super) fn separator(text: &[u8]) -> Option<Separator> {
    let text = without_mark(text).trim_ascii_start();
    let text = text.strip_prefix(b"\"").unwrap_or(text);
    let (head, behind) = text.split_at_checked(FORMAT_VERSION.len())?;
    let behind = behind.strip_prefix(b"\"").unwrap_or(behind);
    match behind.first().filter(|_| head.eq_ignore_ascii_case(FORMAT_VERSION))? {
        b',' => Some(Separator::Comma),
        b';' => Some(Separator::Semicolon),
        b'\t' => Some(Separator::Tab),
        _ => None,
    }
}

impl<'a> Header<'a> {
    pub fn read(lines: &mut Lines<'a>, scan: &Scanner<'_>) -> Result<Self, LoadError> {
        /// Rows between the keys and the one that begins with Frame.
        const MAX_ROWS: usize = 16;
        let separator = separator(scan.source.bytes).unwrap_or(Separator::Comma);
        let first = lines.find(|line| !line.is_blank());
        let keys = first.map_or_else(Vec::new, |line| line.split(separator));
        let mut above: Vec<Vec<Word<'a>>> = Vec::new();
        let (at, axes) = loop {
            let line = lines.find(|line| !line.is_blank());
            let fields = line.map_or_else(Vec::new, |line| line.split(separator));
            let at = line.map_or(lines.at, |line| line.at);
            match fields.first() {
                Some(field) if field.is("Frame") => break (at, fields),
                Some(field) if field.text.is_empty() && above.len() < MAX_ROWS => {
                    above.push(fields);
                }
                _ => return Err(scan.at(at).expected("a row that begins with Frame")),
            }
        };
        let mut header = Self {
            separator,
            keys,
            axes,
            parts: Vec::new(),
            types: Vec::new(),
            names: Vec::new(),
            ids: Vec::new(),
            parents: None,
            at,
        };
        header.take_rows(above);
        Ok(header)
    }

    /// Takes in the rows that say what the columns are. Newer files name them in the second field, older
    /// ones have them in this order. The last one says which are of positions.
    fn take_rows(&mut self, mut rows: Vec<Vec<Word<'a>>>) {
        const ORDER: [&str; 4] = ["Type", "Name", "ID", "Parent"];
        let label = |row: &[Word<'a>]| {
            let second = row.get(1)?;
            ORDER.into_iter().find(|known| second.is(known))
        };
        let is_named = rows.iter().any(|row| label(row) == Some(ORDER[0]));
        if rows.last().is_some_and(|row| !is_named || label(row).is_none()) {
            self.parts = rows.pop().unwrap_or_default();
        }
        for (row, by_order) in rows.into_iter().zip(ORDER.map(Some).into_iter().chain([None])) {
            match if is_named { label(&row) } else { by_order } {
                Some("Type") => self.types = row,
                Some("Name") => self.names = row,
                Some("ID") => self.ids = row,
                Some(_) => self.parents = Some(row),
                None => {}
            }
        }
    }

    /// The value of a key, unless it is empty.
    pub fn value(&self, key: &str) -> Option<Word<'a>> {
        let mut pairs = self.keys.chunks_exact(2);
        let pair = pairs.find(|pair| pair[0].is(key) && !pair[1].text.is_empty());
        pair.map(|pair| pair[1])
    }

    /// How many columns there are: a row ends with the last one that it has something to say of.
    pub fn width(&self) -> usize {
        let rows = [&self.axes, &self.parts, &self.types, &self.names, &self.ids];
        rows.map(Vec::len).into_iter().fold(self.prefix().fields, usize::max)
    }

    /// The column of timecodes, which newer files have.
    pub fn timecode(&self) -> Option<usize> {
        self.axes.iter().position(is_timecode)
    }

    /// What stands ahead of the values of a row: the number of the frame, and a time.
    pub fn prefix(&self) -> FrameColumns {
        let is_time = |field: &Word<'_>| {
            let head = field.text.get(..4);
            let is_time = head.is_some_and(|head| head.eq_ignore_ascii_case(b"Time"));
            is_time && !is_timecode(field)
        };
        let has_time = self.axes.get(1).is_some_and(is_time);
        FrameColumns::new(Some(0), has_time.then_some(1))
    }

    /// The rate of the frames that were exported, and its key.
    pub fn rate(&self) -> (&'static str, Option<Word<'a>>) {
        let keys = ["Export Frame Rate", "Capture Frame Rate"];
        let stated = keys.into_iter().find_map(|key| Some((key, Some(self.value(key)?))));
        stated.unwrap_or((keys[0], None))
    }

    pub fn details(&self) -> Vec<Detail> {
        const KEYS: [(&str, DetailKind); 6] = [
            ("Take Name", DetailKind::RECORDED_AS),
            ("Take Notes", DetailKind::NOTES),
            ("Capture Start Time", DetailKind::DATE),
            ("Format Version", DetailKind::VERSION),
            ("Rotation Type", DetailKind::ROTATIONS),
            ("Coordinate Space", DetailKind::POSITIONS),
        ];
        let texts = KEYS
            .into_iter()
            .filter_map(|(key, kind)| Detail::non_empty(kind, unquoted(self.value(key)?.text)));
        let number = |key| self.value(key)?.number().filter(|n| (0.0..1e15).contains(n));
        let original = number("Capture Frame Rate").map(|rate| {
            original(rate, number("Total Frames in Take"), number("Capture Start Frame"))
        });
        texts.chain(original).collect()
    }
}

fn is_timecode(field: &Word<'_>) -> bool {
    ["TimeCode", "Time Code"].iter().any(|name| field.is(name))
}

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
    rotation: Option<(RotationFormat, usize)>,
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
        let what = "the export holds no positions of markers, rigid bodies or bones";
        let error = reader.scan.contradiction(header.at, what);
        return Err(error.hint("tick what to export in Motive's settings of CSV"));
    }
    if groups.len() < all {
        let many = counted(all - groups.len(), "group");
        let message = format!("{many} of columns without a position: not read");
        reader.warn(WarningCode::ValuesLeftOut, header.at, message);
    }
    let mut names: Vec<String> = groups.iter().map(|g| unquoted(g.name.text)).collect();
    reader.settle_names(&mut names, |i| groups[i].name.at);
    let prefix = header.prefix().fields;
    let parts = names.into_iter().zip(&groups).map(|(name, group)| Part {
        rotation: group.rotation.map(|(written, first)| (written, first - prefix)),
        ..Part::marker(name, group.place.map_or(0, |first| first - prefix))
    });
    Ok((parts.collect(), groups))
}

/// What an error calls a number of a rotation: `W of the rotation of "Racket"`.
pub(super) fn rotation_name(_: RotationFormat, number: usize, name: &str) -> String {
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
    let timecode = header.timecode();
    let mut angles = None;
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut column = header.prefix().fields;
    let width = header.width();
    while column < width {
        let is_place = has_axes(column, b"Position", &["X", "Y", "Z"]);
        let is_quaternion = has_axes(column, b"Rotation", &["X", "Y", "Z", "W"]);
        let is_rotation = is_quaternion || has_axes(column, b"Rotation", &["X", "Y", "Z"]);
        let is_same_group = groups.last().is_some_and(|group| {
            let is_again =
                is_place && group.place.is_some() || is_rotation && group.rotation.is_some();
            let is_timecode = [column - 1, column].map(Some).contains(&timecode);
            key(column - 1) == key(column) && !is_again && !is_timecode
        });
        if !is_same_group {
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
                RotationFormat::Quaternion
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
fn angles(header: &Header<'_>, reader: &mut Reader<'_>) -> RotationFormat {
    let stated = header.value("Rotation Type");
    let last = stated.and_then(|word| word.text.rsplit(|&b| b == b' ').next());
    let axes = last.and_then(order).unwrap_or_else(|| {
        let message = "Rotation Type names no order of angles: XYZ is assumed";
        let at = stated.map_or(header.at, |word| word.at);
        reader.warn(WarningCode::ValueAssumed, at, message);
        Axis::ALL
    });
    RotationFormat::Angles(EulerOrder(axes))
}
