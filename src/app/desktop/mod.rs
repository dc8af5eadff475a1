//! The desktop application: start-up, event loop, window and effects.

mod app;
mod gpu_window;
mod keep;
mod serve;
mod start;

pub use start::{Start, run};
