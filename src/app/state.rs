//! What the window shows, as plain data: takes, playhead, camera, selection, notices.

use std::path::{Path, PathBuf};

use glam::{Vec2, Vec3};

use super::command::Command;
use crate::evaluate::Pose;
use crate::files;
use crate::loader::{Options, PositionReading};
use crate::playback::Playback;
use crate::scene::{
    Bounds, Camera, DrawList, Figure, FigureStyle, Projection, Rgba, Stage, Theme, pick,
};
use crate::take::{NodeId, Take};

/// One take, and what its reviewer set for it.
pub struct OpenTake {
    /// The take.
    pub take: Take,
    /// Where it stands.
    pub stage: Stage,
    /// Where it came from; `None` for the built-in one.
    pub path: Option<PathBuf>,
    /// How its position channels were asked to be read.
    pub options: Options,
    /// Its playhead.
    pub playback: Playback,
    /// The colours that were picked for bones; others have the scheme's.
    pub picked: Vec<Option<Rgba>>,
    /// For each node, whether it is hidden.
    pub hidden: Vec<bool>,
    /// The node that is selected.
    pub selected: Option<NodeId>,
    /// The scheme's colours in both themes.
    by_side: [Vec<Rgba>; 2],
}

impl OpenTake {
    fn new(take: Take, path: Option<PathBuf>, options: Options) -> Self {
        let palettes = Theme::ALL.map(Theme::palette);
        Self {
            stage: Stage::of(&take),
            path,
            options,
            playback: Playback::new(take.motion.frame_count(), take.motion.frame_time()),
            picked: vec![None; take.skeleton.bones().len()],
            hidden: vec![false; take.skeleton.nodes().len()],
            selected: None,
            by_side: palettes.map(|palette| Figure::colours_by_side(&take.skeleton, palette)),
            take,
        }
    }

    /// The name that lists and titles show: with its extension, for a file.
    pub fn title(&self) -> String {
        match &self.path {
            Some(path) => path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            None => "Built-in take".to_string(),
        }
    }

    /// The colour that a bone shows.
    pub fn colour(&self, bone: usize, theme: Theme) -> Rgba {
        self.picked[bone].unwrap_or(self.by_side[theme as usize][bone])
    }
}

/// Something to read that takes itself away only when it is told to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What happened; lines are kept.
    pub text: String,
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
    /// Whether moments between frames are blended.
    pub blend: bool,
    /// Colours.
    pub theme: Theme,
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
            blend: false,
            theme: Theme::default(),
            search: String::new(),
            notices: Vec::new(),
            hovering: 0,
            view_size: Vec2::new(1280.0, 720.0),
            shown_rate: None,
            quitting: false,
            at_home: true,
            pose: Pose::default(),
        }
    }
}

impl State {
    /// The window on these files; on the built-in take where there are none.
    pub fn new(paths: &[PathBuf], options: Options) -> Self {
        let mut state = Self::default();
        if paths.is_empty() {
            state.add(files::builtin(), None, options);
        } else {
            state.open(paths, options);
        }
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

    fn go_home(&mut self) {
        self.at_home = true;
        self.follow = None;
        let Some(open) = self.take() else { return };
        let (camera, all_in_view) = Camera::home(&open.stage, self.aspect());
        self.camera = camera;
        if !all_in_view {
            // It was framed where the figure stands on the first frame.
            self.pose.evaluate(
                &self.takes[self.active].take.skeleton,
                self.takes[self.active].take.row(0),
            );
            self.follow = self.standing_point();
        }
    }

    /// Carries a command out. Nothing else changes what the window shows, but for time.
    pub fn apply(&mut self, command: Command) {
        match command {
            Command::Open(paths) => self.open(&paths, Options::default()),
            Command::Activate(index) => self.activate(index),
            Command::Close(index) => self.close(index),
            Command::ReadPositions(reading) => self.read_positions(reading),
            Command::Dismiss(index) if index < self.notices.len() => {
                self.notices.remove(index);
            }
            Command::Dismiss(_) => {}
            Command::Quit => self.quitting = true,
            Command::Search(letters) => self.search = letters,
            Command::Blend(on) => self.blend = on,
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

    /// The commands of the camera.
    fn look(&mut self, command: Command) {
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
            return Some(open.stage.bounds_of(&open.take, &self.pose));
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

    /// Where the figure stands in the prepared pose: its first root on the ground.
    fn standing_point(&self) -> Option<Vec3> {
        let open = self.take()?;
        let root = *open.take.skeleton.roots().first()?;
        let at = open.stage.world(self.pose.position(root));
        at.is_finite().then_some(Vec3::new(at.x, 0.0, at.z))
    }

    /// Brings pose and camera to the moment that shows. Layout and drawing answer for this moment.
    pub fn prepare(&mut self) {
        self.evaluate();
        self.shown = self.camera;
        if let (Some(began), Some(now)) = (self.follow, self.standing_point()) {
            self.shown.target += now - began;
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

    /// Lists what the view shows: `height` pixels high, at `scale` pixels a point.
    pub fn draw(&mut self, height: f32, scale: f32, list: &mut DrawList) {
        self.prepare();
        let camera = self.shown;
        list.begin(&camera, self.aspect(), *self.theme.palette());
        if let Some(open) = self.takes.get(self.active) {
            let colours: Vec<Rgba> = (0..open.picked.len())
                .map(|bone| open.colour(bone, self.theme))
                .collect();
            let figure = Self::figure(open, &self.pose, &colours);
            let style = FigureStyle::for_view(height, scale);
            figure.draw(&camera, style, height, list);
        }
        list.finish();
    }

    fn figure<'a>(open: &'a OpenTake, pose: &'a Pose, colours: &'a [Rgba]) -> Figure<'a> {
        Figure {
            take: &open.take,
            stage: &open.stage,
            pose,
            colours,
            hidden: &open.hidden,
            selected: open.selected,
        }
    }

    /// The node whose bone is under a point of the view, in points from its upper left corner.
    pub fn node_at(&self, pointer: Vec2) -> Option<NodeId> {
        /// How far from a bone a click still means it, in points.
        const REACH: f32 = 9.0;
        let open = self.take()?;
        let figure = Self::figure(open, &self.pose, &[]);
        let bone = pick(&figure, &self.shown, pointer, self.view_size, REACH)?;
        Some(open.take.skeleton.bones()[bone].node)
    }

    /// Where a node shows, in points from the view's upper left corner.
    pub fn node_in_view(&self, node: NodeId) -> Option<Vec2> {
        let open = self.take()?;
        let at = open.stage.world(self.pose.position(node));
        let at = self.shown.project(at, self.aspect())?;
        Some(Vec2::new(at.x, 1.0 - at.y) * self.view_size)
    }

    fn add(&mut self, take: Take, path: Option<PathBuf>, options: Options) {
        self.takes.push(OpenTake::new(take, path, options));
    }

    /// Opens what can be opened, and says of the rest why it cannot.
    fn open(&mut self, paths: &[PathBuf], options: Options) {
        let opened = self.takes.len();
        for path in files::expand(paths) {
            match files::open(&path, options) {
                Ok(take) => self.add(take, Some(path), options),
                Err(error) => self.notices.push(Notice {
                    text: error.to_string(),
                }),
            }
        }
        if self.takes.len() > opened {
            // The built-in take is a greeting: it leaves when someone brings their own.
            let greeting = |open: &OpenTake| open.path.is_none();
            let first = opened - self.takes.iter().filter(|open| greeting(open)).count();
            self.takes.retain(|open| !greeting(open));
            self.activate(first);
        } else if let Some(folder) = paths.iter().find(|path| path.is_dir()) {
            self.tell_of_empty_folder(folder);
        }
    }

    fn tell_of_empty_folder(&mut self, folder: &Path) {
        if self.notices.is_empty() {
            self.notices.push(Notice {
                text: format!("{}: no takes are in this folder", folder.display()),
            });
        }
    }

    fn activate(&mut self, index: usize) {
        if index < self.takes.len() {
            if let Some(open) = self.take_mut() {
                open.playback.pause();
            }
            self.active = index;
            self.shown_rate = None;
            self.go_home();
        }
    }

    fn close(&mut self, index: usize) {
        if index >= self.takes.len() {
            return;
        }
        self.takes.remove(index);
        if index < self.active || self.active >= self.takes.len() {
            self.active = self.active.saturating_sub(1);
        }
        self.go_home();
    }

    fn read_positions(&mut self, reading: PositionReading) {
        let options = Options {
            bvh_positions: reading,
        };
        let Some(open) = self.takes.get_mut(self.active) else {
            return;
        };
        let Some(path) = open.path.clone() else {
            return;
        };
        match files::open(&path, options) {
            Ok(take) => {
                let mut fresh = OpenTake::new(take, Some(path), options);
                fresh.playback.seek(open.playback.frame());
                if fresh.picked.len() == open.picked.len() {
                    fresh.picked = std::mem::take(&mut open.picked);
                }
                *open = fresh;
                self.go_home();
            }
            Err(error) => self.notices.push(Notice {
                text: error.to_string(),
            }),
        }
    }
}

impl OpenTake {
    /// The commands that concern one take.
    fn apply(&mut self, command: Command) {
        let playback = &mut self.playback;
        let frame = playback.frame();
        match command {
            Command::TogglePlay => playback.toggle(),
            Command::PlayBackwards => {
                playback.play_towards(crate::playback::Direction::Backwards);
            }
            Command::Shuttle(direction) => playback.shuttle(direction),
            Command::Pause => playback.pause(),
            Command::Step(frames) => playback.step(frames),
            Command::StepSeconds(seconds) => {
                let frames = (1.0 / playback.frame_time()).round().max(1.0) as i64;
                playback.step(frames * seconds);
            }
            Command::First => playback.go_to_first(),
            Command::Last => playback.go_to_last(),
            Command::Seek(frame) => playback.seek(frame),
            Command::RangeIn(here) => playback.set_range_in(here.then_some(frame)),
            Command::RangeOut(here) => playback.set_range_out(here.then_some(frame)),
            Command::ClearRange => {
                playback.set_range_in(None);
                playback.set_range_out(None);
            }
            Command::ToggleRange => playback.turn_range_on(!playback.range_is_on()),
            Command::SetEndMode(mode) => playback.set_end_mode(mode),
            Command::NextEndMode => playback.set_end_mode(playback.end_mode().next()),
            Command::Slower => playback.change_speed(false),
            Command::Faster => playback.change_speed(true),
            Command::SetRate(rate) => playback.set_rate(rate),
            Command::Select(node) => self.selected = node,
            Command::Colour { bones, colour } => {
                for bone in bones {
                    self.picked[bone] = Some(colour);
                }
            }
            Command::ResetColours => self.picked.fill(None),
            Command::Show(node, shown) => self.hidden[node.index()] = !shown,
            // All others concern the window and were carried out there.
            _ => {}
        }
    }
}
