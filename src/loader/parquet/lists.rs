//! Columns with a list of so many numbers for each joint.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

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

/// A column of lists of so many numbers each; with a fixed size or without, as other programs write it again. `None` where
/// it is of another type.
pub(super) fn numbers_of(column: &ArrayRef, width: usize) -> Option<Numbers> {
    let rows = column.as_list_opt::<i32>()?;
    let each = rows.values();
    // Where the numbers of each joint are among all of them.
    let (values, place): (&ArrayRef, Box<dyn Fn(usize) -> Option<usize>>) = match each.data_type() {
        DataType::FixedSizeList(_, size) if *size as usize == width => {
            let each = each.as_fixed_size_list();
            (
                each.values(),
                Box::new(move |joint| {
                    each.is_valid(joint).then_some(each.value_offset(joint) as usize)
                }),
            )
        }
        DataType::List(_) => {
            let each = each.as_list::<i32>();
            let is_whole = move |joint: &usize| {
                each.is_valid(*joint) && each.value_length(*joint) as usize == width
            };
            let begin = move |joint| {
                Some(joint).filter(is_whole).map(|_| each.value_offsets()[joint] as usize)
            };
            (each.values(), Box::new(begin))
        }
        _ => return None,
    };
    let values = floats(values)?;
    let mut numbers = Numbers { values: Vec::new(), ends: vec![0] };
    for row in 0..rows.len() {
        let range = if rows.is_valid(row) {
            rows.value_offsets()[row] as usize..rows.value_offsets()[row + 1] as usize
        } else {
            0..0
        };
        for joint in range {
            match place(joint) {
                Some(begin) => numbers.values.extend_from_slice(&values[begin..begin + width]),
                None => numbers.values.extend(std::iter::repeat_n(f32::NAN, width)),
            }
        }
        numbers.ends.push(numbers.values.len());
    }
    Some(numbers)
}

/// The values of a column of numbers; NaN for those that are null.
fn floats(values: &ArrayRef) -> Option<Vec<f32>> {
    match values.data_type() {
        DataType::Float32 => {
            let values = values.as_primitive::<Float32Type>().iter();
            Some(values.map(|value| value.unwrap_or(f32::NAN)).collect())
        }
        DataType::Float64 => {
            let values = values.as_primitive::<Float64Type>().iter();
            Some(values.map(|value| value.map_or(f32::NAN, |value| value as f32)).collect())
        }
        _ => None,
    }
}
