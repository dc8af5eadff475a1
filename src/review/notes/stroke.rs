//! What is drawn on the view with a note.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::record::Other;
use crate::scene::{Rgba, colour_of, text_of};

/// What a stroke is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StrokeShape {
    /// A line through all points.
    Freehand,
    /// An arrow from the first point to the last one, where its head is.
    Arrow,
    /// A circle about the first point, through the last one.
    Circle,
}

/// A stroke. Lengths are heights of the view, so that it stays where it was drawn in a window of any size:
/// with the camera of its note, it lies over the same part of the figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stroke {
    /// What it is.
    pub shape: StrokeShape,
    /// Its colour, which is opaque: `#rrggbb`.
    #[serde(serialize_with = "write_colour", deserialize_with = "read_colour")]
    pub colour: Rgba,
    /// Its width.
    pub width: f32,
    /// Its points from the middle of the view: X to the right, Y up. The upper edge is at 0.5, the lower at −0.5.
    pub points: Vec<[f32; 2]>,
    /// What this version does not know.
    #[serde(flatten)]
    pub other: Other,
}

fn write_colour<S: Serializer>(colour: &Rgba, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&text_of(*colour))
}

fn read_colour<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rgba, D::Error> {
    let text = String::deserialize(deserializer)?;
    colour_of(&text).ok_or_else(|| serde::de::Error::custom("a colour is written as #rrggbb"))
}
