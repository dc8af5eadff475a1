//! FreeMoCap's `…_by_frame.json`.
//!
//! ```text
//! {"info": …, "data_by_frame": {"0": {"timestamps": {"mean": 137575000000.0, "by_camera": {…}},
//!                                     "tracked_points": {"nose": {"x", "y", "z"}, …}}, …}}
//! ```
//!
//! Frames are ordered by their numbers. Times are nanoseconds, places millimetres; null is a gap. Z is up where the
//! recording was aligned with the ground, else the axes are those of a camera.

use super::frame::{Frame, MISSING, Space, landmark, last_number};
use super::json::{Json, Kind, Result};
use super::reading::{Layout, Order, Reading};
use crate::take::Axis;

pub(super) const LAYOUT: Layout = Layout {
    name: "FreeMoCap",
    fits: |outline| outline.has("data_by_frame"),
    metres: Some(0.001),
    up: Axis::Z.positive(),
    tick: Some(1e-9),
    ..Layout::new(read, item, Order::Number)
};

fn read(json: &mut Json<'_>, reading: &mut Reading<'_, '_>) -> Result<()> {
    json.object(|key, json| match key {
        b"data_by_frame" => reading.frames(json),
        _ => json.skip(),
    })
}

fn item(json: &mut Json<'_>, key: &[u8], frame: &mut Frame) -> Result<()> {
    frame.number = last_number(key);
    let at = json.at;
    json.object(|key, json| match (key, json.kind()) {
        (b"timestamps", Kind::Object) => json.object(|key, json| {
            match key {
                b"mean" => frame.time = json.double()?,
                _ => json.skip()?,
            }
            Ok(())
        }),
        (b"tracked_points", Kind::Object) => tracked_points(json, frame),
        _ => json.skip(),
    })?;
    frame.person(None, Space::World, at);
    Ok(())
}

fn tracked_points(json: &mut Json<'_>, frame: &mut Frame) -> Result<()> {
    frame.joints.resize(frame.names.first.unwrap_or_default(), MISSING);
    let mut next = 0;
    json.object(|key, json| {
        let (joint, _) = landmark(json)?;
        if let Some(place) = frame.names.place(key, next) {
            // A frame that could not be read may have brought names ahead of this one.
            if place >= frame.joints.len() {
                frame.joints.resize(place + 1, MISSING);
            }
            frame.joints[place] = joint;
            next = place + 1;
        }
        Ok(())
    })
}
