//! The program as a file of its own: parses the arguments, then runs a command or opens the window.

// A double click opens no console. Started in one, the program prints there.
#![cfg_attr(windows, windows_subsystem = "windows")]

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let began = Instant::now();
    ExitCode::from(rushes::program::run(began, std::env::args_os().skip(1)) as u8)
}
