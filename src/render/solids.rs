//! The renderer of solids: all capsules in one instanced draw, all octahedra in another.

use glam::{Mat3, Vec4Swizzles as _};
use glow::HasContext as _;

use super::RenderError;
use super::canvas::Viewport;
use super::instances::{Attribute, InstancedProgram};
use super::program::{Program, to_floats};
use crate::scene::{DrawList, Solid};

pub(super) struct Solids {
    octahedra: InstancedProgram,
    capsules: InstancedProgram,
}

/// The layout of [`Solid`].
const ATTRIBUTES: &[Attribute] = &[
    (0, 3, glow::FLOAT, false, 0),
    (1, 3, glow::FLOAT, false, 12),
    (2, 3, glow::FLOAT, false, 24),
    (3, 4, glow::UNSIGNED_BYTE, true, 36),
    (4, 1, glow::FLOAT, false, 40),
];

/// What is all inside of a pixel leaves its depth; edges leave none, and let what is behind them in.
const FULLY_INSIDE: f32 = 0.996;
/// What is less opaque than this cannot be seen.
const MIN_OPACITY: f32 = 0.002;

impl Solids {
    pub fn new(gl: &glow::Context) -> Result<Self, RenderError> {
        // One source has both shapes; a define chooses among them.
        let program = |define: &str| {
            let [vertex, fragment] = [
                include_str!("../../shaders/solids.vert"),
                include_str!("../../shaders/solids.frag"),
            ]
            .map(|source| format!("{define}\n#line 1\n{source}"));
            InstancedProgram::new(gl, ["solids", &vertex, &fragment], ATTRIBUTES)
        };
        let widest = Solid::WIDEST;
        let octahedra = format!("#define OCTAHEDRA\nconst float WIDEST = {widest:?};");
        Ok(Self { octahedra: program(&octahedra)?, capsules: program("")? })
    }

    /// Draws the solids of a view: at first the depths of what is all inside of a pixel, then the
    /// colours of what is not behind those, far ones first, so that smooth edges blend over what is
    /// behind them and nothing shines through where solids meet. Depths are all farthest before.
    pub unsafe fn draw(&mut self, gl: &glow::Context, list: &DrawList, viewport: Viewport) {
        let mut shapes =
            [(&mut self.octahedra, &list.octahedra), (&mut self.capsules, &list.capsules)];
        // SAFETY: the context that made both shapes is current. Each is filled with all of its solids before as many are drawn,
        // and a `Solid` is `repr(C)` and has all attributes inside.
        unsafe {
            gl.enable(glow::DEPTH_TEST);
            gl.depth_func(glow::LEQUAL);
            for (shape, solids) in &mut shapes {
                if !solids.is_empty() {
                    shape.fill::<Solid>(gl, solids);
                    prepare(&shape.program, gl, list, viewport);
                }
            }
            for colours in [false, true] {
                gl.color_mask(colours, colours, colours, colours);
                gl.depth_mask(!colours);
                for (shape, solids) in &shapes {
                    if !solids.is_empty() {
                        gl.use_program(Some(shape.program.id));
                        let least = if colours { MIN_OPACITY } else { FULLY_INSIDE };
                        gl.uniform_1_f32(shape.program.uniform("least"), least);
                        shape.draw::<Solid>(gl, 0..solids.len());
                    }
                }
            }
            gl.disable(glow::DEPTH_TEST);
        }
    }

    pub unsafe fn free(&self, gl: &glow::Context) {
        // SAFETY: the context that made both shapes is current, and whoever frees them draws no solid again.
        unsafe {
            self.octahedra.free(gl);
            self.capsules.free(gl);
        }
    }
}

/// Sets what is the same for all solids of a view.
unsafe fn prepare(program: &Program, gl: &glow::Context, list: &DrawList, viewport: Viewport) {
    let at = |name| program.uniform(name);
    let (width, height) = (viewport.width as f32, viewport.height as f32);
    let rays = &list.rays;
    let [start, direction] = [rays.start, rays.direction].map(|[a, b, c]| Mat3::from_cols(a, b, c));
    let pixel = [rays.start[2], rays.direction[2]].map(|up| up.length() * 2.0 / height);
    // Clip z and w along the middle line of sight, as sums of a part and one for each metre.
    let rows = [list.clip_from_world.row(2), list.clip_from_world.row(3)];
    let fixed = rows.map(|row| row.dot(rays.start[0].extend(1.0)));
    let a_metre = rows.map(|row| row.xyz().dot(rays.direction[0]));
    let [r, g, b, _] = to_floats(list.fade.colour);
    // SAFETY: the context that linked the program is current. A matrix here has nine numbers, a pixel two and the light three,
    // as their uniforms.
    unsafe {
        program.begin(gl, list);
        gl.uniform_2_f32(at("viewport"), width, height);
        gl.uniform_matrix_3_f32_slice(at("ray_start"), false, start.as_ref());
        gl.uniform_matrix_3_f32_slice(at("ray_direction"), false, direction.as_ref());
        gl.uniform_2_f32_slice(at("pixel"), &pixel);
        gl.uniform_4_f32(at("depth_of"), fixed[0], a_metre[0], fixed[1], a_metre[1]);
        gl.uniform_3_f32_slice(at("light"), list.light.as_ref());
        gl.uniform_4_f32(at("fade"), r, g, b, list.fade.strength);
        gl.uniform_2_f32(at("fade_from"), list.fade.near, list.fade.span.recip());
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::render::Api;
    use crate::render::headless::headless_or_skip;
    use crate::render::sample::{Driver, SIZE, camera, draw, pixel_at};
    use crate::scene::{Fade, Projection, Rgba, Shape, Stroke};

    const GREY: Rgba = [200, 200, 200, 255];
    const RED: Rgba = [220, 0, 0, 255];

    fn solid(from: Vec3, to: Vec3, across: Vec3, colour: Rgba) -> Solid {
        let [from, to, across] = [from, to, across].map(|v| v.to_array());
        Solid { from, to, across, colour, halo: 0.0 }
    }

    fn ball(at: Vec3, radius: f32, colour: Rgba) -> Solid {
        solid(at, at, Vec3::X * radius, colour)
    }

    /// How many pixels are covered, counting parts.
    fn covered(picture: &[[u8; 4]]) -> f32 {
        picture.iter().map(|p| f32::from(p[3]) / 255.0).sum()
    }

    /// How many shades of opacity there are between none and full.
    fn shades(picture: &[[u8; 4]]) -> usize {
        let mut seen: Vec<u8> = picture.iter().map(|p| p[3]).collect();
        seen.sort_unstable();
        seen.dedup();
        seen.len() - 2
    }

    #[test]
    fn a_ball_is_round_smooth_and_bright_where_the_light_is() {
        let Some(_) = headless_or_skip() else { return };
        let picture = draw(&camera(), |list| {
            list.add_solid(4.0, Shape::Capsule, ball(Vec3::new(0.003, 0.001, 0.0), 0.5, GREY));
        });
        let area = std::f32::consts::PI * 50.0 * 50.0;
        let drawn = covered(&picture);
        assert!((drawn / area - 1.0).abs() < 0.004, "{drawn} of {area}");
        assert!(shades(&picture) > 40, "{} shades", shades(&picture));
        let [lit, middle, dark] =
            [(-0.1, 0.2), (0.0, 0.0), (0.25, -0.35)].map(|(x, y)| pixel_at(&picture, x, y)[0]);
        assert!(lit > middle && middle > dark + 30, "{lit} {middle} {dark}");
        assert!(pixel_at(&picture, 0.55, 0.0)[3] == 0 && pixel_at(&picture, 0.45, 0.0)[3] == 255);
    }

    #[test]
    fn a_ball_in_perspective_is_drawn_whole_wherever_it_is() {
        let Some(_) = headless_or_skip() else { return };
        let mut camera = camera();
        camera.projection = Projection::Perspective;
        camera.distance = 2.0;
        let eye = camera.eye();
        for place in [Vec3::ZERO, Vec3::new(0.3, 0.3, 0.0), Vec3::new(0.0, 0.1, 1.0)] {
            let radius = 0.25;
            let picture = draw(&camera, |list| {
                list.add_solid(2.0, Shape::Capsule, ball(place, radius, GREY));
            });
            // How much of the view the ball hides, counted ray by ray.
            let rays = camera.rays(1.0);
            let hidden = (0..SIZE * SIZE).filter(|i| {
                let [x, y] = [i % SIZE, i / SIZE].map(|p| (p as f32 + 0.5) / 100.0 - 1.0);
                let way = rays.direction[0] + rays.direction[1] * x - rays.direction[2] * y;
                (place - eye).reject_from(way).length() < radius
            });
            let expected = hidden.count() as f32;
            let drawn = covered(&picture);
            assert!((drawn / expected - 1.0).abs() < 0.01, "{place}: {drawn} of {expected}");
        }
    }

    #[test]
    fn a_capsule_is_a_rod_with_round_ends_from_every_side() {
        let Some(_) = headless_or_skip() else { return };
        for to in [Vec3::X, Vec3::new(0.3, 0.4, 0.7), Vec3::new(0.0, 0.0, 1.0)] {
            let (from, radius) = (to * -0.5, 0.2);
            let picture = draw(&camera(), |list| {
                list.add_solid(4.0, Shape::Capsule, solid(from, from + to, Vec3::Y * radius, GREY));
            });
            let long = to.truncate().length();
            let area = (std::f32::consts::PI * radius * radius + 2.0 * radius * long) * 1e4;
            let drawn = covered(&picture);
            assert!((drawn / area - 1.0).abs() < 0.01, "{to}: {drawn} of {area}");
        }
    }

    #[test]
    fn an_octahedron_is_a_kite_from_its_side_with_smooth_edges_and_two_faces() {
        let Some(_) = headless_or_skip() else { return };
        let (from, to) = (Vec3::new(0.2, -0.7, 0.0), Vec3::new(-0.1, 0.6, 0.0));
        let side = (to - from).cross(Vec3::Z).normalize() * 0.2;
        let picture = draw(&camera(), |list| {
            list.add_solid(4.0, Shape::Octahedron, solid(from, to, side, GREY));
        });
        let area = (to - from).length() * 0.2 * 1e4;
        let drawn = covered(&picture);
        assert!((drawn / area - 1.0).abs() < 0.01, "{drawn} of {area}");
        assert!(shades(&picture) > 40, "{} shades", shades(&picture));
        let widest = from.lerp(to, 0.3);
        let [left, right] = [-0.3, 0.3].map(|part| {
            let point = widest + side * part;
            pixel_at(&picture, point.x, point.y)[0]
        });
        assert!(left.abs_diff(right) > 10, "{left} {right}");
    }

    #[test]
    fn no_speck_is_drawn_beside_an_octahedron_however_it_is_turned() {
        let Some(_) = headless_or_skip() else { return };
        let mut driver = Driver::new(Api::Core);
        for turn in 0..24 {
            let turned = glam::Quat::from_euler(
                glam::EulerRot::XYZ,
                turn as f32 * 0.27,
                turn as f32 * 0.7,
                turn as f32 * 0.41,
            );
            let [to, side] = [Vec3::Y * 0.9, Vec3::X * 0.12].map(|v| turned * v);
            let picture = driver.draw(&camera(), &|list| {
                list.add_solid(4.0, Shape::Octahedron, solid(Vec3::ZERO, to, side, GREY));
            });
            for (i, pixel) in picture.iter().enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                let x = (i as u32 % SIZE) as f32 / 100.0 - 0.995;
                let y = 0.995 - (i as u32 / SIZE) as f32 / 100.0;
                let (end, place) = (to.truncate(), glam::Vec2::new(x, y));
                let t = (place.dot(end) / end.length_squared().max(1e-6)).clamp(0.0, 1.0);
                let off = place.distance(end * t);
                assert!(off < 0.14, "turn {turn}: {pixel:?} at {place}");
            }
        }
    }

    #[test]
    fn what_is_nearer_hides_what_is_behind_it_in_whatever_order_it_comes() {
        let Some(_) = headless_or_skip() else { return };
        let near = solid(Vec3::new(-0.8, 0.0, 0.3), Vec3::new(0.8, 0.0, 0.3), Vec3::Y * 0.1, RED);
        let far = solid(Vec3::new(0.0, -0.8, 0.0), Vec3::new(0.0, 0.8, 0.0), Vec3::X * 0.1, GREY);
        for shapes in [
            [Shape::Capsule, Shape::Capsule],
            [Shape::Octahedron, Shape::Capsule],
            [Shape::Capsule, Shape::Octahedron],
        ] {
            // The depths lie: they only tell what is blended over what.
            for depths in [[4.0, 5.0], [5.0, 4.0]] {
                let picture = draw(&camera(), |list| {
                    list.add_solid(depths[0], shapes[0], near);
                    list.add_solid(depths[1], shapes[1], far);
                });
                assert_eq!(pixel_at(&picture, 0.0, 0.0)[1] / 32, 0, "{shapes:?} {depths:?}");
                let above = pixel_at(&picture, 0.0, -0.5);
                assert!(above[1] > 60, "{shapes:?} {depths:?}: {above:?}");
            }
        }
    }

    #[test]
    fn nothing_shines_through_where_solids_meet() {
        let Some(_) = headless_or_skip() else { return };
        // A rod through the middle of a ball, and both in front of another: all pixels inside of the ball are opaque.
        let rod = solid(Vec3::ZERO, Vec3::new(0.7, 0.2, 0.3), Vec3::Z * 0.15, RED);
        let picture = draw(&camera(), |list| {
            list.add_solid(3.8, Shape::Capsule, rod);
            list.add_solid(4.0, Shape::Capsule, ball(Vec3::ZERO, 0.4, GREY));
        });
        for (i, pixel) in picture.iter().enumerate() {
            let x = (i as u32 % SIZE) as f32 / 100.0 - 0.995;
            let y = 0.995 - (i as u32 / SIZE) as f32 / 100.0;
            if x.hypot(y) < 0.39 {
                assert_eq!(pixel[3], 255, "{x} {y}");
            }
        }
    }

    #[test]
    fn lines_are_hidden_behind_solids_and_show_before_them() {
        let Some(_) = headless_or_skip() else { return };
        let stroke =
            |z: f32, y: f32| Stroke::line([-0.9, 0.9].map(|x| Vec3::new(x, y, z)), RED, 8.0);
        let picture = draw(&camera(), |list| {
            list.add_at_depth(5.0, stroke(-1.0, 0.2));
            list.add_at_depth(3.0, stroke(1.0, -0.2));
            list.add_over(stroke(-1.0, 0.0));
            list.add_solid(4.0, Shape::Capsule, ball(Vec3::ZERO, 0.5, GREY));
        });
        assert!(pixel_at(&picture, 0.0, 0.2)[1] > 60, "hidden");
        assert_eq!(pixel_at(&picture, 0.8, 0.2), RED, "beside the ball");
        assert_eq!(pixel_at(&picture, 0.0, -0.2), RED, "before it");
        assert_eq!(pixel_at(&picture, 0.0, 0.0), RED, "over everything");
    }

    #[test]
    fn a_halo_is_as_wide_as_it_says_and_behind_its_solid() {
        let Some(_) = headless_or_skip() else { return };
        let white = [255; 4];
        for shape in [Shape::Capsule, Shape::Octahedron] {
            let bone = solid(Vec3::Y * -0.5, Vec3::Y * 0.5, Vec3::X * 0.2, RED);
            let halo = Solid { colour: white, halo: 5.0, ..bone };
            let picture = draw(&camera(), |list| {
                list.add_solid(4.0, shape, bone);
                list.add_solid(4.0001, shape, halo);
            });
            // Where both are 20 pixels wide.
            let y = if shape == Shape::Capsule { 0.0 } else { -0.4 };
            assert_eq!(pixel_at(&picture, 0.225, y), white, "{shape:?}");
            assert_eq!(pixel_at(&picture, 0.275, y), [0; 4], "{shape:?}");
            assert_eq!(pixel_at(&picture, 0.05, y)[1] / 32, 0, "{shape:?}: the bone is red");
            // Beyond a sharp end it is no needle.
            let beyond = if shape == Shape::Capsule { 0.3 } else { 0.12 };
            assert_eq!(pixel_at(&picture, 0.0, 0.5 + beyond), [0; 4], "{shape:?}");
        }
    }

    #[test]
    fn far_solids_fade_towards_the_backdrop() {
        let Some(_) = headless_or_skip() else { return };
        let picture = draw(&camera(), |list| {
            let near = list.rays.start[0].z - 1.0;
            list.fade =
                Fade { near: near - 0.3, span: 2.0, colour: [0, 0, 255, 255], strength: 0.5 };
            for z in [1.0, -1.0] {
                list.add_solid(near, Shape::Capsule, ball(Vec3::new(z * 0.5, 0.0, z), 0.3, GREY));
            }
        });
        let [near, far] = [0.5, -0.5].map(|x| pixel_at(&picture, x, 0.0));
        assert!(near[0] > 150 && near[0].abs_diff(near[2]) < 5, "{near:?}");
        assert!(far[2].saturating_sub(far[0]) > 100, "{far:?}");
    }

    #[test]
    fn what_is_behind_the_eye_is_not_drawn() {
        let Some(_) = headless_or_skip() else { return };
        let mut camera = camera();
        camera.projection = Projection::Perspective;
        camera.distance = 0.5;
        for shape in [Shape::Capsule, Shape::Octahedron] {
            for to in [Vec3::new(0.3, 0.2, 1.5), Vec3::new(0.0, 0.3, 0.6)] {
                let picture = draw(&camera, |list| {
                    let from = Vec3::new(0.1, -0.3, 0.8);
                    list.add_solid(-0.5, shape, solid(from, to, Vec3::X * 0.05, GREY));
                });
                assert_eq!(covered(&picture), 0.0, "{shape:?} to {to}");
            }
            // One that passes the eye shows where it is before it.
            let picture = draw(&camera, |list| {
                let (from, to) = (Vec3::new(0.1, 0.0, -1.0), Vec3::new(0.1, 0.0, 2.0));
                list.add_solid(0.0, shape, solid(from, to, Vec3::Y * 0.03, GREY));
            });
            let pixels = covered(&picture);
            assert!(pixels > 50.0, "{shape:?}: {pixels}");
            assert_eq!(pixel_at(&picture, -0.5, 0.0), [0; 4], "{shape:?}: mirrored");
        }
    }
}
