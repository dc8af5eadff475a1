//! The scene as plain data: stage, camera, figures, colours; and the draw list made of them.
//!
//! Architecture invariant: no OpenGL and no window. A [`DrawList`] can be made, compared and tested
//! without a display; the renderer only carries it out.

mod axes;
mod camera;
mod curve;
mod display;
mod draw_list;
mod fade;
mod figure;
mod floor;
mod ghosts;
mod limb;
mod links;
mod measure;
mod offsets;
mod overlap;
mod palette;
mod parts;
mod pick;
mod relations;
#[cfg(test)]
mod sample;
mod scheme;
mod series;
mod side;
mod solid;
mod stage;
mod tracks;
mod trail;
mod unit;
mod wire;

pub use camera::{Camera, Projection, Rays, View};
pub use curve::{Curve, CurveKind, Curves, CurvesOf};
pub use display::{DisplayStyle, FigureStyle};
pub use draw_list::{DrawList, Grid, Shape, Solid, Stroke};
pub use fade::{Fade, dimmed};
pub use figure::Figure;
pub use floor::draw_floor_line;
pub use ghosts::Ghosts;
pub use limb::Limb;
pub use measure::{NodeTransform, Reading, distance, figures, readings, speed, turns};
pub use offsets::root_offsets;
pub use overlap::overlap;
pub use palette::{Rgba, Theme, ThemeColours, colour_of, text_of};
pub use parts::Parts;
pub use pick::{Picked, pick};
pub use scheme::{Scheme, Speeds};
pub use series::{Column, Series};
pub use side::{Side, mirrored, sides};
pub use stage::{Bounds, Placement, Stage};
pub use tracks::Tracks;
pub use trail::Trail;
pub use unit::Unit;
