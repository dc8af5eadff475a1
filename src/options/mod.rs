//! The options that are remembered: display, playback, panels, curves, saved views.

mod curves;
mod display;
mod folder;
mod panels;

pub use curves::{CurveOptions, Quantities, Quantity};
pub use display::{
    CompareMode, DisplayOptions, Labels, MAX_GHOSTS, MAX_TRAIL, Options, OutsideFrames,
    PlaybackOptions, SAVED_VIEWS, SavedView, ViewToggle,
};
pub use folder::{FolderGroup, FolderOptions, FolderSort};
pub use panels::{Corner, NoteFilter, Overlay, Panel, Panels, Tab, VideoOptions, clamp_or_default};
