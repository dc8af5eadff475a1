//! The program as it runs: started, woken by the desktop and by its own threads, drawing, ended.

mod app;
mod gpu_window;
mod keep;
mod serve;
mod start;

pub use start::{Start, run};
