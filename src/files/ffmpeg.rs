//! How programs of ffmpeg are started, to write videos and to read them.

use std::process::Command;

/// A program of ffmpeg that says what matters alone; without a console of its own, on Windows.
pub(super) fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.arg("-hide_banner");
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt as _;
        /// No console appears for a moment.
        const CREATE_NO_WINDOW: u32 = 0x0800_0000;
        command.creation_flags(CREATE_NO_WINDOW);
    }
    command
}

/// The last thing that one said, if it said anything.
pub(super) fn last_line(told: &str) -> Option<&str> {
    told.lines().rfind(|line| !line.trim().is_empty())
}
