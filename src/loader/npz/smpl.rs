//! Poses of SMPL, SMPL+H and SMPL-X as a take: a tree of joints for each person, on a figure of Rushes' own.

use super::super::Source;
use super::super::error::LoadError;
use super::super::sampled::{Rigid, SampledNode, Sampling, Span};
use super::body::{BodyJoint, PELVIS_HEIGHT};
use super::pose_keys::Role;
use super::poses::{Poses, upright};
use super::tree::joint_name;
use crate::take::{Channel, FormatId, FrameTime, Take, Units, Warning, WarningCode, Warnings};

impl Poses<'_> {
    /// Warns of what the file leaves to a figure of our own.
    pub fn warn_assumed(&self, warnings: &mut Warnings) {
        let message =
            "the file has no lengths of bones: those of a plain figure 1.7 m tall stand for them";
        warnings.add(WarningCode::ValueAssumed, message);
        let [translation, root] = [Role::Translation.keys()[1], Role::Root.keys()[0]];
        for (is_there, key, assumed) in [
            (self.translations.is_some(), translation, "the figure stays where it is"),
            (self.has_rotation(0), root, "the figure stands upright"),
        ] {
            if !is_there {
                warnings.add(WarningCode::ValueAssumed, format!("there is no {key}: {assumed}"));
            }
        }
    }

    /// The poses as a tree for each person, at rest upright with the arms held out.
    pub fn sample(
        &self,
        source: &Source<'_>,
        frame_time: FrameTime,
        warnings: &mut Vec<Warning>,
    ) -> Result<Take, LoadError> {
        let joints = self.model.joints();
        let span = Span { begin: 0.0, frames: self.frames, frame_time, reports: true };
        let units = Units::new(Some(1.0), self.up);
        let sampling = Sampling { source, format: FormatId::Npz, units, span };
        let take = sampling.sample_in_parents(self.nodes(&joints), warnings, |time, all| {
            let frame = span.frame_at(time);
            for (person, locals) in all.chunks_exact_mut(joints.len()).enumerate() {
                for (i, (joint, local)) in joints.iter().zip(locals).enumerate() {
                    *local = Rigid {
                        position: match joint.parent {
                            Some(_) => joint.offset,
                            None => self.pelvis(person, frame),
                        },
                        rotation: self.rotation(person, frame, i),
                    };
                }
            }
        })?;
        Ok(self.with_gaps(take))
    }

    fn nodes(&self, joints: &[BodyJoint]) -> Vec<SampledNode> {
        let mut rest: Vec<Rigid> = Vec::with_capacity(joints.len());
        let rotation = upright(self.up.direction);
        for joint in joints {
            let position = match joint.parent.map(|parent| rest[parent]) {
                Some(parent) => parent.position + rotation * joint.offset,
                None => self.up.direction.unit().as_dvec3() * PELVIS_HEIGHT,
            };
            rest.push(Rigid { position, rotation });
        }
        let mut nodes = Vec::with_capacity(self.people * joints.len());
        for person in 0..self.people {
            for (joint, &rest) in joints.iter().zip(&rest) {
                let name = match self.ids.get(person) {
                    Some(id) if self.people > 1 => format!("{id}:{}", joint.name),
                    _ => joint_name(person, self.people, &joint.name),
                };
                let parent = joint.parent.map(|parent| person * joints.len() + parent);
                nodes.push(SampledNode { end: joint.end, ..SampledNode::new(name, parent, rest) });
            }
        }
        nodes
    }

    /// The take with gaps where a person is not there.
    fn with_gaps(&self, mut take: Take) -> Take {
        if self.mask.iter().all(|&there| there) {
            return take;
        }
        let mask_len = self.mask.len() / self.people.max(1);
        let columns = take.motion.columns();
        let rows = (0..self.frames).flat_map(|frame| take.row(frame).iter().copied());
        let mut values: Vec<f32> = rows.collect();
        for (person, root) in take.skeleton.roots().to_vec().into_iter().enumerate() {
            let is_missing = |frame: usize| !self.mask[person * mask_len + frame];
            if (0..self.frames).any(is_missing) {
                take.skeleton.set_world_space(root);
            }
            let node = &take.skeleton[root];
            for (column, channel) in node.columns().zip(&node.channels) {
                if matches!(channel, Channel::Position(_)) {
                    for frame in (0..self.frames).filter(|&frame| is_missing(frame)) {
                        values[frame * columns + column] = f32::NAN;
                    }
                }
            }
        }
        take.motion = take.motion.with_rows(columns, values);
        take
    }
}
