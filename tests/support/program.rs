//! The program as a process, without a display.

use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

use super::environment;

/// How a run of the program ended, and what it printed.
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The result of a run that must do what it is asked to, without a word on standard error.
    pub fn done(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// The errors of a run that must fail so, without a result.
    pub fn failed(self, code: i32) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(code), ""), "{}", self.err);
        assert!(self.err.ends_with('\n') && !self.err.contains("panicked"), "{}", self.err);
        self.err
    }
}

/// The program in an environment of its own, in which no display is.
pub fn program() -> Command {
    environment::command(env!("CARGO_BIN_EXE_rushes"))
}

/// The program with these arguments, as it runs on a machine without a display.
pub fn command(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = program();
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program to its end.
pub fn rushes(arguments: &[impl AsRef<OsStr>]) -> Run {
    end(&mut command(arguments))
}

/// Runs a command to its end.
pub fn end(command: &mut Command) -> Run {
    command.output().expect("the program starts").into()
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("what the program prints is UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}
