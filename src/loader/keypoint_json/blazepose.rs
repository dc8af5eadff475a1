//! BlazePose of TensorFlow.js, frame by frame of a video.
//!
//! ```text
//! {"fileName": …, "duration": 8, "ticksPerSecond": 15,
//!  "frames": [{"frameNum": 0, "keypoints": [{"x", "y", "score", "name"}, …],
//!              "keypoints3D": [{"x", "y", "z", "score", "name"}, …]}, …]}
//! ```
//!
//! `keypoints3D` are metres from the middle of the hips, with Y down; `keypoints` are pixels.

use super::frame::{Frame, Space, number};
use super::json::{Json, Kind, Result};
use super::reading::{Layout, Order, Reading};

pub(super) const LAYOUT: Layout = Layout {
    name: "BlazePose of TensorFlow.js",
    fits: |outline| {
        let words = ["keypoints3D", "keypoints"].iter().any(|key| outline.has_inside(key));
        outline.has("frames") && (words || outline.has("ticksPerSecond"))
    },
    metres: Some(1.0),
    is_up_stated: true,
    bodies: &["blazepose"],
    ..Layout::new(read, item, Order::File)
};

fn read(json: &mut Json<'_>, reading: &mut Reading<'_, '_>) -> Result<()> {
    json.object(|key, json| match key {
        b"ticksPerSecond" => {
            reading.header.rate = json.double()?;
            Ok(())
        }
        b"frames" => reading.frames(json),
        _ => json.skip(),
    })
}

fn item(json: &mut Json<'_>, _: &[u8], frame: &mut Frame) -> Result<()> {
    let at = json.at;
    let mut space = Space::Pixels;
    json.object(|key, json| {
        match key {
            b"frameNum" => frame.number = number(json)?,
            b"keypoints3D" if json.kind() == Kind::List => {
                space = Space::World;
                frame.joints.clear();
                frame.landmarks(json)?;
            }
            b"keypoints" if space == Space::Pixels && json.kind() == Kind::List => {
                frame.landmarks(json)?;
            }
            _ => json.skip()?,
        }
        Ok(())
    })?;
    frame.person(None, space, at);
    Ok(())
}
