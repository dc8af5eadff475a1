//! What a check is to the table of checks, and what all of them share: what is worked out once for a take.

use glam::Vec4;

use super::feet::{Contact, Foot};
use super::finding::{Candidate, Finding, MergedCandidate, merge_candidates};
use super::kind::{Check, Limit};
use super::people::Person;
use super::subject::{PointPositions, Signal, Subject};
use crate::scene::Side;
use crate::take::NodeId;

pub(super) struct CheckInfo {
    pub kind: Check,
    /// The word for programs, which never changes: on the command line, in JSON and in the manual.
    pub word: &'static str,
    pub label: &'static str,
    /// What it means, in one sentence.
    pub about: &'static str,
    pub limits: &'static [Limit],
    pub passes: &'static [Pass],
}

/// What a check looks at, in the order in which that comes.
pub(super) enum Pass {
    /// Each node by itself, on all cores.
    Node(fn(&Subject, NodeId, &[Signal], &mut NodeResults)),
    /// The take as a whole.
    Take(fn(&Analysis) -> Vec<Finding>),
    /// The figure in the world, where there is one.
    Figure(fn(&Analysis, &Figure) -> Vec<Finding>),
}

#[derive(Default)]
pub(super) struct NodeResults {
    /// Whether it moves or rotates at all.
    pub is_animated: bool,
    /// Whether channels move it.
    pub is_moved: bool,
    pub findings: Vec<Finding>,
    pub candidates: Vec<Candidate>,
    pub loop_rotation: Option<LoopRotation>,
}

/// What the seam of a loop needs of the rotation of a joint.
#[derive(Clone, Copy)]
pub(super) struct LoopRotation {
    pub node: NodeId,
    /// From the first frame to the one that is farthest from it, in degrees.
    pub farthest: f32,
    /// The first step and the last one.
    pub ends: [Vec4; 2],
    /// How far the rotation jumps at the seam.
    pub jump: f64,
}

pub(super) struct Analysis<'a> {
    pub subject: &'a Subject<'a>,
    /// How many nodes move or rotate at all.
    pub animated_count: usize,
    /// The nodes that channels move.
    pub moved: Vec<NodeId>,
    pub candidates: Vec<Candidate>,
    pub loop_rotations: Vec<LoopRotation>,
    /// Whether there are far too many points for the values of the take, so that it has no figure.
    pub is_too_large: bool,
    pub figure: Option<Figure<'a>>,
}

/// The figure in the world, on all frames.
pub(super) struct Figure<'a> {
    pub positions: PointPositions,
    pub sides: Vec<Side>,
    pub feet: Vec<Foot>,
    /// When each of the feet stands.
    pub contacts: Vec<Contact>,
    pub t_poses: Vec<Finding>,
    pub swaps: Vec<Finding>,
    pub identities: Vec<Finding>,
    /// The people of whom there are points with bones.
    pub people: Vec<Person<'a>>,
}

impl<'a> Analysis<'a> {
    pub fn new(subject: &'a Subject<'a>) -> Self {
        Self {
            subject,
            animated_count: 0,
            moved: Vec::new(),
            candidates: Vec::new(),
            loop_rotations: Vec::new(),
            is_too_large: false,
            figure: None,
        }
    }

    /// The candidates of a check, merged; those are one that begin within `apart` frames.
    pub fn merged(&self, check: Check, apart: usize) -> Vec<MergedCandidate> {
        let own = self.candidates.iter().filter(|candidate| candidate.check == check);
        let skeleton = &self.subject.take.skeleton;
        merge_candidates(skeleton, own.copied().collect(), self.animated_count, apart)
    }
}
