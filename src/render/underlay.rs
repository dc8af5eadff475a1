//! The background of the view, cached: backdrop and ground grid.
//!
//! Both are worked out for every pixel of the view, which costs more than all figures together
//! where the processor draws. The backdrop is drawn once for a size; the ground on top of it once
//! for a view, as long as the camera rests. From then on they are copied.

use super::backdrop::Backdrop;
use super::cached::CachedPixels;
use super::error::RenderError;
use super::grid::GridLines;
use super::viewport::Viewport;
use crate::scene::{DrawList, Grid, ThemeColours};

/// Everything that the ground's pixels depend on, but for the size of the view.
type View = (glam::Mat4, ThemeColours, Option<Grid>);

/// Backdrop and ground, and copies of how they looked last.
pub(super) struct Underlay {
    backdrop: Backdrop,
    grid: GridLines,
    backdrop_alone: CachedPixels<(ThemeColours, [f32; 4])>,
    both: CachedPixels<View>,
    /// The view of the last picture.
    last: Option<View>,
}

impl Underlay {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        Ok(Self {
            backdrop: Backdrop::new(gl)?,
            grid: GridLines::new(gl)?,
            backdrop_alone: CachedPixels::new(gl)?,
            both: CachedPixels::new(gl)?,
            last: None,
        })
    }

    /// Draws into the bound target, which has the viewport and state of [`super::Renderer::draw`].
    ///
    /// # Safety
    /// The context that made it is current.
    pub unsafe fn draw(&mut self, gl: &glow::Context, list: &DrawList, viewport: Viewport) {
        let Self { backdrop, grid, backdrop_alone, both, last } = self;
        let view = (list.clip_from_world, list.palette, list.grid);
        let before = last.replace(view);
        // SAFETY: as the caller promises.
        let lines = |gl: &glow::Context| unsafe {
            if let Some(ground) = &list.grid {
                grid.draw(gl, ground, list);
            }
        };
        let light = |gl: &glow::Context| unsafe { backdrop.draw(gl, list) };
        unsafe {
            match before {
                // The first picture is waited for: what a driver has to do for copies comes after it.
                None => {
                    light(gl);
                    lines(gl);
                }
                // A copy of both only pays for a view that stays.
                Some(before) if before == view => both.draw(gl, view, viewport, |gl| {
                    light(gl);
                    lines(gl);
                }),
                Some(_) => {
                    let key = (list.palette, list.window);
                    backdrop_alone.draw(gl, key, viewport, light);
                    lines(gl);
                }
            }
        }
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn free(&self, gl: &glow::Context) {
        unsafe {
            self.backdrop.free(gl);
            self.grid.free(gl);
            self.backdrop_alone.free(gl);
            self.both.free(gl);
        }
    }
}
