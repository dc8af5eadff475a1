//! A cached drawing: pixels that are copied as long as nothing changes that they depend on.

use glow::HasContext as _;

use super::canvas::{COLOUR, attach, copy};
use super::error::RenderError;
use super::viewport::Viewport;

/// A drawing that fills a view, kept beside it.
pub(super) struct Kept<Key> {
    framebuffer: glow::Framebuffer,
    colour: glow::Renderbuffer,
    /// What the copy was drawn from, and its size in pixels; `None` where there is none.
    drawn: Option<(Key, [i32; 2])>,
    room: [i32; 2],
}

impl<Key: Copy + PartialEq> Kept<Key> {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        // SAFETY: the caller's context is current.
        unsafe {
            Ok(Self {
                framebuffer: gl.create_framebuffer().map_err(RenderError::new)?,
                colour: gl.create_renderbuffer().map_err(RenderError::new)?,
                drawn: None,
                room: [0, 0],
            })
        }
    }

    /// Copies the drawing into the viewport of the bound target; `draw` is called where the copy
    /// is out of date. The scissor test is on before and after.
    ///
    /// # Safety
    /// The context that made it is current.
    pub unsafe fn draw(
        &mut self,
        gl: &glow::Context,
        key: Key,
        viewport: Viewport,
        draw: impl Fn(&glow::Context),
    ) {
        let Viewport {
            x,
            y,
            width,
            height,
        } = viewport;
        let wanted = Some((key, [width, height]));
        unsafe {
            let target = gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING);
            if self.drawn != wanted {
                gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
                let complete = self.make_room(gl, [width, height]);
                self.drawn = wanted.filter(|_| complete);
                if complete {
                    gl.disable(glow::SCISSOR_TEST);
                    gl.viewport(0, 0, width, height);
                    draw(gl);
                    gl.viewport(x, y, width, height);
                    gl.enable(glow::SCISSOR_TEST);
                }
                gl.bind_framebuffer(glow::FRAMEBUFFER, target);
            }
            if self.drawn.is_none() {
                // The driver has no memory for a copy.
                draw(gl);
                return;
            }
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.framebuffer));
            copy(gl, viewport);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, target);
        }
    }

    /// Makes the copy as large as the view, and tells whether the driver can.
    unsafe fn make_room(&mut self, gl: &glow::Context, size: [i32; 2]) -> bool {
        unsafe {
            if self.room != size {
                self.room = size;
                attach(gl, self.colour, COLOUR, size);
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
        }
    }
}
