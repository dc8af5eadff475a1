//! The display commands: figure style, view toggles, ghosts, motion trails, labels.

use crate::options::{Labels, OutsideFrames, ViewToggle};
use crate::scene::DisplayStyle;

#[derive(Clone, Debug, PartialEq)]
pub enum DisplayCommand {
    Style(DisplayStyle),
    NextStyle,
    SetGhosts {
        /// How many on each side.
        count: usize,
        /// Frames from one to the next.
        step: usize,
    },
    /// How many frames of a motion trail show, before and after.
    TrailLength(usize),
    Set(ViewToggle, bool),
    Toggle(ViewToggle),
    /// Which nodes have their names in the view.
    Labels(Labels),
    NextLabels,
    OutsideFrames(OutsideFrames),
}
