//! The scene as plain data: stage, camera, figures, colours; and the draw list made of them.
//!
//! Architecture invariant: no OpenGL and no window. A [`DrawList`] can be made, compared and tested
//! without a display; the renderer only carries it out.

mod axes;
mod camera;
mod curve;
mod display;
mod draw_list;
mod figure;
mod floor;
mod guides;
mod limb;
mod measure;
mod object;
mod outline;
mod parts;
mod pick;
mod relations;
mod root_offsets;
#[cfg(test)]
mod sample;
mod scheme;
mod series;
mod side;
mod solid;
mod stage;
mod staged_take;
mod subject;
mod theme_colours;
mod thumbnail;
mod trail;
mod wireframe;

pub use crate::posture::Unit;
pub use camera::{Camera, Projection, Rays, SavedCamera, View};
pub use curve::{Curve, CurveKey, CurveKind, Curves, NodeCurves};
pub use display::{DisplayStyle, FigureStyle, Ghosts};
pub use draw_list::{Corner, DrawList, Fade, Grid, Shape, Solid, Stroke, dimmed};
pub use figure::Figure;
pub use floor::draw_floor_line;
pub use guides::Guide;
pub use limb::Limb;
pub use measure::{
    NodeTransform, Reading, channel_readings, distance, euler_angles, format_value, speed,
};
pub use object::{AttachedObject, ObjectPlacement, ObjectStyle};
pub use outline::{ScreenLines, draw_dashed, overlap};
pub use parts::Parts;
pub use pick::{PickHit, pick};
pub use root_offsets::root_offsets;
pub use scheme::{FrameValues, LOW_CONFIDENCE, Scheme, dim_low_confidence, heat_colour};
pub use series::{Column, Series};
pub use side::{Side, mirrored, names_without_sides, sides};
pub use stage::{Bounds, Placement, Stage};
pub use staged_take::StagedTake;
pub use subject::Subjects;
pub use theme_colours::{Rgba, Theme, ThemeColours, colour_text, parse_colour};
pub use thumbnail::Thumbnail;
pub use trail::{Trail, TrailCache};
