//! The figure commands: bone colours, colour sets, visibility, marker connections and objects of the active take.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::TakeId;
use crate::scene::{ObjectPlacement, Rgba, Scheme};
use crate::take::{NodeId, Object};

#[derive(Clone, Debug, PartialEq)]
pub enum FigureCommand {
    /// Colours bones, and points without a bone.
    Colour {
        /// Their places among the drawn parts.
        parts: Vec<usize>,
        colour: Rgba,
    },
    /// Gives all parts back to the scheme.
    ResetColours,
    ResetParts(Vec<usize>),
    /// Sets what gives bones their colours.
    SetScheme(Scheme),
    SaveColourSet(String),
    UseColourSet(String),
    DeleteColourSet(String),
    ShowNodes(Vec<NodeId>, bool),
    /// Draws a line between the two markers that are selected, or takes it away.
    ToggleConnection,
    DisconnectAll,
    AskForObject(NodeId),
    AskForObjectOfSelection,
    AttachObject {
        take: TakeId,
        /// The joint of the bone.
        node: NodeId,
        file: PathBuf,
        object: Arc<Object>,
    },
    /// Places an object, by its place in the list.
    PlaceObject(usize, ObjectPlacement),
    RemoveObject(usize),
}
