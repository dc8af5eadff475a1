//! The options that are remembered: display, playback, panels, saved views.

mod display;
mod panels;
mod saved_view;

pub use display::{
    DisplayOptions, Labels, MAX_GHOSTS, MAX_TRAIL, Options, OutsideFrames, PlaybackOptions,
    ViewToggle,
};
pub use panels::{Overlay, Panel, Panels, Tab};
pub use saved_view::{SAVED_VIEWS, SavedView};
