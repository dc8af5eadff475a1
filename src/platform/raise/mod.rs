//! Brings the window to the front when a later start of the program hands over to it.
//!
//! Desktops let a window come to the front with the token of that start alone, which winit takes for new windows only.

#[cfg(target_os = "linux")]
mod wayland;
#[cfg(target_os = "linux")]
mod x11;

use winit::window::{UserAttentionType, Window};

/// Brings the window to the front, or, where the desktop does not let it, asks to be looked at.
pub fn raise(window: &Window, token: Option<&str>) {
    if window.is_minimized() == Some(true) {
        window.set_minimized(false);
    }
    if !activate(window, token) {
        window.focus_window();
        window.request_user_attention(Some(UserAttentionType::Informational));
    }
}

/// Asks by the display's own protocol; false where that cannot be done.
#[cfg(target_os = "linux")]
fn activate(window: &Window, token: Option<&str>) -> bool {
    use winit::raw_window_handle::{
        HasDisplayHandle as _, HasWindowHandle as _, RawDisplayHandle, RawWindowHandle,
    };
    let (Ok(handle), Ok(display)) = (window.window_handle(), window.display_handle()) else {
        return false;
    };
    match (handle.as_raw(), display.as_raw()) {
        (RawWindowHandle::Wayland(surface), RawDisplayHandle::Wayland(display)) => {
            let (display, surface) = (display.display.as_ptr(), surface.surface.as_ptr());
            // SAFETY: both live as long as the window.
            token.is_some_and(|token| unsafe { wayland::activate(display, surface, token) })
        }
        (RawWindowHandle::Xlib(handle), _) => x11::activate(handle.window as u32, token).is_ok(),
        _ => false,
    }
}

#[cfg(not(target_os = "linux"))]
fn activate(_: &Window, _: Option<&str>) -> bool {
    false
}
