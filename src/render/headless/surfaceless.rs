//! A context that has no surface, where the system lets it have none.

use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::error::Error;

use super::system::{Config, Display, NotCurrentContext, PossiblyCurrentContext};

/// What the context has for a surface: none.
pub struct Surface;

/// Wants nothing of a configuration but that it draws.
pub fn narrow(template: ConfigTemplateBuilder, _: &Display) -> ConfigTemplateBuilder {
    template.with_surface_type(ConfigSurfaceTypes::empty())
}

/// What contexts of a configuration draw to.
///
/// # Errors
/// None.
pub fn surface(_: &Display, _: &Config) -> Result<Surface, Error> {
    Ok(Surface)
}

/// Makes a context current.
///
/// # Errors
/// Those of the driver.
pub fn make_current(
    context: NotCurrentContext,
    _: &Surface,
) -> Result<PossiblyCurrentContext, Error> {
    context.make_current_surfaceless()
}
