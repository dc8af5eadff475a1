//! The commands of the camera.

use glam::Vec3;

use super::{State, Switch};
use crate::app::command::Command;
use crate::scene::{Bounds, Camera, Projection};

/// A short eased move from one view to another.
#[derive(Clone, Copy, Debug)]
pub struct Glide {
    from: Camera,
    /// From 0 to 1.
    along: f64,
}

/// How long a move takes, in seconds.
const GLIDE: f64 = 0.22;

impl State {
    /// The view that the active take opens with.
    pub(super) fn see_anew(&mut self) {
        self.home_of = self.take().map(|open| open.id);
        self.go_home();
    }

    /// The view that a take opens with, from the side that it had when it was chosen last.
    pub(super) fn go_home(&mut self) {
        self.at_home = true;
        self.follow = None;
        self.glide = None;
        let mut takes = self.takes.iter();
        let about = takes.position(|open| Some(open.id) == self.home_of);
        let index = about.unwrap_or(self.active);
        let Some(open) = self.takes.get(index) else {
            return;
        };
        let (camera, all_in_view) = self.home_with(open);
        let middle = open.stage.first.centre();
        self.home_of = Some(open.id);
        // How the view is seen was chosen, and stays.
        let lens = self.camera.lens();
        self.camera = Camera {
            projection: self.camera.projection,
            ..camera
        };
        if (lens - self.camera.lens()).abs() > 1e-3 {
            self.camera.set_lens(lens);
        }
        if !all_in_view {
            // It was framed where the figure stands on its first frame.
            let open = &mut self.takes[index];
            let row = open.take.row(open.stage.first_frame);
            open.pose.evaluate(&open.take.skeleton, row);
            self.begin_following(None, Some(middle));
        }
    }

    /// The view in which all figures that show stand as they open, seen from where one of them is seen, and
    /// whether the whole of their paths is in it.
    fn home_with(&self, open: &super::OpenTake) -> (Camera, bool) {
        let aspect = self.aspect();
        let mut together = Bounds::EMPTY;
        for (_, shown) in self.shown_takes() {
            together = together.union(shown.stage.first);
        }
        if together == open.stage.first || together.is_empty() {
            return Camera::home(&open.stage, aspect);
        }
        (
            Camera::three_quarter_of(&open.stage, together, aspect),
            true,
        )
    }

    /// Looks as before at what has come, unless nothing of it would be seen: then from the same side.
    pub(super) fn look_from_before(&mut self, camera: Camera) {
        let was_following = self.follow.is_some();
        let Some(open) = self.take() else { return };
        let first = open.stage.first;
        let at = camera.project(first.centre(), self.aspect());
        let inside = |part: f32| (0.02..=0.98).contains(&part);
        let is_seen = at.is_some_and(|at| inside(at.x) && inside(at.y));
        self.at_home = false;
        self.camera = Camera {
            target: if is_seen {
                camera.target
            } else {
                first.centre()
            },
            ..camera
        };
        self.follow = None;
        if was_following || !is_seen {
            self.prepare_poses();
            self.begin_following(None, None);
        }
    }

    /// Moves the camera to where following has brought it, so that following can begin anew from there.
    pub(super) fn settle(&mut self, gone: Vec3) {
        self.camera.target += gone;
        if let Some(glide) = &mut self.glide {
            glide.from.target += gone;
        }
    }

    /// Who looks, on the way of a glide.
    pub(super) fn seen_from(&self) -> Camera {
        match self.glide {
            Some(glide) => {
                let t = glide.along as f32;
                glide.from.towards(&self.camera, t * t * (3.0 - 2.0 * t))
            }
            None => self.camera,
        }
    }

    /// Whether the camera is on its way.
    pub fn is_gliding(&self) -> bool {
        self.glide.is_some()
    }

    /// Moves a glide on, and tells whether there was one.
    pub(super) fn glide_on(&mut self, dt: f64) -> bool {
        let Some(glide) = &mut self.glide else {
            return false;
        };
        glide.along += dt / GLIDE;
        if glide.along >= 1.0 {
            self.glide = None;
        }
        true
    }

    /// Carries out a command of the camera.
    pub(super) fn look(&mut self, command: Command) {
        self.prepare();
        let seen = self.shown;
        let jumps = matches!(
            command,
            Command::Look(_)
                | Command::Home
                | Command::ShowView(_)
                | Command::FrameSelection
                | Command::FrameAll
        );
        self.at_home = false;
        if self.glide.take().is_some() && !jumps {
            self.camera = self.unfollowed(seen);
        }
        self.move_camera(command);
        if jumps && self.glides && !self.switches.is_on(Switch::ReducedMotion) {
            self.prepare();
            let from = self.unfollowed(seen);
            self.glide = Some(Glide { from, along: 0.0 });
        }
    }

    /// Who looks once a glide has ended, with what following adds.
    pub(super) fn followed_camera(&self) -> Camera {
        let mut camera = self.camera;
        camera.target += self.gone_along();
        camera
    }

    /// A camera without what following adds to it.
    fn unfollowed(&self, mut camera: Camera) -> Camera {
        camera.target -= self.gone_along();
        camera
    }

    fn move_camera(&mut self, command: Command) {
        let aspect = self.aspect();
        match command {
            Command::Home => self.see_anew(),
            Command::Look(view) => self.camera.look_from(view),
            Command::Lens(millimetres) => self.camera.set_lens(millimetres),
            Command::ShowView(number) => self.show_view(number),
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
                match self.follow.take() {
                    Some(_) => {}
                    None => self.begin_following(None, None),
                }
            }
            Command::FollowNode(node) => {
                self.camera = self.shown;
                self.begin_following(Some(node), None);
            }
            Command::FrameAll => {
                let mut all = Bounds::EMPTY;
                for (_, open) in self.shown_takes() {
                    all = all.union(open.stage.bounds);
                }
                self.frame(all, aspect);
            }
            Command::FrameSelection => {
                let bounds = self.selection_bounds();
                self.frame(bounds, aspect);
            }
            _ => {}
        }
    }

    fn frame(&mut self, bounds: Bounds, aspect: f32) {
        if !bounds.is_empty() {
            self.follow_from_here();
            self.camera.frame(bounds, aspect);
        }
    }

    /// The box around the bones of what is selected on this frame, with some room; of all figures
    /// where nothing is selected.
    fn selection_bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        let selected = self.take().filter(|open| !open.selected.is_empty());
        let Some(open) = selected else {
            for (_, open) in self.shown_takes() {
                let frame = self.frame_of(open);
                let figure = open.stage.bounds_of(&open.take, &open.pose, frame);
                bounds = bounds.union(figure);
            }
            return bounds;
        };
        for &node in &open.selected {
            bounds.include(open.stage.world(open.pose.position(node)));
        }
        for bone in open.take.skeleton.bones() {
            if open.is_selected(bone.node) {
                bounds.include(open.stage.world(open.pose.tip(bone.node, bone.tip)));
            }
        }
        let room = Vec3::splat(0.25);
        if bounds.is_empty() {
            return bounds;
        }
        Bounds {
            low: bounds.low - room,
            high: bounds.high + room,
        }
    }
}
