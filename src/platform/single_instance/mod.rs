//! One window for all takes, where the person asked for that: a later start of the program hands its
//! files to the window that is open on the same display, and ends.
//!
//! Only Linux has it. macOS starts no second program by itself.

#[cfg(target_os = "linux")]
mod application;
#[cfg(not(target_os = "linux"))]
#[path = "unsupported.rs"]
mod application;
mod launch;

pub use application::{Instance, Request, await_request, find};
pub use launch::start_another;
