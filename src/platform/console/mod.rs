//! The console that the program was started in. Windows gives a program with a window none by itself.

#[cfg(windows)]
mod windows;

#[cfg(windows)]
pub use windows::{attach, leave, show_error};

/// On other systems the program has its terminal from the start.
#[cfg(not(windows))]
pub fn attach() {}

/// On other systems the program keeps its terminal to its end.
#[cfg(not(windows))]
pub fn leave() {}

/// On other systems errors are printed and nothing else.
#[cfg(not(windows))]
pub fn show_error(_: &str) {}
