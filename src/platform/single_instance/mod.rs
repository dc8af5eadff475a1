//! The single instance (a setting): a later start hands its files to the open window, and ends.
//!
//! macOS starts no second program by itself.

#[cfg(target_os = "linux")]
mod application;
#[cfg(windows)]
#[path = "windows.rs"]
mod application;
#[cfg(not(any(target_os = "linux", windows)))]
#[path = "unsupported.rs"]
mod application;
mod launch;
#[cfg(windows)]
mod user;

pub use application::{Instance, LaunchRequest, await_request, find};
pub use launch::start_another;
