//! `rushes positions`: world positions of joints and bone ends.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use glam::Vec3;
use serde::{Serialize, Serializer};

use super::{Exit, Failure, bvh_positions, frames, help, one_file, print, rate};
use crate::evaluate::Pose;
use crate::files::How;
use crate::take::{Bone, Take, Tip};

pub(super) fn run(mut parser: lexopt::Parser) -> Result<Exit, Failure> {
    use lexopt::prelude::*;
    let mut files: Vec<PathBuf> = Vec::new();
    let mut how = How::default();
    let mut list: Option<String> = None;
    let mut as_json = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => {
                print(help::page("positions"))?;
                return Ok(Exit::Done);
            }
            Long("json") => as_json = true,
            Long("frames") => list = Some(parser.value()?.string()?),
            Value(path) => files.push(path.into()),
            Long("bvh-positions") => how.options.bvh_positions = bvh_positions(&mut parser)?,
            Long("skeleton") => how.skeleton = Some(parser.value()?.into()),
            Long("rate") => how.options.rate = Some(rate(&mut parser)?),
            other => return Err(other.unexpected().into()),
        }
    }
    let take = super::open(&one_file(files)?, &how)?;
    let count = take.motion.frame_count();
    let frames = match list {
        Some(list) => frames::parse(&list, count)?,
        // A take without frames has its rest pose to show.
        None => (0..count.max(1)).collect(),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    if as_json {
        json(&take, &frames, &mut out)?;
    } else {
        csv(&take, &frames, &mut out)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// The bones whose far end is no node.
fn free_tips(take: &Take) -> impl Iterator<Item = &Bone> {
    let bones = take.skeleton.bones().iter();
    bones.filter(|bone| matches!(bone.tip, Tip::Local(_)))
}

/// The positions of all nodes and then of all free tips; `None` for a gap.
fn positions<'a>(take: &'a Take, pose: &'a Pose) -> impl Iterator<Item = Option<Vec3>> + 'a {
    let nodes = take.skeleton.iter().map(|(id, _)| pose.position(id));
    let tips = free_tips(take).map(|bone| pose.tip(bone.node, bone.tip));
    nodes.chain(tips).map(|at| at.is_finite().then_some(at))
}

/// What the positions are called, in their order.
fn names(take: &Take) -> impl Iterator<Item = String> + '_ {
    let nodes = take.skeleton.nodes().iter().map(|node| node.name.clone());
    let tips = free_tips(take).map(|bone| format!("{}_end", take.skeleton[bone.node].name));
    nodes.chain(tips)
}

fn csv(take: &Take, frames: &[usize], out: &mut impl Write) -> io::Result<()> {
    let quoted = |name: String| {
        if name.contains([',', '"', '\n']) {
            format!("\"{}\"", name.replace('"', "\"\""))
        } else {
            name
        }
    };
    let names: Vec<String> = names(take).map(quoted).collect();
    let mut pose = Pose::default();
    writeln!(out, "frame,time,node,x,y,z")?;
    for &frame in frames {
        pose.evaluate(&take.skeleton, take.row(frame));
        let time = time(take, frame);
        for (name, at) in names.iter().zip(positions(take, &pose)) {
            match at {
                Some(at) => writeln!(out, "{frame},{time},{name},{},{},{}", at.x, at.y, at.z)?,
                None => writeln!(out, "{frame},{time},{name},,,")?,
            }
        }
    }
    Ok(())
}

/// Seconds from the first frame, to the microsecond: a product of doubles has a tail of noise.
fn time(take: &Take, frame: usize) -> f64 {
    (frame as f64 * take.motion.frame_time() * 1e6).round() / 1e6
}

/// The JSON object, which is written as it is computed: a long take is larger than memory should be.
#[derive(Serialize)]
struct Document<'a> {
    take: &'a str,
    format: &'a str,
    frame_count: usize,
    frame_time: f64,
    nodes: Vec<NodeRow>,
    frames: Frames<'a>,
}

#[derive(Serialize)]
struct NodeRow {
    name: String,
    parent: Option<usize>,
    tip_of: Option<usize>,
}

struct Frames<'a> {
    take: &'a Take,
    frames: &'a [usize],
}

#[derive(Serialize)]
struct FrameRow<'a> {
    frame: usize,
    time: f64,
    positions: Positions<'a>,
}

struct Positions<'a>(&'a Take, &'a Pose);

impl Serialize for Frames<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq as _;
        let mut pose = Pose::default();
        let mut rows = serializer.serialize_seq(Some(self.frames.len()))?;
        for &frame in self.frames {
            pose.evaluate(&self.take.skeleton, self.take.row(frame));
            rows.serialize_element(&FrameRow {
                frame,
                time: time(self.take, frame),
                positions: Positions(self.take, &pose),
            })?;
        }
        rows.end()
    }
}

impl Serialize for Positions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(positions(self.0, self.1).map(|at| at.map(|at| at.to_array())))
    }
}

fn json(take: &Take, frames: &[usize], out: &mut impl Write) -> io::Result<()> {
    let skeleton = &take.skeleton;
    let parents = skeleton
        .nodes()
        .iter()
        .map(|node| (node.parent.map(|p| p.index()), None));
    let tips = free_tips(take).map(|bone| (Some(bone.node.index()), Some(bone.node.index())));
    let nodes = names(take)
        .zip(parents.chain(tips))
        .map(|(name, (parent, tip_of))| NodeRow {
            name,
            parent,
            tip_of,
        })
        .collect();
    let document = Document {
        take: &take.name,
        format: take.format,
        frame_count: take.motion.frame_count(),
        frame_time: take.motion.frame_time(),
        nodes,
        frames: Frames { take, frames },
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}
