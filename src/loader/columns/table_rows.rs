//! The rows of a table as they were read, before they become those of nodes.

use super::super::rate::{ASSUMED_FRAME_TIME, assumed};
use super::column::Column;
use super::mapping::ColumnMapping;
use crate::take::{FileNumbers, FrameTime, Lost, WarningCode, Warnings};

/// The values of a table, and what is known of its frames.
pub(super) struct Table {
    /// Frame after frame, as the file has them.
    pub values: Vec<f32>,
    pub count: usize,
    /// What the markers and sensors are called.
    pub names: Vec<String>,
    pub numbers: Option<FileNumbers>,
    pub start_time: f64,
    pub frame_time: FrameTime,
    pub lost: Lost,
    /// Where frames begin; the first one alone where each has a line.
    pub places: Vec<usize>,
}

/// Seconds a frame: as is said, else by the times, else as is usual, which is told.
pub(super) fn frame_time(
    mapping: &ColumnMapping,
    by_times: Option<f64>,
    warnings: &mut Warnings,
) -> FrameTime {
    if let Some(rate) = mapping.rate {
        return rate.recip().into();
    }
    let Some(seconds) = by_times else {
        let why = if mapping.columns.contains(&Column::Time) {
            "times do not run on evenly"
        } else {
            "nothing says how many frames a second there are"
        };
        let message = format!("{why}: {}", assumed());
        warnings.add(WarningCode::RateAssumed, message);
        return ASSUMED_FRAME_TIME;
    };
    seconds.into()
}
