//! Every OpenGL call: a [`DrawList`](crate::scene::DrawList) becomes pixels, in a window or in a picture.
//!
//! Architecture invariant: nothing else calls OpenGL, but for egui's own painter. One struct a drawn
//! kind owns its program and buffers: `new`, `draw`, `free`. The same shaders serve OpenGL 3.3 core
//! and OpenGL ES 3.0. All that is drawn lives outside, so that a lost context is rebuilt from nothing.
//!
//! # Safety
//! Every unsafe function here asks for the same: that the context that made its object is current.

mod background;
#[cfg_attr(page, path = "page/bound.rs")]
mod bound;
mod canvas;
mod caption;
mod face;
mod film;
#[cfg_attr(page, path = "page/headless.rs")]
mod headless;
mod indexed;
mod instances;
mod offscreen;
mod picture;
mod program;
mod renderer;
#[cfg(test)]
mod sample;
mod solids;
mod svg;
mod typeface;

pub use canvas::{Viewport, gl_error};
pub use caption::{Caption, CaptionPlace, Plate, TextLine, lay_out};
pub use face::Face;
pub use film::{ApngFilm, FilmRate, GifFilm};
#[cfg(not(page))]
pub use headless::Api;
pub use headless::Headless;
pub use offscreen::Offscreen;
pub use picture::Picture;
pub use renderer::Renderer;
pub use svg::svg;

/// Why a picture could not be drawn, in words for the person at the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderError(String);

impl RenderError {
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl std::fmt::Display for RenderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::error::Error for RenderError {}
