//! What is under the pointer.

use glam::{Vec2, Vec3};

use super::camera::Camera;
use super::figure::Figure;
use crate::take::NodeId;

/// A node under the pointer, and what tells which of several figures was meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picked {
    /// The node whose point or bone it is.
    pub node: NodeId,
    /// Whether it is a point. A point is small, so that a click near it means it, even where bones
    /// lie before it.
    pub is_point: bool,
    /// Pixels from the pointer to the point, or to the axis of the bone.
    pub distance: f32,
    /// How far from the eye it is there, in metres.
    pub depth: f32,
}

impl Picked {
    /// Whether this was meant rather than another one: of points the nearest one on the screen, of
    /// bones the one nearest to the eye.
    pub fn beats(&self, other: &Self) -> bool {
        match (self.is_point, other.is_point) {
            (true, true) => self.distance < other.distance,
            (false, false) => self.depth < other.depth,
            (is_point, _) => is_point,
        }
    }
}

/// What of a figure is under a pointer, of what shows within `reach` pixels of it. `pointer` is in
/// pixels from the upper left corner of a view of `size` pixels. Of several figures, the one is
/// meant whose result [`Picked::beats`] the others.
pub fn pick(
    figure: &Figure<'_>,
    camera: &Camera,
    pointer: Vec2,
    size: Vec2,
    reach: f32,
) -> Option<Picked> {
    let clip_from_world = camera.clip_from_world(size.x / size.y);
    let on_screen = |point: Vec3| {
        let clip = clip_from_world * point.extend(1.0);
        let at = Vec2::new(clip.x, -clip.y) / clip.w * 0.5 + 0.5;
        (clip.w > 0.0).then_some(at * size)
    };
    // The inside of a solid belongs to it, however thick it is on the screen.
    let reach_of = |radius: f32, at: Vec3| {
        let pixels = radius * camera.heights_per_metre(at) * size.y;
        reach.max(pixels)
    };
    let points = figure.points().filter_map(|(_, node, at)| {
        let distance = on_screen(at)?.distance(pointer);
        let picked = Picked {
            node,
            is_point: true,
            distance,
            depth: camera.depth(at),
        };
        (distance <= reach_of(figure.point_radius(), at)).then_some(picked)
    });
    let bones = figure.bones().filter_map(|(_, node, ends)| {
        let (a, b) = (on_screen(ends[0])?, on_screen(ends[1])?);
        let along = b - a;
        let t = (pointer - a).dot(along) / along.length_squared().max(1e-6);
        let t = t.clamp(0.0, 1.0);
        let at = ends[0].lerp(ends[1], t);
        let distance = (a + along * t).distance(pointer);
        let picked = Picked {
            node,
            is_point: false,
            distance,
            depth: camera.depth(at),
        };
        (distance <= reach_of(figure.radius(ends), at)).then_some(picked)
    });
    points
        .chain(bones)
        .reduce(|best, other| if other.beats(&best) { other } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::Sample;
    use crate::scene::{DisplayStyle, Stage, View};

    const SIZE: Vec2 = Vec2::new(800.0, 600.0);

    fn camera() -> Camera {
        let mut camera = Camera::default();
        camera.look_from(View::Front);
        camera
    }

    fn pointer_at(point: Vec3) -> Vec2 {
        let at = camera().project(point, SIZE.x / SIZE.y).unwrap();
        Vec2::new(at.x, 1.0 - at.y) * SIZE
    }

    #[test]
    fn of_several_figures_the_nearest_bone_is_meant_and_a_point_before_all_bones() {
        let sample = Sample::new();
        let farther = Stage {
            world_from_take: glam::Affine3A::from_translation(Vec3::Z * -1.0),
            ..sample.stage.clone()
        };
        let pointer = pointer_at(Vec3::Y * 0.75);
        let picked = [&sample.stage, &farther].map(|stage| {
            let figure = Figure {
                stage,
                ..sample.figure()
            };
            pick(&figure, &camera(), pointer, SIZE, 9.0).expect("a bone")
        });
        assert!(
            picked
                .iter()
                .all(|p| p.node == sample.take.skeleton.roots()[0])
        );
        assert!(picked[0].beats(&picked[1]) && !picked[1].beats(&picked[0]));
        assert!((picked[1].depth - picked[0].depth - 1.0).abs() < 0.01);
        let point = Picked {
            is_point: true,
            depth: 99.0,
            ..picked[1]
        };
        assert!(point.beats(&picked[0]) && !picked[0].beats(&point));
        let nearer = Picked {
            distance: point.distance - 1.0,
            ..point
        };
        assert!(nearer.beats(&point) && !point.beats(&nearer));
    }

    #[test]
    fn the_inside_of_a_solid_belongs_to_it_however_near_it_is() {
        let sample = Sample::new();
        let capsules = Figure {
            display: DisplayStyle::Capsules,
            ..sample.figure()
        };
        let ends = [Vec3::Y, Vec3::Y * 0.5];
        let radius = capsules.radius(ends);
        assert!(radius > 0.005);
        let pointer = pointer_at(Vec3::new(radius * 0.9, 0.75, 0.0));
        let reached = |figure| pick(figure, &camera(), pointer, SIZE, 0.5).is_some();
        assert!(reached(&capsules));
        assert!(!reached(&sample.figure()));
    }
}
