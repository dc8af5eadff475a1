//! Everything that runs the program's command line; and what is installed beside the program.
#![cfg(feature = "app")]

mod checks;
mod commands;
mod compare;
mod convert;
mod day;
mod day_sheet;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(target_os = "linux")]
mod files;
mod film;
// Where its file lies can be said for a test by Linux' variables alone.
#[cfg(target_os = "linux")]
mod index;
#[cfg(target_os = "linux")]
mod install;
mod measure_series;
#[cfg(target_os = "linux")]
mod memory;
mod notes;
mod pictures;
mod pipelines;
mod positions;
#[cfg(target_os = "linux")]
mod release;
mod render;
mod report;
#[path = "../support/mod.rs"]
mod support;
