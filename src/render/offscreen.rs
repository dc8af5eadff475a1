//! Pictures without a window: a renderer with a context of its own.

use super::error::RenderError;
use super::headless::Headless;
use super::picture::Picture;
use super::renderer::Renderer;
use crate::scene::DrawList;

/// Draws views into pictures. What it holds is freed with its context.
pub struct Offscreen {
    renderer: Renderer,
    headless: Headless,
}

impl Offscreen {
    /// A renderer on the first device that can draw.
    ///
    /// # Errors
    /// [`RenderError`] that says what to install, where no device works.
    pub fn new() -> Result<Self, RenderError> {
        let headless = Headless::new()?;
        Ok(Self {
            renderer: Renderer::new(headless.gl().clone())?,
            headless,
        })
    }

    /// The picture of a view, `size` pixels across and down.
    ///
    /// # Errors
    /// [`RenderError`] where the driver draws no picture of that size.
    pub fn draw(&mut self, list: &DrawList, size: [u32; 2]) -> Result<Picture, RenderError> {
        Picture::draw(self.headless.gl(), &mut self.renderer, list, size)
    }
}
