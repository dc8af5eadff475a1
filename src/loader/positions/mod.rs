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

mod columns;
mod long;
mod stamps;
mod wide;

use super::error::LoadError;
use super::line::Lines;
use super::marker;
use super::scanner::{Scanner, Word};
use super::table::Separator;
use super::{Format, Source, format};
use crate::take::{Axis, Motion, Take, Units, Warnings};
use columns::{MOMENT, NODE, is};

/// The row of this format.
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

fn probe(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    head_of(&Source::new("", head)).is_some_and(|(fields, _)| {
        let behind = &fields[MOMENT.len()..];
        is(behind, &NODE) || wide::begins(behind)
    })
}

/// The fields of the first line, where that begins as both kinds of files do, and the byte behind it.
fn head_of<'a>(source: &Source<'a>) -> Option<(Vec<Word<'a>>, usize)> {
    let mut lines = Lines::of(source.bytes, Scanner::new(source).at..source.bytes.len());
    let fields = lines.next()?.parted_by(Separator::Comma);
    is(&fields, &MOMENT).then_some((fields, lines.at))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let scan = Scanner::new(source);
    let Some((fields, start)) = head_of(source) else {
        return Err(scan.expected("frame,number,time, the first columns of positions"));
    };
    let behind = &fields[MOMENT.len()..];
    let mut table = if is(behind, &NODE) {
        long::read(source, start, &behind[NODE.len()..], &mut warnings)?
    } else {
        wide::read(source, start, behind, &mut warnings)?
    };
    let count = table.count;
    let lost = table.damage.tell(count, &mut warnings);
    let place = |marker: usize| scan.place(table.places[marker]);
    marker::settle_names(&mut table.names, place, &mut warnings);
    let clock = stamps::settle(&table.stamps, count, &lost, &mut warnings);
    let columns = table.names.len() * marker::COLUMNS;
    let motion = Motion::new(clock.frame_time, count, columns, table.values);
    let skeleton = marker::markers(source, table.names)?;
    Ok(Take {
        numbers: clock.numbers,
        start_time: clock.start,
        lost,
        warnings: warnings.finish(),
        ..Take::new(source.stem(), FORMAT.name, skeleton, motion, Units::assumed(FORMAT.up))
    })
}
