//! Where the rows of a TRC file begin, and how they are built.

use std::collections::BTreeMap;

use super::super::Source;
use super::super::chunks::MergedRows;
use super::super::error::LoadError;
use super::super::line::Lines;
use super::super::marker::COLUMNS;
use super::super::number::double;
use super::super::scanner::{Scanner, quoted};
use super::super::table::{
    self, AboutFrames, AboutTable, Closing, FirstRow, Frames, Run, Separator, Shape,
};
use super::header::Header;
use crate::take::{Axis, Warnings};

/// What stands ahead of the first marker: frame number and time.
const AHEAD: Frames = Frames { fields: 2, number: Some(0), time: Some(1), are_among_values: false };

/// Finds the first row, behind the names of the axes.
pub(super) fn first<'a>(
    lines: &mut Lines<'a>,
    scan: &Scanner<'_>,
) -> Result<FirstRow<'a>, LoadError> {
    let mut has_axes = false;
    while let Some(line) = lines.find(|line| !line.is_blank()) {
        let fields = line.fields();
        // A frame number or, where that is missing, a time.
        let mut ahead = fields.iter().take(AHEAD.fields);
        if has_axes || ahead.any(|field| double(field.text).is_some()) {
            let separator = line.separator();
            return Ok(FirstRow::of(line, lines, separator, AHEAD.fields));
        }
        let letters = fields.iter().filter(|field| !field.text.is_empty());
        for (field, axis) in letters.zip(Axis::ALL) {
            if !field.text[..1].eq_ignore_ascii_case(axis.name().as_bytes()) {
                let what = format!("{}1 in the line of the axes", axis.name());
                return Err(scan.expected_at(field.at, what, field.quoted()));
            }
        }
        has_axes = true;
    }
    let end = (*scan).at(lines.at);
    Err(end
        .expected("a row with the positions of the markers")
        .hint("the file has a header and no data"))
}

/// Reads all rows from the first one on, with the column Time beside them. Values behind those of the last marker
/// are not read, which is told.
pub(super) fn read(
    source: &Source<'_>,
    first: &FirstRow<'_>,
    names: &[String],
    header: &Header<'_>,
    warnings: &mut Warnings,
) -> Result<MergedRows<AboutTable<AboutFrames>>, LoadError> {
    let columns = names.len() * COLUMNS;
    let extra = first.left_over(columns, &Scanner::new(source), warnings);
    source.announce(header.announced().unwrap_or(0.0) as usize);
    let name = |column: usize| {
        let axis = Axis::ALL[column % COLUMNS].name();
        format!("{axis} of {}", quoted(names[column / COLUMNS].as_bytes()))
    };
    let why = format!(
        "the header names {} markers, with three values each behind frame number and time",
        names.len()
    );
    let runs = [(0, columns), (extra, 0)].map(|(skip, take)| Run { skip, take });
    let shape = Shape {
        separator: first.separator,
        lead: AHEAD,
        runs: &runs,
        gap: b"",
        closing: Closing::Markers,
        name: &name,
        why: &why,
    };
    table::read(source, first.line.at, &shape, warnings)
}

/// How many values the widest rows have, where that is more than the first ones tell and a table of so many can be
/// made of the file. One row by itself that has values of no whole marker is none of them, nor is any where rows
/// cannot have gaps at their ends.
pub(super) fn widest(first: &FirstRow<'_>, sound: usize, scan: &Scanner<'_>) -> Option<usize> {
    let text = scan.source.bytes;
    let mut widths: BTreeMap<usize, usize> = BTreeMap::new();
    let mut rows = sound;
    for line in Lines::of(text, first.line.at..text.len()) {
        let width = line.parted_by(first.separator).len();
        let width = width.saturating_sub(AHEAD.fields);
        if width > first.columns {
            *widths.entry(width).or_default() += 1;
            rows += 1;
        }
    }
    let may_be = |&(&width, &count): &(&usize, &usize)| {
        let fits = (rows + 2) * width <= (text.len() - first.line.at) / 2;
        fits && (count > 1 || width % COLUMNS == 0)
    };
    let widest = widths.iter().rev().find(may_be);
    let can_be_short = first.separator != Separator::Blanks;
    widest.map(|(&width, _)| width).filter(|_| can_be_short)
}
