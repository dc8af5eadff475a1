//! How camera commands move the camera: reset view, frame, orbit, pan, zoom, saved views.

use glam::Vec3;

use crate::app::camera::CameraTransition;
use crate::app::{
    CameraCommand, Effect, FeatureCommand, Keymap, Notices, OpenTake, SceneView, Session, State,
};
use crate::evaluate::Pose;
use crate::options::{SAVED_VIEWS, SavedView};
use crate::scene::{Bounds, Camera, Projection, SavedCamera};

impl SceneView {
    pub(crate) fn reset_view(&mut self, session: &Session) {
        self.faces = session.takes.active_id();
        self.reset_camera(session);
    }

    /// The view that a take opens with, from the side that it had when it was chosen last.
    pub(crate) fn reset_camera(&mut self, session: &Session) {
        self.is_untouched = true;
        self.following = None;
        self.transition = None;
        let faced = self.faces.and_then(|id| session.takes.find(id));
        let Some(open) = faced.or(session.takes.active()) else {
            return;
        };
        self.faces = Some(open.id);
        let (camera, all_in_view) = self.opening_camera(open, session);
        // How the view is seen was chosen, and stays.
        let lens = self.camera.lens();
        self.camera = Camera { projection: self.camera.projection, ..camera };
        if (lens - self.camera.lens()).abs() > 1e-3 {
            self.camera.set_lens(lens);
        }
        if !all_in_view {
            // It was framed where the figure stands on its first frame.
            let pose = Pose::of(&open.take.skeleton, open.take.row(open.stage.first_frame));
            self.follow_take(open, &pose, Some(open.stage.first.centre()));
        }
    }

    /// The view in which all figures that show stand as they open, seen from where one of them is seen, and
    /// whether the whole of their paths is in it.
    fn opening_camera(&self, open: &OpenTake, session: &Session) -> (Camera, bool) {
        let aspect = self.aspect();
        let mut together = Bounds::EMPTY;
        for shown in session.takes.shown() {
            together = together.union(session.stage_of(shown).first);
        }
        if together == open.stage.first || together.is_empty() {
            return Camera::home(&open.stage, aspect);
        }
        (Camera::three_quarter_of(&open.stage, together, aspect), true)
    }

    /// Takes in the active take from the side and with the lens of a camera, and follows it where it leaves the view.
    pub(crate) fn frame_from(&mut self, camera: Camera, session: &Session) {
        let Some(open) = session.takes.active() else {
            return;
        };
        let (framed, all_in_view) = camera.framed(&open.stage, self.aspect());
        self.is_untouched = false;
        self.following = None;
        self.camera = framed;
        if !all_in_view {
            self.begin_following(None, session);
        }
    }

    /// Looks as before at what has come, unless nothing of it would be seen: then from the same side.
    pub(crate) fn look_from_before(&mut self, camera: Camera, session: &Session) {
        let Some(open) = session.takes.active() else {
            return;
        };
        let first = open.stage.first.centre();
        let is_seen = self.is_seen(first, &camera);
        self.is_untouched = false;
        self.camera = Camera { target: if is_seen { camera.target } else { first }, ..camera };
        if self.following.take().is_some() || !is_seen {
            self.begin_following(None, session);
        }
    }

    /// Whether a camera sees a place, not quite at the edge of the view.
    fn is_seen(&self, at: Vec3, camera: &Camera) -> bool {
        let inside = |part: f32| (0.02..=0.98).contains(&part);
        let seen = camera.project(at, self.aspect());
        seen.is_some_and(|seen| inside(seen.x) && inside(seen.y))
    }

    /// Brings a place that is not in the view into its middle, without turning. What is there was prepared.
    pub fn reveal(&mut self, at: Vec3) {
        if at.is_finite() && !self.is_seen(at, &self.shown) {
            self.is_untouched = false;
            self.transition = None;
            self.camera.target += at - self.shown.target;
        }
    }

    /// Moves the camera to where following has brought it, so that following can begin anew from there.
    pub(crate) fn settle(&mut self, gone: Vec3) {
        self.camera.target += gone;
        if let Some(transition) = &mut self.transition {
            transition.shift(gone);
        }
    }

    /// Who looks, on the way of a transition.
    pub(crate) fn seen_from(&self) -> Camera {
        self.transition.map_or(self.camera, |transition| transition.towards(&self.camera))
    }

    pub fn is_in_transition(&self) -> bool {
        self.transition.is_some()
    }

    /// Moves a transition on, and tells whether there was one.
    pub fn tick(&mut self, dt: f64) -> bool {
        let Some(transition) = &mut self.transition else {
            return false;
        };
        if !transition.tick(dt) {
            self.transition = None;
        }
        true
    }

    /// Lets the camera be where it is on its way to.
    pub(crate) fn end_transition(&mut self) {
        self.transition = None;
    }

    /// Carries out a command of the camera. What shows was prepared.
    pub fn apply_camera(
        &mut self,
        command: CameraCommand,
        session: &Session,
        keymap: &Keymap,
        notices: &mut Notices,
    ) {
        match command {
            CameraCommand::SaveView(number) => return self.save_view(number, session, notices),
            CameraCommand::RenameView(number, name) => {
                let mut views = self.saved_views.iter_mut();
                let renamed = views.find(|saved| saved.number == number);
                return renamed.into_iter().for_each(|saved| saved.rename(&name));
            }
            CameraCommand::RemoveView(number) => {
                return self.saved_views.retain(|saved| saved.number != number);
            }
            _ => {}
        }
        if let CameraCommand::ShowView(number) = command
            && self.saved_view(number).is_none()
        {
            let key = keymap.key_of(CameraCommand::SaveView(number));
            let key = key.map_or(String::new(), |key| format!(": {key} saves this one"));
            return notices.push_info(format!("No view is saved as view {number} yet{key}."));
        }
        let seen = self.shown;
        let is_cut = command.is_cut();
        self.is_untouched = false;
        if self.transition.take().is_some() && !is_cut {
            self.camera = self.unfollowed(seen);
        }
        self.move_camera(command, session);
        if is_cut && self.glides && !self.options.reduced_motion {
            self.update_following(session);
            self.transition = Some(CameraTransition::from(self.unfollowed(seen)));
        }
    }

    /// Who looks once a transition has ended, with what following adds.
    pub(crate) fn followed_camera(&self) -> Camera {
        let mut camera = self.camera;
        camera.target += self.gone_along();
        camera
    }

    /// A camera without what following adds to it.
    fn unfollowed(&self, mut camera: Camera) -> Camera {
        camera.target -= self.gone_along();
        camera
    }

    fn move_camera(&mut self, command: CameraCommand, session: &Session) {
        match command {
            CameraCommand::ResetView => self.reset_view(session),
            CameraCommand::Look(view) => self.camera.look_from(view),
            CameraCommand::Lens(millimetres) => self.camera.set_lens(millimetres),
            // They move nothing.
            CameraCommand::SaveView(_)
            | CameraCommand::RenameView(..)
            | CameraCommand::RemoveView(_) => {}
            CameraCommand::ShowView(number) => {
                if let Some(saved) = self.saved_view(number) {
                    self.look_from(saved.saved_camera, session);
                }
            }
            CameraCommand::Recall(saved) => self.look_from(saved, session),
            CameraCommand::Orbit(drag) => self.camera.orbit(drag),
            CameraCommand::Pan(drag) => self.camera.pan(drag),
            CameraCommand::Zoom { factor, pointer } => self.camera.dolly(factor, pointer),
            CameraCommand::ToggleProjection => {
                self.camera.projection = match self.camera.projection {
                    Projection::Perspective => Projection::Orthographic,
                    Projection::Orthographic => Projection::Perspective,
                };
            }
            CameraCommand::ToggleFollow => {
                self.camera = self.shown;
                if self.following.take().is_none() {
                    self.begin_following(None, session);
                }
            }
            CameraCommand::FollowNode(node) => {
                self.camera = self.shown;
                self.begin_following(Some(node), session);
            }
            CameraCommand::FrameAll => {
                let shown = session.takes.shown();
                let all =
                    shown.fold(Bounds::EMPTY, |all, open| all.union(session.stage_of(open).bounds));
                self.frame(all, session);
            }
            CameraCommand::FrameSelection => self.frame(selection_bounds(session), session),
        }
    }

    fn frame(&mut self, bounds: Bounds, session: &Session) {
        if !bounds.is_empty() {
            self.follow_from_here(session);
            self.camera.frame(bounds, self.aspect());
        }
    }

    fn save_view(&mut self, number: usize, session: &Session, notices: &mut Notices) {
        if !(1..=SAVED_VIEWS).contains(&number) {
            return;
        }
        let seen = self.seen_camera(session);
        let name = self.saved_view(number).map_or(String::new(), |older| older.name.clone());
        self.saved_views.retain(|saved| saved.number != number);
        self.saved_views.push(SavedView { number, name, saved_camera: seen });
        self.saved_views.sort_by_key(|saved| saved.number);
        notices.push_info(format!("The view is saved as view {number}."));
    }

    /// The camera as files keep it; where the figure is followed, from where that is.
    pub fn seen_camera(&self, session: &Session) -> SavedCamera {
        let place = self.followed_figure(session);
        let mut camera = self.shown;
        camera.target -= place.unwrap_or(Vec3::ZERO);
        SavedCamera::new(&camera, place.is_some())
    }

    fn saved_view(&self, number: usize) -> Option<&SavedView> {
        self.saved_views.iter().find(|saved| saved.number == number)
    }

    /// Moves the camera to where one was kept, from where the figure is now where that was followed.
    fn look_from(&mut self, saved: SavedCamera, session: &Session) {
        self.camera = saved.camera().unwrap_or(self.camera);
        self.following = None;
        if saved.follows {
            self.begin_following(None, session);
            let place = self.followed_figure(session);
            self.camera.target += place.unwrap_or(Vec3::Y);
        }
    }
}

/// The box around the bones of what is selected on this frame, with some room; of all figures where
/// nothing is selected.
fn selection_bounds(session: &Session) -> Bounds {
    let mut bounds = Bounds::EMPTY;
    let active = session.takes.active();
    let Some(open) = active.filter(|open| !open.edits.selected.is_empty()) else {
        for open in session.takes.shown() {
            let (stage, frame) = (session.stage_of(open), session.frame_of(open));
            bounds = bounds.union(stage.bounds_of(&open.take, &open.pose, frame));
        }
        return bounds;
    };
    for &node in &open.edits.selected {
        bounds.include(open.stage.world(open.pose.position(node)));
    }
    for bone in open.take.skeleton.bones() {
        if open.is_selected(bone.node) {
            bounds.include(open.stage.world(open.pose.bone_end(bone.node, bone.end)));
        }
    }
    let room = Vec3::splat(0.25);
    if bounds.is_empty() {
        return bounds;
    }
    Bounds { low: bounds.low - room, high: bounds.high + room }
}

impl FeatureCommand for CameraCommand {
    fn is_on(&self, state: &State) -> Option<bool> {
        match self {
            Self::ToggleFollow => Some(state.view.follows()),
            _ => None,
        }
    }

    fn apply(self, state: &mut State, _: &mut Vec<Effect>) {
        state.prepare();
        let notices = &mut state.interface.notices;
        state.view.apply_camera(self, &state.session, &state.settings.keymap, notices);
    }
}
