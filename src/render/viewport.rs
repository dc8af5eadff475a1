//! The viewport: the part of a render target that is drawn into.

use glow::HasContext as _;

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
    /// All of a target of this size.
    pub(super) fn whole([width, height]: [i32; 2]) -> Self {
        let (x, y) = (0, 0);
        Self { x, y, width, height }
    }

    /// Width over height.
    pub fn aspect(&self) -> f32 {
        self.width as f32 / self.height.max(1) as f32
    }

    /// Draws into this part of the bound target from now on, and nothing outside of it while the scissor
    /// test is on.
    pub(super) fn set(self, gl: &glow::Context) {
        // SAFETY: the caller's context is current.
        unsafe {
            gl.viewport(self.x, self.y, self.width, self.height);
            gl.scissor(self.x, self.y, self.width, self.height);
        }
    }
}
