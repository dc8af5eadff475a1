//! The options that are remembered: display, playback, panels, curves, saved views.

mod curves;
mod display;
mod panels;
mod saved_view;

pub use curves::{CurveOptions, Quantities, Quantity};
pub use display::{
    DisplayOptions, Labels, MAX_GHOSTS, MAX_TRAIL, Options, OutsideFrames, PlaybackOptions,
    ViewToggle,
};
pub use panels::{NoteFilter, Overlay, Panel, Panels, Tab, limited};
pub use saved_view::{SAVED_VIEWS, SavedView};
