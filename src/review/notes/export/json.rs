//! Notes as JSON for scripts: what the file of the review has, with numbers, times and timecodes beside.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::review::notes::marks::{Mark, ReviewedTake};
use crate::review::notes::timebase::Timebase;
use crate::take::{Take, microseconds};

/// What JSON has of a take. Its marks, which may be very many, become values one at a time as it is written.
#[derive(Serialize)]
struct Notes<'a> {
    frame_count: usize,
    frame_rate: f64,
    rating: Value,
    notes: Records<'a>,
    events: Records<'a>,
}

/// The notes, or the events, of a take.
struct Records<'a> {
    take: &'a Take,
    base: Timebase,
    marks: Vec<Mark<'a>>,
}

/// The object of a take: `frame_count`, `frame_rate`, `rating`, `notes` and `events`. Frames count from 0.
pub fn json<'a>(take: &ReviewedTake<'a>) -> impl Serialize + use<'a> {
    let base = Timebase::for_take(take.take);
    let marks = take.marks().into_iter();
    let (notes, events) = marks.partition(|mark| mark.kind().is_some());
    let records = |marks| Records { take: take.take, base, marks };
    let rating = &take.review.rating;
    Notes {
        frame_count: take.take.motion.frame_count(),
        frame_rate: base.take_fps,
        rating: json!({ "verdict": rating.verdict, "stars": rating.stars }),
        notes: records(notes),
        events: records(events),
    }
}

impl Serialize for Records<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.marks.iter().map(|mark| self.record(*mark)))
    }
}

impl Records<'_> {
    fn record(&self, mark: Mark<'_>) -> Value {
        let frames = mark.frames();
        let ends = [frames.first, frames.last];
        let mut record = mark.value();
        // Always there, though the file leaves it out.
        record["joint"] = json!(mark.joint());
        record["numbers"] = json!(ends.map(|frame| self.take.number(frame)));
        record["times"] = json!(ends.map(|frame| microseconds(self.take.file_time(frame))));
        record["timecode"] = json!(self.base.text(frames.first));
        record
    }
}
