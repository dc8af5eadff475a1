//! The program: reads the arguments and hands over.

use std::process::ExitCode;
use std::time::Instant;

use rushes::app;
use rushes::cli::{self, Exit, Request};

fn main() -> ExitCode {
    let start = Instant::now();
    let exit = match cli::run(std::env::args_os().skip(1)) {
        Request::Finished(exit) => exit,
        Request::Window { paths, how, theme } => match app::run(&paths, how, theme, start) {
            Ok(()) => Exit::Done,
            Err(error) => {
                eprintln!("rushes: {error}");
                Exit::BadFile
            }
        },
    };
    ExitCode::from(exit as u8)
}
