//! How the display is chosen, Wayland or X11, and which missing libraries are reported.

#[cfg(target_os = "linux")]
use std::ffi::{OsStr, OsString};
#[cfg(target_os = "linux")]
use std::path::Path;

use winit::event_loop::EventLoopBuilder;

use super::error::Error;

/// What X11 windows load when they open, and Debian's packages for it. Without the last one winit
/// panics.
#[cfg(target_os = "linux")]
const X11: [(&str, &str); 4] = [
    ("libX11.so.6", "libx11-6"),
    ("libXcursor.so.1", "libxcursor1"),
    ("libXi.so.6", "libxi6"),
    ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
];

/// What Wayland windows load when they open.
#[cfg(target_os = "linux")]
const WAYLAND: [(&str, &str); 3] = [
    ("libwayland-client.so.0", "libwayland-client0"),
    ("libwayland-egl.so.1", "libwayland-egl1"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
];

/// A display that a window can open on.
#[cfg(target_os = "linux")]
#[derive(Clone, Debug, PartialEq, Eq)]
enum Display {
    /// With what `WAYLAND_DISPLAY` says; nothing where a connection was handed down.
    Wayland(OsString),
    /// With what `DISPLAY` says.
    X11(OsString),
}

/// The display that the window opens on: Wayland where there is such a display that answers, since only
/// there is a window sharp at every scale factor; else X11.
///
/// # Errors
/// [`Error`] with the packages that are missing, or that there is no display.
#[cfg(target_os = "linux")]
fn display() -> Result<Display, Error> {
    let get = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let handed_down = get("WAYLAND_SOCKET").map(|_| OsString::new());
    let wayland = handed_down.or_else(|| get("WAYLAND_DISPLAY"));
    match (wayland, get("DISPLAY")) {
        (None, None) => Err(Error::new(
            "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set; \
             'rushes render' makes pictures without one",
        )),
        (Some(name), None) => libraries(&WAYLAND).map(|()| Display::Wayland(name)),
        (Some(name), Some(_)) if answers(&name) && libraries(&WAYLAND).is_ok() => {
            Ok(Display::Wayland(name))
        }
        (_, Some(name)) => libraries(&X11).map(|()| Display::X11(name)),
    }
}

/// What tells the window's display from others of the same user; `None` where it has no name.
#[cfg(target_os = "linux")]
pub fn name() -> Option<String> {
    let (Display::Wayland(name) | Display::X11(name)) = display().ok()?;
    name.into_string().ok().filter(|name| !name.is_empty())
}

/// Chooses the display, before something else does.
///
/// # Errors
/// As [`display`].
#[cfg(target_os = "linux")]
pub fn choose<T>(builder: &mut EventLoopBuilder<T>) -> Result<(), Error> {
    use winit::platform::wayland::EventLoopBuilderExtWayland as _;
    use winit::platform::x11::EventLoopBuilderExtX11 as _;
    match display()? {
        Display::Wayland(_) => builder.with_wayland(),
        Display::X11(_) => builder.with_x11(),
    };
    Ok(())
}

/// Whether there is a compositor behind what the environment says: a shell that has outlived its
/// desktop still names it. Winit tries one display alone.
#[cfg(target_os = "linux")]
fn answers(wayland: &OsStr) -> bool {
    use std::os::unix::net::UnixStream;
    let folder = std::env::var_os("XDG_RUNTIME_DIR").unwrap_or_default();
    // A whole path takes the folder's place; a connection that was handed down has no name.
    wayland.is_empty() || UnixStream::connect(Path::new(&folder).join(wayland)).is_ok()
}

/// Loads each library; an error names the packages of those that are missing.
#[cfg(target_os = "linux")]
fn libraries(wanted: &[(&str, &str)]) -> Result<(), Error> {
    let missing: Vec<&str> = wanted
        .iter()
        // SAFETY: these are the libraries that the window loads next itself; their initialisers
        // are made for it.
        .filter(|(library, _)| unsafe { libloading::Library::new(*library) }.is_err())
        .map(|(_, package)| *package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!(
        "libraries are missing; install them (Debian, Ubuntu: apt install {})",
        missing.join(" ")
    )))
}

/// Other systems have one display, and bring what a window needs.
#[cfg(not(target_os = "linux"))]
pub fn choose<T>(_: &mut EventLoopBuilder<T>) -> Result<(), Error> {
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn missing_libraries_are_told_by_the_packages_that_have_them() {
        assert_eq!(libraries(&[("libc.so.6", "libc6")]), Ok(()));
        let error = libraries(&[
            ("libnot-there.so.1", "libnot-there1"),
            ("libc.so.6", "libc6"),
            ("libnor-this.so.2", "libnor-this2"),
        ]);
        assert_eq!(
            error.unwrap_err().to_string(),
            "libraries are missing; install them \
             (Debian, Ubuntu: apt install libnot-there1 libnor-this2)"
        );
    }
}
