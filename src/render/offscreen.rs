//! Pictures without a window: a renderer with a context of its own.

use glow::HasContext as _;

use super::RenderError;
use super::headless::Headless;
use super::picture::Picture;
use super::renderer::Renderer;
use crate::scene::DrawList;

/// Draws views into pictures. What it holds is freed with its context.
pub struct Offscreen {
    renderer: Renderer,
    headless: Headless,
    max_side: u32,
}

/// The most pixels a side that are drawn at once, also where the driver has memory for more.
const MAX_SIDE: u32 = 8192;

impl Offscreen {
    /// A renderer on the first device that can draw. An error says what to install.
    pub fn new() -> Result<Self, RenderError> {
        let headless = Headless::new()?;
        // SAFETY: the context of `headless` is current.
        let limits = unsafe {
            let limits = [glow::MAX_RENDERBUFFER_SIZE, glow::MAX_TEXTURE_SIZE];
            limits.map(|limit| headless.gl().get_parameter_i32(limit))
        };
        let limits = limits.into_iter().filter_map(|limit| u32::try_from(limit).ok());
        Ok(Self {
            renderer: Renderer::new(headless.gl().clone())?,
            headless,
            max_side: limits.fold(MAX_SIDE, u32::min).max(1),
        })
    }

    /// The picture of a view, `size` pixels across and down; part by part where it is larger than what the driver
    /// draws at once. An error where the driver has no memory for it.
    pub fn draw(&mut self, list: &DrawList, size: [u32; 2]) -> Result<Picture, RenderError> {
        if size.into_iter().all(|side| side <= self.max_side) {
            return Picture::draw(self.headless.gl(), &mut self.renderer, list, size);
        }
        let counts = size.map(|side| side.div_ceil(self.max_side));
        let edge = |axis: usize, place: u32| {
            (u64::from(size[axis]) * u64::from(place) / u64::from(counts[axis])) as u32
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
                whole.copy_from(&drawn, [left, top]);
            }
        }
        Ok(whole)
    }

    /// The same as the bytes of a small PNG, for a page.
    pub fn png(&mut self, list: &DrawList, size: [u32; 2]) -> Result<Vec<u8>, RenderError> {
        let png = self.draw(list, size)?.small_png();
        png.map_err(|error| RenderError::new(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::render::headless::headless_or_skip;
    use crate::scene::{Camera, Shape, Solid, Stroke, ThemeColours};

    /// Sticks and a capsule over the ground.
    fn view(size: [u32; 2]) -> DrawList {
        let camera = Camera::default();
        let mut list = DrawList::new(ThemeColours::DARK);
        list.begin(&camera, size[0] as f32 / size[1] as f32, ThemeColours::DARK);
        let ends = [[0.9, 1.7, 0.0], [-0.8, 0.1, 0.4], [0.3, 0.2, -0.9]].map(Vec3::from);
        for (i, to) in ends.into_iter().enumerate() {
            let stroke = Stroke::line([Vec3::Y * 0.9, to], ThemeColours::DARK.limbs[i], 9.0);
            let softness = if i == 2 { 4.0 } else { 0.0 };
            list.add_at_depth(camera.depth(to), Stroke { softness, ..stroke });
        }
        let solid = Solid {
            from: [-0.9, 1.4, 0.0],
            to: [0.7, 0.5, 0.3],
            across: [0.0, 0.0, 0.12],
            colour: ThemeColours::DARK.left,
            halo: 0.0,
        };
        list.add_solid(4.0, Shape::Capsule, solid);
        list.finish();
        list
    }

    #[test]
    fn a_picture_in_parts_is_the_same_picture() {
        let Some(_) = headless_or_skip() else { return };
        let mut offscreen = Offscreen::new().expect("OpenGL");
        let size = [301, 203];
        let list = view(size);
        let whole = offscreen.draw(&list, size).expect("a picture");
        offscreen.max_side = 100;
        let parts = offscreen.draw(&list, size).expect("a picture");
        let differ = |(a, b): (&u8, &u8)| a.abs_diff(*b);
        let most = whole.rgba.iter().zip(&parts.rgba).map(differ).max();
        // The noise of the backdrop begins anew in each part.
        assert!(most <= Some(2), "{most:?}");
        assert!(whole.rgba.iter().any(|part| *part > 100), "nothing is drawn");
    }
}
