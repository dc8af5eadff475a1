//! What draws the window and pictures of it: egui with its painter, and the renderer of the view.

use std::sync::Arc;

use egui::Rect;
use web_time::Instant;

use crate::app::{SceneBuffers, State, lay_out_labels};
use crate::render::{Picture, RenderError, Renderer, Viewport};
use crate::scene::{Theme, ThemeColours};

/// All that an OpenGL context keeps. It can be made again from the state.
pub(crate) struct Pictures {
    pub ctx: egui::Context,
    pub painter: egui_glow::Painter,
    pub renderer: Renderer,
    pub buffers: SceneBuffers,
    /// What writes over pictures, once some have labels.
    labels: Option<PictureLabels>,
    /// The theme that egui has.
    theme: Theme,
    gl: Arc<glow::Context>,
}

impl Pictures {
    /// # Errors
    /// [`RenderError`] where the driver cannot draw.
    pub fn new(gl: &Arc<glow::Context>, theme: Theme) -> Result<Self, RenderError> {
        let painter = painter(gl)?;
        let ctx = egui::Context::default();
        crate::app::theme::set_fonts(&ctx);
        crate::app::theme::set_theme(&ctx, theme);
        Ok(Self {
            ctx,
            painter,
            renderer: Renderer::new(gl.clone())?,
            buffers: SceneBuffers::new(ThemeColours::DARK),
            labels: None,
            theme,
            gl: gl.clone(),
        })
    }

    /// Takes over the theme and the scale of the interface. Whether the theme is another one.
    pub fn follow(&mut self, state: &State) -> bool {
        self.ctx.set_zoom_factor(state.settings.scale);
        let is_new = self.theme != state.theme();
        if is_new {
            self.theme = state.theme();
            crate::app::theme::set_theme(&self.ctx, self.theme);
        }
        is_new
    }

    /// The view as a picture, as large as it is in the window, with its labels or alone.
    ///
    /// # Errors
    /// [`RenderError`] where the driver has no room for it.
    pub fn picture(
        &mut self,
        state: &State,
        transparent: bool,
        labels: bool,
    ) -> Result<Picture, RenderError> {
        let scale = self.ctx.pixels_per_point();
        let [width, height] = (state.view.size * scale).round().to_array();
        self.cells(state, [width as u32, height as u32], scale, transparent, labels)
    }

    /// The view as a picture of a size in pixels, whatever it is in the window, where a point has so many of them.
    ///
    /// # Errors
    /// [`RenderError`] where the driver has no room for it.
    pub fn picture_of(
        &mut self,
        state: &State,
        size: [u32; 2],
        scale: f32,
        labels: bool,
    ) -> Result<Picture, RenderError> {
        let count = state.cell_count().max(1) as u32;
        self.cells(state, [(size[0] / count).max(1), size[1]], scale, false, labels)
    }

    /// The cells of the view beside each other, each of a size in pixels.
    fn cells(
        &mut self,
        state: &State,
        size: [u32; 2],
        scale: f32,
        transparent: bool,
        labels: bool,
    ) -> Result<Picture, RenderError> {
        let gl = self.gl.clone();
        let mut pictures = Vec::new();
        for cell in 0..state.cell_count() {
            state.draw_cell(cell, size[1] as f32, scale, &mut self.buffers);
            let list = &mut self.buffers.list;
            list.transparent = transparent;
            let picture = Picture::draw(&gl, &mut self.renderer, list, size);
            list.transparent = false;
            pictures.push(picture?);
        }
        let mut picture = Picture::side_by_side(&pictures);
        if labels {
            let labels = match &mut self.labels {
                Some(labels) => labels,
                none => none.insert(PictureLabels::new(&gl)?),
            };
            labels.draw(state, &mut picture, scale)?;
        }
        Ok(picture)
    }

    /// Draws the view, cell by cell. Returns when all of it was listed.
    pub fn draw_view(&mut self, state: &State, viewport: Viewport, scale: f32) -> Instant {
        let count = state.cell_count() as i32;
        let width = (viewport.width / count).max(1);
        let mut listed = Instant::now();
        for cell in 0..count {
            let x = cell * width;
            // The last one has what is left over.
            let width = if cell + 1 == count { viewport.width - x } else { width };
            let own = Viewport { x: viewport.x + x, width: width.max(1), ..viewport };
            state.draw_cell(cell as usize, viewport.height as f32, scale, &mut self.buffers);
            listed = Instant::now();
            self.renderer.draw(&self.buffers.list, own);
        }
        listed
    }

    pub fn free(mut self) {
        if let Some(labels) = self.labels {
            labels.free();
        }
        self.painter.destroy();
        self.renderer.free();
    }
}

fn painter(gl: &Arc<glow::Context>) -> Result<egui_glow::Painter, RenderError> {
    egui_glow::Painter::new(gl.clone(), "", None, false)
        .map_err(|error| RenderError::new(error.to_string()))
}

/// Paints labels into pictures. The window's own interface, which is laid out for the window, stays as it is.
struct PictureLabels {
    ctx: egui::Context,
    painter: egui_glow::Painter,
}

impl PictureLabels {
    fn new(gl: &Arc<glow::Context>) -> Result<Self, RenderError> {
        let painter = painter(gl)?;
        let ctx = egui::Context::default();
        crate::app::theme::set_fonts(&ctx);
        Ok(Self { ctx, painter })
    }

    /// Lays the labels over a picture of the view, in which a point has so many pixels.
    ///
    /// # Errors
    /// [`RenderError`] where the driver has no room for them.
    fn draw(
        &mut self,
        state: &State,
        picture: &mut Picture,
        scale: f32,
    ) -> Result<(), RenderError> {
        let size = [picture.width, picture.height];
        let mut output = lay_out_labels(&self.ctx, size, scale, state);
        let primitives = self.ctx.tessellate(output.shapes, scale);
        let gl = self.painter.gl().clone();
        let labels = Picture::capture(&gl, size, |_| {
            egui_glow::painter::clear(&gl, size, [0.0; 4]);
            let textures = &mut output.textures_delta;
            self.painter.paint_and_update_textures(size, scale, &primitives, textures);
        })?;
        picture.composite(&labels);
        Ok(())
    }

    fn free(mut self) {
        self.painter.destroy();
    }
}

/// A rectangle in points, from the top, as pixels from the bottom.
pub fn pixels(rect: Rect, scale: f32, height: u32) -> Viewport {
    let left = (rect.left() * scale).round() as i32;
    let right = (rect.right() * scale).round() as i32;
    let top = (rect.top() * scale).round() as i32;
    let bottom = (rect.bottom() * scale).round() as i32;
    Viewport {
        x: left,
        y: height as i32 - bottom,
        width: (right - left).max(1),
        height: (bottom - top).max(1),
    }
}
