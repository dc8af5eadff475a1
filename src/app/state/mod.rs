//! What the window shows, as plain data: takes, playhead, camera, selection, notices.

mod arriving;
mod camera;
mod choices;
mod closed;
mod commands;
mod follow;
mod history;
mod memory;
mod notice;
mod opening;
mod picture;
mod playing;
mod take;
mod takes;
mod timeline;
mod views;

use std::path::PathBuf;

use glam::{Vec2, Vec3};

use super::command::Keymap;
use super::loading::Loading;
use super::store::Store;
use super::theme::PANELS;
use crate::files::How;
use crate::playback::{Moment, Playback};
use crate::scene::{Camera, CurveKind, Curves, CurvesOf, DisplayStyle, Ghosts, Theme};
use crate::take::{FrameNumbers, NodeId, Take};

pub use camera::Glide;
pub use choices::{Labels, Outside, Overlay, Panel, Selecting, Switch, Switches, Tab, Wish};
pub use follow::Following;
pub use history::History;
pub use notice::{Notice, NoticeKind};
pub use opening::Pending;
pub use picture::Sheet;
pub use take::{Coming, OpenTake};
pub use takes::{HUES, hue_in};
pub use timeline::Timeline;
pub use views::{SAVED_VIEWS, SavedView};

/// Which parts of the interface show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panels {
    /// Anything but the view.
    pub interface: bool,
    /// Takes and bones.
    pub left: bool,
    /// The inspector.
    pub right: bool,
}

/// Everything that a picture of the window depends on.
pub struct State {
    /// The open takes.
    pub takes: Vec<OpenTake>,
    /// The one that panels and timeline are about.
    pub active: usize,
    /// The playhead, over the frames of [`Self::timeline`].
    pub playback: Playback,
    /// The frames that all takes share.
    pub timeline: Timeline,
    /// The part of the timeline that is looked at, in frames; `None` for all of it.
    pub span: Option<[f64; 2]>,
    /// The take that shows alone, by its id.
    pub solo: Option<u64>,
    /// Who looks, before the figure is followed.
    pub camera: Camera,
    /// Who looks in the picture that is being made: [`Self::prepare`] sets it.
    pub shown: Camera,
    /// What the camera follows, if anything.
    pub follow: Option<Following>,
    /// How files are read that are opened from now on.
    pub how: How,
    /// Files that wait for the one that they are read with.
    pub waiting: Vec<PathBuf>,
    /// The views that were saved, by their numbers from 1 on.
    pub saved_views: [Option<SavedView>; SAVED_VIEWS],
    /// What is on and what is off.
    pub switches: Switches,
    /// How bones look.
    pub display: DisplayStyle,
    /// Which neighbouring frames show.
    pub ghosts: Ghosts,
    /// How many frames of a path show before and after the moment.
    pub trail: usize,
    /// Which nodes have their names in the view.
    pub labels: Labels,
    /// What becomes of a take outside of its frames.
    pub outside: Outside,
    /// The theme that was chosen; `None` for the system's.
    pub theme_choice: Option<Theme>,
    /// The system's theme.
    pub system_theme: Theme,
    /// Colours: the theme that holds.
    pub theme: Theme,
    /// How large everything is, 1 as the system wants it.
    pub scale: f32,
    /// Which parts of the interface show.
    pub panels: Panels,
    /// Widths of the left panel and the inspector and the height of the transport, in points, as they
    /// were chosen: a window that is small gives them less.
    pub widths: [f32; 3],
    /// The tab of the inspector.
    pub tab: Tab,
    /// What the curves are of.
    pub curves: CurveKind,
    /// The curves, as far as they are filled in.
    pub curve_data: Curves,
    /// Whether there is more to fill in.
    pub is_filling: bool,
    /// The part of the curves that is looked at, in frames; `None` for all of it.
    pub curve_span: Option<[f64; 2]>,
    /// What lies over the window.
    pub overlay: Option<Overlay>,
    /// The keys.
    pub keymap: Keymap,
    /// What can be taken back.
    pub history: History,
    /// Letters that the listed nodes must have.
    pub search: String,
    /// The names of the palettes that are kept, in the order of menus.
    pub palettes: Vec<String>,
    /// What there is to read, the newest last.
    pub notices: Vec<Notice>,
    /// The files and folders that were opened lately, the newest first.
    pub recent: Vec<PathBuf>,
    /// How many files are held over the window.
    pub hovering: usize,
    /// Width and height of the view in points, as it was last laid out.
    pub view_size: Vec2,
    /// Pictures a second while playing, once measured.
    pub shown_rate: Option<f64>,
    /// Files that are on their way.
    pub pending: Vec<Pending>,
    /// What is kept from one time to the next, and where.
    pub store: Store,
    /// The folder that pictures of the view go to; beside the take where there is none.
    pub pictures: Option<PathBuf>,
    /// Pictures that the display would have shown since playing began, and that did not come.
    pub skipped_frames: u64,
    /// What is asked of the window that shows this, in order.
    pub wishes: Vec<Wish>,
    /// Whether the camera glides where it would jump.
    pub glides: bool,
    /// Whether the program is to end.
    pub quitting: bool,
    /// The view that the take opened with still shows: it follows the window's size.
    at_home: bool,
    /// The take, by its id, that faces the camera in the view that still shows: others come and are chosen
    /// without turning it.
    home_of: Option<u64>,
    /// Memory to work out in where many markers stand.
    places: Vec<Vec3>,
    glide: Option<Glide>,
    loading: Option<Loading>,
    last_request: u64,
    /// What was closed and can be brought back.
    closed: closed::ClosedTakes,
    /// Whether colours or lines changed since they were last kept.
    unsaved: bool,
    /// The file that was last leafed to, which may still be on its way, or may not open.
    browsed: Option<PathBuf>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            takes: Vec::new(),
            active: 0,
            playback: Playback::new(0, 1.0 / 60.0),
            timeline: Timeline::default(),
            span: None,
            solo: None,
            camera: Camera::default(),
            shown: Camera::default(),
            follow: None,
            how: How::default(),
            waiting: Vec::new(),
            saved_views: [None; SAVED_VIEWS],
            switches: Switches::default(),
            display: DisplayStyle::default(),
            ghosts: Ghosts {
                before: 2,
                after: 2,
                step: 15,
            },
            trail: 60,
            labels: Labels::default(),
            outside: Outside::default(),
            theme_choice: None,
            system_theme: Theme::default(),
            theme: Theme::default(),
            scale: 1.0,
            panels: Panels {
                interface: true,
                left: true,
                right: true,
            },
            widths: PANELS,
            tab: Tab::default(),
            curves: CurveKind::default(),
            curve_data: Curves::default(),
            is_filling: false,
            curve_span: None,
            overlay: None,
            keymap: Keymap::default(),
            history: History::default(),
            search: String::new(),
            palettes: Vec::new(),
            notices: Vec::new(),
            recent: Vec::new(),
            hovering: 0,
            view_size: Vec2::new(1280.0, 720.0),
            shown_rate: None,
            pending: Vec::new(),
            store: Store::nowhere(),
            pictures: None,
            wishes: Vec::new(),
            skipped_frames: 0,
            glides: false,
            quitting: false,
            at_home: true,
            home_of: None,
            places: Vec::new(),
            glide: None,
            loading: None,
            last_request: 0,
            closed: closed::ClosedTakes::default(),
            unsaved: false,
            browsed: None,
        }
    }
}

impl State {
    /// The window on these files; on the built-in take where there are none.
    pub fn new(paths: &[PathBuf], how: How) -> Self {
        let mut state = Self::reading(how);
        state.begin(paths);
        state
    }

    /// The window on nothing yet, which will read files so.
    pub fn reading(how: How) -> Self {
        Self {
            how,
            ..Self::default()
        }
    }

    /// Opens these files, or the built-in take where there are none.
    pub fn begin(&mut self, paths: &[PathBuf]) {
        if paths.is_empty() {
            self.open_builtin();
        } else {
            self.open(paths);
        }
    }

    /// The window on a take that is in memory.
    pub fn of(take: Take) -> Self {
        let mut state = Self::default();
        let index = state.add(OpenTake::new(take, None, How::default()));
        state.begin_with(index);
        state
    }

    /// The active take.
    pub fn take(&self) -> Option<&OpenTake> {
        self.takes.get(self.active)
    }

    /// The playhead, where there is something to play.
    pub fn playback(&self) -> Option<&Playback> {
        self.take().map(|_| &self.playback)
    }

    /// What the active take calls the frame that shows.
    pub fn number(&self) -> i64 {
        self.timeline.number(self.playback.frame())
    }

    /// What the frame that shows is called on the screen.
    pub fn shown_number(&self) -> i64 {
        self.numbering().at(self.number())
    }

    /// How frames are called on the screen: by the active take's file, where it numbers them and that
    /// is wanted, else from 0.
    pub fn numbering(&self) -> FrameNumbers {
        let own = self.take().and_then(|open| open.take.numbers);
        let own = own.filter(|_| self.switches.is_on(Switch::FileNumbers));
        own.unwrap_or(FrameNumbers::FROM_0)
    }

    /// The frame of a take that shows.
    pub fn frame_of(&self, open: &OpenTake) -> usize {
        self.timeline.frame_of(open, self.playback.frame() as f64)
    }

    /// The place on the timeline that shows, in frames: between two of them while they are blended.
    pub(super) fn place(&self) -> f64 {
        if !self.is_blending() {
            return self.playback.frame() as f64;
        }
        let moment = self.playback.moment();
        moment.frame as f64 + f64::from(moment.t)
    }

    /// The moment of a take that shows, between two frames while they are blended.
    pub fn moment_of(&self, open: &OpenTake) -> Moment {
        if self.is_blending() {
            return self.timeline.moment_of(open, self.place());
        }
        let frame = self.frame_of(open);
        Moment {
            frame,
            next: frame,
            t: 0.0,
        }
    }

    /// Whether time changes anything.
    pub fn is_moving(&self) -> bool {
        self.is_gliding() || !self.takes.is_empty() && self.playback.is_playing()
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

    /// Whether the view that the take opened with still shows.
    fn at_home(&self) -> bool {
        self.at_home
    }

    /// Tells what could not be done.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.notices.push(Notice::error(text));
    }

    /// Says what was done.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notices.push(Notice::info(text));
    }

    /// Takes note of the system's theme.
    pub fn set_system_theme(&mut self, theme: Theme) {
        self.system_theme = theme;
        self.theme = self.theme_choice.unwrap_or(theme);
    }

    /// Whether a node of the active take has no place at the moment that was prepared.
    pub fn is_gap(&self, node: NodeId) -> bool {
        let open = self.take();
        open.is_some_and(|open| !open.pose.position(node).is_finite())
    }

    /// Brings poses and camera to the moment that shows. Layout and drawing answer for this moment.
    pub fn prepare(&mut self) {
        self.prepare_poses();
        self.prepare_curves();
        self.go_along();
        self.shown = self.seen_from();
        self.shown.target += self.gone_along();
    }

    /// The curves that the inspector shows, where it shows any.
    pub fn curves_of(&self) -> Option<CurvesOf> {
        let open = self
            .take()
            .filter(|_| self.tab == Tab::Curves && self.panels.right)?;
        Some(CurvesOf {
            take: open.reading,
            node: open.primary()?,
            kind: self.curves,
        })
    }

    /// Fills in as much of the curves as a picture has time for.
    fn prepare_curves(&mut self) {
        self.is_filling = false;
        if let Some(of) = self.curves_of()
            && let Some(open) = self.takes.get(self.active)
        {
            let work = Curves::WORK;
            self.is_filling = !self.curve_data.fill(of, &open.take, &open.stage, work);
        }
    }

    fn prepare_poses(&mut self) {
        for index in 0..self.takes.len() {
            if index == self.active || self.is_shown(index) {
                self.evaluate(index);
            }
        }
    }

    /// Brings the pose of a take to the moment that shows.
    fn evaluate(&mut self, index: usize) {
        let moment = self.moment_of(&self.takes[index]);
        let open = &mut self.takes[index];
        let skeleton = &open.take.skeleton;
        if moment.t > 0.0 && open.take.motion.frame_count() > 0 {
            let rows = [moment.frame, moment.next].map(|frame| open.take.row(frame));
            open.pose.evaluate_between(skeleton, rows, moment.t);
        } else {
            open.pose.evaluate(skeleton, open.take.row(moment.frame));
        }
    }
}
