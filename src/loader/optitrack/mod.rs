//! CSV of OptiTrack Motive: markers, rigid bodies and the bones of skeletons.
//!
//! ```text
//! Format Version,1.23,Take Name,walk,Export Frame Rate,120,…     key and value by turns
//!
//! ,Type,Marker,Marker,Marker,Rigid Body,…       the type of each column; older files have no such words
//! ,Name,LASI,LASI,LASI,Racket,…                 in their second field, and the same order
//! ,ID,"1A…","1A…","1A…","2B…",…
//! ,Parent,,,,Root,…                             since version 1.25
//! ,,Position,Position,Position,Rotation,…
//! Frame,Time (Seconds),X,Y,Z,X,Y,Z,W,X,Y,Z,,…   columns without an axis are of errors and qualities
//! 0,0.000000,x,y,z,…                            rows; an empty field is a gap; behind the time may be a TimeCode
//! ```
//!
//! Rotations are quaternions, or Euler angles in degrees in the order that Rotation Type names. Places
//! and rotations of bones are in the world, or in the frames of the bones that they hang from where
//! Coordinate Space says Local. Y is up by custom: the axes are a setting that the file does not state.
//! Files before version 1.2 are built in another way: see [`older`].

mod columns;
mod header;
mod older;
mod tree;

use super::bodies;
use super::declared_counts::compare_stated;
use super::error::LoadError;
use super::line::Lines;
use super::scanner::{Scanner, Word, plain};
use super::table::{self, Closing, FirstRow, Run, Shape, StatedRate, place_of_row};
use super::unit_names::stated_metres;
use super::{Format, Source, decimal_comma, format};
use crate::take::{Axis, Detail, Motion, Take, Units, Up, WarningCode, Warnings};
use columns::Columns;
use header::{Header, separator};

/// The row of this format.
pub(super) const FORMAT: Format = Format {
    name: "OptiTrack",
    extensions: &["csv"],
    about: "OptiTrack Motive's CSV export: markers, rigid bodies and bones",
    probe,
    up: Axis::Y,
    companions: None,
    cut: Some(cut),
    load: |source| decimal_comma::load(source, load),
};

fn probe(bytes: &[u8]) -> bool {
    separator(bytes).is_some() || is_older(bytes)
}

/// Whether the first rows are those of a file before version 1.2.
fn is_older(bytes: &[u8]) -> bool {
    older::probe(&bytes[..bytes.len().min(4096)])
}

/// Up to the end of the last line; nothing of an older file, whose last row may tell of another marker.
fn cut(bytes: &[u8]) -> usize {
    match separator(bytes) {
        Some(_) => format::at_line_end(bytes),
        None => 0,
    }
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    if is_older(source.bytes) {
        return older::load(source, &FORMAT);
    }
    let mut warnings = Warnings::default();
    let scan = Scanner::new(source);
    let mut lines = Lines::of(source.bytes, scan.at..source.bytes.len());
    let header = Header::read(&mut lines, &scan)?;
    let start = lines.at;
    let mut columns = Columns::of(&header, &scan, &mut warnings)?;
    let ahead = header.lead().fields;
    let first = FirstRow::find(lines, header.separator, ahead, &scan)?;
    let timecode = timecode(&header, &first, &scan, &mut warnings);
    let left = first.left_over(header.width() - ahead, &scan, &mut warnings);
    columns.runs.push(Run { skip: left, take: 0 });
    let frames = header.value("Total Exported Frames");
    let announced = frames.and_then(Word::number);
    source.announce(announced.unwrap_or(0.0) as usize);
    let is_of_markers = columns.is_of_markers();
    let name = |column: usize| columns.name(column);
    let shape = Shape {
        separator: header.separator,
        lead: header.lead(),
        runs: &columns.runs,
        gap: b"",
        closing: if is_of_markers { Closing::Markers } else { Closing::Nothing },
        name: &name,
        why: &columns.why(),
    };
    let width = shape.columns();
    let read = table::read(source, start, &shape, &mut warnings)?;
    let (mut rows, times) = read.settle(width, announced, &scan, &mut warnings)?;
    let count = rows.count;
    let nouns = ["frame", "row"];
    compare_stated(frames, rows.damage.rows(count), nouns, &scan, &mut warnings);
    let lost = rows.damage.tell(count, &mut warnings);
    if !is_of_markers {
        tree::settle(&mut columns, &header, &scan, &mut warnings)?;
        let place = |row| place_of_row(&scan, start, row);
        let values = &mut rows.values;
        bodies::settle(values, (count, width), &columns.parts, place, &mut warnings);
    }
    let said = header.rate();
    let stated = StatedRate {
        key: said.map_or("Export Frame Rate", |(key, _)| key),
        rate: said.and_then(|(_, rate)| rate.number()),
        at: said.map_or(header.at, |(_, rate)| rate.at),
    };
    let frame_time = times.frame_time_by(&stated, count, &scan, &mut warnings);
    let start_time = times.start(lost.ahead(), frame_time.seconds);
    let skeleton = bodies::skeleton(source, columns.parts)?;
    let motion = Motion::new(frame_time, count, skeleton.columns(), rows.values);
    let metres = stated_metres(header.value("Length Units"), &scan, &mut warnings);
    let units = Units::new(metres, Up::assumed(FORMAT.up));
    Ok(Take {
        details: header.details().into_iter().chain(timecode).collect(),
        numbers: times.clock_of(rows.numbering.finish(&lost)),
        start_time,
        lost,
        warnings: warnings.finish(),
        ..Take::new(source.stem(), FORMAT.name, skeleton, motion, units)
    })
}

/// What the column of timecodes says of the first frame. That of the others is not kept, of which nothing is lost:
/// frames have their times.
fn timecode(
    header: &Header<'_>,
    first: &FirstRow<'_>,
    scan: &Scanner<'_>,
    warnings: &mut Warnings,
) -> Option<Detail> {
    let column = header.timecode()?;
    let message = "of the column TimeCode, what it says of the first frame is shown with the take";
    let place = || scan.place(header.axes[column].at);
    warnings.add_at(WarningCode::TextSkipped, place, message);
    let row = first.line.parted_by(first.separator);
    let text = row.get(column).map_or_else(String::new, |field| plain(field.text));
    Detail::first_frame_at(&[(text, "(time code)")])
}
