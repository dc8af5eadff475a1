//! The saved colour sets: named bone colours, to use on other takes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::skeleton_memory::SkeletonKeys;
use crate::scene::{Parts, Rgba, Scheme, Side, colour_text, parse_colour};

pub type ColourSets = BTreeMap<String, ColourSet>;

/// Colours for the sides of any body, and for bones by their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ColourSet {
    /// The colour scheme for whatever has no colour here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheme: Option<Scheme>,
    /// The colour of the left side, as `#rrggbb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// The colour of spine, neck and head.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub middle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<String>,
    /// The colours of bones that differ from their side's, by the keys of [`SkeletonKeys`].
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub bones: BTreeMap<String, String>,
}

impl ColourSet {
    /// The colours that were picked for a take's parts. A side whose parts all have one colour has it
    /// for other skeletons too, whatever the names of their bones.
    pub fn from_parts(
        scheme: Option<Scheme>,
        parts: &Parts,
        keys: &SkeletonKeys,
        picked: &[Option<Rgba>],
    ) -> Self {
        let common = |side: Side| -> Option<Rgba> {
            let mut colours =
                (0..parts.len()).filter(|&part| parts.side(part) == side).map(|part| picked[part]);
            let first = colours.next()?;
            colours.all(|colour| colour == first).then_some(first)?
        };
        let [left, middle, right] = [Side::Left, Side::Middle, Side::Right].map(common);
        let own: Vec<Option<Rgba>> = (0..parts.len())
            .map(|part| match parts.side(part) {
                Side::Left if left.is_some() => None,
                Side::Middle if middle.is_some() => None,
                Side::Right if right.is_some() => None,
                _ => picked[part],
            })
            .collect();
        Self {
            scheme,
            left: left.map(colour_text),
            middle: middle.map(colour_text),
            right: right.map(colour_text),
            bones: keys.texts(&own),
        }
    }

    pub fn colours(&self, parts: &Parts, keys: &SkeletonKeys) -> Vec<Option<Rgba>> {
        let of_side = |side: Side| -> Option<Rgba> {
            let text = match side {
                Side::Left => &self.left,
                Side::Middle => &self.middle,
                Side::Right => &self.right,
            };
            parse_colour(text.as_deref()?)
        };
        let own = keys.colours(&self.bones).into_iter().enumerate();
        own.map(|(part, colour)| colour.or_else(|| of_side(parts.side(part)))).collect()
    }
}

/// Puts a colour set under a name, and tells whether it did: a name is some text, and one that another
/// colour set has is only taken `over` on request.
pub(super) fn save(sets: &mut ColourSets, name: &str, set: ColourSet, over: bool) -> bool {
    let name = name.trim();
    let free = !name.is_empty() && (over || !sets.contains_key(name));
    if free {
        sets.insert(name.to_string(), set);
    }
    free
}
