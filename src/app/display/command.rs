//! The display commands: figure style, view toggles, ghosts, motion trails, labels.

use crate::options::{Labels, OutsideFrames, ViewToggle};
use crate::scene::DisplayStyle;

/// Changes how takes are drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum DisplayCommand {
    /// How bones look.
    Style(DisplayStyle),
    /// Goes to the next display style.
    NextStyle,
    /// Sets how many ghosts there are, and how many frames apart.
    SetGhosts {
        /// How many on each side.
        count: usize,
        /// Frames from one to the next.
        step: usize,
    },
    /// How many frames of a motion trail show, before and after.
    TrailLength(usize),
    /// Turns something on or off.
    Set(ViewToggle, bool),
    /// Turns something on where it is off, and off where it is on.
    Toggle(ViewToggle),
    /// Which nodes have their names in the view.
    Labels(Labels),
    /// Goes to the next choice of labels.
    NextLabels,
    /// What becomes of takes outside of their frames.
    OutsideFrames(OutsideFrames),
}
