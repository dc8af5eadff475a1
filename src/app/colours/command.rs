//! The figure commands: bone colours, colour sets, visibility, marker connections and objects of the active take.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::ids::TakeId;
use crate::scene::{ObjectPlacement, Rgba, Scheme};
use crate::take::{NodeId, Object};

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
    /// Asks for an object for a bone.
    AskForObject(NodeId),
    /// Asks for an object for the bone that is selected.
    AskForObjectOfSelection,
    /// Attaches an object that was read to a bone of a take.
    AttachObject {
        /// The take.
        take: TakeId,
        /// The joint of the bone.
        node: NodeId,
        /// Where the object came from.
        file: PathBuf,
        /// What was read.
        object: Arc<Object>,
    },
    /// Places an object, by its place in the list.
    PlaceObject(usize, ObjectPlacement),
    /// Takes an object off its bone.
    RemoveObject(usize),
}
