//! Rushes opens motion-capture takes: where each joint and marker is on each frame, in twenty formats, with
//! a warning for whatever was guessed or repaired.
//!
//! ```
//! let take = rushes::open("assets/builtin/stroll.bvh")?;
//! println!("{} ({}), {}", take.name, take.format, take.rate_text());
//!
//! // The names of all nodes and bone ends, and where they are on some frames.
//! let hand = take.points().position(|point| point.name == "LeftHand").expect("a hand");
//! assert!(take.points().any(|point| point.name == "Head_end" && point.tip_of.is_some()));
//! for (frame, positions) in take.positions([0, 10, 20])?.iter() {
//!     assert_eq!(positions.len(), take.points().count());
//!     println!("frame {frame}: {}", positions[hand]);
//! }
//! let error = take.positions(0..1_000_000).unwrap_err();
//! assert_eq!(error.frame(), take.motion.frame_count());
//!
//! // What was guessed or repaired: a code that stays the same, and a sentence.
//! for warning in &take.warnings {
//!     println!("{} ({}): {warning}", warning.code.word(), warning.code.severity().word());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`open()`] reads a file with those that belong to it, [`read()`] bytes in memory. [`open_with()`] and
//! [`read_with()`] take options; [`open_all()`] opens many files and folders. The folder `examples` of the
//! project has five short programs.
//!
//! A [`Take`] has the node tree ([`take::Skeleton`]), the file's own values ([`take::Motion`]) and what the
//! file says of itself; [`export::EXPORTS`] writes it in other formats. Positions are vectors of `glam`, in
//! the file's own unit and axes: [`Take::units`] says which, as far as the file does.
//!
//! # Features
//! All are on by default; `default-features = false` turns them off.
//!
//! * `all-formats`: every format that can be left out. These are `fbx`, whose library is compiled from C, and
//!   `gltf`. A file of a format that is left out is refused with [`loader::ErrorKind::LeftOut`].
//! * `app`: the program, with its window and its command line. It adds nothing to what is documented here,
//!   and needs all libraries of the desktop.
//!
//! Without `fbx`, nothing of it needs a system: where there are neither files nor threads, as in a browser
//! (`wasm32-unknown-unknown`), [`read()`] takes bytes in memory.
//!
//! # Stability
//! What is documented here follows semantic versioning; `docs/programmers.md` says what that means.

// A take flows one way, and nothing on the left knows anything on its right:
//
//     bytes ─loader─▶ Take ─evaluate─▶ Pose ─scene─▶ DrawList ─render─▶ pixels
//                      │           playback (which frame is showing) ── app, cli
//                      └─export─▶ bytes
//
// The order of the modules below is the order of the layers; `tests/headless/architecture.rs` holds it. Those that
// are hidden are public for the program, its tests and its benchmarks alone.

#![cfg_attr(not(feature = "app"), warn(missing_docs))]
// What the desktop alone does.
#![cfg_attr(page, allow(dead_code))]
// What formats that are left out share with others.
#![cfg_attr(not(feature = "all-formats"), allow(dead_code, unused_imports))]

mod fs;
pub mod take;
mod threads;

pub mod evaluate;
#[doc(hidden)]
pub mod posture;

#[doc(hidden)]
pub mod known_bodies;

#[doc(hidden)]
pub mod solve;

pub mod export;
pub mod loader;
pub mod playback;

#[doc(hidden)]
pub mod guess;

#[cfg(feature = "app")]
#[doc(hidden)]
pub mod scene;

#[cfg(feature = "app")]
#[doc(hidden)]
pub mod review;

#[cfg(feature = "app")]
#[doc(hidden)]
pub mod report;

#[cfg(feature = "app")]
mod options;

#[cfg(feature = "app")]
#[cfg_attr(page, path = "fonts/page.rs")]
mod fonts;

#[cfg(feature = "app")]
#[doc(hidden)]
pub mod render;

#[doc(hidden)]
pub mod files;

#[cfg(feature = "app")]
#[doc(hidden)]
pub mod store;

#[cfg(feature = "app")]
#[doc(hidden)]
pub mod index;

#[cfg(all(feature = "app", not(page)))]
#[doc(hidden)]
pub mod dataset;

#[cfg(feature = "app")]
#[doc(hidden)]
pub mod convert;

#[cfg(feature = "app")]
#[doc(hidden)]
pub mod film;

#[cfg(feature = "app")]
#[cfg_attr(page, path = "platform/page/mod.rs")]
mod platform;

#[cfg(feature = "app")]
#[doc(hidden)]
pub mod app;
#[cfg(all(feature = "app", not(page)))]
#[doc(hidden)]
pub mod cli;
#[cfg(all(feature = "app", not(page)))]
#[doc(hidden)]
pub mod program;

#[cfg(fuzzing)]
#[doc(hidden)]
pub use platform::read_uri_list as read_uris;

pub use glam;

#[doc(inline)]
pub use files::{OpenOptions, Opened, open, open_all, open_with};
#[doc(inline)]
pub use guess::{read, read_with};
pub use loader::LoadError;
pub use take::{FormatId, FrameError, Take};
