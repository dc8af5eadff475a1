//! How the session is looked at: camera, camera tracking, saved views, options.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod follow;
pub(crate) mod gizmo;
pub(crate) mod saved_views;

use glam::{Vec2, Vec3};

use crate::app::{OpenTake, Reframe, Session, TakeId};
use crate::options::{Options, SavedView};
use crate::scene::{Camera, SavedCamera};
use crate::take::NodeId;

#[derive(Clone)]
pub struct SceneView {
    /// Who looks, before the figure is followed.
    pub camera: Camera,
    /// Who looks in the picture that is being made: [`Self::prepare`] sets it.
    pub shown: Camera,
    pub options: Options,
    pub saved_views: Vec<SavedView>,
    /// Width and height of the view in points, as it was last laid out.
    pub size: Vec2,
    /// Whether the camera may glide where it would jump.
    pub glides: bool,
    following: Option<Following>,
    /// The view that the take opened with still shows: it follows the window's size.
    is_untouched: bool,
    /// The take that faces the camera in the view that still shows: others come and are chosen without
    /// turning it.
    faces: Option<TakeId>,
    transition: Option<CameraTransition>,
    /// Memory to work out in where many markers stand.
    places: Vec<Vec3>,
}

impl Default for SceneView {
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            shown: Camera::default(),
            options: Options::default(),
            saved_views: Vec::new(),
            size: Vec2::new(1280.0, 720.0),
            glides: false,
            following: None,
            is_untouched: true,
            faces: None,
            transition: None,
            places: Vec::new(),
        }
    }
}

impl SceneView {
    /// Width over height.
    pub fn aspect(&self) -> f32 {
        self.size.x / self.size.y.max(1.0)
    }

    pub fn set_size(&mut self, size: Vec2, session: &Session) {
        if size != self.size && size.min_element() >= 1.0 {
            self.size = size;
            if self.is_untouched {
                self.reset_camera(session);
            }
        }
    }

    /// Brings the camera to the moment whose poses were prepared. Layout and drawing answer for it.
    pub fn prepare(&mut self, session: &Session) {
        self.update_following(session);
        self.shown = self.seen_from();
        self.shown.target += self.gone_along();
    }

    pub fn follows(&self) -> bool {
        self.following.is_some()
    }

    /// Where the camera is once it has arrived, if somebody has moved it.
    pub fn moved_camera(&self) -> Option<Camera> {
        (!self.is_untouched).then(|| self.followed_camera())
    }

    /// The camera as a session file has it, in the world, and the node that it follows.
    pub fn saved_camera(&self) -> (SavedCamera, Option<NodeId>) {
        let camera = SavedCamera::new(&self.followed_camera(), self.follows());
        (camera, self.following.and_then(|following| following.node))
    }

    /// Looks as a session file has it. What shows was prepared.
    pub fn restore_camera(&mut self, saved: &SavedCamera, node: Option<NodeId>, session: &Session) {
        let Some(camera) = saved.camera() else {
            return;
        };
        self.camera = camera;
        self.is_untouched = false;
        self.transition = None;
        self.following = None;
        if saved.follows {
            self.begin_following(node, session);
        }
    }

    /// Moves the camera as a change of the open takes wants it. Their poses are prepared.
    pub fn reframe(&mut self, reframe: Reframe, session: &Session) {
        match reframe {
            Reframe::Keep => {}
            Reframe::Reset => self.reset_view(session),
            Reframe::ResetIfUntouched if self.is_untouched => self.reset_camera(session),
            Reframe::ResetIfUntouched => {}
            Reframe::FrameFrom(camera) => {
                self.reset_view(session);
                self.frame_from(camera, session);
            }
            Reframe::LookFrom(camera) => {
                self.reset_view(session);
                self.look_from_before(camera, session);
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Following {
    pub take: TakeId,
    /// The node; `None` for the whole figure.
    pub node: Option<NodeId>,
    /// Where it stood when that began.
    pub began: Vec3,
    /// How far the camera has gone with it since, where it was last seen.
    pub gone: Vec3,
}

impl Following {
    pub fn from(open: &OpenTake, node: Option<NodeId>, began: Vec3) -> Self {
        Self { take: open.id, node, began, gone: Vec3::ZERO }
    }
}

/// How the camera glides from one view to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CameraTransition {
    from: Camera,
    /// From 0 to 1.
    along: f64,
}

impl CameraTransition {
    pub fn from(from: Camera) -> Self {
        Self { from, along: 0.0 }
    }

    /// Who looks on the way to another camera.
    pub fn towards(&self, to: &Camera) -> Camera {
        let t = self.along as f32;
        self.from.interpolate(to, t * t * (3.0 - 2.0 * t))
    }

    pub fn shift(&mut self, by: Vec3) {
        self.from.target += by;
    }

    /// Moves it on by seconds, and tells whether it goes on.
    pub fn tick(&mut self, dt: f64) -> bool {
        /// How long a move takes, in seconds.
        const DURATION: f64 = 0.22;
        self.along += dt / DURATION;
        self.along < 1.0
    }
}
