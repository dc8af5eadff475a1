//! Everything that runs the program's command line; and what is installed beside the program.
#![cfg(feature = "app")]

mod checks;
mod commands;
mod compare;
mod convert;
#[cfg(unix)]
mod day;
#[cfg(unix)]
mod day_sheet;
#[cfg(target_os = "linux")]
mod files;
mod film;
#[cfg(unix)]
mod index;
#[cfg(target_os = "linux")]
mod install;
mod measure_series;
mod notes;
mod pictures;
mod pipelines;
mod positions;
mod render;
mod report;
#[path = "../support/mod.rs"]
mod support;
