//! Headless OpenGL on systems other than macOS, through EGL devices.

use glutin::api::egl::device::Device;
use glutin::error::Error;

use crate::render::error::RenderError;

pub use glutin::api::egl::config::Config;
pub use glutin::api::egl::context::{NotCurrentContext, PossiblyCurrentContext};
pub use glutin::api::egl::display::Display;

/// What to do where no picture can be drawn.
pub const HINT: &str = "install Mesa's drivers (Debian, Ubuntu: libegl1 libgl1-mesa-dri)";

/// The devices' displays, with their names, one after the other as they are asked for.
///
/// # Errors
/// [`RenderError`] with the packages, where EGL is missing.
pub fn displays() -> Result<impl Iterator<Item = (String, Result<Display, Error>)>, RenderError> {
    let devices = Device::query_devices()
        .map_err(|error| RenderError::new(format!("pictures need EGL ({error}); {HINT}")))?;
    Ok(devices.map(|device| {
        let name = device.name().unwrap_or("a device without a name");
        // SAFETY: a device's display belongs to no window system.
        let display = unsafe { Display::with_device(&device, None) };
        (name.to_string(), display)
    }))
}
