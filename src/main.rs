//! The program: parses the arguments, then runs a command or the window.

use std::process::ExitCode;
use std::time::Instant;

use rushes::app;
use rushes::cli::{self, Exit, Request};

fn main() -> ExitCode {
    let began = Instant::now();
    let exit = match cli::run(std::env::args_os().skip(1)) {
        Request::Finished(exit) => exit,
        Request::Window {
            paths,
            how,
            theme,
            new_window,
        } => {
            let start = app::Start {
                paths,
                how,
                theme,
                new_window,
                began,
            };
            match app::run(start) {
                Ok(()) => Exit::Done,
                Err(error) => {
                    cli::print_error(&error.to_string());
                    Exit::BadFile
                }
            }
        }
    };
    ExitCode::from(exit as u8)
}
