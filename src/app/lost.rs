//! The window or its display taken away, as by 'xkill' or the end of a server: the window library
//! panics, and the display's own library ends the program in the midst of whatever it does. Either is
//! told in a line.

use std::ffi::c_int;
use std::panic::{set_hook, take_hook};

use winit::event_loop::EventLoop;
use winit::platform::x11::EventLoopExtX11 as _;
use x11_dl::xlib::{Display, Xlib};

/// How an event loop ends where there is nothing to draw on any more.
const NOTHING_TO_DRAW_ON: i32 = 3;

/// Has the program end with a word where an X server takes its window or itself away. What is to be
/// remembered has been written by then, for nothing else can be asked of the window.
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

/// What an error of the event loop is told as.
pub fn told(error: String) -> String {
    match is_of_x(&error) {
        true => "the window was taken away".into(),
        false => error,
    }
}

/// Whether an error is the X server's or of the way to it, which has none but for a window that is gone.
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
