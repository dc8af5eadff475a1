//! OpenGL without a window or a display.

#[cfg(not(windows))]
#[path = "surfaceless.rs"]
mod system;
#[cfg(windows)]
#[path = "wgl.rs"]
mod system;

use std::sync::Arc;

use glutin::config::ConfigTemplateBuilder;
use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version};
use glutin::display::GlDisplay as _;
use glutin::error::ErrorKind;

use super::RenderError;
use system::{Display, HINT, PossiblyCurrentContext, Surface};

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
    /// Makes a context on the first device that can give one. An error says what to install.
    pub fn new() -> Result<Self, RenderError> {
        Self::with_api(Api::Core).or_else(|error| Self::with_api(Api::Embedded).map_err(|_| error))
    }

    pub fn with_api(api: Api) -> Result<Self, RenderError> {
        let mut tried = Vec::new();
        for (name, display) in system::displays()? {
            match display.and_then(|display| Self::from_display(display, api)) {
                Ok(headless) => return Ok(headless),
                Err(error) => tried.push(format!("{name}: {error}")),
            }
        }
        let tried = if tried.is_empty() { "there is none".to_string() } else { tried.join("; ") };
        Err(RenderError::new(format!("no graphics device can draw a picture ({tried}); {HINT}")))
    }

    fn from_display(display: Display, api: Api) -> Result<Self, glutin::error::Error> {
        // SAFETY: the display belongs to no window; the context is made current before anything is
        // called through it, and lives as long as the functions loaded from it.
        unsafe {
            let template = system::restrict(ConfigTemplateBuilder::new(), &display).build();
            let config = display.find_configs(template)?.next().ok_or(ErrorKind::BadConfig)?;
            let api = match api {
                Api::Core => ContextApi::OpenGl(Some(Version::new(3, 3))),
                Api::Embedded => ContextApi::Gles(Some(Version::new(3, 0))),
            };
            let attributes = ContextAttributesBuilder::new()
                .with_profile(GlProfile::Core)
                .with_context_api(api)
                .build(None);
            let surface = system::create_surface(&display, &config)?;
            let context = display.create_context(&config, &attributes)?;
            let context = system::make_current(context, &surface)?;
            let gl = glow::Context::from_loader_function_cstr(|s| display.get_proc_address(s));
            Ok(Self { gl: Arc::new(gl), _context: context, _surface: surface, _display: display })
        }
    }

    pub fn gl(&self) -> &Arc<glow::Context> {
        &self.gl
    }
}

#[cfg(test)]
#[path = "../../../tests/support/skip.rs"]
mod skip;

/// A context for a test. Where packages are missing that bring it, the test is skipped and told of.
#[cfg(test)]
pub(super) fn headless_or_skip() -> Option<Headless> {
    match Headless::new() {
        Ok(headless) => Some(headless),
        Err(error) => {
            assert!(error.to_string().contains(HINT), "{error}");
            skip::skip("OpenGL", "libegl1 libgl1 libgl1-mesa-dri");
            None
        }
    }
}
