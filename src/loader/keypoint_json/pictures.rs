//! People in pictures, one after the other: results of AlphaPose, results and annotations of COCO.
//!
//! ```text
//! [{"image_id": "12.jpg", "keypoints": [x, y, c, …], "score": 2.9, "idx": 1}, …]   AlphaPose; idx is a track
//! {"12.jpg": [{"keypoints": […]}], …}                                             AlphaPose, older
//! {"12.jpg": {"people": [{"pose_keypoints_2d": […]}]}, …}                         likewise, in OpenPose's words
//! [{"image_id": 12, "keypoints": [x, y, c, …], "score": 0.97}, …]                 results of COCO
//! {"images": […], "annotations": [{"image_id": 12, "keypoints": [x, y, v, …]}, …],
//!  "categories": [{"keypoints": ["nose", …], "skeleton": [[16, 14], …]}]}         annotations of COCO; bones from 1
//! ```
//!
//! Places are pixels. `v` is 0 where nobody saw the joint, 1 where it is covered and 2 where it is seen.

use super::frame::{Form, Frame, Space, last_number, number};
use super::json::{Json, Kind, Result, name};
use super::openpose;
use super::outline::Outline;
use super::reading::{Header, Layout, Order, Reading};

const BODIES: &[&str] = &["coco", "halpe26", "halpe136", "wholebody133"];

pub(super) const RESULTS: Layout = Layout {
    name: "people by picture, as AlphaPose and COCO list them",
    fits: |outline| {
        let is_list = outline.is_list && (outline.has("image_id") || outline.has("category_id"));
        is_list && outline.has("keypoints")
    },
    bodies: BODIES,
    ..Layout::new(|json, reading| reading.frames(json), listed_person, Order::Person)
};

pub(super) const BY_PICTURE: Layout = Layout {
    name: "AlphaPose, by picture",
    fits: is_by_picture,
    is_by_key: true,
    bodies: BODIES,
    ..Layout::new(|json, reading| reading.frames(json), picture, Order::Number)
};

pub(super) const ANNOTATIONS: Layout = Layout {
    name: "annotations of COCO",
    fits: |outline| {
        let is_begun = outline.has("images") && outline.has_inside("file_name");
        if outline.has("annotations") { outline.has_inside("keypoints") } else { is_begun }
    },
    bodies: BODIES,
    ..Layout::new(annotations, annotation, Order::Person)
};

fn is_by_picture(outline: &Outline<'_>) -> bool {
    const PICTURES: [&str; 5] = [".jpg", ".jpeg", ".png", ".bmp", ".webp"];
    let is_picture = |key: &[u8]| {
        let key = key.to_ascii_lowercase();
        PICTURES.iter().any(|extension| key.ends_with(extension.as_bytes()))
    };
    let has_people = ["keypoints", "people", "bodies"].iter().any(|key| outline.has_inside(key));
    !outline.is_list && has_people && outline.first_key().is_some_and(is_picture)
}

fn annotations(json: &mut Json<'_>, reading: &mut Reading<'_, '_>) -> Result<()> {
    json.object(|key, json| match (key, json.kind()) {
        (b"categories", Kind::List) => json.list(|json| category(json, &mut reading.header)),
        (b"images", Kind::List) => json.list(|json| picture_size(json, &mut reading.header)),
        (b"annotations", _) => reading.frames(json),
        _ => json.skip(),
    })
}

/// The first picture has the size of all.
fn picture_size(json: &mut Json<'_>, header: &mut Header) -> Result<()> {
    if header.picture.is_some() || json.kind() != Kind::Object {
        return json.skip();
    }
    let mut size = [0.0; 2];
    json.object(|key, json| {
        match (key, json.kind()) {
            (b"width", Kind::Word) => size[0] = json.number()?,
            (b"height", Kind::Word) => size[1] = json.number()?,
            _ => json.skip()?,
        }
        Ok(())
    })?;
    header.picture = Some(size).filter(|size| size.iter().all(|side| *side > 0.0));
    Ok(())
}

/// The first category with names is that of people.
fn category(json: &mut Json<'_>, header: &mut Header) -> Result<()> {
    if !header.names.is_empty() {
        return json.skip();
    }
    json.object(|key, json| match (key, json.kind()) {
        (b"keypoints", Kind::List) => json.list(|json| {
            header.name(header.names.len(), name(json.text()?));
            Ok(())
        }),
        (b"skeleton", Kind::List) => header.bones(json, 1),
        _ => json.skip(),
    })
}

fn listed_person(json: &mut Json<'_>, _: &[u8], frame: &mut Frame) -> Result<()> {
    person(json, frame, 1.0)
}

fn annotation(json: &mut Json<'_>, _: &[u8], frame: &mut Frame) -> Result<()> {
    person(json, frame, 2.0)
}

/// `best` is what stands for a joint that is seen without doubt.
fn person(json: &mut Json<'_>, frame: &mut Frame, best: f32) -> Result<()> {
    let (at, mut id) = (json.at, None);
    let [mut places, mut scores] = [Vec::new(), Vec::new()];
    let mut form = Form::Xyc;
    json.object(|key, json| {
        match (key, json.kind()) {
            (b"image_id", _) => frame.number = number(json)?,
            (b"idx" | b"track_id" | b"person_id", _) => id = number(json)?,
            (b"keypoints", Kind::List) => {
                form = json.joints(&mut places, &[Form::Xyc, Form::Xy])?;
            }
            (b"keypoint_scores", Kind::List) => _ = json.numbers(&mut scores)?,
            _ => json.skip()?,
        }
        Ok(())
    })?;
    let start = frame.joints.len();
    frame.joints(form, &places, &scores);
    frame.joints[start..].iter_mut().for_each(|joint| joint[3] /= best);
    frame.person(id, Space::Pixels, at);
    Ok(())
}

fn picture(json: &mut Json<'_>, key: &[u8], frame: &mut Frame) -> Result<()> {
    let number = last_number(key);
    if json.kind() == Kind::List {
        json.list(|json| person(json, frame, 1.0))?;
    } else {
        openpose::item(json, key, frame)?;
    }
    frame.number = number;
    Ok(())
}
