//! The rows of a take as joints that turn and move, so that they stand where the rows have them.
//!
//! ```text
//! turned    three angles, where the rotation in the parent's frame is ever another one than none
//! moved     three positions in the parent's frame, where these are ever others than the offset
//! loose     in the world, where the joint or its parent is missing on a frame, and where it is a point
//! ```

use glam::{DQuat, DVec3, Vec3};

use super::super::error::{ErrorKind, LoadError};
use super::super::number::MAX_VALUE;
use super::super::positions::settle;
use super::super::word::plain_text;
use super::contents::Figure;
use super::frame_table::{FrameTable, Rows};
use crate::take::{
    Angle, Axis, BoneEnd, Channel, EulerOrder, FormatId, LostFrames, Motion, NodeId, Skeleton,
    SkeletonBuilder, Take, Units, WarningCode, Warnings, continuous_angles,
};

/// The order of the angles that turned joints get: that of most BVH.
const ORDER: EulerOrder = EulerOrder([Axis::Z, Axis::X, Axis::Y]);

/// The take of some rows.
///
/// # Errors
/// Where its joints hang too deep.
pub(super) fn of_rows(
    table: &FrameTable<'_, '_>,
    key: &str,
    rows: Rows,
) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let figure = table.contents.figure(key).filter(|figure| figure.is_of(rows.joints)).cloned();
    let figure = figure.unwrap_or_else(|| {
        let message = format!(
            "the file does not say the skeleton of {}: its joints are points without names",
            plain_text(key)
        );
        warnings.add(WarningCode::PartMissing, message);
        Figure::points(rows.joints)
    });
    let frames = rows.stamps.len();
    if rows.unturned > 0 {
        let message = format!(
            "{} of {frames} frames have no rotations: joints are not turned there",
            rows.unturned
        );
        warnings.add(WarningCode::RowsMissing, message);
    }
    let clock = settle(&rows.stamps, frames, &LostFrames::default(), &mut warnings);
    let locals = Locals::new(&figure, &rows);
    let ways = locals.ways();
    let skeleton =
        skeleton(&figure, &ways).map_err(|_| LoadError::new(table.source, ErrorKind::TooDeep))?;
    let values = locals.values(&ways, skeleton.columns());
    let motion = Motion::new(clock.frame_time, frames, skeleton.columns(), values);
    let units = Units::new(Some(1.0), Axis::Y);
    let take = Take::new(table.source.stem(), FormatId::Parquet, skeleton, motion, units);
    Ok(Take {
        numbers: clock.numbers,
        start_time: clock.start,
        warnings: warnings.finish(),
        ..take
    })
}

impl Figure {
    /// Joints of which nothing is known.
    fn points(joints: usize) -> Self {
        Self {
            joints: (1..=joints).map(|number| format!("joint {number}")).collect(),
            parents: vec![-1; joints],
            offsets: vec![[0.0; 3]; joints],
            ends: Vec::new(),
        }
    }

    /// Whether it is one of so many joints, with parents before their children.
    fn is_of(&self, joints: usize) -> bool {
        let before = |(joint, &parent): (usize, &i32)| {
            usize::try_from(parent).map_or(parent == -1, |parent| parent < joint)
        };
        self.joints.len() == joints
            && self.parents.len() == joints
            && self.offsets.len() == joints
            && self.parents.iter().enumerate().all(before)
            && self.ends.iter().all(|end| end.joint < joints)
            && self.offsets.iter().chain(self.ends.iter().map(|end| &end.offset)).all(is_usable)
    }

    /// Its parent, which is before it.
    fn parent(&self, joint: usize) -> Option<usize> {
        usize::try_from(self.parents[joint]).ok()
    }
}

/// Whether a place is none that is too far away.
fn is_usable(place: &[f32; 3]) -> bool {
    place.iter().all(|value| value.abs() <= MAX_VALUE)
}

/// What the channels of a joint are.
#[derive(Clone, Copy, Default)]
struct Way {
    is_turned: bool,
    is_moved: bool,
    is_loose: bool,
    /// Whether it is ever turned in the world.
    is_turned_in_world: bool,
}

/// Where a joint is on a frame and how it is turned.
#[derive(Clone, Copy)]
struct Local {
    /// In the world; NaN in a gap.
    position: DVec3,
    /// In the parent's frame; none where the row has none.
    rotation: DQuat,
    /// In the world.
    turn: DQuat,
}

/// The joints of all rows.
struct Locals<'r> {
    figure: &'r Figure,
    rows: &'r Rows,
}

impl<'r> Locals<'r> {
    fn new(figure: &'r Figure, rows: &'r Rows) -> Self {
        Self { figure, rows }
    }

    /// Those of a row, parents first.
    fn row(&self, row: usize, out: &mut Vec<Local>) {
        out.clear();
        for joint in 0..self.rows.joints {
            let at = row * self.rows.joints + joint;
            let position = DVec3::from_array(std::array::from_fn(|i| {
                f64::from(self.rows.positions[3 * at + i])
            }));
            let rotation = self.rows.rotations.get(4 * at..4 * at + 4).map(|turn| {
                let [w, x, y, z] = std::array::from_fn(|i| f64::from(turn[i]));
                DQuat::from_xyzw(x, y, z, w).normalize()
            });
            let rotation = rotation.filter(|turn| turn.is_finite()).unwrap_or(DQuat::IDENTITY);
            let turn =
                self.figure.parent(joint).map_or(rotation, |parent| out[parent].turn * rotation);
            out.push(Local { position, rotation, turn });
        }
    }

    /// Where a joint of a row is in its parent's frame; NaN where either is missing.
    fn place(&self, row: &[Local], joint: usize) -> DVec3 {
        match self.figure.parent(joint).map(|parent| &row[parent]) {
            Some(parent) => parent.turn.inverse() * (row[joint].position - parent.position),
            None => row[joint].position,
        }
    }

    /// What channels each joint needs.
    fn ways(&self) -> Vec<Way> {
        /// What single precision loses, in metres and of each metre.
        const SLACK: f64 = 1e-6;
        let mut ways = vec![Way::default(); self.rows.joints];
        let mut all = Vec::new();
        for row in 0..self.rows.stamps.len() {
            self.row(row, &mut all);
            for (joint, way) in ways.iter_mut().enumerate() {
                let Local { position, rotation, turn } = all[joint];
                way.is_turned |= rotation.xyz().length() > SLACK;
                way.is_turned_in_world |= turn.xyz().length() > SLACK;
                let offset = Vec3::from_array(self.figure.offsets[joint]).as_dvec3();
                let place = self.place(&all, joint);
                let slack = SLACK * (1.0 + position.abs().max_element());
                way.is_moved |= place.is_nan() || place.distance(offset) > slack;
                way.is_loose |= place.is_nan();
            }
        }
        for (joint, way) in ways.iter_mut().enumerate() {
            let is_root = self.figure.parent(joint).is_none();
            way.is_loose |= is_root && way.is_moved && !way.is_turned;
            if way.is_loose {
                way.is_turned = way.is_turned_in_world;
            }
        }
        ways
    }

    /// The values of all channels, row by row.
    fn values(&self, ways: &[Way], columns: usize) -> Vec<f32> {
        let mut values = Vec::with_capacity(self.rows.stamps.len() * columns);
        let mut angles = vec![[0.0; 3]; ways.len()];
        let mut all = Vec::new();
        for row in 0..self.rows.stamps.len() {
            self.row(row, &mut all);
            for (joint, way) in ways.iter().enumerate() {
                let Local { position, rotation, turn } = all[joint];
                if way.is_moved {
                    let place = if way.is_loose { position } else { self.place(&all, joint) };
                    values.extend(place.to_array().map(|value| value as f32));
                }
                if way.is_turned {
                    let rotation = if way.is_loose { turn } else { rotation };
                    angles[joint] = continuous_angles(ORDER, rotation, angles[joint]);
                    values.extend(angles[joint].map(|angle| angle as f32));
                }
            }
        }
        values
    }
}

/// The joints with their channels, and bones from each to its parent.
fn skeleton(figure: &Figure, ways: &[Way]) -> Result<Skeleton, crate::take::TooDeep> {
    let mut build = SkeletonBuilder::new(Angle::Degrees);
    let mut ids: Vec<NodeId> = Vec::with_capacity(ways.len());
    for (joint, way) in ways.iter().enumerate() {
        let parent = figure.parent(joint).map(|parent| ids[parent]);
        ids.push(build.node(plain_text(&figure.joints[joint]), parent)?);
        let node = build.node_mut(ids[joint]);
        node.offset = Vec3::from_array(figure.offsets[joint]);
        node.is_world_space = way.is_loose;
        if way.is_moved {
            node.channels.extend(Axis::ALL.map(Channel::Position));
        }
        if way.is_turned {
            node.channels.extend(ORDER.0.map(Channel::Rotation));
        }
    }
    for (joint, id) in ids.iter().enumerate() {
        if let Some(parent) = figure.parent(joint) {
            build.bone(ids[parent], BoneEnd::Node(*id));
        }
    }
    for end in &figure.ends {
        build.bone(ids[end.joint], BoneEnd::Local(Vec3::from_array(end.offset)));
    }
    Ok(build.finish())
}
