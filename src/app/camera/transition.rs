//! A camera transition: a short eased move from one view to another.

use glam::Vec3;

use crate::scene::Camera;

/// How long a move takes, in seconds.
const DURATION: f64 = 0.22;

/// A move that is under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CameraTransition {
    from: Camera,
    /// From 0 to 1.
    along: f64,
}

impl CameraTransition {
    /// A move that begins now.
    pub fn from(from: Camera) -> Self {
        Self { from, along: 0.0 }
    }

    /// Who looks on the way to another camera.
    pub fn towards(&self, to: &Camera) -> Camera {
        let t = self.along as f32;
        self.from.towards(to, t * t * (3.0 - 2.0 * t))
    }

    /// Moves where it began.
    pub fn shift(&mut self, by: Vec3) {
        self.from.target += by;
    }

    /// Moves it on by seconds, and tells whether it goes on.
    pub fn tick(&mut self, dt: f64) -> bool {
        self.along += dt / DURATION;
        self.along < 1.0
    }
}
