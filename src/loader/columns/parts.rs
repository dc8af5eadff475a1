//! The markers and sensors of a table: how the columns of a frame are brought into the order of their nodes.

use super::super::bodies::{Part, Written};
use super::super::marker::COLUMNS;
use super::column::{Column, Quantity};
use super::mapping::{AngleUnit, ColumnMapping};

/// How the values of a frame become those of nodes.
pub(super) struct Parts {
    /// For each value of a node, in the order of nodes, which value of the file it is.
    order: Vec<usize>,
    /// How the rotation of each part of a row is written, if it has one.
    written: Vec<Option<Written>>,
    /// What is in radians and becomes degrees, among the values in the order of nodes.
    radians: Vec<usize>,
    names: Vec<String>,
}

impl Parts {
    /// Those of a row, by the names of all nodes: where there are more than a row has, each row is of one of them.
    pub fn new(mapping: &ColumnMapping, names: Vec<String>) -> Self {
        let mut order = Vec::new();
        let mut written = Vec::new();
        let mut radians = Vec::new();
        // The values of a file are its columns without those that are none.
        let is_value = |column: &Column| matches!(column, Column::Value { .. });
        let values = mapping.columns.iter().scan(0, |count, column| {
            let place = *count;
            *count += usize::from(is_value(column));
            Some(place)
        });
        let values: Vec<usize> = values.collect();
        for part in mapping.parts() {
            let mut own = part.columns.clone();
            own.sort_by_key(|(quantity, _)| quantity.slot());
            for (quantity, column) in own {
                let is_angle = matches!(quantity, Quantity::Angle(_));
                if is_angle && mapping.angles == AngleUnit::Radians {
                    radians.push(order.len());
                }
                order.push(values[column]);
            }
            written.push(match part.rotation() {
                0 => None,
                3 => Some(Written::Angles(mapping.order.0)),
                _ => Some(Written::Quaternion),
            });
        }
        let times = names.len() / written.len().max(1);
        let own = order.len();
        let shifted = |list: &[usize]| -> Vec<usize> {
            (0..times).flat_map(|i| list.iter().map(move |at| at + i * own)).collect()
        };
        Self {
            order: shifted(&order),
            radians: shifted(&radians),
            written: written.repeat(times),
            names,
        }
    }

    /// How many values a frame has.
    pub fn width(&self) -> usize {
        self.order.len()
    }

    /// Brings the values of all frames into the order of nodes.
    pub fn arrange(&self, values: &mut [f32], frames: usize) {
        let is_arranged = self.order.iter().enumerate().all(|(i, &from)| i == from);
        if is_arranged && self.radians.is_empty() {
            return;
        }
        let width = self.width();
        let mut read = vec![0.0; width];
        for row in values.chunks_exact_mut(width.max(1)).take(frames) {
            read.copy_from_slice(row);
            for (value, &from) in row.iter_mut().zip(&self.order) {
                *value = read[from];
            }
            for &at in &self.radians {
                row[at] = f64::from(row[at]).to_degrees() as f32;
            }
        }
    }

    /// The nodes.
    pub fn list(&self) -> Vec<Part> {
        let mut first = 0;
        let parts = self.names.iter().zip(&self.written).map(|(name, &written)| {
            let part = Part {
                rotation: written.map(|written| (written, first + COLUMNS)),
                ..Part::marker(name.clone(), first)
            };
            first += COLUMNS + written.map_or(0, Written::width);
            part
        });
        parts.collect()
    }
}
