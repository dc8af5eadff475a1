//! How the rows of HTR and GTR files are read into the motion table.
//!
//! ```text
//! [segment]
//! frame Tx Ty Tz Rx Ry Rz SF    one row a frame
//! ```

use super::super::Source;
use super::super::declared_counts::compare;
use super::super::error::LoadError;
use super::super::rate::FEWER_ROWS;
use super::super::scanner::Scanner;
use super::super::unread_rows::{Damage, believed};
use super::block::Block;
use super::header::Header;
use super::parts;
use super::segments::Segments;
use super::table::Table;
use crate::take::{FileNumbers, FrameNumbers, Lost, Motion, Skeleton, WarningCode, Warnings};

/// Reads all blocks. The skeleton has channels for the segments that have one.
pub(super) fn read(
    source: &Source<'_>,
    blocks: &[Block<'_>],
    segments: &Segments<'_>,
    skeleton: &Skeleton,
    header: &Header,
    warnings: &mut Warnings,
) -> Result<(Motion, Option<FileNumbers>, Lost), LoadError> {
    let columns = skeleton.columns();
    let first = blocks.iter().map(|block| block.first).min();
    let (frames, values, damage) = match first {
        Some(first) => {
            let mut table = Table::new(source, blocks, columns, first, header, warnings)?;
            let frames = read_all(&mut table, blocks, segments, skeleton)?;
            let mut damage = std::mem::take(&mut table.damage);
            if table.is_cut_off {
                let announced = header.frames.map(|(_, announced)| announced);
                let end = frames.max(believed(announced));
                damage.lose(damage.last()..end, None);
            }
            if let Some(error) = damage.refusal(table.sound) {
                return Err(error);
            }
            (frames, table.finish(frames), damage)
        }
        None => (0, Vec::new(), Damage::default()),
    };
    let rows = damage.rows(frames);
    let lost = damage.tell(frames, warnings);
    let (scan, nouns) = (Scanner::new(source), ["frame", "row"]);
    compare("the file", header.frames, rows, nouns, &scan, warnings);
    if frames == 0 {
        warnings.add(
            WarningCode::PartMissing,
            "no rows of motion: the skeleton shows its base position",
        );
    }
    let numbers = first
        .filter(|_| frames > 0)
        .map(|first| FileNumbers::Even(FrameNumbers { first, step: 1 }));
    let motion = Motion::new(header.frame_time, frames, columns, values);
    Ok((motion, numbers, lost))
}

/// Reads the rows of all blocks. Tells how many frames there are.
fn read_all(
    table: &mut Table<'_, '_>,
    blocks: &[Block<'_>],
    segments: &Segments<'_>,
    skeleton: &Skeleton,
) -> Result<usize, LoadError> {
    let target = |block: &Block<'_>| {
        let segment = &segments.list[block.segment];
        let column = segment.node.map_or(0, |id| skeleton[id].first_column);
        (column, segments.length(block.segment))
    };
    if let Some(frames) = parts::read(table, blocks, &target) {
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
