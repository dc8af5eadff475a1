//! The window on the desktop: its name, as the menu entry has it, its icon, its frame's theme, its input method.

use winit::event_loop::ActiveEventLoop;
use winit::raw_window_handle::{HasWindowHandle as _, RawWindowHandle};
use winit::window::{Icon, Theme, Window, WindowAttributes};

/// Name and icon for a window, and the token to come to the front: a given one, or that of the environment.
pub fn with_identity(
    window: WindowAttributes,
    event_loop: &ActiveEventLoop,
    token: Option<String>,
) -> WindowAttributes {
    with_icon(with_app_id(window, event_loop, token))
}

/// The icons of the title bar, and of the task bar and whatever lists windows: of those in the program, Windows takes
/// the one of the size that it is asked for.
#[cfg(windows)]
fn with_icon(window: WindowAttributes) -> WindowAttributes {
    use windows_sys::Win32::UI::WindowsAndMessaging::{GetSystemMetrics, SM_CXICON, SM_CXSMICON};
    use winit::dpi::PhysicalSize;
    use winit::platform::windows::{IconExtWindows as _, WindowAttributesExtWindows as _};
    // The number that the program's resources have it under.
    const ICON: u16 = 1;
    let of_size = |metric| {
        // SAFETY: it takes a number.
        let pixels = unsafe { GetSystemMetrics(metric) } as u32;
        Icon::from_resource(ICON, Some(PhysicalSize::new(pixels, pixels))).ok()
    };
    window.with_window_icon(of_size(SM_CXSMICON)).with_taskbar_icon(of_size(SM_CXICON))
}

/// The icon, which only X11 takes from the window.
#[cfg(not(windows))]
fn with_icon(window: WindowAttributes) -> WindowAttributes {
    window.with_window_icon(icon())
}

#[cfg(not(windows))]
fn icon() -> Option<Icon> {
    let (pixels, [width, height]) = icon_pixels()?;
    Icon::from_rgba(pixels, width, height).ok()
}

/// The icon's pixels, of four bytes each, and how many it has across and down.
#[cfg(not(windows))]
fn icon_pixels() -> Option<(Vec<u8>, [u32; 2])> {
    let bytes: &[u8] = include_bytes!("../../assets/icon/rushes-64.png");
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let frame = reader.next_frame(&mut pixels).ok()?;
    pixels.truncate(frame.buffer_size());
    Some((pixels, [frame.width, frame.height]))
}

/// Asks for a frame in the colours of what is inside of it. Other systems than Linux would take that for
/// the system's own theme from then on, and give their frames theirs.
pub fn set_frame_theme(window: &Window, theme: Theme) {
    if cfg!(target_os = "linux") {
        window.set_theme(Some(theme));
    }
}

/// Lets the input method of an X11 desktop, by which people write Japanese, Chinese or Korean, write into a window that
/// had no focus yet, and tells whether that is so: it is not to be turned off and on again then. What winit 0.30 makes
/// for a window that has the focus never hears of it, and no key is composed.
pub fn keep_input_method(window: &Window) -> bool {
    let handle = window.window_handle().map(|handle| handle.as_raw());
    let is_x11 = matches!(handle, Ok(RawWindowHandle::Xlib(_)));
    if is_x11 {
        window.set_ime_allowed(true);
    }
    is_x11
}

#[cfg(target_os = "linux")]
fn with_app_id(
    window: WindowAttributes,
    event_loop: &ActiveEventLoop,
    token: Option<String>,
) -> WindowAttributes {
    use winit::platform::startup_notify::{
        EventLoopExtStartupNotify as _, WindowAttributesExtStartupNotify as _,
    };
    use winit::platform::{wayland, x11};
    use winit::window::ActivationToken;
    const NAME: &str = "rushes";
    // Wayland knows a program by its menu entry's file name, X11 by what that says in `StartupWMClass`.
    let window = wayland::WindowAttributesExtWayland::with_name(window, "org.rushes.Rushes", NAME);
    let window = x11::WindowAttributesExtX11::with_name(window, NAME, NAME);
    let token = token.map(ActivationToken::from_raw);
    match token.or_else(|| event_loop.read_token_from_env()) {
        Some(token) => window.with_activation_token(token),
        None => window,
    }
}

#[cfg(not(target_os = "linux"))]
fn with_app_id(
    window: WindowAttributes,
    _: &ActiveEventLoop,
    _: Option<String>,
) -> WindowAttributes {
    window
}

#[cfg(all(test, not(windows)))]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_a_picture_with_transparent_corners() {
        assert!(icon().is_some());
        let (pixels, size) = icon_pixels().unwrap();
        assert_eq!(size, [64, 64]);
        let opacity = |x: usize, y: usize| pixels[4 * (64 * y + x) + 3];
        assert!([(0, 0), (63, 0), (0, 63), (63, 63)].into_iter().all(|(x, y)| opacity(x, y) == 0));
        assert_eq!(opacity(32, 32), 255);
    }
}
