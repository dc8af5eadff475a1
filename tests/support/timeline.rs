//! Heights below the top of the timeline, as its panel lays it out.

use rushes::app::{
    TIMELINE_GAP, TIMELINE_LANE, TIMELINE_LANE_TOP, TIMELINE_RULER, TIMELINE_STRIP,
    TIMELINE_STRIPS_TOP,
};

/// The middle of the ruler.
pub const RULER: f32 = TIMELINE_RULER / 2.0;
/// The flags at the ends of the range.
pub const FLAGS: f32 = TIMELINE_LANE_TOP + 2.0;
/// The strip of the first take.
pub const STRIP: f32 = TIMELINE_STRIPS_TOP + TIMELINE_STRIP.min / 2.0;
/// That of the second one, where strips are as low as they get.
pub const NEXT_STRIP: f32 = STRIP + TIMELINE_STRIP.min + TIMELINE_GAP;
/// The lane below the strip of a single take, however high that is.
pub const LANE: f32 =
    (TIMELINE_STRIPS_TOP + TIMELINE_STRIP.max + TIMELINE_LANE_TOP + TIMELINE_LANE) / 2.0;
