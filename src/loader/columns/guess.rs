//! A guess at what the columns of a table are, by the line with their names and by their numbers.

use std::collections::HashSet;

use super::super::Source;
use super::super::table::Separator;
use super::super::time_unit::TimeUnit;
use super::super::unit_names::{angle_in, metres_in};
use super::super::word::plain;
use super::column::{Column, Quantity};
use super::mapping::{AngleUnit, ColumnMapping};
use super::names::{Kind, Word, is_unit, shared, special_column, without_unit};
use super::presets::preset;
use super::sample::Sample;
use crate::take::{Angle, Axis};

/// The beginning of a table, for people to say what its columns are.
#[derive(Clone, Debug, PartialEq)]
pub struct TableHead {
    /// What its columns may be; sound, or without any position.
    pub guess: ColumnMapping,
    /// The fields of the line with the names of the columns, where there is one.
    pub names: Vec<String>,
    /// The fields of its first rows.
    pub rows: Vec<Vec<String>>,
}

/// The beginning of a table, with the preset that fits it for a guess, where one does; `None` for a text that is
/// none.
pub fn table_head(source: &Source<'_>) -> Option<TableHead> {
    /// So many rows are shown.
    const ROWS: usize = 12;
    let sample = Sample::of(source.bytes)?;
    let header = Header::of(&sample);
    let rows = sample.rows.iter().take(ROWS);
    let rows = rows.map(|row| row.iter().map(|field| plain(field.text)).collect()).collect();
    let guess = match preset(&source.extension().unwrap_or_default(), source.bytes) {
        Some(preset) => preset.mapping,
        None => guess(&sample, &header),
    };
    Some(TableHead { guess, names: header.fields, rows })
}

#[derive(Default)]
struct Header {
    /// The whole line of names, and its fields.
    line: Option<String>,
    fields: Vec<String>,
    /// The fields of the line above, where those of this one are only axes.
    above: Vec<String>,
    /// The fields of the line below, where these are units.
    units: Vec<String>,
}

impl Header {
    fn of(sample: &Sample<'_>) -> Self {
        /// No line of names that is longer is kept.
        const LONGEST: usize = 1 << 14;
        let width = sample.width();
        let fields = |i: usize| -> Vec<String> {
            let all = sample.ahead[i].split(sample.separator);
            let mut all: Vec<String> = all.iter().map(|field| plain(field.text)).collect();
            // A comment, with or without a blank behind its sign.
            if let Some(first) = all.first_mut() {
                *first = first.trim_start_matches(['#', '%', '/']).trim().to_string();
                if first.is_empty() && sample.separator == Separator::Blanks {
                    all.remove(0);
                }
            }
            all
        };
        let Some(mut last) = sample.ahead.len().checked_sub(1) else { return Self::default() };
        let mut header = Self { fields: fields(last), ..Self::default() };
        let mut filled = header.fields.iter().filter(|field| !field.is_empty());
        if last > 0 && filled.all(|field| is_unit(field)) {
            header.units = std::mem::replace(&mut header.fields, fields(last - 1));
            last -= 1;
        }
        let is_axis = |field: &String| {
            let word = Word::of(field);
            word.quantity.is_none_or(|_| word.name.is_empty()) || special_column(field).is_some()
        };
        if last > 0 && header.fields.iter().all(is_axis) {
            header.above = fields(last - 1);
        }
        // Lines above a table that are no names of columns.
        let is_near = |fields: &[String]| fields.len() <= width + 1 && 2 * fields.len() > width;
        if !is_near(&header.fields) {
            return Self::default();
        }
        if header.above.len() < 2 {
            header.above.clear();
        }
        let text = sample.ahead[last].text.trim_ascii();
        let line = std::str::from_utf8(text).ok().filter(|text| text.len() <= LONGEST);
        header.line = line.map(ToString::to_string);
        header
    }

    /// The name of a column; where names stand above axes, that of the last column with one, and the axis.
    fn name(&self, column: usize) -> String {
        let own = self.fields.get(column).map_or("", String::as_str);
        let above = self.above.get(..=column).unwrap_or(&self.above);
        match above.iter().rfind(|name| !name.is_empty()) {
            Some(above) if special_column(own).is_none() && !own.is_empty() => {
                format!("{above} {own}")
            }
            _ => own.to_string(),
        }
    }
}

fn guess(sample: &Sample<'_>, header: &Header) -> ColumnMapping {
    let mut mapping = ColumnMapping {
        separator: Some(sample.separator),
        decimal_comma: sample.decimal_comma,
        header: header.line.clone(),
        ..ColumnMapping::default()
    };
    mapping.columns = by_names(sample, header);
    drop_partial(&mut mapping);
    if mapping.parts().is_empty() {
        mapping.columns = by_numbers(sample, header);
        drop_partial(&mut mapping);
    }
    units(&mut mapping, sample, header);
    mapping
}

/// By the names of the columns.
fn by_names(sample: &Sample<'_>, header: &Header) -> Vec<Column> {
    let words: Vec<Word> =
        (0..sample.width()).map(|column| Word::of(&header.name(column))).collect();
    let is_w_of =
        |w: &Word, word: &Word| w.quantity == Some(Quantity::Quaternion(3)) && w.name == word.name;
    // A group whose axes are four is a quaternion, whatever its axes are called.
    let has_w = |word: &Word| {
        let is_same_kind = |w: &Word| word.kind == w.kind || word.kind == Some(Kind::Angle);
        words.iter().any(|w| is_w_of(w, word) && is_same_kind(w))
    };
    let has_rw =
        |word: &Word| words.iter().any(|w| is_w_of(w, word) && w.kind == Some(Kind::Angle));
    let mut columns: Vec<Column> = Vec::with_capacity(words.len());
    for (i, word) in words.iter().enumerate() {
        if let Some(column) = special_column(&header.name(i))
            && !columns.contains(&column)
            && (column == Column::Name || sample.is_numbered(i))
        {
            columns.push(column);
            continue;
        }
        let of_quaternion = |axis: Axis| Quantity::Quaternion(axis.index() as u8);
        let quantity = match (word.quantity, word.kind) {
            (Some(Quantity::Position(axis)), Some(Kind::Quaternion)) => of_quaternion(axis),
            (Some(Quantity::Position(axis)), Some(Kind::Angle)) if has_w(word) => {
                of_quaternion(axis)
            }
            (Some(Quantity::Position(axis)), Some(Kind::Angle)) => Quantity::Angle(axis),
            (Some(Quantity::Angle(axis)), _) if has_rw(word) => of_quaternion(axis),
            (Some(quantity), _) => quantity,
            (None, _) => {
                columns.push(Column::Skip);
                continue;
            }
        };
        let mut column = Column::Value { of: word.name.clone(), quantity };
        let mut next = 2;
        // The same axes again are of another marker.
        while columns.contains(&column) {
            let of = format!("{} {next}", word.name).trim_start().to_string();
            column = Column::Value { of, quantity };
            next += 1;
        }
        columns.push(column);
    }
    // Rows that are named have one set of values.
    if columns.contains(&Column::Name) {
        for column in &mut columns {
            if let Column::Value { of, .. } = column {
                of.clear();
            }
        }
    }
    columns
}

/// By the numbers alone: a count of frames or a time, then positions, or a position and a quaternion each;
/// called by what the names of each have in common, else by their numbers.
fn by_numbers(sample: &Sample<'_>, header: &Header) -> Vec<Column> {
    let width = sample.width();
    let first = sample.numbers(0);
    let rises = first.len() > 1 && first.windows(2).all(|pair| pair[0] < pair[1]);
    let counts = first.windows(2).all(|pair| pair[1] - pair[0] == 1.0);
    let mut columns = Vec::with_capacity(width);
    let behind = width - 1;
    if rises && (behind.is_multiple_of(3) || behind.is_multiple_of(7)) {
        columns.push(if counts { Column::Frame } else { Column::Time });
    }
    let rest = width - columns.len();
    let start = columns.len();
    let are_bodies = rest.is_multiple_of(7)
        && (0..rest / 7).all(|body| sample.is_quaternion(start + 7 * body + 3));
    let words: &[&str] =
        if are_bodies { &["x", "y", "z", "qx", "qy", "qz", "qw"] } else { &["x", "y", "z"] };
    let names = header.fields.get(start..).unwrap_or_default();
    let names: Vec<&str> = names.chunks(words.len()).map(shared).collect();
    let mut different = HashSet::new();
    let is_named = names.iter().all(|name| !name.is_empty() && different.insert(name));
    for column in 0..rest {
        let body = column / words.len();
        let of = match names.get(body) {
            Some(name) if is_named => name.to_string(),
            _ => (body + 1).to_string(),
        };
        let quantity = Quantity::of(words[column % words.len()]);
        columns.push(quantity.map_or(Column::Skip, |quantity| Column::Value { of, quantity }));
    }
    columns
}

/// Leaves out what lacks an axis.
fn drop_partial(mapping: &mut ColumnMapping) {
    let dropped: Vec<usize> = mapping.parts().iter().flat_map(|part| part.unsound()).collect();
    for column in dropped {
        mapping.columns[column] = Column::Skip;
    }
}

/// Units as names tell them, and as numbers do.
fn units(mapping: &mut ColumnMapping, sample: &Sample<'_>, header: &Header) {
    for (i, column) in mapping.columns.iter().enumerate() {
        let name = header.fields.get(i).map_or("", String::as_str);
        let (bare, own) = without_unit(name);
        let below = header.units.get(i).map_or("", String::as_str);
        let unit = if own.is_empty() { below } else { own };
        match column {
            Column::Value { quantity: Quantity::Position(_), .. }
                if metres_in(unit.as_bytes()).is_some() =>
            {
                mapping.unit.get_or_insert_with(|| unit.to_lowercase());
            }
            Column::Value { quantity: Quantity::Angle(_), .. }
                if angle_in(unit.as_bytes()) == Some(Angle::Radians) =>
            {
                mapping.angles = AngleUnit::Radians;
            }
            Column::Time => {
                let said = format!("{bare} {unit}").to_lowercase();
                let says = |unit: &TimeUnit| {
                    let mut words = said.split(|c: char| !c.is_alphanumeric());
                    words.any(|word| TimeUnit::of_word(word) == Some(*unit))
                };
                // Seconds are said of other times as well.
                let [_, smaller @ ..] = TimeUnit::ALL.map(|(unit, _)| unit);
                let said = smaller.into_iter().find(says);
                mapping.time_unit = said.unwrap_or_else(|| TimeUnit::by_steps(&sample.numbers(i)));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(header: &str, row: &str) -> String {
        let text = format!("{header}\n{row}\n{row}\n");
        let head = table_head(&Source::new("", text.as_bytes())).expect(header);
        let columns = head.guess.columns.iter();
        columns.map(ToString::to_string).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn columns_are_guessed_by_their_names() {
        for (header, row, expected) in [
            ("time,Hand.x,Hand.y,Hand.z", "0,1,2,3", "time,Hand x,Hand y,Hand z"),
            ("Frame,LASI X,LASI Y,LASI Z", "0,1,2,3", "frame,LASI x,LASI y,LASI z"),
            ("t,handX,handY,handZ,note", "0,1,2,3,a", "time,hand x,hand y,hand z,-"),
            ("x_a,y_a,z_a,x_b,y_b,z_b", "1,2,3,4,5,6", "a x,a y,a z,b x,b y,b z"),
            (
                "ts,pos_x,pos_y,pos_z,quat_w,quat_x,quat_y,quat_z",
                "0,1,2,3,1,0,0,0",
                "-,x,y,z,qw,qx,qy,qz",
            ),
            (
                "a.rotation.x,a.rotation.y,a.rotation.z,a.rotation.w,a.tx,a.ty,a.tz",
                "0,0,0,1,1,2,3",
                "a qx,a qy,a qz,a qw,a x,a y,a z",
            ),
            ("x y z azimuth elevation roll", "1 2 3 4 5 6", "x,y,z,rz,ry,rx"),
            (
                "Hand Rw,Hand Rx,Hand Ry,Hand Rz,Hand X,Hand Y,Hand Z",
                "1,0,0,0,1,2,3",
                "Hand qw,Hand qx,Hand qy,Hand qz,Hand x,Hand y,Hand z",
            ),
            ("X,Y,Z,Rw,Rx,Ry,Rz", "1,2,3,1,0,0,0", "x,y,z,qw,qx,qy,qz"),
            ("X,Y,Z,Rx,Ry,Rz", "1,2,3,1,0,0", "x,y,z,rx,ry,rz"),
            ("time_ns,x,y,z", "5,1,2,3", "time,x,y,z"),
            (
                "Head_1,Head_2,Head_3,Foot_1,Foot_2,Foot_3",
                "1,2,3,4,5,6",
                "Head x,Head y,Head z,Foot x,Foot y,Foot z",
            ),
            ("field1,field2,field3,field4,field5,field6", "1,2,3,4,5,6", "1 x,1 y,1 z,2 x,2 y,2 z"),
            ("# x y z", "1 2 3", "x,y,z"),
            ("#x y z", "1 2 3", "x,y,z"),
            ("X,Y,Z,X,Y,Z", "1,2,3,4,5,6", "x,y,z,2 x,2 y,2 z"),
            ("frame,joint,x,y,z", "0,Hips,1,2,3", "frame,name,x,y,z"),
            ("Hand x,Hand y,Foot x,Foot y,Foot z", "1,2,3,4,5", "-,-,Foot x,Foot y,Foot z"),
            ("Hand (mm) x,b", "1,2,3", "1 x,1 y,1 z"),
        ] {
            assert_eq!(columns(header, row), expected, "{header}");
        }
    }

    #[test]
    fn names_may_stand_above_axes_and_units_below_them() {
        let text = ",,Hand,,,Foot,,\nFrame,Time,X,Y,Z,X,Y,Z\n,ms,mm,mm,mm,mm,mm,mm\n0,0,1,2,3,4,5,6\n1,8,1,2,3,4,5,6\n";
        let head = table_head(&Source::new("", text.as_bytes())).expect("a table");
        let columns: Vec<String> = head.guess.columns.iter().map(ToString::to_string).collect();
        assert_eq!(
            columns,
            ["frame", "time", "Hand x", "Hand y", "Hand z", "Foot x", "Foot y", "Foot z"]
        );
        assert_eq!(head.guess.unit.as_deref(), Some("mm"));
        assert_eq!(head.guess.time_unit, TimeUnit::Milliseconds);
        assert_eq!(head.guess.header.as_deref(), Some("Frame,Time,X,Y,Z,X,Y,Z"));
    }

    #[test]
    fn without_names_numbers_tell() {
        for (rows, expected) in [
            ("0 1 2 3\n1 1 2 3\n", "frame,1 x,1 y,1 z"),
            ("0.5 1 2 3\n0.51 1 2 3\n", "time,1 x,1 y,1 z"),
            ("5 1 2 1 0 0 0\n5 1 2 1 0 0 0\n", "1 x,1 y,1 z,1 qx,1 qy,1 qz,1 qw"),
            ("9 1 2 3 4 5\n9 1 2 3 4 5\n", "1 x,1 y,1 z,2 x,2 y,2 z"),
            ("9 1 2 3\n9 1 2 3\n", "1 x,1 y,1 z,-"),
        ] {
            let head = table_head(&Source::new("", rows.as_bytes())).expect(rows);
            let columns: Vec<String> = head.guess.columns.iter().map(ToString::to_string).collect();
            assert_eq!(columns.join(","), expected, "{rows}");
            assert_eq!(head.guess.check(), Ok(()));
        }
    }
}
