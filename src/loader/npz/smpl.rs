//! Poses of SMPL, SMPL+H and SMPL-X as a take: a tree of joints for each person, on a figure of Rushes' own.

use super::super::Source;
use super::super::error::LoadError;
use super::super::sampled::{Rigid, SampledNode, Sampling, Span, XYZ};
use super::archive::NAME;
use super::body::{BodyJoint, PELVIS_HEIGHT};
use super::people;
use super::pose_keys::Role;
use super::poses::Poses;
use super::standing::upright;
use crate::take::{Channel, FrameTime, Take, Units, Warning, WarningCode, Warnings};
use glam::DQuat;

impl Poses<'_> {
    /// Tells what the file leaves to a figure of our own.
    pub fn tell(&self, warnings: &mut Warnings) {
        let message =
            "the file has no lengths of bones: those of a plain figure 1.7 m tall stand for them";
        warnings.add(WarningCode::ValueAssumed, message);
        let [places, root] = [Role::Places.keys()[1], Role::Root.keys()[0]];
        for (is_there, name, what) in [
            (
                self.places.is_some(),
                places,
                "the figure stays where it is",
            ),
            (self.turns(0), root, "the figure stands upright"),
        ] {
            if !is_there {
                warnings.add(
                    WarningCode::ValueAssumed,
                    format!("there is no {name}: {what}"),
                );
            }
        }
    }

    /// The poses as a tree for each person, at rest upright with the arms held out.
    ///
    /// # Errors
    /// As [`Sampling::in_parents`].
    pub fn sample(
        &self,
        source: &Source<'_>,
        frame_time: FrameTime,
        warnings: &mut Vec<Warning>,
    ) -> Result<Take, LoadError> {
        let joints = self.model.joints();
        let span = Span {
            begin: 0.0,
            frames: self.frames,
            frame_time,
            reports: true,
        };
        let sampling = Sampling {
            source,
            format: NAME,
            units: Units::new(Some(1.0), self.up),
            span,
        };
        let take = sampling.in_parents(self.nodes(&joints), warnings, |time, all| {
            let frame = span.frame_at(time);
            for (person, own) in all.chunks_exact_mut(joints.len()).enumerate() {
                for (i, (joint, own)) in joints.iter().zip(own).enumerate() {
                    *own = Rigid {
                        place: match joint.parent {
                            Some(_) => joint.offset,
                            None => self.place(person, frame),
                        },
                        rotation: self.rotation(person, frame, i),
                    };
                }
            }
        })?;
        Ok(self.with_gaps(take))
    }

    /// The nodes of all people, at rest.
    fn nodes(&self, joints: &[BodyJoint]) -> Vec<SampledNode> {
        let mut rest: Vec<Rigid> = Vec::with_capacity(joints.len());
        let rotation = upright(self.up.direction);
        for joint in joints {
            let place = match joint.parent.map(|parent| rest[parent]) {
                Some(parent) => parent.place + rotation * joint.offset,
                None => self.up.direction.unit().as_dvec3() * PELVIS_HEIGHT,
            };
            rest.push(Rigid { place, rotation });
        }
        let all = (0..self.people)
            .flat_map(|person| joints.iter().zip(&rest).map(move |of| (person, of)));
        let node = |(person, (joint, &rest)): (usize, (&BodyJoint, &Rigid))| SampledNode {
            name: people::name(person, self.people, &joint.name),
            parent: joint.parent.map(|parent| person * joints.len() + parent),
            order: XYZ,
            pre: DQuat::IDENTITY,
            post: DQuat::IDENTITY,
            rest,
            moves: true,
            has_bone: joint.parent.is_some(),
            part: None,
            is_secondary: false,
            end: joint.end,
        };
        all.map(node).collect()
    }

    /// The take with gaps where a person is not there.
    fn with_gaps(&self, mut take: Take) -> Take {
        if self.mask.iter().all(|&there| there) {
            return take;
        }
        let said = self.mask.len() / self.people.max(1);
        let columns = take.motion.columns();
        let rows = (0..self.frames).flat_map(|frame| take.row(frame).iter().copied());
        let mut values: Vec<f32> = rows.collect();
        for (person, root) in take.skeleton.roots().to_vec().into_iter().enumerate() {
            let is_missing = |frame: usize| !self.mask[person * said + frame];
            if (0..self.frames).any(is_missing) {
                take.skeleton.let_be_missing(root);
            }
            let node = &take.skeleton[root];
            let places = node.columns().zip(&node.channels);
            let places = places.filter(|(_, channel)| matches!(channel, Channel::Position(_)));
            for (column, _) in places {
                for frame in (0..self.frames).filter(|&frame| is_missing(frame)) {
                    values[frame * columns + column] = f32::NAN;
                }
            }
        }
        take.motion = take.motion.with_rows(columns, values);
        take
    }
}
