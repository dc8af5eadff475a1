//! The program itself, run by the interpreter.

use std::ffi::OsString;
use std::time::Instant;

use pyo3::prelude::*;

/// Runs the program with its arguments, without its own name, to its end; gives its exit code. `command` are the
/// words that start it once more.
#[pyfunction]
pub fn run(py: Python<'_>, arguments: Vec<OsString>, command: Vec<OsString>) -> u8 {
    let began = Instant::now();
    rushes::program::set_command(command);
    py.detach(|| rushes::program::run(began, arguments) as u8)
}
