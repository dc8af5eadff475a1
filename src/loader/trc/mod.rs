//! TRC, the marker format of Motion Analysis (Track Row Column), which many other programs write.
//!
//! ```text
//! PathFileType 4 (X/Y/Z) name              often missing what follows the 4
//! DataRate CameraRate NumFrames NumMarkers Units [OrigDataRate OrigDataStartFrame OrigNumFrames]
//! 100 100 2 2 mm [100 1 2]                 a value below each key
//! Frame# Time LASI _ _ RASI _ _            a name every third column; some leave out the blank ones,
//!                                          or names, or all of this line, or name every column: LASI_x …
//! _ _ X1 Y1 Z1 X2 Y2 Z2
//!                                          a blank line, or none
//! 1 0.00 x y z x y z                       rows: frame number, seconds, the places of the markers
//! 2 0.01 _ _ _ x y z                       an empty value, or NaN, is a gap
//! ```
//!
//! Values are parted by tabs, by commas or by runs of blanks, where no value can be empty. The widest
//! rows tell how many markers there are; what a shorter one lacks at its end are gaps. The counts of the
//! header are compared and never trusted. The unit of length is said, the axis that is
//! up is not: Y by custom.

mod header;
mod names;

use std::collections::BTreeMap;

use super::bodies::{self, Part};
use super::error::LoadError;
use super::file_type::{FileType, Magic};
use super::gaps::COLUMNS;
use super::line::Lines;
use super::number::double;
use super::scanner::{Reader, Scanner};
use super::stated::original;
use super::table::{Columns, FirstRow, FrameColumns, Separator, first_word};
use super::unit_names::stated_metres;
use super::word::plain;
use super::{Format, Source, decimal_comma, format};
use crate::take::{Axis, Detail, DetailKind, FormatId, Take, Warnings, rate};
use header::Header;
use names::names;

pub(super) const FORMAT: Format = Format {
    id: FormatId::Trc,
    extensions: &["trc"],
    about: "Motion Analysis marker positions, as OpenSim and others write them too",
    types: &[FileType {
        acronym: Some("TRC"),
        stands_for: Some("Track Row Column"),
        magic: Magic::Texts(60, &[("0:3", "PathFileType", &[])]),
        ..FileType::text("trc", "model/x-trc", "TRC marker positions")
    }],
    probe,
    up: Axis::Y,
    companions: None,
    cut: Some(format::at_line_end),
    load: |source| decimal_comma::load(source, load),
};

const PREFIX: FrameColumns = FrameColumns::new(Some(0), Some(1));

/// Whether the first word is that of a TRC file, or of the second line of one.
fn probe(bytes: &[u8]) -> bool {
    let first = Scanner::of_head(bytes).lines().find(|line| !line.is_blank());
    first.is_some_and(|line| {
        let word = first_word(line.text);
        word.eq_ignore_ascii_case(b"PathFileType") || word.eq_ignore_ascii_case(b"DataRate")
    })
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut reader = Reader::new(source);
    let mut lines = reader.scan.lines();
    let header = Header::read(&mut lines, &reader.scan)?;
    let mut first = first_row(&mut lines, &reader.scan)?;
    let names = names(&header, &first, &mut reader)?;
    let stated = header.values.get("NumMarkers").and_then(|word| word.number());
    if source.whole.is_some() && stated.is_some_and(|stated| stated > names.len() as f64) {
        // Of a beginning nobody can tell whether wider rows follow, which decide.
        return Err(reader.scan.expected("as many markers as NumMarkers says"));
    }
    let frames = header.values.get("NumFrames");
    let rows = first.line.at..source.bytes.len();
    let mut columns = columns(names, &first, &mut reader);
    let mut read = columns.read_unsettled(rows.clone(), frames, &mut reader)?;
    if !read.facts.losses.is_empty()
        && let Some(widest) = widest(&first, read.rows, &reader.scan)
    {
        // Others are wider than the first ones: they decide, and all are read again.
        first.columns = widest;
        reader.warnings = Warnings::default();
        let names = self::names::names(&header, &first, &mut reader)?;
        columns = self::columns(names, &first, &mut reader);
        read = columns.read_unsettled(rows.clone(), frames, &mut reader)?;
    }
    let rows = columns.settle(read, rows.start, frames, &mut reader)?;
    let (at, count) = (header.names_at, rows.count);
    let stated_rate = header.values.get("DataRate");
    let frame_time =
        rows.facts.times.frame_time_by("DataRate", stated_rate, at, count, &mut reader);
    let skeleton = bodies::skeleton(source, columns.parts)?;
    let metres = stated_metres(header.values.get("Units"), &mut reader);
    Ok(Take {
        details: details(&header),
        warnings: reader.warnings.finish(),
        ..rows.take(source, &FORMAT, skeleton, frame_time, metres)
    })
}

/// Finds the first row, behind the names of the axes.
fn first_row<'a>(lines: &mut Lines<'a>, scan: &Scanner<'_>) -> Result<FirstRow<'a>, LoadError> {
    let mut has_axes = false;
    while let Some(line) = lines.find(|line| !line.is_blank()) {
        let fields = line.fields();
        // A frame number or, where that is missing, a time.
        let mut prefix = fields.iter().take(PREFIX.fields);
        if has_axes || prefix.any(|field| double(field.text).is_some()) {
            return Ok(FirstRow::of(line, lines, line.separator(), PREFIX.fields));
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
    let error = scan.at(lines.at).expected("a row with the positions of the markers");
    Err(error.hint("the file has a header and no data"))
}

/// The columns of markers of these names. Values behind those of the last one are not read, with a warning.
fn columns(names: Vec<String>, first: &FirstRow<'_>, reader: &mut Reader<'_>) -> Columns {
    let named = names.len() * COLUMNS;
    let width = named + first.left_over(named, reader);
    let why = format!(
        "the header names {} markers, with three values each behind frame number and time",
        names.len()
    );
    Columns::new(first.separator, PREFIX, Part::markers(names).collect(), width, why)
}

/// How many values the widest rows have, where that is more than the first ones tell and a table of so many can be
/// made of the file. One row by itself that has values of no whole marker is none of them, nor is any where rows
/// cannot have gaps at their ends.
fn widest(first: &FirstRow<'_>, sound: usize, scan: &Scanner<'_>) -> Option<usize> {
    if first.separator == Separator::Blanks {
        return None;
    }
    let start = first.line.at;
    let mut widths: BTreeMap<usize, usize> = BTreeMap::new();
    let mut rows = sound;
    for line in scan.at(start).lines() {
        let width = line.split(first.separator).len().saturating_sub(PREFIX.fields);
        if width > first.columns {
            *widths.entry(width).or_default() += 1;
            rows += 1;
        }
    }
    let may_be = |&(&width, &count): &(&usize, &usize)| {
        let fits = (rows + 2) * width <= (scan.source.bytes.len() - start) / 2;
        fits && (count > 1 || width % COLUMNS == 0)
    };
    widths.iter().rev().find(may_be).map(|(&width, _)| width)
}

fn details(header: &Header<'_>) -> Vec<Detail> {
    let values = &header.values;
    let mut details = Vec::new();
    if let Some(name) = header.file {
        details.extend(Detail::non_empty(DetailKind::RECORDED_AS, plain(name)));
    }
    if let Some(camera) = values.above_0("CameraRate") {
        details.push(Detail::new(DetailKind::CAMERA_RATE, format!("{} fps", rate(camera))));
    }
    if let Some(rate) = values.above_0("OrigDataRate") {
        let frames = values.above_0("OrigNumFrames");
        details.push(original(rate, frames, values.number("OrigDataStartFrame")));
    }
    details
}
