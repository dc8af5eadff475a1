//! The values of columns: numbers, and lists of so many numbers for each joint.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Float32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

use super::super::number::MAX_VALUE;

/// The numbers of all rows, and where those of each begin and end.
pub(super) struct Numbers {
    values: Vec<f32>,
    ends: Vec<usize>,
}

impl Numbers {
    pub fn row(&self, row: usize) -> &[f32] {
        &self.values[self.ends[row]..self.ends[row + 1]]
    }
}

/// A column of lists of lists of so many numbers, in either precision: NaN for what is null or has another size. `None`
/// where it is of another type.
pub(super) fn numbers_of(column: &ArrayRef, width: usize) -> Option<Numbers> {
    let rows = column.as_list_opt::<i32>()?;
    let each = rows.values().as_list_opt::<i32>()?;
    let values = doubles_of(each.values())?;
    let mut numbers = Numbers { values: Vec::with_capacity(values.len()), ends: vec![0] };
    for row in 0..rows.len() {
        let begin = rows.value_offsets()[row] as usize;
        let count = if rows.is_valid(row) { rows.value_length(row) as usize } else { 0 };
        for joint in begin..begin + count {
            let begin = each.value_offsets()[joint] as usize;
            let of_joint = begin..begin + each.value_length(joint) as usize;
            if each.is_valid(joint) && of_joint.len() == width {
                numbers.values.extend(values[of_joint].iter().map(|&value| usable(value)));
            } else {
                numbers.values.extend(std::iter::repeat_n(f32::NAN, width));
            }
        }
        numbers.ends.push(numbers.values.len());
    }
    Some(numbers)
}

/// NaN for what no place is as large as.
fn usable(value: f64) -> f32 {
    if value.abs() <= f64::from(MAX_VALUE) { value as f32 } else { f32::NAN }
}

/// A column of numbers with a fraction; NaN for what is null.
pub(super) fn doubles_of(column: &ArrayRef) -> Option<Vec<f64>> {
    match column.data_type() {
        DataType::Float32 => {
            let values = column.as_primitive::<Float32Type>().iter();
            Some(values.map(|value| value.map_or(f64::NAN, f64::from)).collect())
        }
        DataType::Float64 => {
            let values = column.as_primitive::<Float64Type>().iter();
            Some(values.map(|value| value.unwrap_or(f64::NAN)).collect())
        }
        _ => None,
    }
}

/// A column of whole numbers.
pub(super) fn integers_of(column: &ArrayRef) -> Option<Vec<Option<i64>>> {
    match column.data_type() {
        DataType::Int32 => {
            let values = column.as_primitive::<Int32Type>().iter();
            Some(values.map(|value| value.map(i64::from)).collect())
        }
        DataType::Int64 => Some(column.as_primitive::<Int64Type>().iter().collect()),
        // What pandas makes of whole numbers of which some are null.
        DataType::Float64 => {
            let whole = |value: f64| (value.fract() == 0.0).then_some(value as i64);
            Some(column.as_primitive::<Float64Type>().iter().map(|value| whole(value?)).collect())
        }
        _ => None,
    }
}
