//! Notes as CSV, a row each.

use std::fmt::Write as _;

use crate::review::notes::marks::ReviewedTake;
use crate::review::notes::timebase::Timebase;
use crate::take::{CsvTexts, microseconds};

/// Its columns. `frame` and `last_frame` count from 0, `number` and `last_number` are the file's own, `time` is
/// in seconds by the file's clock.
pub(crate) const COLUMNS: [&str; 15] = [
    "file",
    "id",
    "frame",
    "last_frame",
    "number",
    "last_number",
    "time",
    "timecode",
    "joint",
    "kind",
    "status",
    "text",
    "author",
    "created",
    "changed",
];

/// The notes and events of takes; the kind of an event is `event`. Reading it adds the same notes.
pub fn csv(takes: &[ReviewedTake<'_>], texts: CsvTexts) -> String {
    let mut text = format!("{}\n", COLUMNS.join(","));
    for reviewed in takes {
        let take = reviewed.take;
        let base = Timebase::for_take(take);
        for mark in reviewed.marks() {
            let frames = mark.frames();
            let number = |frame| take.number(frame).map_or(String::new(), |n| n.to_string());
            let cells: [String; COLUMNS.len()] = [
                texts.cell(reviewed.file),
                mark.id().to_string(),
                frames.first.to_string(),
                frames.last.to_string(),
                number(frames.first),
                number(frames.last),
                microseconds(take.file_time(frames.first)).to_string(),
                base.text(frames.first),
                texts.cell(mark.joint().unwrap_or_default()),
                mark.word().to_string(),
                mark.status().to_string(),
                texts.cell(mark.text()),
                texts.cell(&mark.stamp().author),
                mark.stamp().created.to_string(),
                mark.stamp().changed.to_string(),
            ];
            let _ = writeln!(text, "{}", cells.join(","));
        }
    }
    text
}
