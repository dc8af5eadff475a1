//! What lies under the figures, kept from picture to picture: backdrop and ground.
//!
//! Both are worked out for every pixel of the view, which costs more than all figures together
//! where the processor draws. While the camera rests they are drawn once and copied from then on.

use glow::HasContext as _;

use super::backdrop::Backdrop;
use super::grid::GridLines;
use super::{RenderError, Viewport};
use crate::scene::{DrawList, Grid, Palette};

/// Everything that the underlay's pixels depend on.
#[derive(Clone, Copy, PartialEq)]
struct Key {
    clip_from_world: glam::Mat4,
    palette: Palette,
    grid: Option<Grid>,
    width: i32,
    height: i32,
}

/// Backdrop and ground, and a copy of how they looked last.
pub(super) struct Underlay {
    backdrop: Backdrop,
    grid: GridLines,
    framebuffer: glow::Framebuffer,
    colour: glow::Renderbuffer,
    /// How the last picture's underlay looked.
    last: Option<Key>,
    /// How the copy looks; `None` while it is out of date.
    kept: Option<Key>,
    room: (i32, i32),
}

impl Underlay {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        // SAFETY: the caller's context is current.
        unsafe {
            Ok(Self {
                backdrop: Backdrop::new(gl)?,
                grid: GridLines::new(gl)?,
                framebuffer: gl.create_framebuffer().map_err(RenderError::new)?,
                colour: gl.create_renderbuffer().map_err(RenderError::new)?,
                last: None,
                kept: None,
                room: (0, 0),
            })
        }
    }

    /// Draws into the bound target, which has the viewport and state of [`super::Renderer::draw`].
    ///
    /// # Safety
    /// The context that made it is current.
    pub unsafe fn draw(&mut self, gl: &glow::Context, list: &DrawList, viewport: Viewport) {
        let key = Key {
            clip_from_world: list.clip_from_world,
            palette: list.palette,
            grid: list.grid,
            width: viewport.width,
            height: viewport.height,
        };
        let rests = self.last == Some(key);
        self.last = Some(key);
        unsafe {
            // A copy only pays for a view that stays: the first picture of one is drawn directly.
            if !rests || !self.keep(gl, list, key) {
                self.draw_directly(gl, list, [viewport.x, viewport.y]);
                return;
            }
            let Viewport {
                x,
                y,
                width,
                height,
            } = viewport;
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.framebuffer));
            gl.blit_framebuffer(
                0,
                0,
                width,
                height,
                x,
                y,
                x + width,
                y + height,
                glow::COLOR_BUFFER_BIT,
                glow::NEAREST,
            );
            let target = gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, target);
        }
    }

    /// `origin` is the lower left corner of the viewport.
    unsafe fn draw_directly(&self, gl: &glow::Context, list: &DrawList, origin: [i32; 2]) {
        unsafe {
            self.backdrop.draw(gl, &list.palette, origin);
            if let Some(grid) = &list.grid {
                self.grid.draw(gl, grid, list);
            }
        }
    }

    /// Brings the copy up to date; false where the driver has no memory for it.
    unsafe fn keep(&mut self, gl: &glow::Context, list: &DrawList, key: Key) -> bool {
        if self.kept == Some(key) {
            return true;
        }
        unsafe {
            let target = gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING);
            let mut before = [0; 4];
            gl.get_parameter_i32_slice(glow::VIEWPORT, &mut before);
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
            if self.room != (key.width, key.height) {
                self.room = (key.width, key.height);
                gl.bind_renderbuffer(glow::RENDERBUFFER, Some(self.colour));
                gl.renderbuffer_storage(glow::RENDERBUFFER, glow::RGBA8, key.width, key.height);
                gl.framebuffer_renderbuffer(
                    glow::FRAMEBUFFER,
                    glow::COLOR_ATTACHMENT0,
                    glow::RENDERBUFFER,
                    Some(self.colour),
                );
            }
            let complete =
                gl.check_framebuffer_status(glow::FRAMEBUFFER) == glow::FRAMEBUFFER_COMPLETE;
            self.kept = complete.then_some(key);
            if complete {
                gl.viewport(0, 0, key.width, key.height);
                gl.disable(glow::SCISSOR_TEST);
                self.draw_directly(gl, list, [0, 0]);
                gl.enable(glow::SCISSOR_TEST);
            }
            gl.bind_framebuffer(glow::FRAMEBUFFER, target);
            gl.viewport(before[0], before[1], before[2], before[3]);
            complete
        }
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn free(&self, gl: &glow::Context) {
        unsafe {
            self.backdrop.free(gl);
            self.grid.free(gl);
            gl.delete_framebuffer(self.framebuffer);
            gl.delete_renderbuffer(self.colour);
        }
    }
}
