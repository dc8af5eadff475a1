//! Bones: lengths that drift, and channels beyond the limits that the file states.
//!
//! Between the points of an estimator of poses no bone keeps its length. Where one is off for more than a quarter of the
//! time or again and again, the estimate is loose: that is one finding of a person, with the worst bone; else each stretch
//! of a limb is one.

use super::analysis::{Analysis, CheckInfo, Figure, NodeResults, Pass};
use super::finding::{Amount, Candidate, Finding, Run, centimetres, merge_candidates, runs};
use super::kind::{Check, FindingSeverity, limits};
use super::people::Person;
use super::subject::{PointPositions, Signal, Subject, finite_median};
use crate::scene::root_offsets;
use crate::take::{BoneEnd, Channel, NodeId, counted, rounded};

pub(super) const BONE_LENGTH: CheckInfo = CheckInfo {
    kind: Check::BoneLength,
    word: "bone-length",
    label: "Bone length",
    about: "A joint comes nearer to its parent or goes farther away than it usually is, or a scale of the file makes \
            its bone so.",
    limits: limits! {
        "bone-length" 0.01 "m"
            "By how much the length of a bone may change: what optical systems and skin leave of it."
        "bone-share" 0.05 ""
            "By which part of itself the length of a bone may change, where that is more."
        "estimate-length" 0.05 "m"
            "The same between points of an estimator of poses, which err by 3 to 5 cm at hips and knees (Needham et al., \
             2021)."
        "estimate-share" 0.15 ""
            "By which part of itself the length of a bone between such points may change, where that is more."
    },
    passes: &[Pass::Figure(check_lengths)],
};

pub(super) const LIMIT: CheckInfo = CheckInfo {
    kind: Check::Limit,
    word: "limit",
    label: "Limit exceeded",
    about: "A channel exceeds the limits that the file itself states.",
    limits: limits! {
        "limit-excess" 1.0 "°"
            "By how much a channel may exceed the file's own limit; lengths by as many hundredths of a metre."
    },
    passes: &[Pass::Node(check_limits)],
};

/// Runs of frames that are less than this apart are one finding, in seconds.
const APART: f64 = 0.5;
/// A bone of an estimate that is off on a larger share of the frames is loose, and so is one that is off again and again.
const LOOSE: f64 = 0.25;
const AGAIN: usize = 3;

/// How far the lengths of a bone are from its usual one.
struct Lengths {
    lengths: Vec<f32>,
    usual: f32,
    /// In metres.
    limit: f64,
}

impl Lengths {
    /// Those between two points; `None` where these are never seen together.
    fn measure(
        positions: &PointPositions,
        frames: usize,
        [from, to]: [usize; 2],
        [least, share]: [f64; 2],
    ) -> Option<Self> {
        let lengths = (0..frames).map(|frame| {
            let frame = positions.frame(frame);
            frame[from].distance(frame[to])
        });
        let lengths: Vec<f32> = lengths.collect();
        let usual = finite_median(lengths.iter().copied())?;
        Some(Self { lengths, usual, limit: least.max(share * f64::from(usual)) })
    }

    /// In metres; not a number where it is not seen.
    fn off(&self, frame: usize) -> f64 {
        (self.lengths[frame] - self.usual).abs().into()
    }

    /// Where it is off by more than its limit.
    fn candidates(&self, subject: &Subject, node: NodeId) -> Vec<Candidate> {
        let is_off = (0..self.lengths.len()).map(|frame| self.off(frame) > self.limit);
        let runs = runs(is_off, subject.frames_in(APART), 1).into_iter();
        let candidate = |[first, last]: Run| {
            let value = (first..=last).map(|frame| self.off(frame)).fold(0.0, f64::max);
            let amount = Amount { value, limit: self.limit, unit: "m" };
            Candidate { check: Check::BoneLength, node, first, last, amount }
        };
        runs.map(candidate).collect()
    }
}

/// Where the distance of a joint to its parent is not its usual one, for joints that channels have
/// moved: not for what hangs from a root that only carries the figure. Where a channel scales the bone of
/// a joint, as in HTR, the length of that bone counts.
fn check_lengths(analysis: &Analysis, figure: &Figure) -> Vec<Finding> {
    let (subject, positions) = (analysis.subject, &figure.positions);
    if subject.is_estimate {
        let people = figure.people.iter();
        return people.flat_map(|person| of_estimate(subject, positions, person)).collect();
    }
    let skeleton = &subject.take.skeleton;
    let carries = root_offsets(skeleton);
    let to_parent = |&id: &NodeId| {
        let parent = skeleton[id].parent.filter(|parent| !carries[parent.index()])?;
        Some((id, parent.index(), id.index()))
    };
    let scaled = skeleton.iter().filter(|(_, node)| node.channels.contains(&Channel::BoneScale));
    let ends =
        scaled.flat_map(|(id, _)| positions.ends_of(id).map(move |end| (id, id.index(), end)));
    let bones: Vec<(NodeId, usize, usize)> =
        analysis.moved.iter().filter_map(to_parent).chain(ends).collect();
    let mut candidates = Vec::new();
    let limits = [subject.limits.bone_length, subject.limits.bone_share];
    for &(node, from, to) in &bones {
        let lengths = Lengths::measure(positions, subject.frames, [from, to], limits);
        candidates.extend(lengths.into_iter().flat_map(|of| of.candidates(subject, node)));
    }
    let merged = merge_candidates(skeleton, candidates, bones.len(), 1).into_iter();
    merged
        .map(|merged| {
            let name = merged.name(subject);
            let by = merged.candidate.amount.text();
            let message = format!("{name}: the bone is {by} longer or shorter than usual");
            merged.finding(FindingSeverity::Warning, message)
        })
        .collect()
}

/// Where bones between the points of a person are not as long as usual.
fn of_estimate(subject: &Subject, positions: &PointPositions, person: &Person) -> Vec<Finding> {
    let limits = [subject.limits.estimate_length, subject.limits.estimate_share];
    let severity = FindingSeverity::Warning;
    let mut candidates = Vec::new();
    // Of each loose bone the share of frames on which it is off, its end, and by how much it is off at the most.
    let mut loose: Vec<(f64, NodeId, f64)> = Vec::new();
    for bone in subject.take.skeleton.bones() {
        let BoneEnd::Node(end) = bone.end else { continue };
        if person.nodes.binary_search(&end).is_err() {
            continue;
        }
        let ends = [bone.node, end].map(NodeId::index);
        let Some(of) = Lengths::measure(positions, subject.frames, ends, limits) else { continue };
        let offs = (0..subject.frames).map(|frame| of.off(frame)).filter(|off| off.is_finite());
        let offs: Vec<f64> = offs.collect();
        let count = offs.iter().filter(|off| **off > of.limit).count();
        let share = count as f64 / offs.len() as f64;
        let own = of.candidates(subject, end);
        if share > LOOSE || own.len() > AGAIN {
            loose.push((share, end, offs.into_iter().fold(0.0, f64::max)));
        } else {
            candidates.extend(own);
        }
    }
    let mut found = Vec::new();
    if let Some(&(share, node, most)) = loose.iter().max_by(|a, b| a.0.total_cmp(&b.0)) {
        let amount = Amount { value: 100.0 * share, limit: 100.0 * LOOSE, unit: "%" };
        let (share, by) = (rounded(amount.value, 0), centimetres(most));
        let bones = counted(loose.len(), "bone");
        let message = format!(
            "{} without a length of their own: the worst is that to {}, off on {share} % of the frames, by up to {by}",
            person.named(&bones),
            subject.name(node),
        );
        let run = subject.whole_take();
        found.push(Finding::new(Check::BoneLength, Some(node), run, amount, severity, message));
    }
    for stretch in person.stretches(subject, &candidates, subject.frames_in(APART)) {
        let worst = stretch.greatest(|candidate| candidate.amount.value);
        let (name, end, by) = (&stretch.name, subject.name(worst.node), worst.amount.text());
        let of_limb = if name == end { String::new() } else { format!("{name}: ") };
        let message = format!("{of_limb}a bone to {end} is {by} longer or shorter than usual");
        let node = Some(worst.node);
        found.push(Finding::new(
            Check::BoneLength,
            node,
            stretch.run,
            worst.amount,
            severity,
            message,
        ));
    }
    found
}

/// Where channels of a node exceed the file's limits.
fn check_limits(subject: &Subject, id: NodeId, _: &[Signal], results: &mut NodeResults) {
    let node = &subject.take.skeleton[id];
    let angle = subject.take.skeleton.angle();
    let apart = subject.frames_in(APART);
    for (index, (&[low, high], &channel)) in node.limits().iter().zip(&node.channels).enumerate() {
        let (scale, unit, limit) = match channel {
            Channel::Rotation(_) => {
                (angle.to_radians(1.0).to_degrees(), "°", subject.limits.limit_excess)
            }
            _ => (subject.stage.unit.metres, "m", subject.limits.limit_excess * 0.01),
        };
        let excess = |value: f32| f64::from((low - value).max(value - high)) * scale;
        let values = subject.column(node.first_column + index);
        for run @ [first, last] in runs(values.clone().map(|v| excess(v) > limit), apart, 1) {
            let run_values = values.clone().skip(first).take(last - first + 1);
            let value = run_values.map(excess).fold(0.0, f64::max);
            let amount = Amount { value, limit, unit };
            let (name, by) = (&node.name, amount.text());
            let channel_name = subject.take.channel_name(id, index);
            let limits = channel.limits_text([low, high], angle);
            let message = format!("{name} {channel_name}: {by} beyond the file's limit ({limits})");
            let severity = FindingSeverity::Warning;
            results.findings.push(Finding::new(
                Check::Limit,
                Some(id),
                run,
                amount,
                severity,
                message,
            ));
        }
    }
}
