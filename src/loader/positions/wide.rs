//! Positions with a row a frame.

use super::super::error::LoadError;
use super::super::marker::COLUMNS;
use super::super::scanner::{Reader, Word, quoted};
use super::super::table::{
    self, BadField, FirstRow, GapRule, RowLayout, RowPrefix, Separator, runs, unquoted,
};
use super::super::unread_rows::{Fill, Table as Rows};
use super::stamps::Stamp;
use super::{MOMENT, POSITION, Table, no_positions};
use crate::take::{Axis, unguarded};

/// Frame, number and time ahead of all positions.
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
pub(super) fn node<'a>(fields: &[Word<'a>]) -> Option<Word<'a>> {
    let name = |field: &Word<'a>, axis: &str| {
        let plain = std::str::from_utf8(field.text).map(|text| unguarded(text).as_bytes());
        let name = plain.unwrap_or(field.text).strip_suffix(axis.as_bytes())?;
        name.strip_suffix(b".")
    };
    let first = fields.first()?;
    let text = name(first, POSITION[0])?;
    let mut columns = POSITION.iter().enumerate();
    let is_node = columns.all(|(i, axis)| fields.get(i).and_then(|f| name(f, axis)) == Some(text));
    is_node.then_some(Word { text, at: first.at })
}

/// Reads a table whose columns behind the time have these names, and whose rows begin at byte `start`.
pub(super) fn read(
    start: usize,
    fields: &[Word<'_>],
    reader: &mut Reader<'_>,
) -> Result<Table, LoadError> {
    let scan = reader.scan;
    let mut is_read = vec![false; fields.len()];
    let mut nodes: Vec<Word<'_>> = Vec::with_capacity(fields.len() / COLUMNS);
    let mut column = 0;
    while column < fields.len() {
        if let Some(node) = node(&fields[column..]) {
            nodes.push(node);
            is_read[column..][..COLUMNS].fill(true);
            column += COLUMNS;
        } else {
            column += 1;
        }
    }
    if nodes.is_empty() {
        return Err(no_positions(&scan, fields.first().map_or(start, |field| field.at)));
    }
    let lines = scan.at(start).lines();
    let first = FirstRow::find(lines, Separator::Comma, MOMENT.len(), &scan)?;
    is_read.resize(fields.len() + first.left_over(fields.len(), reader), false);
    let names: Vec<String> = nodes.iter().map(|node| unquoted(node.text)).collect();
    let name = |column: usize| {
        let axis = Axis::ALL[column % COLUMNS].name();
        format!("{axis} of {}", quoted(names[column / COLUMNS].as_bytes()))
    };
    let why = format!("the first line names {} columns", MOMENT.len() + fields.len());
    let layout = RowLayout {
        separator: Separator::Comma,
        prefix: Moment,
        runs: &runs(is_read),
        gap: b"",
        gap_rule: GapRule::Points,
        name: &name,
        why: &why,
    };
    let columns = layout.columns();
    let read = table::read(&scan.source, start, &layout, &mut reader.warnings)?;
    let (mut values, mut count) = (read.values, read.rows);
    let rows = Rows { values: &mut values, rows: &mut count, columns, fill: Fill::Gap };
    let damage = read.facts.losses.settle(rows, None, &mut reader.warnings)?;
    Ok(Table {
        places: nodes.iter().map(|node| node.at).collect(),
        names,
        values,
        count,
        stamps: read.facts.prefix,
        damage,
    })
}
