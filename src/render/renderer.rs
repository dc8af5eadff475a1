//! The renderer: draws a draw list layer by layer.

use std::sync::Arc;

use glow::HasContext as _;

use super::canvas::Canvas;
use super::error::RenderError;
use super::solids::Solids;
use super::strokes::Strokes;
use super::triangles::Triangles;
use super::underlay::Underlay;
use super::viewport::Viewport;
use crate::scene::DrawList;

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
    triangles: Triangles,
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
            canvas: Canvas::new(&gl, true)?,
            parts: Parts {
                underlay: Underlay::new(&gl)?,
                strokes: Strokes::new(&gl)?,
                solids: Solids::new(&gl)?,
                triangles: Triangles::new(&gl)?,
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
            viewport.set(gl);
            gl.enable(glow::SCISSOR_TEST);
            gl.disable(glow::DEPTH_TEST);
            gl.depth_mask(true);
            gl.disable(glow::CULL_FACE);
            gl.enable(glow::BLEND);
            gl.blend_equation(glow::FUNC_ADD);
            gl.blend_func(glow::ONE, glow::ONE_MINUS_SRC_ALPHA);
            gl.color_mask(true, true, true, true);
            let parts = &mut self.parts;
            if list.has_depths() {
                self.canvas.draw(gl, viewport, |gl, inside| parts.draw(gl, list, inside));
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
            self.parts.triangles.free(&self.gl);
        }
    }
}

impl Parts {
    /// Draws the layers into the bound target, which has depths where the view has any.
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
            if list.has_depths() {
                gl.clear_depth_f32(1.0);
                gl.clear(glow::DEPTH_BUFFER_BIT);
                self.strokes.draw(gl, list, viewport, under);
                self.triangles.draw(gl, list);
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
