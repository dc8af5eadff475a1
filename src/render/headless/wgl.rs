//! Headless OpenGL on Windows, through WGL: it draws for windows alone, so that there is one that never shows.

use std::num::{NonZeroIsize, NonZeroU32};
use std::ops::Deref;
use std::ptr::{null, null_mut};

use glutin::api::wgl;
use glutin::api::wgl::config::Config;
use glutin::api::wgl::context::NotCurrentContext;
use glutin::config::ConfigTemplateBuilder;
use glutin::error::Error;
use glutin::prelude::*;
use glutin::surface::{SurfaceAttributesBuilder, WindowSurface};
use raw_window_handle::{
    RawDisplayHandle, RawWindowHandle, Win32WindowHandle, WindowsDisplayHandle,
};
use windows_sys::Win32::Foundation::HWND;
use windows_sys::Win32::System::LibraryLoader::GetModuleHandleW;
use windows_sys::Win32::UI::WindowsAndMessaging::{
    CreateWindowExW, DestroyWindow, GWLP_HINSTANCE, GetWindowLongPtrW, WS_POPUP,
};

use crate::render::RenderError;

pub use glutin::api::wgl::context::PossiblyCurrentContext;

/// What to do where no picture can be drawn.
pub const HINT: &str = "install the graphics card's driver, since Windows by itself has no OpenGL 3.3; \
                        a remote desktop may have none either";

pub type Surface = wgl::surface::Surface<WindowSurface>;

/// WGL for a hidden window.
pub struct Display {
    wgl: wgl::display::Display,
    // Dropped after what was made for it.
    window: HiddenWindow,
}

impl Deref for Display {
    type Target = wgl::display::Display;

    fn deref(&self) -> &Self::Target {
        &self.wgl
    }
}

pub fn displays() -> Result<impl Iterator<Item = (String, Result<Display, Error>)>, RenderError> {
    Ok(std::iter::once_with(|| ("WGL".to_string(), display())))
}

fn display() -> Result<Display, Error> {
    let window = HiddenWindow::new().ok_or(glutin::error::ErrorKind::BadNativeWindow)?;
    let windows = RawDisplayHandle::Windows(WindowsDisplayHandle::new());
    // SAFETY: the window lives as long as the display, and knows its instance.
    let wgl = unsafe { wgl::display::Display::new(windows, Some(window.handle())) }?;
    Ok(Display { wgl, window })
}

/// Asks for a configuration that can draw for the window.
pub fn restrict(template: ConfigTemplateBuilder, display: &Display) -> ConfigTemplateBuilder {
    template.compatible_with_native_window(display.window.handle())
}

/// What contexts of a configuration draw to: the window, which has that configuration from now on. WGL makes no
/// context for a window without one.
pub fn create_surface(display: &Display, config: &Config) -> Result<Surface, Error> {
    let attributes = SurfaceAttributesBuilder::<WindowSurface>::new();
    let window = attributes.build(display.window.handle(), NonZeroU32::MIN, NonZeroU32::MIN);
    // SAFETY: the window lives as long as the display.
    unsafe { display.create_window_surface(config, &window) }
}

pub fn make_current(
    context: NotCurrentContext,
    surface: &Surface,
) -> Result<PossiblyCurrentContext, Error> {
    context.make_current(surface)
}

/// A window that is never shown, and gets no messages that matter. It belongs to the thread that made it.
struct HiddenWindow(HWND);

impl HiddenWindow {
    fn new() -> Option<Self> {
        let class: Vec<u16> = "STATIC\0".encode_utf16().collect();
        // SAFETY: the class is one that every system has, and its name ends with a zero.
        let window = unsafe {
            CreateWindowExW(
                0,
                class.as_ptr(),
                null(),
                WS_POPUP,
                0,
                0,
                1,
                1,
                null_mut(),
                null_mut(),
                GetModuleHandleW(null()),
                null(),
            )
        };
        (!window.is_null()).then_some(Self(window))
    }

    fn handle(&self) -> RawWindowHandle {
        let window = NonZeroIsize::new(self.0 as isize).expect("a window has a handle");
        let mut handle = Win32WindowHandle::new(window);
        // SAFETY: the window is there.
        let instance = unsafe { GetWindowLongPtrW(self.0, GWLP_HINSTANCE) };
        handle.hinstance = NonZeroIsize::new(instance);
        handle.into()
    }
}

impl Drop for HiddenWindow {
    fn drop(&mut self) {
        // SAFETY: it is on the thread that made it, as a context is that was made for it.
        unsafe { DestroyWindow(self.0) };
    }
}
