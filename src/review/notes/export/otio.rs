//! Notes as an OpenTimelineIO timeline: a clip for each take, with a marker for each note, event and finding.
//! The rating of a take is in the metadata of its clip.
//!
//! The schemas are those that OpenTimelineIO 0.15 and later write: `Timeline.1`, `Stack.1`, `Track.1`, `Clip.2`,
//! `Marker.2`, `ExternalReference.1`. Times are frames at the rate of the take. What OpenTimelineIO has no place
//! for is under `rushes` in the metadata.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::review::checks::Finding;
use crate::review::notes::document::to_value;
use crate::review::notes::marks::{FINDING, Mark, MarkerColour, ReviewedTake};
use crate::review::notes::note::Frames;
use crate::review::notes::timebase::meant_rate;

#[derive(Serialize)]
struct Item<'a, M, T> {
    #[serde(rename = "OTIO_SCHEMA")]
    schema: &'static str,
    metadata: Value,
    name: &'a str,
    source_range: Value,
    effects: [(); 0],
    markers: M,
    enabled: bool,
    #[serde(flatten)]
    own: T,
}

#[derive(Serialize)]
struct Timeline<'a, T> {
    #[serde(rename = "OTIO_SCHEMA")]
    schema: &'static str,
    metadata: Value,
    name: &'a str,
    global_start_time: (),
    tracks: T,
}

#[derive(Serialize)]
struct Stack<T> {
    children: [T; 1],
}

#[derive(Serialize)]
struct Track<'a> {
    kind: &'static str,
    children: Clips<'a>,
}

struct Clips<'a>(&'a [ReviewedTake<'a>]);

/// A marker for each note, event and finding. They may be very many, and become values one at a time as they are written.
struct Markers<'a> {
    take: &'a ReviewedTake<'a>,
    rate: f64,
}

/// The timeline of takes, one behind the other.
pub fn otio<'a>(takes: &'a [ReviewedTake<'a>]) -> impl Serialize + use<'a> {
    let name = match takes {
        [take] => take.take.name.as_str(),
        _ => "Takes",
    };
    let track = Track { kind: "Video", children: Clips(takes) };
    let track = item("Track.1", "Takes", track);
    Timeline {
        schema: "Timeline.1",
        metadata: json!({}),
        name,
        global_start_time: (),
        tracks: item("Stack.1", "tracks", Stack { children: [track] }),
    }
}

fn item<'a, T>(schema: &'static str, name: &'a str, own: T) -> Item<'a, [(); 0], T> {
    Item {
        schema,
        metadata: json!({}),
        name,
        source_range: Value::Null,
        effects: [],
        markers: [],
        enabled: true,
        own,
    }
}

impl Serialize for Clips<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(clip))
    }
}

impl Serialize for Markers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let marks = self.take.marks().into_iter().map(|mark| marker(mark, self.rate));
        let findings = self.take.findings().iter();
        serializer.collect_seq(marks.chain(findings.map(|it| found(it, self.take, self.rate))))
    }
}

fn clip<'a>(take: &'a ReviewedTake<'a>) -> Item<'a, Markers<'a>, Value> {
    let rate = meant_rate(take.take.fps());
    let all = range(0, take.take.motion.frame_count(), rate);
    Item {
        schema: "Clip.2",
        metadata: json!({ "rushes": { "file": take.file, "rating": to_value(&take.review.rating) } }),
        name: take.file_name(),
        source_range: all.clone(),
        effects: [],
        markers: Markers { take, rate },
        enabled: true,
        own: json!({
            "media_references": {
                "DEFAULT_MEDIA": {
                    "OTIO_SCHEMA": "ExternalReference.1",
                    "metadata": {},
                    "name": take.file_name(),
                    "available_range": all,
                    "target_url": take.file,
                },
            },
            "active_media_reference_key": "DEFAULT_MEDIA",
        }),
    }
}

fn marker(mark: Mark<'_>, rate: f64) -> Value {
    let mut record = mark.value();
    record["kind"] = json!(mark.word());
    json!({
        "OTIO_SCHEMA": "Marker.2",
        "metadata": { "rushes": record },
        "name": mark.title(),
        "color": MarkerColour::for_kind(mark.kind()).otio,
        "marked_range": range(mark.frames().first, mark.frames().count(), rate),
        "comment": mark.text(),
    })
}

fn found(finding: &Finding, take: &ReviewedTake<'_>, rate: f64) -> Value {
    let mut record = finding.object(take.take);
    record["kind"] = json!(FINDING);
    let frames = Frames::from([finding.first, finding.last]);
    json!({
        "OTIO_SCHEMA": "Marker.2",
        "metadata": { "rushes": record },
        "name": finding.check.label(),
        "color": MarkerColour::FINDING.otio,
        "marked_range": range(frames.first, frames.count(), rate),
        "comment": finding.message,
    })
}

fn range(first: usize, count: usize, rate: f64) -> Value {
    let time = |frames: usize| json!({ "OTIO_SCHEMA": "RationalTime.1", "rate": rate, "value": frames as f64 });
    json!({ "OTIO_SCHEMA": "TimeRange.1", "start_time": time(first), "duration": time(count) })
}
