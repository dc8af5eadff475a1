//! What is on screen, as plain data: where things stand, what colour they have, who looks at them.
//!
//! Architecture invariant: no OpenGL and no window. A [`DrawList`] can be made, compared and tested
//! without a display; the renderer only carries it out.

mod camera;
mod draw_list;
mod figure;
mod palette;
mod parts;
mod pick;
mod side;
mod stage;
mod wire;

pub use camera::{Camera, Projection, View};
pub use draw_list::{DrawList, Grid, Stroke};
pub use figure::{Figure, FigureStyle};
pub use palette::{Palette, Rgba, Theme};
pub use parts::Parts;
pub use pick::pick;
pub use side::{Side, mirrored, sides};
pub use stage::{Bounds, Stage, Unit};
