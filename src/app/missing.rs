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

/// Chooses X11 where there is such a display, also one beside Wayland: the desktop draws the window's
/// frame there, as it does around every other window.
///
/// # Errors
/// [`RenderError`] with the packages that are missing, or that there is no display.
#[cfg(target_os = "linux")]
pub fn choose_display<T>(builder: &mut EventLoopBuilder<T>) -> Result<(), RenderError> {
    use winit::platform::x11::EventLoopBuilderExtX11 as _;
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let wayland = is_set("WAYLAND_DISPLAY") || is_set("WAYLAND_SOCKET");
    if is_set("DISPLAY") {
        match libraries(&X11) {
            Ok(()) => {
                builder.with_x11();
            }
            Err(_) if wayland => {}
            Err(error) => return Err(error),
        }
    } else if !wayland {
        return Err(RenderError::new(
            "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set; \
             'rushes render' makes pictures without one",
        ));
    }
    Ok(())
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
