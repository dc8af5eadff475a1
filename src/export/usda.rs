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

use glam::DMat4;

use super::figure;
use super::names::Names;
use super::scene_take::{Joint, SceneTake, Tracks};
use super::text;
use crate::take::{Take, Warnings};

const NAMES: Names = Names {
    format: "USD",
    rule: "identifiers",
    taken: &[],
    allowed: |c| c.is_ascii_alphanumeric() || c == '_',
    unique: true,
};

/// Decimals of parts of rotations: those of single precision.
const PART: usize = 8;

pub(super) fn write(take: &Take, out: &mut dyn Write, warnings: &mut Warnings) -> io::Result<()> {
    let scene = SceneTake::new(take);
    let joints = scene.joints();
    let tracks = Tracks::new(&scene, &joints);
    let decimals = text::decimals(figure::size(take) * scene.scale);
    tracks.unplaced.warn(warnings);
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
        quoted(take.format.name()),
        frames.saturating_sub(1),
    )?;
    let paths = list(paths(&joints)?.iter().map(|path| quoted(path)));
    let names = list(joints.iter().map(|joint| quoted(&joint.name)));
    let bind = list(joints.iter().map(|joint| matrix(joint.world, decimals)));
    let rest = list(joints.iter().map(|Joint { rest, .. }| {
        matrix(DMat4::from_rotation_translation(rest.rotation, rest.translation), decimals)
    }));
    write!(
        out,
        "        uniform token[] joints = {paths}\n        uniform token[] jointNames = {names}\n        \
         uniform matrix4d[] bindTransforms = {bind}\n        uniform matrix4d[] restTransforms = {rest}\n        \
         rel skel:animationSource = </Take/Skeleton/Animation>\n\n        \
         def SkelAnimation \"Animation\"\n        {{\n            uniform token[] joints = {paths}\n"
    )?;
    let ones = list(joints.iter().map(|_| "(1, 1, 1)".to_string()));
    writeln!(out, "            half3[] scales = {ones}")?;
    samples(out, "float3[] translations", frames, |frame, line| {
        each(line, *b"[]", joints.len(), |line, i| {
            push(line, &tracks.nodes[i].place(frame).to_array(), decimals);
        });
    })?;
    samples(out, "quatf[] rotations", frames, |frame, line| {
        each(line, *b"[]", joints.len(), |line, i| {
            let [x, y, z, w] = tracks.nodes[i].rotation(frame).to_array();
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

fn each(
    line: &mut Vec<u8>,
    [open, close]: [u8; 2],
    count: usize,
    push: impl Fn(&mut Vec<u8>, usize),
) {
    line.push(open);
    for i in 0..count {
        if i > 0 {
            line.extend_from_slice(b", ");
        }
        push(line, i);
    }
    line.push(close);
}

fn push(line: &mut Vec<u8>, values: &[f32], decimals: usize) {
    each(line, *b"()", values.len(), |line, i| text::push(line, values[i].into(), decimals));
}

fn matrix(matrix: DMat4, decimals: usize) -> String {
    let number = |value: f64| text::number(value, decimals.max(PART));
    let column = |column: [f64; 4]| format!("({})", column.map(number).join(", "));
    format!("( {} )", matrix.to_cols_array_2d().map(column).join(", "))
}

fn list(all: impl Iterator<Item = String>) -> String {
    format!("[{}]", all.collect::<Vec<_>>().join(", "))
}

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
    const MAX_BYTES: usize = 1 << 26;
    let identifier = |joint: &Joint| {
        let name = &joint.name;
        let is_number = name.starts_with(|c: char| c.is_ascii_digit());
        if is_number { format!("_{name}") } else { name.clone() }
    };
    // What they are called stands beside them, so that no warning is needed.
    let names = NAMES.make_valid(joints.iter().map(identifier), &mut Warnings::default());
    let mut paths: Vec<String> = Vec::with_capacity(joints.len());
    let mut length = 0;
    for (joint, name) in joints.iter().zip(names) {
        let path = match joint.parent {
            Some(parent) => format!("{}/{name}", paths[parent]),
            None => name,
        };
        length += path.len();
        if length > MAX_BYTES {
            return Err(io::Error::other(
                "USD names each joint by its path from the root, and these would fill hundreds of megabytes: \
                 its chains of joints are too long",
            ));
        }
        paths.push(path);
    }
    Ok(paths)
}
