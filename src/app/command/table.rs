//! The action table: id, name, default shortcuts and command of every action.
//!
//! Keys, menus, the command palette, tooltips, the list of shortcuts and the manual's list of keys are all read
//! from here.

use egui::{Key, Modifiers};

use super::{
    CameraCommand, ChecksCommand, Command, CompareCommand, CurvesCommand, DisplayCommand, DrawTool,
    ExportCommand, FigureCommand, FilesCommand, HistoryCommand, InterfaceCommand, MeasuresCommand,
    NotesCommand, NotesFormat, PlaybackCommand, RatingCommand, SessionCommand, SettingsCommand,
    Shortcut, TakesCommand, TimelineCommand, VideoCommand,
};
use crate::app::compare::AlignChoice;
use crate::options::{CompareMode, Labels, OutsideFrames, Overlay, Panel, Tab, ViewToggle};
use crate::playback::{Direction, RATES};
use crate::review::compare::Sync;
use crate::review::measure::MeasureKind;
use crate::review::notes::{Kind, StrokeShape, Verdict};
use crate::scene::{DisplayStyle, Scheme, Theme, View};

/// What an action has to do with, as a heading where actions are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The playhead.
    Playing,
    /// The frames that playing keeps to.
    Range,
    /// The camera.
    View,
    /// How figures look.
    Figure,
    /// What is open.
    Takes,
    /// What is wrong with it, and what is said of it.
    Review,
    /// The window itself.
    Window,
}

impl Group {
    /// Every group, in the order in which people learn them.
    pub const ALL: [Self; 7] = [
        Self::Playing,
        Self::Range,
        Self::View,
        Self::Figure,
        Self::Takes,
        Self::Review,
        Self::Window,
    ];

    /// The heading.
    pub fn name(self) -> &'static str {
        match self {
            Self::Playing => "Playback",
            Self::Range => "In and out",
            Self::View => "View",
            Self::Figure => "Figure",
            Self::Takes => "Takes",
            Self::Review => "Review",
            Self::Window => "Window",
        }
    }
}

/// One row of the table.
#[derive(Debug)]
pub struct Action {
    /// The heading that it is listed under.
    pub group: Group,
    /// The word for it in the settings file.
    pub id: &'static str,
    /// What it does: sentence case, without a full stop.
    pub name: &'static str,
    /// The keys that it has unless the settings say otherwise; the first one is shown in tips.
    pub keys: &'static [Shortcut],
    /// Whether holding a key repeats it.
    pub repeats: bool,
    /// Whether its keys hold while the text of a note is typed, and only then.
    pub in_note: bool,
    /// What it asks for.
    pub command: Command,
}

impl Action {
    /// What it does, and where its keys hold if they do not everywhere.
    pub fn with_scope(&self) -> String {
        if self.in_note {
            format!("{} (in its text)", self.name)
        } else {
            self.name.to_string()
        }
    }

    const fn held(mut self) -> Self {
        self.repeats = true;
        self
    }

    const fn in_note(mut self) -> Self {
        self.in_note = true;
        self
    }
}

const fn action(
    group: Group,
    id: &'static str,
    name: &'static str,
    keys: &'static [Shortcut],
    command: Command,
) -> Action {
    Action {
        group,
        id,
        name,
        keys,
        repeats: false,
        in_note: false,
        command,
    }
}

const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;
const ALT: Modifiers = Modifiers::ALT;

/// Every action, group by group.
#[rustfmt::skip]
pub const ACTIONS: &[Action] = &[
    action(Group::Playing, "play", "Play/pause", &[Shortcut::plain(Key::Space)], Command::Playback(PlaybackCommand::Toggle)),
    action(Group::Playing, "shuttle-back", "Shuttle backwards (repeat: faster; with K: one frame)", &[Shortcut::plain(Key::J)], Command::Playback(PlaybackCommand::Shuttle(Direction::Backwards))),
    action(Group::Playing, "pause", "Pause", &[Shortcut::plain(Key::K)], Command::Playback(PlaybackCommand::Pause)),
    action(Group::Playing, "shuttle-on", "Shuttle forwards (repeat: faster; with K: one frame)", &[Shortcut::plain(Key::L)], Command::Playback(PlaybackCommand::Shuttle(Direction::Forwards))),
    action(Group::Playing, "step-back", "Previous frame", &[Shortcut::plain(Key::ArrowLeft), Shortcut::with(ALT, Key::ArrowLeft), Shortcut::plain(Key::Comma)], Command::Playback(PlaybackCommand::Step(-1))).held(),
    action(Group::Playing, "step-on", "Next frame", &[Shortcut::plain(Key::ArrowRight), Shortcut::with(ALT, Key::ArrowRight), Shortcut::plain(Key::Period)], Command::Playback(PlaybackCommand::Step(1))).held(),
    action(Group::Playing, "ten-back", "10 frames back", &[Shortcut::with(SHIFT, Key::ArrowLeft)], Command::Playback(PlaybackCommand::Step(-10))).held(),
    action(Group::Playing, "ten-on", "10 frames forward", &[Shortcut::with(SHIFT, Key::ArrowRight)], Command::Playback(PlaybackCommand::Step(10))).held(),
    action(Group::Playing, "second-back", "1 second back", &[Shortcut::with(CTRL, Key::ArrowLeft)], Command::Playback(PlaybackCommand::StepSeconds(-1))).held(),
    action(Group::Playing, "second-on", "1 second forward", &[Shortcut::with(CTRL, Key::ArrowRight)], Command::Playback(PlaybackCommand::StepSeconds(1))).held(),
    action(Group::Playing, "first", "Go to in point (again: first frame)", &[Shortcut::plain(Key::Home)], Command::Playback(PlaybackCommand::First)),
    action(Group::Playing, "last", "Go to out point (again: last frame)", &[Shortcut::plain(Key::End)], Command::Playback(PlaybackCommand::Last)),
    action(Group::Playing, "go-to", "Go to frame or time", &[Shortcut::plain(Key::G)], Command::Interface(InterfaceCommand::Overlay(Some(Overlay::GoTo)))),
    action(Group::Playing, "slower", "Playback speed: slower", &[Shortcut::with(SHIFT, Key::Comma)], Command::Playback(PlaybackCommand::Slower)),
    action(Group::Playing, "faster", "Playback speed: faster", &[Shortcut::with(SHIFT, Key::Period)], Command::Playback(PlaybackCommand::Faster)),
    action(Group::Playing, "rate-1", "Playback speed: normal", &[Shortcut::plain(Key::Backspace)], Command::Playback(PlaybackCommand::SetSpeed(1.0))),
    action(Group::Playing, "end-mode", "Loop mode: loop, ping-pong, once", &[Shortcut::with(SHIFT, Key::P)], Command::Playback(PlaybackCommand::NextLoopMode)),
    action(Group::Playing, "every-frame", "Toggle play every frame", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::EveryFrame))),
    action(Group::Playing, "blend", "Toggle frame blending", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Blend))),
    action(Group::Playing, "fps-file", "Play at the file's rate", &[], Command::Playback(PlaybackCommand::PlayAt(None))),
    action(Group::Playing, "fps-23", "Play at 23.976 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[0])))),
    action(Group::Playing, "fps-24", "Play at 24 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[1])))),
    action(Group::Playing, "fps-25", "Play at 25 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[2])))),
    action(Group::Playing, "fps-29", "Play at 29.97 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[3])))),
    action(Group::Playing, "fps-30", "Play at 30 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[4])))),
    action(Group::Playing, "fps-48", "Play at 48 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[5])))),
    action(Group::Playing, "fps-50", "Play at 50 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[6])))),
    action(Group::Playing, "fps-59", "Play at 59.94 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[7])))),
    action(Group::Playing, "fps-60", "Play at 60 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[8])))),
    action(Group::Playing, "fps-120", "Play at 120 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[9])))),
    action(Group::Playing, "timecode", "Toggle timecode/seconds", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Timecode))),
    action(Group::Range, "range-in", "Set in point", &[Shortcut::plain(Key::I), Shortcut::plain(Key::OpenBracket)], Command::Timeline(TimelineCommand::SetIn)),
    action(Group::Range, "range-out", "Set out point", &[Shortcut::plain(Key::O), Shortcut::plain(Key::CloseBracket)], Command::Timeline(TimelineCommand::SetOut)),
    action(Group::Range, "clear-in", "Clear in point", &[Shortcut::with(SHIFT, Key::I)], Command::Timeline(TimelineCommand::ClearIn)),
    action(Group::Range, "clear-out", "Clear out point", &[Shortcut::with(SHIFT, Key::O)], Command::Timeline(TimelineCommand::ClearOut)),
    action(Group::Range, "clear-range", "Clear in and out", &[Shortcut::plain(Key::Backslash)], Command::Timeline(TimelineCommand::ClearRange)),
    action(Group::Range, "range", "Toggle range playback", &[Shortcut::plain(Key::P)], Command::Timeline(TimelineCommand::ToggleRange)),
    action(Group::Range, "fit-timeline", "Zoom timeline to fit", &[], Command::Timeline(TimelineCommand::ShowSpan(None))),
    action(Group::View, "frame-selection", "Frame selection", &[Shortcut::plain(Key::F)], Command::Camera(CameraCommand::FrameSelection)),
    action(Group::View, "frame-all", "Frame all", &[Shortcut::plain(Key::A)], Command::Camera(CameraCommand::FrameAll)),
    action(Group::View, "follow", "Follow figure (camera tracking)", &[Shortcut::plain(Key::T)], Command::Camera(CameraCommand::ToggleFollow)),
    action(Group::View, "front", "Front", &[Shortcut::plain(Key::Num1)], Command::Camera(CameraCommand::Look(View::Front))),
    action(Group::View, "back", "Back", &[Shortcut::with(CTRL, Key::Num1)], Command::Camera(CameraCommand::Look(View::Back))),
    action(Group::View, "right", "Right", &[Shortcut::plain(Key::Num3)], Command::Camera(CameraCommand::Look(View::Right))),
    action(Group::View, "left", "Left", &[Shortcut::with(CTRL, Key::Num3)], Command::Camera(CameraCommand::Look(View::Left))),
    action(Group::View, "top", "Top", &[Shortcut::plain(Key::Num7)], Command::Camera(CameraCommand::Look(View::Top))),
    action(Group::View, "bottom", "Bottom", &[Shortcut::with(CTRL, Key::Num7)], Command::Camera(CameraCommand::Look(View::Bottom))),
    action(Group::View, "projection", "Toggle perspective/orthographic", &[Shortcut::plain(Key::Num5)], Command::Camera(CameraCommand::ToggleProjection)),
    action(Group::View, "home", "Reset view", &[Shortcut::plain(Key::Num0)], Command::Camera(CameraCommand::ResetView)),
    action(Group::View, "view-1", "Show saved view 1", &[Shortcut::plain(Key::F2)], Command::Camera(CameraCommand::ShowView(1))),
    action(Group::View, "view-2", "Show saved view 2", &[Shortcut::plain(Key::F3)], Command::Camera(CameraCommand::ShowView(2))),
    action(Group::View, "view-3", "Show saved view 3", &[Shortcut::plain(Key::F4)], Command::Camera(CameraCommand::ShowView(3))),
    action(Group::View, "view-4", "Show saved view 4", &[], Command::Camera(CameraCommand::ShowView(4))),
    action(Group::View, "view-5", "Show saved view 5", &[], Command::Camera(CameraCommand::ShowView(5))),
    action(Group::View, "view-6", "Show saved view 6", &[], Command::Camera(CameraCommand::ShowView(6))),
    action(Group::View, "view-7", "Show saved view 7", &[], Command::Camera(CameraCommand::ShowView(7))),
    action(Group::View, "view-8", "Show saved view 8", &[], Command::Camera(CameraCommand::ShowView(8))),
    action(Group::View, "view-9", "Show saved view 9", &[], Command::Camera(CameraCommand::ShowView(9))),
    action(Group::View, "save-view-1", "Save view 1", &[Shortcut::with(SHIFT, Key::F2)], Command::Camera(CameraCommand::SaveView(1))),
    action(Group::View, "save-view-2", "Save view 2", &[Shortcut::with(SHIFT, Key::F3)], Command::Camera(CameraCommand::SaveView(2))),
    action(Group::View, "save-view-3", "Save view 3", &[Shortcut::with(SHIFT, Key::F4)], Command::Camera(CameraCommand::SaveView(3))),
    action(Group::View, "save-view-4", "Save view 4", &[], Command::Camera(CameraCommand::SaveView(4))),
    action(Group::View, "save-view-5", "Save view 5", &[], Command::Camera(CameraCommand::SaveView(5))),
    action(Group::View, "save-view-6", "Save view 6", &[], Command::Camera(CameraCommand::SaveView(6))),
    action(Group::View, "save-view-7", "Save view 7", &[], Command::Camera(CameraCommand::SaveView(7))),
    action(Group::View, "save-view-8", "Save view 8", &[], Command::Camera(CameraCommand::SaveView(8))),
    action(Group::View, "save-view-9", "Save view 9", &[], Command::Camera(CameraCommand::SaveView(9))),
    action(Group::View, "lens-24", "Lens: 24 mm", &[], Command::Camera(CameraCommand::Lens(24.0))),
    action(Group::View, "lens-35", "Lens: 35 mm", &[], Command::Camera(CameraCommand::Lens(35.0))),
    action(Group::View, "lens-50", "Lens: 50 mm", &[], Command::Camera(CameraCommand::Lens(50.0))),
    action(Group::View, "lens-85", "Lens: 85 mm", &[], Command::Camera(CameraCommand::Lens(85.0))),
    action(Group::View, "grid", "Toggle grid", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Grid))),
    action(Group::View, "floor-shown", "Toggle floor and shadows", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Floor))),
    action(Group::View, "picture", "Save screenshot", &[Shortcut::plain(Key::F12)], Command::Files(FilesCommand::SaveScreenshot { transparent: false, labels: false })),
    action(Group::View, "picture-labels", "Save screenshot with labels", &[Shortcut::with(SHIFT, Key::F12)], Command::Files(FilesCommand::SaveScreenshot { transparent: false, labels: true })),
    action(Group::View, "cut-out", "Save screenshot (transparent)", &[Shortcut::with(CTRL, Key::F12)], Command::Files(FilesCommand::SaveScreenshot { transparent: true, labels: false })),
    action(Group::View, "copy-picture", "Copy screenshot", &[Shortcut::with(CTRL, Key::C)], Command::Files(FilesCommand::CopyScreenshot { labels: false })),
    action(Group::View, "copy-picture-labels", "Copy screenshot with labels", &[], Command::Files(FilesCommand::CopyScreenshot { labels: true })),
    action(Group::Figure, "display", "Next figure style: sticks, octahedra, capsules", &[], Command::Display(DisplayCommand::NextStyle)),
    action(Group::Figure, "sticks", "Figure style: sticks", &[], Command::Display(DisplayCommand::Style(DisplayStyle::Stick))),
    action(Group::Figure, "octahedra", "Figure style: octahedra", &[], Command::Display(DisplayCommand::Style(DisplayStyle::Octahedra))),
    action(Group::Figure, "capsules", "Figure style: capsules", &[], Command::Display(DisplayCommand::Style(DisplayStyle::Capsules))),
    action(Group::Figure, "by-side", "Colour by side", &[], Command::Figure(FigureCommand::SetScheme(Scheme::Side))),
    action(Group::Figure, "by-limb", "Colour by limb", &[], Command::Figure(FigureCommand::SetScheme(Scheme::Limb))),
    action(Group::Figure, "by-subject", "Colour by subject", &[], Command::Figure(FigureCommand::SetScheme(Scheme::Subject))),
    action(Group::Figure, "by-depth", "Colour by depth", &[], Command::Figure(FigureCommand::SetScheme(Scheme::Depth))),
    action(Group::Figure, "by-speed", "Colour by speed", &[], Command::Figure(FigureCommand::SetScheme(Scheme::Speed))),
    action(Group::Figure, "ghosts", "Ghosts (onion skin)", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Ghosts))),
    action(Group::Figure, "trails", "Motion trails", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Trails))),
    action(Group::Figure, "labels", "Labels: off, selection, all", &[], Command::Display(DisplayCommand::NextLabels)),
    action(Group::Figure, "names-selection", "Labels: selection", &[], Command::Display(DisplayCommand::Labels(Labels::Selection))),
    action(Group::Figure, "names-all", "Labels: all", &[], Command::Display(DisplayCommand::Labels(Labels::All))),
    action(Group::Figure, "names-none", "Labels: off", &[], Command::Display(DisplayCommand::Labels(Labels::Off))),
    action(Group::Figure, "joint-axes", "Joint axes", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::JointAxes))),
    action(Group::Figure, "depth-cue", "Depth cueing", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::DepthCue))),
    action(Group::Figure, "relationship-lines", "Relationship lines", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Relations))),
    action(Group::Figure, "hair-and-cloth", "Hair and cloth", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Secondary))),
    action(Group::Figure, "floor-found", "Floor: lowest contact", &[], Command::Takes(TakesCommand::SetFloorAtOrigin(false))),
    action(Group::Figure, "floor-zero", "Floor: file origin", &[], Command::Takes(TakesCommand::SetFloorAtOrigin(true))),
    action(Group::Figure, "reset-colours", "Reset colours", &[], Command::Figure(FigureCommand::ResetColours)),
    action(Group::Figure, "line", "Connect/disconnect markers", &[], Command::Figure(FigureCommand::ToggleConnection)),
    action(Group::Figure, "clear-lines", "Disconnect all markers", &[], Command::Figure(FigureCommand::DisconnectAll)),
    action(Group::Figure, "attach-object", "Attach object…", &[], Command::Figure(FigureCommand::AskForObjectOfSelection)),
    action(Group::Figure, "measure-distance", "Measure distance of two joints", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::Distance))),
    action(Group::Figure, "measure-angle", "Measure angle of three joints, at the second", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::Angle))),
    action(Group::Figure, "measure-height", "Measure height of a joint", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::Height))),
    action(Group::Figure, "measure-speed", "Measure speed of a joint", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::Speed))),
    action(Group::Figure, "measure-acceleration", "Measure acceleration of a joint", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::Acceleration))),
    action(Group::Figure, "measure-angular-velocity", "Measure angular velocity of a joint", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::AngularVelocity))),
    action(Group::Figure, "measure-com", "Measure centre of mass", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::CentreOfMass))),
    action(Group::Figure, "measure-com-height", "Measure height of the centre of mass", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::CentreOfMassHeight))),
    action(Group::Figure, "measure-support", "Measure centre of mass over its support", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::Support))),
    action(Group::Figure, "remove-measures", "Remove all measures", &[], Command::Measures(MeasuresCommand::RemoveAll)),
    action(Group::Figure, "file-numbers", "Toggle frame numbers: file, from 0", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::FileNumbers))),
    action(Group::Takes, "save-session", "Save session", &[Shortcut::with(CTRL, Key::S)], Command::Session(SessionCommand::Save)),
    action(Group::Takes, "save-session-as", "Save session as", &[Shortcut::with(CTRL.plus(SHIFT), Key::S)], Command::Session(SessionCommand::SaveAs)),
    action(Group::Takes, "open", "Open files", &[Shortcut::with(CTRL, Key::O)], Command::Files(FilesCommand::AskForFiles)),
    action(Group::Takes, "open-folder", "Open folder", &[Shortcut::with(CTRL.plus(SHIFT), Key::O)], Command::Files(FilesCommand::AskForFolder)),
    action(Group::Takes, "previous-take", "Previous take in folder", &[Shortcut::plain(Key::PageUp)], Command::Files(FilesCommand::NextInFolder { step: -1, add: false })),
    action(Group::Takes, "next-take", "Next take in folder", &[Shortcut::plain(Key::PageDown)], Command::Files(FilesCommand::NextInFolder { step: 1, add: false })),
    action(Group::Takes, "next-unrated", "Next unrated take", &[Shortcut::with(SHIFT, Key::PageDown)], Command::Files(FilesCommand::NextUnrated(1))),
    action(Group::Takes, "previous-unrated", "Previous unrated take", &[Shortcut::with(SHIFT, Key::PageUp)], Command::Files(FilesCommand::NextUnrated(-1))),
    action(Group::Takes, "add-previous", "Add previous take in folder", &[Shortcut::with(CTRL, Key::PageUp)], Command::Files(FilesCommand::NextInFolder { step: -1, add: true })),
    action(Group::Takes, "add-next", "Add next take in folder", &[Shortcut::with(CTRL, Key::PageDown)], Command::Files(FilesCommand::NextInFolder { step: 1, add: true })),
    action(Group::Takes, "reload", "Reload from disk", &[Shortcut::plain(Key::F5)], Command::Files(FilesCommand::Reload)),
    action(Group::Takes, "copy-convert", "Copy convert command", &[], Command::Files(FilesCommand::CopyConvert)),
    action(Group::Takes, "close", "Close take", &[Shortcut::with(CTRL, Key::W)], Command::Takes(TakesCommand::CloseActive)),
    action(Group::Takes, "show-all", "Show all takes", &[], Command::Takes(TakesCommand::ShowAll)),
    action(Group::Takes, "outside-hold", "Takes outside their frames: hold", &[], Command::Display(DisplayCommand::OutsideFrames(OutsideFrames::Hold))),
    action(Group::Takes, "outside-dim", "Takes outside their frames: dim", &[], Command::Display(DisplayCommand::OutsideFrames(OutsideFrames::Dim))),
    action(Group::Takes, "outside-hide", "Takes outside their frames: hide", &[], Command::Display(DisplayCommand::OutsideFrames(OutsideFrames::Hide))),
    action(Group::Takes, "built-in", "Open built-in take", &[], Command::Files(FilesCommand::OpenBuiltin)),
    action(Group::Takes, "forget-recent", "Clear recent files", &[], Command::Files(FilesCommand::ClearRecent)),
    action(Group::Review, "add-note", "Add note", &[Shortcut::plain(Key::M)], Command::Notes(NotesCommand::Add)),
    action(Group::Review, "note-finding", "Note this finding", &[Shortcut::with(SHIFT, Key::M)], Command::Notes(NotesCommand::AddOfCurrent)),
    action(Group::Review, "kind-fault", "Kind of note: fault", &[Shortcut::with(CTRL, Key::Num1)], Command::Notes(NotesCommand::SetKindOfCurrent(Kind::Fault))).in_note(),
    action(Group::Review, "kind-question", "Kind of note: question", &[Shortcut::with(CTRL, Key::Num2)], Command::Notes(NotesCommand::SetKindOfCurrent(Kind::Question))).in_note(),
    action(Group::Review, "kind-good", "Kind of note: good", &[Shortcut::with(CTRL, Key::Num3)], Command::Notes(NotesCommand::SetKindOfCurrent(Kind::Good))).in_note(),
    action(Group::Review, "kind-to-do", "Kind of note: to do", &[Shortcut::with(CTRL, Key::Num4)], Command::Notes(NotesCommand::SetKindOfCurrent(Kind::ToDo))).in_note(),
    action(Group::Review, "previous-note", "Previous note", &[Shortcut::plain(Key::ArrowUp)], Command::Notes(NotesCommand::Step(-1))).held(),
    action(Group::Review, "next-note", "Next note", &[Shortcut::plain(Key::ArrowDown)], Command::Notes(NotesCommand::Step(1))).held(),
    action(Group::Review, "draw", "Draw: freehand", &[], Command::Notes(NotesCommand::DrawWith(Some(DrawTool::Draw(StrokeShape::Freehand))))),
    action(Group::Review, "draw-arrow", "Draw: arrow", &[], Command::Notes(NotesCommand::DrawWith(Some(DrawTool::Draw(StrokeShape::Arrow))))),
    action(Group::Review, "draw-circle", "Draw: circle", &[], Command::Notes(NotesCommand::DrawWith(Some(DrawTool::Draw(StrokeShape::Circle))))),
    action(Group::Review, "draw-erase", "Draw: eraser", &[], Command::Notes(NotesCommand::DrawWith(Some(DrawTool::Erase)))),
    action(Group::Review, "copy-notes", "Copy notes as Markdown", &[], Command::Notes(NotesCommand::Copy)),
    action(Group::Review, "export-notes-md", "Export notes: Markdown", &[], Command::Notes(NotesCommand::Export(NotesFormat::Markdown))),
    action(Group::Review, "export-notes-csv", "Export notes: CSV", &[], Command::Notes(NotesCommand::Export(NotesFormat::Csv))),
    action(Group::Review, "export-notes-otio", "Export notes: OpenTimelineIO", &[], Command::Notes(NotesCommand::Export(NotesFormat::Otio))),
    action(Group::Review, "export-notes-edl", "Export notes: EDL for DaVinci Resolve", &[], Command::Notes(NotesCommand::Export(NotesFormat::Edl))),
    action(Group::Review, "import-notes", "Import notes: CSV, OpenTimelineIO", &[], Command::Notes(NotesCommand::Import)),
    action(Group::Review, "add-event", "Add event", &[Shortcut::plain(Key::E)], Command::Notes(NotesCommand::AddEvent)),
    action(Group::Review, "stars-1", "Rate take: 1 star", &[Shortcut::with(ALT, Key::Num1)], Command::Rating(RatingCommand::Stars(1))),
    action(Group::Review, "stars-2", "Rate take: 2 stars", &[Shortcut::with(ALT, Key::Num2)], Command::Rating(RatingCommand::Stars(2))),
    action(Group::Review, "stars-3", "Rate take: 3 stars", &[Shortcut::with(ALT, Key::Num3)], Command::Rating(RatingCommand::Stars(3))),
    action(Group::Review, "stars-4", "Rate take: 4 stars", &[Shortcut::with(ALT, Key::Num4)], Command::Rating(RatingCommand::Stars(4))),
    action(Group::Review, "stars-5", "Rate take: 5 stars", &[Shortcut::with(ALT, Key::Num5)], Command::Rating(RatingCommand::Stars(5))),
    action(Group::Review, "stars-0", "Rate take: no rating", &[Shortcut::with(ALT, Key::Num0)], Command::Rating(RatingCommand::Clear)),
    action(Group::Review, "circle-take", "Circle take", &[Shortcut::with(ALT, Key::C)], Command::Rating(RatingCommand::Toggle(Verdict::Circled))),
    action(Group::Review, "keep-take", "Keep take", &[], Command::Rating(RatingCommand::Toggle(Verdict::Keep))),
    action(Group::Review, "reject-take", "Reject take", &[Shortcut::with(ALT, Key::X)], Command::Rating(RatingCommand::Toggle(Verdict::Reject))),
    action(Group::Review, "next-finding", "Next finding", &[Shortcut::plain(Key::N)], Command::Checks(ChecksCommand::Step(1))).held(),
    action(Group::Review, "previous-finding", "Previous finding", &[Shortcut::with(SHIFT, Key::N)], Command::Checks(ChecksCommand::Step(-1))).held(),
    action(Group::Review, "ignore-finding", "Ignore this finding", &[], Command::Checks(ChecksCommand::IgnoreCurrent)),
    action(Group::Review, "restore-findings", "Restore all ignored findings", &[], Command::Checks(ChecksCommand::RestoreAll)),
    action(Group::Review, "contacts", "Toggle foot contacts on the timeline", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Contacts))),
    action(Group::Review, "flick", "Flick between A and B", &[Shortcut::plain(Key::B)], Command::Compare(CompareCommand::Flick)),
    action(Group::Review, "difference", "Toggle difference", &[Shortcut::plain(Key::D)], Command::Compare(CompareCommand::Toggle(CompareMode::Difference))),
    action(Group::Review, "side-by-side", "Toggle side by side", &[], Command::Compare(CompareCommand::Toggle(CompareMode::SideBySide))),
    action(Group::Review, "overlay", "Toggle overlay", &[], Command::Compare(CompareCommand::Toggle(CompareMode::Overlay))),
    action(Group::Review, "end-compare", "Stop comparing", &[], Command::Compare(CompareCommand::SetMode(CompareMode::Off))),
    action(Group::Review, "swap-takes", "Swap take and reference", &[], Command::Compare(CompareCommand::Swap)),
    action(Group::Review, "nudge-back", "Nudge take earlier", &[Shortcut::with(ALT, Key::Comma)], Command::Compare(CompareCommand::Nudge(-1))).held(),
    action(Group::Review, "nudge-on", "Nudge take later", &[Shortcut::with(ALT, Key::Period)], Command::Compare(CompareCommand::Nudge(1))).held(),
    action(Group::Review, "align-none", "Align: none", &[], Command::Compare(CompareCommand::Align(AlignChoice::None))),
    action(Group::Review, "align-place", "Align: in place", &[], Command::Compare(CompareCommand::Align(AlignChoice::Place(None)))),
    action(Group::Review, "align-here", "Align: in place at this frame", &[], Command::Compare(CompareCommand::AlignHere)),
    action(Group::Review, "align-range", "Align: all frames (least squares)", &[], Command::Compare(CompareCommand::Align(AlignChoice::Range))),
    action(Group::Review, "sync-frame", "Sync: first frames", &[], Command::Compare(CompareCommand::Sync(Sync::Frame))),
    action(Group::Review, "sync-time", "Sync: file time", &[], Command::Compare(CompareCommand::Sync(Sync::Time))),
    action(Group::Review, "sync-motion", "Sync: motion of all joints", &[], Command::Compare(CompareCommand::Sync(Sync::Motion))),
    action(Group::Review, "sync-joint", "Sync: motion of the selected joint", &[], Command::Compare(CompareCommand::SyncBySelection)),
    action(Group::Review, "copy-differences", "Copy differences as CSV", &[], Command::Compare(CompareCommand::CopyTable)),
    action(Group::Review, "video", "Choose reference video", &[Shortcut::with(CTRL, Key::R)], Command::Video(VideoCommand::Ask)),
    action(Group::Review, "video-shown", "Toggle reference video", &[], Command::Video(VideoCommand::Toggle)),
    action(Group::Review, "video-split", "Toggle reference video beside the view/in a corner", &[], Command::Video(VideoCommand::ToggleSplit)),
    action(Group::Review, "video-sound", "Toggle sound of the reference video", &[], Command::Video(VideoCommand::ToggleSound)),
    action(Group::Review, "remove-video", "Remove reference video", &[], Command::Video(VideoCommand::RemoveActive)),
    action(Group::Window, "export", "Export…", &[Shortcut::with(CTRL, Key::E)], Command::Export(ExportCommand::Ask)),
    action(Group::Window, "report", "Report…", &[], Command::Export(ExportCommand::AskForReport)),
    action(Group::Window, "panels", "Toggle panels", &[Shortcut::plain(Key::Tab)], Command::Interface(InterfaceCommand::TogglePanels)),
    action(Group::Window, "left-panel", "Toggle takes and bones", &[], Command::Interface(InterfaceCommand::TogglePanel(Panel::Left))),
    action(Group::Window, "inspector", "Toggle inspector", &[], Command::Interface(InterfaceCommand::TogglePanel(Panel::Right))),
    action(Group::Window, "curves", "Toggle docked curves", &[Shortcut::plain(Key::C)], Command::Interface(InterfaceCommand::TogglePanel(Panel::Curves))),
    action(Group::Window, "curves-stacked", "Curve layout: overlay/stacked", &[], Command::Curves(CurvesCommand::ToggleStacked)),
    action(Group::Window, "curves-derivative", "Toggle curve derivative", &[], Command::Curves(CurvesCommand::ToggleDerivative)),
    action(Group::Window, "curves-fit", "Fit curve values", &[], Command::Curves(CurvesCommand::Fit)),
    action(Group::Window, "curves-follow", "Toggle curves follow timeline", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::CurvesFollow))),
    action(Group::Window, "tab-take", "Inspector: Take", &[], Command::Interface(InterfaceCommand::ShowTab(Tab::Take))),
    action(Group::Window, "tab-node", "Inspector: Node", &[], Command::Interface(InterfaceCommand::ShowTab(Tab::Node))),
    action(Group::Window, "tab-curves", "Inspector: Curves", &[], Command::Interface(InterfaceCommand::ShowTab(Tab::Curves))),
    action(Group::Window, "tab-notes", "Inspector: Notes", &[], Command::Interface(InterfaceCommand::ShowTab(Tab::Notes))),
    action(Group::Window, "tab-checks", "Inspector: Checks", &[], Command::Interface(InterfaceCommand::ShowTab(Tab::Checks))),
    action(Group::Window, "interface", "Toggle interface", &[Shortcut::plain(Key::H)], Command::Interface(InterfaceCommand::ToggleInterface)),
    action(Group::Window, "full-screen", "Toggle full screen", &[Shortcut::plain(Key::F11)], Command::Interface(InterfaceCommand::ToggleFullScreen)),
    action(Group::Window, "next-control", "Focus next control", &[Shortcut::plain(Key::F6)], Command::Interface(InterfaceCommand::NextControl(true))).held(),
    action(Group::Window, "previous-control", "Focus previous control", &[Shortcut::with(SHIFT, Key::F6)], Command::Interface(InterfaceCommand::NextControl(false))).held(),
    action(Group::Window, "undo", "Undo", &[Shortcut::with(CTRL, Key::Z)], Command::History(HistoryCommand::Undo)).held(),
    action(Group::Window, "redo", "Redo", &[Shortcut::with(CTRL.plus(SHIFT), Key::Z), Shortcut::with(CTRL, Key::Y)], Command::History(HistoryCommand::Redo)).held(),
    action(Group::Window, "dark", "Theme: dark", &[], Command::Settings(SettingsCommand::SetTheme(Some(Theme::Dark)))),
    action(Group::Window, "light", "Theme: light", &[], Command::Settings(SettingsCommand::SetTheme(Some(Theme::Light)))),
    action(Group::Window, "system-theme", "Theme: system", &[], Command::Settings(SettingsCommand::SetTheme(None))),
    action(Group::Window, "larger", "Interface size: larger", &[], Command::Settings(SettingsCommand::Larger)),
    action(Group::Window, "smaller", "Interface size: smaller", &[], Command::Settings(SettingsCommand::Smaller)),
    action(Group::Window, "usual-size", "Interface size: 100 %", &[], Command::Settings(SettingsCommand::SetScale(1.0))),
    action(Group::Window, "settings", "Edit settings file", &[], Command::Settings(SettingsCommand::Edit)),
    action(Group::Window, "palette", "Command palette", &[Shortcut::with(CTRL, Key::P)], Command::Interface(InterfaceCommand::Overlay(Some(Overlay::CommandPalette)))),
    action(Group::Window, "keys", "Keyboard shortcuts", &[Shortcut::plain(Key::F1), Shortcut::plain(Key::Questionmark)], Command::Interface(InterfaceCommand::Overlay(Some(Overlay::Shortcuts)))),
    action(Group::Window, "escape", "Close overlay, then deselect", &[Shortcut::plain(Key::Escape)], Command::Interface(InterfaceCommand::Escape)),
    action(Group::Window, "quit", "Quit", &[Shortcut::with(CTRL, Key::Q)], Command::Interface(InterfaceCommand::Quit)),
];

/// The mouse, for the manual and the list of shortcuts: gesture, and what it does.
#[rustfmt::skip]
pub const MOUSE: &[(&str, &str)] = &[
    ("Left drag, Alt+left drag, middle drag", "Orbit"),
    ("Right drag, Alt+middle drag, Shift+middle drag", "Pan"),
    ("Wheel, Alt+right drag, Ctrl+middle drag", "Zoom; the wheel zooms to the pointer"),
    ("Alt+wheel", "Previous frame, next frame"),
    ("Click", "Select a bone or marker; on empty space, deselect"),
    ("Shift+click, Ctrl+click", "Add to the selection or remove from it"),
    ("Double click", "Select and frame a bone or marker"),
    ("Alt+double click", "Follow a bone or marker"),
    ("Right click", "Context menu"),
    ("Drag in the timeline", "Scrub"),
    ("Drag in the ruler", "Set in and out points; drag them to move them"),
    ("Wheel, Ctrl+wheel", "Timeline: zoom"),
    ("Middle drag", "Timeline: pan"),
    ("Double click", "Timeline: zoom to fit"),
    ("Click", "Event flag: go to its frame; strip of a hidden take: show it"),
    ("Shift+drag", "Strip: offset take"),
    ("Ctrl+drag", "Docked curves: box zoom"),
    ("Alt+drag", "Header of the reference video: offset it"),
];

/// A row where keys are listed: actions that differ in a number alone are one, and so are those of a note's text.
pub struct KeyRow {
    /// The actions.
    pub actions: Vec<&'static Action>,
    /// What they do: `Show saved view 1–3`.
    pub name: String,
}

/// The rows of a group, for those actions that have keys.
pub fn key_rows(group: Group, has_keys: impl Fn(&Action) -> bool) -> Vec<KeyRow> {
    let stem = |name: &str| {
        let digits: String = name.chars().filter(|c| !c.is_ascii_digit()).collect();
        digits.trim_end_matches('s').to_string()
    };
    let mut rows: Vec<KeyRow> = Vec::new();
    let of_group = ACTIONS.iter().filter(|action| action.group == group);
    for action in of_group.filter(|action| has_keys(action)) {
        let has_number = action.name.contains(|c: char| c.is_ascii_digit());
        match rows.last_mut() {
            Some(row) if has_number && stem(row.actions[0].name) == stem(action.name) => {
                row.actions.push(action);
            }
            Some(row) if row.actions[0].in_note && action.in_note => row.actions.push(action),
            _ => rows.push(KeyRow {
                actions: vec![action],
                name: String::new(),
            }),
        }
    }
    for row in &mut rows {
        let number = |action: &Action| -> String {
            action.name.chars().filter(char::is_ascii_digit).collect()
        };
        let [first, last] = [row.actions[0], row.actions[row.actions.len() - 1]];
        row.name = match row.actions.len() {
            1 => first.with_scope(),
            _ if first.in_note => {
                let about = first.name.split(':').next().unwrap_or_default();
                format!("{about} (in its text)")
            }
            _ => last.name.replace(
                &number(last),
                &format!("{}–{}", number(first), number(last)),
            ),
        };
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_and_no_id_stands_twice() {
        let keys_of = |action: &'static Action| {
            let keys = action.keys.iter();
            keys.map(|key| (key, action.in_note))
        };
        let keys: Vec<_> = ACTIONS.iter().flat_map(keys_of).collect();
        for (i, a) in keys.iter().enumerate() {
            assert!(!keys[i + 1..].contains(a), "{} is bound twice", a.0);
        }
        for (i, a) in ACTIONS.iter().enumerate() {
            let same = |b: &Action| a.id == b.id || a.name == b.name || a.command == b.command;
            assert!(!ACTIONS[i + 1..].iter().any(same), "{} stands twice", a.id);
        }
    }

    #[test]
    fn every_group_has_its_actions_side_by_side() {
        let mut groups: Vec<Group> = ACTIONS.iter().map(|action| action.group).collect();
        groups.dedup();
        assert_eq!(groups, Group::ALL);
    }
}
