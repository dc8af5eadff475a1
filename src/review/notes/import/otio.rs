//! Notes from the markers of an OpenTimelineIO file, wherever they are in it.

use serde_json::Value;

use super::imported::{Imported, Skipped, frame_of};
use crate::review::notes::added::Event;
use crate::review::notes::marks::{Colour, EVENT};
use crate::review::notes::note::{Frames, Note};
use crate::review::notes::time::Time;
use crate::review::notes::timebase::meant_rate;
use crate::take::Take;

/// A marker, and when the media of its clip begins, in seconds.
struct Marker<'a> {
    value: &'a Value,
    start: f64,
}

pub(super) fn read(text: &str, take: &Take, now: Time) -> Result<Imported, String> {
    let file: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if !file["OTIO_SCHEMA"].is_string() {
        return Err("it is no OpenTimelineIO".into());
    }
    let mut clips = Vec::new();
    clips_named(&file, &take.name, &mut clips);
    let mut markers = Vec::new();
    match clips.is_empty() {
        true => find(&file, 0.0, &mut markers),
        // The others are of other takes.
        false => clips.iter().for_each(|clip| find(clip, 0.0, &mut markers)),
    }
    let mut imported = Imported::default();
    for (marker, number) in markers.iter().zip(1..) {
        if let Err(why) = read_marker(marker, take, now, &mut imported) {
            imported.skipped.push(Skipped { number, why });
        }
    }
    Ok(imported)
}

fn is_of(value: &Value, schema: &str) -> bool {
    let name = value["OTIO_SCHEMA"]
        .as_str()
        .and_then(|name| name.split('.').next());
    name == Some(schema)
}

/// The values inside of a list or an object.
fn inside(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(values) => Box::new(values.iter()),
        Value::Object(map) => Box::new(map.values()),
        _ => Box::new(std::iter::empty()),
    }
}

/// The clips that have the name of a take, with or without an extension.
fn clips_named<'a>(value: &'a Value, take: &str, clips: &mut Vec<&'a Value>) {
    if is_of(value, "Clip") {
        let name = value["name"].as_str().unwrap_or_default();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        if [name, stem].contains(&take) {
            clips.push(value);
        }
        return;
    }
    inside(value).for_each(|value| clips_named(value, take, clips));
}

/// All markers in a value. Those of a clip count from where its media begins.
fn find<'a>(value: &'a Value, start: f64, markers: &mut Vec<Marker<'a>>) {
    if is_of(value, "Marker") {
        markers.push(Marker { value, start });
        return;
    }
    let start = match is_of(value, "Clip") {
        true => media_start(value),
        false => start,
    };
    inside(value).for_each(|value| find(value, start, markers));
}

/// When the media of a clip begins, in seconds: its timecode, where it has one.
fn media_start(clip: &Value) -> f64 {
    let key = clip["active_media_reference_key"].as_str();
    let media = match key {
        Some(key) => &clip["media_references"][key],
        // As Clip.1 has it.
        None => &clip["media_reference"],
    };
    seconds(&media["available_range"]["start_time"]).unwrap_or(0.0)
}

fn seconds(time: &Value) -> Option<f64> {
    let rate = time["rate"].as_f64().filter(|rate| *rate > 0.0)?;
    Some(time["value"].as_f64()? / rate)
}

fn read_marker(
    marker: &Marker<'_>,
    take: &Take,
    now: Time,
    imported: &mut Imported,
) -> Result<(), String> {
    let value = marker.value;
    let range = &value["marked_range"];
    let start = seconds(&range["start_time"]).ok_or("it has no time")? - marker.start;
    let duration = seconds(&range["duration"]).unwrap_or(0.0);
    let rate = meant_rate(take.fps());
    let first = frame_of((start * rate).round(), take)?;
    let count = (duration * rate).round().max(1.0);
    let end = take.motion.frame_count().saturating_sub(1) as f64;
    let last = (first as f64 + count - 1.0).min(end) as usize;
    let words = ["comment", "name"].map(|key| value[key].as_str().unwrap_or_default().trim());
    let text = words.into_iter().find(|text| !text.is_empty());
    // What an export of ours says beside: the marker may have been moved and changed since.
    let own = &value["metadata"]["rushes"];
    if own["kind"] == EVENT {
        let name = text.ok_or("it has no text")?.to_string();
        let own: Option<Event> = serde_json::from_value(own.clone()).ok();
        let mut event = own.unwrap_or_else(|| Event::new(first, String::new(), "", now));
        (event.frame, event.name) = (first, name);
        event.other.shift_remove("kind");
        imported.events.push(event);
        return Ok(());
    }
    let own: Option<Note> = serde_json::from_value(own.clone()).ok();
    let is_own = own.is_some();
    let mut note = own.unwrap_or_else(|| Note::new(Frames::at(first), "", now));
    note.frames = Frames::from([first, last]);
    let colour = value["color"].as_str().unwrap_or_default();
    if !is_own || colour != Colour::of(Some(note.kind)).otio {
        note.kind = Colour::kind_of(colour);
    }
    // Of a note without a text, the name is that of its kind.
    if !is_own || !note.text.is_empty() {
        note.text = text.ok_or("it has no text")?.to_string();
    }
    imported.notes.push(note);
    Ok(())
}
