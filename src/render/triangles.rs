//! The renderer of triangles: the surfaces of objects, in one draw.

use glow::HasContext as _;

use super::error::RenderError;
use super::instances::{Attribute, Instances};
use super::program::Program;
use crate::scene::{Corner, DrawList};

/// The program and the buffer of the triangles.
pub(super) struct Triangles {
    program: Program,
    corners: Instances,
}

/// The layout of [`Corner`].
const ATTRIBUTES: &[Attribute] =
    &[(0, 3, glow::FLOAT, false, 0), (1, 4, glow::UNSIGNED_BYTE, true, 12)];

impl Triangles {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        let sources = [
            "triangles",
            include_str!("../../shaders/triangles.vert"),
            include_str!("../../shaders/triangles.frag"),
        ];
        Ok(Self { program: Program::new(gl, sources)?, corners: Instances::new(gl, ATTRIBUTES)? })
    }

    /// Draws the triangles of a view and leaves their depths.
    ///
    /// # Safety
    /// The context that made it is current; depths are all farthest.
    pub unsafe fn draw(&mut self, gl: &glow::Context, list: &DrawList) {
        if list.triangles.is_empty() {
            return;
        }
        unsafe {
            gl.enable(glow::DEPTH_TEST);
            gl.depth_func(glow::LEQUAL);
            self.corners.fill(gl, &list.triangles);
            self.program.begin(gl, list);
            self.corners.draw_corners::<Corner>(gl, list.triangles.len());
            gl.disable(glow::DEPTH_TEST);
        }
    }

    /// # Safety
    /// The context that made it is current.
    pub unsafe fn free(&self, gl: &glow::Context) {
        unsafe {
            gl.delete_program(self.program.id);
            self.corners.free(gl);
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use crate::render::headless::has_opengl;
    use crate::render::{Api, Headless, Picture, Renderer};
    use crate::scene::{Camera, Corner, DrawList, Projection, Stroke, ThemeColours, View};

    #[test]
    fn the_nearer_triangle_hides_the_other_and_lines_behind_it() {
        if !has_opengl() {
            return;
        }
        let mut camera = Camera {
            target: Vec3::ZERO,
            projection: Projection::Orthographic,
            ..Camera::default()
        };
        camera.look_from(View::Front);
        camera.distance *= 2.0 * camera.heights_per_metre(Vec3::ZERO);
        for api in Api::ALL {
            let headless = Headless::with(*api).expect("OpenGL");
            let gl = headless.gl().clone();
            let mut renderer = Renderer::new(gl.clone()).expect("shaders");
            let mut list = DrawList::new(ThemeColours::DARK);
            list.begin(&camera, 1.0, ThemeColours::DARK);
            list.transparent = true;
            let mut triangle = |z: f32, size: f32, colour| {
                let corners = [[-size, -size, z], [size, -size, z], [0.0, size, z]];
                list.triangle(corners.map(|at| Corner { at, colour }));
            };
            let (red, blue, white) = ([255, 0, 0, 255], [0, 0, 255, 255], [255; 4]);
            triangle(0.5, 0.4, red);
            triangle(0.0, 0.8, blue);
            let behind = Stroke {
                from: [-0.9, -0.2, -0.5],
                to: [0.9, -0.2, -0.5],
                colour: white,
                width: 6.0,
                softness: 0.0,
                cut: 0.0,
            };
            list.at_depth(3.0, behind);
            list.finish();
            let picture = Picture::draw(&gl, &mut renderer, &list, [200; 2]).expect("a picture");
            let at = |x: f32, y: f32| {
                let (column, row) = (((x + 1.0) * 100.0) as usize, ((1.0 - y) * 100.0) as usize);
                picture.rgba.as_chunks::<4>().0[row * 200 + column]
            };
            assert_eq!(at(0.0, -0.2), red, "{api:?}: before all");
            assert_eq!(at(0.4, -0.2), blue, "{api:?}: before the line");
            assert_eq!(at(0.8, -0.2), white, "{api:?}: beside both");
            assert_eq!(at(0.0, 0.9), [0; 4], "{api:?}: nothing");
        }
    }
}
