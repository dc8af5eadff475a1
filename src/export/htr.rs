//! The HTR writer, by equations 4.1 to 4.9 and table 4.1; for the file's layout see `loader::htr`.
//!
//! Every node becomes a segment whose bone lies along Y. Step 1 of table 4.1 splits the vector v of a bone into a
//! length and a base rotation O that turns Y onto it, "in the parent's coordinate system": v = (O₀ · … · Oₙ) · (0,
//! length, 0), equation 4.1. Step 2 recalculates the rotations of each frame, equation 4.9: Nₙ = (Oₙ₋₁⁻¹ · … · O₀⁻¹) ·
//! Rₙ · (O₀ · … · Oₙ). There base and frame are one rotation; HTR keeps them apart (T·R0·Ri, equation 3.6), so that R0
//! = Oₙ and Ri = Oₙ⁻¹ · Nₙ. A base rotation that the take has already is kept within R0. In detail:
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

use glam::{DQuat, DVec3, Vec3};

use super::figure::{ExportSkeleton, Joint, PreviousFrame, can_move, warn_of_gaps};
use super::format::unit_name;
use super::local::{FARTHEST, Local};
use super::names::Names;
use super::text;
use crate::take::{
    Axis, BoneEnd, EulerOrder, NodeId, Skeleton, Take, WarningCode, Warnings, continuous_angles,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// HTR: segments are in the frames of their parents.
    Hierarchical,
    /// GTR: they are in the world, and there are no parents.
    Global,
}

pub(super) fn write(take: &Take, out: &mut dyn Write, warnings: &mut Warnings) -> io::Result<()> {
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
    let figure = ExportSkeleton::new(take, |rests, id, parent| {
        let vector = match bones[id.index()] {
            Some(BoneEnd::Local(end)) => end.as_dvec3(),
            Some(BoneEnd::Node(child)) => rests[child.index()].translation,
            None => DVec3::ZERO,
        };
        parent * base_rotation(parent.inverse() * vector)
    });
    let segments = segments(&figure, &bones);
    let names = NAMES.make_valid(segments.iter().map(|s| s.name(&take.skeleton)), warnings);
    warn_of_ends(segments.len() - take.skeleton.nodes().len(), warnings);
    header(kind, &figure, segments.len(), out, warnings)?;
    let decimals = text::decimals(figure.size);
    let columns = if kind == Kind::Global { "#Segment" } else { "#Child\tParent" };
    writeln!(out, "[SegmentNames&Hierarchy]\n{columns}")?;
    for (segment, name) in segments.iter().zip(&names) {
        match (kind, segment.parent(&take.skeleton)) {
            (Kind::Global, _) => writeln!(out, "{name}")?,
            (_, Some(parent)) => writeln!(out, "{name}\t{}", names[parent.index()])?,
            (_, None) => writeln!(out, "{name}\tGLOBAL")?,
        }
    }
    writeln!(out, "[BasePosition]\n#Segment\tTx\tTy\tTz\tRx\tRy\tRz\tLength")?;
    let mut line = Vec::new();
    for (segment, name) in segments.iter().zip(&names) {
        line.clear();
        line.extend_from_slice(name.as_bytes());
        let angles = continuous_angles(ORDER, segment.base, [0.0; 3]);
        push_place(&mut line, segment.offset, angles, decimals);
        text::push_all(&mut line, b'\t', [segment.length], decimals);
        line.push(b'\n');
        out.write_all(&line)?;
    }
    let mut tracks = Vec::new();
    for (segment, name) in segments.iter().zip(&names) {
        writeln!(out, "[{name}]\n#Fr\tTx\tTy\tTz\tRx\tRy\tRz\tSF")?;
        tracks.push(rows(&figure, segment, decimals, out)?);
    }
    writeln!(out, "[EndOfFile]")?;
    warn_of_gaps(&tracks[..take.skeleton.nodes().len()], warnings);
    Ok(())
}

pub(super) fn warn_of_ends(count: usize, warnings: &mut Warnings) {
    let ends = match count {
        0 => return,
        1 => "bone end is a segment of its own, because its joint has",
        _ => "bone ends are segments of their own, because their joints have",
    };
    warnings.add(WarningCode::ConventionDiffers, format!("{count} {ends} another bone already"));
}

/// The first bone of each node that has a length at rest or could get one.
pub(super) fn own_bones(skeleton: &Skeleton) -> Vec<Option<BoneEnd>> {
    let mut own = vec![None; skeleton.nodes().len()];
    for bone in skeleton.bones() {
        let counts = match bone.end {
            BoneEnd::Local(end) => end != Vec3::ZERO,
            BoneEnd::Node(child) => {
                let child = &skeleton[child];
                child.parent == Some(bone.node) && (child.offset != Vec3::ZERO || can_move(child))
            }
        };
        let slot: &mut Option<BoneEnd> = &mut own[bone.node.index()];
        if counts && slot.is_none() {
            *slot = Some(bone.end);
        }
    }
    own
}

/// O: turns Y onto a vector, about X first and then about Z.
fn base_rotation(vector: DVec3) -> DQuat {
    let Some(v) = vector.try_normalize() else { return DQuat::IDENTITY };
    let about_x = v.z.atan2(v.x.hypot(v.y));
    let about_z = (-v.x).atan2(v.y);
    Axis::Z.rotation(about_z) * Axis::X.rotation(about_x)
}

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

#[derive(Clone, Copy)]
enum Scale {
    One,
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
    let nodes = skeleton.iter().map(|(node, _)| {
        let Joint { offset, base } = figure.joint(node);
        let (length, scale) = match bones[node.index()] {
            Some(BoneEnd::Local(end)) => (end.as_dvec3().length(), Scale::Own),
            Some(BoneEnd::Node(child)) => {
                let is_fixed = !can_move(&skeleton[child]);
                let scale = if is_fixed { Scale::One } else { Scale::Follows(child) };
                (figure.joint(child).offset.length(), scale)
            }
            None => (0.0, Scale::One),
        };
        Segment { node, is_end: false, offset, base, length, scale }
    });
    let ends = other_ends(skeleton, bones).into_iter().map(|(node, end)| {
        let end = figure.turned(node, end.as_dvec3());
        let (offset, base, length) = (DVec3::ZERO, base_rotation(end), end.length());
        Segment { node, is_end: true, offset, base, length, scale: Scale::Own }
    });
    nodes.chain(ends).collect()
}

/// The bone ends beside the nodes' own ones, each in its node's axes.
pub(super) fn other_ends(skeleton: &Skeleton, own: &[Option<BoneEnd>]) -> Vec<(NodeId, Vec3)> {
    let mut has_own = vec![false; own.len()];
    let other = skeleton.bones().iter().filter_map(|bone| {
        let at = bone.node.index();
        let is_own = own[at] == Some(bone.end) && !std::mem::replace(&mut has_own[at], true);
        match bone.end {
            BoneEnd::Local(end) if !is_own && end != Vec3::ZERO => Some((bone.node, end)),
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
        let message = format!("{} is up, which {name} cannot say", up.name());
        warnings.add(WarningCode::UnitLeftOut, message);
    } else {
        writeln!(out, "GlobalAxisofGravity {}", up.name())?;
    }
    writeln!(out, "BoneLengthAxis Y\nScaleFactor {scale}")
}

/// Three lengths and three angles, which are in the order of the axes whatever the order in which
/// their rotations are multiplied.
fn push_place(line: &mut Vec<u8>, translation: DVec3, angles: [f64; 3], decimals: usize) {
    text::push_all(line, b'\t', translation.to_array(), decimals);
    let mut by_axis = [0.0; 3];
    for (axis, angle) in ORDER.0.into_iter().zip(angles) {
        by_axis[axis.index()] = angle;
    }
    text::push_all(line, b'\t', by_axis, text::ANGLE);
}

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
        text::push_all(&mut line, b'\t', [scale], text::SCALE);
        line.push(b'\n');
        out.write_all(&line)?;
    }
    Ok(track)
}
