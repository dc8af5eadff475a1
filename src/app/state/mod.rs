//! The state of the window as plain data, and `State::apply`, which carries out every command.
//!
//! A state has no files, threads or clock: what is to be done outside comes back as [`Effect`]s.

pub(crate) mod draw;
pub(crate) mod history;
pub(crate) mod remember;

use glam::{Vec2, Vec3};

use crate::app::camera::SceneView;
use crate::app::command::Command;
use crate::app::command::history::HistoryCommand;
use crate::app::compare::command::CompareCommand;
use crate::app::desktop::analyses::{Analysed, Analysis, AnalysisKey};
use crate::app::effect::Effect;
use crate::app::interface::Interface;
use crate::app::interface::command::InterfaceCommand;
use crate::app::interface::settings::Settings;
use crate::app::opening::command::FilesCommand;
use crate::app::opening::request::Arrival;
use crate::app::selection::command::SelectionCommand;
use crate::app::session::{Outcome, Reframe, Session};
use crate::app::session_file::command::AfterSaving;
use crate::app::session_file::document::Document;
use crate::app::takes::open_take::OpenTake;
use crate::app::video::reference::{ShownSound, ShownVideo};
use crate::files::OpenOptions;
use crate::options::{PlaybackOptions, ViewToggle};
use crate::playback::{Moment, Playback};
use crate::scene::{Placement, Theme};
use crate::take::{FrameNumbers, NodeId, Take};

use crate::app::state::history::Edit;
pub use crate::app::state::history::History;

/// Everything that a picture of the window depends on.
#[derive(Default)]
pub struct State {
    /// What is open.
    pub session: Session,
    /// How it is looked at.
    pub view: SceneView,
    /// What stands around the view.
    pub interface: Interface,
    /// What the person prefers.
    pub settings: Settings,
    /// What can be taken back.
    pub history: History,
    /// The session file that is open.
    pub document: Document,
    /// What there is to show of the reference video.
    pub(crate) video: Option<ShownVideo>,
    /// What there is to draw of its sound.
    pub(crate) sound: Option<ShownSound>,
    /// How often something was changed.
    pub(crate) revision: u64,
}

impl State {
    /// The window on nothing yet, which will read files so.
    pub fn reading(open_options: OpenOptions) -> Self {
        let mut state = Self::default();
        state.session.open_options = open_options;
        state
    }

    /// The window on a take that is in memory.
    pub fn of(take: Take) -> Self {
        let open = OpenTake::new(take, None, OpenOptions::default(), Placement::default());
        let mut state = Self { session: Session::of(open), ..Self::default() };
        state.view.reframe(Reframe::Reset, &state.session);
        state
    }

    /// Carries a command out. Nothing else that a person does changes what the window shows.
    #[must_use = "nobody else carries the effects out"]
    pub fn apply(&mut self, command: impl Into<Command>) -> Vec<Effect> {
        let command = command.into();
        let edit = command.edit();
        let before = edit.map(|edit| (edit, self.session.edits()));
        let mut effects = Vec::new();
        self.carry_out(command, &mut effects);
        if let Some((edit, before)) = before {
            let after = self.session.edits();
            self.session.note_unsaved(&before, &after);
            self.history.note(edit, before, &after);
        }
        self.revision += 1;
        self.note_changes();
        effects
    }

    /// How often something was changed: as long as this is the same, nothing was but the moment that shows.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    fn carry_out(&mut self, command: Command, effects: &mut Vec<Effect>) {
        match command {
            Command::Playback(command) => self.session.play(command),
            Command::Timeline(command) => self.session.set_range(command),
            Command::Camera(command) => {
                self.prepare();
                let notices = &mut self.interface.notices;
                let keymap = &self.settings.keymap;
                self.view.look(command, &self.session, keymap, notices);
            }
            Command::Display(command) => self.view.change_display(command),
            Command::Selection(command) => {
                self.change(effects, |session, _| {
                    session.select(command);
                    Reframe::Keep
                });
            }
            Command::Figure(command) => {
                self.session.colour(command, effects, &mut self.interface.notices);
            }
            Command::Takes(command) => {
                self.change(effects, |session, out| session.arrange(command, out));
            }
            Command::Notes(command) => self.note(command, effects),
            Command::Rating(command) => self.session.rate(command),
            Command::Checks(command) => {
                self.change(effects, |session, out| {
                    session.go_through_findings(command, out.notices);
                    Reframe::Keep
                });
            }
            Command::Compare(command) => {
                let goes_to = match command {
                    CompareCommand::GoToWorst(node) => Some(node),
                    _ => None,
                };
                self.change(effects, |session, out| session.compare(command, out));
                if let Some(node) = goes_to {
                    self.prepare();
                    let open = self.session.takes.active();
                    let at = open.map(|open| open.stage.world(open.pose.position(node)));
                    self.view.reveal(at.unwrap_or(Vec3::NAN));
                }
            }
            Command::Files(FilesCommand::Open(paths)) => self.open_files(paths, effects),
            Command::Columns(command) => self.say_columns(command, effects),
            Command::Export(command) => self.export(command, effects),
            Command::Session(command) => self.keep_session(command, effects),
            Command::Files(command) => {
                self.change(effects, |session, out| session.request_files(command, out));
            }
            Command::Interface(InterfaceCommand::Quit)
                if self.asks_before(AfterSaving::Quit) || self.asks_about_notes() => {}
            // What was begun last ends first.
            Command::Interface(InterfaceCommand::Escape)
                if self.interface.overlay.is_none() && self.session.draws.is_some() =>
            {
                self.session.draws = None;
            }
            Command::Interface(command) => {
                let was_nothing_open = self.interface.apply(command, effects);
                if was_nothing_open && !self.session.leave_finding() {
                    self.session.select(SelectionCommand::Select(None));
                }
            }
            Command::Measures(command) => {
                self.change(effects, |session, out| {
                    session.change_measures(command, out);
                    Reframe::Keep
                });
            }
            Command::Video(command) => self.change_video(command, effects),
            Command::Curves(command) => self.interface.change_curves(command),
            Command::Settings(command) => self.settings.apply(command, effects),
            Command::History(command) => {
                let edit = match command {
                    HistoryCommand::Undo => self.history.undo(),
                    HistoryCommand::Redo => self.history.redo(),
                };
                if let Some(Edit { from, to }) = edit {
                    self.change(effects, |session, out| session.restore(&from, &to, out));
                }
            }
        }
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
        if let Reframe::LookFrom(_) = reframe {
            self.session.prepare(&self.view.options.playback);
        }
        self.view.reframe(reframe, &self.session);
    }

    /// Lets in what has come of what was asked for.
    #[must_use = "nobody else carries the effects out"]
    pub fn arrive(&mut self, arrival: Arrival) -> Vec<Effect> {
        let mut effects = Vec::new();
        match arrival {
            Arrival::Step(_) => {}
            _ => self.revision += 1,
        }
        match arrival {
            Arrival::Session { id, path, read } => {
                self.take_in_session(id, path, read, &mut effects);
            }
            arrival => self.take_in_arrival(arrival, &mut effects),
        }
        self.continue_opening();
        self.note_changes();
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

    /// Takes in what was found out.
    pub fn take_in(&mut self, analysed: Analysed) {
        self.session.take_in(analysed, &mut self.interface.notices);
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
        self.apply(if paths.is_empty() {
            FilesCommand::OpenBuiltin
        } else {
            FilesCommand::Open(paths)
        })
    }

    /// The active take.
    pub fn take(&self) -> Option<&OpenTake> {
        self.session.takes.active()
    }

    /// The playhead, where there is something to play.
    pub fn playback(&self) -> Option<&Playback> {
        self.take().map(|_| &self.session.playback)
    }

    /// The theme that holds.
    pub fn theme(&self) -> Theme {
        self.settings.shown_theme()
    }

    /// Whether something is on.
    pub fn is_on(&self, toggle: ViewToggle) -> bool {
        self.view.options.is_on(toggle)
    }

    pub(crate) fn playing(&self) -> &PlaybackOptions {
        &self.view.options.playback
    }

    /// What the active take calls the frame that shows.
    pub fn number(&self) -> i64 {
        let session = &self.session;
        session.timeline.number(session.playback.frame())
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

    /// The frame of a take that shows.
    pub fn frame_of(&self, open: &OpenTake) -> usize {
        self.session.frame_of(open)
    }

    /// The moment of a take that shows, between two frames while they are blended.
    pub fn moment_of(&self, open: &OpenTake) -> Moment {
        self.session.moment_of(open, self.playing())
    }

    /// Whether moments between frames show as a blend of both.
    pub fn is_blending(&self) -> bool {
        self.session.is_blending(self.playing())
    }

    /// Whether other takes make the timeline longer than the active one is: its frames are then those
    /// of the session, and not of a take.
    pub fn is_session(&self) -> bool {
        let own = self.take().map_or(0, |open| open.whole_last());
        let timeline = &self.session.timeline;
        timeline.before > 0 || timeline.last() > own
    }

    /// Whether a take beside others has not begun at the moment that shows, or has ended.
    pub fn is_outside(&self, open: &OpenTake) -> bool {
        self.session.is_outside(open, self.playing())
    }

    /// Whether time changes anything.
    pub fn is_moving(&self) -> bool {
        let is_playing = !self.session.takes.is_empty() && self.session.playback.is_playing();
        self.view.is_in_transition() || is_playing
    }

    /// Moves time on, and tells whether the picture may have changed.
    pub fn tick(&mut self, dt: f64) -> bool {
        let moved = self.view.tick(dt);
        let options = &self.view.options.playback;
        self.session.tick(dt, options) || moved
    }

    /// Takes note that a picture of this moment was shown, of how many redraws there are a second, and
    /// of how many did not come.
    pub fn note_redraw(&mut self, rate: Option<f64>, skipped_frames: u64) {
        let session = &mut self.session;
        session.playback.seen();
        session.redraw_rate = rate;
        session.skipped_frames = skipped_frames;
    }

    /// Takes note of the size that the view was laid out with, of which each cell has its part.
    pub fn set_view_size(&mut self, size: Vec2) {
        self.view.set_size(self.cell_size(size), &self.session);
    }

    /// Whether a node of the active take has no place at the moment that was prepared.
    pub fn is_gap(&self, node: NodeId) -> bool {
        let open = self.take();
        open.is_some_and(|open| !open.pose.position(node).is_finite())
    }

    /// Brings poses and camera to the moment that shows. Layout and drawing answer for this moment.
    pub fn prepare(&mut self) {
        self.session.prepare(&self.view.options.playback);
        self.interface.prepare(&self.session);
        self.view.prepare(&self.session);
    }
}
