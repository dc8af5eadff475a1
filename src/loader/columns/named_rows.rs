//! Tables with a row for each marker or sensor: the rows of a frame follow one another. Of whom a row is tells its
//! name and not its columns, which are no [`table::Columns`] for that reason.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::Range;

use super::super::chunks::RowMerge;
use super::super::error::LoadError;
use super::super::marker::Numbering;
use super::super::scanner::Reader;
use super::super::table::{
    self, BadField, FrameColumns, FrameFacts, RowLayout, RowPrefix, TableRows, arrange, field,
    skip_spaces, unquoted,
};
use super::super::{Options, Source};
use crate::take::{LostFrames, WarningCode, counted};

/// What stands in a row beside its values.
struct NamedRow<'a> {
    frames: FrameColumns,
    name: usize,
    text: &'a [u8],
}

type Stamp = (Option<i64>, Option<f64>);

/// Which row is of what, on which frame.
#[derive(Default)]
struct RowOrder {
    known: HashMap<Vec<u8>, u32>,
    /// The names as the file has them, and as they are shown.
    written: Vec<Vec<u8>>,
    names: Vec<String>,
    /// The frame behind the last one that has a row of each name.
    next_frame: Vec<u32>,
    rows: Vec<u32>,
    /// The first row of each frame, where it begins, and its number and time.
    frames: Vec<(u32, usize, Stamp)>,
}

impl RowMerge for RowOrder {
    /// Whether a row begins a frame depends on all that are ahead of it: there is one chunk.
    fn join(&mut self, _: Self) -> bool {
        false
    }
}

impl RowPrefix for NamedRow<'_> {
    /// With the bytes of the name.
    type Row = (Stamp, Range<usize>);
    type Facts = RowOrder;

    fn may_begin_empty(&self) -> bool {
        self.frames.may_begin_empty()
    }

    fn read<'t, const SEPARATOR: u8>(
        &self,
        text: &'t [u8],
        row: usize,
    ) -> Result<(Self::Row, usize), BadField<'t>> {
        let (mut start, mut name) = (row, &text[..0]);
        let keep_name = |i, at, field| {
            if i == self.name {
                (start, name) = (at, field);
            }
        };
        let (stamp, mut at) = self.frames.read_fields::<SEPARATOR>(text, row, keep_name)?;
        let values = if self.frames.are_among_values { row } else { at };
        for _ in self.frames.fields..=self.name {
            start = skip_spaces::<SEPARATOR>(text, at);
            (name, at) = field::<SEPARATOR>(text, at);
        }
        // Quotes around it are none of it.
        let start = start + usize::from(text.get(start) == Some(&b'"') && !name.starts_with(b"\""));
        Ok(((stamp, start..start + name.len()), values))
    }

    fn add(&self, (stamp, name): Self::Row, order: &mut RowOrder) -> bool {
        let start = name.start;
        let id = order.id(&self.text[name]) as usize;
        let begins = match order.frames.last() {
            None => true,
            Some((_, _, last)) if stamp != (None, None) => *last != stamp,
            // Without a number and a time, a frame ends where one of its names comes again.
            Some(_) => order.next_frame[id] as usize == order.frames.len(),
        };
        if begins {
            order.frames.push((order.rows.len() as u32, start, stamp));
        }
        order.next_frame[id] = order.frames.len() as u32;
        order.rows.push(id as u32);
        true
    }
}

/// The rows of a table as the file has them, before they become those of nodes.
pub(super) struct Table {
    pub rows: TableRows,
    /// What the markers and sensors are called.
    pub names: Vec<String>,
    /// Where frames begin; the first one alone where each has a line.
    pub places: Vec<usize>,
}

/// Reads a table whose rows, from byte `start` on, are of one marker or sensor each, named in a column.
pub(super) fn read(
    start: usize,
    layout: RowLayout<'_, FrameColumns>,
    name: usize,
    reader: &mut Reader<'_>,
) -> Result<Table, LoadError> {
    let source = reader.scan.source;
    let options = Options { threads: NonZeroUsize::new(1), ..source.options };
    let source = Source { options, ..source };
    let frames = layout.prefix;
    let layout = RowLayout {
        separator: layout.separator,
        prefix: NamedRow { frames, name, text: source.bytes },
        runs: layout.runs,
        gaps: layout.gaps,
        gap_rule: layout.gap_rule,
        name: layout.name,
        why: layout.why,
    };
    let read = table::read(&source, start, &layout, &mut reader.warnings)?;
    let (values, order) = read.readable(&mut reader.warnings)?;
    let values = order.table(values, layout.columns(), reader)?;
    let mut facts = FrameFacts::default();
    let mut is_even = true;
    for &(_, _, (number, time)) in &order.frames {
        if frames.time.is_some() {
            facts.times.add(time);
        }
        is_even &= number.is_none_or(|number| facts.numbering.follows(number));
    }
    if !is_even {
        reader.warnings.add(WarningCode::NumberingUneven, Numbering::BROKEN);
    }
    let count = order.frames.len();
    let lost = LostFrames::default();
    Ok(Table {
        rows: TableRows { values, count, count_with_lost: count, lost, facts },
        places: order.frames.iter().map(|(_, at, _)| *at).collect(),
        names: order.names,
    })
}

impl RowOrder {
    /// The number of a name, which may be a new one.
    fn id(&mut self, name: &[u8]) -> u32 {
        // Frames mostly have their names in the same order.
        let next = self.rows.last().map_or(0, |last| last + 1);
        let next = if next as usize == self.names.len() { 0 } else { next };
        if self.written.get(next as usize).is_some_and(|written| written == name) {
            return next;
        }
        if let Some(&id) = self.known.get(name) {
            return id;
        }
        let id = self.names.len() as u32;
        self.known.insert(name.to_vec(), id);
        self.written.push(name.to_vec());
        self.names.push(unquoted(name));
        self.next_frame.push(0);
        id
    }

    /// The values of rows as those of frames, each with all names in the order in which they came first.
    fn table(
        &self,
        values: Vec<f32>,
        width: usize,
        reader: &mut Reader<'_>,
    ) -> Result<Vec<f32>, LoadError> {
        let names = self.names.len();
        let in_order = |(row, &name): (usize, &u32)| name as usize == row % names.max(1);
        let mut firsts = self.frames.iter().enumerate();
        let is_regular = self.rows.len() == self.frames.len() * names
            && self.rows.iter().enumerate().all(in_order)
            && firsts.all(|(i, (first, ..))| *first as usize == i * names);
        if is_regular {
            return Ok(values);
        }
        let cells = self.frames.len().saturating_mul(names);
        if cells > 2 * self.rows.len() + names {
            let many = counted(names, "name");
            let what = format!(
                "{many} are in the column of names, most of which have no row on most frames"
            );
            let at = self.frames.first().map_or(reader.scan.at, |(_, at, _)| *at);
            return Err(reader.scan.contradiction(at, what));
        }
        let mut frame = 0;
        let cell = |(row, &name): (usize, &u32)| {
            let next = self.frames.get(frame + 1);
            frame += usize::from(next.is_some_and(|(first, ..)| *first as usize <= row));
            frame * names + name as usize
        };
        let rows = self.rows.iter().enumerate().map(cell);
        let arranged = arrange(&values, width, cells, rows);
        arranged.warn("name", width, &mut reader.warnings);
        Ok(arranged.values)
    }
}
