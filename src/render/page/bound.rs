//! The framebuffer that is drawn into, in a browser: glow cannot ask it for that of the page itself.

use std::cell::Cell;

use glow::HasContext as _;

thread_local! {
    static BOUND: Cell<Option<glow::Framebuffer>> = const { Cell::new(None) };
}

/// Which one that is; `None` for that of the page.
pub unsafe fn bound(_: &glow::Context) -> Option<glow::Framebuffer> {
    BOUND.get()
}

/// Draws into this one, or reads from it, from now on: one of [`glow::FRAMEBUFFER`] and its two parts.
pub unsafe fn bind(gl: &glow::Context, part: u32, framebuffer: Option<glow::Framebuffer>) {
    if part != glow::READ_FRAMEBUFFER {
        BOUND.set(framebuffer);
    }
    // SAFETY: the caller's context made the framebuffer; in a browser every context is current.
    unsafe { gl.bind_framebuffer(part, framebuffer) }
}
