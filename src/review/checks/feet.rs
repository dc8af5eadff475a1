//! Feet: of which joints or markers they are, and when they stand.
//!
//! A foot has an ankle, perhaps a heel, toes and their ends. Each of these points has a lowest level of
//! its own (a twentieth of all frames is below it), since an ankle is never on the floor. A foot stands
//! while one of its points is near its level and slow: lower than 5 cm as Karunratanakul et al. (*Guided
//! Motion Diffusion*, 2023), slower than 0.2 m/s (Ghoussayni et al., *Gait and Posture* 20, 2004, take the
//! events of gait at 0.5 m/s). Stairs and platforms are levels as well: where a whole foot comes to rest,
//! as flat as it is on the floor, it stands. One that somebody holds in the air hangs, or sways.

use std::collections::BTreeMap;

use glam::Vec3;

use super::finding::runs;
use super::subject::{PointPositions, Subject, finite_median, finite_quantile};
use crate::scene::Side;
use crate::take::{BodyPart, NodeId, part_of};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The first joint of the foot, from the hips; of markers, the first one in the file.
    pub node: NodeId,
    /// The first frame, which counts from 0.
    pub first: usize,
    pub last: usize,
}

/// When feet stand by the word of a person: for the node of a foot, as in [`Contact`], the first and the
/// last frame of each contact. A foot that is here has no other contacts.
pub type EditedContacts = BTreeMap<NodeId, Vec<[usize; 2]>>;

/// A level that is higher than this is none that a foot stands on, in metres.
const HIGHEST_LEVEL: f32 = 0.25;
/// Contacts less than this apart are one; shorter ones are none. In seconds.
pub(super) const APART: f64 = 0.05;
pub(super) const SHORTEST: f64 = 0.1;

/// A foot comes to rest on a step that is slower than this, in metres a second.
const REST_SPEED: f32 = 0.1;
/// For how long, in seconds.
const REST_TIME: f64 = 0.15;
/// How much more one point of it is above its level than another one, in metres.
const FLAT: f32 = 0.03;

pub(super) struct Foot {
    pub node: NodeId,
    pub points: Vec<FootPoint>,
    /// Where it rests above or below its lowest levels.
    pub step_rests: Vec<StepRest>,
    /// How far above its lowest levels that is, in metres; those that are nearly the same are one.
    lifts: Vec<f32>,
    /// The contacts that a person gave it.
    pub edited: Option<Vec<[usize; 2]>>,
}

/// A joint or marker of a foot, or the end of one of its bones.
pub(super) struct FootPoint {
    pub track: Vec<Vec3>,
    /// Its lowest level, in metres.
    level: f32,
}

/// A rest of a foot on stairs or a platform.
pub(super) struct StepRest {
    pub first: usize,
    pub last: usize,
    /// How far above its lowest level, in metres.
    lift: f32,
}

impl Foot {
    /// The feet of a skeleton or of markers, by their names.
    pub fn find_all(
        subject: &Subject,
        positions: &PointPositions,
        sides: &[Side],
        edited: &EditedContacts,
    ) -> Vec<Self> {
        let skeleton = &subject.take.skeleton;
        // Nothing stands in a picture.
        if subject.frames < 3 || subject.take.picture.is_some() {
            return Vec::new();
        }
        let is_foot = |id: NodeId| {
            sides[id.index()] != Side::Middle && part_of(&skeleton[id].name) == Some(BodyPart::Foot)
        };
        let mut feet: Vec<Self> = Vec::new();
        // Joints of a foot that hang from one another are one foot; so are markers of a side and a performer.
        let mut foot_of: Vec<Option<usize>> = vec![None; skeleton.nodes().len()];
        let mut foot_of_side = BTreeMap::new();
        for (id, node) in skeleton.iter().filter(|(id, _)| is_foot(*id)) {
            let above = if subject.is_of_markers || subject.is_estimate {
                let performer = node.name.rsplit_once([':', '|']).map(|(name, _)| name);
                let key = (performer, sides[id.index()] == Side::Left);
                Some(*foot_of_side.entry(key).or_insert(feet.len()))
            } else {
                node.parent.and_then(|parent| foot_of[parent.index()])
            };
            let foot = above.unwrap_or(feet.len());
            if foot == feet.len() {
                feet.push(Self {
                    node: id,
                    points: Vec::new(),
                    step_rests: Vec::new(),
                    lifts: Vec::new(),
                    edited: edited.get(&id).cloned(),
                });
            }
            foot_of[id.index()] = Some(foot);
            for point in std::iter::once(id.index()).chain(positions.ends_of(id)) {
                let track = positions.track(point);
                let level = finite_quantile(track.iter().map(|at| at.y), 0.05);
                if let Some(level) = level.filter(|level| *level < HIGHEST_LEVEL) {
                    feet[foot].points.push(FootPoint { track, level });
                }
            }
        }
        feet.retain(|foot| !foot.points.is_empty());
        for foot in &mut feet {
            foot.step_rests = foot.find_step_rests(subject);
            foot.lifts = foot.step_rests.iter().map(|rest| rest.lift).collect();
            foot.lifts.sort_unstable_by(f32::total_cmp);
            foot.lifts.dedup_by(|a, b| *a - *b < FLAT);
        }
        feet
    }

    /// Where a foot of several points rests above or below its lowest levels.
    fn find_step_rests(&self, subject: &Subject) -> Vec<StepRest> {
        if self.points.len() < 2 {
            return Vec::new();
        }
        let away = subject.limits.contact_height as f32;
        let lifts =
            |frame: usize| self.points.iter().map(move |point| point.track[frame].y - point.level);
        let rests = |frame: usize| {
            let low = self.lift(frame);
            low.abs() > away
                && lifts(frame).all(|lift| lift - low < FLAT)
                && self
                    .points
                    .iter()
                    .all(|point| point.velocity(subject, frame).length() < REST_SPEED)
        };
        let [apart, least] = [APART, REST_TIME].map(|time| subject.frames_in(time));
        let found = runs((0..subject.frames).map(rests), apart, least).into_iter();
        let step_rest = |[first, last]: [usize; 2]| {
            let lift = finite_median((first..=last).map(|frame| self.lift(frame)))?;
            Some(StepRest { first, last, lift })
        };
        found.filter_map(step_rest).collect()
    }

    /// How far its lowest point is above its level, in metres.
    pub fn lift(&self, frame: usize) -> f32 {
        let lifts = self.points.iter().map(|point| point.track[frame].y - point.level);
        lifts.fold(f32::INFINITY, f32::min)
    }

    /// How far one of its points is above the level below it, in metres.
    fn height(&self, subject: &Subject, point: &FootPoint, frame: usize) -> f32 {
        let above = point.track[frame].y - point.level;
        // A foot comes down on a step from above.
        let near = 0.5 * subject.limits.contact_height as f32;
        let heights = self.lifts.iter().map(|lift| above - lift);
        heights
            .filter(|height| *height > -near)
            .fold(above, |lowest, height| if height.abs() < lowest.abs() { height } else { lowest })
    }

    pub fn contacts(&self, subject: &Subject) -> Vec<Contact> {
        let limits = subject.limits;
        let (height, speed) = (limits.contact_height as f32, limits.contact_speed as f32);
        let stands = |frame: usize| {
            self.points.iter().any(|point| {
                self.height(subject, point, frame) < height
                    && point.velocity(subject, frame).length() < speed
            })
        };
        let [apart, shortest] = [APART, SHORTEST].map(|time| subject.frames_in(time));
        let runs = match &self.edited {
            Some(edited) => edited.clone(),
            None => runs((0..subject.frames).map(stands), apart, shortest),
        };
        let within = runs.into_iter().map(|[first, last]| Contact {
            node: self.node,
            first,
            last: last.min(subject.frames - 1),
        });
        within.filter(|contact| contact.first <= contact.last).collect()
    }

    /// Whether all points are at their levels, so that the foot is flat on the floor; where a person gave
    /// contacts, whether it is in one.
    pub fn is_down(&self, subject: &Subject, frame: usize) -> bool {
        let height = 0.5 * subject.limits.contact_height as f32;
        match &self.edited {
            Some(edited) => edited.iter().any(|run| (run[0]..=run[1]).contains(&frame)),
            None => self.points.iter().all(|point| self.height(subject, point, frame) < height),
        }
    }
}

impl FootPoint {
    /// In metres a second, from the frames that are a sixtieth of a second away or nearer.
    pub fn velocity(&self, subject: &Subject, frame: usize) -> Vec3 {
        let apart = subject.frames_in(1.0 / 60.0);
        let (from, to) = (frame.saturating_sub(apart), (frame + apart).min(self.track.len() - 1));
        (self.track[to] - self.track[from]) / ((to - from) as f64 * subject.frame_time) as f32
    }
}
