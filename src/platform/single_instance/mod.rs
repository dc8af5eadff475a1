//! The single instance (a setting): a later start hands its files to the open window, and ends.
//!
//! Only Linux has it. macOS starts no second program by itself.

#[cfg(target_os = "linux")]
mod application;
#[cfg(not(target_os = "linux"))]
#[path = "unsupported.rs"]
mod application;
mod launch;

pub use application::{Instance, LaunchRequest, await_request, find};
pub use launch::start_another;
