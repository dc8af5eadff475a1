//! Notes from the markers of an OpenTimelineIO file, wherever they are in it.

use std::path::Path;

use serde_json::Value;

use super::imported::{Import, SkippedMark, frame_of, own_file};
use crate::review::notes::added::Event;
use crate::review::notes::document::fault;
use crate::review::notes::marks::{EVENT, FINDING, MarkerColour};
use crate::review::notes::note::{Frames, Note};
use crate::review::notes::time::Time;
use crate::review::notes::timebase::meant_rate;
use crate::take::Take;

/// A marker, and when the media of its clip begins, in seconds.
struct Marker<'a> {
    value: &'a Value,
    start: f64,
}

pub(super) fn read(text: &str, take: &Take, path: &Path, now: Time) -> Result<Import, String> {
    let file: Value = serde_json::from_str(text).map_err(fault)?;
    if !file["OTIO_SCHEMA"].is_string() {
        return Err("it is no OpenTimelineIO".into());
    }
    let mut clips = Vec::new();
    marked_clips(&file, &mut clips);
    let name = |clip: &Value| clip["name"].as_str().unwrap_or_default().to_string();
    let names: Vec<String> = clips.iter().map(|clip| name(clip)).collect();
    // Clips of one name may be parts of one take, or of takes in several folders.
    let is_own =
        |name: &str| name == take.name || Path::new(name).file_stem() == Some(take.name.as_ref());
    let own: Vec<&Value> = clips.iter().copied().filter(|clip| is_own(&name(clip))).collect();
    let mut markers = Vec::new();
    if own.is_empty() {
        own_file(names.iter().map(String::as_str), take, path)?;
        find(&file, 0.0, &mut markers);
    } else {
        let files: Vec<Option<&str>> =
            own.iter().map(|clip| media_named(clip, &take.name)).collect();
        let media = own_file(files.iter().copied().flatten(), take, path)?;
        for (clip, file) in own.into_iter().zip(files) {
            if file.is_none() || file == media {
                find(clip, 0.0, &mut markers);
            }
        }
    }
    let mut imported = Import::default();
    for (marker, number) in markers.iter().zip(1..) {
        if let Err(why) = read_marker(marker, take, now, &mut imported) {
            imported.skipped.push(SkippedMark { number, reason: why });
        }
    }
    Ok(imported)
}

fn is_of(value: &Value, schema: &str) -> bool {
    let name = value["OTIO_SCHEMA"].as_str().and_then(|name| name.split('.').next());
    name == Some(schema)
}

fn inside(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(values) => Box::new(values.iter()),
        Value::Object(map) => Box::new(map.values()),
        _ => Box::new(std::iter::empty()),
    }
}

fn marked_clips<'a>(value: &'a Value, clips: &mut Vec<&'a Value>) {
    if is_of(value, "Clip") {
        let mut markers = Vec::new();
        find(value, 0.0, &mut markers);
        if !markers.is_empty() {
            clips.push(value);
        }
        return;
    }
    inside(value).for_each(|value| marked_clips(value, clips));
}

/// The file of the media of a clip, where it has the name of a take: others, such as a video of it, tell nothing of
/// where the take is.
fn media_named<'a>(clip: &'a Value, take: &str) -> Option<&'a str> {
    let file = media(clip)["target_url"].as_str()?;
    (Path::new(file).file_stem() == Some(take.as_ref())).then_some(file)
}

/// All markers in a value. Those of a clip count from where its media begins.
fn find<'a>(value: &'a Value, start: f64, markers: &mut Vec<Marker<'a>>) {
    if is_of(value, "Marker") {
        markers.push(Marker { value, start });
        return;
    }
    let start = if is_of(value, "Clip") { media_start(value) } else { start };
    inside(value).for_each(|value| find(value, start, markers));
}

fn media(clip: &Value) -> &Value {
    match clip["active_media_reference_key"].as_str() {
        Some(key) => &clip["media_references"][key],
        // As Clip.1 has it.
        None => &clip["media_reference"],
    }
}

/// When the media of a clip begins, in seconds: its timecode, where it has one.
fn media_start(clip: &Value) -> f64 {
    seconds(&media(clip)["available_range"]["start_time"]).unwrap_or(0.0)
}

fn seconds(time: &Value) -> Option<f64> {
    let rate = time["rate"].as_f64().filter(|rate| *rate > 0.0)?;
    Some(time["value"].as_f64()? / rate)
}

fn read_marker(
    marker: &Marker<'_>,
    take: &Take,
    now: Time,
    imported: &mut Import,
) -> Result<(), String> {
    let value = marker.value;
    // What an export of ours says beside: the marker may have been moved and changed since.
    let own = &value["metadata"]["rushes"];
    if own["kind"] == FINDING {
        // Nobody has noted it: whoever has the take can check it.
        return Ok(());
    }
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
    let mut note = own.unwrap_or_else(|| Note::new(Frames::single(first), "", now));
    note.frames = Frames::from([first, last]);
    let colour = value["color"].as_str().unwrap_or_default();
    if !is_own || colour != MarkerColour::for_kind(Some(note.kind)).otio {
        note.kind = MarkerColour::kind_for(colour);
    }
    // Of a note without a text, the name is that of its kind.
    if !is_own || !note.text.is_empty() {
        note.text = text.ok_or("it has no text")?.to_string();
    }
    imported.notes.push(note);
    Ok(())
}
