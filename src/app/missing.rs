//! Which display the window opens on, and the libraries that it needs there, named before something
//! panics.

use winit::event_loop::EventLoopBuilder;

use crate::render::RenderError;

/// What X11 windows load when they open, and Debian's packages for it. Without the last one the
/// window library does not fail but panics.
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

/// Chooses Wayland where there is such a display that answers: only there is a window sharp at every
/// scale factor. Else X11.
///
/// # Errors
/// [`RenderError`] with the packages that are missing, or that there is no display.
#[cfg(target_os = "linux")]
pub fn choose_display<T>(builder: &mut EventLoopBuilder<T>) -> Result<(), RenderError> {
    use winit::platform::wayland::EventLoopBuilderExtWayland as _;
    use winit::platform::x11::EventLoopBuilderExtX11 as _;
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let wayland = is_set("WAYLAND_DISPLAY") || is_set("WAYLAND_SOCKET");
    match (wayland, is_set("DISPLAY")) {
        (false, false) => {
            return Err(RenderError::new(
                "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set; \
                 'rushes render' makes pictures without one",
            ));
        }
        (true, false) => {
            libraries(&WAYLAND)?;
            builder.with_wayland();
        }
        (true, true) if wayland_answers() && libraries(&WAYLAND).is_ok() => {
            builder.with_wayland();
        }
        (_, true) => {
            libraries(&X11)?;
            builder.with_x11();
        }
    }
    Ok(())
}

/// Whether there is a compositor behind what the environment says: a shell that has outlived its
/// desktop still names it. The window library can try one display alone.
#[cfg(target_os = "linux")]
fn wayland_answers() -> bool {
    use std::os::unix::net::UnixStream;
    // A connection that was handed down is one already.
    if std::env::var_os("WAYLAND_SOCKET").is_some_and(|socket| !socket.is_empty()) {
        return true;
    }
    let name = std::env::var_os("WAYLAND_DISPLAY").unwrap_or_default();
    let folder = std::env::var_os("XDG_RUNTIME_DIR").unwrap_or_default();
    // A whole path takes the folder's place.
    UnixStream::connect(std::path::Path::new(&folder).join(name)).is_ok()
}

/// Loads each library; an error names the packages of those that are missing.
#[cfg(target_os = "linux")]
fn libraries(wanted: &[(&str, &str)]) -> Result<(), RenderError> {
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
    Err(RenderError::new(format!(
        "libraries are missing; install them (Debian, Ubuntu: apt install {})",
        missing.join(" ")
    )))
}

/// Other systems have one display, and bring what a window needs.
#[cfg(not(target_os = "linux"))]
pub fn choose_display<T>(_: &mut EventLoopBuilder<T>) -> Result<(), RenderError> {
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
