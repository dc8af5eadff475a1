//! Positions with a row a frame.

use super::super::Source;
use super::super::error::LoadError;
use super::super::line::Lines;
use super::super::marker::COLUMNS;
use super::super::scanner::{Scanner, Word, quoted};
use super::super::table::{
    self, Closing, FirstRow, Lead, Odd, Run, Separator, Shape, runs, unquoted,
};
use super::super::unread_rows::{Fill, Table as Rows};
use super::columns::{MOMENT, PLACE, Table, no_places};
use super::stamps::Stamp;
use crate::take::{Axis, Warnings, unguarded};

/// Frame, number and time ahead of all places.
struct Moment;

impl Lead for Moment {
    type Row = Stamp;
    type About = Vec<Stamp>;

    fn may_begin_empty(&self) -> bool {
        false
    }

    fn read<'t, const SEPARATOR: u8>(
        &self,
        text: &'t [u8],
        at: usize,
    ) -> Result<(Stamp, usize), Odd<'t>> {
        Stamp::read::<SEPARATOR>(text, at)
    }

    fn take(&self, stamp: Stamp, about: &mut Vec<Stamp>) -> bool {
        about.push(stamp);
        true
    }

    fn lose(&self, _: &mut Vec<Stamp>) {}
}

/// The node whose place begins with a column: `Hips` where the next ones are `Hips.x`, `Hips.y` and
/// `Hips.z`.
fn node<'a>(fields: &[Word<'a>]) -> Option<Word<'a>> {
    let name = |field: &Word<'a>, axis: &str| {
        let plain = std::str::from_utf8(field.text).map(|text| unguarded(text).as_bytes());
        let name = plain.unwrap_or(field.text).strip_suffix(axis.as_bytes())?;
        name.strip_suffix(b".")
    };
    let (first, axis) = (fields.first()?, PLACE[0]);
    let text = name(first, axis)?;
    let mut others = PLACE.iter().enumerate().skip(1);
    let is_place = others.all(|(i, axis)| fields.get(i).and_then(|f| name(f, axis)) == Some(text));
    is_place.then_some(Word { text, at: first.at })
}

/// Whether fields begin with the place of a node.
pub(super) fn begins(fields: &[Word<'_>]) -> bool {
    node(fields).is_some()
}

/// Reads a table whose columns behind the time have these names, and whose rows begin at byte `start`.
pub(super) fn read(
    source: &Source<'_>,
    start: usize,
    fields: &[Word<'_>],
    warnings: &mut Warnings,
) -> Result<Table, LoadError> {
    let scan = Scanner::new(source);
    let mut is_read = vec![false; fields.len()];
    let mut nodes: Vec<Word<'_>> = Vec::with_capacity(fields.len() / COLUMNS);
    let mut column = 0;
    while column < fields.len() {
        column += match node(&fields[column..]) {
            Some(node) => {
                nodes.push(node);
                is_read[column..][..COLUMNS].fill(true);
                COLUMNS
            }
            None => 1,
        };
    }
    if nodes.is_empty() {
        return Err(no_places(&scan, fields.first().map_or(start, |field| field.at)));
    }
    let lines = Lines::of(source.bytes, start..source.bytes.len());
    let first = FirstRow::find(lines, Separator::Comma, MOMENT.len(), &scan)?;
    let left = first.left_over(fields.len(), &scan, warnings);
    let mut runs = runs(is_read);
    runs.push(Run { skip: left, take: 0 });
    let names: Vec<String> = nodes.iter().map(|node| unquoted(node.text)).collect();
    let name = |column: usize| {
        let axis = Axis::ALL[column % COLUMNS].name();
        format!("{axis} of {}", quoted(names[column / COLUMNS].as_bytes()))
    };
    let why = format!("the first line names {} columns", MOMENT.len() + fields.len());
    let shape = Shape {
        separator: Separator::Comma,
        lead: Moment,
        runs: &runs,
        gap: b"",
        closing: Closing::Points,
        name: &name,
        why: &why,
    };
    let columns = shape.columns();
    let read = table::read(source, start, &shape, warnings)?;
    let (mut values, mut count) = (read.values, read.rows);
    let rows = Rows { values: &mut values, rows: &mut count, columns, fill: Fill::Gap };
    let damage = read.about.losses.settle(rows, None, |why| why, warnings)?;
    Ok(Table {
        places: nodes.iter().map(|node| node.at).collect(),
        names,
        values,
        count,
        stamps: read.about.lead,
        damage,
    })
}
