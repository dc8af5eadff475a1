//! The offscreen framebuffer with depth, for views with solids; the window's has no depth buffer.

use glow::HasContext as _;

use super::error::RenderError;
use super::viewport::Viewport;

/// A picture with depths, as large as the view, that is copied to where the view belongs.
pub(super) struct Canvas {
    framebuffer: glow::Framebuffer,
    colour: glow::Renderbuffer,
    depth: glow::Renderbuffer,
    room: [i32; 2],
}

/// Copies pixels from the corner of the target that is read into a viewport of the one that is drawn
/// into.
///
/// # Safety
/// The context of both is current.
pub(super) unsafe fn copy(gl: &glow::Context, to: Viewport) {
    let [right, top] = [to.x + to.width, to.y + to.height];
    unsafe {
        gl.blit_framebuffer(
            0,
            0,
            to.width,
            to.height,
            to.x,
            to.y,
            right,
            top,
            glow::COLOR_BUFFER_BIT,
            glow::NEAREST,
        );
    }
}

/// Gives a buffer a size and a place in the bound target.
///
/// # Safety
/// The context that made it is current.
pub(super) unsafe fn attach(
    gl: &glow::Context,
    buffer: glow::Renderbuffer,
    [format, place]: [u32; 2],
    [width, height]: [i32; 2],
) {
    unsafe {
        gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
        gl.renderbuffer_storage(glow::RENDERBUFFER, format, width, height);
        let target = glow::FRAMEBUFFER;
        gl.framebuffer_renderbuffer(target, place, glow::RENDERBUFFER, Some(buffer));
    }
}

/// How a colour buffer keeps its pixels, and where it belongs.
pub(super) const COLOUR: [u32; 2] = [glow::RGBA8, glow::COLOR_ATTACHMENT0];

impl Canvas {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        // SAFETY: the caller's context is current.
        unsafe {
            Ok(Self {
                framebuffer: gl.create_framebuffer().map_err(RenderError::new)?,
                colour: gl.create_renderbuffer().map_err(RenderError::new)?,
                depth: gl.create_renderbuffer().map_err(RenderError::new)?,
                room: [0, 0],
            })
        }
    }

    /// Draws into the canvas and copies it into the viewport of the bound target. `draw` gets the
    /// viewport to draw in; it draws straight into the target where the driver has no memory for a
    /// canvas. The scissor test is on before and after.
    ///
    /// # Safety
    /// The context that made it is current.
    pub unsafe fn draw(
        &mut self,
        gl: &glow::Context,
        viewport: Viewport,
        draw: impl FnOnce(&glow::Context, Viewport),
    ) {
        let Viewport {
            x,
            y,
            width,
            height,
        } = viewport;
        unsafe {
            let target = gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING);
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
            if !self.make_room(gl, [width, height]) {
                gl.bind_framebuffer(glow::FRAMEBUFFER, target);
                draw(gl, viewport);
                return;
            }
            let inside = Viewport {
                x: 0,
                y: 0,
                ..viewport
            };
            gl.viewport(0, 0, width, height);
            gl.scissor(0, 0, width, height);
            draw(gl, inside);
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, target);
            gl.viewport(x, y, width, height);
            gl.scissor(x, y, width, height);
            copy(gl, viewport);
            gl.bind_framebuffer(glow::FRAMEBUFFER, target);
        }
    }

    /// Makes the canvas as large as the view, and tells whether the driver can.
    unsafe fn make_room(&mut self, gl: &glow::Context, size: [i32; 2]) -> bool {
        unsafe {
            if self.room != size {
                self.room = size;
                let depth = [glow::DEPTH_COMPONENT24, glow::DEPTH_ATTACHMENT];
                attach(gl, self.colour, COLOUR, size);
                attach(gl, self.depth, depth, size);
            }
            gl.check_framebuffer_status(glow::FRAMEBUFFER) == glow::FRAMEBUFFER_COMPLETE
        }
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn free(&self, gl: &glow::Context) {
        unsafe {
            gl.delete_framebuffer(self.framebuffer);
            gl.delete_renderbuffer(self.colour);
            gl.delete_renderbuffer(self.depth);
        }
    }
}
