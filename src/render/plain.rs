//! A shader program without vertex attributes, as backdrop and grid have: its vertices are made in the shader.

use glow::HasContext as _;

use super::error::RenderError;
use super::program::Program;

/// A program that is fed by uniforms alone.
pub(super) struct Plain {
    pub program: Program,
    /// Core profiles draw nothing without one, even where it is empty.
    vertices: glow::VertexArray,
}

impl Plain {
    /// Compiles a program; see [`Program::new`].
    pub fn new(gl: &glow::Context, sources: [&str; 3]) -> Result<Self, RenderError> {
        Ok(Self {
            program: Program::new(gl, sources)?,
            // SAFETY: the caller's context is current.
            vertices: unsafe { gl.create_vertex_array() }.map_err(RenderError::new)?,
        })
    }

    /// Draws so many vertices with the program, which is in use.
    ///
    /// # Safety
    /// The context that made it is current.
    pub unsafe fn draw(&self, gl: &glow::Context, kind: u32, vertices: i32) {
        unsafe {
            gl.bind_vertex_array(Some(self.vertices));
            gl.draw_arrays(kind, 0, vertices);
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
