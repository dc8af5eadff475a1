//! Headless OpenGL on macOS, through CGL.

use glutin::error::Error;
use raw_window_handle::{AppKitDisplayHandle, RawDisplayHandle};

use crate::render::error::RenderError;

pub use glutin::api::cgl::config::Config;
pub use glutin::api::cgl::context::{NotCurrentContext, PossiblyCurrentContext};
pub use glutin::api::cgl::display::Display;

/// What to do where no picture can be drawn.
pub const HINT: &str = "this system has no OpenGL 3.3";

/// The only display.
///
/// # Errors
/// None.
pub fn displays() -> Result<impl Iterator<Item = (String, Result<Display, Error>)>, RenderError> {
    let handle = RawDisplayHandle::AppKit(AppKitDisplayHandle::new());
    // SAFETY: the handle points at nothing.
    let display = unsafe { Display::new(handle) };
    Ok(std::iter::once(("CGL".to_string(), display)))
}
