//! A window with an OpenGL context.

use std::num::NonZeroU32;
use std::sync::Arc;

use glutin::config::{Config, ConfigTemplateBuilder, GlConfig as _};
use glutin::context::{
    ContextApi, ContextAttributesBuilder, GlProfile, NotCurrentContext, NotCurrentGlContext as _,
    PossiblyCurrentContext, Version,
};
use glutin::display::{GetGlDisplay as _, GlDisplay as _};
use glutin::surface::{GlSurface as _, Surface, SwapInterval, WindowSurface};
use glutin_winit::{ApiPreference, DisplayBuilder, GlWindow as _};
use winit::event_loop::ActiveEventLoop;
use winit::raw_window_handle::{HasDisplayHandle as _, HasWindowHandle as _, RawDisplayHandle};
use winit::window::{Window, WindowAttributes};

use super::Error;

/// What to install where a window cannot be drawn.
const PACKAGES: &str = "install the graphics drivers (Debian, Ubuntu: libgl1 libegl1 \
                        libgl1-mesa-dri, and for Wayland libwayland-egl1)";

/// A window and the context that draws into it.
///
/// The order of the fields is the order in which they are dropped: what belongs to the window goes
/// before it, since drivers crash when it goes first.
pub struct GlWindow {
    gl: Arc<glow::Context>,
    surface: Surface<WindowSurface>,
    context: PossiblyCurrentContext,
    window: Window,
}

impl GlWindow {
    /// Opens a window and makes its context current. An error says what to install.
    pub fn new(event_loop: &ActiveEventLoop, attributes: WindowAttributes) -> Result<Self, Error> {
        let failed = |message: &str, error: &dyn std::fmt::Display| {
            Error::new(format!("{message}: {error}; {PACKAGES}"))
        };
        let template = ConfigTemplateBuilder::new()
            .prefer_hardware_accelerated(None)
            .with_depth_size(0)
            .with_stencil_size(0);
        let (window, config) = DisplayBuilder::new()
            .with_preference(ApiPreference::FallbackEgl)
            .with_window_attributes(Some(attributes.clone()))
            .build(event_loop, template, plainest)
            .map_err(|error| failed("no OpenGL display can be opened", &error))?;
        let window = match window {
            Some(window) => window,
            None => glutin_winit::finalize_window(event_loop, attributes, &config)
                .map_err(|error| failed("no window can be opened", &error))?,
        };
        let context = create_context(&config, &window)
            .map_err(|error| failed("no OpenGL context can be made", &error))?;
        let surface = window
            .build_surface_attributes(Default::default())
            .map_err(|error| failed("the window cannot be drawn to", &error))?;
        // SAFETY: the attributes hold the handle of `window`, which outlives the surface by the order of the fields.
        let surface = unsafe { config.display().create_window_surface(&config, &surface) }
            .map_err(|error| failed("the window cannot be drawn to", &error))?;
        let context = context
            .make_current(&surface)
            .map_err(|error| failed("the OpenGL context cannot be used", &error))?;
        let is_wayland = event_loop
            .display_handle()
            .is_ok_and(|handle| matches!(handle.as_raw(), RawDisplayHandle::Wayland(_)));
        // On Wayland the compositor tells when a picture is wanted: a swap that waits would stop a hidden window.
        let interval =
            if is_wayland { SwapInterval::DontWait } else { SwapInterval::Wait(NonZeroU32::MIN) };
        // Pacing does not depend on it, so a driver may refuse.
        let _ = surface.set_swap_interval(&context, interval);
        // SAFETY: the context is current, and the display that its functions come from lives as long as the context.
        let gl = unsafe {
            glow::Context::from_loader_function_cstr(|name| config.display().get_proc_address(name))
        };
        Ok(Self { gl: Arc::new(gl), surface, context, window })
    }

    pub fn window(&self) -> &Window {
        &self.window
    }

    /// The context, current on this thread.
    pub fn gl(&self) -> &Arc<glow::Context> {
        &self.gl
    }

    /// Follows the window's size.
    pub fn resize(&self, size: winit::dpi::PhysicalSize<u32>) {
        if let (Some(width), Some(height)) =
            (NonZeroU32::new(size.width), NonZeroU32::new(size.height))
        {
            self.surface.resize(&self.context, width, height);
        }
    }

    /// Shows what was drawn. An error of the driver may be a lost context.
    pub fn swap(&self) -> Result<(), Error> {
        self.window.pre_present_notify();
        self.surface.swap_buffers(&self.context).map_err(|error| Error::new(error.to_string()))
    }
}

/// A plain configuration: bones are smooth without multisampling, which is dear on software renderers.
fn plainest(configs: Box<dyn Iterator<Item = Config> + '_>) -> Config {
    configs
        .min_by_key(|config| (config.num_samples(), config.depth_size()))
        .expect("glutin offers at least one configuration, or fails before")
}

/// OpenGL 3.3 core, or OpenGL ES 3.0 where that is what there is.
fn create_context(
    config: &Config,
    window: &Window,
) -> Result<NotCurrentContext, glutin::error::Error> {
    let handle = window.window_handle().ok().map(|handle| handle.as_raw());
    let attributes = |api: ContextApi| {
        ContextAttributesBuilder::new()
            .with_profile(GlProfile::Core)
            .with_context_api(api)
            .build(handle)
    };
    let core = attributes(ContextApi::OpenGl(Some(Version::new(3, 3))));
    let embedded = attributes(ContextApi::Gles(Some(Version::new(3, 0))));
    let display = config.display();
    // SAFETY: the handle is that of a live window.
    unsafe {
        display.create_context(config, &core).or_else(|_| display.create_context(config, &embedded))
    }
}
