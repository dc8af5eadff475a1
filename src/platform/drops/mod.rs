//! Files that are held over the window and let go there.
//!
//! The window library brings them on Windows and macOS. On Linux it brings nothing on Wayland, and on
//! X11 loses all files of a drop where it dislikes one: there, a thread of our own takes them.

mod event;
#[cfg(target_os = "linux")]
mod intercept;
#[cfg(target_os = "linux")]
mod wayland;
#[cfg(target_os = "linux")]
mod x11;

use winit::window::Window;

pub use event::DropEvent;

/// Takes what is dropped on a window until this is dropped itself, which has to be before the
/// window and its event loop go.
pub struct Drops {
    // Before the worker, which it sends messages to.
    #[cfg(target_os = "linux")]
    _intercept: Option<intercept::Intercept>,
    #[cfg(target_os = "linux")]
    _worker: crate::platform::worker::Worker,
}

#[cfg(target_os = "linux")]
impl Drops {
    /// Starts to listen; `None` where the window library's own events have to do.
    ///
    /// On Wayland this comes after whatever uses the clipboard: see [`wayland`].
    pub fn start(window: &Window, send: impl FnMut(DropEvent) + Send + 'static) -> Option<Self> {
        use winit::raw_window_handle::{
            HasDisplayHandle as _, HasWindowHandle as _, RawDisplayHandle, RawWindowHandle,
        };
        let send = Box::new(send);
        let display = window.display_handle().ok()?.as_raw();
        let (worker, intercept) = match (window.window_handle().ok()?.as_raw(), display) {
            (RawWindowHandle::Wayland(_), RawDisplayHandle::Wayland(display)) => {
                // SAFETY: the display lives as long as the event loop, which outlives this.
                let worker = unsafe { wayland::start(display.display.as_ptr(), send) };
                (worker.ok()?, None)
            }
            (RawWindowHandle::Xlib(handle), RawDisplayHandle::Xlib(display)) => {
                let (worker, take) = x11::start(handle.window as u32, send).ok()?;
                let start = |display| {
                    // SAFETY: as on Wayland.
                    unsafe { intercept::Intercept::start(display, handle.window as u32, take) }
                };
                let display = display.display.map(|display| display.as_ptr().cast());
                (worker, display.and_then(start))
            }
            (RawWindowHandle::Xcb(handle), _) => {
                (x11::start(handle.window.get(), send).ok()?.0, None)
            }
            _ => return None,
        };
        Some(Self {
            _intercept: intercept,
            _worker: worker,
        })
    }
}

#[cfg(not(target_os = "linux"))]
impl Drops {
    /// Nothing: the window library's own events are all there is to know.
    pub fn start(_: &Window, _: impl FnMut(DropEvent) + Send + 'static) -> Option<Self> {
        None
    }
}
