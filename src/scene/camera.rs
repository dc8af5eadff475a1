//! The camera: orbits a target, in perspective or orthographic projection; and how files keep it.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::{Mat4, Quat, Vec2, Vec3, Vec4Swizzles};
use serde::{Deserialize, Serialize};

use super::stage::{Bounds, Stage};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Projection {
    #[default]
    Perspective,
    Orthographic,
}

/// A view along an axis of the world: the front from +Z, where a figure is seen that faces +Z, the right from +X.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    Front,
    Back,
    Right,
    Left,
    Top,
    Bottom,
}

impl View {
    /// Yaw and pitch of the camera, in radians.
    fn angles(self) -> (f32, f32) {
        match self {
            Self::Front => (0.0, 0.0),
            Self::Back => (PI, 0.0),
            Self::Right => (FRAC_PI_2, 0.0),
            Self::Left => (-FRAC_PI_2, 0.0),
            Self::Top => (0.0, FRAC_PI_2),
            Self::Bottom => (0.0, -FRAC_PI_2),
        }
    }
}

/// The line of sight of every point of a view, from −1 at its left and lower edge to 1.
///
/// Both are linear in the position: the first vector, plus the second times how far to the right, plus the third times
/// how far up. A direction adds 1 along the middle line of sight, so that a step along it is a step of depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rays {
    pub start: [Vec3; 3],
    pub direction: [Vec3; 3],
}

impl Rays {
    pub fn aspect(&self) -> f32 {
        // In perspective all begin in one point, and without it all go one way.
        let [right, up] = [1, 2].map(|i| (self.start[i] + self.direction[i]).length());
        right / up
    }

    /// The way to the light: it is beside the camera, above its left shoulder.
    pub fn light(&self) -> Vec3 {
        let [right, up] = [1, 2].map(|i| (self.start[i] + self.direction[i]).normalize());
        (up * 0.5 - right * 0.35 - self.direction[0]).normalize()
    }

    /// How far along the line of sight a point is.
    pub fn depth(&self, point: Vec3) -> f32 {
        (point - self.start[0]).dot(self.direction[0])
    }
}

/// Looks at `target` from `distance`. Lengths are metres, angles radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    pub target: Vec3,
    /// About the vertical; 0 looks from +Z, a quarter turn from +X.
    pub yaw: f32,
    /// Above the horizon; a quarter turn looks straight down.
    pub pitch: f32,
    pub distance: f32,
    /// The angle from the lower edge of the view to the upper one.
    pub field_of_view: f32,
    pub projection: Projection,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            target: Vec3::new(0.0, 0.9, 0.0),
            yaw: 0.55,
            pitch: 0.16,
            distance: 4.0,
            field_of_view: 0.62,
            projection: Projection::Perspective,
        }
    }
}

impl Camera {
    /// Nearest and farthest that the eye may be from its target.
    const DISTANCES: (f32, f32) = (0.05, 400.0);
    /// Shortest and longest lens, in millimetres.
    pub const LENSES: (f32, f32) = (10.0, 300.0);
    /// The height of the picture behind a lens of 35 mm film, in millimetres.
    const FILM_HEIGHT: f32 = 24.0;

    /// The view that a take opens with: three-quarter, facing the camera; and whether all of the take's path is in it.
    ///
    /// That is so where the figure stays large; else the camera is close on the first frame, and has to follow it.
    pub fn home(stage: &Stage, aspect: f32) -> (Self, bool) {
        Self::three_quarter(stage).framed(stage, aspect)
    }

    /// A camera from the same side that takes a figure in as [`Self::home`] does.
    pub fn framed(mut self, stage: &Stage, aspect: f32) -> (Self, bool) {
        /// How much smaller than alone in the view the figure may become.
        const MAX_RATIO: f32 = 1.75;
        self.frame(stage.first, aspect);
        let alone = self;
        self.frame(stage.first.union(stage.bounds), aspect);
        if self.distance <= MAX_RATIO * alone.distance {
            return (self, true);
        }
        self = alone;
        self.distance *= 1.25;
        (self, false)
    }

    /// Looks at a box from the side that a take opens with.
    pub fn three_quarter_of(stage: &Stage, bounds: Bounds, aspect: f32) -> Self {
        let mut camera = Self::three_quarter(stage);
        camera.frame(bounds, aspect);
        camera
    }

    fn three_quarter(stage: &Stage) -> Self {
        let default = Self::default();
        // A picture is looked at as it is.
        if stage.is_flat {
            return Self { yaw: 0.0, pitch: 0.0, ..default };
        }
        Self { yaw: stage.facing.x.atan2(stage.facing.z) + default.yaw, ..default }
    }

    /// Moves so that a box fills the view, from the direction it looks in now.
    pub fn frame(&mut self, bounds: Bounds, aspect: f32) {
        /// The part of the view that stays free at its edges.
        const MARGIN: f32 = 0.86;
        if bounds.is_empty() {
            return;
        }
        self.target = bounds.centre();
        let tall = self.half_height() * MARGIN;
        let wide = tall * aspect.max(1e-3);
        let to_view = self.orientation().inverse();
        let mut distance = 0.1f32;
        for corner in bounds.corners() {
            let at = to_view * (corner - self.target);
            let needed = (at.x.abs() / wide).max(at.y.abs() / tall);
            let nearer = match self.projection {
                Projection::Perspective => at.z,
                Projection::Orthographic => 0.0,
            };
            distance = distance.max(needed + nearer);
        }
        self.distance = distance.clamp(Self::DISTANCES.0, Self::DISTANCES.1);
    }

    /// The focal length of a lens of 35 mm film that sees as much from top to bottom, in millimetres.
    pub fn lens(&self) -> f32 {
        Self::FILM_HEIGHT * 0.5 / self.half_height()
    }

    /// Takes another lens, within [`Self::LENSES`], and comes nearer for a shorter one: the target keeps its size.
    pub fn set_lens(&mut self, millimetres: f32) {
        let millimetres = millimetres.clamp(Self::LENSES.0, Self::LENSES.1);
        let size = self.distance * self.half_height();
        self.field_of_view = 2.0 * (Self::FILM_HEIGHT * 0.5 / millimetres).atan();
        self.distance = (size / self.half_height()).clamp(Self::DISTANCES.0, Self::DISTANCES.1);
    }

    /// How far the upper edge of the view is above its middle, a metre in front of the eye.
    fn half_height(&self) -> f32 {
        (self.field_of_view * 0.5).tan()
    }

    /// Whether it is a camera that a person could have come to.
    pub fn is_valid(&self) -> bool {
        let angles = [self.yaw, self.pitch, self.field_of_view];
        let (nearest, farthest) = Self::DISTANCES;
        angles.iter().all(|angle| angle.is_finite())
            && self.target.is_finite()
            && (nearest..=farthest).contains(&self.distance)
    }

    pub fn look_from(&mut self, view: View) {
        (self.yaw, self.pitch) = view.angles();
    }

    /// Turns about the target by a drag over the view, in heights of the view.
    pub fn orbit(&mut self, drag: Vec2) {
        self.yaw = (self.yaw - drag.x * PI + PI).rem_euclid(TAU) - PI;
        self.pitch = (self.pitch + drag.y * PI).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Moves along the picture, so that the target stays under the pointer; in heights of the view.
    pub fn pan(&mut self, drag: Vec2) {
        let metres = 2.0 * self.distance * self.half_height();
        self.target += self.orientation() * (Vec3::new(-drag.x, drag.y, 0.0) * metres);
    }

    /// Comes nearer by a factor below 1, away by one above, towards a point of the view: `pointer`
    /// is from the view's centre, in heights of the view, Y down.
    pub fn dolly(&mut self, factor: f32, pointer: Vec2) {
        let before = self.distance;
        self.distance = (before * factor).clamp(Self::DISTANCES.0, Self::DISTANCES.1);
        let kept = 1.0 - self.distance / before;
        let metres = 2.0 * before * self.half_height();
        let way = Vec3::new(pointer.x, -pointer.y, 0.0) * metres * kept;
        self.target += self.orientation() * way;
    }

    /// The view on the way to another one: `t` from 0 (this one) to 1 (the other). It turns the
    /// shorter way round, and comes nearer evenly for the eye. Depth is the other's from the start.
    pub fn interpolate(&self, other: &Self, t: f32) -> Self {
        let turn = (other.yaw - self.yaw + PI).rem_euclid(TAU) - PI;
        let nearer = (other.distance / self.distance).powf(t);
        Self {
            target: self.target.lerp(other.target, t),
            yaw: self.yaw + turn * t,
            pitch: self.pitch + (other.pitch - self.pitch) * t,
            distance: self.distance * nearer,
            field_of_view: self.field_of_view + (other.field_of_view - self.field_of_view) * t,
            projection: other.projection,
        }
    }

    /// From the camera's axes to the world's: X to the right, Y up, Z towards the eye.
    pub fn orientation(&self) -> Quat {
        Quat::from_rotation_y(self.yaw) * Quat::from_rotation_x(-self.pitch)
    }

    pub fn eye(&self) -> Vec3 {
        self.target + self.orientation() * Vec3::Z * self.distance
    }

    /// From the world to clip space; `aspect` is the view's width over its height.
    pub fn clip_from_world(&self, aspect: f32) -> Mat4 {
        let view_from_world =
            Mat4::from_rotation_translation(self.orientation(), self.eye()).inverse();
        let near = (self.distance * 0.02).min(0.1);
        let far = self.distance * 4.0 + 1000.0;
        let clip_from_view = match self.projection {
            Projection::Perspective => glam::camera::rh::proj::opengl::perspective(
                self.field_of_view,
                aspect.max(1e-3),
                near,
                far,
            ),
            Projection::Orthographic => {
                let tall = self.distance * self.half_height();
                let wide = tall * aspect.max(1e-3);
                // The eye stands back, so that nothing between it and the target is cut away.
                glam::camera::rh::proj::opengl::orthographic(-wide, wide, -tall, tall, -far, far)
            }
        };
        clip_from_view * view_from_world
    }

    pub fn rays(&self, aspect: f32) -> Rays {
        let orientation = self.orientation();
        let tall = self.half_height();
        let edges = [orientation * Vec3::X * tall * aspect.max(1e-3), orientation * Vec3::Y * tall];
        let (eye, forward) = (self.eye(), orientation * Vec3::NEG_Z);
        match self.projection {
            Projection::Perspective => Rays {
                start: [eye, Vec3::ZERO, Vec3::ZERO],
                direction: [forward, edges[0], edges[1]],
            },
            Projection::Orthographic => {
                let [right, up] = edges.map(|edge| edge * self.distance);
                Rays { start: [eye, right, up], direction: [forward, Vec3::ZERO, Vec3::ZERO] }
            }
        }
    }

    /// How many heights of the view one metre takes at a point; 0 behind the eye.
    pub fn heights_per_metre(&self, point: Vec3) -> f32 {
        let depth = match self.projection {
            Projection::Perspective => self.depth(point),
            Projection::Orthographic => self.distance,
        };
        if depth <= 0.0 {
            return 0.0;
        }
        0.5 / (depth * self.half_height())
    }

    /// How far in front of the eye a point lies, along the line of sight.
    pub fn depth(&self, point: Vec3) -> f32 {
        (self.eye() - point).dot(self.orientation() * Vec3::Z)
    }

    /// The line of sight that ends in a point.
    pub fn sight_to(&self, point: Vec3) -> Vec3 {
        match self.projection {
            Projection::Perspective => point - self.eye(),
            Projection::Orthographic => self.orientation() * Vec3::NEG_Z * self.depth(point),
        }
    }

    /// Where a point shows, from (0, 0) at the view's lower left corner to (1, 1); `None` behind the eye.
    pub fn project(&self, point: Vec3, aspect: f32) -> Option<Vec2> {
        self.projector(aspect)(point)
    }

    /// The same for many points.
    pub fn projector(&self, aspect: f32) -> impl Fn(Vec3) -> Option<Vec2> + use<> {
        let clip_from_world = self.clip_from_world(aspect);
        move |point| {
            let clip = clip_from_world * point.extend(1.0);
            (clip.w > 0.0).then(|| clip.xy() / clip.w * 0.5 + 0.5)
        }
    }
}

/// A camera as saved views and notes keep it. Lengths are metres, angles radians as in [`Camera`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedCamera {
    /// The point in the middle; from what was followed, where something was.
    pub target: [f32; 3],
    pub yaw: f32,
    pub pitch: f32,
    pub distance: f32,
    /// The focal length, in millimetres of 35 mm film.
    pub lens: f32,
    pub orthographic: bool,
    pub follows: bool,
}

impl SavedCamera {
    /// A camera's view. Where a figure is followed, the camera's target is from where that is.
    pub fn new(camera: &Camera, follows: bool) -> Self {
        Self {
            target: camera.target.to_array(),
            yaw: camera.yaw,
            pitch: camera.pitch,
            distance: camera.distance,
            lens: camera.lens(),
            orthographic: camera.projection == Projection::Orthographic,
            follows,
        }
    }

    /// The camera that sees it; `None` where its numbers make no view.
    pub fn camera(&self) -> Option<Camera> {
        let mut camera = Camera {
            target: Vec3::from(self.target),
            yaw: self.yaw,
            pitch: self.pitch,
            projection: if self.orthographic {
                Projection::Orthographic
            } else {
                Projection::Perspective
            },
            ..Camera::default()
        };
        camera.set_lens(self.lens);
        camera.distance = self.distance;
        camera.is_valid().then_some(camera)
    }

    /// Whether both see the same, but for what nobody would see.
    pub fn is_near(&self, other: &Self) -> bool {
        let size = self.distance.max(1e-3);
        let moved = Vec3::from(self.target).distance(Vec3::from(other.target));
        let turned =
            (self.yaw - other.yaw).sin().abs() + (self.yaw - other.yaw).cos().min(0.0).abs();
        let near = [
            moved / size,
            (self.distance - other.distance) / size,
            turned,
            self.pitch - other.pitch,
            (self.lens - other.lens) / self.lens.max(1.0),
        ];
        near.iter().all(|by| by.abs() < 2e-3)
            && (self.orthographic, self.follows) == (other.orthographic, other.follows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera() -> Camera {
        Camera {
            target: Vec3::new(1.0, 2.0, 3.0),
            yaw: 0.7,
            pitch: 0.3,
            distance: 5.0,
            ..Camera::default()
        }
    }

    fn cameras() -> [Camera; 2] {
        [Projection::Perspective, Projection::Orthographic]
            .map(|projection| Camera { projection, ..camera() })
    }

    #[test]
    fn the_target_is_in_the_middle_of_the_picture() {
        for camera in cameras() {
            let middle = camera.project(camera.target, 1.6).unwrap();
            assert!(middle.abs_diff_eq(Vec2::splat(0.5), 1e-5));
        }
    }

    #[test]
    fn a_line_of_sight_meets_what_shows_in_its_place_at_its_depth() {
        let point = Vec3::new(1.3, 2.4, 2.2);
        for camera in cameras() {
            let at = camera.project(point, 1.6).unwrap() * 2.0 - 1.0;
            let along = |[middle, right, up]: [Vec3; 3]| middle + right * at.x + up * at.y;
            let rays = camera.rays(1.6);
            let met = along(rays.start) + along(rays.direction) * camera.depth(point);
            assert!(met.distance(point) < 1e-4, "{camera:?}: {met}");
            assert!((rays.aspect() - 1.6).abs() < 1e-5, "{camera:?}");
        }
    }

    #[test]
    fn left_of_a_figure_that_faces_the_camera_is_on_the_right_of_the_picture() {
        let mut camera = camera();
        camera.look_from(View::Front);
        let x = |point: Vec3| camera.project(point, 1.0).unwrap().x;
        assert!(x(camera.target + Vec3::X) > x(camera.target));
    }

    #[test]
    fn up_is_up_in_every_view_and_the_top_view_is_level() {
        let mut camera = camera();
        for view in [View::Front, View::Back, View::Left, View::Right] {
            camera.look_from(view);
            let above = camera.project(camera.target + Vec3::Y, 1.0).unwrap();
            assert!(above.y > 0.6 && (above.x - 0.5).abs() < 1e-5, "{view:?}");
        }
        camera.look_from(View::Top);
        let away = camera.project(camera.target - Vec3::Z, 1.0).unwrap();
        assert!(away.y > 0.6);
    }

    #[test]
    fn a_framed_box_is_inside_the_picture_and_fills_it() {
        let bounds = Bounds { low: Vec3::new(-1.0, 0.0, -2.0), high: Vec3::new(3.0, 1.8, 2.0) };
        for mut camera in cameras() {
            let projection = camera.projection;
            for aspect in [0.5, 1.0, 2.0] {
                camera.frame(bounds, aspect);
                let at = bounds.corners().map(|corner| camera.project(corner, aspect).unwrap());
                let far = at.iter().map(|p| (*p - 0.5).abs().max_element()).fold(0.0, f32::max);
                assert!((0.38..=0.5).contains(&far), "{projection:?} {aspect} {far}");
            }
        }
    }

    #[test]
    fn another_lens_leaves_the_target_as_large_as_it_was() {
        for mut camera in cameras() {
            let projection = camera.projection;
            let size = |camera: &Camera| camera.heights_per_metre(camera.target);
            let before = (size(&camera), camera.distance);
            camera.set_lens(85.0);
            assert!((camera.lens() - 85.0).abs() < 1e-3);
            assert!((size(&camera) / before.0 - 1.0).abs() < 1e-4, "{projection:?}");
            assert!(camera.distance > 2.0 * before.1);
            camera.set_lens(1.0);
            assert_eq!(camera.lens().round(), Camera::LENSES.0);
        }
    }

    #[test]
    fn panning_keeps_the_target_under_the_pointer() {
        let before = camera();
        let mut after = before;
        after.pan(Vec2::new(0.25, -0.1));
        let moved = after.project(before.target, 1.0).unwrap();
        assert!(moved.abs_diff_eq(Vec2::new(0.75, 0.6), 1e-4), "{moved}");
    }

    #[test]
    fn a_dolly_keeps_what_is_under_the_pointer() {
        let before = camera();
        let pointer = Vec2::new(0.2, 0.1);
        let metres = 2.0 * before.distance * before.half_height();
        let point =
            before.target + before.orientation() * Vec3::new(pointer.x, -pointer.y, 0.0) * metres;
        let mut after = before;
        after.dolly(0.6, pointer);
        let seen = after.project(point, 1.0).unwrap();
        assert!(seen.abs_diff_eq(Vec2::new(0.7, 0.4), 1e-4), "{seen}");
    }
}
