//! The backdrop of the view.

use glow::HasContext as _;

use super::error::RenderError;
use super::program::{Program, unit};
use crate::scene::ThemeColours;

/// The program of the backdrop.
pub(super) struct Backdrop {
    program: Program,
    /// Core profiles draw nothing without one, even where it is empty.
    vertices: glow::VertexArray,
}

impl Backdrop {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        let program = Program::new(
            gl,
            "backdrop",
            include_str!("../../shaders/backdrop.vert"),
            include_str!("../../shaders/backdrop.frag"),
        )?;
        Ok(Self {
            // SAFETY: the caller's context is current.
            vertices: unsafe { gl.create_vertex_array() }.map_err(RenderError::new)?,
            program,
        })
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn draw(&self, gl: &glow::Context, palette: &ThemeColours) {
        unsafe {
            gl.use_program(Some(self.program.id));
            gl.uniform_3_f32_slice(
                self.program.uniform("centre_colour"),
                &unit(palette.centre)[..3],
            );
            gl.uniform_3_f32_slice(
                self.program.uniform("edge_colour"),
                &unit(palette.edge)[..3],
            );
            gl.bind_vertex_array(Some(self.vertices));
            gl.draw_arrays(glow::TRIANGLES, 0, 3);
        }
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn free(&self, gl: &glow::Context) {
        unsafe {
            gl.delete_program(self.program.id);
            gl.delete_vertex_array(self.vertices);
        }
    }
}
