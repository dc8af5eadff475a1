//! The single instance (a setting): a later start hands its files to the open window, and ends.
//!
//! macOS starts no second program by itself.

#[cfg(target_os = "linux")]
mod application;
#[cfg(windows)]
#[path = "windows.rs"]
mod application;

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::OnceLock;

use super::drops::Files;

#[cfg(target_os = "linux")]
pub use application::await_request;
pub use application::{Instance, LaunchRequest, find};

/// `Break` ends the program: a window has its files. Else later starts find its own window, if they can find any.
pub type FindResult = ControlFlow<(), Option<Instance>>;

/// The environment in which a launcher hands down what lets a window come to the front.
pub const TOKENS: [&str; 2] = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"];

/// What a start of the program is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// What it is to open; nothing where its window is only to come to the front.
    pub files: Files,
    /// What the desktop gave it so that its window may come to the front: a token of `xdg-activation`,
    /// or an identifier of X11's startup notification.
    pub token: Option<String>,
    /// Whether it is to open a window of its own, whatever windows are there.
    pub new_window: bool,
}

/// The words that start the program, where these are not the file that runs.
static COMMAND: OnceLock<Vec<OsString>> = OnceLock::new();

/// Says by which words the program is started, where it is not the file that runs.
pub fn set_command(words: Vec<OsString>) {
    // Whoever runs it a second time starts it the same way.
    let _ = COMMAND.set(words);
}

/// The words that start the program; at least one.
pub fn command() -> std::io::Result<Vec<OsString>> {
    match COMMAND.get().filter(|words| !words.is_empty()) {
        Some(words) => Ok(words.clone()),
        None => Ok(vec![std::env::current_exe()?.into()]),
    }
}

/// Starts the program once more, with a token that lets its window come to the front.
pub fn start_another(argument: &str, token: Option<&str>) -> std::io::Result<()> {
    let words = command()?;
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).arg(argument);
    if let Some(token) = token {
        command.envs(TOKENS.map(|name| (name, token)));
    }
    let mut child = command.spawn()?;
    // A child that is not waited for stays in the system's list after its end.
    std::thread::spawn(move || child.wait());
    Ok(())
}

/// No other desktop starts the program in this way.
#[cfg(not(target_os = "linux"))]
pub fn await_request() -> Result<Option<(Instance, LaunchRequest)>, super::Error> {
    Err(super::Error::new("this system has no session bus"))
}

/// Systems without a single instance: every start opens a window of its own.
#[cfg(not(any(target_os = "linux", windows)))]
mod application {
    use std::path::PathBuf;

    use crate::platform::single_instance::{FindResult, Launch};

    pub fn find(_: Option<&[PathBuf]>) -> FindResult {
        FindResult::Continue(None)
    }

    /// There is none, so that none of its methods can be called.
    pub enum Instance {}

    impl Instance {
        pub fn listen(&mut self, _: impl FnMut(LaunchRequest) + Send + 'static) {
            match *self {}
        }

        pub fn release(&self) {
            match *self {}
        }
    }

    /// As [`Instance`].
    #[derive(Debug)]
    pub enum LaunchRequest {}

    impl LaunchRequest {
        pub fn launch(&self) -> &Launch {
            match *self {}
        }

        pub fn accept(&self) -> bool {
            match *self {}
        }
    }
}
