//! The state of the window as plain data, and `State::apply`, which carries out every command.
//!
//! A state has no files, threads or clock: what is to be done outside comes back as [`Effect`]s.

pub(crate) mod draw;
pub(crate) mod history;
pub(crate) mod recent;

use glam::Vec2;

use crate::app::state::history::Edit;
use crate::app::{
    Analysed, Analysis, AnalysisKey, Arrival, Command, Document, EditKind, Effect, FilesCommand,
    History, HistoryCommand, Interface, OpenTake, Outcome, Reframe, SceneView, Session, Settings,
    ShownSound, ShownVideo, TakeOptions,
};
use crate::options::{PlaybackOptions, ViewToggle};
use crate::playback::{Moment, Playback};
use crate::scene::{Placement, Theme};
use crate::take::{FrameNumbers, NodeId, Take};

/// What the shell knows of a feature: how its commands change the state.
pub trait FeatureCommand {
    /// The kind of change that it makes, where undo takes it back.
    fn edit(&self) -> Option<EditKind> {
        None
    }

    /// Whether what it turns on and off is on; `None` where it is of another kind.
    fn is_on(&self, _: &State) -> Option<bool> {
        None
    }

    /// Changes the state; what is to be done outside becomes effects.
    fn apply(self, state: &mut State, effects: &mut Vec<Effect>);
}

macro_rules! dispatch {
    ($($feature:ident($command:ty),)*) => {
        impl FeatureCommand for Command {
            fn edit(&self) -> Option<EditKind> {
                match self {
                    $(Self::$feature(command) => command.edit(),)*
                }
            }

            fn is_on(&self, state: &State) -> Option<bool> {
                match self {
                    $(Self::$feature(command) => command.is_on(state),)*
                }
            }

            fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
                match self {
                    $(Self::$feature(command) => command.apply(state, effects),)*
                }
            }
        }
    };
}

features!(dispatch);

/// Everything that a picture of the window depends on.
#[derive(Default)]
pub struct State {
    pub session: Session,
    pub view: SceneView,
    pub interface: Interface,
    pub settings: Settings,
    pub history: History,
    pub document: Document,
    /// What there is to show of the reference video.
    pub(crate) video: Option<ShownVideo>,
    /// What there is to draw of its sound.
    pub(crate) sound: Option<ShownSound>,
    pub(crate) revision: u64,
}

impl State {
    /// The window on nothing yet, which will read files so.
    pub fn reading(open_options: TakeOptions) -> Self {
        let mut state = Self::default();
        state.session.opening.open_options = open_options;
        state
    }

    /// The window on a take that is in memory.
    pub fn of(take: Take) -> Self {
        let open = OpenTake::new(take, None, TakeOptions::default(), Placement::default());
        let mut state = Self { session: Session::of(open), ..Self::default() };
        state.view.reframe(Reframe::Reset, &state.session);
        state
    }

    /// Carries a command out. Nothing else that a person does changes what the window shows.
    #[must_use = "nobody else carries the effects out"]
    pub fn apply(&mut self, command: impl Into<Command>) -> Vec<Effect> {
        let command = command.into();
        recent::record(&command, &self.session);
        let edit = command.edit();
        let before = edit.map(|edit| (edit, self.session.edits()));
        let mut effects = Vec::new();
        command.apply(self, &mut effects);
        if let Some((edit, before)) = before {
            let after = self.session.edits();
            self.session.mark_unsaved(&before, &after);
            self.history.record(edit, before, &after);
        }
        self.revision += 1;
        self.update_is_changed();
        self.refresh_folder();
        effects
    }

    /// How often something was changed: as long as this is the same, nothing was but the moment that shows.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Changes what is open. The camera goes along.
    pub(crate) fn change(
        &mut self,
        effects: &mut Vec<Effect>,
        change: impl FnOnce(&mut Session, &mut Outcome<'_>) -> Reframe,
    ) {
        if self.view.follows() {
            // What is followed until now has to be where it is before another one is.
            self.session.prepare(&self.view.options.playback);
            self.view.prepare(&self.session);
        }
        let mut out = Outcome {
            effects,
            notices: &mut self.interface.notices,
            moved_camera: self.view.moved_camera(),
        };
        let reframe = change(&mut self.session, &mut out);
        if let Reframe::LookFrom(_) | Reframe::FrameFrom(_) = reframe {
            self.session.prepare(&self.view.options.playback);
        }
        self.view.reframe(reframe, &self.session);
    }

    /// Lets in what has come of what was asked for.
    #[must_use = "nobody else carries the effects out"]
    pub fn arrive(&mut self, arrival: Arrival) -> Vec<Effect> {
        let mut effects = Vec::new();
        if !matches!(arrival, Arrival::Step(_)) {
            self.revision += 1;
        }
        match arrival {
            Arrival::Session { id, path, read } => {
                self.accept_session(id, path, read, &mut effects);
            }
            arrival => self.accept_arrival(arrival, &mut effects),
        }
        self.continue_opening();
        self.update_is_changed();
        self.refresh_folder();
        effects
    }

    /// What is still to be found out about what is open, the most wanted first.
    pub fn wanted_analyses(&self) -> Vec<AnalysisKey> {
        self.session.wanted_analyses()
    }

    /// All that it takes to find something out, as long as that is still open.
    pub fn analysis(&self, key: &AnalysisKey) -> Option<Analysis> {
        self.session.analysis(key, &self.settings.limits)
    }

    pub fn accept_analysis(&mut self, analysed: Analysed) {
        self.session.accept_analysis(analysed, &mut self.interface.notices);
    }

    /// Reads files again that another program has written, where they are open or open takes are read
    /// with them.
    #[must_use = "nobody else carries the effects out"]
    pub fn reload_changed(&mut self, changed: &[std::path::PathBuf]) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.session.reload_changed(changed, &mut effects);
        effects
    }

    /// Opens these files, or the built-in take where there are none.
    #[must_use = "nobody else carries the effects out"]
    pub fn begin(&mut self, paths: Vec<std::path::PathBuf>) -> Vec<Effect> {
        let is_empty = paths.is_empty();
        self.apply(if is_empty { FilesCommand::OpenBuiltin } else { FilesCommand::Open(paths) })
    }

    pub fn take(&self) -> Option<&OpenTake> {
        self.session.takes.active()
    }

    /// The playhead, where there is something to play.
    pub fn playback(&self) -> Option<&Playback> {
        self.take().map(|_| &self.session.playback)
    }

    /// What the window is called after: the session, the take and the program.
    pub(crate) fn title(&self) -> String {
        let take = self.take().map(|open| open.title());
        let parts = [self.document.title(), take, Some("Rushes".to_string())];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" – ")
    }

    pub fn theme(&self) -> Theme {
        self.settings.shown_theme()
    }

    pub fn is_on(&self, toggle: ViewToggle) -> bool {
        self.view.options.is_on(toggle)
    }

    pub(crate) fn playing(&self) -> &PlaybackOptions {
        &self.view.options.playback
    }

    /// What the active take calls the frame that shows.
    pub fn number(&self) -> i64 {
        self.session.timeline.number(self.session.playback.frame())
    }

    /// What the frame that shows is called on the screen.
    pub fn shown_number(&self) -> i64 {
        self.numbering().at(self.number())
    }

    /// How frames are called on the screen: by the active take's file, where its numbers run on evenly
    /// and that is wanted, else from 0.
    pub fn numbering(&self) -> FrameNumbers {
        let own = self.take().and_then(|open| open.take.even_numbers());
        let own = own.filter(|_| self.is_on(ViewToggle::FileNumbers));
        own.unwrap_or(FrameNumbers::FROM_0)
    }

    pub fn frame_of(&self, open: &OpenTake) -> usize {
        self.session.frame_of(open)
    }

    pub fn moment_of(&self, open: &OpenTake) -> Moment {
        self.session.moment_of(open, self.playing())
    }

    pub fn is_blending(&self) -> bool {
        self.session.is_blending(self.playing())
    }

    /// Whether other takes make the timeline longer than the active one is: its frames are then those
    /// of the session, and not of a take.
    pub fn is_longer_than_take(&self) -> bool {
        let own = self.take().map_or(0, |open| open.whole_last());
        self.session.timeline.before > 0 || self.session.timeline.last() > own
    }

    pub fn is_outside(&self, open: &OpenTake) -> bool {
        self.session.is_outside(open, self.playing())
    }

    /// Whether time changes anything.
    pub fn is_moving(&self) -> bool {
        let is_playing = !self.session.takes.is_empty() && self.session.playback.is_playing();
        self.view.is_in_transition() || is_playing
    }

    pub fn tick(&mut self, dt: f64) -> bool {
        let moved = self.view.tick(dt);
        self.session.tick(dt, &self.view.options.playback) || moved
    }

    /// Records that a picture of this moment was shown, how many redraws there are a second, and
    /// how many did not come.
    pub fn record_redraw(&mut self, rate: Option<f64>, skipped_frames: u64) {
        self.session.playback.seen();
        self.session.redraw_rate = rate;
        self.session.skipped_frames = skipped_frames;
    }

    /// Records the size that the view was laid out with, of which each cell has its part.
    pub fn set_view_size(&mut self, size: Vec2) {
        self.view.set_size(self.cell_size(size), &self.session);
    }

    /// Whether a node of the active take has no place at the moment that was prepared.
    pub fn is_gap(&self, node: NodeId) -> bool {
        self.take().is_some_and(|open| !open.pose.position(node).is_finite())
    }

    /// Brings poses and camera to the moment that shows. Layout and drawing answer for this moment.
    pub fn prepare(&mut self) {
        self.session.prepare(&self.view.options.playback);
        self.interface.prepare(&self.session);
        self.view.prepare(&self.session);
    }
}

impl FeatureCommand for HistoryCommand {
    fn apply(self, state: &mut State, effects: &mut Vec<Effect>) {
        let edit = match self {
            Self::Undo => state.history.undo(),
            Self::Redo => state.history.redo(),
        };
        if let Some(Edit { from, to }) = edit {
            state.change(effects, |session, out| session.restore(&from, &to, out));
        }
    }
}
