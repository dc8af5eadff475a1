//! Views that are saved under a number, to come back to from every take.

use glam::Vec3;

use super::State;
use crate::app::command::Command;
use crate::app::store::KeptView;
use crate::scene::{Camera, Projection};

/// So many views can be saved.
pub const SAVED_VIEWS: usize = 3;

/// A view that was saved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SavedView {
    /// Who looks. Where a figure is followed, the target is from where that is.
    camera: Camera,
    /// Whether the figure is followed.
    follows: bool,
}

impl State {
    /// Keeps the view that shows under a number.
    pub(super) fn save_view(&mut self, number: usize) {
        self.prepare();
        let place = self.followed_figure();
        let Some(slot) = number.checked_sub(1).filter(|&at| at < SAVED_VIEWS) else {
            return;
        };
        let mut camera = self.shown;
        camera.target -= place.unwrap_or(Vec3::ZERO);
        self.saved_views[slot] = Some(SavedView {
            camera,
            follows: place.is_some(),
        });
        self.say(format!("The view is saved as view {number}."));
    }

    fn saved_view(&self, number: usize) -> Option<SavedView> {
        *self.saved_views.get(number.checked_sub(1)?)?
    }

    /// Shows the view of a number, or says how one is saved.
    pub(super) fn look_as_saved(&mut self, number: usize) {
        if self.saved_view(number).is_none() {
            let save = Command::SaveView(number);
            let key = self
                .keymap
                .key_of(&save)
                .map(|key| format!(": {key} saves this one"));
            let key = key.unwrap_or_default();
            return self.say(format!("No view is saved as view {number} yet{key}."));
        }
        self.look(Command::ShowView(number));
    }

    /// Moves the camera to a saved view, from where the figure is now where that was followed.
    pub(super) fn show_view(&mut self, number: usize) {
        let Some(saved) = self.saved_view(number) else {
            return;
        };
        self.camera = saved.camera;
        self.follow = None;
        if saved.follows {
            self.begin_following(None, None);
            let place = self.followed_figure();
            self.camera.target += place.unwrap_or(Vec3::Y);
        }
    }

    pub(super) fn take_saved_views(&mut self, kept: &[KeptView]) {
        for view in kept {
            let slot = view.number.checked_sub(1);
            let Some(slot) = slot.and_then(|slot| self.saved_views.get_mut(slot)) else {
                continue;
            };
            let mut camera = Camera {
                target: Vec3::from(view.target),
                yaw: view.yaw,
                pitch: view.pitch,
                projection: match view.orthographic {
                    true => Projection::Orthographic,
                    false => Projection::Perspective,
                },
                ..Camera::default()
            };
            camera.set_lens(view.lens);
            camera.distance = view.distance;
            *slot = camera.is_sound().then_some(SavedView {
                camera,
                follows: view.follows,
            });
        }
    }

    pub(super) fn kept_views(&self) -> Vec<KeptView> {
        let kept = self.saved_views.iter().zip(1..);
        kept.filter_map(|(saved, number)| {
            let SavedView { camera, follows } = (*saved)?;
            Some(KeptView {
                number,
                target: camera.target.to_array(),
                yaw: camera.yaw,
                pitch: camera.pitch,
                distance: camera.distance,
                lens: camera.lens(),
                orthographic: camera.projection == Projection::Orthographic,
                follows,
            })
        })
        .collect()
    }
}
