//! What the demos and inferencers of MMPose write.
//!
//! ```text
//! {"meta_info": {"keypoint_id2name": {"0": "root", …}, "skeleton_links": [[0, 4], …]},
//!  "instance_info": [{"frame_id": 1, "instances": [{"keypoints": [[x, y, z], …], "keypoint_scores": [c, …]}]}]}
//! [{"frame_id": 0, "instances": […]}, …]         the list of frames alone
//! [{"keypoints": […], "keypoint_scores": […]}]   the people of one picture, a file each
//! ```
//!
//! Pairs are pixels. Triples are metres with Z up, and the lowest joint of each frame is at 0. They are turned so that they
//! became left-handed: left and right are as in a mirror, unless X points the other way.

use super::frame::{Form, Frame, Space, number};
use super::json::{Json, Kind, Result, decoded, name};
use super::outline::Outline;
use super::reading::{Header, Layout, Order, Reading};
use crate::take::Axis;

pub(super) const LAYOUT: Layout = Layout {
    name: "MMPose",
    fits: |outline| {
        let has_points = outline.has_inside("keypoints") || outline.has("frame_id");
        outline.has("instance_info")
            || outline.has("meta_info") && outline.has_inside("keypoint_id2name")
            || outline.is_list && outline.has("instances") && has_points
            || is_picture(outline)
    },
    is_one_frame: is_picture,
    metres: Some(1.0),
    up: Axis::Z.positive(),
    is_up_stated: true,
    is_mirrored: true,
    ..Layout::new(read, item, Order::File)
};

fn is_picture(outline: &Outline<'_>) -> bool {
    outline.is_list && outline.has("keypoint_scores") && !outline.has("instances")
}

fn read(json: &mut Json<'_>, reading: &mut Reading<'_, '_>) -> Result<()> {
    if json.kind() == Kind::List {
        return if is_picture(&reading.outline) {
            reading.frame(json)
        } else {
            reading.frames(json)
        };
    }
    json.object(|key, json| match key {
        b"meta_info" if json.kind() == Kind::Object => meta_info(json, &mut reading.header),
        b"instance_info" => reading.frames(json),
        _ => json.skip(),
    })
}

fn meta_info(json: &mut Json<'_>, header: &mut Header) -> Result<()> {
    json.object(|key, json| match (key, json.kind()) {
        (b"keypoint_id2name", Kind::Object) => json.object(|key, json| {
            let place = decoded(key).parse().unwrap_or(usize::MAX);
            header.name(place, name(json.text()?));
            Ok(())
        }),
        (b"skeleton_links", Kind::List) => header.bones(json, 0),
        _ => json.skip(),
    })
}

fn item(json: &mut Json<'_>, _: &[u8], frame: &mut Frame) -> Result<()> {
    if json.kind() == Kind::List {
        return json.list(|json| person(json, frame));
    }
    json.object(|key, json| match key {
        b"frame_id" => {
            frame.number = number(json)?;
            Ok(())
        }
        b"instances" if json.kind() == Kind::List => json.list(|json| person(json, frame)),
        _ => json.skip(),
    })
}

fn person(json: &mut Json<'_>, frame: &mut Frame) -> Result<()> {
    let (at, mut id) = (json.at, None);
    let [mut places, mut scores] = [Vec::new(), Vec::new()];
    let mut form = Form::Xyz;
    json.object(|key, json| {
        match key {
            b"keypoints" => form = json.joints(&mut places, &[Form::Xy, Form::Xyz])?,
            b"keypoint_scores" => _ = json.numbers(&mut scores)?,
            b"track_id" | b"instance_id" => id = number(json)?,
            _ => json.skip()?,
        }
        Ok(())
    })?;
    if form == Form::Xyz {
        places.iter_mut().step_by(3).for_each(|x| *x = 0.0 - *x);
    }
    frame.joints(form, &places, &scores);
    frame.person(id, if form == Form::Xyz { Space::World } else { Space::Pixels }, at);
    Ok(())
}
