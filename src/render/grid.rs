//! The renderer of the ground grid.

use glow::HasContext as _;

use super::error::RenderError;
use super::plain::Plain;
use super::program::unit;
use crate::scene::{DrawList, Grid};

/// The program of the ground.
pub(super) struct GridLines(Plain);

impl GridLines {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        let sources = [
            "grid",
            include_str!("../../shaders/grid.vert"),
            include_str!("../../shaders/grid.frag"),
        ];
        Plain::new(gl, sources).map(Self)
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn draw(&self, gl: &glow::Context, grid: &Grid, list: &DrawList) {
        let at = |name| self.0.program.uniform(name);
        unsafe {
            self.0.program.begin(gl, list);
            gl.uniform_3_f32_slice(at("centre"), grid.centre.as_ref());
            gl.uniform_1_f32(at("reach"), grid.reach);
            gl.uniform_1_f32(at("spacing"), grid.spacing);
            gl.uniform_1_f32(at("divisions"), Grid::DIVISIONS);
            gl.uniform_1_f32(at("line_width"), grid.width);
            gl.uniform_4_f32_slice(at("line_colour"), &unit(list.palette.grid));
            let [x, z] = grid.axes.map(|axis| unit(list.palette.axes()[axis]));
            gl.uniform_4_f32_slice(at("axis_x"), &x);
            gl.uniform_4_f32_slice(at("axis_z"), &z);
            self.0.draw(gl, glow::TRIANGLE_STRIP, 4);
        }
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn free(&self, gl: &glow::Context) {
        unsafe { self.0.free(gl) };
    }
}
