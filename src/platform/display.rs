//! The display on Linux: how it is chosen, Wayland or X11, which missing libraries are reported, and how the program
//! ends when its window or X server is taken away.

use std::ffi::{OsStr, OsString, c_int};
use std::io::{Write as _, stderr};
use std::os::unix::net::UnixStream;
use std::panic::{set_hook, take_hook};
use std::path::Path;

use winit::event_loop::{EventLoop, EventLoopBuilder};
use winit::platform::wayland::EventLoopBuilderExtWayland as _;
use winit::platform::x11::{EventLoopBuilderExtX11 as _, EventLoopExtX11 as _};
use x11_dl::xlib::{self, Xlib};

use super::Error;

/// What X11 windows load when they open, and Debian's packages for it. Without the last one winit panics.
const X11: [(&str, &str); 4] = [
    ("libX11.so.6", "libx11-6"),
    ("libXcursor.so.1", "libxcursor1"),
    ("libXi.so.6", "libxi6"),
    ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
];

/// What Wayland windows load when they open.
const WAYLAND: [(&str, &str); 3] = [
    ("libwayland-client.so.0", "libwayland-client0"),
    ("libwayland-egl.so.1", "libwayland-egl1"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
];

#[derive(Clone, Debug, PartialEq, Eq)]
enum Display {
    /// With what `WAYLAND_DISPLAY` says; nothing where a connection was handed down.
    Wayland(OsString),
    /// With what `DISPLAY` says.
    X11(OsString),
}

/// The display that the window opens on: Wayland where there is such a display that answers, since only
/// there is a window sharp at every scale factor; else X11. An error names the packages that are missing.
fn display() -> Result<Display, Error> {
    let get = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let wayland = get("WAYLAND_SOCKET").map(|_| OsString::new()).or_else(|| get("WAYLAND_DISPLAY"));
    match (wayland, get("DISPLAY")) {
        (None, None) => Err(Error::new(
            "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set; \
             'rushes render' makes pictures without one",
        )),
        (Some(name), None) => check_libraries(&WAYLAND).map(|()| Display::Wayland(name)),
        (Some(name), Some(_)) if is_reachable(&name) && check_libraries(&WAYLAND).is_ok() => {
            Ok(Display::Wayland(name))
        }
        (_, Some(name)) => check_libraries(&X11).map(|()| Display::X11(name)),
    }
}

/// What tells the window's display from others of the same user; `None` where it has no name.
pub fn name() -> Option<String> {
    let (Display::Wayland(name) | Display::X11(name)) = display().ok()?;
    name.into_string().ok().filter(|name| !name.is_empty())
}

/// Chooses the display, before something else does.
pub fn choose<T>(builder: &mut EventLoopBuilder<T>) -> Result<(), Error> {
    match display()? {
        Display::Wayland(_) => builder.with_wayland(),
        Display::X11(_) => builder.with_x11(),
    };
    Ok(())
}

/// Whether there is a compositor behind what the environment says: a shell that has outlived its
/// desktop still names it. Winit tries one display alone.
fn is_reachable(wayland: &OsStr) -> bool {
    let folder = std::env::var_os("XDG_RUNTIME_DIR").unwrap_or_default();
    // A whole path takes the folder's place; a connection that was handed down has no name.
    wayland.is_empty() || UnixStream::connect(Path::new(&folder).join(wayland)).is_ok()
}

/// Loads each library; an error names the packages of those that are missing.
fn check_libraries(libraries: &[(&str, &str)]) -> Result<(), Error> {
    // SAFETY: these are the libraries that the window loads next itself; their initialisers are made for it.
    let is_missing = |library: &str| unsafe { libloading::Library::new(library) }.is_err();
    let missing = libraries.iter().filter(|(library, _)| is_missing(library));
    let missing: Vec<&str> = missing.map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!(
        "libraries are missing; install them (Debian, Ubuntu: apt install {})",
        missing.join(" ")
    )))
}

const NOTHING_TO_DRAW_ON: i32 = 3;

/// Ends the program with a message in one line when the X server takes its window away, as by 'xkill', or ends: winit
/// panics then, and Xlib ends the program in the midst of whatever it does. What is to be remembered has been written
/// by then: nothing can be asked of the window any more.
pub fn exit_when_lost<T>(event_loop: &EventLoop<T>) {
    if !event_loop.is_x11() {
        return;
    }
    if let Ok(xlib) = Xlib::open() {
        // SAFETY: the handler is a function of the program, and ends it as Xlib wants it to.
        unsafe { (xlib.XSetIOErrorHandler)(Some(display_is_gone)) };
    }
    let usual = take_hook();
    set_hook(Box::new(move |panic| {
        if panic.payload_as_str().is_some_and(is_of_x11) {
            exit("the window was taken away");
        }
        usual(panic);
    }));
}

pub fn describe_error(error: String) -> String {
    if is_of_x11(&error) {
        "the window was taken away".into()
    } else if error.starts_with(EVENT_LOOP_ENDED) {
        "the display is gone".into()
    } else {
        error
    }
}

/// What winit says where the connection to a Wayland compositor breaks, ahead of the number of the system's error.
const EVENT_LOOP_ENDED: &str = "Exit Failure: ";

/// Whether an error comes from the X server or the connection to it: only a window that is gone makes one.
fn is_of_x11(error: &str) -> bool {
    let names = ["X11Error", "XError", "Xlib error", "Connection(IoError("];
    names.iter().any(|name| error.contains(name))
}

extern "C" fn display_is_gone(_: *mut xlib::Display) -> c_int {
    exit("the display is gone")
}

fn exit(reason: &str) -> ! {
    // Where nobody reads that, the program ends all the same.
    let _ = writeln!(stderr(), "rushes: {reason}");
    std::process::exit(NOTHING_TO_DRAW_ON)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_libraries_are_told_by_the_packages_that_have_them() {
        assert_eq!(check_libraries(&[("libc.so.6", "libc6")]), Ok(()));
        let error = check_libraries(&[
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
