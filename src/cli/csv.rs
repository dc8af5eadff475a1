//! What all CSV has in common: the columns of a frame, values.

pub(super) use crate::export::csv::{moment, values};
pub(super) use crate::take::csv_cell as quoted;
