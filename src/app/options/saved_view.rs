//! A saved view: a camera under a number, to look at any take with.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::scene::{Camera, Projection};

/// So many views can be saved.
pub const SAVED_VIEWS: usize = 3;

/// A view that was saved. Lengths are metres, angles radians.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedView {
    /// Its number, from 1.
    pub number: usize,
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

impl SavedView {
    /// A camera's view. Where a figure is followed, the camera's target is from where that is.
    pub fn of(camera: &Camera, number: usize, follows: bool) -> Self {
        Self {
            number,
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
            projection: match self.orthographic {
                true => Projection::Orthographic,
                false => Projection::Perspective,
            },
            ..Camera::default()
        };
        camera.set_lens(self.lens);
        camera.distance = self.distance;
        camera.is_sound().then_some(camera)
    }

    /// Whether it can be shown: a number there is, and a view.
    pub fn is_sound(&self) -> bool {
        (1..=SAVED_VIEWS).contains(&self.number) && self.camera().is_some()
    }
}
