//! Bodies that Azure Kinect tracked: what the `offline_processor` of its SDK writes, and a recorder for Unity.
//!
//! ```text
//! {"joint_names": ["PELVIS", …], "bone_list": [["SPINE_CHEST", "SPINE_NAVEL"], …],
//!  "frames": [{"timestamp_usec": 1000000, "frame_id": 0, "num_bodies": 1,
//!              "bodies": [{"body_id": 1, "joint_positions": [[x, y, z], …], "joint_orientations": …}]}, …]}
//! [{"TimestampInMs": 33, "Bodies": [{"Id": 1, "JointPositions3D_X": […], "…_Y": […], "…_Z": […]}]}, …]
//! ```
//!
//! The axes are the sensor's: Y down, Z away from it. The first is in millimetres, the second in metres.

use super::frame::{Form, Frame, Space, number};
use super::json::{Json, Kind, Result, name};
use super::reading::{Layout, Order, Reading};

pub(super) const LAYOUT: Layout = Layout {
    name: "Azure Kinect",
    fits: |outline| {
        let is_head = ["bone_list", "frames"].iter().any(|key| outline.has(key));
        outline.has("joint_names") && is_head || outline.has_inside("joint_positions")
    },
    metres: Some(0.001),
    is_up_stated: true,
    tick: Some(1e-6),
    bodies: &["azure32"],
    ..Layout::new(read, item, Order::File)
};

pub(super) const UNITY: Layout = Layout {
    name: "Azure Kinect, recorded in Unity",
    fits: |outline| {
        outline.is_list && outline.has("Bodies") || outline.has_inside("JointPositions3D_X")
    },
    metres: Some(1.0),
    is_up_stated: true,
    tick: Some(1e-3),
    bodies: &["azure32"],
    ..Layout::new(|json, reading| reading.frames(json), unity_item, Order::File)
};

fn read(json: &mut Json<'_>, reading: &mut Reading<'_, '_>) -> Result<()> {
    json.object(|key, json| match (key, json.kind()) {
        (b"joint_names", Kind::List) => json.list(|json| {
            let place = reading.header.names.len();
            reading.header.name(place, name(json.text()?));
            Ok(())
        }),
        (b"bone_list", Kind::List) => reading.header.bones(json, 0),
        (b"frames", _) => reading.frames(json),
        _ => json.skip(),
    })
}

fn item(json: &mut Json<'_>, _: &[u8], frame: &mut Frame) -> Result<()> {
    json.object(|key, json| {
        match (key, json.kind()) {
            (b"timestamp_usec", _) => frame.time = json.double()?,
            (b"frame_id", _) => frame.number = number(json)?,
            (b"bodies", Kind::List) => json.list(|json| body(json, frame))?,
            _ => json.skip()?,
        }
        Ok(())
    })
}

fn body(json: &mut Json<'_>, frame: &mut Frame) -> Result<()> {
    let (at, mut id) = (json.at, None);
    let mut places = Vec::new();
    json.object(|key, json| {
        match key {
            b"body_id" => id = number(json)?,
            b"joint_positions" => _ = json.joints(&mut places, &[Form::Xyz])?,
            _ => json.skip()?,
        }
        Ok(())
    })?;
    frame.joints(Form::Xyz, &places, &[]);
    frame.person(id, Space::World, at);
    Ok(())
}

fn unity_item(json: &mut Json<'_>, _: &[u8], frame: &mut Frame) -> Result<()> {
    json.object(|key, json| {
        match (key, json.kind()) {
            (b"TimestampInMs", _) => frame.time = json.double()?,
            (b"Bodies", Kind::List) => json.list(|json| unity_body(json, frame))?,
            _ => json.skip()?,
        }
        Ok(())
    })
}

fn unity_body(json: &mut Json<'_>, frame: &mut Frame) -> Result<()> {
    let (at, mut id) = (json.at, None);
    let mut axes = [const { Vec::new() }; 3];
    json.object(|key, json| {
        match key {
            b"Id" => id = number(json)?,
            b"JointPositions3D_X" => _ = json.numbers(&mut axes[0])?,
            b"JointPositions3D_Y" => _ = json.numbers(&mut axes[1])?,
            b"JointPositions3D_Z" => _ = json.numbers(&mut axes[2])?,
            _ => json.skip()?,
        }
        Ok(())
    })?;
    let [x, y, z] = &axes;
    let places: Vec<f32> = x.iter().zip(y).zip(z).flat_map(|((x, y), z)| [*x, *y, *z]).collect();
    frame.joints(Form::Xyz, &places, &[]);
    frame.person(id, Space::World, at);
    Ok(())
}
