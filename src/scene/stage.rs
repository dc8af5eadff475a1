//! The stage of a take: its scale in metres, up axis, floor and facing direction.

use glam::{Affine3A, BVec3, Quat, Vec3};

use super::root_offsets::root_offsets;
use super::side::{Side, mirrored, sides};
use crate::evaluate::Pose;
use crate::posture::{Unit, figure_height};
use crate::take::{Axis, Mesh, NodeId, SignedAxis, Take};

/// How far a figure's hips go up and down while it walks or runs, in parts of its height: a camera keeps still
/// over that, and goes along with what is beyond it.
const HIP_BOB: f32 = 0.09;

/// The world is in metres, Y up, with the floor at Y = 0.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Whether the take lies in the picture of one camera: there is no floor.
    pub is_flat: bool,
    /// From the file's unit and axes to the world.
    pub world_from_take: Affine3A,
    pub unit: Unit,
    /// The one that is likely instead, where the file states one that its figure's height makes doubtful.
    pub likely_unit: Option<Unit>,
    /// Everything the figure touches, over the whole take.
    pub bounds: Bounds,
    /// The first frame on which the figure is there: not 0 where most markers are seen later.
    pub first_frame: usize,
    pub first: Bounds,
    /// The direction the figure faces on that frame, level and of length 1.
    pub facing: Vec3,
    /// For each node, whether it only carries the figure: see [`root_offsets`].
    pub(super) offsets: Vec<bool>,
    /// The first node of the figure itself.
    pub(super) root: Option<NodeId>,
}

/// What a person has chosen where the file's word does not do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placement {
    /// Metres in one unit of length; `None` takes the file's, or guesses.
    pub metres: Option<f64>,
    /// The direction that is up; `None` takes the file's, or what was found.
    pub up: Option<SignedAxis>,
    /// Whether the floor is where the file has its zero, and not where the figure stands.
    pub floor_is_at_zero: bool,
}

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub low: Vec3,
    pub high: Vec3,
}

impl Bounds {
    /// The box around no point at all.
    pub const EMPTY: Self = Self { low: Vec3::INFINITY, high: Vec3::NEG_INFINITY };

    /// The box around points; those that are not finite are left out.
    fn around(points: impl IntoIterator<Item = Vec3>) -> Self {
        let mut bounds = Self::EMPTY;
        points.into_iter().for_each(|point| bounds.include(point));
        bounds
    }

    /// Makes room for a point; one that is not finite is left out.
    pub fn include(&mut self, point: Vec3) {
        if point.is_finite() {
            self.low = self.low.min(point);
            self.high = self.high.max(point);
        }
    }

    pub fn union(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub fn is_empty(&self) -> bool {
        self.low.x > self.high.x
    }

    /// The middle; the origin of an empty box.
    pub fn centre(&self) -> Vec3 {
        if self.is_empty() { Vec3::ZERO } else { (self.low + self.high) * 0.5 }
    }

    /// The lengths of its sides; 0 for an empty box.
    pub fn size(&self) -> Vec3 {
        if self.is_empty() { Vec3::ZERO } else { self.high - self.low }
    }

    pub fn corners(&self) -> [Vec3; 8] {
        std::array::from_fn(|i| {
            let is_low = BVec3::new(i & 1 == 0, i & 2 == 0, i & 4 == 0);
            Vec3::select(is_low, self.low, self.high)
        })
    }
}

/// Every joint, marker and bone end of a figure in a pose, in the file's space, but for those of `offsets`.
fn joints<'a>(
    take: &'a Take,
    pose: &'a Pose,
    offsets: &'a [bool],
) -> impl Iterator<Item = Vec3> + 'a {
    let nodes = take.skeleton.iter().filter(|(id, _)| !offsets[id.index()]);
    let bones = take.skeleton.bones().iter().filter(|bone| !offsets[bone.node.index()]);
    let ends = bones.map(|bone| pose.bone_end(bone.node, bone.end));
    nodes.map(|(id, _)| pose.position(id)).chain(ends)
}

/// Every point of its meshes on `frame`, in the file's space.
fn mesh_points<'a>(
    take: &'a Take,
    pose: &'a Pose,
    frame: usize,
) -> impl Iterator<Item = Vec3> + 'a {
    take.meshes.iter().flat_map(move |mesh| pose.points(mesh, frame))
}

impl Stage {
    /// How many frames are looked at to find floor and bounds: enough to meet every step of a walk.
    const SAMPLES: usize = 120;
    /// How many points of meshes are looked at for that: large ones on fewer frames.
    const MESH_POINTS: usize = 500_000;

    pub fn new(take: &Take) -> Self {
        Self::with_placement(take, Placement::default())
    }

    /// The unit alone, for which few takes have to be looked at on their frames.
    pub fn unit_of(take: &Take) -> Unit {
        known_unit(take, None).unwrap_or_else(|| Self::new(take).unit)
    }

    pub fn with_placement(take: &Take, placement: Placement) -> Self {
        let up = upright(placement.up.unwrap_or(take.units.up.direction));
        let offsets = root_offsets(&take.skeleton);
        let root = take.skeleton.iter().map(|(id, _)| id).find(|id| !offsets[id.index()]);
        let count = take.motion.frame_count().max(1);
        let mut pose = Pose::default();
        let mut bounds = Bounds::EMPTY;
        let mut samples = Vec::with_capacity(Self::SAMPLES.min(count));
        let mesh_size: usize = take.meshes.iter().map(Mesh::point_count).sum();
        let mesh_samples = Self::MESH_POINTS / mesh_size.max(1);
        let each_mesh = Self::SAMPLES.div_ceil(mesh_samples.max(1));
        for sample in 0..Self::SAMPLES.min(count) {
            let frame = sample * count / Self::SAMPLES.min(count);
            pose.evaluate(&take.skeleton, take.row(frame));
            let mut figure = Bounds::EMPTY;
            let mut points = 0;
            for point in joints(take, &pose, &offsets) {
                figure.include(up * point);
                points += usize::from(point.is_finite());
            }
            if sample.is_multiple_of(each_mesh) {
                bounds = bounds.union(mesh_bounds(take, &pose, frame, up));
            }
            if !figure.is_empty() {
                samples.push((frame, points, figure));
                bounds = bounds.union(figure);
            }
        }
        // Of markers, few may be seen at first: what shows less than half of them is no figure yet.
        let most = samples.iter().map(|(_, points, _)| *points).max();
        let first = samples.iter().find(|(_, points, _)| Some(points * 2) >= most);
        let (first_frame, first) =
            first.map_or((0, Bounds::EMPTY), |(frame, _, figure)| (*frame, *figure));
        pose.evaluate(&take.skeleton, take.row(first_frame));
        let skin = mesh_bounds(take, &pose, first_frame, up);
        let mut lows: Vec<f32> = samples.iter().map(|(_, _, figure)| figure.low.y).collect();
        if lows.is_empty() && !skin.is_empty() {
            lows.push(skin.low.y);
        }
        let first = first.union(skin);
        let size = first.size().max_element();
        let unit = known_unit(take, placement.metres).unwrap_or_else(|| match take.picture {
            Some(_) => Unit::pixels(size),
            None => Unit::guess(size),
        });
        let stated = take.units.metres_per_unit.filter(|_| placement.metres.is_none());
        let likely_unit = stated.and_then(|stated| Unit::instead_of(stated, figure_height(take)?));
        let metres = unit.metres as f32;
        let floor = if placement.floor_is_at_zero { 0.0 } else { floor(&mut lows, size) };
        let world_from_take = Affine3A::from_scale_rotation_translation(
            Vec3::splat(metres),
            up,
            Vec3::new(0.0, -floor * metres, 0.0),
        );
        let place = |bounds: Bounds| Bounds {
            low: (bounds.low - Vec3::Y * floor) * metres,
            high: (bounds.high - Vec3::Y * floor) * metres,
        };
        Self {
            facing: Some(take)
                .filter(|take| take.picture.is_none())
                .and_then(|take| facing(take, &pose, |at| up * at))
                .unwrap_or(Vec3::Z),
            is_flat: take.picture.is_some(),
            offsets,
            root,
            bounds: place(bounds),
            first_frame,
            first: place(first),
            world_from_take,
            unit,
            likely_unit,
        }
    }

    /// The figure's box in a pose, in the world. `frame` is the one whose baked meshes go with it.
    pub fn bounds_of(&self, take: &Take, pose: &Pose, frame: usize) -> Bounds {
        let meshes = mesh_points(take, pose, frame).map(|point| self.world(point));
        self.body_bounds(take, pose).union(Bounds::around(meshes))
    }

    /// The box of its joints, markers and bone ends in a pose, in the world: without its meshes.
    pub fn body_bounds(&self, take: &Take, pose: &Pose) -> Bounds {
        Bounds::around(joints(take, pose, &self.offsets).map(|point| self.world(point)))
    }

    /// Where the figure is in a pose: at the first node of its body; of markers, in their middle, which one that comes
    /// and goes moves least. `None` where all of them are in a gap. `scratch` is memory that is used on every picture.
    pub fn body_position(&self, take: &Take, pose: &Pose, scratch: &mut Vec<Vec3>) -> Option<Vec3> {
        let roots = take.skeleton.roots();
        let followed = if take.is_of_points() { roots } else { self.root.as_slice() };
        let all = followed.iter().map(|&root| self.world(pose.position(root)));
        scratch.clear();
        scratch.extend(all.filter(|at| at.is_finite()));
        let [x, y, z] = Axis::ALL.map(|axis| median(scratch, axis));
        Some(Vec3::new(x?, y?, z?))
    }

    /// How far a camera goes along with a figure that has gone this way: not up and down with every step.
    pub fn follow_offset(&self, way: Vec3) -> Vec3 {
        let still = HIP_BOB * self.first.size().y;
        way.with_y(way.y - way.y.clamp(-still, still))
    }

    /// The direction that the figure faces in a pose, level and of length 1: as [`Self::facing`], on any
    /// frame. `None` where no joints or markers of both sides tell.
    pub fn facing_of(&self, take: &Take, pose: &Pose) -> Option<Vec3> {
        facing(take, pose, |at| self.world(at))
    }

    /// The axis of the file that points along an axis of the world.
    pub fn axis_towards(&self, way: Vec3) -> SignedAxis {
        let in_file = self.world_from_take.matrix3.transpose() * way;
        let along = |axis: &Axis| in_file[axis.index()].abs();
        let axis = Axis::ALL.into_iter().max_by(|a, b| along(a).total_cmp(&along(b)));
        let axis = axis.unwrap_or(Axis::X);
        SignedAxis { axis, is_negative: in_file[axis.index()] < 0.0 }
    }

    /// Which axes of the file lie along the ground's two, the world's X and Z, from 0.
    pub fn ground_axes(&self) -> [usize; 2] {
        [Vec3::X, Vec3::Z].map(|way| self.axis_towards(way).axis.index())
    }

    /// The same where the world itself is turned about the vertical and shifted.
    pub fn moved(&self, by: Affine3A) -> Self {
        // The corners of an empty box are not finite.
        let moved = |bounds: Bounds| {
            Bounds::around(bounds.corners().map(|corner| by.transform_point3(corner)))
        };
        Self {
            is_flat: self.is_flat,
            world_from_take: by * self.world_from_take,
            bounds: moved(self.bounds),
            first: moved(self.first),
            facing: by.transform_vector3(self.facing),
            ..self.clone()
        }
    }

    /// The same with the floor where the file has its zero.
    pub fn at_file_zero(&self) -> Self {
        let lift = self.world_from_take.translation.y;
        self.moved(Affine3A::from_translation(Vec3::Y * -lift))
    }

    /// Where a point is that another stage of the same take has in the world.
    pub fn position_from(&self, other: &Self, at: Vec3) -> Vec3 {
        self.world(other.world_from_take.inverse().transform_point3(at))
    }

    pub fn world(&self, point: Vec3) -> Vec3 {
        self.world_from_take.transform_point3(point)
    }
}

/// The unit that a person or the file states, or the one that the figure's height suggests.
pub(super) fn known_unit(take: &Take, metres: Option<f64>) -> Option<Unit> {
    let stated = metres.or(take.units.metres_per_unit).map(Unit::from_metres);
    let guess = if take.picture.is_some() { Unit::pixels } else { Unit::guess };
    stated.or_else(|| figure_height(take).map(|stature| guess(stature.height)))
}

/// The rotation that turns what is up in a file to where it is up in the world.
pub(super) fn upright(up: SignedAxis) -> Quat {
    use std::f32::consts::{FRAC_PI_2, PI};
    match (up.axis, up.is_negative) {
        (Axis::Y, false) => Quat::IDENTITY,
        (Axis::Y, true) => Quat::from_rotation_x(PI),
        (Axis::Z, false) => Quat::from_rotation_x(-FRAC_PI_2),
        (Axis::Z, true) => Quat::from_rotation_x(FRAC_PI_2),
        (Axis::X, false) => Quat::from_rotation_z(FRAC_PI_2),
        (Axis::X, true) => Quat::from_rotation_z(-FRAC_PI_2),
    }
}

/// The box around its meshes on `frame`, turned upright.
fn mesh_bounds(take: &Take, pose: &Pose, frame: usize, up: Quat) -> Bounds {
    Bounds::around(mesh_points(take, pose, frame).map(|point| up * point))
}

/// The coordinate that as many positions are below as above.
fn median(positions: &mut [Vec3], axis: Axis) -> Option<f32> {
    let along = |at: &Vec3| at[axis.index()];
    positions.sort_unstable_by(|a, b| along(a).total_cmp(&along(b)));
    let upper = along(positions.get(positions.len() / 2)?);
    let lower = along(&positions[(positions.len() - 1) / 2]);
    Some(lower.midpoint(upper))
}

/// The height of the ground in the file's unit.
///
/// Most takes have it at 0 and touch it within a few centimetres; others were never calibrated, and
/// stand on the lowest point that the figure comes back to.
fn floor(lows: &mut [f32], size: f32) -> f32 {
    lows.sort_by(f32::total_cmp);
    let Some(&low) = lows.get(lows.len() / 20) else { return 0.0 };
    if (-0.04 * size..=0.06 * size).contains(&low) { 0.0 } else { low }
}

/// Forwards is where left × up points, from the pairs of joints closest to the root: hips turn with
/// the body, hands do not. Markers have no root: all their pairs count together.
pub(super) fn facing(take: &Take, pose: &Pose, upright: impl Fn(Vec3) -> Vec3) -> Option<Vec3> {
    let skeleton = &take.skeleton;
    let sides = sides(skeleton);
    let partner = mirrored(skeleton, &sides);
    let at: Vec<Vec3> = skeleton.iter().map(|(id, _)| upright(pose.position(id))).collect();
    let mut depths = vec![0usize; sides.len()];
    let mut across = Vec3::ZERO;
    let mut nearest = usize::MAX;
    for (i, node) in skeleton.nodes().iter().enumerate() {
        depths[i] = node.parent.map_or(0, |p| depths[p.index()] + 1);
        let Some(other) = partner[i].filter(|_| sides[i] == Side::Left) else { continue };
        let way = at[i] - at[other];
        if !way.is_finite() || way.length_squared() == 0.0 {
            continue;
        }
        if depths[i] < nearest {
            nearest = depths[i];
            across = way;
        } else if take.is_of_points() {
            across += way;
        }
    }
    across.cross(Vec3::Y).with_y(0.0).try_normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::{Channel, FormatId, Influence, Motion, SkeletonBuilder, Units};

    /// Markers on each side of a person who faces +X and walks along it, 1.8 units high, with one
    /// that is gone on the first frame and another that is never there.
    fn markers() -> Take {
        const GAP: [f32; 3] = [f32::NAN; 3];
        let names = ["RASI", "LASI", "RKNE", "LKNE", "HEAD", "LTOE", "GHOST"];
        let row = |x: f32, toe: [f32; 3]| {
            [[x, 1.0, 0.2], [x, 1.0, -0.2], [x, 0.5, 0.1], [x, 0.5, -0.1], [x, 1.8, 0.0], toe, GAP]
        };
        let rows = [row(0.0, GAP), row(1.0, [1.0, 0.02, -0.1]), [GAP; 7]];
        let mut build = SkeletonBuilder::default();
        for name in names {
            let node = build.node(name, None).unwrap();
            build.node_mut(node).is_world_space = true;
            build.node_mut(node).channels = Axis::ALL.map(Channel::Position).to_vec();
        }
        let motion = Motion::new(0.01, 3, 21, rows.as_flattened().as_flattened().to_vec());
        Take::new("markers", FormatId::Bvh, build.finish(), motion, Units::new(None, Axis::Y))
    }

    #[test]
    fn gaps_spoil_neither_scale_nor_framing_nor_facing() {
        let stage = Stage::new(&markers());
        assert_eq!(stage.unit.to_string(), "m");
        assert!(stage.facing.abs_diff_eq(Vec3::X, 1e-6), "{}", stage.facing);
        assert_eq!(stage.bounds.low, Vec3::new(0.0, 0.02, -0.2));
        assert_eq!(stage.bounds.high, Vec3::new(1.0, 1.8, 0.2));
        assert_eq!(stage.first_frame, 0, "five of six");
    }

    #[test]
    fn a_take_opens_on_its_markers_where_most_of_them_come_later() {
        let mut take = markers();
        let early = [take.motion.row(0)[..3].to_vec(), vec![f32::NAN; 18]].concat();
        let rows = [&early, take.motion.row(0), take.motion.row(1)].concat();
        take.motion = Motion::new(0.01, 3, 21, rows);
        let stage = Stage::new(&take);
        assert_eq!(stage.first_frame, 1);
        assert_eq!(stage.first.high.y, 1.8);
        assert!(stage.facing.abs_diff_eq(Vec3::X, 1e-6), "{}", stage.facing);
    }

    #[test]
    fn markers_are_followed_together_and_only_while_some_are_there() {
        let take = markers();
        let stage = Stage::new(&take);
        let at = |frame| {
            stage.body_position(&take, &Pose::of(&take.skeleton, take.row(frame)), &mut Vec::new())
        };
        assert_eq!(at(0), Some(Vec3::Y));
        assert_eq!(at(1).map(|at| at.x), Some(1.0));
        assert_eq!(at(2), None);
    }

    #[test]
    fn meshes_are_framed_with_the_bones_and_alone() {
        let mut take = markers();
        let influence = |point| Influence { point, node: None, weight: 1.0 };
        let places = vec![Vec3::ZERO, Vec3::new(0.5, 2.1, 0.0)];
        take.meshes = vec![Mesh::new("body", 2, vec![influence(0), influence(1)], places, vec![])];
        let stage = Stage::new(&take);
        assert_eq!(stage.bounds.high, Vec3::new(1.0, 2.1, 0.2));
        assert_eq!(stage.first.high.y, 2.1);
        take.skeleton = SkeletonBuilder::default().finish();
        take.motion = Motion::new(0.01, 0, 0, vec![]);
        let stage = Stage::new(&take);
        assert_eq!(stage.bounds.high, Vec3::new(0.5, 2.1, 0.0));
        assert_eq!(stage.first, stage.bounds);
    }

    #[test]
    fn the_floor_is_zero_unless_the_figure_never_comes_near_it() {
        assert_eq!(floor(&mut [3.0, 4.0, 5.0], 170.0), 0.0);
        assert_eq!(floor(&mut [-90.0, -88.0], 170.0), -90.0);
        assert_eq!(floor(&mut [], 170.0), 0.0);
    }
}
