//! How the program ends when its window or X server is taken away.
//!
//! The window or its X server taken away, as by 'xkill' or the end of a server: winit panics, and Xlib
//! ends the program in the midst of whatever it does. Either is reported in one line.

use std::ffi::c_int;
use std::panic::{set_hook, take_hook};

use winit::event_loop::EventLoop;
use winit::platform::x11::EventLoopExtX11 as _;
use x11_dl::xlib::{Display, Xlib};

/// The exit code where there is nothing to draw on any more.
const NOTHING_TO_DRAW_ON: i32 = 3;

/// Ends the program with a message when the X server takes its window away, or ends. What is to be
/// remembered has been written by then: nothing can be asked of the window any more.
pub fn end_with<T>(event_loop: &EventLoop<T>) {
    if !event_loop.is_x11() {
        return;
    }
    if let Ok(xlib) = Xlib::open() {
        // SAFETY: the handler is a function of the program, and ends it as Xlib wants it to.
        unsafe { (xlib.XSetIOErrorHandler)(Some(display_is_gone)) };
    }
    let usual = take_hook();
    set_hook(Box::new(move |panic| {
        if panic.payload_as_str().is_some_and(is_of_x) {
            end("the window was taken away");
        }
        usual(panic);
    }));
}

/// The message for an error of the event loop.
pub fn describe(error: String) -> String {
    if is_of_x(&error) { "the window was taken away".into() } else { error }
}

/// Whether an error comes from the X server or the connection to it: only a window that is gone makes one.
fn is_of_x(error: &str) -> bool {
    ["X11Error", "XError", "Xlib error", "Connection(IoError("]
        .iter()
        .any(|name| error.contains(name))
}

unsafe extern "C" fn display_is_gone(_: *mut Display) -> c_int {
    end("the display is gone")
}

fn end(why: &str) -> ! {
    eprintln!("rushes: {why}");
    std::process::exit(NOTHING_TO_DRAW_ON)
}
