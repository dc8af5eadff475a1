//! What a check finds: where, how much, how grave; and how findings that belong together become one.

use super::kind::{Check, Severity};
use super::subject::Subject;
use crate::take::{NodeId, Skeleton};

/// Something that a check found in a take.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What kind of fault it is.
    pub check: Check,
    /// The joint or marker; `None` where it is the figure or the take as a whole.
    pub node: Option<NodeId>,
    /// The first frame, which counts from 0.
    pub first: usize,
    /// The last frame.
    pub last: usize,
    /// How much it is, in `unit`.
    pub value: f64,
    /// From where on that is a finding, in `unit`.
    pub limit: f64,
    /// The unit of both: m, m/s, °, s, frames, %, fps; empty for a ratio and for a count.
    pub unit: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// What it is, in one sentence.
    pub message: String,
}

/// Something that happens to a joint on some frames, before it is known whether it is the joint's own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw {
    pub check: Check,
    pub node: NodeId,
    pub first: usize,
    pub last: usize,
    pub value: f64,
    pub limit: f64,
    pub unit: &'static str,
}

/// What of several joints is one: of these, and of so many more below it or of the whole figure.
pub(super) struct Merged {
    pub raw: Raw,
    /// The joint, or `None` for the whole figure.
    pub node: Option<NodeId>,
    /// How many other joints have the same on the same frames.
    pub others: usize,
}

/// Joins what begins and ends on the same frames, give or take `apart`: that of joints below another
/// one is the other one's. What begins together in half of all `joints` is the figure's, wherever it ends.
pub(super) fn merged(
    skeleton: &Skeleton,
    mut raws: Vec<Raw>,
    joints: usize,
    apart: usize,
) -> Vec<Merged> {
    /// Fewer are no figure.
    const MIN_FIGURE: usize = 4;
    let mut done = Vec::new();
    raws.sort_by_key(|raw| (raw.check, raw.first, raw.node));
    let mut rest = raws.as_slice();
    while let Some(&start) = rest.first() {
        let same = rest
            .partition_point(|raw| raw.check == start.check && raw.first <= start.first + apart);
        let (group, behind) = rest.split_at(same);
        rest = behind;
        let mut nodes: Vec<NodeId> = group.iter().map(|raw| raw.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        if nodes.len() >= MIN_FIGURE.max(joints.div_ceil(2)) {
            let raw = gravest(group.iter());
            // Some may be back by chance, and late.
            let mut lasts: Vec<usize> = group.iter().map(|raw| raw.last).collect();
            lasts.sort_unstable();
            let last = lasts[lasts.len() / 2];
            done.push(Merged {
                raw: Raw { first: start.first, last, ..raw },
                node: None,
                others: nodes.len() - 1,
            });
            continue;
        }
        let mut group = group.to_vec();
        group.sort_by_key(|raw| raw.node);
        // Parents stand first: each has the joints below that are part of it.
        let mut tops: Vec<(Raw, Vec<NodeId>)> = Vec::new();
        for raw in group {
            let above: Vec<NodeId> =
                std::iter::successors(Some(raw.node), |id| skeleton[*id].hangs_from()).collect();
            // What begins with that of a joint above, but ends elsewhere, is another fault.
            let top = tops
                .iter_mut()
                .find(|(top, _)| top.last.abs_diff(raw.last) <= apart && above.contains(&top.node));
            match top {
                Some((top, _)) if top.node == raw.node => *top = gravest([*top, raw].iter()),
                Some((_, below)) => below.push(raw.node),
                None => tops.push((raw, Vec::new())),
            }
        }
        done.extend(tops.into_iter().map(|(raw, mut below)| {
            below.dedup();
            Merged { raw, node: Some(raw.node), others: below.len() }
        }));
    }
    done
}

/// The one that exceeds its limit by most.
fn gravest<'a>(raws: impl Iterator<Item = &'a Raw>) -> Raw {
    let excess = |raw: &Raw| raw.value / raw.limit.max(1e-9);
    let all = raws.max_by(|a, b| excess(a).total_cmp(&excess(b)));
    *all.expect("a group has members")
}

impl Merged {
    /// What it is of, for messages: `LeftHand`, `Hips and 3 joints below`, `42 joints`.
    pub fn of(&self, subject: &Subject) -> String {
        let things = subject.things();
        match (self.node, self.others) {
            (None, others) => format!("{} {things}", others + 1),
            (Some(node), 0) => subject.name(node).to_string(),
            (Some(node), 1) => format!("{} and 1 below", subject.name(node)),
            (Some(node), others) => format!("{} and {others} {things} below", subject.name(node)),
        }
    }
}

impl Raw {
    /// The finding that it is.
    pub fn finding(self, node: Option<NodeId>, severity: Severity, message: String) -> Finding {
        Finding {
            check: self.check,
            node,
            first: self.first,
            last: self.last,
            value: self.value,
            limit: self.limit,
            unit: self.unit,
            severity,
            message,
        }
    }
}

/// The runs of frames, from the first to the last one, on which something holds. Those less than
/// `apart` frames from one another are one run; runs of fewer than `least` frames are left out.
pub(super) fn runs(
    holds: impl Iterator<Item = bool>,
    apart: usize,
    least: usize,
) -> Vec<[usize; 2]> {
    let mut runs: Vec<[usize; 2]> = Vec::new();
    for (frame, _) in holds.enumerate().filter(|(_, holds)| *holds) {
        match runs.last_mut() {
            Some([_, last]) if frame - *last <= apart => *last = frame,
            _ => runs.push([frame, frame]),
        }
    }
    runs.retain(|[first, last]| last - first + 1 >= least);
    runs
}

/// A length for people: `3.2 cm`.
pub(super) fn centimetres(metres: f64) -> String {
    format!("{} cm", crate::take::rounded(metres * 100.0, 1))
}

/// A time for people: `0.25 s`.
pub(super) fn seconds(seconds: f64) -> String {
    format!("{} s", crate::take::rounded(seconds, 2))
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
        let skeleton = build.finish();
        let raw = |joint: usize, last: usize, value: f64| Raw {
            check: Check::Freeze,
            node: ids[joint],
            first: 100,
            last,
            value,
            limit: 1.0,
            unit: "s",
        };
        let raws = vec![raw(0, 120, 2.0), raw(1, 121, 2.0), raw(2, 400, 9.0)];
        let told = |raws: &[Raw]| -> Vec<(Option<NodeId>, usize, usize)> {
            let merged = merged(&skeleton, raws.to_vec(), 20, 1).into_iter();
            merged.map(|one| (one.node, one.raw.last, one.others)).collect()
        };
        let [spine, hand] = [0, 2].map(|joint| Some(ids[joint]));
        assert_eq!(told(&raws), [(spine, 120, 1), (hand, 400, 0)]);
    }
}
