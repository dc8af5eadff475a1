//! OpenGL without a window or a display.

#[cfg(target_os = "macos")]
#[path = "cgl.rs"]
mod system;
#[cfg(not(target_os = "macos"))]
#[path = "egl.rs"]
mod system;

use std::sync::Arc;

use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{
    ContextApi, ContextAttributes, ContextAttributesBuilder, GlProfile, Version,
};
use glutin::display::GlDisplay as _;

use super::error::RenderError;
use system::{Display, HINT, PossiblyCurrentContext};

/// The two kinds of OpenGL that Rushes draws with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Api {
    /// OpenGL 3.3 core, on desktops.
    Core,
    /// OpenGL ES 3.0, on small devices and some remote desktops.
    Embedded,
}

/// A context that is current on this thread and draws into memory only.
pub struct Headless {
    gl: Arc<glow::Context>,
    // Dropped after `gl`, which calls into it.
    _context: PossiblyCurrentContext,
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
        let tried = if tried.is_empty() {
            "there is none".to_string()
        } else {
            tried.join("; ")
        };
        Err(RenderError::new(format!(
            "no graphics device can draw a picture ({tried}); {HINT}"
        )))
    }

    fn on(display: Display, api: Api) -> Result<Self, glutin::error::Error> {
        // SAFETY: the display belongs to no window; the context is made current before anything is
        // called through it, and lives as long as the functions loaded from it.
        unsafe {
            let template = ConfigTemplateBuilder::new()
                .with_surface_type(ConfigSurfaceTypes::empty())
                .build();
            let config = display.find_configs(template)?.next();
            let config = config.ok_or_else(no_config)?;
            let api = match api {
                Api::Core => ContextApi::OpenGl(Some(Version::new(3, 3))),
                Api::Embedded => ContextApi::Gles(Some(Version::new(3, 0))),
            };
            let context = display.create_context(&config, &attributes(api))?;
            let context = context.make_current_surfaceless()?;
            let gl = glow::Context::from_loader_function_cstr(|s| display.get_proc_address(s));
            Ok(Self {
                gl: Arc::new(gl),
                _context: context,
                _display: display,
            })
        }
    }

    /// The context, for [`super::Renderer`].
    pub fn gl(&self) -> &Arc<glow::Context> {
        &self.gl
    }
}

fn attributes(api: ContextApi) -> ContextAttributes {
    ContextAttributesBuilder::new()
        .with_profile(GlProfile::Core)
        .with_context_api(api)
        .build(None)
}

fn no_config() -> glutin::error::Error {
    glutin::error::ErrorKind::BadConfig.into()
}

/// Whether a test can draw. Where no device can, it is skipped and told of on standard error, past what
/// the test harness keeps to itself, and in the list that 'make test' shows last; with `CI=true` it fails.
#[cfg(test)]
pub(super) fn has_opengl() -> bool {
    use std::io::Write as _;
    let Err(error) = Headless::new() else {
        return true;
    };
    let is_promised = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(!is_promised && error.to_string().contains(HINT), "{error}");
    let thread = std::thread::current();
    let test = format!("rushes::{}", thread.name().unwrap_or("a thread"));
    let needs = "OpenGL (install libegl1 libgl1 libgl1-mesa-dri)";
    let _ = writeln!(std::io::stderr(), "skipped: {test} needs {needs}");
    if let Some(list) = std::env::var_os("RUSHES_SKIPPED") {
        let file = std::fs::File::options()
            .append(true)
            .create(true)
            .open(list);
        let line = format!("{needs}\t{test}\n");
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .expect("a line in the list");
    }
    false
}
