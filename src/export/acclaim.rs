//! The writer of Acclaim's motion (AMC) and of the skeleton (ASF) beside it; for both layouts see `loader::acclaim`.
//!
//! ASF has bones where a take has joints: a bone is turned about its start, and what hangs from it begins at
//! its end. The axes of every node are turned so that they are those of the world in the rest pose, as in BVH:
//! the axes of all bones are 0, and so are all values in the rest pose. In detail:
//!
//! * A root is the `root`, of which there is one: several roots hang from one that stays where it is.
//! * A node is a bone of its name. It ends where all of its children begin, or where its own bone does. Where it
//!   has several such ends it has no length, and bones without values lead from it to them: to a child with
//!   `_joint` added to its name, to an end with `_end`.
//! * A node that moves in its parent has `tx ty tz`, and a bone whose scale changes has `l`.
//! * Rotations are applied about X first and about Z last.

use std::io::{self, Write};

use glam::DVec3;

use super::figure::{ExportSkeleton, PreviousFrame, can_move, warn_of_gaps};
use super::format::warn_of_units;
use super::local::Local;
use super::names::Names;
use super::text;
use crate::take::{
    Axis, BoneEnd, Channel, EulerOrder, NodeId, Skeleton, Take, WarningCode, Warnings,
};

const DIRECTION_DECIMALS: usize = 9;

/// The order in which rotations are multiplied.
const ORDER: EulerOrder = EulerOrder([Axis::Z, Axis::Y, Axis::X]);

const NAMES: Names = Names {
    format: "ASF",
    rule: "single words that differ, and calls its root \"root\"",
    taken: &["begin", "end"],
    allowed: |c| c.is_alphanumeric() || "_-.+&\u{fffd}".contains(c),
    unique: true,
};

const ROOT: &str = "root";

pub(super) fn write(take: &Take, out: &mut dyn Write, warnings: &mut Warnings) -> io::Result<()> {
    let figure = ExportSkeleton::with_world_axes(take);
    let bones = Bones::new(&figure, warnings);
    warn_of_units(take, "ASF", warnings);
    warn_of_gaps(&bones.motion(&figure, out)?, warnings);
    Ok(())
}

pub(super) fn write_skeleton(take: &Take, out: &mut dyn Write) -> io::Result<()> {
    let figure = ExportSkeleton::with_world_axes(take);
    // Warnings come with the motion.
    Bones::new(&figure, &mut Warnings::default()).skeleton(&figure, out)
}

#[derive(Default)]
struct Bone {
    name: String,
    /// The bone that it hangs from; `None` for the root.
    parent: Option<usize>,
    /// The node that it is; `None` for one that only leads to another.
    node: Option<NodeId>,
    /// From its start to its end.
    vector: DVec3,
    moves: bool,
    turns: bool,
    /// The node whose scale its length follows.
    scaled_by: Option<NodeId>,
}

/// All bones, parents first. The first is the root.
struct Bones(Vec<Bone>);

impl Bones {
    fn new(figure: &ExportSkeleton<'_>, warnings: &mut Warnings) -> Self {
        let skeleton = &figure.take.skeleton;
        let is_same = |a: DVec3, b: DVec3| a.distance(b) <= figure.tolerance();
        let mut tips: Vec<Vec<DVec3>> = vec![Vec::new(); skeleton.nodes().len()];
        for bone in skeleton.bones() {
            if let BoneEnd::Local(tip) = bone.end {
                tips[bone.node.index()].push(figure.turned(bone.node, tip.as_dvec3()));
            }
        }
        let only_root = if let [root] = skeleton.roots() { Some(*root) } else { None };
        let name = ROOT.to_string();
        let root = Bone { name, node: only_root, moves: true, turns: true, ..Bone::default() };
        let mut bones = vec![root];
        // The bone that a node hangs from, once that is known.
        let mut parent_bone = vec![0; skeleton.nodes().len()];
        for (id, node) in skeleton.iter() {
            let own = if only_root == Some(id) {
                0
            } else {
                let is_turn = |channel: &Channel| matches!(channel, Channel::Rotation(_));
                bones.push(Bone {
                    name: node.name.clone(),
                    parent: Some(parent_bone[id.index()]),
                    node: Some(id),
                    moves: node.parent.is_none() || moves(figure, id),
                    turns: node.is_world_space || node.channels.iter().any(is_turn),
                    ..Bone::default()
                });
                bones.len() - 1
            };
            let scaled_by = node.channels.contains(&Channel::BoneScale).then_some(id);
            let children = node.children.iter();
            let mut ends: Vec<(Option<NodeId>, DVec3)> =
                children.map(|&child| (Some(child), figure.joint(child).offset)).collect();
            for &tip in &tips[id.index()] {
                // A bone to where a child begins is there with the child.
                if scaled_by.is_some() || !ends.iter().any(|&(_, end)| is_same(end, tip)) {
                    ends.push((None, tip));
                }
            }
            let first = ends.first().map_or(DVec3::ZERO, |&(_, end)| end);
            let has_one = own > 0 && ends.iter().all(|&(_, end)| is_same(end, first));
            let is_tip = |&(child, _): &(Option<NodeId>, DVec3)| child.is_none();
            if has_one && (scaled_by.is_none() || ends.iter().all(is_tip)) {
                bones[own].vector = first;
                bones[own].scaled_by = scaled_by.filter(|_| !ends.is_empty());
                for &child in &node.children {
                    parent_bone[child.index()] = own;
                }
                continue;
            }
            for (child, end) in ends {
                let name = match child {
                    Some(child) if end == DVec3::ZERO => {
                        parent_bone[child.index()] = own;
                        continue;
                    }
                    Some(child) => {
                        parent_bone[child.index()] = bones.len();
                        format!("{}_joint", skeleton[child].name)
                    }
                    None => format!("{}_end", node.name),
                };
                bones.push(Bone {
                    name,
                    parent: Some(own),
                    vector: end,
                    scaled_by: scaled_by.filter(|_| child.is_none()),
                    ..Bone::default()
                });
            }
        }
        Self(bones).named(skeleton, warnings)
    }

    /// With names that the format has.
    fn named(mut self, skeleton: &Skeleton, warnings: &mut Warnings) -> Self {
        let names = NAMES.make_valid(self.0.iter().map(|bone| &bone.name), warnings);
        if let [root] = skeleton.roots()
            && skeleton[*root].name != ROOT
        {
            let name = &skeleton[*root].name;
            let message = format!("\"{name}\" is called \"{ROOT}\", as every root of ASF");
            warnings.add(WarningCode::NameRepaired, message);
        }
        for (bone, name) in self.0.iter_mut().zip(names) {
            bone.name = name;
        }
        self
    }

    fn skeleton(&self, figure: &ExportSkeleton<'_>, out: &mut dyn Write) -> io::Result<()> {
        let decimals = text::decimals(figure.size);
        write!(
            out,
            "# Written by Rushes\n:version 1.10\n:name {}\n:units\n  mass 1\n  length 1\n  angle deg\n\
             :root\n  order TX TY TZ RX RY RZ\n  axis XYZ\n  position 0 0 0\n  orientation 0 0 0\n:bonedata\n",
            NAMES.make_valid([&figure.take.name], &mut Warnings::default())[0],
        )?;
        for (i, bone) in self.0.iter().enumerate().skip(1) {
            // Y is as good as any where there is no length.
            let direction = bone.vector.try_normalize().unwrap_or(DVec3::Y).to_array();
            let [x, y, z] = direction.map(|value| text::number(value, DIRECTION_DECIMALS));
            let length = text::number(bone.vector.length(), decimals);
            let name = &bone.name;
            write!(
                out,
                "  begin\n    id {i}\n    name {name}\n    direction {x} {y} {z}\n    length {length}\n    \
                 axis 0 0 0 XYZ\n"
            )?;
            let dof = bone.dof();
            if !dof.is_empty() {
                writeln!(out, "    dof {}", dof.join(" "))?;
            }
            writeln!(out, "  end")?;
        }
        writeln!(out, ":hierarchy\n  begin")?;
        let mut children: Vec<Vec<&str>> = vec![Vec::new(); self.0.len()];
        for bone in &self.0 {
            if let Some(parent) = bone.parent {
                children[parent].push(&bone.name);
            }
        }
        for (bone, children) in self.0.iter().zip(children) {
            if !children.is_empty() {
                writeln!(out, "    {} {}", bone.name, children.join(" "))?;
            }
        }
        writeln!(out, "  end")
    }

    /// The rows of all frames. The tracks tell what was bridged.
    fn motion(
        &self,
        figure: &ExportSkeleton<'_>,
        out: &mut dyn Write,
    ) -> io::Result<Vec<PreviousFrame>> {
        let take = figure.take;
        let decimals = text::decimals(figure.size);
        let rate = text::number(take.fps(), text::TIME);
        write!(
            out,
            "# Written by Rushes\n:FULLY-SPECIFIED\n:DEGREES\n:SAMPLES-PER-SECOND {rate}\n"
        )?;
        let driven = self.0.iter().filter(|bone| bone.has_values());
        let mut driven: Vec<(&Bone, Option<(NodeId, PreviousFrame)>)> = driven
            .map(|bone| (bone, bone.node.or(bone.scaled_by)))
            .map(|(bone, node)| (bone, node.map(|id| (id, figure.track(id)))))
            .collect();
        let mut text = Vec::new();
        for frame in 0..take.motion.frame_count().max(1) {
            let row = take.row(frame);
            text.clear();
            // Writing into memory cannot fail.
            let _ = writeln!(text, "{}", frame + 1);
            for (bone, track) in &mut driven {
                text.extend_from_slice(bone.name.as_bytes());
                if let Some((id, track)) = track {
                    let step = figure.step(*id, row, ORDER, track);
                    if bone.moves {
                        let is_root = bone.parent.is_none();
                        let rest = if is_root { DVec3::ZERO } else { bone.start(figure) };
                        let moved = (step.translation - rest).to_array();
                        text::push_all(&mut text, b' ', moved, decimals);
                    }
                    if bone.turns {
                        text::push_all(&mut text, b' ', step.angles.into_iter().rev(), text::ANGLE);
                    }
                    if bone.scaled_by.is_some() {
                        let stretch = bone.vector.length() * (step.scale - 1.0);
                        text::push_all(&mut text, b' ', [stretch], decimals);
                    }
                } else {
                    // The root of several.
                    text::push_all(&mut text, b' ', [0.0; 6], 0);
                }
                text.push(b'\n');
            }
            out.write_all(&text)?;
        }
        let of_nodes = driven.into_iter().filter(|(bone, _)| bone.node.is_some());
        Ok(of_nodes.filter_map(|(_, track)| track.map(|(_, track)| track)).collect())
    }
}

impl Bone {
    fn has_values(&self) -> bool {
        self.moves || self.turns || self.scaled_by.is_some()
    }

    fn dof(&self) -> Vec<&'static str> {
        let parts: [(bool, &[&str]); 3] = [
            (self.moves, &["tx", "ty", "tz"]),
            (self.turns, &["rx", "ry", "rz"]),
            (self.scaled_by.is_some(), &["l"]),
        ];
        let used = parts.iter().filter(|(is_used, _)| *is_used);
        used.flat_map(|(_, words)| *words).copied().collect()
    }

    /// Where it begins in its parent's axes in the rest pose.
    fn start(&self, figure: &ExportSkeleton<'_>) -> DVec3 {
        match self.node {
            Some(id) if figure.take.skeleton[id].parent.is_some() => figure.joint(id).offset,
            _ => DVec3::ZERO,
        }
    }
}

/// Whether a node is ever elsewhere in its parent than in the rest pose.
fn moves(figure: &ExportSkeleton<'_>, id: NodeId) -> bool {
    let take = figure.take;
    if !can_move(&take.skeleton[id]) {
        return false;
    }
    let rest = figure.joint(id).offset;
    let back =
        |row| figure.turned_in_parent(id, Local::in_parent(&take.skeleton, id, row).translation);
    let is_elsewhere = |frame| back(take.row(frame)).distance(rest) > figure.tolerance();
    (0..take.motion.frame_count().max(1)).any(is_elsewhere)
}
