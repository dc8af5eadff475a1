//! Bones: lengths that drift, and channels beyond the limits that the file states.

use super::finding::{Finding, Raw, centimetres, merged, runs};
use super::kind::{Check, Severity};
use super::subject::{Places, Subject, median};
use crate::scene::root_offsets;
use crate::take::{Channel, NodeId, rounded};

/// Runs of frames that are less than this apart are one finding, in seconds.
const APART: f64 = 0.5;

/// Where the distance of a joint to its parent is not its usual one, for joints that channels have
/// `moved`: not for what hangs from a root that only carries the figure. Where a channel scales the bone of
/// a joint, as in HTR, the length of that bone counts.
pub(super) fn lengths(subject: &Subject, places: &Places, moved: &[NodeId]) -> Vec<Finding> {
    let skeleton = &subject.take.skeleton;
    let carries = root_offsets(skeleton);
    let to_parent = |&id: &NodeId| {
        let parent = skeleton[id].parent;
        let parent = parent.filter(|parent| !carries[parent.index()])?;
        Some((id, parent.index(), id.index()))
    };
    let scaled = skeleton.iter().filter(|(_, node)| node.channels.contains(&Channel::BoneScale));
    let ends = scaled.flat_map(|(id, _)| places.ends_of(id).map(move |end| (id, id.index(), end)));
    let bones: Vec<(NodeId, usize, usize)> =
        moved.iter().filter_map(to_parent).chain(ends).collect();
    let mut raws = Vec::new();
    for &(id, from, to) in &bones {
        let lengths = (0..subject.frames).map(|frame| {
            let frame = places.frame(frame);
            frame[from].distance(frame[to])
        });
        let lengths: Vec<f32> = lengths.collect();
        let mut finite: Vec<f32> = lengths.iter().copied().filter(|l| l.is_finite()).collect();
        let Some(usual) = median(&mut finite) else {
            continue;
        };
        let limit = subject.limits.bone_length.max(subject.limits.bone_share * f64::from(usual));
        let off = |frame: usize| f64::from((lengths[frame] - usual).abs());
        let apart = subject.frames_in(APART);
        for [first, last] in runs((0..subject.frames).map(|frame| off(frame) > limit), apart, 1) {
            let value = (first..=last).map(off).fold(0.0, f64::max);
            raws.push(Raw {
                check: Check::BoneLength,
                node: id,
                first,
                last,
                value,
                limit,
                unit: "m",
            });
        }
    }
    let all = merged(skeleton, raws, bones.len(), 1);
    let finding = |merged: super::finding::Merged| {
        let by = centimetres(merged.raw.value);
        let message =
            format!("{}: the bone is {by} longer or shorter than usual", merged.of(subject));
        merged.raw.finding(merged.node, Severity::Warning, message)
    };
    all.into_iter().map(finding).collect()
}

/// Where channels of a node exceed the file's limits.
pub(super) fn limits(subject: &Subject, id: NodeId) -> Vec<Finding> {
    let node = &subject.take.skeleton[id];
    let angle = subject.take.skeleton.angle();
    let mut found = Vec::new();
    for (index, (&[low, high], &channel)) in node.limits().iter().zip(&node.channels).enumerate() {
        let (scale, unit, limit) = match channel {
            Channel::Rotation(_) => {
                (angle.to_radians(1.0).to_degrees(), "°", subject.limits.limit_excess)
            }
            _ => (subject.stage.unit.metres, "m", subject.limits.limit_excess * 0.01),
        };
        let excess = |value: f32| f64::from((low - value).max(value - high)) * scale;
        let values = subject.column(node.first_column + index);
        let apart = subject.frames_in(APART);
        for [first, last] in runs(values.clone().map(|value| excess(value) > limit), apart, 1) {
            let run = values.clone().skip(first).take(last - first + 1);
            let value = run.map(excess).fold(0.0, f64::max);
            let by = match unit {
                "m" => centimetres(value),
                _ => format!("{}°", rounded(value, 1)),
            };
            let channel_name = subject.take.channel_name(id, index);
            let limits = channel.limits_text([low, high], angle);
            found.push(Finding {
                check: Check::Limit,
                node: Some(id),
                first,
                last,
                value,
                limit,
                unit,
                severity: Severity::Warning,
                message: format!(
                    "{} {channel_name}: {by} beyond the file's limit ({limits})",
                    node.name
                ),
            });
        }
    }
    found
}
