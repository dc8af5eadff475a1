//! What all CSV has in common: the columns of a frame, values.

use std::io::{self, Write};

pub(super) use crate::take::csv_cell as quoted;
use crate::take::{Take, microseconds};

/// The first columns of a row: frame, number, time.
pub(super) fn moment(take: &Take, frame: usize) -> String {
    let number = take.number(frame);
    let number = number.map_or(String::new(), |number| number.to_string());
    format!("{frame},{number},{}", microseconds(take.file_time(frame)))
}

/// Values behind commas; nothing between them where they are missing.
pub(super) fn values(out: &mut dyn Write, values: &[f32]) -> io::Result<()> {
    values.iter().try_for_each(|value| match value.is_finite() {
        true => write!(out, ",{value}"),
        false => out.write_all(b","),
    })
}
