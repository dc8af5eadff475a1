//! CSV of positions, as `rushes positions` writes it.
//!
//! ```text
//! frame,number,time,index,node,x,y,z          a row for each node on each frame
//! 0,101,0.5,0,Hips,1.25,90,-3                 number is empty where the file had none; a node without a
//!                                             place has nothing behind its name
//! frame,number,time,Hips.x,Hips.y,Hips.z,…    or a row for each frame, with all nodes
//! 12.5,,0.521,1.25,90,-3,…                    a moment between two frames has no number
//! ```
//!
//! Behind the values of a node stands how sure it is, where that is known: `confidence`, or `Hips.confidence`.
//!
//! Nothing tells which node hangs from which: each is a point. Rotations behind the places are not read,
//! because they may be in the world as well as in the parents' axes. The unit of length and the axis
//! that is up are those of the take that was written, and not said.

mod columns;
mod long;
mod stamps;

use super::error::LoadError;
use super::gaps::{COLUMNS, point_columns};
use super::people;
use super::scanner::{Reader, Scanner};
use super::table::{
    self, BadField, FirstRow, GapRule, RowLayout, RowPrefix, Separator, runs, unquoted,
};
use super::word::Word;
use super::{Format, Source, format};
use crate::take::{Axis, FormatId, Motion, Take, Units, strip_guard};
use columns::{CONFIDENCE, MOMENT, NODE, POSITION, Table, begin_with, no_positions, value_name};
#[cfg(all(feature = "parquet", not(target_family = "wasm")))]
pub(super) use stamps::settle;
pub(super) use stamps::{Stamp, round};

pub(super) const FORMAT: Format = Format {
    id: FormatId::Positions,
    extensions: &["csv"],
    about: "Positions of joints or markers over time, as `rushes positions` writes them",
    types: &[],
    probe,
    up: Axis::Y,
    companions: None,
    cut: Some(format::at_line_end),
    load,
};

fn probe(bytes: &[u8]) -> bool {
    head_of(&Scanner::of_head(bytes)).is_some_and(|(fields, _)| {
        let behind = &fields[MOMENT.len()..];
        begin_with(behind, &NODE) || node(behind).is_some()
    })
}

/// The fields of the first line, where that begins as both kinds of files do, and the byte behind it.
fn head_of<'a>(scan: &Scanner<'a>) -> Option<(Vec<Word<'a>>, usize)> {
    let mut lines = scan.lines();
    let fields = lines.next()?.split(Separator::Comma);
    begin_with(&fields, &MOMENT).then_some((fields, lines.at))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut reader = Reader::new(source);
    let Some((fields, start)) = head_of(&reader.scan) else {
        return Err(reader.scan.expected("frame,number,time, the first columns of positions"));
    };
    let behind = &fields[MOMENT.len()..];
    let Table { rows, mut names, places, has_confidence } = if begin_with(behind, &NODE) {
        long::read(start, &behind[NODE.len()..], &mut reader)?
    } else {
        read_wide(start, behind, &mut reader)?
    };
    reader.settle_names(&mut names, |marker| places[marker]);
    let clock = stamps::settle(&rows.facts, rows.count, &rows.lost, &mut reader.warnings);
    let columns = names.len() * point_columns(has_confidence);
    let motion = Motion::new(clock.frame_time, rows.count, columns, rows.values);
    let skeleton = people::points(source, &names, has_confidence)?;
    Ok(Take {
        numbers: clock.numbers,
        start_time: clock.start,
        lost: rows.lost,
        warnings: reader.warnings.finish(),
        ..Take::new(source.stem(), FORMAT.id, skeleton, motion, Units::assumed(FORMAT.up))
    })
}

/// Frame, number and time ahead of all positions.
#[derive(Clone, Copy)]
struct Moment;

impl RowPrefix for Moment {
    type Row = Stamp;
    type Facts = Vec<Stamp>;

    fn read<'t, const SEPARATOR: u8>(
        &self,
        text: &'t [u8],
        at: usize,
    ) -> Result<(Stamp, usize), BadField<'t>> {
        Stamp::read::<SEPARATOR>(text, at)
    }

    fn add(&self, stamp: Stamp, stamps: &mut Vec<Stamp>) -> bool {
        stamps.push(stamp);
        true
    }
}

/// The node whose position begins with a column: `Hips` where the next ones are `Hips.x`, `Hips.y` and
/// `Hips.z`.
fn node<'a>(fields: &[Word<'a>]) -> Option<Word<'a>> {
    let first = fields.first()?;
    let text = name_ahead(first, POSITION[0])?;
    let mut columns = POSITION.iter().zip(0..);
    let is_of_it = |(axis, i): (&&str, usize)| name_ahead(fields.get(i)?, axis);
    let is_node = columns.all(|column| is_of_it(column) == Some(text));
    is_node.then_some(Word { text, at: first.at })
}

/// `Hips` where the name of a column is `Hips.x`, and `x` is the end that is looked for.
fn name_ahead<'a>(field: &Word<'a>, end: &str) -> Option<&'a [u8]> {
    let plain = std::str::from_utf8(field.text).map(|text| strip_guard(text).as_bytes());
    plain.unwrap_or(field.text).strip_suffix(end.as_bytes())?.strip_suffix(b".")
}

/// Reads a table with a row for each frame, whose columns behind the time have these names, and whose rows begin at byte
/// `start`.
fn read_wide(
    start: usize,
    fields: &[Word<'_>],
    reader: &mut Reader<'_>,
) -> Result<Table, LoadError> {
    let scan = reader.scan;
    let (mut names, mut named_at, mut starts) = (Vec::new(), Vec::new(), Vec::new());
    let mut column = 0;
    while column < fields.len() {
        if let Some(node) = node(&fields[column..]) {
            names.push(unquoted(node.text));
            named_at.push(node.at);
            starts.push(column);
            column += COLUMNS;
        } else {
            column += 1;
        }
    }
    if names.is_empty() {
        return Err(no_positions(&scan, fields.first().map_or(start, |field| field.at)));
    }
    let lines = scan.at(start).lines();
    let first = FirstRow::find(lines, Separator::Comma, MOMENT.len(), &scan)?;
    // Behind a node's position there may be its rotation first.
    let confidence = |(i, &start): (usize, &usize)| {
        let end = starts.get(i + 1).copied().unwrap_or(fields.len());
        let node = name_ahead(&fields[start], POSITION[0]);
        (start + COLUMNS..end).find(|&column| name_ahead(&fields[column], CONFIDENCE) == node)
    };
    let confidences: Option<Vec<usize>> = starts.iter().enumerate().map(confidence).collect();
    let has_confidence = confidences.is_some();
    let width = point_columns(has_confidence);
    let mut is_read = vec![false; fields.len() + first.left_over(fields.len(), reader)];
    let places = starts.iter().flat_map(|&start| start..start + COLUMNS);
    for column in places.chain(confidences.into_iter().flatten()) {
        is_read[column] = true;
    }
    let name =
        |column: usize| format!("{} of \"{}\"", value_name(column % width), names[column / width]);
    let layout = RowLayout {
        separator: Separator::Comma,
        prefix: Moment,
        runs: &runs(is_read),
        gaps: &[],
        gap_rule: GapRule::Points(width),
        name: &name,
        why: &format!("the first line names {} columns", MOMENT.len() + fields.len()),
    };
    let read = table::read(&scan.source, start, &layout, &mut reader.warnings)?;
    let rows = read.settle(width * names.len(), None, reader)?;
    Ok(Table { rows, names, places: named_at, has_confidence })
}
