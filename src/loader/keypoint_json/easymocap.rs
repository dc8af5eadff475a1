//! EasyMocap's `keypoints3d`: a file a frame.
//!
//! ```text
//! [{"id": 0, "keypoints3d": [[x, y, z, c], …]}, …]
//! ```
//!
//! Metres, with Z up as the cameras were calibrated; a confidence of 0 is a joint that is missing. Its `smpl` are poses of a
//! body model, which are no places of joints.

use super::frame::{Form, Frame, Space, number};
use super::json::{Json, Result};
use super::outline::Outline;
use super::reading::{Layout, Order};
use crate::take::Axis;

pub(super) const LAYOUT: Layout = Layout {
    name: "EasyMocap",
    fits: |outline| outline.is_list && outline.has("keypoints3d"),
    is_one_frame: |_| true,
    metres: Some(1.0),
    up: Axis::Z.positive(),
    bodies: &["body25", "coco", "halpe26", "halpe136", "wholebody133"],
    ..Layout::new(|json, reading| reading.frame(json), item, Order::File)
};

/// Whether the file is of poses of SMPL.
pub(super) fn is_smpl(outline: &Outline<'_>) -> bool {
    ["Rh", "Th", "poses"].iter().all(|key| outline.has(key) || outline.has_inside(key))
}

fn item(json: &mut Json<'_>, _: &[u8], frame: &mut Frame) -> Result<()> {
    json.list(|json| {
        let (at, mut id) = (json.at, None);
        let mut places = Vec::new();
        let mut form = Form::Xyzc;
        json.object(|key, json| {
            match key {
                b"id" => id = number(json)?,
                b"keypoints3d" => form = json.joints(&mut places, &[Form::Xyzc, Form::Xyz])?,
                _ => json.skip()?,
            }
            Ok(())
        })?;
        frame.joints(form, &places, &[]);
        frame.person(id, Space::World, at);
        Ok(())
    })
}
