//! The renderer of the ground grid.

use glow::HasContext as _;

use super::error::RenderError;
use super::program::{Program, unit};
use crate::scene::{DrawList, Grid};

/// The program of the ground.
pub(super) struct GridLines {
    program: Program,
    /// Core profiles draw nothing without one, even where it is empty.
    vertices: glow::VertexArray,
}

impl GridLines {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        let program = Program::new(
            gl,
            "grid",
            include_str!("../../shaders/grid.vert"),
            include_str!("../../shaders/grid.frag"),
        )?;
        Ok(Self {
            // SAFETY: the caller's context is current.
            vertices: unsafe { gl.create_vertex_array() }.map_err(RenderError::new)?,
            program,
        })
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn draw(&self, gl: &glow::Context, grid: &Grid, list: &DrawList) {
        let at = |name| self.program.uniform(name);
        unsafe {
            gl.use_program(Some(self.program.id));
            gl.uniform_matrix_4_f32_slice(
                at("clip_from_world"),
                false,
                list.clip_from_world.as_ref(),
            );
            gl.uniform_3_f32_slice(at("centre"), grid.centre.as_ref());
            gl.uniform_1_f32(at("reach"), grid.reach);
            gl.uniform_1_f32(at("spacing"), grid.spacing);
            gl.uniform_1_f32(at("divisions"), Grid::DIVISIONS);
            gl.uniform_4_f32_slice(at("line_colour"), &unit(list.palette.grid));
            gl.uniform_4_f32_slice(at("axis_x"), &unit(list.palette.axis_x));
            gl.uniform_4_f32_slice(at("axis_z"), &unit(list.palette.axis_z));
            gl.bind_vertex_array(Some(self.vertices));
            gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
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
