//! The ground's lines.

use glow::HasContext as _;

use super::error::RenderError;
use super::program::{Program, unit};
use crate::scene::{DrawList, Grid};

/// Program and uniforms of the ground.
pub(super) struct GridLines {
    program: Program,
    uniforms: Uniforms,
    /// Core profiles draw nothing without one, even where it is empty.
    vertices: glow::VertexArray,
}

struct Uniforms {
    clip_from_world: Option<glow::UniformLocation>,
    centre: Option<glow::UniformLocation>,
    reach: Option<glow::UniformLocation>,
    spacing: Option<glow::UniformLocation>,
    divisions: Option<glow::UniformLocation>,
    line_colour: Option<glow::UniformLocation>,
    axis_x: Option<glow::UniformLocation>,
    axis_z: Option<glow::UniformLocation>,
}

impl GridLines {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        let program = Program::new(
            gl,
            "grid",
            include_str!("../../shaders/grid.vert"),
            include_str!("../../shaders/grid.frag"),
        )?;
        let uniform = |name| program.uniform(gl, name);
        Ok(Self {
            uniforms: Uniforms {
                clip_from_world: uniform("clip_from_world"),
                centre: uniform("centre"),
                reach: uniform("reach"),
                spacing: uniform("spacing"),
                divisions: uniform("divisions"),
                line_colour: uniform("line_colour"),
                axis_x: uniform("axis_x"),
                axis_z: uniform("axis_z"),
            },
            // SAFETY: the caller's context is current.
            vertices: unsafe { gl.create_vertex_array() }.map_err(RenderError::new)?,
            program,
        })
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn draw(&self, gl: &glow::Context, grid: &Grid, list: &DrawList) {
        let at = &self.uniforms;
        unsafe {
            gl.use_program(Some(self.program.id));
            gl.uniform_matrix_4_f32_slice(
                at.clip_from_world.as_ref(),
                false,
                list.clip_from_world.as_ref(),
            );
            gl.uniform_3_f32_slice(at.centre.as_ref(), grid.centre.as_ref());
            gl.uniform_1_f32(at.reach.as_ref(), grid.reach);
            gl.uniform_1_f32(at.spacing.as_ref(), grid.spacing);
            gl.uniform_1_f32(at.divisions.as_ref(), Grid::DIVISIONS);
            gl.uniform_4_f32_slice(at.line_colour.as_ref(), &unit(list.palette.grid));
            gl.uniform_4_f32_slice(at.axis_x.as_ref(), &unit(list.palette.axis_x));
            gl.uniform_4_f32_slice(at.axis_z.as_ref(), &unit(list.palette.axis_z));
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
