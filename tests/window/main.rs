//! The real program in a real window: on displays, desktops and buses of the tests' own.
#![cfg(all(feature = "app", target_os = "linux"))]

mod drops;
mod endings;
mod faults;
mod input_method;
mod one_window;
mod pictures;
mod portal;
mod reviewing;
mod session;
mod session_files;
mod soak;
#[path = "../support/mod.rs"]
mod support;
mod wayland;
mod x11;
