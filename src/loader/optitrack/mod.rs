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

mod header;
mod older;
mod tree;

use super::bodies;
use super::error::LoadError;
use super::scanner::Reader;
use super::table::{Columns, FirstRow, GapRule};
use super::unit_names::stated_metres;
use super::word::plain;
use super::{Format, Source, decimal_comma, format};
use crate::take::{Axis, Detail, FormatId, Take, WarningCode};
use header::{Header, parts, rotation_name, separator};

pub(super) const FORMAT: Format = Format {
    id: FormatId::OptiTrack,
    extensions: &["csv"],
    about: "OptiTrack Motive's CSV export: markers, rigid bodies and bones",
    types: &[],
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
    if separator(bytes).is_some() { format::at_line_end(bytes) } else { 0 }
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut reader = Reader::new(source);
    if is_older(source.bytes) {
        return older::load(reader, &FORMAT);
    }
    let mut lines = reader.scan.lines();
    let header = Header::read(&mut lines, &reader.scan)?;
    let rows = lines.at..source.bytes.len();
    let (mut parts, groups) = parts(&header, &mut reader)?;
    let prefix = header.prefix();
    let first = FirstRow::find(lines, header.separator, prefix.fields, &reader.scan)?;
    let timecode = timecode(&header, &first, &mut reader);
    let named = header.width() - prefix.fields;
    let width = named + first.left_over(named, &mut reader);
    let are_markers = parts.iter().all(|part| part.rotation.is_none())
        && !groups.iter().any(|group| group.is_bone);
    if !are_markers {
        tree::settle(&mut parts, &groups, &header, &mut reader)?;
    }
    let why = format!("the header tells of {width} columns behind frame number and time");
    let columns = Columns {
        gap_rule: if are_markers { GapRule::Markers } else { GapRule::Nothing },
        rotation_name,
        ..Columns::new(header.separator, prefix, parts, width, why)
    };
    let rows = columns.read(rows, header.value("Total Exported Frames"), &mut reader)?;
    let (key, rate) = header.rate();
    let frame_time = rows.facts.times.frame_time_by(key, rate, header.at, rows.count, &mut reader);
    let skeleton = bodies::skeleton(source, columns.parts)?;
    let metres = stated_metres(header.value("Length Units"), &mut reader);
    Ok(Take {
        details: header.details().into_iter().chain(timecode).collect(),
        warnings: reader.warnings.finish(),
        ..rows.take(source, &FORMAT, skeleton, frame_time, metres)
    })
}

/// What the column of timecodes says of the first frame. That of the others is not kept, of which nothing is lost:
/// frames have their times.
fn timecode(header: &Header<'_>, first: &FirstRow<'_>, reader: &mut Reader<'_>) -> Option<Detail> {
    let column = header.timecode()?;
    let message = "of the column TimeCode, what it says of the first frame is shown with the take";
    reader.warn(WarningCode::TextSkipped, header.axes[column].at, message);
    let row = first.line.split(first.separator);
    let text = row.get(column).map_or_else(String::new, |field| plain(field.text));
    Detail::first_frame_at(&[(text, "(time code)")])
}
