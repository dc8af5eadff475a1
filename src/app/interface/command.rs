//! The interface commands: tabs, panels, overlays, full screen, search, notices, manual, quit.

use crate::app::{NoticeId, TakeId};
use crate::options::{NoteFilter, Overlay, Panel, Tab};
use crate::scene::CurveKind;
use crate::take::NodeId;

#[derive(Clone, Debug, PartialEq)]
pub enum InterfaceCommand {
    ShowTab(Tab),
    CurvesOf(CurveKind),
    TogglePanel(Panel),
    /// Shows or hides the panels at the sides.
    TogglePanels,
    /// Sets the widths of the left panel and the inspector and the heights of the transport and the docked
    /// curves, in points.
    ResizePanels([f32; 4]),
    /// Shows or hides everything but the view.
    ToggleInterface,
    ToggleFullScreen,
    Overlay(Option<Overlay>),
    /// Closes what lies over the window, else the newest notice, else selects nothing.
    Escape,
    /// Moves the keyboard focus to the next control, or to the previous one.
    NextControl(bool),
    HoldOver(Option<(TakeId, NodeId)>),
    /// Lists only nodes whose name has these letters.
    Search(String),
    SearchNotes(String),
    FilterNotes(NoteFilter),
    Dismiss(NoticeId),
    DismissAll,
    /// Opens the manual in the browser.
    ShowManual,
    Quit,
}
