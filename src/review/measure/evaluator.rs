//! The evaluator of a measure: its values on the frames of a take, and where in the view they are; and the base of
//! support: the convex hull of the points on which feet stand, as seen from above.

use std::ops::Range;

use glam::{DMat3, DQuat, DVec2, DVec3, Vec3};

use super::body::{Weights, feet};
use super::{JointMeasure, Measure, MeasureError, MeasureKind};
use crate::evaluate::{BatchEvaluator, Point};
use crate::review::joint_named;
use crate::scene::Stage;
use crate::take::{Channel, NodeId, Take};

pub struct MeasureEvaluator<'a> {
    take: &'a Take,
    stage: &'a Stage,
    kind: MeasureKind,
    batch: BatchEvaluator,
    /// Of the first points, where their weighted mean is the centre of mass.
    weights: Vec<f32>,
    /// Where the masses come from; `None` where nothing is weighed.
    pub mass_source: Option<&'static str>,
    /// How high each point of the feet is when the foot stands.
    resting: Vec<f32>,
}

/// How long the axes are whose ends tell how a joint is turned: ends so far away lose no digit of an angle
/// to where the joint is.
const ARM: f32 = 1000.0;

/// A point of a foot stands on the floor where it is no more than this above where it rests, in metres, and
/// slower than [`CONTACT_SPEED`].
const CONTACT_HEIGHT: f32 = 0.05;
/// In metres a second.
const CONTACT_SPEED: f64 = 0.2;
/// No joint of a foot that stands is higher over the floor, in metres.
const MAX_RESTING: f32 = 0.15;

/// The positions of all points on a frame, and on its neighbours where the take has them.
#[derive(Clone, Copy)]
struct FrameWindow<'p> {
    before: Option<&'p [DVec3]>,
    now: &'p [DVec3],
    after: Option<&'p [DVec3]>,
}

impl<'a> MeasureEvaluator<'a> {
    /// Looks for what a measure needs in a take.
    ///
    /// # Errors
    /// Where the take does not have it.
    pub fn new(take: &'a Take, stage: &'a Stage, measure: &Measure) -> Result<Self, MeasureError> {
        let joints = measure.joints().iter().map(|name| joint_named(&take.skeleton, name));
        let joints = joints.collect::<Result<_, _>>()?;
        let kind = measure.kind();
        Self::for_joints(take, stage, &JointMeasure { kind, joints })
    }

    /// As [`Self::new`], of joints by their ids.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn for_joints(
        take: &'a Take,
        stage: &'a Stage,
        measure: &JointMeasure,
    ) -> Result<Self, MeasureError> {
        let skeleton = &take.skeleton;
        let JointMeasure { kind, ref joints } = *measure;
        if joints.len() != kind.joint_count() {
            return Err(MeasureError::Joints(kind));
        }
        let mut points: Vec<Point> = joints.iter().map(|&joint| Point::Origin(joint)).collect();
        let mut weights = None;
        let mut standing = Vec::new();
        match kind {
            MeasureKind::AngularVelocity => {
                let joint = joints[0];
                if !is_rotated(take, joint) {
                    return Err(MeasureError::NoRotation(skeleton[joint].name.clone()));
                }
                points.extend([Vec3::X, Vec3::Y].map(|axis| Point::End(joint, axis * ARM)));
            }
            MeasureKind::CentreOfMass | MeasureKind::CentreOfMassHeight => {
                weights = Some(Weights::for_take(take)?);
            }
            MeasureKind::Support => {
                weights = Some(Weights::for_take(take)?);
                standing = feet(skeleton)?;
            }
            _ => {}
        }
        let mass_source = weights.as_ref().map(|weights| weights.source);
        let weights = weights.map_or_else(Vec::new, |found| {
            points.extend(found.points);
            found.weights
        });
        let resting = resting(take, stage, &standing);
        points.extend(standing);
        Ok(Self {
            take,
            stage,
            kind,
            batch: BatchEvaluator::new(skeleton, points),
            weights,
            mass_source,
            resting,
        })
    }

    /// How many values a frame has: see [`MeasureKind::components`].
    pub fn width(&self) -> usize {
        self.kind.components().len()
    }

    /// How many transforms and points a frame of it takes.
    pub fn work_per_frame(&self) -> usize {
        self.batch.depth() + self.batch.len()
    }

    /// The values on a frame, NaN where they are not known: in gaps, and for what needs frames that
    /// the take does not have.
    ///
    /// # Panics
    /// Where the take has frames, but not this one.
    pub fn value(&self, frame: usize) -> Vec<f32> {
        self.series(frame..frame + 1)
    }

    /// As [`Self::value`], on some frames, frame after frame.
    ///
    /// # Panics
    /// As [`Self::value`].
    pub fn series(&self, frames: Range<usize>) -> Vec<f32> {
        let mut values = Vec::with_capacity(frames.len() * self.width());
        self.for_each_frame(frames, |window| {
            let known = |value: f64| if value.is_finite() { value as f32 } else { f32::NAN };
            values.extend(&self.values_at(window).map(known)[..self.width()]);
        });
        values
    }

    /// The points of the view that the measure is about on a frame, in the world: the joints; for a height,
    /// with the point of the floor below; for the centre of mass likewise; for its support, the corners of
    /// the base behind them. Those in gaps are not finite.
    ///
    /// # Panics
    /// As [`Self::value`].
    pub fn anchors(&self, frame: usize) -> Vec<Vec3> {
        let mut anchors = Vec::new();
        self.for_each_frame(frame..frame + 1, |window| {
            let below = |at: DVec3| [at, DVec3::new(at.x, 0.0, at.z)];
            match self.kind {
                MeasureKind::Height => anchors.extend(below(window.now[0])),
                MeasureKind::AngularVelocity => anchors.push(window.now[0]),
                MeasureKind::CentreOfMass | MeasureKind::CentreOfMassHeight => {
                    anchors.extend(below(self.centre(window.now)));
                }
                MeasureKind::Support => {
                    anchors.extend(below(self.centre(window.now)));
                    let corners = self.base(window).into_iter();
                    anchors.extend(corners.map(|at| DVec3::new(at.x, 0.0, at.y)));
                }
                _ => anchors.extend(window.now),
            }
        });
        anchors.into_iter().map(DVec3::as_vec3).collect()
    }

    /// Calls `visit` for some frames with their neighbours.
    fn for_each_frame(&self, frames: Range<usize>, mut visit: impl FnMut(FrameWindow<'_>)) {
        /// How many frames are evaluated at once.
        const BLOCK: usize = 256;
        let count = self.take.motion.frame_count().max(1);
        let mut positions = Vec::new();
        let mut world: Vec<DVec3> = Vec::new();
        for start in frames.clone().step_by(BLOCK) {
            let end = (start + BLOCK).min(frames.end);
            let first = start.saturating_sub(1);
            let frames = first..(end + 1).min(count.max(end));
            let rows: Vec<&[f32]> = frames.map(|frame| self.take.row(frame)).collect();
            self.batch.positions_of(&self.take.skeleton, &rows, &mut positions);
            world.clear();
            world.extend(positions.iter().map(|&at| self.stage.world(at).as_dvec3()));
            let rows: Vec<&[DVec3]> = world.chunks_exact(self.batch.len()).collect();
            for frame in start..end {
                let at = frame - first;
                visit(FrameWindow {
                    before: at.checked_sub(1).map(|before| rows[before]),
                    now: rows[at],
                    after: rows.get(at + 1).copied(),
                });
            }
        }
    }

    /// The values on a frame; the first ones count.
    fn values_at(&self, window: FrameWindow<'_>) -> [f64; 3] {
        let now = window.now;
        let frame_time = self.take.motion.frame_time();
        let value = match self.kind {
            MeasureKind::Distance => now[0].distance(now[1]),
            MeasureKind::Angle => angle(now[0] - now[1], now[2] - now[1]).to_degrees(),
            MeasureKind::Height => now[0].y,
            MeasureKind::Speed => window.speed(0, frame_time),
            MeasureKind::Acceleration => match (window.before, window.after) {
                (Some(before), Some(after)) => {
                    let bend = after[0] - now[0] * 2.0 + before[0];
                    bend.length() / (frame_time * frame_time)
                }
                _ => f64::NAN,
            },
            MeasureKind::AngularVelocity => {
                window.rotation().to_degrees() / window.seconds(frame_time)
            }
            MeasureKind::CentreOfMass => return self.centre(now).to_array(),
            MeasureKind::CentreOfMassHeight => self.centre(now).y,
            MeasureKind::Support => {
                let centre = self.centre(now);
                let base = self.base(window);
                let inside = margin(&base, DVec2::new(centre.x, centre.z));
                inside.unwrap_or(f64::NAN)
            }
        };
        [value; 3]
    }

    fn centre(&self, positions: &[DVec3]) -> DVec3 {
        positions.iter().zip(&self.weights).map(|(at, &weight)| *at * f64::from(weight)).sum()
    }

    /// The corners of the base of support, as X and Z of the world: around those points of the feet that
    /// stand on the floor. Bones have no width: on one foot, it is a line.
    fn base(&self, window: FrameWindow<'_>) -> Vec<DVec2> {
        let frame_time = self.take.motion.frame_time();
        let feet = self.weights.len()..window.now.len();
        let stands = |(point, resting): &(usize, &f32)| {
            let height = window.now[*point].y - f64::from(**resting);
            let is_still = window.speed(*point, frame_time) < CONTACT_SPEED
                || (window.before.is_none() && window.after.is_none());
            height < f64::from(CONTACT_HEIGHT) && is_still
        };
        let standing = feet.zip(&self.resting).filter(stands);
        let level = |at: DVec3| DVec2::new(at.x, at.z);
        hull(standing.map(|(point, _)| level(window.now[point])).collect())
    }
}

impl FrameWindow<'_> {
    /// Seconds between the neighbours, or from the only one to the frame; 0 without.
    fn seconds(&self, frame_time: f64) -> f64 {
        let frames = u8::from(self.before.is_some()) + u8::from(self.after.is_some());
        f64::from(frames) * frame_time
    }

    /// A value of the neighbours, or of the frame itself where there is none.
    fn ends<T>(&self, value: impl Fn(&[DVec3]) -> T) -> [T; 2] {
        [self.before, self.after].map(|positions| value(positions.unwrap_or(self.now)))
    }

    /// How fast a point is, in metres a second: as [`crate::scene::speed`]. Not finite in gaps.
    fn speed(&self, point: usize, frame_time: f64) -> f64 {
        let [before, after] = self.ends(|positions| positions[point]);
        // One that is not there now has no speed, though its neighbours may be.
        if self.now[point].is_finite() {
            (after - before).length() / self.seconds(frame_time)
        } else {
            f64::NAN
        }
    }

    /// How far a joint rotates between the neighbours, in radians.
    fn rotation(&self) -> f64 {
        let [before, after] = self.ends(|positions| {
            let x = (positions[1] - positions[0]).normalize();
            let y = positions[2] - positions[0];
            let y = (y - x * x.dot(y)).normalize();
            DMat3::from_cols(x, y, x.cross(y))
        });
        let rotation = DQuat::from_mat3(&(before.transpose() * after));
        2.0 * rotation.xyz().length().atan2(rotation.w.abs())
    }
}

/// The angle between two ways in radians; not finite where one of them has no length.
fn angle(a: DVec3, b: DVec3) -> f64 {
    if a.length_squared() * b.length_squared() > 0.0 {
        a.cross(b).length().atan2(a.dot(b))
    } else {
        f64::NAN
    }
}

/// Whether anything rotates a joint: of a marker alone there is nothing to rotate.
fn is_rotated(take: &Take, joint: NodeId) -> bool {
    let mut above = std::iter::successors(Some(joint), |id| take.skeleton[*id].effective_parent());
    above.any(|id| {
        let channels = &take.skeleton[id].channels;
        channels.iter().any(|channel| matches!(channel, Channel::Rotation(_)))
    })
}

/// How high some points are when the foot stands: as low as they come over the take, but for the lowest
/// twentieth. A joint has flesh and shoe below it.
fn resting(take: &Take, stage: &Stage, points: &[Point]) -> Vec<f32> {
    /// Enough to meet every step of a walk.
    const SAMPLES: usize = 120;
    let count = take.motion.frame_count().max(1);
    let samples = SAMPLES.min(count);
    let rows: Vec<&[f32]> = (0..samples).map(|sample| take.row(sample * count / samples)).collect();
    let batch = BatchEvaluator::new(&take.skeleton, points.iter().copied());
    let mut positions = Vec::new();
    batch.positions_of(&take.skeleton, &rows, &mut positions);
    let low = |point: usize| {
        let all = positions[point..].iter().step_by(points.len());
        let mut heights: Vec<f32> =
            all.map(|&at| stage.world(at).y).filter(|y| y.is_finite()).collect();
        heights.sort_by(f32::total_cmp);
        heights.get(heights.len() / 20).copied().unwrap_or(0.0).clamp(0.0, MAX_RESTING)
    };
    (0..points.len()).map(low).collect()
}

/// The corners of the convex hull of some points, anticlockwise, without those on its edges: A. M. Andrew,
/// *Another efficient algorithm for convex hulls in two dimensions*, Information Processing Letters 9 (1979).
fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = DVec2>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && (b - a).perp_dot(point - b) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut corners = half(&mut points.iter().copied());
    corners.extend(half(&mut points.iter().rev().copied()));
    corners
}

/// How far a point is inside of a convex hull, to its nearest edge; below 0, how far outside. Outside of a
/// hull that has no area is everything; of none, nothing is known.
fn margin(corners: &[DVec2], point: DVec2) -> Option<f64> {
    let edges = corners.iter().copied().zip(corners.iter().cycle().skip(1).copied());
    let nearest = edges.clone().map(|(a, b)| {
        let way = b - a;
        let along = (point - a).dot(way) / way.length_squared();
        // A hull of one point has an edge without length.
        let along = if along.is_finite() { along.clamp(0.0, 1.0) } else { 0.0 };
        (a + way * along).distance(point)
    });
    let nearest = nearest.reduce(f64::min)?;
    let is_inside = corners.len() > 2 && {
        let mut edges = edges;
        edges.all(|(a, b)| (b - a).perp_dot(point - a) >= 0.0)
    };
    Some(if is_inside { nearest } else { -nearest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hull_has_its_corners_alone() {
        let at = |x: f64, y: f64| DVec2::new(x, y);
        let points = vec![
            at(0.0, 0.0),
            at(2.0, 0.0),
            at(1.0, 0.0),
            at(1.0, 0.5),
            at(2.0, 1.0),
            at(0.0, 1.0),
            at(0.0, 0.0),
        ];
        let corners = hull(points);
        assert_eq!(corners, [at(0.0, 0.0), at(2.0, 0.0), at(2.0, 1.0), at(0.0, 1.0)]);
        for (point, expected) in [
            (at(1.0, 0.4), 0.4),
            (at(1.0, -0.25), -0.25),
            (at(5.0, 5.0), -5.0),
            (at(2.0, 0.5), 0.0),
        ] {
            assert_eq!(margin(&corners, point), Some(expected), "{point}");
        }
    }

    #[test]
    fn points_and_lines_hold_nothing_inside() {
        let line = hull(vec![DVec2::ZERO, DVec2::X, DVec2::X * 0.5]);
        assert_eq!(line, [DVec2::ZERO, DVec2::X]);
        assert_eq!(margin(&line, DVec2::new(0.5, 0.1)), Some(-0.1));
        assert_eq!(margin(&[DVec2::X], DVec2::ZERO), Some(-1.0));
        assert_eq!(margin(&[], DVec2::ZERO), None);
    }
}
