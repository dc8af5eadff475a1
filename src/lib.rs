//! Rushes opens a motion-capture take and plays it as a stick figure.
//!
//! A take flows one way, and nothing on the left knows anything on its right:
//!
//! ```text
//! bytes ─loader─▶ Take ─evaluate─▶ Pose ─scene─▶ DrawList ─render─▶ pixels
//!                  │           playback (which frame is showing) ── app, cli
//!                  └─export─▶ bytes
//! ```
//!
//! The order of the modules below is the order of the layers; `tests/architecture.rs` holds it.

#![warn(missing_docs)]

pub mod take;
mod threads;

pub mod evaluate;
pub mod posture;

pub mod export;
pub mod loader;
pub mod playback;

pub mod guess;

pub mod scene;

pub mod render;

pub mod files;
mod platform;

pub mod app;
pub mod cli;
