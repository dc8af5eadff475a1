//! The BVH writer; the layout of the file is described in `loader::bvh`.
//!
//! BVH has no base rotations. The axes of every node are turned so that they are those of the world
//! in the rest pose: OFFSETs are then the base pose as it stands, as the paper's BVH files have it,
//! and the channels are all 0 in it. That is table 4.1 backwards. In detail:
//!
//! * Rotations are in the order Z X Y. Angles are in degrees, lengths in the take's own unit.
//! * A root has position channels and an OFFSET of 0, so that it is the same whether a reader adds
//!   or replaces. Another joint has them only where it moves in its parent; they hold its whole place
//!   then, to replace OFFSET, as most programs read it. Where such a joint comes close to its
//!   parent, a reader could take that for the other reading: its OFFSET is 0.
//! * An own bone end is an End Site, but where it is on a child's origin on every frame: BVH draws a
//!   bone to every child. A last joint always has one, for other programs ask for it.
//! * The scale of a bone has no place. A scale that never changes is part of the End Site.

use std::io::{self, Write};

use glam::DVec3;

use super::figure::{ExportSkeleton, PreviousFrame, warn_of_gaps};
use super::format::warn_of_units;
use super::local::{Local, Writability};
use super::names::Names;
use super::text;
use crate::take::{Axis, BoneEnd, EulerOrder, NodeId, Skeleton, Take, WarningCode, Warnings};

/// The order in which rotations are multiplied.
const ORDER: EulerOrder = EulerOrder([Axis::Z, Axis::X, Axis::Y]);

const NAMES: Names = Names {
    format: "BVH",
    rule: "names of one line without braces",
    taken: &[],
    allowed: |c| !c.is_control() && !"{}".contains(c),
    unique: false,
};

pub(super) fn write(take: &Take, out: &mut dyn Write, warnings: &mut Warnings) -> io::Result<()> {
    let figure = ExportSkeleton::with_world_axes(take);
    let survey = Survey::new(&figure);
    survey.warn(&figure, warnings);
    let order = depth_first(&take.skeleton);
    let names = NAMES.make_valid(take.skeleton.nodes().iter().map(|node| &node.name), warnings);
    hierarchy(&figure, &survey, &order, &names, out)?;
    warn_of_gaps(&motion(&figure, &survey, &order, out)?, warnings);
    Ok(())
}

/// All nodes with their depths in the order of the file: a joint, then everything below it. Without
/// recursion, for a hierarchy may be deeper than the thread's stack.
fn depth_first(skeleton: &Skeleton) -> Vec<(NodeId, usize)> {
    let mut order = Vec::with_capacity(skeleton.nodes().len());
    let mut open: Vec<(NodeId, usize)> = skeleton.roots().iter().rev().map(|&r| (r, 0)).collect();
    while let Some((id, depth)) = open.pop() {
        order.push((id, depth));
        open.extend(skeleton[id].children.iter().rev().map(|&child| (child, depth + 1)));
    }
    order
}

/// What the whole motion says about the places of joints and bone ends in their parents.
struct Survey {
    joints: Vec<JointMotion>,
    ends: Vec<End>,
    /// Of how many ends the bone changes its length.
    stretched: usize,
}

struct JointMotion {
    first: DVec3,
    /// The largest distance from the first place.
    farthest: f64,
    /// The smallest distance from the parent's origin.
    closest: f64,
}

/// The end of a node's own bone, in the node's own axes.
struct End {
    node: NodeId,
    tip: DVec3,
    /// The children whose origin it is on all frames so far.
    children: Vec<NodeId>,
    /// The bone's scale on the first frame.
    scale: f64,
    /// The largest change of the bone's length.
    stretch: f64,
}

impl Survey {
    fn new(figure: &ExportSkeleton<'_>) -> Self {
        let take = figure.take;
        let skeleton = &take.skeleton;
        let mut locals = Vec::with_capacity(skeleton.nodes().len());
        let mut survey = Self { joints: Vec::new(), ends: Vec::new(), stretched: 0 };
        for frame in 0..take.motion.frame_count().max(1) {
            let row = take.row(frame);
            locals.clear();
            locals.extend(skeleton.iter().map(|(id, _)| Local::in_parent(skeleton, id, row)));
            if frame == 0 {
                survey.begin(skeleton, &locals);
            }
            survey.advance(&locals, figure.tolerance());
        }
        // An end that is a child's origin is drawn by the bone to that child, whatever its scale;
        // one at the joint's own origin is the joint's.
        survey.ends.retain(|end| {
            let is_origin = end.tip == DVec3::ZERO && !skeleton[end.node].children.is_empty();
            end.children.is_empty() && !is_origin
        });
        let is_stretched = |end: &&End| end.stretch > figure.tolerance();
        survey.stretched = survey.ends.iter().filter(is_stretched).count();
        survey
    }

    fn begin(&mut self, skeleton: &Skeleton, locals: &[Local]) {
        self.joints.extend(locals.iter().map(|local| JointMotion {
            first: place_of(local),
            farthest: 0.0,
            closest: f64::INFINITY,
        }));
        for bone in skeleton.bones() {
            if let BoneEnd::Local(tip) = bone.end {
                self.ends.push(End {
                    node: bone.node,
                    tip: tip.as_dvec3(),
                    children: skeleton[bone.node].children.clone(),
                    scale: locals[bone.node.index()].scale,
                    stretch: 0.0,
                });
            }
        }
    }

    fn advance(&mut self, locals: &[Local], same: f64) {
        for (joint, local) in self.joints.iter_mut().zip(locals) {
            let place = place_of(local);
            if !joint.first.is_finite() {
                joint.first = place;
            }
            // Comparisons with a gap are false, which leaves all as it is.
            joint.farthest = joint.farthest.max(place.distance(joint.first));
            joint.closest = joint.closest.min(place.length());
        }
        for end in &mut self.ends {
            let scale = locals[end.node.index()].scale;
            let tip = end.tip * scale;
            let is_on = |child: &NodeId| {
                let distance = locals[child.index()].translation.distance(tip);
                distance <= 4.0 * same || distance.is_nan()
            };
            end.children.retain(is_on);
            end.stretch = end.stretch.max((scale - end.scale).abs() * end.tip.length());
        }
    }

    fn moves(&self, figure: &ExportSkeleton<'_>, id: NodeId) -> bool {
        let is_root = figure.take.skeleton[id].parent.is_none();
        is_root || self.joints[id.index()].farthest > figure.tolerance()
    }

    fn offset(&self, figure: &ExportSkeleton<'_>, id: NodeId) -> DVec3 {
        let JointMotion { first, closest, .. } = self.joints[id.index()];
        let rest = figure.joint(id).offset;
        let is_root = figure.take.skeleton[id].parent.is_none();
        if figure.take.motion.frame_count() == 0 {
            rest
        } else if is_root {
            DVec3::ZERO
        } else if !self.moves(figure, id) && first.is_finite() {
            figure.turned_in_parent(id, first)
        } else if closest < 0.2 * rest.length() {
            DVec3::ZERO
        } else {
            rest
        }
    }

    fn warn(&self, figure: &ExportSkeleton<'_>, warnings: &mut Warnings) {
        if self.stretched > 0 {
            let bones = match self.stretched {
                1 => "1 bone changes its length: it keeps".to_string(),
                count => format!("{count} bones change their length: they keep"),
            };
            let message = format!("{bones} that of the first frame, for BVH has no bone scale");
            warnings.add(WarningCode::ValueReplaced, message);
        }
        warn_of_units(figure.take, "BVH", warnings);
    }
}

/// Where a node is in its parent; nowhere where it is missing, or where no file can say it.
fn place_of(local: &Local) -> DVec3 {
    if local.writability() == Writability::Writable { local.translation } else { DVec3::NAN }
}

fn hierarchy(
    figure: &ExportSkeleton<'_>,
    survey: &Survey,
    order: &[(NodeId, usize)],
    names: &[String],
    out: &mut dyn Write,
) -> io::Result<()> {
    let decimals = text::decimals(figure.size);
    let skeleton = &figure.take.skeleton;
    let mut ends: Vec<Vec<DVec3>> = vec![Vec::new(); names.len()];
    for end in &survey.ends {
        ends[end.node.index()].push(figure.turned(end.node, end.tip * end.scale));
    }
    let mut text = b"HIERARCHY\n".to_vec();
    for (place, &(id, depth)) in order.iter().enumerate() {
        let word = if depth == 0 { "ROOT" } else { "JOINT" };
        line(&mut text, depth, &format!("{word} {}", names[id.index()]));
        line(&mut text, depth, "{");
        offset(&mut text, depth + 1, survey.offset(figure, id), decimals);
        let channels = if survey.moves(figure, id) {
            "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
        } else {
            "3 Zrotation Xrotation Yrotation"
        };
        line(&mut text, depth + 1, &format!("CHANNELS {channels}"));
        let ends = &mut ends[id.index()];
        if skeleton[id].children.is_empty() && ends.is_empty() {
            ends.push(DVec3::ZERO);
        }
        for &tip in ends.iter() {
            line(&mut text, depth + 1, "End Site");
            line(&mut text, depth + 1, "{");
            offset(&mut text, depth + 2, tip, decimals);
            line(&mut text, depth + 1, "}");
        }
        let next = order.get(place + 1).map_or(0, |&(_, depth)| depth);
        for level in (next..=depth).rev() {
            line(&mut text, level, "}");
        }
        out.write_all(&text)?;
        text.clear();
    }
    Ok(())
}

/// A line at its depth in the hierarchy. A chain of thousands of joints is not indented all the way:
/// its file would be all tabs.
fn line(text: &mut Vec<u8>, depth: usize, words: &str) {
    const DEEPEST: usize = 40;
    text.resize(text.len() + depth.min(DEEPEST), b'\t');
    text.extend_from_slice(words.as_bytes());
    text.push(b'\n');
}

fn offset(text: &mut Vec<u8>, depth: usize, offset: DVec3, decimals: usize) {
    let [x, y, z] = offset.to_array().map(|v| text::number(v, decimals));
    line(text, depth, &format!("OFFSET {x} {y} {z}"));
}

/// The rows of all frames. The tracks tell what was bridged.
fn motion(
    figure: &ExportSkeleton<'_>,
    survey: &Survey,
    order: &[(NodeId, usize)],
    out: &mut dyn Write,
) -> io::Result<Vec<PreviousFrame>> {
    let motion = &figure.take.motion;
    let decimals = text::decimals(figure.size);
    let frame_time = text::number(motion.frame_time(), text::TIME);
    let count = motion.frame_count();
    write!(out, "MOTION\nFrames: {count}\nFrame Time: {frame_time}\n")?;
    let ids = order.iter().map(|&(id, _)| id);
    let mut tracks: Vec<PreviousFrame> = ids.clone().map(|id| figure.track(id)).collect();
    let moves: Vec<bool> = ids.map(|id| survey.moves(figure, id)).collect();
    let mut row = Vec::new();
    for frame in 0..count {
        let values = motion.row(frame);
        row.clear();
        for (place, &(id, _)) in order.iter().enumerate() {
            let step = figure.step(id, values, ORDER, &mut tracks[place]);
            if moves[place] {
                for value in step.translation.to_array() {
                    text::push(&mut row, value, decimals);
                    row.push(b' ');
                }
            }
            for angle in step.angles {
                text::push(&mut row, angle, text::ANGLE);
                row.push(b' ');
            }
        }
        row.pop();
        row.push(b'\n');
        out.write_all(&row)?;
    }
    Ok(tracks)
}
