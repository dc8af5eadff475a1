//! The desktop application: start-up, event loop, window and effects.

mod app;
mod autosave;
mod effects;
mod gpu_window;
mod start;

pub use start::{Start, run};
