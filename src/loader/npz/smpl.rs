//! Poses of SMPL, SMPL+H and SMPL-X, as AMASS and many others have them.
//!
//! ```text
//! poses         frames × 72, 156 or 165: for each joint an axis whose length is the angle in radians,
//!               in the parent's frame; the first one is in the world
//! trans         frames × 3: where the pelvis is, in metres, Z up
//! root_orient   frames × 3      instead of poses: the first joint
//! pose_body     frames × 63     the joints up to the wrists; 69 with the hands of SMPL
//! pose_hand     frames × 90     fingers, the left hand first
//! pose_jaw      frames × 3
//! pose_eye      frames × 6
//! ```

use glam::{DQuat, DVec3};

use super::super::Source;
use super::super::error::LoadError;
use super::super::sampled::{Rigid, SampledNode, Sampling, Span, XYZ};
use super::super::unread_rows::Damage;
use super::archive::{Archive, Entry, NAME};
use super::array::{Array, Kind};
use super::body::{BODY, Model, PELVIS_HEIGHT};
use super::places::missing;
use crate::take::{Axis, FrameTime, Take, Units, Warning, WarningCode, Warnings};

/// Poses over time.
pub(super) struct Poses<'a> {
    pub model: Model,
    /// How many frames every array has.
    pub frames: usize,
    /// Those that are lost.
    pub damage: Damage,
    parts: Vec<Part<'a>>,
    /// Where the pelvis is; `None` where the file does not say.
    places: Option<Array<'a>>,
}

/// The rotations of some joints that follow one another.
struct Part<'a> {
    first: usize,
    count: usize,
    array: Array<'a>,
}

/// The array that has all joints, and that which has the place of the pelvis.
const WHOLE: &str = "poses";
const PLACES: &str = "trans";

/// How the arrays of parts are called.
const ROOT: &str = "root_orient";
const LIMBS: &str = "pose_body";
const HANDS: &str = "pose_hand";
const JAW: &str = "pose_jaw";
const EYES: &str = "pose_eye";

/// The array in which the poses begin, and the model that they are of.
pub(super) fn find<'e, 'a>(archive: &'e Archive<'a>) -> Option<(&'e Entry<'a>, Model)> {
    let of_joints = |joints: usize| Model::ALL.into_iter().find(|model| model.len() == joints);
    let whole = archive.find(&[WHOLE]);
    if let Some((entry, joints)) = whole.and_then(|entry| Some((entry, joints(entry)?)))
        && let Some(model) = of_joints(joints)
    {
        return Some((entry, model));
    }
    let limbs = archive.find(&[LIMBS])?;
    let count = joints(limbs)?;
    let is_there = |name| archive.find(&[name]).and_then(joints).is_some();
    let model = match count + 1 {
        _ if is_there(JAW) || is_there(EYES) => Model::SmplX,
        _ if is_there(HANDS) => Model::SmplH,
        joints => of_joints(joints)?,
    };
    (count + 1 == BODY.len() || model == Model::Smpl).then_some((limbs, model))
}

/// How many joints an array turns, where it can be one that does.
fn joints(entry: &Entry<'_>) -> Option<usize> {
    let header = &entry.header;
    let row = match *header.squeezed(3) {
        [frames, row] if frames > 0 => row,
        [frames, joints, 3] if frames > 0 => joints.checked_mul(3)?,
        _ => return None,
    };
    let is_it = header.kind == Kind::Float && row > 0 && row % 3 == 0;
    is_it.then_some(row / 3)
}

impl<'a> Poses<'a> {
    /// Reads the arrays of a model, of which the first one was found.
    ///
    /// # Errors
    /// As in [`Archive::read`], and where no frame is there.
    pub fn read(
        source: &Source<'_>,
        archive: &Archive<'a>,
        (first, model): (&Entry<'a>, Model),
        warnings: &mut Warnings,
    ) -> Result<Self, LoadError> {
        let fingers = model.fingers().unwrap_or(model.len());
        let parts = match first.key == WHOLE {
            true => vec![(WHOLE, 0)],
            false => vec![
                (ROOT, 0),
                (LIMBS, 1),
                (JAW, BODY.len()),
                (EYES, BODY.len() + 1),
                (HANDS, fingers),
            ],
        };
        let said = said(first);
        let mut frames = said;
        let mut damage = Damage::default();
        let mut read = |entry: &Entry<'a>, warnings: &mut Warnings| {
            let array = archive.read(entry, 3, warnings)?;
            let there = array.rows();
            // One place for all frames is one, too.
            if there < frames && !(entry.key == PLACES && self::said(entry) == 1) {
                damage = missing(source, entry, said, there)?;
                frames = there;
            }
            Ok::<_, LoadError>(array)
        };
        let mut found = Vec::new();
        for (name, first) in parts {
            let entry = archive.find(&[name]);
            let Some((entry, count)) = entry.and_then(|entry| Some((entry, joints(entry)?))) else {
                continue;
            };
            found.push(Part {
                first,
                count: count.min(model.len().saturating_sub(first)),
                array: read(entry, warnings)?,
            });
        }
        let places = archive
            .find(&[PLACES])
            .filter(|entry| joints(entry) == Some(1));
        let places = places.map(|entry| read(entry, warnings)).transpose()?;
        Ok(Self {
            model,
            frames,
            damage,
            parts: found,
            places,
        })
    }

    /// Tells what the file leaves to a figure of our own.
    pub fn tell(&self, warnings: &mut Warnings) {
        let message =
            "the file has no lengths of bones: those of a plain figure 1.7 m tall stand for them";
        warnings.add(WarningCode::ValueAssumed, message);
        for (is_there, name, what) in [
            (
                self.places.is_some(),
                PLACES,
                "the figure stays where it is",
            ),
            (self.turns(0), ROOT, "the figure stands upright"),
        ] {
            if !is_there {
                warnings.add(
                    WarningCode::ValueAssumed,
                    format!("there is no {name}: {what}"),
                );
            }
        }
    }

    /// Whether a joint is turned at all.
    fn turns(&self, joint: usize) -> bool {
        self.parts.iter().any(|part| part.has(joint))
    }

    /// How a joint is turned in its parent's frame; the pelvis in the world, upright where nothing turns
    /// it.
    fn rotation(&self, frame: usize, joint: usize) -> DQuat {
        match self.parts.iter().find(|part| part.has(joint)) {
            Some(part) => {
                let from = 3 * (joint - part.first);
                DQuat::from_scaled_axis(DVec3::from(part.array.numbers_at::<3>(frame, from)))
            }
            None if joint == 0 => upright(),
            None => DQuat::IDENTITY,
        }
    }

    /// Where the pelvis is.
    fn place(&self, frame: usize) -> DVec3 {
        let Some(places) = &self.places else {
            return STANDING;
        };
        let row = if places.rows() == 1 { 0 } else { frame };
        DVec3::from(places.numbers_at::<3>(row, 0))
    }

    /// The poses as a tree, at rest upright with the arms held out.
    pub fn sample(
        &self,
        source: &Source<'_>,
        frame_time: FrameTime,
        warnings: &mut Vec<Warning>,
    ) -> Result<Take, LoadError> {
        let mut joints = self.model.joints();
        let names: Vec<String> = joints
            .iter_mut()
            .map(|joint| std::mem::take(&mut joint.name))
            .collect();
        let mut rest: Vec<Rigid> = Vec::with_capacity(joints.len());
        for joint in &joints {
            let place = match joint.parent.map(|parent| rest[parent]) {
                Some(parent) => parent.place + parent.rotation * joint.offset,
                None => STANDING,
            };
            let rotation = upright();
            rest.push(Rigid { place, rotation });
        }
        let nodes = joints.iter().zip(names).zip(rest);
        let nodes = nodes.map(|((joint, name), rest)| SampledNode {
            name,
            parent: joint.parent,
            order: XYZ,
            pre: DQuat::IDENTITY,
            post: DQuat::IDENTITY,
            rest,
            moves: true,
            has_bone: joint.parent.is_some(),
            part: None,
            end: joint.end,
        });
        let span = Span {
            begin: 0.0,
            frames: self.frames,
            frame_time,
            reports: true,
        };
        let sampling = Sampling {
            source,
            format: NAME,
            units: Units::new(Some(1.0), Axis::Z),
            span,
        };
        sampling.in_parents(nodes.collect(), warnings, |time, all| {
            let frame = span.frame_at(time);
            for (i, joint) in joints.iter().enumerate() {
                all[i] = Rigid {
                    place: match joint.parent {
                        Some(_) => joint.offset,
                        None => self.place(frame),
                    },
                    rotation: self.rotation(frame, i),
                };
            }
        })
    }
}

impl Part<'_> {
    fn has(&self, joint: usize) -> bool {
        (self.first..self.first + self.count).contains(&joint)
    }
}

/// How many frames an array says that it has.
fn said(entry: &Entry<'_>) -> usize {
    entry.header.squeezed(3).first().copied().unwrap_or(0)
}

/// Where the pelvis of the figure is as it stands.
const STANDING: DVec3 = DVec3::new(0.0, 0.0, PELVIS_HEIGHT);

/// The rotation from the figure's Y to Z, which is up.
fn upright() -> DQuat {
    DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2)
}
