//! OpenGL without a window or a display.

#[cfg(target_os = "macos")]
#[path = "cgl.rs"]
mod system;
#[cfg(windows)]
#[path = "wgl.rs"]
mod system;
#[cfg(not(any(target_os = "macos", windows)))]
#[path = "egl.rs"]
mod system;

#[cfg(not(windows))]
mod surfaceless;
#[cfg(not(windows))]
use surfaceless as surface;
#[cfg(windows)]
use system as surface;

use std::sync::Arc;

use glutin::config::ConfigTemplateBuilder;
use glutin::context::{
    ContextApi, ContextAttributes, ContextAttributesBuilder, GlProfile, Version,
};
use glutin::display::GlDisplay as _;

use super::error::RenderError;
use surface::Surface;
use system::{Display, HINT, PossiblyCurrentContext};

/// The two kinds of OpenGL that Rushes draws with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Api {
    /// OpenGL 3.3 core, on desktops.
    Core,
    /// OpenGL ES 3.0, on small devices and some remote desktops.
    Embedded,
}

impl Api {
    /// Those that the system's library has; OpenGL ES is up to the driver on Windows, and most have none.
    pub const ALL: &[Self] =
        if cfg!(windows) { &[Self::Core] } else { &[Self::Core, Self::Embedded] };
}

/// A context that is current on this thread and draws into memory only.
pub struct Headless {
    gl: Arc<glow::Context>,
    // Dropped after `gl`, which calls into it.
    _context: PossiblyCurrentContext,
    _surface: Surface,
    _display: Display,
}

impl Headless {
    /// Makes a context on the first device that can give one.
    ///
    /// # Errors
    /// [`RenderError`] that says what to install, where no device works.
    pub fn new() -> Result<Self, RenderError> {
        Self::with(Api::Core).or_else(|error| Self::with(Api::Embedded).map_err(|_| error))
    }

    /// Makes a context of one kind.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with(api: Api) -> Result<Self, RenderError> {
        let mut tried = Vec::new();
        for (name, display) in system::displays()? {
            match display.and_then(|display| Self::on(display, api)) {
                Ok(headless) => return Ok(headless),
                Err(error) => tried.push(format!("{name}: {error}")),
            }
        }
        let tried = if tried.is_empty() { "there is none".to_string() } else { tried.join("; ") };
        Err(RenderError::new(format!("no graphics device can draw a picture ({tried}); {HINT}")))
    }

    fn on(display: Display, api: Api) -> Result<Self, glutin::error::Error> {
        // SAFETY: the display belongs to no window; the context is made current before anything is
        // called through it, and lives as long as the functions loaded from it.
        unsafe {
            let template = ConfigTemplateBuilder::new();
            let template = surface::narrow(template, &display).build();
            let config = display.find_configs(template)?.next();
            let config = config.ok_or_else(no_config)?;
            let api = match api {
                Api::Core => ContextApi::OpenGl(Some(Version::new(3, 3))),
                Api::Embedded => ContextApi::Gles(Some(Version::new(3, 0))),
            };
            let surface = surface::surface(&display, &config)?;
            let context = display.create_context(&config, &attributes(api))?;
            let context = surface::make_current(context, &surface)?;
            let gl = glow::Context::from_loader_function_cstr(|s| display.get_proc_address(s));
            Ok(Self { gl: Arc::new(gl), _context: context, _surface: surface, _display: display })
        }
    }

    /// The context, for [`super::Renderer`].
    pub fn gl(&self) -> &Arc<glow::Context> {
        &self.gl
    }
}

fn attributes(api: ContextApi) -> ContextAttributes {
    ContextAttributesBuilder::new().with_profile(GlProfile::Core).with_context_api(api).build(None)
}

fn no_config() -> glutin::error::Error {
    glutin::error::ErrorKind::BadConfig.into()
}

#[cfg(test)]
#[path = "../../../tests/support/skip.rs"]
mod skip;

/// Whether a test can draw. Where it lacks what packages bring, it is skipped and told of.
#[cfg(test)]
pub(super) fn has_opengl() -> bool {
    let error = Headless::new().err().map(|error| error.to_string());
    // Whatever else goes wrong is for the tests to tell.
    let is_missing = error.is_some_and(|error| error.contains(HINT));
    if is_missing {
        skip::skip("OpenGL", "libegl1 libgl1 libgl1-mesa-dri");
    }
    !is_missing
}
