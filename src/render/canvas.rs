//! Targets that are drawn into: parts of them, and offscreen framebuffers. Those have depth for views with solids,
//! because the window's has no depth buffer; none for what is kept from redraw to redraw, and for screenshots.

use glow::HasContext as _;

use super::RenderError;
use super::bound::{bind, bound};

/// A part of the target, in pixels from its lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    pub x: i32,
    pub y: i32,
    /// Both at least 1.
    pub width: i32,
    pub height: i32,
}

impl Viewport {
    pub(super) fn whole([width, height]: [i32; 2]) -> Self {
        Self { x: 0, y: 0, width, height }
    }

    pub fn aspect(&self) -> f32 {
        self.width as f32 / self.height.max(1) as f32
    }

    /// Draws into this part of the bound target from now on, and nothing outside of it while the scissor test is on.
    pub(super) fn set(self, gl: &glow::Context) {
        // SAFETY: the caller's context is current.
        unsafe {
            gl.viewport(self.x, self.y, self.width, self.height);
            gl.scissor(self.x, self.y, self.width, self.height);
        }
    }

    /// Makes this part of the bound target black.
    #[cfg(page)]
    pub fn clear(self, gl: &glow::Context) {
        self.set(gl);
        // SAFETY: the caller's context is current.
        unsafe {
            gl.enable(glow::SCISSOR_TEST);
            gl.clear_color(0.0, 0.0, 0.0, 1.0);
            gl.clear(glow::COLOR_BUFFER_BIT);
        }
    }
}

/// A target as large as what is drawn into it.
pub(super) struct Canvas {
    framebuffer: glow::Framebuffer,
    colour: glow::Renderbuffer,
    depth: Option<glow::Renderbuffer>,
    room: [i32; 2],
    /// Whether the driver has memory for a canvas of that size.
    is_complete: bool,
}

impl Canvas {
    pub fn new(gl: &glow::Context, has_depths: bool) -> Result<Self, RenderError> {
        // SAFETY: the caller's context is current.
        unsafe {
            let buffer = || gl.create_renderbuffer().map_err(RenderError::new);
            Ok(Self {
                framebuffer: gl.create_framebuffer().map_err(RenderError::new)?,
                colour: buffer()?,
                depth: has_depths.then(buffer).transpose()?,
                room: [0, 0],
                is_complete: false,
            })
        }
    }

    /// Draws into the canvas and copies it into the viewport of the bound target. `draw` gets the viewport to draw in:
    /// that of the target, where the driver has no memory for a canvas. The scissor test is on before and after.
    pub unsafe fn draw(
        &mut self,
        gl: &glow::Context,
        viewport: Viewport,
        draw: impl FnOnce(&glow::Context, Viewport),
    ) {
        // SAFETY: the context that made the canvas is current, and had the target bound itself.
        unsafe {
            let target = bound(gl);
            let inside = Viewport::whole([viewport.width, viewport.height]);
            if !self.bind(gl, inside) {
                bind(gl, glow::FRAMEBUFFER, target);
                draw(gl, viewport);
                return;
            }
            inside.set(gl);
            draw(gl, inside);
            viewport.set(gl);
            self.copy(gl, target, viewport);
        }
    }

    /// Makes the canvas as large as a viewport and binds it to draw and read; whether the driver can.
    pub unsafe fn bind(&mut self, gl: &glow::Context, size: Viewport) -> bool {
        let size = [size.width, size.height];
        let depth = (self.depth).map(|it| (it, glow::DEPTH_COMPONENT24, glow::DEPTH_ATTACHMENT));
        let colour = (self.colour, glow::RGBA8, glow::COLOR_ATTACHMENT0);
        // SAFETY: the context that made framebuffer and buffers is current. Where it has no memory for them, it says so, and
        // nothing is drawn into them.
        unsafe {
            let (target, kind) = (glow::FRAMEBUFFER, glow::RENDERBUFFER);
            bind(gl, target, Some(self.framebuffer));
            // Only then: a browser waits for all that was drawn before it answers.
            if self.room != size {
                self.room = size;
                for (buffer, format, place) in [colour].into_iter().chain(depth) {
                    gl.bind_renderbuffer(kind, Some(buffer));
                    gl.renderbuffer_storage(kind, format, size[0], size[1]);
                    gl.framebuffer_renderbuffer(target, place, kind, Some(buffer));
                }
                self.is_complete =
                    gl.check_framebuffer_status(target) == glow::FRAMEBUFFER_COMPLETE;
            }
            self.is_complete
        }
    }

    /// Copies its pixels into a viewport of a target, and binds that.
    pub unsafe fn copy(&self, gl: &glow::Context, to: Option<glow::Framebuffer>, at: Viewport) {
        let (width, height) = (at.width, at.height);
        let [right, top] = [at.x + width, at.y + height];
        let (part, filter) = (glow::COLOR_BUFFER_BIT, glow::NEAREST);
        // SAFETY: the context that made both framebuffers is current, and copies between memory of its own.
        unsafe {
            bind(gl, glow::READ_FRAMEBUFFER, Some(self.framebuffer));
            bind(gl, glow::DRAW_FRAMEBUFFER, to);
            gl.blit_framebuffer(0, 0, width, height, at.x, at.y, right, top, part, filter);
            bind(gl, glow::FRAMEBUFFER, to);
        }
    }

    pub unsafe fn free(&self, gl: &glow::Context) {
        // SAFETY: the context that made the canvas is current, and whoever frees it does not draw into it again.
        unsafe {
            gl.delete_framebuffer(self.framebuffer);
            for buffer in [self.colour].into_iter().chain(self.depth) {
                gl.delete_renderbuffer(buffer);
            }
        }
    }
}

/// The oldest error of OpenGL that nobody has asked for, by its number.
pub fn gl_error(gl: &glow::Context) -> Option<u32> {
    // SAFETY: the caller's context is current.
    let error = unsafe { gl.get_error() };
    (error != glow::NO_ERROR).then_some(error)
}
