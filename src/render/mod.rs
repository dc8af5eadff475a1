//! Every OpenGL call: a [`DrawList`] becomes pixels, in a window or in a picture.
//!
//! Architecture invariant: nothing else calls OpenGL, but for egui's own painter. One struct a drawn
//! kind owns its program and buffers: `new`, `draw`, `free`. The same shaders serve OpenGL 3.3 core
//! and OpenGL ES 3.0. All that is drawn lives outside, so that a lost context is rebuilt from nothing.

mod backdrop;
mod canvas;
mod grid;
mod headless;
mod instances;
mod kept;
mod picture;
mod program;
mod solids;
mod strokes;
mod underlay;

use std::sync::Arc;

use glow::HasContext as _;

pub use headless::{Api, Headless};
pub use picture::Picture;

use crate::scene::DrawList;
use canvas::Canvas;
use solids::Solids;
use strokes::Strokes;
use underlay::Underlay;

/// Why a picture could not be drawn, in words for the person at the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderError(String);

impl RenderError {
    /// An error that says this.
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

/// A part of the target, in pixels from its lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// The left edge.
    pub x: i32,
    /// The lower edge.
    pub y: i32,
    /// At least 1.
    pub width: i32,
    /// At least 1.
    pub height: i32,
}

impl Viewport {
    /// Width over height.
    pub fn aspect(&self) -> f32 {
        self.width as f32 / self.height.max(1) as f32
    }
}

/// Draws views with one OpenGL context.
pub struct Renderer {
    gl: Arc<glow::Context>,
    canvas: Canvas,
    parts: Parts,
}

/// What draws the layers of a view.
struct Parts {
    underlay: Underlay,
    strokes: Strokes,
    solids: Solids,
}

impl Renderer {
    /// Compiles the shaders. The context must be current, here and in every other call.
    ///
    /// # Errors
    /// [`RenderError`] where the context is older than OpenGL 3.3 and OpenGL ES 3.0, or where the
    /// driver refuses a shader.
    pub fn new(gl: Arc<glow::Context>) -> Result<Self, RenderError> {
        let version = gl.version();
        let needed = if version.is_embedded { (3, 0) } else { (3, 3) };
        if (version.major, version.minor) < needed {
            return Err(RenderError::new(format!(
                "OpenGL 3.3 or OpenGL ES 3.0 is needed, and this driver has {}.{}{}; a newer driver \
                 or Mesa's software renderer (package libgl1-mesa-dri, LIBGL_ALWAYS_SOFTWARE=1) has it",
                version.major,
                version.minor,
                if version.is_embedded { " ES" } else { "" },
            )));
        }
        Ok(Self {
            canvas: Canvas::new(&gl)?,
            parts: Parts {
                underlay: Underlay::new(&gl)?,
                strokes: Strokes::new(&gl)?,
                solids: Solids::new(&gl)?,
            },
            gl,
        })
    }

    /// Draws a view into a part of the bound target, and nothing outside of it.
    pub fn draw(&mut self, list: &DrawList, viewport: Viewport) {
        let gl = &*self.gl;
        // SAFETY: the context is current, as `new` demands. Every state that the draws below rely
        // on is set here, because egui's painter leaves its own behind.
        unsafe {
            gl.viewport(viewport.x, viewport.y, viewport.width, viewport.height);
            gl.scissor(viewport.x, viewport.y, viewport.width, viewport.height);
            gl.enable(glow::SCISSOR_TEST);
            gl.disable(glow::DEPTH_TEST);
            gl.depth_mask(true);
            gl.disable(glow::CULL_FACE);
            gl.enable(glow::BLEND);
            gl.blend_equation(glow::FUNC_ADD);
            gl.blend_func(glow::ONE, glow::ONE_MINUS_SRC_ALPHA);
            gl.color_mask(true, true, true, true);
            let parts = &mut self.parts;
            if list.has_solids() {
                self.canvas
                    .draw(gl, viewport, |gl, inside| parts.draw(gl, list, inside));
            } else {
                parts.draw(gl, list, viewport);
            }
            gl.bind_vertex_array(None);
            gl.use_program(None);
            gl.disable(glow::SCISSOR_TEST);
        }
    }

    /// Gives the context's memory back.
    pub fn free(self) {
        // SAFETY: the context is current, as `new` demands; nothing is used after.
        unsafe {
            self.canvas.free(&self.gl);
            self.parts.underlay.free(&self.gl);
            self.parts.strokes.free(&self.gl);
            self.parts.solids.free(&self.gl);
        }
    }
}

impl Parts {
    /// Draws the layers into the bound target, which has depths where there are solids.
    ///
    /// # Safety
    /// The context that made them is current, with the state that [`Renderer::draw`] sets.
    unsafe fn draw(&mut self, gl: &glow::Context, list: &DrawList, viewport: Viewport) {
        let [under, among, over] = list.layers();
        unsafe {
            if list.transparent {
                gl.clear_color(0.0, 0.0, 0.0, 0.0);
                gl.clear(glow::COLOR_BUFFER_BIT);
            } else {
                self.underlay.draw(gl, list, viewport);
            }
            self.strokes.fill(gl, list);
            if list.has_solids() {
                gl.clear_depth_f32(1.0);
                gl.clear(glow::DEPTH_BUFFER_BIT);
                self.strokes.draw(gl, list, viewport, under);
                self.solids.draw(gl, list, viewport);
                gl.enable(glow::DEPTH_TEST);
                self.strokes.draw(gl, list, viewport, among);
                gl.disable(glow::DEPTH_TEST);
                gl.depth_mask(true);
                self.strokes.draw(gl, list, viewport, over);
            } else {
                self.strokes.draw(gl, list, viewport, 0..over.end);
            }
        }
    }
}

/// A colour as shaders take it.
fn unit(colour: crate::scene::Rgba) -> [f32; 4] {
    colour.map(|part| f32::from(part) / 255.0)
}
