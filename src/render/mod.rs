//! Every OpenGL call: a [`DrawList`](crate::scene::DrawList) becomes pixels, in a window or in a picture.
//!
//! Architecture invariant: nothing else calls OpenGL, but for egui's own painter. One struct a drawn
//! kind owns its program and buffers: `new`, `draw`, `free`. The same shaders serve OpenGL 3.3 core
//! and OpenGL ES 3.0. All that is drawn lives outside, so that a lost context is rebuilt from nothing.

mod backdrop;
mod cached;
mod canvas;
mod caption;
mod error;
mod face;
mod film;
mod grid;
mod headless;
mod instances;
mod offscreen;
mod picture;
mod plain;
mod program;
mod renderer;
mod solids;
mod strokes;
mod svg;
mod triangles;
mod typeface;
mod underlay;
mod viewport;

pub use caption::{Caption, CaptionPlace, Plate, TextLine, lay_out};
pub use error::RenderError;
pub use face::Face;
pub use film::{ApngFilm, FilmRate, GifFilm};
pub use headless::{Api, Headless};
pub use offscreen::Offscreen;
pub use picture::Picture;
pub use renderer::Renderer;
pub use svg::svg;
pub use viewport::Viewport;
