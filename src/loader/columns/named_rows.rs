//! Tables with a row for each marker or sensor: the rows of a frame follow one another.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use super::super::chunks::{MergedRows, RowMerge};
use super::super::error::{ErrorKind, LoadError};
use super::super::marker::Numbering;
use super::super::rate::counted;
use super::super::scanner::Scanner;
use super::super::table::{
    self, AboutTable, Arranged, Frames, Lead, Odd, Shape, Times, arrange, field, skip_spaces,
    unquoted,
};
use super::super::{Options, Source};
use super::column::Column;
use super::mapping::ColumnMapping;
use super::table_rows::{Table, frame_time};
use crate::take::{Lost, WarningCode, Warnings};

/// What stands in a row beside its values.
struct NamedRow<'a> {
    frames: Frames,
    /// The column of names.
    name: usize,
    text: &'a [u8],
}

/// The number and the time of a row, and the bytes of its name.
type Stamp = (Option<i64>, Option<f64>);

/// Which row is of what, on which frame.
#[derive(Default)]
struct Order {
    known: HashMap<Vec<u8>, u32>,
    /// The names as the file has them, and as they are shown.
    written: Vec<Vec<u8>>,
    names: Vec<String>,
    /// The frame behind the last one that has a row of each name.
    seen: Vec<u32>,
    /// The name of each row.
    rows: Vec<u32>,
    /// The first row of each frame, where it begins, and its number and time.
    frames: Vec<(u32, usize, Stamp)>,
}

impl RowMerge for Order {
    /// Whether a row begins a frame depends on all that are ahead of it: there is one chunk.
    fn join(&mut self, _: Self) -> bool {
        false
    }
}

impl Lead for NamedRow<'_> {
    type Row = (Stamp, [usize; 2]);
    type About = Order;

    fn may_begin_empty(&self) -> bool {
        self.frames.may_begin_empty()
    }

    fn read<'t, const SEPARATOR: u8>(
        &self,
        text: &'t [u8],
        row: usize,
    ) -> Result<(Self::Row, usize), Odd<'t>> {
        let (stamp, values) = self.frames.read::<SEPARATOR>(text, row)?;
        let mut at = row;
        for _ in 0..self.name {
            (_, at) = field::<SEPARATOR>(text, at);
        }
        let (name, _) = field::<SEPARATOR>(text, at);
        // Quotes around it are none of it.
        let start = skip_spaces::<SEPARATOR>(text, at);
        let start = start + usize::from(text.get(start) == Some(&b'"') && !name.starts_with(b"\""));
        Ok(((stamp, [start, start + name.len()]), values))
    }

    fn take(&self, (stamp, [start, end]): Self::Row, about: &mut Order) -> bool {
        let id = about.id(&self.text[start..end]);
        let frame = about.frames.len() as u32;
        let begins = match about.frames.last() {
            None => true,
            Some((_, _, last)) if stamp != (None, None) => *last != stamp,
            // Without a number and a time, a frame ends where one of its names comes again.
            Some(_) => about.seen[id as usize] == frame,
        };
        if begins {
            about.frames.push((about.rows.len() as u32, start, stamp));
        }
        about.seen[id as usize] = about.frames.len() as u32;
        about.rows.push(id);
        true
    }

    fn lose(&self, _: &mut Order) {}
}

/// Reads a table whose rows are of one marker or sensor each, named in a column, with so many values.
pub(super) fn read(
    mapping: &ColumnMapping,
    (source, start): (&Source<'_>, usize),
    shape: Shape<'_, Frames>,
    (name, width): (usize, usize),
    scan: &Scanner<'_>,
    warnings: &mut Warnings,
) -> Result<Table, LoadError> {
    let source =
        &Source { options: Options { threads: NonZeroUsize::new(1), ..source.options }, ..*source };
    let shape = Shape {
        separator: shape.separator,
        lead: NamedRow { frames: shape.lead, name, text: source.bytes },
        runs: shape.runs,
        gap: shape.gap,
        closing: shape.closing,
        name: shape.name,
        why: shape.why,
    };
    let MergedRows { values, rows, about: AboutTable { losses, lead, .. } } =
        table::read(source, start, &shape, warnings)?;
    if let Some((why, [lost, _])) = losses.judge(rows)?
        && let Some(place) = why.place()
    {
        let message = format!("a row cannot be read, what it is of is a gap: {}", why.kind());
        warnings.add_times(WarningCode::MarkerIncomplete, place, message, lost);
    }
    let values = lead.table(values, width, scan, warnings)?;
    let mut times = Times::default();
    let mut numbering = Numbering::default();
    let mut is_even = true;
    for (_, _, (number, time)) in &lead.frames {
        if mapping.columns.contains(&Column::Time) {
            times.add(*time);
        }
        is_even &= number.is_none_or(|number| numbering.follows(number));
    }
    if !is_even {
        warnings.add(WarningCode::NumberingUneven, Numbering::BROKEN);
    }
    let times = times.in_seconds(mapping.time_unit.seconds());
    let frame_time = frame_time(mapping, times.frame_time(), warnings);
    let lost = Lost::default();
    Ok(Table {
        values,
        count: lead.frames.len(),
        numbers: times.clock_of(numbering.finish(&lost)),
        start_time: times.start(0, frame_time.seconds),
        frame_time,
        lost,
        places: lead.frames.iter().map(|(_, at, _)| *at).collect(),
        names: lead.names,
    })
}

impl Order {
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
        self.seen.push(0);
        id
    }

    /// The values of rows as those of frames, each with all names in the order in which they came first.
    fn table(
        &self,
        values: Vec<f32>,
        width: usize,
        scan: &Scanner<'_>,
        warnings: &mut Warnings,
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
            let many = counted(names as f64, "name");
            let what = format!(
                "{many} are in the column of names, most of which have no row on most frames"
            );
            let at = self.frames.first().map_or(scan.at, |(_, at, _)| *at);
            return Err(scan.error_at(at, ErrorKind::Contradiction(what)));
        }
        let mut frame = 0;
        let cell = |(row, &name): (usize, &u32)| {
            let next = self.frames.get(frame + 1);
            frame += usize::from(next.is_some_and(|(first, ..)| *first as usize <= row));
            frame * names + name as usize
        };
        let rows = self.rows.iter().enumerate().map(cell);
        let Arranged { values, there, twice } = arrange(&values, width, cells, rows);
        for (count, code, what) in [
            (
                twice,
                WarningCode::GivenTwice,
                "of a name that has one on the frame: the first one counts",
            ),
            (
                cells - there,
                WarningCode::MarkerIncomplete,
                "of names are missing: these are gaps there",
            ),
        ] {
            if count > 0 {
                let many = counted(count as f64, "row");
                warnings.add(code, format!("{many} {what}"));
            }
        }
        Ok(values)
    }
}
