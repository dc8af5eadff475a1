//! A file in the desktop's file manager, selected in its folder.

use std::path::Path;

use super::error::Error;

/// Shows a file in its folder; the folder alone, where the file manager cannot be told which file is meant. Waits for the
/// desktop.
///
/// # Errors
/// Where nothing shows folders; what to do instead.
pub fn show_in_folder(file: &Path) -> Result<(), Error> {
    let folder = file.parent().unwrap_or(file);
    select(file).or_else(|_| open::that_detached(folder)).map_err(|error| {
        Error::new(format!("{}: no program shows this folder: {error}", folder.display()))
    })
}

/// By the interface that file managers of the desktops have in common
/// (<https://www.freedesktop.org/wiki/Specifications/file-manager-interface/>).
#[cfg(target_os = "linux")]
fn select(file: &Path) -> std::io::Result<()> {
    const NAME: &str = "org.freedesktop.FileManager1";
    let ask = || {
        let bus = zbus::blocking::Connection::session()?;
        let path = "/org/freedesktop/FileManager1";
        let files = zbus::blocking::Proxy::new(&bus, NAME, path, NAME)?;
        let start_of_nothing = "";
        files.call("ShowItems", &(&[super::uri_list::uri(file)][..], start_of_nothing))
    };
    ask().map_err(std::io::Error::other)
}

#[cfg(target_os = "macos")]
fn select(file: &Path) -> std::io::Result<()> {
    let shown = std::process::Command::new("open").arg("-R").arg(file).status()?;
    if shown.success() { Ok(()) } else { Err(std::io::Error::other("open -R failed")) }
}

/// Explorer takes its file in quotes behind the comma, which its exit code does not tell of.
#[cfg(windows)]
fn select(file: &Path) -> std::io::Result<()> {
    use std::os::windows::process::CommandExt as _;

    let mut argument = std::ffi::OsString::from("/select,\"");
    argument.push(file);
    argument.push("\"");
    let explorer = std::process::Command::new("explorer.exe").raw_arg(argument).spawn();
    explorer.map(drop)
}
