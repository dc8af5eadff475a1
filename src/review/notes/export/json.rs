//! Notes as JSON for scripts: what the file of the review has, with numbers, times and timecodes beside.

use serde_json::{Value, json};

use crate::review::notes::document::value;
use crate::review::notes::marks::{Mark, Reviewed};
use crate::review::notes::timebase::Timebase;
use crate::take::microseconds;

/// The object of a take: `frame_count`, `frame_rate`, `rating`, `notes` and `events`. Frames count from 0.
pub fn json(take: &Reviewed<'_>) -> Value {
    let base = Timebase::of(take.take);
    let record = |mark: Mark<'_>| {
        let frames = mark.frames();
        let ends = [frames.first, frames.last];
        let mut record = match mark {
            Mark::Note(note) => value(note),
            Mark::Event(event) => value(event),
        };
        // Always there, though the file leaves it out.
        record["joint"] = json!(mark.joint());
        record["numbers"] = json!(ends.map(|frame| take.take.number(frame)));
        record["times"] = json!(ends.map(|frame| microseconds(take.take.file_time(frame))));
        record["timecode"] = json!(base.text(frames.first));
        record
    };
    let (notes, events): (Vec<_>, Vec<_>) = take
        .marks()
        .into_iter()
        .partition(|mark| mark.kind().is_some());
    let all = |marks: Vec<Mark<'_>>| marks.into_iter().map(record).collect::<Vec<_>>();
    json!({
        "frame_count": take.take.motion.frame_count(),
        "frame_rate": base.take_fps,
        "rating": { "verdict": take.review.rating.verdict, "stars": take.review.rating.stars },
        "notes": all(notes),
        "events": all(events),
    })
}
