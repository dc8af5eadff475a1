//! How the rows of HTR and GTR files are read into the motion table, by one thread or by several.

use std::ops::Range;

use super::super::Source;
use super::super::chunks::{THREAD, threads};
use super::super::error::LoadError;
use super::super::reporter::ProgressReporter;
use super::super::scanner::Reader;
use super::super::stated::{FEWER_ROWS, compare};
use super::super::unread_rows::{Damage, believed};
use super::header::Header;
use super::lines::Block;
use super::segments::Segments;
use super::table::{Layout, Table, Values};
use crate::take::{FileNumbers, FrameNumbers, LostFrames, Motion, Skeleton, WarningCode};
use crate::threads::parallel_map;

/// Reads all blocks. The skeleton has channels for the segments that have one.
pub(super) fn read(
    blocks: &[Block<'_>],
    segments: &Segments<'_>,
    skeleton: &Skeleton,
    header: &Header,
    reader: &mut Reader<'_>,
) -> Result<(Motion, Option<FileNumbers>, LostFrames), LoadError> {
    let source = reader.scan.source;
    let columns = skeleton.columns();
    let first_frame = blocks.iter().map(|block| block.first_frame).min();
    let (frames, values, damage) = match first_frame {
        Some(first_frame) => {
            let (order, scale) = (header.order, header.scale as f32);
            let layout = Layout { columns, first_frame, order, scale };
            let values = Values::Owned(vec![0.0; table_size(&source, blocks, columns)?]);
            let progress = ProgressReporter::through(&source);
            let mut table = Table::new(layout, values, progress, reader);
            let frames = read_all(&mut table, blocks, segments, skeleton)?;
            let mut damage = std::mem::take(&mut table.damage);
            if table.is_cut_off {
                let announced = header.frames.map(|(_, announced)| announced);
                damage.lose(damage.last()..frames.max(believed(announced)), None);
            }
            if let Some(error) = damage.refusal(table.valid_rows) {
                return Err(error);
            }
            (frames, table.finish(frames), damage)
        }
        None => (0, Vec::new(), Damage::default()),
    };
    let rows = damage.rows(frames);
    let lost = damage.finish(frames, &mut reader.warnings);
    compare("the file", header.frames, rows, ["frame", "row"], reader);
    if frames == 0 {
        let message = "no rows of motion: the skeleton shows its base position";
        reader.warnings.add(WarningCode::PartMissing, message);
    }
    let from = |first| FileNumbers::Even(FrameNumbers { first, step: 1 });
    let numbers = first_frame.filter(|_| frames > 0).map(from);
    Ok((Motion::new(header.frame_time, frames, columns, values), numbers, lost))
}

/// How many values a table has room for that has as many frames as the longest block has rows.
fn table_size(
    source: &Source<'_>,
    blocks: &[Block<'_>],
    columns: usize,
) -> Result<usize, LoadError> {
    let rows = blocks.iter().map(|block| block.max_rows(source.bytes)).max().unwrap_or(0);
    let size = rows.saturating_mul(columns);
    // Rows of usual length need a seventeenth of it where every segment has all of them.
    if size > 2 * source.bytes.len() + 1024 {
        let longest = blocks.iter().max_by_key(|block| block.body.len());
        let at = longest.map_or(0, |block| block.name.at);
        let what = "most segments have far fewer rows than this one";
        return Err(LoadError::contradiction(source, at, what)
            .hint("every segment needs a row for each frame, or none at all"));
    }
    Ok(size)
}

fn read_all(
    table: &mut Table<'_, '_>,
    blocks: &[Block<'_>],
    segments: &Segments<'_>,
    skeleton: &Skeleton,
) -> Result<usize, LoadError> {
    let target = |block: &Block<'_>| {
        let segment = &segments.list[block.segment];
        (segment.node.map_or(0, |id| skeleton[id].first_column), segment.bone_length())
    };
    if let Some(frames) = read_parallel(table, blocks, &target) {
        return Ok(frames);
    }
    let mut filled = Vec::with_capacity(blocks.len());
    for block in blocks {
        let (column, length) = target(block);
        filled.push((column, table.read(block, column, length)?));
    }
    let frames = filled.iter().map(|&(_, rows)| rows).max().unwrap_or(0);
    for (block, (column, rows)) in blocks.iter().zip(filled) {
        if rows < frames {
            table.hold(column, rows..frames);
            let message = match rows {
                0 => "a segment without rows keeps its base position",
                _ => FEWER_ROWS,
            };
            table.warn(WarningCode::RowsMissing, block.name.at, message);
        }
    }
    Ok(frames)
}

/// Reads blocks on several threads, split by frames; `target` gives the column and the bone's length of each.
/// Returns how many frames there are; `None` where the blocks are too small to be split, or do not all have a
/// line for each frame, from their first line on.
fn read_parallel(
    table: &mut Table<'_, '_>,
    blocks: &[Block<'_>],
    target: &(impl Fn(&Block<'_>) -> (usize, f32) + Sync),
) -> Option<usize> {
    let layout = table.layout;
    let source = table.reader.scan.source;
    let Layout { columns, first_frame, .. } = layout;
    let len = blocks.iter().map(|block| block.body.len()).sum();
    let rows = table.values.len().checked_div(columns)?;
    let threads = threads(&source, len).min(rows);
    if threads < 2 || blocks.iter().any(|block| block.first_frame != first_frame) {
        return None;
    }
    let start = blocks.iter().map(|block| block.body.start).min()?;
    let frames = rows.div_ceil(threads);
    let chunks: Vec<(Range<usize>, &mut [f32])> = table
        .values
        .chunks_mut(frames * columns)
        .enumerate()
        .map(|(i, values)| (i * frames..i * frames + values.len() / columns, values))
        .collect();
    let done = parallel_map(THREAD, chunks, |(frames, values)| {
        let mut reader = Reader::new(&source);
        let first_frame = first_frame.saturating_add_unsigned(frames.start as u64);
        let layout = Layout { first_frame, ..layout };
        let reporter = ProgressReporter::from(&source, start);
        let mut chunk = Table::new(layout, Values::Chunk(values), reporter, &mut reader);
        let is_last = frames.end == rows;
        let (mut filled, mut before) = (None, start);
        for block in blocks {
            let block = block.chunk(source.bytes, &frames, is_last);
            chunk.reporter.skip(before, block.body.start);
            before = block.body.end;
            let (column, length) = target(&block);
            let count = chunk.read(&block, column, length).ok();
            filled = filled.or(count);
            if count.is_none() || count != filled {
                return (None, chunk.reporter);
            }
        }
        let is_sound = chunk.held.is_empty() && chunk.reader.warnings.is_empty();
        let filled = filled.filter(|&filled| is_sound && (filled == frames.len() || is_last));
        (filled, chunk.reporter)
    })?;
    let filled: Option<usize> = done.iter().map(|(filled, _)| *filled).sum();
    if filled.is_none() {
        for (_, reporter) in done {
            reporter.take_back();
        }
    }
    filled
}
