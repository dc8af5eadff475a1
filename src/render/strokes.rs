//! The renderer of strokes (bones, joints, shadows): each layer in one instanced draw.

use std::ops::Range;

use glow::HasContext as _;

use super::error::RenderError;
use super::instances::{Attribute, Instances};
use super::program::Program;
use super::viewport::Viewport;
use crate::scene::{DrawList, Stroke};

/// Program and instance buffer of the strokes.
pub(super) struct Strokes {
    program: Program,
    instances: Instances,
}

impl Strokes {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        let sources = [
            "strokes",
            include_str!("../../shaders/strokes.vert"),
            include_str!("../../shaders/strokes.frag"),
        ];
        /// The layout of [`Stroke`].
        const ATTRIBUTES: &[Attribute] = &[
            (0, 3, glow::FLOAT, false, 0),
            (1, 3, glow::FLOAT, false, 12),
            (2, 4, glow::UNSIGNED_BYTE, true, 24),
            (3, 3, glow::FLOAT, false, 28),
        ];
        Ok(Self { instances: Instances::new(gl, ATTRIBUTES)?, program: Program::new(gl, sources)? })
    }

    /// Takes the strokes of a view over; [`Self::draw`] draws some of them.
    ///
    /// # Safety
    /// The context that made it is current.
    pub unsafe fn fill(&mut self, gl: &glow::Context, list: &DrawList) {
        if !list.strokes.is_empty() {
            // SAFETY: as the caller promises; the layout of a `Stroke` is `repr(C)`.
            unsafe { self.instances.fill(gl, &list.strokes) };
        }
    }

    /// # Safety
    /// The context that made it is current; the list is the one that it was filled from.
    pub unsafe fn draw(
        &self,
        gl: &glow::Context,
        list: &DrawList,
        viewport: Viewport,
        which: Range<usize>,
    ) {
        if which.is_empty() {
            return;
        }
        let at = |name| self.program.uniform(name);
        unsafe {
            self.program.begin(gl, list);
            let (width, height) = (viewport.width as f32, viewport.height as f32);
            gl.uniform_2_f32(at("viewport"), width, height);
            gl.uniform_2_f32(at("origin"), viewport.x as f32, viewport.y as f32);
            self.instances.draw::<Stroke>(gl, which);
        }
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn free(&self, gl: &glow::Context) {
        unsafe {
            gl.delete_program(self.program.id);
            self.instances.free(gl);
        }
    }
}
