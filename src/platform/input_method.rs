//! Input methods, by which people write Japanese, Chinese or Korean: on X11, they are with the window from the start.

use winit::raw_window_handle::{HasWindowHandle as _, RawWindowHandle};
use winit::window::Window;

/// Lets the input method of an X11 desktop write into a window that had no focus yet, and tells whether that is so: it is
/// not to be turned off and on again then. What winit 0.30 makes for a window that has the focus never hears of it, and no
/// key is composed.
pub fn keep_input_method(window: &Window) -> bool {
    let handle = window.window_handle().map(|handle| handle.as_raw());
    let is_x11 = matches!(handle, Ok(RawWindowHandle::Xlib(_)));
    if is_x11 {
        window.set_ime_allowed(true);
    }
    is_x11
}
