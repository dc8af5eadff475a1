//! `rushes.com`, which shells on Windows find before `rushes.exe`: they wait for it, as they do for no program with
//! a window, so that scripts see when a command ends and how.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let ended = std::env::current_exe().and_then(|own| {
        Command::new(own.with_file_name("rushes.exe")).args(std::env::args_os().skip(1)).status()
    });
    match ended {
        Ok(status) => ExitCode::from(status.code().unwrap_or(1) as u8),
        Err(error) => {
            eprintln!("rushes: rushes.exe cannot be started: {error}");
            ExitCode::FAILURE
        }
    }
}
