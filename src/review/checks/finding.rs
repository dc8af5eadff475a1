//! What a check finds: where, how much, how grave; and how candidates that belong together become one finding.

use serde_json::{Value, json};

pub(super) use super::amount::{Amount, centimetres};
use super::kind::{Check, FindingSeverity};
use super::subject::Subject;
use crate::take::{NodeId, Skeleton, Take, rounded};

#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub check: Check,
    /// The joint or marker; `None` where it is the figure or the take as a whole.
    pub node: Option<NodeId>,
    /// The first frame, which counts from 0.
    pub first: usize,
    pub last: usize,
    /// How much it is, in `unit`.
    pub value: f64,
    /// From where on that is a finding, in `unit`.
    pub limit: f64,
    /// The unit of both: m, px, m/s, °, s, frames, %, fps; empty for a ratio and for a count.
    pub unit: &'static str,
    pub severity: FindingSeverity,
    /// What it is, in one sentence.
    pub message: String,
}

impl Finding {
    pub(super) fn new(
        check: Check,
        node: Option<NodeId>,
        [first, last]: Run,
        Amount { value, limit, unit }: Amount,
        severity: FindingSeverity,
        message: String,
    ) -> Self {
        Self { check, node, first, last, value, limit, unit, severity, message }
    }

    /// The name of its joint or marker.
    pub fn joint<'a>(&self, take: &'a Take) -> Option<&'a str> {
        self.node.map(|node| take.skeleton[node].name.as_str())
    }

    /// How much it is and from where on it is a finding, without the digits of single precision.
    pub fn amounts(&self) -> [f64; 2] {
        [self.value, self.limit].map(|value| rounded(value, 6).parse().unwrap_or(value))
    }

    /// It for programs.
    pub fn object(&self, take: &Take) -> Value {
        let [value, limit] = self.amounts();
        json!({
            "check": self.check.word(),
            "node": self.joint(take),
            "frames": [self.first, self.last],
            "value": value,
            "limit": limit,
            "unit": self.unit,
            "severity": self.severity.word(),
            "message": self.message,
        })
    }
}

/// Something that happens to a joint on some frames, before it is known whether it is the joint's own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub check: Check,
    pub node: NodeId,
    pub first: usize,
    pub last: usize,
    pub amount: Amount,
}

/// A candidate of one joint, with the same of joints below it, or of the whole figure.
pub(super) struct MergedCandidate {
    pub candidate: Candidate,
    /// The joint, or `None` for the whole figure.
    pub node: Option<NodeId>,
    /// How many other joints have the same on the same frames.
    pub others: usize,
}

/// Joins what begins and ends on the same frames, give or take `apart`: that of joints below another
/// one is the other one's. What begins together in half of all `joints` is the figure's, wherever it ends.
pub(super) fn merge_candidates(
    skeleton: &Skeleton,
    mut candidates: Vec<Candidate>,
    joints: usize,
    apart: usize,
) -> Vec<MergedCandidate> {
    /// Fewer are no figure.
    const MIN_FIGURE: usize = 4;
    let mut merged = Vec::new();
    candidates.sort_by_key(|candidate| (candidate.check, candidate.first, candidate.node));
    let mut rest = candidates.as_slice();
    while let Some(&start) = rest.first() {
        let same =
            rest.partition_point(|c| c.check == start.check && c.first <= start.first + apart);
        let (group, behind) = rest.split_at(same);
        rest = behind;
        let mut nodes: Vec<NodeId> = group.iter().map(|candidate| candidate.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        if nodes.len() >= MIN_FIGURE.max(joints.div_ceil(2)) {
            // Some may be back by chance, and late.
            let mut lasts: Vec<usize> = group.iter().map(|candidate| candidate.last).collect();
            lasts.sort_unstable();
            let last = lasts[lasts.len() / 2];
            merged.push(MergedCandidate {
                candidate: Candidate { first: start.first, last, ..gravest(group) },
                node: None,
                others: nodes.len() - 1,
            });
            continue;
        }
        let mut group = group.to_vec();
        group.sort_by_key(|candidate| candidate.node);
        // Parents stand first: each has the joints below that are part of it.
        let mut tops: Vec<(Candidate, Vec<NodeId>)> = Vec::new();
        for candidate in group {
            let above: Vec<NodeId> =
                std::iter::successors(Some(candidate.node), |id| skeleton[*id].effective_parent())
                    .collect();
            // What begins with that of a joint above, but ends elsewhere, is another fault.
            let top = tops.iter_mut().find(|(top, _)| {
                top.last.abs_diff(candidate.last) <= apart && above.contains(&top.node)
            });
            match top {
                Some((top, _)) if top.node == candidate.node => *top = gravest(&[*top, candidate]),
                Some((_, below)) => below.push(candidate.node),
                None => tops.push((candidate, Vec::new())),
            }
        }
        merged.extend(tops.into_iter().map(|(candidate, mut below)| {
            below.dedup();
            MergedCandidate { candidate, node: Some(candidate.node), others: below.len() }
        }));
    }
    merged
}

/// The one that exceeds its limit by most.
fn gravest(candidates: &[Candidate]) -> Candidate {
    let excess = |candidate: &Candidate| candidate.amount.value / candidate.amount.limit.max(1e-9);
    *candidates.iter().max_by(|a, b| excess(a).total_cmp(&excess(b))).expect("a group has members")
}

impl MergedCandidate {
    /// What it is of, for messages: `LeftHand`, `Hips and 3 joints below`, `42 joints`.
    pub fn name(&self, subject: &Subject) -> String {
        let nodes = subject.node_noun();
        match (self.node, self.others) {
            (None, others) => format!("{} {nodes}", others + 1),
            (Some(node), 0) => subject.name(node).to_string(),
            (Some(node), 1) => format!("{} and 1 below", subject.name(node)),
            (Some(node), others) => format!("{} and {others} {nodes} below", subject.name(node)),
        }
    }

    pub fn finding(&self, severity: FindingSeverity, message: String) -> Finding {
        let Candidate { check, first, last, amount, .. } = self.candidate;
        Finding::new(check, self.node, [first, last], amount, severity, message)
    }
}

/// From a first to a last frame.
pub(super) type Run = [usize; 2];

/// The runs of frames, from the first to the last one, on which something holds. Those less than
/// `apart` frames from one another are one run; runs of fewer than `least` frames are left out.
pub(super) fn runs(holds: impl Iterator<Item = bool>, apart: usize, least: usize) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (frame, _) in holds.enumerate().filter(|(_, holds)| *holds) {
        match runs.last_mut() {
            Some([_, last]) if frame - *last <= apart => *last = frame,
            _ => runs.push([frame, frame]),
        }
    }
    runs.retain(|[first, last]| last - first + 1 >= least);
    runs
}

/// A time for people: `0.25 s`.
pub(super) fn seconds(seconds: f64) -> String {
    format!("{} s", rounded(seconds, 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take::SkeletonBuilder;

    #[test]
    fn what_of_a_joint_below_lasts_longer_is_told_by_itself() {
        let mut build = SkeletonBuilder::default();
        let mut ids: Vec<NodeId> = Vec::new();
        for name in ["Spine", "Arm", "Hand", "Finger"] {
            ids.push(build.node(name, ids.last().copied()).unwrap());
        }
        let candidate = |joint: usize, last: usize, value: f64| Candidate {
            check: Check::Freeze,
            node: ids[joint],
            first: 100,
            last,
            amount: Amount { value, limit: 1.0, unit: "s" },
        };
        let candidates =
            vec![candidate(0, 120, 2.0), candidate(1, 121, 2.0), candidate(2, 400, 9.0)];
        let merged = merge_candidates(&build.finish(), candidates, 20, 1).into_iter();
        let found: Vec<_> = merged.map(|one| (one.node, one.candidate.last, one.others)).collect();
        assert_eq!(found, [(Some(ids[0]), 120, 1), (Some(ids[2]), 400, 0)]);
    }
}
