//! CMU Panoptic: a file a frame.
//!
//! ```text
//! {"version": 0.7, "univTime": 1000.0, "fpsType": "hd_29_97", "bodies": [{"id": 0, "joints19": [x, y, z, c × 19]}]}
//! ```
//!
//! Centimetres, Y down, with the floor at 0; a confidence of -1 is a joint that is missing. Older files have `joints15`.

use super::frame::{Form, Frame, Space, number};
use super::json::{Json, Kind, Result};
use super::reading::{Layout, Order};

pub(super) const LAYOUT: Layout = Layout {
    name: "CMU Panoptic",
    fits: |outline| {
        let has_joints = ["joints19", "joints15"].iter().any(|key| outline.has_inside(key));
        outline.has("bodies") && (has_joints || outline.has("fpsType") || outline.has("univTime"))
    },
    is_one_frame: |_| true,
    metres: Some(0.01),
    is_up_stated: true,
    tick: Some(1e-3),
    bodies: &["panoptic19"],
    ..Layout::new(|json, reading| reading.frame(json), item, Order::File)
};

/// The rates that `fpsType` names.
const RATES: [(&[u8], f64); 2] = [(b"hd_29_97", 30_000.0 / 1001.0), (b"vga_25", 25.0)];

fn item(json: &mut Json<'_>, _: &[u8], frame: &mut Frame) -> Result<()> {
    json.object(|key, json| {
        match (key, json.kind()) {
            (b"univTime", Kind::Word) => frame.time = json.double()?.filter(|&time| time >= 0.0),
            (b"fpsType", Kind::Text) => {
                let word = json.text()?;
                let known = RATES.iter().find(|(name, _)| *name == word);
                frame.rate = known.map(|(_, rate)| *rate);
            }
            (b"bodies", Kind::List) => json.list(|json| body(json, frame))?,
            _ => json.skip()?,
        }
        Ok(())
    })
}

fn body(json: &mut Json<'_>, frame: &mut Frame) -> Result<()> {
    let (at, mut id) = (json.at, None);
    let [mut places, mut older] = [Vec::new(), Vec::new()];
    json.object(|key, json| {
        match key {
            b"id" => id = number(json)?,
            b"joints19" => _ = json.joints(&mut places, &[Form::Xyzc])?,
            b"joints15" => _ = json.joints(&mut older, &[Form::Xyzc])?,
            _ => json.skip()?,
        }
        Ok(())
    })?;
    frame.joints(Form::Xyzc, if places.is_empty() { &older } else { &places }, &[]);
    frame.person(id, Space::World, at);
    Ok(())
}
