//! Drag and drop: files that are dragged over the window and dropped there.
//!
//! Winit brings them on Windows, by OLE, and macOS. On Linux, winit 0.30 brings nothing on Wayland, and on X11
//! loses all files of a drop where it dislikes one: there, a thread of our own takes them.
//!
//! **Kept until winit itself delivers drops on Wayland**, as 0.31 does once egui and glutin stand on it:
//! `drops/wayland/`, and of the crate `wayland-client` what raising the window does not need.

mod event;
#[cfg(target_os = "linux")]
mod intercept;
#[cfg(target_os = "linux")]
mod wayland;
#[cfg(windows)]
mod windows;
#[cfg(target_os = "linux")]
mod x11;

#[cfg(not(windows))]
use winit::window::Window;

#[cfg(windows)]
pub use windows::{Drops, drag_position, take_message};

pub use event::{DragPosition, DropEvent, Files};

/// Takes what is dropped on a window until this is dropped, which has to be before window and event loop go.
#[cfg(not(windows))]
pub struct Drops {
    // Before the worker, which it sends messages to.
    #[cfg(target_os = "linux")]
    _intercept: Option<intercept::Intercept>,
    #[cfg(target_os = "linux")]
    _worker: crate::platform::worker::Worker,
}

#[cfg(target_os = "linux")]
impl Drops {
    /// Starts to listen; `None` where winit's own events have to do.
    ///
    /// On Wayland this comes after whatever uses the clipboard: see [`wayland`].
    pub fn start(window: &Window, send: impl FnMut(DropEvent) + Send + 'static) -> Option<Self> {
        use winit::raw_window_handle::{
            HasDisplayHandle as _, HasWindowHandle as _, RawDisplayHandle, RawWindowHandle,
        };
        let send = Box::new(send);
        let display = window.display_handle().ok()?.as_raw();
        match (window.window_handle().ok()?.as_raw(), display) {
            (RawWindowHandle::Wayland(_), RawDisplayHandle::Wayland(display)) => {
                // SAFETY: the display lives as long as the event loop, which outlives this.
                let worker = unsafe { wayland::start(display.display.as_ptr(), send) };
                Some(Self { _intercept: None, _worker: worker.ok()? })
            }
            (RawWindowHandle::Xlib(handle), RawDisplayHandle::Xlib(display)) => {
                let (display, window) = (display.display?.as_ptr().cast(), handle.window as u32);
                let (worker, take) = x11::start(window, send).ok()?;
                // SAFETY: as on Wayland.
                let intercept = unsafe { intercept::Intercept::start(display, window, take) }?;
                Some(Self { _intercept: Some(intercept), _worker: worker })
            }
            _ => None,
        }
    }
}

#[cfg(not(any(target_os = "linux", windows)))]
impl Drops {
    /// Nothing: winit's own events are all there is to know.
    pub fn start(_: &Window, _: impl FnMut(DropEvent) + Send + 'static) -> Option<Self> {
        None
    }
}

/// Where files are held over the window, for as long as its own events say that they are: on Windows, which is the
/// only system where winit says no more and the pointer can be asked.
#[cfg(not(windows))]
pub fn drag_position(_: &Window) -> Option<DragPosition> {
    None
}
