//! A camera as files keep it: for saved views and for notes.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::camera::{Camera, Projection};

/// Where a view was looked at from. Lengths are metres, angles radians.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedCamera {
    /// The point in the middle; from what was followed, where something was.
    pub target: [f32; 3],
    /// About the vertical.
    pub yaw: f32,
    /// Above the horizon.
    pub pitch: f32,
    /// From the eye to the target.
    pub distance: f32,
    /// The focal length, in millimetres of 35 mm film.
    pub lens: f32,
    /// Whether it is without perspective.
    pub orthographic: bool,
    /// Whether the figure was followed.
    pub follows: bool,
}

impl SavedCamera {
    /// A camera's view. Where a figure is followed, the camera's target is from where that is.
    pub fn of(camera: &Camera, follows: bool) -> Self {
        Self {
            target: camera.target.to_array(),
            yaw: camera.yaw,
            pitch: camera.pitch,
            distance: camera.distance,
            lens: camera.lens(),
            orthographic: camera.projection == Projection::Orthographic,
            follows,
        }
    }

    /// The camera that sees it; `None` where its numbers make no view.
    pub fn camera(&self) -> Option<Camera> {
        let mut camera = Camera {
            target: Vec3::from(self.target),
            yaw: self.yaw,
            pitch: self.pitch,
            projection: if self.orthographic {
                Projection::Orthographic
            } else {
                Projection::Perspective
            },
            ..Camera::default()
        };
        camera.set_lens(self.lens);
        camera.distance = self.distance;
        camera.is_sound().then_some(camera)
    }

    /// Whether both see the same, but for what nobody would see.
    pub fn is_near(&self, other: &Self) -> bool {
        let size = self.distance.max(1e-3);
        let moved = Vec3::from(self.target).distance(Vec3::from(other.target));
        let turned =
            (self.yaw - other.yaw).sin().abs() + (self.yaw - other.yaw).cos().min(0.0).abs();
        let near = [
            moved / size,
            (self.distance - other.distance) / size,
            turned,
            self.pitch - other.pitch,
            (self.lens - other.lens) / self.lens.max(1.0),
        ];
        near.iter().all(|by| by.abs() < 2e-3)
            && (self.orthographic, self.follows) == (other.orthographic, other.follows)
    }
}
