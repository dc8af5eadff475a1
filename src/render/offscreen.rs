//! Pictures without a window: a renderer with a context of its own.

use glow::HasContext as _;

use super::error::RenderError;
use super::headless::Headless;
use super::picture::Picture;
use super::renderer::Renderer;
use crate::scene::DrawList;

/// Draws views into pictures. What it holds is freed with its context.
pub struct Offscreen {
    renderer: Renderer,
    headless: Headless,
    /// So many pixels a side are drawn at once at most.
    most: u32,
}

/// So many pixels a side are drawn at once at most, also where the driver has memory for more.
const AT_ONCE: u32 = 8192;

impl Offscreen {
    /// A renderer on the first device that can draw.
    ///
    /// # Errors
    /// [`RenderError`] that says what to install, where no device works.
    pub fn new() -> Result<Self, RenderError> {
        let headless = Headless::new()?;
        // SAFETY: the context of `headless` is current.
        let most = unsafe {
            let gl = headless.gl();
            let limits = [glow::MAX_RENDERBUFFER_SIZE, glow::MAX_TEXTURE_SIZE];
            limits.map(|limit| gl.get_parameter_i32(limit))
        };
        let most = most.into_iter().filter_map(|most| u32::try_from(most).ok());
        Ok(Self {
            renderer: Renderer::new(headless.gl().clone())?,
            headless,
            most: most.fold(AT_ONCE, u32::min).max(1),
        })
    }

    /// The picture of a view, `size` pixels across and down; part by part where it is larger than what the driver
    /// draws at once.
    ///
    /// # Errors
    /// [`RenderError`] where the driver has no memory for it.
    pub fn draw(&mut self, list: &DrawList, size: [u32; 2]) -> Result<Picture, RenderError> {
        if size.into_iter().all(|side| side <= self.most) {
            return Picture::draw(self.headless.gl(), &mut self.renderer, list, size);
        }
        let counts = size.map(|side| side.div_ceil(self.most));
        let edge = |axis: usize, place: u32| {
            let side = u64::from(size[axis]) * u64::from(place) / u64::from(counts[axis]);
            side as u32
        };
        let mut whole = Picture::empty(size);
        for row in 0..counts[1] {
            for column in 0..counts[0] {
                let [left, right] = [column, column + 1].map(|place| edge(0, place));
                let [top, bottom] = [row, row + 1].map(|place| edge(1, place));
                let across = |x: u32| x as f32 / size[0] as f32;
                let up = |y: u32| 1.0 - y as f32 / size[1] as f32;
                let part = list.part([across(left), up(bottom)], [across(right), up(top)]);
                let size = [right - left, bottom - top];
                let drawn = Picture::draw(self.headless.gl(), &mut self.renderer, &part, size)?;
                whole.put(&drawn, [left, top]);
            }
        }
        Ok(whole)
    }

    /// The same as the bytes of a PNG.
    ///
    /// # Errors
    /// As [`Self::draw`].
    pub fn png(&mut self, list: &DrawList, size: [u32; 2]) -> Result<Vec<u8>, RenderError> {
        let mut bytes = Vec::new();
        let written = self.draw(list, size)?.write_png(&mut bytes);
        written.map_err(|error| RenderError::new(error.to_string()))?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::render::headless::has_opengl;
    use crate::scene::{Camera, Shape, Solid, Stroke, ThemeColours};

    /// Sticks and a capsule over the ground.
    fn view(size: [u32; 2]) -> DrawList {
        let camera = Camera::default();
        let mut list = DrawList::new(ThemeColours::DARK);
        list.begin(&camera, size[0] as f32 / size[1] as f32, ThemeColours::DARK);
        for (i, to) in [[0.9, 1.7, 0.0], [-0.8, 0.1, 0.4], [0.3, 0.2, -0.9]].into_iter().enumerate()
        {
            let stroke = Stroke {
                from: [0.0, 0.9, 0.0],
                to,
                colour: ThemeColours::DARK.limbs[i],
                width: 9.0,
                softness: if i == 2 { 4.0 } else { 0.0 },
                cut: 0.0,
            };
            list.at_depth(camera.depth(Vec3::from(to)), stroke);
        }
        let solid = Solid {
            from: [-0.9, 1.4, 0.0],
            to: [0.7, 0.5, 0.3],
            across: [0.0, 0.0, 0.12],
            colour: ThemeColours::DARK.left,
            halo: 0.0,
        };
        list.solid(4.0, Shape::Capsule, solid);
        list.finish();
        list
    }

    #[test]
    fn a_picture_in_parts_is_the_same_picture() {
        if !has_opengl() {
            return;
        }
        let mut offscreen = Offscreen::new().expect("OpenGL");
        let size = [301, 203];
        let list = view(size);
        let whole = offscreen.draw(&list, size).expect("a picture");
        offscreen.most = 100;
        let parts = offscreen.draw(&list, size).expect("a picture");
        let differ = |(a, b): (&u8, &u8)| a.abs_diff(*b);
        let most = whole.rgba.iter().zip(&parts.rgba).map(differ).max();
        // The noise of the backdrop begins anew in each part.
        assert!(most <= Some(2), "{most:?}");
        assert!(whole.rgba.iter().any(|part| *part > 100), "nothing is drawn");
    }
}
