//! What the window shows, as plain data: takes, playhead, camera, selection, notices.

mod camera;
mod opening;
mod take;

use std::path::PathBuf;

use glam::{Vec2, Vec3};

use super::command::Command;
use crate::evaluate::Pose;
use crate::files::{self, How};
use crate::playback::Playback;
use crate::scene::{Camera, DisplayStyle, DrawList, Figure, FigureStyle, Rgba, Theme, pick};
use crate::take::{NodeId, Take};

pub use take::OpenTake;

/// Something to read that takes itself away only when it is told to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What happened; lines are kept.
    pub text: String,
    /// The file that it is about, where the notice leaves once that file can be opened.
    pub about: Option<PathBuf>,
}

/// Everything that a picture of the window depends on.
pub struct State {
    /// The open takes.
    pub takes: Vec<OpenTake>,
    /// The one that shows.
    pub active: usize,
    /// Who looks, before the figure is followed.
    pub camera: Camera,
    /// Who looks in the picture that is being made: [`Self::prepare`] sets it.
    pub shown: Camera,
    /// While the figure is followed, where it stood when that began.
    pub follow: Option<Vec3>,
    /// How files are read that are opened from now on.
    pub how: How,
    /// Files that wait for the one that they are read with.
    pub waiting: Vec<PathBuf>,
    /// Whether moments between frames are blended.
    pub blend: bool,
    /// Colours.
    pub theme: Theme,
    /// Whether boxes around bones show, where a take has them.
    pub boxes: bool,
    /// Whether skins and other meshes show, where a take has them.
    pub meshes: bool,
    /// Letters that the listed nodes must have.
    pub search: String,
    /// Errors, the newest last.
    pub notices: Vec<Notice>,
    /// How many files are held over the window.
    pub hovering: usize,
    /// Width and height of the view in points, as it was last laid out.
    pub view_size: Vec2,
    /// Pictures a second while playing, once measured.
    pub shown_rate: Option<f64>,
    /// Whether the program is to end.
    pub quitting: bool,
    /// The view that the take opened with still shows: it follows the window's size.
    at_home: bool,
    /// How far a followed figure has gone since following began, where it was last seen.
    gone: Vec3,
    pose: Pose,
}

impl Default for State {
    fn default() -> Self {
        Self {
            takes: Vec::new(),
            active: 0,
            camera: Camera::default(),
            shown: Camera::default(),
            follow: None,
            how: How::default(),
            waiting: Vec::new(),
            blend: false,
            theme: Theme::default(),
            boxes: false,
            meshes: true,
            search: String::new(),
            notices: Vec::new(),
            hovering: 0,
            view_size: Vec2::new(1280.0, 720.0),
            shown_rate: None,
            quitting: false,
            at_home: true,
            gone: Vec3::ZERO,
            pose: Pose::default(),
        }
    }
}

impl State {
    /// The window on these files; on the built-in take where there are none.
    pub fn new(paths: &[PathBuf], how: How) -> Self {
        let mut state = Self {
            how,
            ..Self::default()
        };
        if paths.is_empty() {
            state.add(files::builtin(), None, How::default());
        } else {
            state.open(paths);
        }
        state
    }

    /// The window on a take that is in memory.
    pub fn of(take: Take) -> Self {
        let mut state = Self::default();
        state.add(take, None, How::default());
        state.go_home();
        state
    }

    /// The take that shows.
    pub fn take(&self) -> Option<&OpenTake> {
        self.takes.get(self.active)
    }

    fn take_mut(&mut self) -> Option<&mut OpenTake> {
        self.takes.get_mut(self.active)
    }

    /// The playhead of the take that shows.
    pub fn playback(&self) -> Option<&Playback> {
        self.take().map(|open| &open.playback)
    }

    /// Moves time on, and tells whether the picture may have changed.
    pub fn tick(&mut self, dt: f64) -> bool {
        let blend = self.blend;
        self.take_mut().is_some_and(|open| {
            let before = open.playback.frame();
            let moved = open.playback.tick(dt);
            moved && (blend || open.playback.frame() != before || !open.playback.is_playing())
        })
    }

    /// Width over height of the view.
    fn aspect(&self) -> f32 {
        self.view_size.x / self.view_size.y.max(1.0)
    }

    /// Takes note of the size that the view was laid out with.
    pub fn set_view_size(&mut self, size: Vec2) {
        if size != self.view_size && size.min_element() >= 1.0 {
            self.view_size = size;
            if self.at_home {
                self.go_home();
            }
        }
    }

    /// Carries a command out. Nothing else that a person does changes what the window shows.
    pub fn apply(&mut self, command: Command) {
        match command {
            Command::Open(paths) => self.open(&paths),
            Command::Activate(index) => self.activate(index),
            Command::Close(index) => self.close(index),
            Command::ReadPositions(reading) => self.read_again(|o| o.bvh_positions = reading),
            Command::AssumeRate(rate) => self.read_again(|o| o.rate = Some(rate)),
            Command::Dismiss(index) if index < self.notices.len() => {
                self.notices.remove(index);
            }
            Command::Dismiss(_) => {}
            Command::Quit => self.quitting = true,
            Command::Search(letters) => self.search = letters,
            Command::Blend(on) => self.blend = on,
            Command::ShowBoxes(on) => self.boxes = on,
            Command::ShowMeshes(on) => self.meshes = on,
            Command::FrameSelection
            | Command::FrameAll
            | Command::ToggleFollow
            | Command::Look(_)
            | Command::ToggleProjection
            | Command::Home
            | Command::Orbit(_)
            | Command::Pan(_)
            | Command::Dolly { .. } => self.look(command),
            Command::Focus(node) => {
                self.apply(Command::Select(Some(node)));
                self.apply(Command::FrameSelection);
            }
            _ => {
                if let Some(open) = self.takes.get_mut(self.active) {
                    open.apply(command);
                }
            }
        }
    }

    /// Where the figure stands in the prepared pose.
    fn standing_point(&self) -> Option<Vec3> {
        let open = self.take()?;
        open.stage.standing_point(&open.take, &self.pose)
    }

    /// Whether a node has no place at the moment that was prepared.
    pub fn is_gap(&self, node: NodeId) -> bool {
        !self.pose.position(node).is_finite()
    }

    /// Brings pose and camera to the moment that shows. Layout and drawing answer for this moment.
    pub fn prepare(&mut self) {
        self.evaluate();
        self.shown = self.camera;
        if let Some(began) = self.follow {
            // While none of it is seen, the camera waits where it was.
            if let Some(now) = self.standing_point() {
                self.gone = now - began;
            }
            self.shown.target += self.gone;
        }
    }

    /// Brings the pose to the moment that shows.
    fn evaluate(&mut self) {
        let Some(open) = self.takes.get(self.active) else {
            return;
        };
        let skeleton = &open.take.skeleton;
        if self.blend && open.playback.is_playing() && open.take.motion.frame_count() > 0 {
            let moment = open.playback.moment();
            let rows = [moment.frame, moment.next].map(|frame| open.take.row(frame));
            self.pose.evaluate_between(skeleton, rows, moment.t);
        } else {
            let row = open.take.row(open.playback.frame());
            self.pose.evaluate(skeleton, row);
        }
    }

    /// Lists what the view shows at the moment that was prepared: `height` pixels high, at `scale`
    /// pixels a point.
    pub fn draw(&self, height: f32, scale: f32, list: &mut DrawList) {
        let camera = self.shown;
        list.begin(&camera, self.aspect(), *self.theme.palette());
        if let Some(open) = self.takes.get(self.active) {
            let colours: Vec<Rgba> = (0..open.parts.len())
                .map(|part| open.colour(part, self.theme))
                .collect();
            let figure = self.figure(open, &colours);
            let style = FigureStyle::for_view(height, scale);
            figure.draw(&camera, style, height, list);
        }
        list.finish();
    }

    fn figure<'a>(&'a self, open: &'a OpenTake, colours: &'a [Rgba]) -> Figure<'a> {
        Figure {
            take: &open.take,
            stage: &open.stage,
            pose: &self.pose,
            frame: open.playback.frame(),
            parts: &open.parts,
            colours,
            hidden: &open.hidden,
            selected: open.selected.as_slice(),
            display: DisplayStyle::Stick,
            opacity: 1.0,
            boxes: self.boxes,
            meshes: self.meshes,
        }
    }

    /// The node whose bone or point is under a point of the view, in points from its upper left corner.
    pub fn node_at(&self, pointer: Vec2) -> Option<NodeId> {
        /// How far from a bone a click still means it, in points.
        const REACH: f32 = 9.0;
        let open = self.take()?;
        let figure = self.figure(open, &[]);
        pick(&figure, &self.shown, pointer, self.view_size, REACH).map(|picked| picked.node)
    }

    /// Where a node shows, in points from the view's upper left corner.
    pub fn node_in_view(&self, node: NodeId) -> Option<Vec2> {
        let open = self.take()?;
        let at = open.stage.world(self.pose.position(node));
        let at = self.shown.project(at, self.aspect())?;
        Some(Vec2::new(at.x, 1.0 - at.y) * self.view_size)
    }
}
