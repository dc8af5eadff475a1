//! How the rows of an HTR file are parsed on several threads, split by frames.

use std::ops::Range;

use super::super::chunks::{THREAD, threads};
use super::super::reporter::ProgressReporter;
use super::super::rows::Held;
use super::super::unread_rows::Damage;
use super::block::Block;
use super::table::{Table, Values};
use crate::take::Warnings;
use crate::threads::at_once;

/// Reads blocks that have a row for each frame, one a line, from their first line on; `target` tells the
/// column and the bone's length of each. Tells how many frames there are, or `None` where anything is
/// otherwise, or the blocks are too small to be split.
pub(super) fn read(
    table: &mut Table<'_, '_>,
    blocks: &[Block<'_>],
    target: &(impl Fn(&Block<'_>) -> (usize, f32) + Sync),
) -> Option<usize> {
    let source = table.source;
    let text = source.bytes;
    let len = blocks.iter().map(|block| block.body.len()).sum();
    let rows = table.values.len().checked_div(table.columns)?;
    let threads = threads(source, len).min(rows);
    if threads < 2 || blocks.iter().any(|block| block.first != table.first) {
        return None;
    }
    let start = blocks.iter().map(|block| block.body.start).min()?;
    let frames = rows.div_ceil(threads);
    let (scan, columns, first) = (table.scan, table.columns, table.first);
    let (order, scale) = (table.order, table.scale);
    let parts: Vec<(Range<usize>, &mut [f32])> = table
        .values
        .chunks_mut(frames * columns)
        .enumerate()
        .map(|(i, values)| (i * frames..i * frames + values.len() / columns, values))
        .collect();
    let done = at_once(THREAD, parts, |(frames, values)| {
        let mut warnings = Warnings::default();
        let mut part = Table {
            source,
            scan,
            warnings: &mut warnings,
            columns,
            first: first.saturating_add_unsigned(frames.start as u64),
            order,
            scale,
            values: Values::ChunkRows(values),
            held: Held::default(),
            sound: 0,
            damage: Damage::default(),
            is_cut_off: false,
            reporter: ProgressReporter::from(source, start),
        };
        let is_last = frames.end == rows;
        let (mut filled, mut before) = (None, start);
        for block in blocks {
            let block = block.part(text, &frames, is_last);
            part.reporter.skip(before, block.body.start);
            before = block.body.end;
            let (column, length) = target(&block);
            let count = part.read(&block, column, length).ok();
            filled = filled.or(count);
            if count.is_none() || count != filled {
                return (None, part.reporter);
            }
        }
        let filled = filled.filter(|&filled| filled == frames.len() || is_last);
        let filled = filled.filter(|_| part.held.is_empty() && part.warnings.is_empty());
        (filled, part.reporter)
    })?;
    let filled: Option<usize> = done.iter().map(|(filled, _)| *filled).sum();
    if filled.is_none() {
        for (_, reporter) in done {
            reporter.take_back();
        }
    }
    filled
}
