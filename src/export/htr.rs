//! The HTR writer, by equations 4.1 to 4.9 and table 4.1; for the file's layout see `loader::htr`.
//!
//! Every node becomes a segment whose bone lies along Y. Step 1 of table 4.1 splits the vector v of
//! a bone into a length and a base rotation O that turns Y onto it, "in the parent's coordinate
//! system": v = (O₀ · … · Oₙ) · (0, length, 0), equation 4.1. Step 2 recalculates the rotations of
//! each frame, equation 4.9: Nₙ = (Oₙ₋₁⁻¹ · … · O₀⁻¹) · Rₙ · (O₀ · … · Oₙ). There base and frame are
//! one rotation; HTR keeps them apart (T·R0·Ri, equation 3.6), so that R0 = Oₙ and Ri = Oₙ⁻¹ · Nₙ.
//! A base rotation that the take has already is kept within R0. In detail:
//!
//! * A node's own bone is the first that has a length; a node without one has length 0 and its
//!   parent's axes. HTR has one bone a segment: to its other children there is none to draw, and
//!   every other own bone end becomes a segment of its own, called as the node with `_end` added.
//! * O turns about X, then about Z, and never about Y: both legs then have axes alike, whichever
//!   way off the vertical they lean.
//! * Where a bone ends at a child that moves in its parent, the scale follows it.
//! * Frames are counted from 1. The unit is the take's where HTR has a word for it, else metres with
//!   a ScaleFactor; of a take without a unit, nothing is said.

use std::io::{self, Write};

use glam::{DQuat, DVec3};

use super::figure::{ExportSkeleton, PreviousFrame, warn_of_gaps};
use super::format::{Export, Holds, StatedUnit, unit_name};
use super::local::{FARTHEST, Local};
use super::names::Names;
use super::text;
use crate::take::{
    Axis, BoneEnd, Channel, EulerOrder, NodeId, Skeleton, Take, WarningCode, Warnings, angles_after,
};

/// The row of this format.
pub(super) const EXPORT: Export = Export {
    name: "HTR",
    extension: "htr",
    unit: StatedUnit::WhereKnown,
    holds: Holds::Joints,
    has_events: false,
    second: None,
    write,
};

/// The order in which rotations are multiplied.
pub(super) const ORDER: EulerOrder = EulerOrder([Axis::Z, Axis::Y, Axis::X]);

const NAMES: Names = Names {
    format: "HTR",
    rule: "single words that differ",
    taken: &["global", "header", "segmentnames&hierarchy", "baseposition", "endoffile"],
    allowed: |c| c.is_alphanumeric() || "_-.:+&/\u{fffd}".contains(c),
    unique: true,
};

/// Which of the two formats is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// HTR: segments are in the frames of their parents.
    Hierarchical,
    /// GTR: they are in the world, and there are no parents.
    Global,
}

fn write(take: &Take, out: &mut dyn Write, warnings: &mut Warnings) -> io::Result<()> {
    write_as(Kind::Hierarchical, take, out, warnings)
}

/// Writes a take in one of the two formats; for GTR all of its nodes are in the world.
pub(super) fn write_as(
    kind: Kind,
    take: &Take,
    out: &mut dyn Write,
    warnings: &mut Warnings,
) -> io::Result<()> {
    let bones = own_bones(&take.skeleton);
    let figure = ExportSkeleton::of(take, |rests, id, parent| {
        let vector = match bones[id.index()] {
            Some(BoneEnd::Local(end)) => end.as_dvec3(),
            Some(BoneEnd::Node(child)) => rests[child.index()].translation,
            None => DVec3::ZERO,
        };
        parent * base_rotation(parent.inverse() * vector)
    });
    let segments = segments(&figure, &bones);
    let raw_names: Vec<String> = segments.iter().map(|s| s.name(&take.skeleton)).collect();
    let names = NAMES.of(raw_names.iter().map(String::as_str), warnings);
    tell_of_ends(segments.len() - take.skeleton.nodes().len(), warnings);
    header(kind, &figure, segments.len(), out, warnings)?;
    let decimals = text::decimals(figure.size);
    let columns = match kind {
        Kind::Hierarchical => "#Child\tParent",
        Kind::Global => "#Segment",
    };
    writeln!(out, "[SegmentNames&Hierarchy]\n{columns}")?;
    for (segment, name) in segments.iter().zip(&names) {
        if kind == Kind::Global {
            writeln!(out, "{name}")?;
            continue;
        }
        let parent = segment.parent(&take.skeleton);
        let parent = parent.map_or("GLOBAL", |parent| &names[parent.index()]);
        writeln!(out, "{name}\t{parent}")?;
    }
    writeln!(out, "[BasePosition]\n#Segment\tTx\tTy\tTz\tRx\tRy\tRz\tLength")?;
    let mut line = Vec::new();
    for (segment, name) in segments.iter().zip(&names) {
        line.clear();
        line.extend_from_slice(name.as_bytes());
        let angles = angles_after(ORDER, segment.base, [0.0; 3]);
        push_place(&mut line, segment.offset, angles, decimals);
        line.push(b'\t');
        text::push(&mut line, segment.length, decimals);
        line.push(b'\n');
        out.write_all(&line)?;
    }
    let mut tracks = Vec::new();
    for (segment, name) in segments.iter().zip(&names) {
        writeln!(out, "[{name}]\n#Fr\tTx\tTy\tTz\tRx\tRy\tRz\tSF")?;
        tracks.push(rows(&figure, segment, decimals, out)?);
    }
    writeln!(out, "[EndOfFile]")?;
    let of_nodes = &tracks[..take.skeleton.nodes().len()];
    warn_of_gaps(of_nodes, warnings);
    Ok(())
}

/// Says that bone ends became segments.
pub(super) fn tell_of_ends(count: usize, warnings: &mut Warnings) {
    let ends = match count {
        0 => return,
        1 => "bone end is a segment of its own, because its joint has",
        _ => "bone ends are segments of their own, because their joints have",
    };
    let message = format!("{count} {ends} another bone already");
    warnings.add(WarningCode::ConventionDiffers, message);
}

/// The first bone of each node that has a length at rest or could get one.
pub(super) fn own_bones(skeleton: &Skeleton) -> Vec<Option<BoneEnd>> {
    let mut own = vec![None; skeleton.nodes().len()];
    for bone in skeleton.bones() {
        let counts = match bone.end {
            BoneEnd::Local(end) => end != glam::Vec3::ZERO,
            BoneEnd::Node(child) => {
                let child_node = &skeleton[child];
                let is_child = child_node.parent == Some(bone.node);
                is_child && (child_node.offset != glam::Vec3::ZERO || moves(skeleton, child))
            }
        };
        let slot: &mut Option<BoneEnd> = &mut own[bone.node.index()];
        if counts && slot.is_none() {
            *slot = Some(bone.end);
        }
    }
    own
}

/// Whether a node can move in its parent.
fn moves(skeleton: &Skeleton, id: NodeId) -> bool {
    let node = &skeleton[id];
    let is_move = |channel: &Channel| {
        matches!(channel, Channel::Translation(_) | Channel::Slide(_) | Channel::Position(_))
    };
    node.is_world_space || node.channels.iter().any(is_move)
}

/// O: turns Y onto a vector, about X first and then about Z.
fn base_rotation(vector: DVec3) -> DQuat {
    let Some(v) = vector.try_normalize() else {
        return DQuat::IDENTITY;
    };
    let about_x = v.z.atan2(v.x.hypot(v.y));
    let about_z = (-v.x).atan2(v.y);
    Axis::Z.rotation(about_z) * Axis::X.rotation(about_x)
}

/// A segment as the file has it.
struct Segment {
    node: NodeId,
    /// Whether it is another bone end of the node, rather than the node itself.
    is_end: bool,
    offset: DVec3,
    /// R0.
    base: DQuat,
    length: f64,
    scale: Scale,
}

/// Where the scale of a segment's bone comes from.
#[derive(Clone, Copy)]
enum Scale {
    /// It is always 1.
    One,
    /// From the node's own scale.
    Own,
    /// From the child at which the bone ends, which can move.
    Follows(NodeId),
}

impl Segment {
    fn name(&self, skeleton: &Skeleton) -> String {
        let name = &skeleton[self.node].name;
        if self.is_end { format!("{name}_end") } else { name.clone() }
    }

    fn parent(&self, skeleton: &Skeleton) -> Option<NodeId> {
        if self.is_end { Some(self.node) } else { skeleton[self.node].parent }
    }
}

/// The segments of all nodes, and then those of other bone ends.
fn segments(figure: &ExportSkeleton<'_>, bones: &[Option<BoneEnd>]) -> Vec<Segment> {
    let skeleton = &figure.take.skeleton;
    let mut segments: Vec<Segment> = skeleton
        .iter()
        .map(|(node, _)| {
            let joint = figure.joint(node);
            let (length, scale) = match bones[node.index()] {
                Some(BoneEnd::Local(end)) => (end.as_dvec3().length(), Scale::Own),
                Some(BoneEnd::Node(child)) => {
                    let length = figure.joint(child).offset.length();
                    let scale =
                        if moves(skeleton, child) { Scale::Follows(child) } else { Scale::One };
                    (length, scale)
                }
                None => (0.0, Scale::One),
            };
            Segment { node, is_end: false, offset: joint.offset, base: joint.base, length, scale }
        })
        .collect();
    segments.extend(other_ends(skeleton, bones).into_iter().map(|(node, end)| {
        let end = figure.turned(node, end.as_dvec3());
        Segment {
            node,
            is_end: true,
            offset: DVec3::ZERO,
            base: base_rotation(end),
            length: end.length(),
            scale: Scale::Own,
        }
    }));
    segments
}

/// The bone ends beside the nodes' own ones, each in its node's axes.
pub(super) fn other_ends(
    skeleton: &Skeleton,
    own: &[Option<BoneEnd>],
) -> Vec<(NodeId, glam::Vec3)> {
    let mut has_own = vec![false; own.len()];
    let other = skeleton.bones().iter().filter_map(|bone| {
        let at = bone.node.index();
        let is_own = own[at] == Some(bone.end) && !std::mem::replace(&mut has_own[at], true);
        match bone.end {
            BoneEnd::Local(end) if !is_own && end != glam::Vec3::ZERO => Some((bone.node, end)),
            _ => None,
        }
    });
    other.collect()
}

fn header(
    kind: Kind,
    figure: &ExportSkeleton<'_>,
    segments: usize,
    out: &mut dyn Write,
    warnings: &mut Warnings,
) -> io::Result<()> {
    let take = figure.take;
    let frames = take.motion.frame_count();
    let rate = text::number(take.fps(), text::TIME);
    let (file, data, name) = match kind {
        Kind::Hierarchical => ("htr", "HTRS", "HTR"),
        Kind::Global => ("gtr", "GTRS", "GTR"),
    };
    write!(
        out,
        "#Written by Rushes\n[Header]\nFileType {file}\nDataType {data}\nFileVersion 1\n\
         NumSegments {segments}\nNumFrames {frames}\nDataFrameRate {rate}\n\
         EulerRotationOrder ZYX\n"
    )?;
    let mut scale = 1.0;
    if let Some(metres) = take.units.metres_per_unit {
        let unit = unit_name(metres).unwrap_or_else(|| {
            scale = metres;
            let message = format!(
                "{name} has no word for units of {} m: a ScaleFactor makes metres of them",
                text::number(metres, text::UNIT)
            );
            warnings.add(WarningCode::ConventionDiffers, message);
            "m"
        });
        writeln!(out, "CalibrationUnits {unit}")?;
    }
    writeln!(out, "RotationUnits Degrees")?;
    let up = take.units.up.direction;
    if up.is_negative {
        warnings
            .add(WarningCode::UnitLeftOut, format!("{} is up, which {name} cannot say", up.name()))
    } else {
        writeln!(out, "GlobalAxisofGravity {}", up.name())?
    }
    writeln!(out, "BoneLengthAxis Y\nScaleFactor {scale}")
}

/// Three lengths and three angles, which are in the order of the axes whatever the order in which
/// their rotations are multiplied.
fn push_place(line: &mut Vec<u8>, translation: DVec3, angles: [f64; 3], decimals: usize) {
    for value in translation.to_array() {
        line.push(b'\t');
        text::push(line, value, decimals);
    }
    let mut by_axis = [0.0; 3];
    for (axis, angle) in ORDER.0.into_iter().zip(angles) {
        by_axis[axis.index()] = angle;
    }
    for angle in by_axis {
        line.push(b'\t');
        text::push(line, angle, text::ANGLE);
    }
}

/// The rows of one segment.
fn rows(
    figure: &ExportSkeleton<'_>,
    segment: &Segment,
    decimals: usize,
    out: &mut dyn Write,
) -> io::Result<PreviousFrame> {
    let motion = &figure.take.motion;
    let skeleton = &figure.take.skeleton;
    let mut track = figure.track(segment.node);
    // The base as the file has it, rounded: base and frame then add up to the whole.
    let unit = 10f64.powi(decimals as i32);
    let base = (segment.offset * unit).round() / unit;
    let mut scale = 1.0;
    let mut line = Vec::new();
    for frame in 0..motion.frame_count() {
        let row = motion.row(frame);
        let step = figure.step(segment.node, row, ORDER, &mut track);
        let (translation, angles) = if segment.is_end {
            (DVec3::ZERO, [0.0; 3])
        } else {
            (step.translation - base, step.angles)
        };
        match segment.scale {
            Scale::One => {}
            Scale::Own => scale = step.scale,
            Scale::Follows(child) => {
                let place = Local::in_parent(skeleton, child, row).translation;
                let next = place.length() / segment.length;
                // It keeps that of the frame before in a gap, and where no file can hold it.
                if next <= FARTHEST {
                    scale = next;
                }
            }
        }
        line.clear();
        // Writing into memory cannot fail.
        let _ = write!(line, "{}", frame + 1);
        push_place(&mut line, translation, angles, decimals);
        line.push(b'\t');
        text::push(&mut line, scale, text::SCALE);
        line.push(b'\n');
        out.write_all(&line)?;
    }
    Ok(track)
}
