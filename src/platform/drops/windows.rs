//! Where the pointer is while files are held over the window, on Windows.

use windows_sys::Win32::Foundation::POINT;
use windows_sys::Win32::UI::Input::KeyboardAndMouse::{GetAsyncKeyState, VK_MENU};
use windows_sys::Win32::UI::WindowsAndMessaging::GetCursorPos;
use winit::window::Window;

use super::HeldOver;

/// Where files are held over the window, and whether Alt is down: the window gets neither moves of the pointer nor
/// keys meanwhile.
pub fn held_over(window: &Window) -> Option<HeldOver> {
    let mut at = POINT::default();
    // SAFETY: the point has room.
    let (told, alt) = unsafe { (GetCursorPos(&mut at), GetAsyncKeyState(i32::from(VK_MENU))) };
    let corner = window.inner_position().ok()?;
    (told != 0).then_some(HeldOver {
        at: [at.x - corner.x, at.y - corner.y].map(|at| at as f32),
        in_pixels: true,
        // The highest bit.
        alt: Some(alt < 0),
    })
}
