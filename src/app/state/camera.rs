//! The commands of the camera.

use glam::Vec3;

use super::State;
use crate::app::command::Command;
use crate::scene::{Bounds, Camera, Projection};

impl State {
    /// The view that a take opens with.
    pub(super) fn go_home(&mut self) {
        self.at_home = true;
        self.follow = None;
        let Some(open) = self.take() else { return };
        let (camera, all_in_view) = Camera::home(&open.stage, self.aspect());
        self.camera = camera;
        if !all_in_view {
            // It was framed where the figure stands on its first frame.
            let open = &self.takes[self.active];
            let row = open.take.row(open.stage.first_frame);
            self.pose.evaluate(&open.take.skeleton, row);
            let middle = self.take().map(|open| open.stage.first.centre());
            self.follow = self.standing_point().or(middle);
            self.gone = Vec3::ZERO;
        }
    }

    /// Carries out a command of the camera.
    pub(super) fn look(&mut self, command: Command) {
        self.at_home = false;
        self.prepare();
        let aspect = self.aspect();
        match command {
            Command::Home => self.go_home(),
            Command::Look(view) => self.camera.look_from(view),
            Command::Orbit(drag) => self.camera.orbit(drag),
            Command::Pan(drag) => self.camera.pan(drag),
            Command::Dolly { factor, pointer } => self.camera.dolly(factor, pointer),
            Command::ToggleProjection => {
                self.camera.projection = match self.camera.projection {
                    Projection::Perspective => Projection::Orthographic,
                    Projection::Orthographic => Projection::Perspective,
                };
            }
            Command::ToggleFollow => {
                self.camera = self.shown;
                self.gone = Vec3::ZERO;
                self.follow = match self.follow {
                    Some(_) => None,
                    None => self.standing_point(),
                };
            }
            Command::FrameAll => {
                if let Some(open) = self.takes.get(self.active) {
                    self.follow = self.follow.and(self.standing_point());
                    self.camera.frame(open.stage.bounds, aspect);
                }
            }
            Command::FrameSelection => {
                if let Some(bounds) = self.selection_bounds() {
                    self.follow = self.follow.and(self.standing_point());
                    self.camera.frame(bounds, aspect);
                }
            }
            _ => {}
        }
    }

    /// The box around the selected node's bones on this frame, with some room; of the whole figure
    /// where nothing is selected.
    fn selection_bounds(&self) -> Option<Bounds> {
        let open = self.take()?;
        let Some(selected) = open.selected else {
            let frame = open.playback.frame();
            return Some(open.stage.bounds_of(&open.take, &self.pose, frame));
        };
        let mut bounds = Bounds::EMPTY;
        bounds.include(open.stage.world(self.pose.position(selected)));
        for bone in open.take.skeleton.bones() {
            if bone.node == selected {
                bounds.include(open.stage.world(self.pose.tip(bone.node, bone.tip)));
            }
        }
        let room = Vec3::splat(0.25);
        (!bounds.is_empty()).then(|| Bounds {
            low: bounds.low - room,
            high: bounds.high + room,
        })
    }
}
