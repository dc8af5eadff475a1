//! Commands of the active take's figure: colours, visibility, lines between markers.

use super::Edit;
use crate::scene::{Rgba, Scheme};
use crate::take::NodeId;

/// Changes how the active take's figure looks.
#[derive(Clone, Debug, PartialEq)]
pub enum FigureCommand {
    /// Colours bones, and points without a bone.
    Colour {
        /// Their places among the drawn parts.
        parts: Vec<usize>,
        /// Their new colour.
        colour: Rgba,
    },
    /// Gives all parts back to the scheme.
    ResetColours,
    /// Gives parts back to the scheme.
    ResetParts(Vec<usize>),
    /// Sets what gives bones their colours.
    SetScheme(Scheme),
    /// Saves the colours under a name.
    SaveColourSet(String),
    /// Colours the figure as a colour set says.
    UseColourSet(String),
    /// Deletes a colour set.
    DeleteColourSet(String),
    /// Shows or hides nodes' bones.
    ShowNodes(Vec<NodeId>, bool),
    /// Draws a line between the two markers that are selected, or takes it away.
    ToggleConnection,
    /// Takes all lines away that were drawn between markers.
    DisconnectAll,
}

impl FigureCommand {
    /// What undo takes back of it.
    pub fn edit(&self) -> Option<Edit> {
        match self {
            Self::Colour { .. } => Some(Edit::Colour),
            Self::ResetColours
            | Self::ResetParts(_)
            | Self::SetScheme(_)
            | Self::UseColourSet(_) => Some(Edit::Scheme),
            Self::ShowNodes(..) => Some(Edit::Visibility),
            Self::ToggleConnection | Self::DisconnectAll => Some(Edit::Connections),
            Self::SaveColourSet(_) | Self::DeleteColourSet(_) => None,
        }
    }
}
