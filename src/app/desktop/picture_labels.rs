//! What is written over a picture of the view: the labels of the window, laid out and painted for the picture's size.

use std::sync::Arc;

use crate::app::layout::lay_out_labels;
use crate::app::state::State;
use crate::render::{Picture, RenderError};

/// Paints labels into pictures. The window's own interface, which is laid out for the window, stays as it is.
pub(super) struct PictureLabels {
    ctx: egui::Context,
    painter: egui_glow::Painter,
}

impl PictureLabels {
    pub fn new(gl: &Arc<glow::Context>) -> Result<Self, RenderError> {
        let painter = egui_glow::Painter::new(gl.clone(), "", None, false)
            .map_err(|error| RenderError::new(error.to_string()))?;
        let ctx = egui::Context::default();
        crate::app::theme::set_fonts(&ctx);
        Ok(Self { ctx, painter })
    }

    /// Lays the labels over a picture of the view, in which a point has so many pixels.
    ///
    /// # Errors
    /// [`RenderError`] where the driver has no room for them.
    pub fn draw(
        &mut self,
        state: &State,
        picture: &mut Picture,
        scale: f32,
    ) -> Result<(), RenderError> {
        let size = [picture.width, picture.height];
        let mut output = lay_out_labels(&self.ctx, size, scale, state);
        let primitives = self.ctx.tessellate(output.shapes, scale);
        let gl = self.painter.gl().clone();
        let labels = Picture::drawn(&gl, size, |_| {
            egui_glow::painter::clear(&gl, size, [0.0; 4]);
            let textures = &mut output.textures_delta;
            self.painter
                .paint_and_update_textures(size, scale, &primitives, textures);
        })?;
        picture.lay(&labels);
        Ok(())
    }

    /// Gives everything back.
    pub fn free(mut self) {
        self.painter.destroy();
    }
}
