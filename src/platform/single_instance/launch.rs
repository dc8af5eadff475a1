//! A launch: what another start of the program asks for; and how to start the program again.

use std::process::Command;

use crate::platform::files::Files;

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

/// Starts the program once more, with a token that lets its window come to the front.
///
/// # Errors
/// Those of the system.
pub fn start_another(argument: &str, token: Option<&str>) -> std::io::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(argument);
    if let Some(token) = token {
        command.envs(TOKENS.map(|name| (name, token)));
    }
    let mut child = command.spawn()?;
    // A child that is not waited for stays in the system's list after its end.
    std::thread::spawn(move || child.wait());
    Ok(())
}
