//! The options that are remembered: display, playback, panels, curves, saved views.

mod compare;
mod curves;
mod display;
mod limits;
mod panels;
mod saved_view;
mod video;

pub use compare::CompareMode;
pub use curves::{CurveOptions, Quantities, Quantity};
pub use display::{
    DisplayOptions, Labels, MAX_GHOSTS, MAX_TRAIL, Options, OutsideFrames, PlaybackOptions,
    ViewToggle,
};
pub use limits::limited;
pub use panels::{NoteFilter, Overlay, Panel, Panels, Tab};
pub use saved_view::{SAVED_VIEWS, SavedView};
pub use video::{Corner, VideoOptions};
