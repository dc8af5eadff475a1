//! A cached drawing: pixels that are copied as long as nothing changes that they depend on.

use glow::HasContext as _;

use super::canvas::Canvas;
use super::error::RenderError;
use super::viewport::Viewport;

/// A drawing that fills a view, kept beside it.
pub(super) struct CachedPixels<Key> {
    canvas: Canvas,
    /// What the copy was drawn from, and its size in pixels; `None` where there is none.
    drawn: Option<(Key, [i32; 2])>,
}

impl<Key: Copy + PartialEq> CachedPixels<Key> {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        Ok(Self { canvas: Canvas::new(gl, false)?, drawn: None })
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
        let size = [viewport.width, viewport.height];
        let wanted = Some((key, size));
        unsafe {
            let target = gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING);
            if self.drawn != wanted {
                let whole = Viewport::whole(size);
                self.drawn = wanted.filter(|_| self.canvas.bind(gl, whole));
                if self.drawn.is_some() {
                    whole.set(gl);
                    draw(gl);
                    viewport.set(gl);
                }
                gl.bind_framebuffer(glow::FRAMEBUFFER, target);
            }
            match self.drawn {
                Some(_) => self.canvas.copy(gl, target, viewport),
                // The driver has no memory for a copy.
                None => draw(gl),
            }
        }
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn free(&self, gl: &glow::Context) {
        unsafe { self.canvas.free(gl) };
    }
}
