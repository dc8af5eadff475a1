//! Everything that a person can ask of the window.
//!
//! Keys, panels, menus and the palette all make commands; [`super::State::apply`] alone carries them
//! out. Those that need nothing but themselves stand in [`ACTIONS`], with a name and keys.

mod chord;
mod keymap;
mod synonyms;
mod table;

use std::path::PathBuf;

use glam::Vec2;

pub use chord::Chord;
pub use keymap::Keymap;
pub use synonyms::synonyms;
pub use table::{ACTIONS, Action, Group, MOUSE};

use super::state::{Labels, Outside, Overlay, Panel, Selecting, Switch, Tab};
use crate::loader::PositionReading;
use crate::playback::{Direction, LoopMode};
use crate::scene::{CurveKind, DisplayStyle, Rgba, Scheme, Theme, View};
use crate::take::{NodeId, SignedAxis};

/// One thing to do. Frames are those of the timeline, counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Plays where paused, pauses where playing.
    TogglePlay,
    /// Plays backwards at the set speed.
    PlayBackwards,
    /// Plays in a direction; each repeat doubles the rate.
    Shuttle(Direction),
    /// Stops on the frame showing.
    Pause,
    /// Pauses and moves by frames.
    Step(i64),
    /// Pauses and moves by whole seconds.
    StepSeconds(i64),
    /// First frame of the range; again, of the timeline.
    First,
    /// Last frame of the range; again, of the timeline.
    Last,
    /// Shows a frame; playing goes on from there.
    Seek(usize),
    /// Starts the range at the frame showing, or lets it start with the timeline.
    RangeIn(bool),
    /// Ends the range at the frame showing, or lets it end with the timeline.
    RangeOut(bool),
    /// Sets both ends of the range.
    SetRange([usize; 2]),
    /// Plays everything again.
    ClearRange,
    /// Lets playing leave the range, or keep to it.
    ToggleRange,
    /// Sets what happens at the ends.
    SetEndMode(LoopMode),
    /// Goes to the next of loop, ping-pong, once.
    NextEndMode,
    /// One step slower along the ladder of rates.
    Slower,
    /// One step faster along the ladder of rates.
    Faster,
    /// Sets the speed.
    SetRate(f64),
    /// Plays so many frames a second at a speed of 1; `None` as many as the file has.
    PlayAt(Option<f64>),
    /// Shows this part of the timeline, in frames; `None` shows all of it.
    ShowSpan(Option<[f64; 2]>),

    /// Brings what is selected into view; without a selection, the figures on this frame.
    FrameSelection,
    /// Brings the whole paths of the takes into view.
    FrameAll,
    /// Keeps the figure in place in the view, or lets it walk.
    ToggleFollow,
    /// Keeps a node in place in the view.
    FollowNode(NodeId),
    /// Looks along an axis.
    Look(View),
    /// With or without depth.
    ToggleProjection,
    /// The view that the take opened with.
    Home,
    /// Takes another lens, by its focal length in millimetres of 35 mm film.
    Lens(f32),
    /// Keeps the view under a number, from 1 on.
    SaveView(usize),
    /// Shows the view that is kept under a number.
    ShowView(usize),
    /// Turns about the target, in heights of the view.
    Orbit(Vec2),
    /// Moves along the picture, in heights of the view.
    Pan(Vec2),
    /// Comes nearer or goes away.
    Dolly {
        /// Below 1 nearer, above 1 away.
        factor: f32,
        /// Towards where, from the view's centre in heights of the view, Y down.
        pointer: Vec2,
    },
    /// How bones look.
    Display(DisplayStyle),
    /// Goes to the next display style.
    NextDisplay,
    /// How many of them before and after, and how many frames apart.
    GhostsAre {
        /// How many on each side.
        count: usize,
        /// Frames from one to the next.
        step: usize,
    },
    /// How many frames of a path show, before and after.
    TrailLength(usize),
    /// Turns something on or off.
    Set(Switch, bool),
    /// Turns something on where it is off, and off where it is on.
    Toggle(Switch),
    /// Which nodes have their names in the view.
    Labels(Labels),
    /// What becomes of takes outside of their frames.
    Outside(Outside),
    /// Goes to the next of labels for the selection, for all, for none.
    NextLabels,
    /// Sets the unit of the take's lengths, in metres; `None` takes the file's or guesses.
    SetUnit(Option<f64>),
    /// Sets the axis that is up; `None` takes the file's.
    SetUp(Option<SignedAxis>),
    /// Takes the floor from the take, or has it at the file's zero.
    FindFloor(bool),
    /// Saves the view as a picture, with or without what is behind the figures.
    Picture {
        /// Whether backdrop and ground are left out.
        transparent: bool,
    },

    /// Selects a node of the active take, or nothing.
    Select(Option<NodeId>),
    /// Selects nodes of the active take, instead of or beside what is selected.
    SelectNodes(Vec<NodeId>, Selecting),
    /// Selects a node of any take and makes that take the active one.
    Pick {
        /// The take's place in the list.
        take: usize,
        /// The node.
        node: NodeId,
        /// Instead of or beside what is selected.
        how: Selecting,
    },
    /// Selects a node and brings it into view.
    Focus(NodeId),
    /// Colours bones, and points without a bone.
    Colour {
        /// Their places among the drawn parts.
        parts: Vec<usize>,
        /// Their new colour.
        colour: Rgba,
    },
    /// Colours everything by the scheme again.
    ResetColours,
    /// Gives parts back to the scheme.
    ResetParts(Vec<usize>),
    /// Sets what gives bones their colours.
    SetScheme(Scheme),
    /// Keeps the colours of the active take under a name.
    SavePalette(String),
    /// Colours the active take as a palette says.
    UsePalette(String),
    /// Forgets a palette.
    DeletePalette(String),
    /// Shows or hides nodes' bones.
    Show(Vec<NodeId>, bool),
    /// Draws a line between the two markers that are selected, or takes it away.
    ToggleLine,
    /// Takes all lines away that were drawn between markers.
    ClearLines,
    /// Lists only nodes whose name has these letters.
    Search(String),

    /// Opens files and folders beside what is open, and shows the first of them.
    Open(Vec<PathBuf>),
    /// Shows the built-in take.
    OpenBuiltin,
    /// Asks for files to open.
    AskForFiles,
    /// Asks for a folder to open.
    AskForFolder,
    /// The next file of the folder, by so many, instead of or beside the active take.
    NextFile {
        /// 1 for the next, −1 for the one before.
        step: i64,
        /// Whether the active take stays open.
        add: bool,
    },
    /// Reads the files of all takes again.
    Reload,
    /// Puts the command line that converts the active take on the clipboard.
    CopyConvert,
    /// Stops loading.
    CancelLoading,
    /// Makes another of the open takes the active one.
    Activate(usize),
    /// Closes one of the open takes.
    Close(usize),
    /// Closes the active take.
    CloseActive,
    /// Shows or hides one of the open takes.
    ShowTake(usize, bool),
    /// Shows all of the open takes.
    ShowAllTakes,
    /// Shows one of the open takes alone, or all again.
    Solo(usize),
    /// Colours a whole take; `None` colours it by the scheme.
    TakeColour(usize, Option<Rgba>),
    /// Lets a take begin at a time, in seconds from the origin of all offsets.
    Offset(usize, f64),
    /// Moves a take to another place in the list.
    Order {
        /// Its place.
        from: usize,
        /// Its place afterwards.
        to: usize,
    },
    /// Reads the file again, with position channels in BVH read so.
    ReadPositions(PositionReading),
    /// Reads the file again, which gives no rate, at so many frames a second.
    AssumeRate(f64),
    /// Forgets the files that were opened lately.
    ForgetRecent,

    /// Shows a tab of the inspector.
    ShowTab(Tab),
    /// What the curves are of.
    CurvesOf(CurveKind),
    /// Shows this part of the curves, in frames of the active take; `None` shows all of it.
    CurveSpan(Option<[f64; 2]>),
    /// Shows or hides one panel.
    TogglePanel(Panel),
    /// Takes note of the widths of the left panel and the inspector and the height of the transport,
    /// in points: somebody dragged their edges.
    Sizes([f32; 3]),
    /// Shows or hides the panels at the sides.
    TogglePanels,
    /// Shows or hides everything but the view.
    ToggleInterface,
    /// With or without the frame of the window and the rest of the desktop.
    ToggleFullScreen,
    /// Opens what lies over the window, or closes it.
    Overlay(Option<Overlay>),
    /// Closes what lies over the window, else takes the newest notice away, else selects nothing.
    Escape,
    /// Lets the keyboard go to the next control, or to the one before.
    NextControl(bool),
    /// Light or dark; `None` as the system.
    SetTheme(Option<Theme>),
    /// How large everything is, 1 as the system wants it.
    SetScale(f32),
    /// Opens the file with the settings, made where it is missing.
    EditSettings,
    /// Takes the last change back.
    Undo,
    /// Makes a change again that was taken back.
    Redo,
    /// Takes a notice away.
    Dismiss(usize),
    /// Takes all notices away.
    DismissAll,
    /// Ends the program.
    Quit,
}
