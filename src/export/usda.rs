//! The writer of USD's text form, USDA: a UsdSkel skeleton and its animation (OpenUSD, *UsdSkel schemas*).
//!
//! ```text
//! #usda 1.0 ( metersPerUnit upAxis timeCodesPerSecond startTimeCode endTimeCode )
//! SkelRoot "Take"
//!   Skeleton "Skeleton"     joints as paths, their transforms in the world and in their parents at rest
//!     SkelAnimation         for each frame the place and the rotation of every joint in its parent
//! ```
//!
//! Nodes and bone ends are joints, in metres with Y up, as in glTF. A matrix is written by its columns, for USD
//! multiplies from the left. A joint is a path of names of letters, digits and `_`; the names of the take are kept
//! as `jointNames`.

use std::io::{self, Write};

use glam::{DMat4, Vec3};

use super::figure;
use super::format::{Export, Holds, StatedUnit};
use super::names::Names;
use super::placed::{Joint, Placed};
use super::text;
use super::tracks::Tracks;
use crate::take::{Take, Warnings};

/// The row of this format.
pub(super) const EXPORT: Export = Export {
    name: "USD",
    extension: "usda",
    unit: StatedUnit::Always,
    holds: Holds::All,
    has_events: false,
    second: None,
    write,
};

const NAMES: Names = Names {
    format: "USD",
    rule: "identifiers",
    taken: &[],
    allowed: |c| c.is_ascii_alphanumeric() || c == '_',
    unique: true,
};

/// Decimals of parts of rotations: those of single precision.
const PART: usize = 8;

fn write(take: &Take, out: &mut dyn Write, warnings: &mut Warnings) -> io::Result<()> {
    let placed = Placed::of(take);
    let joints = placed.joints();
    let tracks = Tracks::of(&placed, &joints);
    let decimals = text::decimals(figure::size(take) * placed.scale);
    tracks.unplaced.tell(warnings);
    let frames = take.motion.frame_count();
    let rate = text::number(take.fps(), text::TIME);
    write!(
        out,
        "#usda 1.0\n(\n    customLayerData = {{\n        string creator = \"Rushes {}\"\n        \
         string take = {}\n        string format = {}\n    }}\n    defaultPrim = \"Take\"\n    \
         endTimeCode = {}\n    framesPerSecond = {rate}\n    metersPerUnit = 1\n    startTimeCode = 0\n    \
         timeCodesPerSecond = {rate}\n    upAxis = \"Y\"\n)\n\ndef SkelRoot \"Take\"\n{{\n    \
         def Skeleton \"Skeleton\" (\n        prepend apiSchemas = [\"SkelBindingAPI\"]\n    )\n    {{\n",
        env!("CARGO_PKG_VERSION"),
        quoted(&take.name),
        quoted(take.format),
        frames.saturating_sub(1),
    )?;
    let paths = list(paths(&joints)?.iter().map(|path| quoted(path)));
    let names = list(joints.iter().map(|joint| quoted(&joint.name)));
    let bind = list(joints.iter().map(|joint| matrix(joint.world, decimals)));
    let rest = list(joints.iter().map(|joint| {
        let Joint { rest, .. } = joint;
        let rest = DMat4::from_rotation_translation(rest.rotation, rest.translation);
        matrix(rest, decimals)
    }));
    write!(
        out,
        "        uniform token[] joints = {paths}\n        uniform token[] jointNames = {names}\n        \
         uniform matrix4d[] bindTransforms = {bind}\n        uniform matrix4d[] restTransforms = {rest}\n        \
         rel skel:animationSource = </Take/Skeleton/Animation>\n\n        \
         def SkelAnimation \"Animation\"\n        {{\n            uniform token[] joints = {paths}\n"
    )?;
    let ones = list(joints.iter().map(|_| "(1, 1, 1)"));
    writeln!(out, "            half3[] scales = {ones}")?;
    samples(out, "float3[] translations", frames, |frame, line| {
        each(line, joints.len(), |line, i| {
            let place: Vec3 = tracks.of_node(i).place(frame);
            push(line, &place.to_array(), decimals);
        });
    })?;
    samples(out, "quatf[] rotations", frames, |frame, line| {
        each(line, joints.len(), |line, i| {
            let [x, y, z, w] = tracks.of_node(i).rotation(frame).to_array();
            push(line, &[w, x, y, z], PART);
        });
    })?;
    write!(out, "        }}\n    }}\n}}\n")
}

/// An attribute with a value for each frame; of a take without frames, with the value of the rest pose.
fn samples(
    out: &mut dyn Write,
    name: &str,
    frames: usize,
    push: impl Fn(Option<usize>, &mut Vec<u8>),
) -> io::Result<()> {
    let mut line = Vec::new();
    if frames == 0 {
        push(None, &mut line);
        write!(out, "            {name} = ")?;
        out.write_all(&line)?;
        return writeln!(out);
    }
    writeln!(out, "            {name}.timeSamples = {{")?;
    for frame in 0..frames {
        line.clear();
        // Writing into memory cannot fail.
        let _ = write!(line, "                {frame}: ");
        push(Some(frame), &mut line);
        line.extend_from_slice(b",\n");
        out.write_all(&line)?;
    }
    writeln!(out, "            }}")
}

/// A list of so many things.
fn each(line: &mut Vec<u8>, count: usize, push: impl Fn(&mut Vec<u8>, usize)) {
    line.push(b'[');
    for i in 0..count {
        if i > 0 {
            line.extend_from_slice(b", ");
        }
        push(line, i);
    }
    line.push(b']');
}

/// A vector of numbers.
fn push(line: &mut Vec<u8>, values: &[f32], decimals: usize) {
    line.push(b'(');
    for (i, value) in values.iter().enumerate() {
        if i > 0 {
            line.extend_from_slice(b", ");
        }
        text::push(line, f64::from(*value), decimals);
    }
    line.push(b')');
}

/// A transform, with so many decimals of lengths.
fn matrix(matrix: DMat4, decimals: usize) -> String {
    let column = |column: [f64; 4]| {
        let numbers = column.map(|value| text::number(value, decimals.max(PART)));
        format!("({})", numbers.join(", "))
    };
    format!("( {} )", matrix.to_cols_array_2d().map(column).join(", "))
}

fn list<T: AsRef<str>>(all: impl Iterator<Item = T>) -> String {
    let all: Vec<T> = all.collect();
    let all: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
    format!("[{}]", all.join(", "))
}

/// A string in quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_ascii_control() => quoted.push_str(&format!("\\x{:02x}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// The joints as paths. No two joints have one name, which is more than a path asks for.
fn paths(joints: &[Joint]) -> io::Result<Vec<String>> {
    /// Bytes that the paths of all joints may have.
    const LONGEST: usize = 1 << 26;
    let identifier = |joint: &Joint| {
        if joint.name.starts_with(|c: char| c.is_ascii_digit()) {
            format!("_{}", joint.name)
        } else {
            joint.name.clone()
        }
    };
    let identifiers: Vec<String> = joints.iter().map(identifier).collect();
    // What they are called stands beside them.
    let mut told = Warnings::default();
    let names = NAMES.of(identifiers.iter().map(String::as_str), &mut told);
    let mut paths: Vec<String> = Vec::with_capacity(joints.len());
    let mut length = 0;
    for (joint, name) in joints.iter().zip(names) {
        let path = match joint.parent {
            Some(parent) => format!("{}/{name}", paths[parent]),
            None => name,
        };
        length += path.len();
        if length > LONGEST {
            let what = "USD names each joint by its path from the root, and these would fill hundreds of megabytes: \
                        its chains of joints are too long";
            return Err(io::Error::other(what));
        }
        paths.push(path);
    }
    Ok(paths)
}
