//! The evaluator of a measure: its values on the frames of a take, and where in the view they are.

use std::ops::Range;

use glam::{DMat3, DQuat, DVec2, DVec3, Vec3};

use super::body::{Weights, feet};
use super::support::{hull, margin};
use super::{JointMeasure, Measure, MeasureError, MeasureKind};
use crate::evaluate::{BatchEvaluator, Point};
use crate::review::joint_named;
use crate::scene::Stage;
use crate::take::{Channel, NodeId, Take};

/// A measure of a take.
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

/// The places of all points on a frame, and on its neighbours where the take has them.
#[derive(Clone, Copy)]
struct Moment<'p> {
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
        Self::of(take, stage, &JointMeasure { kind, joints })
    }

    /// As [`Self::new`], of joints by their ids.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn of(
        take: &'a Take,
        stage: &'a Stage,
        measure: &JointMeasure,
    ) -> Result<Self, MeasureError> {
        let skeleton = &take.skeleton;
        let JointMeasure { kind, ref joints } = *measure;
        if joints.len() != kind.joints() {
            return Err(MeasureError::Joints(kind));
        }
        let mut points: Vec<Point> = joints.iter().map(|&joint| Point::Origin(joint)).collect();
        let mut weights = None;
        let mut standing = Vec::new();
        match kind {
            MeasureKind::AngularVelocity => {
                let joint = joints[0];
                if !turns(take, joint) {
                    return Err(MeasureError::NoRotation(skeleton[joint].name.clone()));
                }
                points.extend([Vec3::X, Vec3::Y].map(|axis| Point::End(joint, axis * ARM)));
            }
            MeasureKind::CentreOfMass | MeasureKind::CentreOfMassHeight => {
                weights = Some(Weights::of(take)?);
            }
            MeasureKind::Support => {
                weights = Some(Weights::of(take)?);
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
            batch: BatchEvaluator::of(skeleton, points),
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
    pub fn work_a_frame(&self) -> usize {
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
        self.each(frames, |moment| {
            let of_frame = self.measured(moment);
            let known =
                of_frame.map(|value| if value.is_finite() { value as f32 } else { f32::NAN });
            values.extend(&known[..self.width()]);
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
        self.each(frame..frame + 1, |moment| {
            let below = |at: DVec3| [at, DVec3::new(at.x, 0.0, at.z)];
            match self.kind {
                MeasureKind::Height => anchors.extend(below(moment.now[0])),
                MeasureKind::AngularVelocity => anchors.push(moment.now[0]),
                MeasureKind::CentreOfMass | MeasureKind::CentreOfMassHeight => {
                    anchors.extend(below(self.centre(moment.now)));
                }
                MeasureKind::Support => {
                    anchors.extend(below(self.centre(moment.now)));
                    let corners = self.base(moment).into_iter();
                    anchors.extend(corners.map(|at| DVec3::new(at.x, 0.0, at.y)));
                }
                _ => anchors.extend(moment.now),
            }
        });
        anchors.into_iter().map(DVec3::as_vec3).collect()
    }

    /// Goes through some frames with their neighbours.
    fn each(&self, frames: Range<usize>, mut with: impl FnMut(Moment<'_>)) {
        /// How many frames are evaluated at once.
        const BLOCK: usize = 256;
        let count = self.take.motion.frame_count().max(1);
        let mut places = Vec::new();
        let mut world: Vec<DVec3> = Vec::new();
        for start in frames.clone().step_by(BLOCK) {
            let end = (start + BLOCK).min(frames.end);
            let first = start.saturating_sub(1);
            let rows = (first..(end + 1).min(count.max(end))).map(|frame| self.take.row(frame));
            let rows: Vec<&[f32]> = rows.collect();
            self.batch.positions_of(&self.take.skeleton, &rows, &mut places);
            world.clear();
            world.extend(places.iter().map(|&at| self.stage.world(at).as_dvec3()));
            let rows: Vec<&[DVec3]> = world.chunks_exact(self.batch.len()).collect();
            for frame in start..end {
                let at = frame - first;
                with(Moment {
                    before: at.checked_sub(1).map(|before| rows[before]),
                    now: rows[at],
                    after: rows.get(at + 1).copied(),
                });
            }
        }
    }

    /// The values on a frame; the first ones count.
    fn measured(&self, moment: Moment<'_>) -> [f64; 3] {
        let now = moment.now;
        let frame_time = self.take.motion.frame_time();
        let value = match self.kind {
            MeasureKind::Distance => now[0].distance(now[1]),
            MeasureKind::Angle => angle(now[0] - now[1], now[2] - now[1]).to_degrees(),
            MeasureKind::Height => now[0].y,
            MeasureKind::Speed => moment.speed(0, frame_time),
            MeasureKind::Acceleration => match (moment.before, moment.after) {
                (Some(before), Some(after)) => {
                    let bend = after[0] - now[0] * 2.0 + before[0];
                    bend.length() / (frame_time * frame_time)
                }
                _ => f64::NAN,
            },
            MeasureKind::AngularVelocity => moment.turn().to_degrees() / moment.seconds(frame_time),
            MeasureKind::CentreOfMass => return self.centre(now).to_array(),
            MeasureKind::CentreOfMassHeight => self.centre(now).y,
            MeasureKind::Support => {
                let centre = self.centre(now);
                let base = self.base(moment);
                let inside = margin(&base, DVec2::new(centre.x, centre.z));
                inside.unwrap_or(f64::NAN)
            }
        };
        [value; 3]
    }

    /// The centre of mass.
    fn centre(&self, places: &[DVec3]) -> DVec3 {
        let weighed = places.iter().zip(&self.weights);
        weighed.map(|(at, &weight)| *at * f64::from(weight)).sum()
    }

    /// The corners of the base of support, as X and Z of the world: around those points of the feet that
    /// stand on the floor. Bones have no width: on one foot, it is a line.
    fn base(&self, moment: Moment<'_>) -> Vec<DVec2> {
        let frame_time = self.take.motion.frame_time();
        let feet = self.weights.len()..moment.now.len();
        let stands = |(point, resting): &(usize, &f32)| {
            let height = moment.now[*point].y - f64::from(**resting);
            let is_still = moment.speed(*point, frame_time) < CONTACT_SPEED
                || (moment.before.is_none() && moment.after.is_none());
            height < f64::from(CONTACT_HEIGHT) && is_still
        };
        let standing = feet.zip(&self.resting).filter(stands);
        let level = |at: DVec3| DVec2::new(at.x, at.z);
        hull(standing.map(|(point, _)| level(moment.now[point])).collect())
    }
}

impl Moment<'_> {
    /// Seconds between the neighbours, or from the only one to the frame; 0 without.
    fn seconds(&self, frame_time: f64) -> f64 {
        let frames = u8::from(self.before.is_some()) + u8::from(self.after.is_some());
        f64::from(frames) * frame_time
    }

    /// A value of the neighbours, or of the frame itself where there is none.
    fn ends<T>(&self, of: impl Fn(&[DVec3]) -> T) -> [T; 2] {
        [self.before, self.after].map(|places| of(places.unwrap_or(self.now)))
    }

    /// How fast a point is, in metres a second: as [`crate::scene::speed`]. Not finite in gaps.
    fn speed(&self, point: usize, frame_time: f64) -> f64 {
        let [before, after] = self.ends(|places| places[point]);
        // One that is not there now has no speed, though its neighbours may be.
        if self.now[point].is_finite() {
            (after - before).length() / self.seconds(frame_time)
        } else {
            f64::NAN
        }
    }

    /// How far a joint turns between the neighbours, in radians.
    fn turn(&self) -> f64 {
        let [before, after] = self.ends(|places| {
            let x = (places[1] - places[0]).normalize();
            let y = places[2] - places[0];
            let y = (y - x * x.dot(y)).normalize();
            DMat3::from_cols(x, y, x.cross(y))
        });
        let turn = DQuat::from_mat3(&(before.transpose() * after));
        2.0 * turn.xyz().length().atan2(turn.w.abs())
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

/// Whether anything turns a joint: of a marker alone there is nothing to turn.
fn turns(take: &Take, joint: NodeId) -> bool {
    let mut next = Some(joint);
    while let Some(id) = next {
        let node = &take.skeleton[id];
        if node.channels.iter().any(|c| matches!(c, Channel::Rotation(_))) {
            return true;
        }
        next = node.hangs_from();
    }
    false
}

/// How high some points are when the foot stands: as low as they come over the take, but for the lowest
/// twentieth. A joint has flesh and shoe below it.
fn resting(take: &Take, stage: &Stage, points: &[Point]) -> Vec<f32> {
    /// Enough to meet every step of a walk.
    const SAMPLES: usize = 120;
    let count = take.motion.frame_count().max(1);
    let samples = SAMPLES.min(count);
    let rows = (0..samples).map(|sample| take.row(sample * count / samples));
    let rows: Vec<&[f32]> = rows.collect();
    let batch = BatchEvaluator::of(&take.skeleton, points.iter().copied());
    let mut places = Vec::new();
    batch.positions_of(&take.skeleton, &rows, &mut places);
    let low = |point: usize| {
        let all = places[point..].iter().step_by(points.len());
        let heights = all.map(|&at| stage.world(at).y).filter(|y| y.is_finite());
        let mut heights: Vec<f32> = heights.collect();
        heights.sort_by(f32::total_cmp);
        let low = heights.get(heights.len() / 20).copied().unwrap_or(0.0);
        low.clamp(0.0, MAX_RESTING)
    };
    (0..points.len()).map(low).collect()
}
