//! The viewport: the part of a render target that is drawn into.

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
    /// Width over height.
    pub fn aspect(&self) -> f32 {
        self.width as f32 / self.height.max(1) as f32
    }
}
