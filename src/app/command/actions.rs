//! The action table: id, name, default shortcuts, command, synonyms and menus of every action.
//!
//! Keys, menus, the command palette, tooltips, the list of shortcuts and the manual's list of keys are all read
//! from here.

use egui::{Key, Modifiers};

use crate::app::command::shortcut::{plain, with};
use crate::app::{
    AlignChoice, CameraCommand, ChecksCommand, Command, CompareCommand, CurvesCommand,
    DisplayCommand, DrawTool, ExportCommand, FigureCommand, FilesCommand, FolderCommand,
    FolderExport, HistoryCommand, InterfaceCommand, MeasuresCommand, NotesCommand, NotesFormat,
    PlaybackCommand, RatingCommand, SessionCommand, SettingsCommand, Shortcut, TakesCommand,
    TimelineCommand, VideoCommand,
};
use crate::options::{CompareMode, Labels, OutsideFrames, Overlay, Panel, Tab, ViewToggle};
use crate::platform::HAS_DESKTOP;
use crate::playback::{Direction, RATES};
use crate::review::compare::Sync;
use crate::review::measure::MeasureKind;
use crate::review::notes::{NoteKind, StrokeShape, Verdict};
use crate::scene::{DisplayStyle, Scheme, Theme, View};
use crate::solve;

/// What an action has to do with, as a heading where actions are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Playing,
    Range,
    View,
    Figure,
    Takes,
    Folder,
    Review,
    Window,
}

impl Group {
    /// Every group, in the order in which people learn them.
    pub const ALL: [Self; 8] = [
        Self::Playing,
        Self::Range,
        Self::View,
        Self::Figure,
        Self::Takes,
        Self::Folder,
        Self::Review,
        Self::Window,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Playing => "Playback",
            Self::Range => "In and out",
            Self::View => "View",
            Self::Figure => "Figure",
            Self::Takes => "Takes",
            Self::Folder => "Folder",
            Self::Review => "Review",
            Self::Window => "Window",
        }
    }
}

/// A menu with rows of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    Main,
    Recent,
    Appearance,
    ViewOptions,
    /// The context menu of the view.
    View,
    /// That of a bone, joint or marker.
    Node,
    Measure,
    Timeline,
    Speed,
    Notes,
    /// That of the folder's list.
    Folder,
    /// The buttons of an empty window.
    Welcome,
}

impl Menu {
    pub fn rows(self, part: u8) -> Vec<&'static Action> {
        let is_here = |(menu, place): &&(Self, u8)| *menu == self && place / 10 == part;
        let rows = offered().filter_map(|action| {
            let (_, place) = action.menus.iter().find(is_here)?;
            Some((*place, action))
        });
        let mut rows: Vec<(u8, &Action)> = rows.collect();
        rows.sort_by_key(|(place, _)| *place);
        rows.into_iter().map(|(_, action)| action).collect()
    }
}

#[derive(Debug)]
pub struct Action {
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
    pub command: Command,
    /// Words that it is found by beside its name, parted by commas: those of Blender, Maya and RV, and names that it had
    /// before. They stand for what is there and nothing else.
    pub synonyms: &'static str,
    /// The menus that it shows in, and where: the tens of a place are the part of the menu, its last digit the place there.
    pub menus: &'static [(Menu, u8)],
    /// What it is called in menus, where that is not its name.
    called: &'static str,
    /// The tip of its row in menus, where that is on or off.
    pub tip: &'static str,
    /// Whether it takes other programs of a desktop, or that the program itself ends.
    needs_desktop: bool,
}

/// Those that can be done where the program is.
pub fn offered() -> impl Iterator<Item = &'static Action> {
    ACTIONS.iter().filter(|action| HAS_DESKTOP || !action.needs_desktop)
}

impl Action {
    /// What it does, and where its keys hold if they do not everywhere.
    pub fn with_scope(&self) -> String {
        if self.in_note { format!("{} (in its text)", self.name) } else { self.name.to_string() }
    }

    /// What it is called in menus.
    pub fn word(&self) -> &'static str {
        if self.called.is_empty() { self.name } else { self.called }
    }

    const fn held(mut self) -> Self {
        self.repeats = true;
        self
    }

    const fn also(mut self, synonyms: &'static str) -> Self {
        self.synonyms = synonyms;
        self
    }

    const fn shows(mut self, menus: &'static [(Menu, u8)]) -> Self {
        self.menus = menus;
        self
    }

    const fn called(mut self, word: &'static str) -> Self {
        self.called = word;
        self
    }

    const fn tipped(mut self, tip: &'static str) -> Self {
        self.tip = tip;
        self
    }

    const fn of_desktop(mut self) -> Self {
        self.needs_desktop = true;
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
    let (repeats, in_note, synonyms, called, tip) = (false, false, "", "", "");
    Action {
        group,
        id,
        name,
        keys,
        repeats,
        in_note,
        command,
        synonyms,
        menus: &[],
        called,
        tip,
        needs_desktop: false,
    }
}

const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;
const ALT: Modifiers = Modifiers::ALT;

/// Every action, group by group.
#[rustfmt::skip]
pub const ACTIONS: &[Action] = &[
    action(Group::Playing, "play", "Play/pause", &[plain(Key::Space)], Command::Playback(PlaybackCommand::Toggle)).also("start, stop, toggle playback, run"),
    action(Group::Playing, "shuttle-back", "Shuttle backwards (repeat: faster; with K: one frame)", &[plain(Key::J)], Command::Playback(PlaybackCommand::Shuttle(Direction::Backwards))).also("reverse playback, reverse, rewind, jog, JKL, play backwards, double the rate"),
    action(Group::Playing, "pause", "Pause", &[plain(Key::K)], Command::Playback(PlaybackCommand::Pause)).also("stop, hold, freeze, halt"),
    action(Group::Playing, "shuttle-on", "Shuttle forwards (repeat: faster; with K: one frame)", &[plain(Key::L)], Command::Playback(PlaybackCommand::Shuttle(Direction::Forwards))).also("fast forward, jog, JKL, play forwards, double the rate"),
    action(Group::Playing, "step-back", "Previous frame", &[plain(Key::ArrowLeft), with(ALT, Key::ArrowLeft), plain(Key::Comma)], Command::Playback(PlaybackCommand::Step(-1))).held().also("previous frame, step backward, jog, prev, one frame back"),
    action(Group::Playing, "step-on", "Next frame", &[plain(Key::ArrowRight), with(ALT, Key::ArrowRight), plain(Key::Period)], Command::Playback(PlaybackCommand::Step(1))).held().also("next frame, step forward, advance, jog, one frame on"),
    action(Group::Playing, "ten-back", "10 frames back", &[with(SHIFT, Key::ArrowLeft)], Command::Playback(PlaybackCommand::Step(-10))).held().also("jump back, skip back, step 10, ten frames back"),
    action(Group::Playing, "ten-on", "10 frames forward", &[with(SHIFT, Key::ArrowRight)], Command::Playback(PlaybackCommand::Step(10))).held().also("jump forward, skip forward, step 10, ten frames on"),
    action(Group::Playing, "second-back", "1 second back", &[with(CTRL, Key::ArrowLeft)], Command::Playback(PlaybackCommand::StepSeconds(-1))).held().also("jump back, skip back, one second back"),
    action(Group::Playing, "second-on", "1 second forward", &[with(CTRL, Key::ArrowRight)], Command::Playback(PlaybackCommand::StepSeconds(1))).held().also("jump forward, skip forward, one second on"),
    action(Group::Playing, "first", "Go to in point (again: first frame)", &[plain(Key::Home)], Command::Playback(PlaybackCommand::First)).also("start frame, beginning, rewind, jump to start, in point, first frame of the range"),
    action(Group::Playing, "last", "Go to out point (again: last frame)", &[plain(Key::End)], Command::Playback(PlaybackCommand::Last)).also("end frame, jump to end, out point, last frame of the range"),
    action(Group::Playing, "go-to", "Go to frame or time", &[plain(Key::G)], Command::Interface(InterfaceCommand::Overlay(Some(Overlay::GoTo)))).also("jump, seek, current frame, timecode, SMPTE").shows(&[(Menu::Timeline, 21)]).called("Go to…"),
    action(Group::Playing, "slower", "Playback speed: slower", &[with(SHIFT, Key::Comma)], Command::Playback(PlaybackCommand::Slower)).also("speed down, slow motion, slowmo, playback speed, half, slower rate"),
    action(Group::Playing, "faster", "Playback speed: faster", &[with(SHIFT, Key::Period)], Command::Playback(PlaybackCommand::Faster)).also("speed up, playback speed, double, time warp, faster rate"),
    action(Group::Playing, "rate-1", "Playback speed: normal", &[plain(Key::Backspace)], Command::Playback(PlaybackCommand::SetSpeed(1.0))).also("speed, real time, realtime, reset speed, 1x, normal speed, normal rate"),
    action(Group::Playing, "end-mode", "Loop mode: loop, ping-pong, once", &[with(SHIFT, Key::P)], Command::Playback(PlaybackCommand::NextLoopMode)).also("repeat, cycle, bounce, oscillate, playback mode, looping, swing, end of the range"),
    action(Group::Playing, "every-frame", "Toggle play every frame", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::EveryFrame))).also("all frames, play all, drop frames, skip frames, sync, realtime, keep to the time").shows(&[(Menu::Speed, 11)]),
    action(Group::Playing, "blend", "Toggle frame blending", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Blend))).also("interpolate, interpolation, smooth, subframe, tween, blend frames").shows(&[(Menu::Speed, 10)]),
    action(Group::Playing, "fps-file", "Play at the file's rate", &[], Command::Playback(PlaybackCommand::PlayAt(None))).also("fps, frame rate, framerate, original, default, native, reset, real time"),
    action(Group::Playing, "fps-23", "Play at 23.976 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[0])))).also("frame rate, framerate, ntsc film, 23.98"),
    action(Group::Playing, "fps-24", "Play at 24 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[1])))).also("frame rate, framerate, film, cinema"),
    action(Group::Playing, "fps-25", "Play at 25 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[2])))).also("frame rate, framerate, pal"),
    action(Group::Playing, "fps-29", "Play at 29.97 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[3])))).also("frame rate, framerate, ntsc, drop frame"),
    action(Group::Playing, "fps-30", "Play at 30 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[4])))).also("frame rate, framerate"),
    action(Group::Playing, "fps-48", "Play at 48 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[5])))).also("frame rate, framerate, hfr"),
    action(Group::Playing, "fps-50", "Play at 50 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[6])))).also("frame rate, framerate, palf"),
    action(Group::Playing, "fps-59", "Play at 59.94 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[7])))).also("frame rate, framerate, ntscf, drop frame"),
    action(Group::Playing, "fps-60", "Play at 60 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[8])))).also("frame rate, framerate"),
    action(Group::Playing, "fps-120", "Play at 120 fps", &[], Command::Playback(PlaybackCommand::PlayAt(Some(RATES[9])))).also("frame rate, framerate"),
    action(Group::Playing, "timecode", "Toggle timecode/seconds", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Timecode))).also("SMPTE, drop frame, seconds, clock, display, units"),
    action(Group::Range, "range-in", "Set in point", &[plain(Key::I), plain(Key::OpenBracket)], Command::Timeline(TimelineCommand::SetIn)).also("in point, mark in, set in, trim start, preview range, playback range, loop in, start the range here"),
    action(Group::Range, "range-out", "Set out point", &[plain(Key::O), plain(Key::CloseBracket)], Command::Timeline(TimelineCommand::SetOut)).also("out point, mark out, set out, trim end, preview range, playback range, loop out, end the range here"),
    action(Group::Range, "clear-in", "Clear in point", &[with(SHIFT, Key::I)], Command::Timeline(TimelineCommand::ClearIn)).also("in point, reset in, remove in, delete in, clear the range's start"),
    action(Group::Range, "clear-out", "Clear out point", &[with(SHIFT, Key::O)], Command::Timeline(TimelineCommand::ClearOut)).also("out point, reset out, remove out, delete out, clear the range's end"),
    action(Group::Range, "clear-range", "Clear in and out", &[plain(Key::Backslash)], Command::Timeline(TimelineCommand::ClearRange)).also("in and out, reset range, remove range, delete range, preview range, clear the range").shows(&[(Menu::Timeline, 10)]),
    action(Group::Range, "range", "Toggle range playback", &[plain(Key::P)], Command::Timeline(TimelineCommand::ToggleRange)).also("toggle range, loop range, preview range, playback range, in and out, range on, range off"),
    action(Group::Range, "fit-timeline", "Zoom timeline to fit", &[], Command::Timeline(TimelineCommand::ShowSpan(None))).also("zoom timeline, view all, zoom to fit, reset zoom, home, show the whole timeline, fit timeline").shows(&[(Menu::Timeline, 20)]),
    action(Group::View, "frame-selection", "Frame selection", &[plain(Key::F)], Command::Camera(CameraCommand::FrameSelection)).also("focus, zoom to selected, view selected, frame selected, fit, center, centre").shows(&[(Menu::Node, 10)]),
    action(Group::View, "frame-all", "Frame all", &[plain(Key::A)], Command::Camera(CameraCommand::FrameAll)).also("fit, zoom to fit, view all, zoom extents, center, centre, show all, frame everything").shows(&[(Menu::View, 10)]),
    action(Group::View, "follow", "Follow figure (camera tracking)", &[plain(Key::T)], Command::Camera(CameraCommand::ToggleFollow)).also("track, tracking, lock, camera, in place, center, centre, stabilize, follow the figure").shows(&[(Menu::ViewOptions, 10), (Menu::View, 16)]).called("Follow figure").tipped("Camera tracking: the figure stays in the middle of the view"),
    action(Group::View, "front", "Front", &[plain(Key::Num1)], Command::Camera(CameraCommand::Look(View::Front))).also("camera view, numpad 1, ortho, view from the front").shows(&[(Menu::View, 12)]),
    action(Group::View, "back", "Back", &[with(CTRL, Key::Num1)], Command::Camera(CameraCommand::Look(View::Back))).also("camera view, rear, behind, view from the back"),
    action(Group::View, "right", "Right", &[plain(Key::Num3)], Command::Camera(CameraCommand::Look(View::Right))).also("camera view, side, numpad 3, view from the right").shows(&[(Menu::View, 13)]),
    action(Group::View, "left", "Left", &[with(CTRL, Key::Num3)], Command::Camera(CameraCommand::Look(View::Left))).also("camera view, side, view from the left"),
    action(Group::View, "top", "Top", &[plain(Key::Num7)], Command::Camera(CameraCommand::Look(View::Top))).also("camera view, above, overhead, plan, numpad 7, view from the top").shows(&[(Menu::View, 14)]),
    action(Group::View, "bottom", "Bottom", &[with(CTRL, Key::Num7)], Command::Camera(CameraCommand::Look(View::Bottom))).also("camera view, under, underneath, view from below"),
    action(Group::View, "projection", "Toggle perspective/orthographic", &[plain(Key::Num5)], Command::Camera(CameraCommand::ToggleProjection)).also("orthographic, ortho, camera, perspective, isometric, toggle, flat, numpad 5, with or without perspective").shows(&[(Menu::View, 15)]).called("Perspective/orthographic"),
    action(Group::View, "home", "Reset view", &[plain(Key::Num0)], Command::Camera(CameraCommand::ResetView)).also("reset view, reset camera, default view, initial, the view that the take opened with").shows(&[(Menu::View, 11)]),
    action(Group::View, "view-1", "Show saved view 1", &[plain(Key::F2)], Command::Camera(CameraCommand::ShowView(1))).also("bookmark, camera bookmark, recall, stored view, saved camera"),
    action(Group::View, "view-2", "Show saved view 2", &[plain(Key::F3)], Command::Camera(CameraCommand::ShowView(2))).also("bookmark, camera bookmark, recall, stored view"),
    action(Group::View, "view-3", "Show saved view 3", &[plain(Key::F4)], Command::Camera(CameraCommand::ShowView(3))).also("bookmark, camera bookmark, recall, stored view"),
    action(Group::View, "view-4", "Show saved view 4", &[], Command::Camera(CameraCommand::ShowView(4))).also("bookmark, camera bookmark, recall, stored view"),
    action(Group::View, "view-5", "Show saved view 5", &[], Command::Camera(CameraCommand::ShowView(5))).also("bookmark, camera bookmark, recall, stored view"),
    action(Group::View, "view-6", "Show saved view 6", &[], Command::Camera(CameraCommand::ShowView(6))).also("bookmark, camera bookmark, recall, stored view"),
    action(Group::View, "view-7", "Show saved view 7", &[], Command::Camera(CameraCommand::ShowView(7))).also("bookmark, camera bookmark, recall, stored view"),
    action(Group::View, "view-8", "Show saved view 8", &[], Command::Camera(CameraCommand::ShowView(8))).also("bookmark, camera bookmark, recall, stored view"),
    action(Group::View, "view-9", "Show saved view 9", &[], Command::Camera(CameraCommand::ShowView(9))).also("bookmark, camera bookmark, recall, stored view"),
    action(Group::View, "save-view-1", "Save view 1", &[with(SHIFT, Key::F2)], Command::Camera(CameraCommand::SaveView(1))).also("bookmark, store view, add bookmark, create camera"),
    action(Group::View, "save-view-2", "Save view 2", &[with(SHIFT, Key::F3)], Command::Camera(CameraCommand::SaveView(2))).also("bookmark, store view, add bookmark"),
    action(Group::View, "save-view-3", "Save view 3", &[with(SHIFT, Key::F4)], Command::Camera(CameraCommand::SaveView(3))).also("bookmark, store view, add bookmark"),
    action(Group::View, "save-view-4", "Save view 4", &[], Command::Camera(CameraCommand::SaveView(4))).also("bookmark, store view, add bookmark"),
    action(Group::View, "save-view-5", "Save view 5", &[], Command::Camera(CameraCommand::SaveView(5))).also("bookmark, store view, add bookmark"),
    action(Group::View, "save-view-6", "Save view 6", &[], Command::Camera(CameraCommand::SaveView(6))).also("bookmark, store view, add bookmark"),
    action(Group::View, "save-view-7", "Save view 7", &[], Command::Camera(CameraCommand::SaveView(7))).also("bookmark, store view, add bookmark"),
    action(Group::View, "save-view-8", "Save view 8", &[], Command::Camera(CameraCommand::SaveView(8))).also("bookmark, store view, add bookmark"),
    action(Group::View, "save-view-9", "Save view 9", &[], Command::Camera(CameraCommand::SaveView(9))).also("bookmark, store view, add bookmark"),
    action(Group::View, "lens-24", "Lens: 24 mm", &[], Command::Camera(CameraCommand::Lens(24.0))).also("focal length, fov, field of view, wide"),
    action(Group::View, "lens-35", "Lens: 35 mm", &[], Command::Camera(CameraCommand::Lens(35.0))).also("focal length, fov, field of view"),
    action(Group::View, "lens-50", "Lens: 50 mm", &[], Command::Camera(CameraCommand::Lens(50.0))).also("focal length, fov, field of view"),
    action(Group::View, "lens-85", "Lens: 85 mm", &[], Command::Camera(CameraCommand::Lens(85.0))).also("focal length, fov, field of view, long, tele"),
    action(Group::View, "grid", "Toggle grid", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Grid))).also("ground plane, overlay, lines, ground, hide grid").shows(&[(Menu::ViewOptions, 20), (Menu::View, 20)]),
    action(Group::View, "floor-shown", "Toggle floor and shadows", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Floor))).also("ground, shadow, floor line, contact, shadows").shows(&[(Menu::ViewOptions, 21), (Menu::View, 21)]),
    action(Group::View, "picture", "Save screenshot", &[plain(Key::F12)], Command::Files(FilesCommand::SaveScreenshot { transparent: false, labels: false })).also("screenshot, snapshot, capture, image, PNG, still, photo, render, export image, save image, viewport render, grab, picture of the view").shows(&[(Menu::Main, 43), (Menu::View, 30)]),
    action(Group::View, "picture-labels", "Save screenshot with labels", &[with(SHIFT, Key::F12)], Command::Files(FilesCommand::SaveScreenshot { transparent: false, labels: true })).also("screenshot, snapshot, capture, image, PNG, measures, annotations, drawings, notes, overlays, as in the window").shows(&[(Menu::View, 31)]),
    action(Group::View, "cut-out", "Save screenshot (transparent)", &[with(CTRL, Key::F12)], Command::Files(FilesCommand::SaveScreenshot { transparent: true, labels: false })).also("alpha, screenshot, snapshot, image, PNG, mask, RGBA, picture of the view, transparent background"),
    action(Group::View, "copy-picture", "Copy screenshot", &[with(CTRL, Key::C)], Command::Files(FilesCommand::CopyScreenshot { labels: false })).also("clipboard, screenshot, snapshot, image, copy image, copy view, picture of the view, paste"),
    action(Group::View, "copy-picture-labels", "Copy screenshot with labels", &[], Command::Files(FilesCommand::CopyScreenshot { labels: true })).also("clipboard, screenshot, snapshot, image, copy image, measures, annotations, drawings, notes, overlays"),
    action(Group::Figure, "display", "Next figure style: sticks, octahedra, capsules", &[], Command::Display(DisplayCommand::NextStyle)).also("draw style, shading, display mode, viewport shading, solid, wireframe"),
    action(Group::Figure, "sticks", "Figure style: sticks", &[], Command::Display(DisplayCommand::Style(DisplayStyle::Stick))).also("lines, skeleton, wire, wireframe, bones, stick figure, figures as sticks"),
    action(Group::Figure, "octahedra", "Figure style: octahedra", &[], Command::Display(DisplayCommand::Style(DisplayStyle::Octahedra))).also("octahedral, bones, armature, solid, figures as octahedra"),
    action(Group::Figure, "capsules", "Figure style: capsules", &[], Command::Display(DisplayCommand::Style(DisplayStyle::Capsules))).also("bones, solid, volume, body, envelope, figures as capsules"),
    action(Group::Figure, "by-side", "Colour by side", &[], Command::Figure(FigureCommand::SetScheme(Scheme::Side))).also("color, colour, left right, symmetry, scheme"),
    action(Group::Figure, "by-limb", "Colour by limb", &[], Command::Figure(FigureCommand::SetScheme(Scheme::Limb))).also("color, colour, parts, groups, scheme"),
    action(Group::Figure, "by-subject", "Colour by subject", &[], Command::Figure(FigureCommand::SetScheme(Scheme::Subject))).also("color, colour, performer, actor, person, people, scheme"),
    action(Group::Figure, "by-depth", "Colour by depth", &[], Command::Figure(FigureCommand::SetScheme(Scheme::Depth))).also("color, colour, hierarchy, level, scheme"),
    action(Group::Figure, "by-speed", "Colour by speed", &[], Command::Figure(FigureCommand::SetScheme(Scheme::Speed))).also("color, colour, velocity, heat map, heatmap, scheme"),
    action(Group::Figure, "by-confidence", "Colour by confidence", &[], Command::Figure(FigureCommand::SetScheme(Scheme::Confidence))).also("color, colour, score, likelihood, visibility, estimator, heat map, scheme"),
    action(Group::Figure, "ghosts", "Ghosts (onion skin)", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Ghosts))).also("onion skin, onion skinning, ghosting, afterimage, neighbors, neighbouring frames").shows(&[(Menu::View, 22)]),
    action(Group::Figure, "trails", "Motion trails", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Trails))).also("motion trail, motion path, trajectory, trajectories, arc, editable motion trail, path, trails of what is selected").shows(&[(Menu::Node, 30)]),
    action(Group::Figure, "labels", "Labels: off, selection, all", &[], Command::Display(DisplayCommand::NextLabels)).also("annotate, name, show names, text, toggle labels, names of joints"),
    action(Group::Figure, "names-selection", "Labels: selection", &[], Command::Display(DisplayCommand::Labels(Labels::Selection))).also("labels, selected, names of the selection"),
    action(Group::Figure, "names-all", "Labels: all", &[], Command::Display(DisplayCommand::Labels(Labels::All))).also("labels, show names, all names, names of all joints"),
    action(Group::Figure, "names-none", "Labels: off", &[], Command::Display(DisplayCommand::Labels(Labels::Off))).also("labels, hide names, no labels, no names"),
    action(Group::Figure, "joint-axes", "Joint axes", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::JointAxes))).also("local axis, local axes, local rotation axes, orientation, gizmo, basis, xyz, triad, axes of joints").shows(&[(Menu::ViewOptions, 30)]),
    action(Group::Figure, "depth-cue", "Depth cueing", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::DepthCue))).also("fog, mist, depth cueing, fade, distance, let what is far fade").shows(&[(Menu::ViewOptions, 31)]),
    action(Group::Figure, "relationship-lines", "Relationship lines", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Relations))).also("parent lines, links, connections, hierarchy, dotted, constraints, dashed lines").shows(&[(Menu::ViewOptions, 32)]),
    action(Group::Figure, "hair-and-cloth", "Hair and cloth", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Secondary))).also("spring bones, secondary motion, secondary animation, dynamics, physics, jiggle, skirt, tail, VRM"),
    action(Group::Figure, "floor-found", "Floor: lowest contact", &[], Command::Takes(TakesCommand::SetFloorAtOrigin(false))).also("ground, align, align to floor, snap, height, feet, contact, where the figure stands"),
    action(Group::Figure, "floor-zero", "Floor: file origin", &[], Command::Takes(TakesCommand::SetFloorAtOrigin(true))).also("ground, origin, align, height, at the file's zero"),
    action(Group::Figure, "reset-colours", "Reset colours", &[], Command::Figure(FigureCommand::ResetColours)).also("color, colour, clear colors, default colors, uncolor, colour by the scheme again"),
    action(Group::Figure, "line", "Connect/disconnect markers", &[], Command::Figure(FigureCommand::ToggleConnection)).also("connect, link, edge, marker stick, segment, join, line between markers"),
    action(Group::Figure, "clear-lines", "Disconnect all markers", &[], Command::Figure(FigureCommand::DisconnectAll)).also("disconnect, unlink, remove, delete, clear sticks, take lines away"),
    action(Group::Figure, "attach-object", "Attach object…", &[], Command::Figure(FigureCommand::AskForObjectOfSelection)).also("prop, mesh, obj, parent, load object, import object, add object, weapon"),
    action(Group::Figure, "measure-distance", "Measure distance of two joints", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::Distance))).also("ruler, tape, length, distance tool, gap"),
    action(Group::Figure, "measure-angle", "Measure angle of three joints, at the second", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::Angle))).also("protractor, joint angle, flexion"),
    action(Group::Figure, "measure-height", "Measure height of a joint", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::Height))).also("altitude, clearance, over the floor"),
    action(Group::Figure, "measure-speed", "Measure speed of a joint", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::Speed))).also("velocity"),
    action(Group::Figure, "measure-acceleration", "Measure acceleration of a joint", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::Acceleration))).also("second derivative"),
    action(Group::Figure, "measure-angular-velocity", "Measure angular velocity of a joint", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::AngularVelocity))).also("rotation speed, turn rate, gyro"),
    action(Group::Figure, "measure-com", "Measure centre of mass", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::CentreOfMass))).also("center of mass, COM, COG, centre of gravity, balance"),
    action(Group::Figure, "measure-com-height", "Measure height of the centre of mass", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::CentreOfMassHeight))).also("center of mass, COM, COG"),
    action(Group::Figure, "measure-support", "Measure centre of mass over its support", &[], Command::Measures(MeasuresCommand::Pin(MeasureKind::Support))).also("base of support, balance, stability, center of mass, COM, support polygon"),
    action(Group::Figure, "remove-measures", "Remove all measures", &[], Command::Measures(MeasuresCommand::RemoveAll)).also("clear measures, delete measures").shows(&[(Menu::Measure, 10)]),
    action(Group::Figure, "file-numbers", "Toggle frame numbers: file, from 0", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::FileNumbers))).also("frame numbering, frame offset, start frame, zero based, frame numbers of the file"),
    action(Group::Takes, "save-session", "Save session", &[with(CTRL, Key::S)], Command::Session(SessionCommand::Save)).also("project, scene, workspace, save file, store, rushes file").shows(&[(Menu::Main, 30)]),
    action(Group::Takes, "save-session-as", "Save session as", &[with(CTRL.plus(SHIFT), Key::S)], Command::Session(SessionCommand::SaveAs)).also("project, scene, workspace, export session, save copy, rushes file").shows(&[(Menu::Main, 31)]).called("Save session as…"),
    action(Group::Takes, "open", "Open files", &[with(CTRL, Key::O)], Command::Files(FilesCommand::AskForFiles)).also("open session, import, load, add, browse, file").shows(&[(Menu::Main, 10), (Menu::View, 40), (Menu::Welcome, 10)]).called("Open files…"),
    action(Group::Takes, "open-folder", "Open folder", &[with(CTRL.plus(SHIFT), Key::O)], Command::Files(FilesCommand::AskForFolder)).also("directory, browse, import folder, session, batch, load folder").shows(&[(Menu::Main, 11), (Menu::Welcome, 11)]).called("Open folder…"),
    action(Group::Takes, "reload", "Reload from disk", &[plain(Key::F5)], Command::Files(FilesCommand::Reload)).also("refresh, revert, update, reread").shows(&[(Menu::Main, 40)]),
    action(Group::Takes, "solve", "Solve a skeleton", &[], Command::Files(FilesCommand::Solve(solve::Options::new()))).also("points, keypoints, estimator, markerless, joints, rig, BVH, skeleton from points"),
    action(Group::Takes, "copy-convert", "Copy convert command", &[], Command::Files(FilesCommand::CopyConvert)).also("convert, export BVH, export HTR, save as, copy the command that converts the take"),
    action(Group::Takes, "close", "Close take", &[with(CTRL, Key::W)], Command::Takes(TakesCommand::CloseActive)).also("remove, unload, delete, clip"),
    action(Group::Takes, "show-all", "Show all takes", &[], Command::Takes(TakesCommand::ShowAll)).also("unhide, reveal, hidden takes"),
    action(Group::Takes, "outside-hold", "Takes outside their frames: hold", &[], Command::Display(DisplayCommand::OutsideFrames(OutsideFrames::Hold))).also("before, after, extrapolation, clamp"),
    action(Group::Takes, "outside-dim", "Takes outside their frames: dim", &[], Command::Display(DisplayCommand::OutsideFrames(OutsideFrames::Dim))).also("before, after, fade"),
    action(Group::Takes, "outside-hide", "Takes outside their frames: hide", &[], Command::Display(DisplayCommand::OutsideFrames(OutsideFrames::Hide))).also("before, after"),
    action(Group::Takes, "built-in", "Open built-in take", &[], Command::Files(FilesCommand::OpenBuiltin)).also("example, sample, demo, test, default, show the built-in take").shows(&[(Menu::Welcome, 12)]),
    action(Group::Takes, "forget-recent", "Clear recent files", &[], Command::Files(FilesCommand::ClearRecent)).also("clear recent, history, recent files, privacy, forget recent files").shows(&[(Menu::Recent, 10)]),
    action(Group::Folder, "previous-take", "Previous take in folder", &[plain(Key::PageUp)], Command::Files(FilesCommand::NextInFolder { step: -1, add: false })).also("clip, prev, file, previous file, browse, previous take of the folder"),
    action(Group::Folder, "next-take", "Next take in folder", &[plain(Key::PageDown)], Command::Files(FilesCommand::NextInFolder { step: 1, add: false })).also("clip, next file, browse, next take of the folder"),
    action(Group::Folder, "next-unrated", "Next unrated take", &[with(SHIFT, Key::PageDown)], Command::Files(FilesCommand::NextUnrated(1))).also("folder, rating, stars, skip rated, to review, next file"),
    action(Group::Folder, "previous-unrated", "Previous unrated take", &[with(SHIFT, Key::PageUp)], Command::Files(FilesCommand::NextUnrated(-1))).also("folder, rating, stars, skip rated, to review, previous file"),
    action(Group::Folder, "add-previous", "Add previous take in folder", &[with(CTRL, Key::PageUp)], Command::Files(FilesCommand::NextInFolder { step: -1, add: true })).also("compare, append, clip, reference"),
    action(Group::Folder, "add-next", "Add next take in folder", &[with(CTRL, Key::PageDown)], Command::Files(FilesCommand::NextInFolder { step: 1, add: true })).also("compare, append, clip, reference"),
    action(Group::Folder, "next-with-findings", "Next take with findings", &[with(ALT, Key::PageDown)], Command::Folder(FolderCommand::NextWithFindings(1))).also("checks, faults, problems, next file"),
    action(Group::Folder, "previous-with-findings", "Previous take with findings", &[with(ALT, Key::PageUp)], Command::Folder(FolderCommand::NextWithFindings(-1))).also("checks, faults, problems, previous file"),
    action(Group::Folder, "next-with-open-notes", "Next take with open notes", &[with(CTRL.plus(SHIFT), Key::PageDown)], Command::Folder(FolderCommand::NextWithOpenNotes(1))).also("to do, todo, comments, next file"),
    action(Group::Folder, "previous-with-open-notes", "Previous take with open notes", &[with(CTRL.plus(SHIFT), Key::PageUp)], Command::Folder(FolderCommand::NextWithOpenNotes(-1))).also("to do, todo, comments, previous file"),
    action(Group::Folder, "takes-grid", "Takes of the folder side by side", &[with(CTRL, Key::B)], Command::Folder(FolderCommand::ToggleGrid)).also("browser, thumbnails, contact sheet, gallery, grid, archive, Bridge, asset browser"),
    action(Group::Folder, "export-folder-md", "Export notes of the folder: Markdown", &[], Command::Folder(FolderCommand::Export(FolderExport::Notes(NotesFormat::Markdown)))).also("day, review list, report, save notes").shows(&[(Menu::Folder, 10)]).called("Export notes as Markdown…"),
    action(Group::Folder, "export-folder-csv", "Export notes of the folder: CSV", &[], Command::Folder(FolderCommand::Export(FolderExport::Notes(NotesFormat::Csv)))).also("day, review list, spreadsheet, Excel").shows(&[(Menu::Folder, 11)]).called("Export notes as CSV…"),
    action(Group::Folder, "export-folder-json", "Export notes of the folder: JSON", &[], Command::Folder(FolderCommand::Export(FolderExport::Notes(NotesFormat::Json)))).also("day, review list, pipeline, script").shows(&[(Menu::Folder, 12)]).called("Export notes as JSON…"),
    action(Group::Folder, "export-folder-otio", "Export notes of the folder: OpenTimelineIO", &[], Command::Folder(FolderCommand::Export(FolderExport::Notes(NotesFormat::Otio)))).also("OTIO, day, markers, editorial, timeline").shows(&[(Menu::Folder, 13)]).called("Export notes as OpenTimelineIO…"),
    action(Group::Folder, "export-folder-edl", "Export notes of the folder: EDL for DaVinci Resolve", &[], Command::Folder(FolderCommand::Export(FolderExport::Notes(NotesFormat::Edl)))).also("day, markers, Resolve, edit decision list").shows(&[(Menu::Folder, 14)]).called("Export notes as EDL…"),
    action(Group::Folder, "export-folder-report", "Export report of the folder", &[], Command::Folder(FolderCommand::Export(FolderExport::Report))).also("day sheet, HTML, page, summary").shows(&[(Menu::Folder, 15)]).called("Export report…"),
    action(Group::Folder, "export-folder-list", "Export select list", &[], Command::Folder(FolderCommand::Export(FolderExport::SelectList))).also("kept takes, circled takes, selects, names").shows(&[(Menu::Folder, 20)]).called("Export select list…"),
    action(Group::Folder, "copy-kept", "Copy kept takes to", &[], Command::Folder(FolderCommand::Export(FolderExport::Copies))).also("selects, circled takes, hand over, collect files").shows(&[(Menu::Folder, 21)]).called("Copy kept takes to…"),
    action(Group::Folder, "merge-notes", "Merge notes of another reviewer", &[], Command::Folder(FolderCommand::MergeNotes)).also("sidecars, combine, import reviews").shows(&[(Menu::Folder, 30)]).called("Merge notes of another reviewer…"),
    action(Group::Folder, "find-alike", "Find takes that move alike", &[], Command::Folder(FolderCommand::FindAlike(None))).also("similar, duplicates, same motion, search by example, like this").shows(&[(Menu::Folder, 31)]),
    action(Group::Folder, "refresh-folder", "Read folder again", &[], Command::Folder(FolderCommand::Refresh)).also("refresh, rescan, list, update").shows(&[(Menu::Folder, 40)]),
    action(Group::Folder, "close-folder", "Close folder", &[], Command::Folder(FolderCommand::Close)).also("list, day, clear").shows(&[(Menu::Folder, 41)]),
    action(Group::Review, "add-note", "Add note", &[plain(Key::M)], Command::Notes(NotesCommand::Add)).also("annotation, comment, marker, bookmark, review note, mark, markup").shows(&[(Menu::Timeline, 30)]),
    action(Group::Review, "note-finding", "Note this finding", &[with(SHIFT, Key::M)], Command::Notes(NotesCommand::AddOfCurrent)).also("annotate finding, comment, add note of finding, report, note this"),
    action(Group::Review, "kind-fault", "Kind of note: fault", &[with(CTRL, Key::Num1)], Command::Notes(NotesCommand::SetKindOfCurrent(NoteKind::Fault))).in_note().also("note kind, note type, category, error, problem, bug, issue, severity"),
    action(Group::Review, "kind-question", "Kind of note: question", &[with(CTRL, Key::Num2)], Command::Notes(NotesCommand::SetKindOfCurrent(NoteKind::Question))).in_note().also("note kind, note type, category, ask, unsure"),
    action(Group::Review, "kind-good", "Kind of note: good", &[with(CTRL, Key::Num3)], Command::Notes(NotesCommand::SetKindOfCurrent(NoteKind::Good))).in_note().also("praise, approval, like, note kind, note type, category"),
    action(Group::Review, "kind-to-do", "Kind of note: to do", &[with(CTRL, Key::Num4)], Command::Notes(NotesCommand::SetKindOfCurrent(NoteKind::ToDo))).in_note().also("todo, task, action item, note kind, note type, category"),
    action(Group::Review, "previous-note", "Previous note", &[plain(Key::ArrowUp)], Command::Notes(NotesCommand::Step(-1))).held().also("annotation, comment, marker, jump to previous"),
    action(Group::Review, "next-note", "Next note", &[plain(Key::ArrowDown)], Command::Notes(NotesCommand::Step(1))).held().also("annotation, comment, marker, jump to next"),
    action(Group::Review, "draw", "Draw: freehand", &[], Command::Notes(NotesCommand::DrawWith(Some(DrawTool::Draw(StrokeShape::Freehand))))).also("annotate, pencil, pen, grease pencil, paint, sketch, markup, scribble"),
    action(Group::Review, "draw-arrow", "Draw: arrow", &[], Command::Notes(NotesCommand::DrawWith(Some(DrawTool::Draw(StrokeShape::Arrow))))).also("annotate, pointer, markup"),
    action(Group::Review, "draw-circle", "Draw: circle", &[], Command::Notes(NotesCommand::DrawWith(Some(DrawTool::Draw(StrokeShape::Circle))))).also("annotate, ellipse, ring, markup"),
    action(Group::Review, "draw-erase", "Draw: eraser", &[], Command::Notes(NotesCommand::DrawWith(Some(DrawTool::Erase)))).also("rubber, annotate, delete stroke, erase, markup"),
    action(Group::Review, "copy-notes", "Copy notes as Markdown", &[], Command::Notes(NotesCommand::Copy)).also("export notes, annotations, clipboard, report, comments").shows(&[(Menu::Notes, 10)]).called("Copy as Markdown"),
    action(Group::Review, "export-reviews", "Export notes: for another Rushes", &[with(SHIFT, Key::E)], Command::Notes(NotesCommand::ExportReviews)).also("send notes, save notes, sidecar, download notes, hand over, share review").shows(&[(Menu::Notes, 16)]).called("Export for another Rushes…"),
    action(Group::Review, "export-notes-md", "Export notes: Markdown", &[], Command::Notes(NotesCommand::Export(NotesFormat::Markdown))).also("save notes, annotations, comments, report, wiki").shows(&[(Menu::Notes, 11)]).called("Export Markdown…"),
    action(Group::Review, "export-notes-csv", "Export notes: CSV", &[], Command::Notes(NotesCommand::Export(NotesFormat::Csv))).also("save notes, spreadsheet, table, Excel, annotations, markers").shows(&[(Menu::Notes, 12)]).called("Export CSV…"),
    action(Group::Review, "export-notes-json", "Export notes: JSON", &[], Command::Notes(NotesCommand::Export(NotesFormat::Json))).also("save notes, annotations, script, pipeline").shows(&[(Menu::Notes, 15)]).called("Export JSON…"),
    action(Group::Review, "export-notes-otio", "Export notes: OpenTimelineIO", &[], Command::Notes(NotesCommand::Export(NotesFormat::Otio))).also("OTIO, save notes, markers, editorial, Hiero, timeline").shows(&[(Menu::Notes, 13)]).called("Export OpenTimelineIO…"),
    action(Group::Review, "export-notes-edl", "Export notes: EDL for DaVinci Resolve", &[], Command::Notes(NotesCommand::Export(NotesFormat::Edl))).also("save notes, markers, Resolve, conform, edit decision list").shows(&[(Menu::Notes, 14)]).called("Export EDL for DaVinci Resolve…"),
    action(Group::Review, "import-notes", "Import notes: CSV, OpenTimelineIO", &[], Command::Notes(NotesCommand::Import)).also("load markers, annotations, OTIO, comments").shows(&[(Menu::Notes, 20)]).called("Import CSV, OpenTimelineIO…"),
    action(Group::Review, "add-event", "Add event", &[plain(Key::E)], Command::Notes(NotesCommand::AddEvent)).also("marker, label, tag, foot strike, time marker, named marker").shows(&[(Menu::Timeline, 31)]),
    action(Group::Review, "stars-1", "Rate take: 1 star", &[with(ALT, Key::Num1)], Command::Rating(RatingCommand::Stars(1))).also("rating"),
    action(Group::Review, "stars-2", "Rate take: 2 stars", &[with(ALT, Key::Num2)], Command::Rating(RatingCommand::Stars(2))).also("rating"),
    action(Group::Review, "stars-3", "Rate take: 3 stars", &[with(ALT, Key::Num3)], Command::Rating(RatingCommand::Stars(3))).also("rating"),
    action(Group::Review, "stars-4", "Rate take: 4 stars", &[with(ALT, Key::Num4)], Command::Rating(RatingCommand::Stars(4))).also("rating"),
    action(Group::Review, "stars-5", "Rate take: 5 stars", &[with(ALT, Key::Num5)], Command::Rating(RatingCommand::Stars(5))).also("rating"),
    action(Group::Review, "stars-0", "Rate take: no rating", &[with(ALT, Key::Num0)], Command::Rating(RatingCommand::Clear)).also("unrate, clear rating, no stars"),
    action(Group::Review, "circle-take", "Circle take", &[with(ALT, Key::C)], Command::Rating(RatingCommand::Toggle(Verdict::Circled))).also("select take, print, hero, pick, favourite, favorite, rating"),
    action(Group::Review, "keep-take", "Keep take", &[with(ALT, Key::K)], Command::Rating(RatingCommand::Toggle(Verdict::Keep))).also("good take, rating, accept, approve"),
    action(Group::Review, "reject-take", "Reject take", &[with(ALT, Key::X)], Command::Rating(RatingCommand::Toggle(Verdict::Reject))).also("bad take, NG, no good, discard, rating"),
    action(Group::Review, "next-finding", "Next finding", &[plain(Key::N)], Command::Checks(ChecksCommand::Step(1))).held().also("checks, fault, error, problem, pop, glitch, gap, jump to next, QC"),
    action(Group::Review, "previous-finding", "Previous finding", &[with(SHIFT, Key::N)], Command::Checks(ChecksCommand::Step(-1))).held().also("checks, fault, error, problem, pop, glitch, gap, jump to previous, QC"),
    action(Group::Review, "ignore-finding", "Ignore this finding", &[], Command::Checks(ChecksCommand::IgnoreCurrent)).also("dismiss, suppress, false positive, false alarm, waive, hide finding, mute"),
    action(Group::Review, "restore-findings", "Restore all ignored findings", &[], Command::Checks(ChecksCommand::RestoreAll)).also("unignore, ignored, reset ignored, show ignored, ignore nothing"),
    action(Group::Review, "contacts", "Toggle foot contacts on the timeline", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::Contacts))).also("footstep, foot plant, ground contact, foot lock, footfall, feet").shows(&[(Menu::Timeline, 40)]),
    action(Group::Review, "flick", "Flick between A and B", &[plain(Key::B)], Command::Compare(CompareCommand::Flick)).also("A/B, toggle, switch, swap, before, after, wipe, compare, other take, blink"),
    action(Group::Review, "difference", "Toggle difference", &[plain(Key::D)], Command::Compare(CompareCommand::Toggle(CompareMode::Difference))).also("compare, diff, heat map, heatmap, delta, error, distance, deviation"),
    action(Group::Review, "side-by-side", "Toggle side by side", &[], Command::Compare(CompareCommand::Toggle(CompareMode::SideBySide))).also("compare, split, tile, tiled, two views, horizontal"),
    action(Group::Review, "overlay", "Toggle overlay", &[], Command::Compare(CompareCommand::Toggle(CompareMode::Overlay))).also("compare, over, stack, superimpose, together, onion"),
    action(Group::Review, "end-compare", "Stop comparing", &[], Command::Compare(CompareCommand::SetMode(CompareMode::Off))).also("compare off, single view, end comparison"),
    action(Group::Review, "swap-takes", "Swap take and reference", &[], Command::Compare(CompareCommand::Swap)).also("exchange, reverse, reference, A and B"),
    action(Group::Review, "nudge-back", "Nudge take earlier", &[with(ALT, Key::Comma)], Command::Compare(CompareCommand::Nudge(-1))).held().also("one frame, slip, slide, offset, shift, earlier, trim, frame offset"),
    action(Group::Review, "nudge-on", "Nudge take later", &[with(ALT, Key::Period)], Command::Compare(CompareCommand::Nudge(1))).held().also("one frame, slip, slide, offset, shift, later, trim, frame offset"),
    action(Group::Review, "align-none", "Align: none", &[], Command::Compare(CompareCommand::Align(AlignChoice::None))).also("world space, no alignment"),
    action(Group::Review, "align-place", "Align: in place", &[], Command::Compare(CompareCommand::Align(AlignChoice::Place(None)))).also("match, snap, heading, hips, root, move to"),
    action(Group::Review, "align-here", "Align: in place at this frame", &[], Command::Compare(CompareCommand::AlignHere)).also("match, snap, heading, hips, root, current frame"),
    action(Group::Review, "align-range", "Align: all frames (least squares)", &[], Command::Compare(CompareCommand::Align(AlignChoice::Range))).also("fit, best fit, procrustes, register, registration"),
    action(Group::Review, "sync-frame", "Sync: first frames", &[], Command::Compare(CompareCommand::Sync(Sync::Frame))).also("start together, reset offset"),
    action(Group::Review, "sync-time", "Sync: file time", &[], Command::Compare(CompareCommand::Sync(Sync::Time))).also("clock, start time, recording time"),
    action(Group::Review, "sync-motion", "Sync: motion of all joints", &[], Command::Compare(CompareCommand::Sync(Sync::Motion))).also("cross-correlation, auto sync, find offset, match timing"),
    action(Group::Review, "sync-joint", "Sync: motion of the selected joint", &[], Command::Compare(CompareCommand::SyncBySelection)).also("cross-correlation, auto sync, find offset, match timing"),
    action(Group::Review, "copy-differences", "Copy differences as CSV", &[], Command::Compare(CompareCommand::CopyTable)).also("export, table, spreadsheet, clipboard, worst joints"),
    action(Group::Review, "video", "Choose reference video", &[with(CTRL, Key::R)], Command::Video(VideoCommand::Ask)).also("witness camera, film, movie, footage, image sequence, mp4, mov, load video, image plane, background").shows(&[(Menu::Main, 20)]).called("Reference video…"),
    action(Group::Review, "video-shown", "Toggle reference video", &[], Command::Video(VideoCommand::Toggle)).also("witness camera, film, movie, footage, show video, hide video, image plane"),
    action(Group::Review, "video-split", "Toggle reference video beside the view/in a corner", &[], Command::Video(VideoCommand::ToggleSplit)).also("split screen, split view, picture in picture, film, footage, witness camera"),
    action(Group::Review, "video-sound", "Toggle sound of the reference video", &[], Command::Video(VideoCommand::ToggleSound)).also("mute, unmute, audio, volume, wav, speaker, silence"),
    action(Group::Review, "remove-video", "Remove reference video", &[], Command::Video(VideoCommand::RemoveActive)).also("unload video, close video, film, footage, witness camera"),
    action(Group::Window, "export", "Export…", &[with(CTRL, Key::E)], Command::Export(ExportCommand::Ask)).also("save as, convert, render animation, playblast, export FBX, export BVH, film, movie, video, MP4, GIF, batch export").shows(&[(Menu::Main, 41)]),
    action(Group::Window, "report", "Report…", &[], Command::Export(ExportCommand::AskForReport)).also("export report, HTML, web page, dailies, summary, mail, supervisor, print").shows(&[(Menu::Main, 42)]),
    action(Group::Window, "panels", "Toggle panels", &[plain(Key::Tab)], Command::Interface(InterfaceCommand::TogglePanels)).also("toggle panels, sidebars, toolbar, side panels, ui, clean, show panels, hide panels"),
    action(Group::Window, "left-panel", "Toggle takes and bones", &[], Command::Interface(InterfaceCommand::TogglePanel(Panel::Left))).also("outliner, hierarchy, sidebar, tree, scene, skeleton list, show takes and bones, hide takes and bones").shows(&[(Menu::Appearance, 10)]).called("Takes and bones").tipped("The left panel"),
    action(Group::Window, "inspector", "Toggle inspector", &[], Command::Interface(InterfaceCommand::TogglePanel(Panel::Right))).also("attribute editor, properties, sidebar, channel box, n panel, details, info, show the inspector, hide the inspector").shows(&[(Menu::Appearance, 11)]).called("Inspector").tipped("The right panel"),
    action(Group::Window, "curves", "Toggle docked curves", &[plain(Key::C)], Command::Interface(InterfaceCommand::TogglePanel(Panel::Curves))).also("graph editor, dock, plot, graph, f-curves, animation curves, channels").shows(&[(Menu::Appearance, 12)]).called("Docked curves").tipped("Curves of the selection, over the timeline"),
    action(Group::Window, "curves-stacked", "Curve layout: overlay/stacked", &[], Command::Curves(CurvesCommand::ToggleStacked)).also("graph editor, lanes, stack, overlay"),
    action(Group::Window, "curves-derivative", "Toggle curve derivative", &[], Command::Curves(CurvesCommand::ToggleDerivative)).also("velocity, slope, rate of change, speed graph, graph editor"),
    action(Group::Window, "curves-fit", "Fit curve values", &[], Command::Curves(CurvesCommand::Fit)).also("frame all, view all, normalize, auto frame, zoom to fit, graph editor"),
    action(Group::Window, "curves-follow", "Toggle curves follow timeline", &[], Command::Display(DisplayCommand::Toggle(ViewToggle::CurvesFollow))).also("sync, graph editor zoom, lock time, timeline's zoom"),
    action(Group::Window, "tab-take", "Inspector: Take", &[], Command::Interface(InterfaceCommand::ShowTab(Tab::Take))).also("info, metadata, properties, warnings, event, event list, marker, gap, length, duration, statistics, attribute editor, facts, events, gaps"),
    action(Group::Window, "tab-node", "Inspector: Node", &[], Command::Interface(InterfaceCommand::ShowTab(Tab::Node))).also("measure, measurement, distance, position, rotation, coordinates, transform, values, channel box, velocity, ruler, show what is measured").shows(&[(Menu::Node, 20)]).called("Show values"),
    action(Group::Window, "tab-curves", "Inspector: Curves", &[], Command::Interface(InterfaceCommand::ShowTab(Tab::Curves))).also("graph editor, f-curves, fcurves, plot, channels, animation curves, chart, show the selection's curves").shows(&[(Menu::Node, 21)]).called("Show curves"),
    action(Group::Window, "tab-notes", "Inspector: Notes", &[], Command::Interface(InterfaceCommand::ShowTab(Tab::Notes))).also("annotations, comments, markers, rating, review, markup"),
    action(Group::Window, "tab-checks", "Inspector: Checks", &[], Command::Interface(InterfaceCommand::ShowTab(Tab::Checks))).also("findings, faults, errors, QC, quality control, validation, problems, lint, pops, gaps, foot skate"),
    action(Group::Window, "interface", "Toggle interface", &[plain(Key::H)], Command::Interface(InterfaceCommand::ToggleInterface)).also("toggle interface, ui, hud, overlays, clean, presentation, zen, hide all, show interface, hide interface"),
    action(Group::Window, "full-screen", "Toggle full screen", &[plain(Key::F11)], Command::Interface(InterfaceCommand::ToggleFullScreen)).also("fullscreen, maximize, maximise, presentation, kiosk"),
    action(Group::Window, "next-control", "Focus next control", &[plain(Key::F6)], Command::Interface(InterfaceCommand::NextControl(true))).held().also("focus, tab, keyboard, accessibility, next control"),
    action(Group::Window, "previous-control", "Focus previous control", &[with(SHIFT, Key::F6)], Command::Interface(InterfaceCommand::NextControl(false))).held().also("focus, tab, keyboard, accessibility, control before"),
    action(Group::Window, "undo", "Undo", &[with(CTRL, Key::Z)], Command::History(HistoryCommand::Undo)).held().also("revert, take back"),
    action(Group::Window, "redo", "Redo", &[with(CTRL.plus(SHIFT), Key::Z), with(CTRL, Key::Y)], Command::History(HistoryCommand::Redo)).held().also("repeat, again"),
    action(Group::Window, "dark", "Theme: dark", &[], Command::Settings(SettingsCommand::SetTheme(Some(Theme::Dark)))).also("appearance, mode, colors, night, black"),
    action(Group::Window, "light", "Theme: light", &[], Command::Settings(SettingsCommand::SetTheme(Some(Theme::Light)))).also("appearance, mode, colors, day, white, bright"),
    action(Group::Window, "system-theme", "Theme: system", &[], Command::Settings(SettingsCommand::SetTheme(None))).also("appearance, mode, auto, desktop, colors"),
    action(Group::Window, "larger", "Interface size: larger", &[], Command::Settings(SettingsCommand::Larger)).also("scale up, zoom in, bigger, font size, text size, ui scale, dpi, magnify"),
    action(Group::Window, "smaller", "Interface size: smaller", &[], Command::Settings(SettingsCommand::Smaller)).also("scale down, zoom out, font size, text size, ui scale, dpi"),
    action(Group::Window, "usual-size", "Interface size: 100 %", &[], Command::Settings(SettingsCommand::SetScale(1.0))).also("reset scale, actual size, default size, font size, ui scale"),
    action(Group::Window, "settings", "Edit settings file", &[], Command::Settings(SettingsCommand::Edit)).also("preferences, options, config, configuration, prefs, customize, keymap, hotkey editor, remap").shows(&[(Menu::Main, 53)]).of_desktop(),
    action(Group::Window, "palette", "Command palette", &[with(CTRL, Key::P)], Command::Interface(InterfaceCommand::Overlay(Some(Overlay::CommandPalette)))).also("search, find, menu search, operator search, f3, every command by name").shows(&[(Menu::Main, 50)]),
    action(Group::Window, "keys", "Keyboard shortcuts", &[plain(Key::F1), plain(Key::Questionmark)], Command::Interface(InterfaceCommand::Overlay(Some(Overlay::Shortcuts)))).also("shortcuts, hotkeys, keyboard, help, cheat sheet, bindings, keymap, mouse, all keys, key sheet").shows(&[(Menu::Main, 51)]),
    action(Group::Window, "manual", "Manual", &[], Command::Interface(InterfaceCommand::ShowManual)).also("help, documentation, docs, handbook, user guide, online help").shows(&[(Menu::Main, 52)]).of_desktop(),
    action(Group::Window, "escape", "Close overlay, then deselect", &[plain(Key::Escape)], Command::Interface(InterfaceCommand::Escape)).also("cancel, deselect, select none, clear selection, dismiss, close what is open, select nothing"),
    action(Group::Window, "quit", "Quit", &[with(CTRL, Key::Q)], Command::Interface(InterfaceCommand::Quit)).also("exit, close program, close window, leave").shows(&[(Menu::Main, 60)]).of_desktop(),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_and_no_id_stands_twice() {
        let all = ACTIONS.iter();
        let keys = all.flat_map(|action| action.keys.iter().map(|key| (key, action.in_note)));
        let keys: Vec<_> = keys.collect();
        for (i, a) in keys.iter().enumerate() {
            assert!(!keys[i + 1..].contains(a), "{} is bound twice", a.0);
        }
        for (i, a) in ACTIONS.iter().enumerate() {
            let same = |b: &Action| a.id == b.id || a.name == b.name || a.command == b.command;
            assert!(!ACTIONS[i + 1..].iter().any(same), "{} stands twice", a.id);
        }
    }

    #[test]
    fn no_action_has_a_synonym_twice_or_one_of_blanks() {
        for action in ACTIONS.iter().filter(|action| !action.synonyms.is_empty()) {
            let mut words: Vec<&str> = action.synonyms.split(", ").collect();
            assert!(words.iter().all(|word| !word.is_empty() && word.trim() == *word));
            let count = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), count, "{} has a word twice", action.id);
        }
    }

    #[test]
    fn no_two_rows_of_a_menu_have_one_place() {
        let places: Vec<_> = ACTIONS.iter().flat_map(|action| action.menus).collect();
        for (i, place) in places.iter().enumerate() {
            assert!(!places[i + 1..].contains(place), "{place:?} is taken twice");
        }
    }

    #[test]
    fn every_group_has_its_actions_side_by_side() {
        let mut groups: Vec<Group> = ACTIONS.iter().map(|action| action.group).collect();
        groups.dedup();
        assert_eq!(groups, Group::ALL);
    }
}
