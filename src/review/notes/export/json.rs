//! Notes as JSON for scripts: what the file of the review has, with numbers, times and timecodes beside.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::review::checks::Finding;
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
    /// `null` where nobody asks for them.
    findings: Option<Findings<'a>>,
}

/// The notes, or the events, of a take.
struct Records<'a> {
    take: &'a Take,
    base: Timebase,
    marks: Vec<Mark<'a>>,
}

/// The findings of a take, with their place as records have it.
struct Findings<'a> {
    findings: &'a [Finding],
    records: Records<'a>,
}

/// The object of a take: `frame_count`, `frame_rate`, `rating`, `notes`, `events` and `findings`. Frames count from 0.
pub fn json<'a>(take: &ReviewedTake<'a>) -> impl Serialize + use<'a> {
    let base = Timebase::for_take(take.take);
    let marks = take.marks().into_iter();
    let (notes, events) = marks.partition(|mark| mark.kind().is_some());
    let records = |marks| Records { take: take.take, base, marks };
    let rating = &take.review.rating;
    Notes {
        frame_count: take.take.motion.frame_count(),
        frame_rate: base.take_fps,
        rating: json!({
            "verdict": rating.verdict,
            "stars": rating.stars,
            "author": rating.author,
            "changed": rating.is_given().then_some(rating.changed),
        }),
        notes: records(notes),
        events: records(events),
        findings: take.findings.map(|findings| Findings { findings, records: records(Vec::new()) }),
    }
}

impl Serialize for Records<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.marks.iter().map(|mark| self.record(*mark)))
    }
}

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.findings.iter().map(|finding| {
            let mut object = finding.object(self.records.take);
            self.records.place(&mut object, [finding.first, finding.last]);
            object
        }))
    }
}

impl Records<'_> {
    fn record(&self, mark: Mark<'_>) -> Value {
        let mut record = mark.value();
        // Always there, though the file leaves it out.
        record["joint"] = json!(mark.joint());
        self.place(&mut record, mark.frames().into());
        record
    }

    /// Says where it is, beside its frames.
    fn place(&self, record: &mut Value, ends: [usize; 2]) {
        record["numbers"] = json!(ends.map(|frame| self.take.number(frame)));
        record["times"] = json!(ends.map(|frame| microseconds(self.take.file_time(frame))));
        record["timecode"] = json!(self.base.text(ends[0]));
    }
}
