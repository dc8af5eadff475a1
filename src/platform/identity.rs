//! The identity of the window on the desktop: application id, icon, frame theme.
//!
//! What the desktop knows the window by: its name, which the menu entry in `assets/linux` has, its icon,
//! and the theme of its frame.

use winit::event_loop::ActiveEventLoop;
use winit::window::{Icon, Theme, Window, WindowAttributes};

/// Name and icon for a window, and what lets it come to the front: a token that the program was given,
/// or else the one in its environment.
pub fn introduce(
    window: WindowAttributes,
    event_loop: &ActiveEventLoop,
    token: Option<String>,
) -> WindowAttributes {
    with_icon(named(window, event_loop, token))
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

/// `None` where it is no picture.
#[cfg(not(windows))]
fn icon() -> Option<Icon> {
    let (pixels, [width, height]) = picture()?;
    Icon::from_rgba(pixels, width, height).ok()
}

/// The icon's pixels, of four bytes each, and how many it has across and down.
#[cfg(not(windows))]
fn picture() -> Option<(Vec<u8>, [u32; 2])> {
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

#[cfg(target_os = "linux")]
fn named(
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
fn named(window: WindowAttributes, _: &ActiveEventLoop, _: Option<String>) -> WindowAttributes {
    window
}

#[cfg(all(test, not(windows)))]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_a_picture_with_transparent_corners() {
        assert!(icon().is_some());
        let (pixels, size) = picture().unwrap();
        assert_eq!(size, [64, 64]);
        let opacity = |x: usize, y: usize| pixels[4 * (64 * y + x) + 3];
        let corners = [(0, 0), (63, 0), (0, 63), (63, 63)];
        assert!(corners.into_iter().all(|(x, y)| opacity(x, y) == 0));
        assert_eq!(opacity(32, 32), 255);
    }
}
