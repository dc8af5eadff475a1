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
//! Nothing tells which node hangs from which: each is a point. Rotations behind the places are not read,
//! because they may be in the world as well as in the parents' axes. The unit of length and the axis
//! that is up are those of the take that was written, and not said.

mod long;
mod stamps;
mod wide;

use super::error::{ErrorKind, LoadError};
use super::marker;
use super::scanner::{Reader, Scanner, Word};
use super::table::Separator;
use super::unread_rows::Damage;
use super::{Format, Source, format};
use crate::take::{Axis, Motion, Take, Units};
use stamps::Stamp;

pub(super) const FORMAT: Format = Format {
    name: "Positions",
    extensions: &["csv"],
    about: "Positions of joints or markers over time, as `rushes positions` writes them",
    probe,
    up: Axis::Y,
    companions: None,
    cut: Some(format::at_line_end),
    load,
};

/// The columns that both kinds of files begin with.
const MOMENT: [&str; 3] = ["frame", "number", "time"];

/// Those behind that where each node has a row.
const NODE: [&str; 2] = ["index", "node"];

const POSITION: [&str; 3] = ["x", "y", "z"];

/// What comes of either kind of file.
struct Table {
    names: Vec<String>,
    /// Where each of them stands.
    places: Vec<usize>,
    values: Vec<f32>,
    /// How many frames there are, those that are lost among the others included.
    count: usize,
    /// Of each frame that is not lost.
    stamps: Vec<Stamp>,
    damage: Damage,
}

fn probe(bytes: &[u8]) -> bool {
    let head = Source::new("", &bytes[..bytes.len().min(4096)]);
    head_of(&Scanner::new(&head)).is_some_and(|(fields, _)| {
        let behind = &fields[MOMENT.len()..];
        begin_with(behind, &NODE) || wide::node(behind).is_some()
    })
}

/// The fields of the first line, where that begins as both kinds of files do, and the byte behind it.
fn head_of<'a>(scan: &Scanner<'a>) -> Option<(Vec<Word<'a>>, usize)> {
    let mut lines = scan.lines();
    let fields = lines.next()?.split(Separator::Comma);
    begin_with(&fields, &MOMENT).then_some((fields, lines.at))
}

fn begin_with(fields: &[Word<'_>], words: &[&str]) -> bool {
    let mut pairs = fields.iter().zip(words);
    fields.len() >= words.len() && pairs.all(|(field, word)| field.text == word.as_bytes())
}

/// Why a file of channel values is refused.
fn no_positions(scan: &Scanner<'_>, at: usize) -> LoadError {
    let what = "the table holds no positions: it has no columns x, y and z".to_string();
    let error = scan.error_at(at, ErrorKind::Contradiction(what));
    error.hint("write it with `rushes positions`, without --channels")
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut reader = Reader::new(source);
    let Some((fields, start)) = head_of(&reader.scan) else {
        return Err(reader.scan.expected("frame,number,time, the first columns of positions"));
    };
    let behind = &fields[MOMENT.len()..];
    let mut table = if begin_with(behind, &NODE) {
        long::read(start, &behind[NODE.len()..], &mut reader)?
    } else {
        wide::read(start, behind, &mut reader)?
    };
    let Reader { scan, warnings } = &mut reader;
    let lost = table.damage.finish(table.count, warnings);
    let place = |marker: usize| scan.place(table.places[marker]);
    marker::settle_names(&mut table.names, place, warnings);
    let clock = stamps::settle(&table.stamps, table.count, &lost, warnings);
    let columns = table.names.len() * marker::COLUMNS;
    let motion = Motion::new(clock.frame_time, table.count, columns, table.values);
    let skeleton = marker::markers(source, table.names)?;
    Ok(Take {
        numbers: clock.numbers,
        start_time: clock.start,
        lost,
        warnings: reader.warnings.finish(),
        ..Take::new(source.stem(), FORMAT.name, skeleton, motion, Units::assumed(FORMAT.up))
    })
}
