//! Results of MediaPipe's pose landmarker, as programs write them out.
//!
//! ```text
//! [{"timestamp_ms": 33, "pose_world_landmarks": [[{"x", "y", "z", "visibility"} × 33], …], "pose_landmarks": […]}, …]
//! {…}                       one of them in a file of its own
//! {"frames": [{…}, …]}      or under any other key
//! ```
//!
//! The keys are also written `poseWorldLandmarks` or `worldLandmarks`. A list of people stands there, or the landmarks of
//! one. World landmarks are metres from the middle of the hips, with Y down; the others are parts of the picture.

use super::frame::{Frame, Space, number};
use super::json::{Json, Kind, Result};
use super::outline::Outline;
use super::reading::{Layout, Order, Reading};

const WORLD: [&str; 4] =
    ["pose_world_landmarks", "poseWorldLandmarks", "worldLandmarks", "world_landmarks"];
const PICTURE: [&str; 4] = ["pose_landmarks", "poseLandmarks", "normalizedLandmarks", "landmarks"];

pub(super) const LAYOUT: Layout = Layout {
    name: "MediaPipe",
    fits: |outline| {
        let has = |key| outline.has(key) || outline.has_inside(key);
        WORLD.into_iter().chain(["pose_landmarks", "poseLandmarks"]).any(has)
            || keys().any(has) && ["x", "y"].into_iter().all(has)
    },
    is_one_frame,
    metres: Some(1.0),
    is_up_stated: true,
    bodies: &["blazepose", "hand"],
    ..Layout::new(read, item, Order::File)
};

fn keys() -> impl Iterator<Item = &'static str> {
    WORLD.into_iter().chain(PICTURE)
}

fn is_one_frame(outline: &Outline<'_>) -> bool {
    !outline.is_list && keys().any(|key| outline.has(key))
}

fn read(json: &mut Json<'_>, reading: &mut Reading<'_, '_>) -> Result<()> {
    if json.kind() == Kind::List {
        reading.frames(json)
    } else if is_one_frame(&reading.outline) {
        reading.frame(json)
    } else {
        json.object(|key, json| match (key, json.kind()) {
            (b"fps" | b"frame_rate" | b"framerate", Kind::Word) => {
                reading.header.rate = json.double()?;
                Ok(())
            }
            (_, Kind::List) => reading.frames(json),
            _ => json.skip(),
        })
    }
}

fn item(json: &mut Json<'_>, _: &[u8], frame: &mut Frame) -> Result<()> {
    if json.kind() == Kind::Null {
        return json.skip();
    }
    let mut has_world = false;
    json.object(|key, json| {
        let is = |keys: &[&str]| keys.iter().any(|known| known.as_bytes() == key);
        match (key, json.kind()) {
            (b"timestamp_ms" | b"timestampMs" | b"timestamp" | b"time", Kind::Word) => {
                frame.time = json.double()?;
            }
            (b"frame" | b"frame_id" | b"frame_index" | b"frameNumber" | b"frame_number", _) => {
                frame.number = number(json)?;
            }
            (_, Kind::List) if is(&WORLD) => {
                frame.people.clear();
                frame.joints.clear();
                people(json, Space::World, frame)?;
                has_world = !frame.people.is_empty();
            }
            (_, Kind::List) if is(&PICTURE) && !has_world => people(json, Space::Parts, frame)?,
            _ => json.skip()?,
        }
        Ok(())
    })
}

/// A list of people, each a list of landmarks, or the landmarks of one.
fn people(json: &mut Json<'_>, space: Space, frame: &mut Frame) -> Result<()> {
    let at = json.at;
    if json.kind_inside() != Kind::List {
        frame.landmarks(json)?;
        frame.person(None, space, at);
        return Ok(());
    }
    json.list(|json| {
        let at = json.at;
        frame.landmarks(json)?;
        frame.person(None, space, at);
        Ok(())
    })
}
