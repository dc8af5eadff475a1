//! The framebuffer that is drawn into.

use glow::HasContext as _;

/// Which one that is; `None` for that of the window.
pub unsafe fn bound(gl: &glow::Context) -> Option<glow::Framebuffer> {
    // SAFETY: the caller's context is current, and answers with one number.
    unsafe { gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING) }
}

/// Draws into this one, or reads from it, from now on: one of [`glow::FRAMEBUFFER`] and its two parts.
pub unsafe fn bind(gl: &glow::Context, part: u32, framebuffer: Option<glow::Framebuffer>) {
    // SAFETY: the context that made the framebuffer is current; every context has the window's.
    unsafe { gl.bind_framebuffer(part, framebuffer) }
}
