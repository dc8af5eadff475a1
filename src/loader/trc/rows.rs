//! Where the rows of a TRC file begin, and how they are built.

use super::super::Source;
use super::super::error::LoadError;
use super::super::line::Lines;
use super::super::marker::{COLUMNS, Rows};
use super::super::number::double;
use super::super::scanner::{Scanner, quoted};
use super::super::table::{self, Closing, FirstRow, Frames, Run, Shape, Times};
use super::header::Header;
use crate::take::{Axis, Warnings};

/// What stands ahead of the first marker: frame number and time.
const AHEAD: Frames = Frames {
    fields: 2,
    number: Some(0),
    time: Some(1),
    are_among_values: false,
};

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

/// Reads all rows from the first one on. A row has `extra` values behind those of the last marker that
/// are not read. The column Time comes beside them.
pub(super) fn read(
    source: &Source<'_>,
    first: &FirstRow<'_>,
    names: &[String],
    extra: usize,
    header: &Header<'_>,
    warnings: &mut Warnings,
) -> Result<(Rows, Times), LoadError> {
    let columns = names.len() * COLUMNS;
    let announced = header.frames.and_then(|said| said.number());
    source.announce(announced.unwrap_or(0.0) as usize);
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
    let read = table::read(source, first.line.at, &shape, warnings)?;
    read.settle(columns, announced, &Scanner::new(source), warnings)
}
