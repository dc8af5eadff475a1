//! The rows of frames: where joints are and how they are turned, in batches.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{
    ArrayRef, FixedSizeListArray, Float32Array, Float64Array, Int32Array, Int64Array, ListArray,
    RecordBatch,
};
use arrow_schema::{ArrowError, DataType};

use super::schema::{Table, rows_of};
use crate::evaluate::{PositionTable, RotationForm, Space};
use crate::scene::Stage;
use crate::take::{Axis, Take};

/// How many values of positions and rotations a batch has at most, but for a single frame.
const VALUES: usize = 1 << 20;

/// The rows of a take in batches, from its first frame on.
pub struct FrameBatches<'a> {
    take: &'a Take,
    key: &'a str,
    space: Space,
    next: usize,
}

impl<'a> FrameBatches<'a> {
    /// Of a take that is called by a key in all tables.
    pub fn new(take: &'a Take, key: &'a str) -> Self {
        Self { take, key, space: world(take), next: 0 }
    }
}

impl Iterator for FrameBatches<'_> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let frames = self.take.motion.frame_count();
        let values = 7 * self.take.skeleton.nodes().len().max(1);
        let end = frames.min(self.next + (VALUES / values).max(1));
        let range = self.next..end;
        self.next = end;
        (!range.is_empty()).then(|| frame_rows(self.take, self.key, self.space, range))
    }
}

/// From the file's unit and axes to metres with Y up.
pub(super) fn world(take: &Take) -> Space {
    let metres = Stage::unit_of(take).metres;
    Space::FILE.scaled(metres as f32).turned([take.units.up.direction, Axis::Y.positive()])
}

/// The rows of some frames.
///
/// # Errors
/// Where there are more of them than Arrow counts.
pub fn frame_rows(
    take: &Take,
    key: &str,
    space: Space,
    range: Range<usize>,
) -> Result<RecordBatch, ArrowError> {
    let frames: Vec<usize> = range.collect();
    let nodes = take.skeleton.nodes().len();
    let mut positions = vec![0.0; frames.len() * nodes * 3];
    PositionTable::new(take, false, space).fill(&frames, bytemuck::cast_slice_mut(&mut positions));
    let mut rotations = vec![0.0; frames.len() * nodes * 4];
    take.fill_rotations(&frames, &RotationForm::Wxyz, true, space, &mut rotations);
    let mut keys = StringBuilder::with_capacity(frames.len(), frames.len() * key.len());
    frames.iter().for_each(|_| keys.append_value(key));
    let numbers =
        frames.iter().map(|&frame| take.numbers.as_ref().and_then(|_| take.number(frame)));
    let columns: Vec<ArrayRef> = vec![
        Arc::new(keys.finish()),
        Arc::new(Int32Array::from_iter_values(frames.iter().map(|&frame| frame as i32))),
        Arc::new(Float64Array::from_iter_values(frames.iter().map(|&frame| take.file_time(frame)))),
        Arc::new(Int64Array::from_iter(numbers)),
        Arc::new(lists(positions, 3, [frames.len(), nodes])?),
        Arc::new(lists(rotations, 4, [frames.len(), nodes])?),
    ];
    RecordBatch::try_new(Table::Frames.schema(), columns)
}

/// Rows of as many lists of so many numbers each.
pub(super) fn lists(
    values: Vec<f32>,
    width: i32,
    [rows, each]: [usize; 2],
) -> Result<ListArray, ArrowError> {
    let DataType::List(item) = rows_of(width) else { unreachable!("rows are lists") };
    let DataType::FixedSizeList(number, _) = item.data_type() else { unreachable!("of lists") };
    let values = Arc::new(Float32Array::from(values));
    let inner = FixedSizeListArray::try_new(number.clone(), width, values, None)?;
    let offsets = arrow_buffer_offsets(rows, each)?;
    ListArray::try_new(item, offsets, Arc::new(inner), None)
}

fn arrow_buffer_offsets(
    rows: usize,
    each: usize,
) -> Result<arrow_buffer::OffsetBuffer<i32>, ArrowError> {
    let all = i32::try_from(rows * each);
    all.map_err(|_| ArrowError::InvalidArgumentError("a batch has too many joints".into()))?;
    Ok(arrow_buffer::OffsetBuffer::from_lengths(std::iter::repeat_n(each, rows)))
}
