//! Headless OpenGL on other systems than Windows: contexts without a surface, of EGL devices or of macOS's CGL.

#[cfg(target_os = "macos")]
use glutin::api::cgl as api;
#[cfg(not(target_os = "macos"))]
use glutin::api::egl as api;
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::error::Error;

use api::config::Config;
use api::context::NotCurrentContext;

use crate::render::RenderError;

pub use api::context::PossiblyCurrentContext;
pub use api::display::Display;

/// What to do where no picture can be drawn.
#[cfg(target_os = "macos")]
pub const HINT: &str = "this system has no OpenGL 3.3";
#[cfg(not(target_os = "macos"))]
pub const HINT: &str = "install Mesa's drivers (Debian, Ubuntu: libegl1 libgl1-mesa-dri)";

#[cfg(target_os = "macos")]
pub fn displays() -> Result<impl Iterator<Item = (String, Result<Display, Error>)>, RenderError> {
    use raw_window_handle::{AppKitDisplayHandle, RawDisplayHandle};
    let handle = RawDisplayHandle::AppKit(AppKitDisplayHandle::new());
    // SAFETY: the handle points at nothing.
    let display = unsafe { Display::new(handle) };
    Ok(std::iter::once(("CGL".to_string(), display)))
}

/// The devices' displays, with their names, as they are asked for. An error names the packages of EGL.
#[cfg(not(target_os = "macos"))]
pub fn displays() -> Result<impl Iterator<Item = (String, Result<Display, Error>)>, RenderError> {
    let devices = api::device::Device::query_devices()
        .map_err(|error| RenderError::new(format!("pictures need EGL ({error}); {HINT}")))?;
    Ok(devices.map(|device| {
        let name = device.name().unwrap_or("a device without a name");
        // SAFETY: a device's display belongs to no window system.
        let display = unsafe { Display::with_device(&device, None) };
        (name.to_string(), display)
    }))
}

/// What the context has for a surface: none.
pub struct Surface;

/// Asks nothing of a configuration but that it draws.
pub fn restrict(template: ConfigTemplateBuilder, _: &Display) -> ConfigTemplateBuilder {
    template.with_surface_type(ConfigSurfaceTypes::empty())
}

/// What contexts of a configuration draw to.
pub fn create_surface(_: &Display, _: &Config) -> Result<Surface, Error> {
    Ok(Surface)
}

pub fn make_current(
    context: NotCurrentContext,
    _: &Surface,
) -> Result<PossiblyCurrentContext, Error> {
    context.make_current_surfaceless()
}
