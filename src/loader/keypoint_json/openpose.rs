//! OpenPose, and Pose2Sim after it: a file a frame.
//!
//! ```text
//! {"version": 1.3, "people": [{"person_id": [-1], "pose_keypoints_2d": [x, y, c, …], "hand_left_keypoints_2d": …,
//!                              "hand_right_keypoints_2d": …, "pose_keypoints_3d": [x, y, z, c, …], …}]}
//! ```
//!
//! 2D is in pixels. 3D is in the axes of the first camera, Y down, and the unit of its calibration. Missing joints are 0 0 0.
//! A person id is -1 where nobody told people apart, and they stand in no fixed order.

use super::frame::{Form, Frame, Space, number};
use super::json::{Json, Kind, Result};
use super::reading::{Layout, Order};

pub(super) const LAYOUT: Layout = Layout {
    name: "OpenPose",
    fits: |outline| {
        let has_points = PARTS[0].iter().any(|key| outline.has_inside(key));
        let is_empty = outline.has("version") && outline.is_flat();
        !outline.is_list && outline.has("people") && (has_points || is_empty)
    },
    is_one_frame: |_| true,
    bodies: &["body25", "openpose18", "coco", "halpe26", "halpe136", "wholebody133"],
    ..Layout::new(|json, reading| reading.frame(json), item, Order::File)
};

/// The parts of a person, in the order in which their joints are shown.
const PARTS: [[&str; 2]; 3] = [
    ["pose_keypoints_2d", "pose_keypoints_3d"],
    ["hand_left_keypoints_2d", "hand_left_keypoints_3d"],
    ["hand_right_keypoints_2d", "hand_right_keypoints_3d"],
];

pub(super) fn item(json: &mut Json<'_>, _: &[u8], frame: &mut Frame) -> Result<()> {
    json.object(|key, json| match (key, json.kind()) {
        (b"people", Kind::List) => json.list(|json| person(json, frame)),
        // AlphaPose's words for the same.
        (b"bodies", Kind::List) => json.list(|json| person(json, frame)),
        _ => json.skip(),
    })
}

fn person(json: &mut Json<'_>, frame: &mut Frame) -> Result<()> {
    let (at, mut id) = (json.at, None);
    let mut parts = [const { [const { Vec::new() }; 2] }; 3];
    json.object(|key, json| {
        let place = |keys: &[&str; 2]| keys.iter().position(|known| known.as_bytes() == key);
        let found = PARTS.iter().enumerate().find_map(|(part, keys)| Some((part, place(keys)?)));
        match (key, found) {
            (b"person_id" | b"idx", _) => id = number(json)?,
            (b"joints", _) => _ = json.joints(&mut parts[0][0], &[Form::Xyc])?,
            (_, Some((part, which))) if json.kind() == Kind::List => {
                json.joints(&mut parts[part][which], &[[Form::Xyc, Form::Xyzc][which]])?;
            }
            _ => json.skip()?,
        }
        Ok(())
    })?;
    let has_space = !parts[0][1].is_empty();
    let (form, space) =
        if has_space { (Form::Xyzc, Space::World) } else { (Form::Xyc, Space::Pixels) };
    for part in &parts {
        frame.joints(form, &part[usize::from(has_space)], &[]);
    }
    frame.person(id, space, at);
    Ok(())
}
