//! The renderer: draws a draw list layer by layer.

use std::sync::Arc;

use glow::HasContext as _;

use super::RenderError;
use super::background::Background;
use super::canvas::{Canvas, Viewport};
use super::instances::{Strokes, Triangles};
use super::solids::Solids;
use crate::scene::DrawList;

pub struct Renderer {
    gl: Arc<glow::Context>,
    canvas: Canvas,
    layers: Layers,
}

struct Layers {
    background: Background,
    strokes: Strokes,
    solids: Solids,
    triangles: Triangles,
}

impl Renderer {
    /// Compiles the shaders. The context must be current, here and in every other call. An error where the
    /// context is older than OpenGL 3.3 and OpenGL ES 3.0, or where the driver refuses a shader.
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
            layers: Layers {
                background: Background::new(&gl)?,
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
            let layers = &mut self.layers;
            if list.has_depths() {
                self.canvas.draw(gl, viewport, |gl, inside| layers.draw(gl, list, inside));
            } else {
                layers.draw(gl, list, viewport);
            }
            gl.bind_vertex_array(None);
            gl.use_program(None);
            gl.disable(glow::SCISSOR_TEST);
        }
    }

    pub fn free(self) {
        // SAFETY: the context is current, as `new` demands; nothing is used after.
        unsafe {
            self.canvas.free(&self.gl);
            self.layers.background.free(&self.gl);
            self.layers.strokes.free(&self.gl);
            self.layers.solids.free(&self.gl);
            self.layers.triangles.free(&self.gl);
        }
    }
}

impl Layers {
    /// Draws into the bound target, which has depths where the view has any, with the state of [`Renderer::draw`].
    unsafe fn draw(&mut self, gl: &glow::Context, list: &DrawList, viewport: Viewport) {
        let [under, among, over] = list.layers();
        // SAFETY: the context that made every layer is current. The strokes are filled from the list first, whose layers are
        // parts of them.
        unsafe {
            if list.transparent {
                gl.clear_color(0.0, 0.0, 0.0, 0.0);
                gl.clear(glow::COLOR_BUFFER_BIT);
            } else {
                self.background.draw(gl, list, viewport);
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
