//! Notes as an OpenTimelineIO timeline: a clip for each take, with a marker for each note and event.
//!
//! The schemas are those that OpenTimelineIO 0.15 and later write: `Timeline.1`, `Stack.1`, `Track.1`, `Clip.2`,
//! `Marker.2`, `ExternalReference.1`. Times are frames at the rate of the take. What OpenTimelineIO has no place
//! for is under `rushes` in the metadata.

use serde_json::{Value, json};

use crate::review::notes::document::value;
use crate::review::notes::marks::{Colour, Mark, Reviewed};
use crate::review::notes::timebase::meant_rate;

/// The timeline of takes, one behind the other.
pub fn otio(takes: &[Reviewed<'_>]) -> Value {
    let clips: Vec<Value> = takes.iter().map(clip).collect();
    let name = match takes {
        [take] => take.take.name.as_str(),
        _ => "Takes",
    };
    json!({
        "OTIO_SCHEMA": "Timeline.1",
        "metadata": {},
        "name": name,
        "global_start_time": null,
        "tracks": {
            "OTIO_SCHEMA": "Stack.1",
            "metadata": {},
            "name": "tracks",
            "source_range": null,
            "effects": [],
            "markers": [],
            "enabled": true,
            "children": [{
                "OTIO_SCHEMA": "Track.1",
                "metadata": {},
                "name": "Takes",
                "source_range": null,
                "effects": [],
                "markers": [],
                "enabled": true,
                "kind": "Video",
                "children": clips,
            }],
        },
    })
}

fn clip(take: &Reviewed<'_>) -> Value {
    let rate = meant_rate(take.take.fps());
    let all = range(0, take.take.motion.frame_count(), rate);
    let markers = take.marks().into_iter();
    let markers: Vec<Value> = markers.map(|mark| marker(mark, rate)).collect();
    json!({
        "OTIO_SCHEMA": "Clip.2",
        "metadata": { "rushes": { "file": take.file, "rating": value(&take.review.rating) } },
        "name": take.file_name(),
        "source_range": all,
        "effects": [],
        "markers": markers,
        "enabled": true,
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
    })
}

fn marker(mark: Mark<'_>, rate: f64) -> Value {
    let mut record = match mark {
        Mark::Note(note) => value(note),
        Mark::Event(event) => value(event),
    };
    record["kind"] = json!(mark.word());
    json!({
        "OTIO_SCHEMA": "Marker.2",
        "metadata": { "rushes": record },
        "name": mark.title(),
        "color": Colour::of(mark.kind()).otio,
        "marked_range": range(mark.frames().first, mark.frames().count(), rate),
        "comment": mark.text(),
    })
}

fn range(first: usize, count: usize, rate: f64) -> Value {
    let time = |frames: usize| json!({ "OTIO_SCHEMA": "RationalTime.1", "rate": rate, "value": frames as f64 });
    json!({ "OTIO_SCHEMA": "TimeRange.1", "start_time": time(first), "duration": time(count) })
}
