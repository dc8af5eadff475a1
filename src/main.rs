//! The program: reads the arguments and hands over.

use std::process::ExitCode;

use rushes::cli::{self, Request};

fn main() -> ExitCode {
    match cli::run(std::env::args_os().skip(1)) {
        Request::Finished(exit) => ExitCode::from(exit as u8),
        Request::Window { .. } => ExitCode::SUCCESS,
    }
}
