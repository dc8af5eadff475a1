//! The interface commands: tabs, panels, overlays, full screen, search, notices, quit.

use crate::app::ids::{NoticeId, TakeId};
use crate::options::{NoteFilter, Overlay, Panel, Tab};
use crate::scene::CurveKind;
use crate::take::NodeId;

/// Changes what stands around the view.
#[derive(Clone, Debug, PartialEq)]
pub enum InterfaceCommand {
    /// Shows a tab of the inspector.
    ShowTab(Tab),
    /// What the curves are of.
    CurvesOf(CurveKind),
    /// Shows or hides one panel.
    TogglePanel(Panel),
    /// Shows or hides the panels at the sides.
    TogglePanels,
    /// Sets the widths of the left panel and the inspector and the heights of the transport and the docked
    /// curves, in points.
    ResizePanels([f32; 4]),
    /// Shows or hides everything but the view.
    ToggleInterface,
    /// Enters or leaves full screen.
    ToggleFullScreen,
    /// Opens what lies over the window, or closes it.
    Overlay(Option<Overlay>),
    /// Closes what lies over the window, else the newest notice, else selects nothing.
    Escape,
    /// Moves the keyboard focus to the next control, or to the previous one.
    NextControl(bool),
    /// Files are held over a bone, by its take and joint.
    HoldOver(Option<(TakeId, NodeId)>),
    /// Lists only nodes whose name has these letters.
    Search(String),
    /// Lists only notes that have these letters.
    SearchNotes(String),
    /// Lists only notes of some kind.
    FilterNotes(NoteFilter),
    /// Takes a notice away.
    Dismiss(NoticeId),
    /// Takes all notices away.
    DismissAll,
    /// Ends the program.
    Quit,
}
