//! Picking: which node is under the pointer.

use glam::{Vec2, Vec3};

use super::camera::Camera;
use super::figure::{Figure, is_long};
use crate::take::{BoneEnd, NodeId};

/// A node under the pointer, and what tells which of several figures was meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PickHit {
    pub node: NodeId,
    /// Whether it is a point. A point is small, so that a click near it means it, even where bones lie before it.
    pub is_point: bool,
    /// Pixels from the pointer to the point, or to the axis of the bone.
    pub distance: f32,
    /// How far from the eye it is there, in metres.
    pub depth: f32,
}

impl PickHit {
    /// Whether this is meant: of points the nearest one on the screen, of bones the one nearest to the eye.
    pub fn beats(&self, other: &Self) -> bool {
        match (self.is_point, other.is_point) {
            (true, true) => self.distance < other.distance,
            (false, false) => self.depth < other.depth,
            (is_point, _) => is_point,
        }
    }
}

/// How near to a bone's end, in pixels, a click on the bone means the joint there.
const JOINT_REACH: f32 = 6.0;
/// How far behind the nearest bone, in metres, a joint may be that is meant.
const MAX_BEHIND: f32 = 0.1;

/// What of a figure shows within `reach` pixels of a pointer, which is in pixels from the upper left corner of a view
/// of `size` pixels. Of several figures, the one is meant whose result [`PickHit::beats`] the others.
pub fn pick(
    figure: &Figure<'_>,
    camera: &Camera,
    pointer: Vec2,
    size: Vec2,
    reach: f32,
) -> Option<PickHit> {
    let clip_from_world = camera.clip_from_world(size.x / size.y);
    let on_screen = |point: Vec3| {
        let clip = clip_from_world * point.extend(1.0);
        let at = Vec2::new(clip.x, -clip.y) / clip.w * 0.5 + 0.5;
        (clip.w > 0.0).then_some(at * size)
    };
    // The inside of a solid belongs to it, however thick it is on the screen.
    let reach_of =
        |radius: f32, at: Vec3| reach.max(radius * camera.heights_per_metre(at) * size.y);
    let points = figure.points().filter_map(|(_, node, at)| {
        let distance = on_screen(at)?.distance(pointer);
        let picked = PickHit { node, is_point: true, distance, depth: camera.depth(at) };
        (distance <= reach_of(figure.point_radius(), at)).then_some(picked)
    });
    let bones = figure.bones().filter_map(|(bone, node, ends)| {
        let (a, b) = (on_screen(ends[0])?, on_screen(ends[1])?);
        let along = b - a;
        let t = ((pointer - a).dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
        let at = ends[0].lerp(ends[1], t);
        let distance = (a + along * t).distance(pointer);
        let picked = PickHit { node, is_point: false, distance, depth: camera.depth(at) };
        (distance <= reach_of(figure.radius(ends), at)).then_some((bone, picked, [a, b]))
    });
    let bones: Vec<_> = bones.collect();
    let all = points.chain(bones.iter().map(|(_, picked, _)| *picked));
    let mut best = all.reduce(|best, other| if other.beats(&best) { other } else { best })?;
    if !best.is_point {
        let joints = bones
            .iter()
            .filter(|(_, picked, _)| picked.depth < best.depth + MAX_BEHIND)
            .flat_map(|&(bone, picked, ends)| {
                let [near, far] = ends.map(|end| end.distance(pointer));
                let tip = joint_at_end(figure, bone).map(|node| (far, node));
                [Some((near, picked.node)), tip].into_iter().flatten()
            })
            .filter(|(distance, _)| *distance <= JOINT_REACH);
        let nearest = joints.min_by(|a, b| a.0.total_cmp(&b.0));
        best.node = nearest.map_or(best.node, |(_, node)| topmost_joint(figure, node));
    }
    Some(best)
}

/// The joint at a bone's far end, where there is one that shows.
fn joint_at_end(figure: &Figure<'_>, bone: usize) -> Option<NodeId> {
    match figure.take.skeleton.bones()[bone].end {
        BoneEnd::Node(far) if !figure.is_hidden(far) => Some(far),
        _ => None,
    }
}

/// Of the joints that share a place with this one, the one that the others hang from.
fn topmost_joint(figure: &Figure<'_>, node: NodeId) -> NodeId {
    let at = |node: NodeId| figure.stage.world(figure.pose.position(node));
    let skeleton = &figure.take.skeleton;
    let mut top = node;
    while let Some(parent) = skeleton[top].parent
        && !figure.is_hidden(parent)
        && !is_long([at(parent), at(node)])
    {
        top = parent;
    }
    top
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::sample::{Sample, tree};
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
            let figure = Figure { stage, ..sample.figure() };
            pick(&figure, &camera(), pointer, SIZE, 9.0).expect("a bone")
        });
        assert!(picked.iter().all(|p| p.node == sample.take.skeleton.roots()[0]));
        assert!(picked[0].beats(&picked[1]) && !picked[1].beats(&picked[0]));
        assert!((picked[1].depth - picked[0].depth - 1.0).abs() < 0.01);
        let point = PickHit { is_point: true, depth: 99.0, ..picked[1] };
        assert!(point.beats(&picked[0]) && !picked[0].beats(&point));
        let nearer = PickHit { distance: point.distance - 1.0, ..point };
        assert!(nearer.beats(&point) && !point.beats(&nearer));
    }

    #[test]
    fn the_end_of_a_bone_means_the_joint_there() {
        let sample = Sample::new();
        let skeleton = &sample.take.skeleton;
        let name_at = |y: f32| {
            let pointer = pointer_at(Vec3::Y * y);
            let picked = pick(&sample.figure(), &camera(), pointer, SIZE, 9.0);
            skeleton[picked.expect("a bone").node].name.as_str()
        };
        for (y, name) in [
            (1.0, "LeftHip"),
            (0.75, "LeftHip"),
            (0.51, "LeftKnee"),
            (0.49, "LeftKnee"),
            (0.3, "LeftKnee"),
            (0.1, "LeftFoot"),
        ] {
            assert_eq!(name_at(y), name, "{y} m above the ground");
        }
    }

    #[test]
    fn of_joints_in_one_place_the_one_is_meant_that_the_others_hang_from() {
        let (mut build, nodes) =
            tree(&[("Hips", None, Vec3::Y), ("LHipJoint", Some(0), Vec3::ZERO)]);
        let [hips, hip] = nodes[..] else { unreachable!() };
        build.bone(hip, BoneEnd::Local(Vec3::Y * -0.5));
        let sample = Sample::at_rest(build);
        let node_at = |y: f32| {
            let pointer = pointer_at(sample.stage.world(Vec3::Y * y));
            pick(&sample.figure(), &camera(), pointer, SIZE, 9.0).map(|picked| picked.node)
        };
        assert_eq!([1.0, 0.75].map(node_at), [Some(hips), Some(hip)]);
    }

    #[test]
    fn the_inside_of_a_solid_belongs_to_it_however_near_it_is() {
        let sample = Sample::new();
        let capsules = Figure { display: DisplayStyle::Capsules, ..sample.figure() };
        let radius = capsules.radius([Vec3::Y, Vec3::Y * 0.5]);
        assert!(radius > 0.005);
        let pointer = pointer_at(Vec3::new(radius * 0.9, 0.75, 0.0));
        let reached = |figure| pick(figure, &camera(), pointer, SIZE, 0.5).is_some();
        assert!(reached(&capsules));
        assert!(!reached(&sample.figure()));
    }
}
