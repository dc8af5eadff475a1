//! The desktop application: start-up, event loop, window and effects.

mod app;
mod autosave;
mod drops;
mod effects;
mod exporter;
mod exports;
mod gpu_window;
mod note_files;
mod rebuild;
mod reference_player;
mod reviews;
mod session_effects;
mod session_writer;
mod start;
mod wake;

pub use start::{Start, run};
