//! The page in real browsers: what `make web` has built, driven as a person would. `make test-web` runs it.
//!
//! What is done there stands in a script of its own for each test, `tests/web/*.mjs`; what is right is known here, by what
//! the library and the program make of the same files.
#![cfg(all(feature = "app", target_os = "linux"))]

mod browser;
mod files;
mod positions;
mod report;
mod review;
#[path = "../support/mod.rs"]
mod support;
