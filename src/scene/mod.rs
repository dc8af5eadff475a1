//! What is on screen, as plain data: where things stand, what colour they have, who looks at them.
//!
//! Architecture invariant: no OpenGL and no window. A [`DrawList`] can be made, compared and tested
//! without a display; the renderer only carries it out.

mod axes;
mod camera;
mod display;
mod draw_list;
mod fade;
mod figure;
mod ghosts;
mod limb;
mod palette;
mod parts;
mod pick;
#[cfg(test)]
mod sample;
mod scheme;
mod side;
mod solid;
mod stage;
mod trail;
mod wire;

pub use camera::{Camera, Projection, Rays, View};
pub use display::{DisplayStyle, FigureStyle};
pub use draw_list::{DrawList, Grid, Shape, Solid, Stroke};
pub use fade::Fade;
pub use figure::Figure;
pub use ghosts::Ghosts;
pub use limb::Limb;
pub use palette::{Palette, Rgba, Theme};
pub use parts::Parts;
pub use pick::{Picked, pick};
pub use scheme::{Scheme, Speeds};
pub use side::{Side, mirrored, sides};
pub use stage::{Bounds, Stage, Unit};
pub use trail::{Trail, trail_places};
