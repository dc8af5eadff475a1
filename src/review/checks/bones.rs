//! Bones: lengths that drift, and channels beyond the limits that the file states.

use super::analysis::{Analysis, CheckInfo, Figure, NodeResults, Pass};
use super::finding::{Amount, Candidate, Finding, merge_candidates, runs};
use super::kind::{Check, FindingSeverity, limits};
use super::subject::{Signal, Subject, finite_median};
use crate::scene::root_offsets;
use crate::take::{Channel, NodeId};

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

/// Where the distance of a joint to its parent is not its usual one, for joints that channels have
/// moved: not for what hangs from a root that only carries the figure. Where a channel scales the bone of
/// a joint, as in HTR, the length of that bone counts.
fn check_lengths(analysis: &Analysis, figure: &Figure) -> Vec<Finding> {
    let (subject, positions) = (analysis.subject, &figure.positions);
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
    for &(node, from, to) in &bones {
        let lengths = (0..subject.frames).map(|frame| {
            let frame = positions.frame(frame);
            frame[from].distance(frame[to])
        });
        let lengths: Vec<f32> = lengths.collect();
        let Some(usual) = finite_median(lengths.iter().copied()) else {
            continue;
        };
        let limit = subject.limits.bone_length.max(subject.limits.bone_share * f64::from(usual));
        let off = |frame: usize| f64::from((lengths[frame] - usual).abs());
        let apart = subject.frames_in(APART);
        for [first, last] in runs((0..subject.frames).map(|frame| off(frame) > limit), apart, 1) {
            let value = (first..=last).map(off).fold(0.0, f64::max);
            let amount = Amount { value, limit, unit: "m" };
            candidates.push(Candidate { check: Check::BoneLength, node, first, last, amount });
        }
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
