//! The backdrop of the view.

use glow::HasContext as _;

use super::error::RenderError;
use super::plain::Plain;
use super::program::unit;
use crate::scene::DrawList;

/// The program of the backdrop.
pub(super) struct Backdrop(Plain);

impl Backdrop {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        let sources = [
            "backdrop",
            include_str!("../../shaders/backdrop.vert"),
            include_str!("../../shaders/backdrop.frag"),
        ];
        Plain::new(gl, sources).map(Self)
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn draw(&self, gl: &glow::Context, list: &DrawList) {
        let at = |name| self.0.program.uniform(name);
        unsafe {
            gl.use_program(Some(self.0.program.id));
            gl.uniform_3_f32_slice(at("centre_colour"), &unit(list.palette.centre)[..3]);
            gl.uniform_3_f32_slice(at("edge_colour"), &unit(list.palette.edge)[..3]);
            gl.uniform_4_f32_slice(at("window"), &list.window);
            self.0.draw(gl, glow::TRIANGLES, 3);
        }
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn free(&self, gl: &glow::Context) {
        unsafe { self.0.free(gl) };
    }
}
