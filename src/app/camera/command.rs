//! The camera commands: orbit, pan, zoom, frame, follow, standard views, saved views, reset view.

use glam::Vec2;

use crate::scene::{SavedCamera, View};
use crate::take::NodeId;

#[derive(Clone, Debug, PartialEq)]
pub enum CameraCommand {
    /// Brings what is selected into view; without a selection, the figures on this frame.
    FrameSelection,
    /// Brings the whole paths of the takes into view.
    FrameAll,
    /// Keeps the figure in place in the view, or lets it walk.
    ToggleFollow,
    FollowNode(NodeId),
    Look(View),
    ToggleProjection,
    /// Shows the view that the take opened with.
    ResetView,
    /// Takes another lens, by its focal length in millimetres of 35 mm film.
    Lens(f32),
    /// Saves the view under a number, from 1 on.
    SaveView(usize),
    ShowView(usize),
    /// Looks from where a camera was kept.
    Recall(SavedCamera),
    RenameView(usize, String),
    RemoveView(usize),
    /// Turns about the target, in heights of the view.
    Orbit(Vec2),
    /// Moves along the picture, in heights of the view.
    Pan(Vec2),
    Zoom {
        /// Below 1 nearer, above 1 away.
        factor: f32,
        /// Towards where, from the view's centre in heights of the view, Y down.
        pointer: Vec2,
    },
}

impl CameraCommand {
    /// Whether it is another view rather than a move from the present one: the camera glides there.
    pub fn is_cut(&self) -> bool {
        matches!(
            self,
            Self::FrameSelection
                | Self::FrameAll
                | Self::Look(_)
                | Self::ResetView
                | Self::ShowView(_)
                | Self::Recall(_)
        )
    }
}
