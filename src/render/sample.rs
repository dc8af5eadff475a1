//! Small pictures for tests, drawn by every kind of OpenGL.

use glam::Vec3;
use glow::HasContext as _;

use super::{Api, Headless, Picture, Renderer};
use crate::scene::{Camera, DrawList, Projection, ThemeColours, View};

pub(super) const SIZE: u32 = 200;

/// A view from the front in which 200 pixels are 2 m around the origin.
pub(super) fn camera() -> Camera {
    let mut camera =
        Camera { target: Vec3::ZERO, projection: Projection::Orthographic, ..Camera::default() };
    camera.look_from(View::Front);
    camera.distance *= 2.0 * camera.heights_per_metre(Vec3::ZERO);
    camera
}

/// One kind of OpenGL.
pub(super) struct Driver {
    headless: Headless,
    renderer: Renderer,
}

impl Driver {
    pub fn new(api: Api) -> Self {
        let headless = Headless::with_api(api).expect("OpenGL");
        assert_eq!(headless.gl().version().is_embedded, api == Api::Embedded);
        let renderer = Renderer::new(headless.gl().clone()).expect("shaders");
        Self { headless, renderer }
    }

    /// A picture on nothing.
    pub fn draw(&mut self, camera: &Camera, fill: &dyn Fn(&mut DrawList)) -> Vec<[u8; 4]> {
        let mut list = DrawList::new(ThemeColours::DARK);
        list.begin(camera, 1.0, ThemeColours::DARK);
        list.transparent = true;
        fill(&mut list);
        list.finish();
        let picture = Picture::draw(self.headless.gl(), &mut self.renderer, &list, [SIZE; 2]);
        picture.expect("a picture").rgba.as_chunks::<4>().0.to_vec()
    }
}

/// A picture on nothing; both kinds of OpenGL must agree on it.
pub(super) fn draw(camera: &Camera, fill: impl Fn(&mut DrawList)) -> Vec<[u8; 4]> {
    let picture = |api: &Api| Driver::new(*api).draw(camera, &fill);
    let pictures: Vec<_> = Api::ALL.iter().map(picture).collect();
    let differ = |(a, b): &(&[u8; 4], &[u8; 4])| (0..4).any(|i| a[i].abs_diff(b[i]) > 3);
    for other in &pictures[1..] {
        let far = pictures[0].iter().zip(other).filter(differ).count();
        assert!(far < 20, "{far} pixels differ");
    }
    pictures.into_iter().next().expect("a picture")
}

/// The pixel in which a point of the plane through the origin shows.
pub(super) fn pixel_at(picture: &[[u8; 4]], x: f32, y: f32) -> [u8; 4] {
    let column = ((x + 1.0) * 100.0) as usize;
    let row = ((1.0 - y) * 100.0) as usize;
    picture[row * SIZE as usize + column]
}
