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

#[cfg(target_os = "linux")]
pub use application::await_request;
pub use application::{Instance, LaunchRequest, find};
pub use launch::start_another;

/// No desktop starts the program in this way.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn await_request() -> Result<Option<(Instance, LaunchRequest)>, super::error::Error> {
    Err(super::error::Error::new("this system has no session bus"))
}
