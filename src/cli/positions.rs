//! `rushes positions`: prints world positions of joints and bone ends, as CSV or JSON.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueHint};
use glam::Vec3;
use serde::{Serialize, Serializer};

use super::exit::{Exit, Failure, open};
use super::frames::FrameList;
use super::options::ReadOptions;
use crate::evaluate::{BatchEvaluator, Point};
use crate::take::{Bone, BoneEnd, Motion, Take, microseconds};

const NOTES: &str = "\
Positions are in the file's own unit and axes. A node is the origin of a joint or segment, in file \
order; after all nodes come the bone ends that are not nodes themselves, named after their bone with \
'_end' added.

CSV columns:
  frame            counts from 0
  number           what the file calls the frame; empty where it does not say
  time             seconds by the file's own clock; from the first frame where it has none
  node, x, y, z    without x, y and z where a marker is missing

JSON keys:
  take, format, frame_count, frame_time
  nodes            name, parent, tip_of (for a bone end: its bone's node; else null)
  frames           frame, number (null where the file has none), time, positions in the order of
                   nodes (null where a marker is missing)

Examples:
  rushes positions walk.bvh > walk.csv
  rushes positions walk.bvh --frames 0-99 --json > walk.json";

/// Print the world positions of joints and bone ends
#[derive(Args)]
#[command(after_help = NOTES)]
pub(super) struct Positions {
    /// A take of any format
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// Print only these frames: numbers from 0 and ranges, such as 0,10,20-30
    #[arg(long, value_name = "LIST", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    frames: Option<FrameList>,
    /// Print one JSON object instead of CSV
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    read: ReadOptions,
}

impl Positions {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let take = open(&self.file, &self.read.into())?;
        let count = take.motion.frame_count();
        let frames = match self.frames {
            Some(list) => list.of(count)?,
            // A take without frames has the rest pose as its only one.
            None => (0..count.max(1)).collect(),
        };
        let mut out = BufWriter::new(io::stdout().lock());
        match self.json {
            true => json(&take, &frames, &mut out)?,
            false => csv(&take, &frames, &mut out)?,
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}

/// The bones whose end is not a node.
fn free_tips(take: &Take) -> impl Iterator<Item = &Bone> {
    let bones = take.skeleton.bones().iter();
    bones.filter(|bone| matches!(bone.end, BoneEnd::Local(_)))
}

/// Calls `with` for each frame with the positions of all nodes, then of all free tips. The position of a
/// missing marker is not finite.
fn each_frame<E>(
    take: &Take,
    frames: &[usize],
    mut with: impl FnMut(usize, &[Vec3]) -> Result<(), E>,
) -> Result<(), E> {
    /// How many frames are evaluated at once: the positions of a whole take may not fit in memory.
    const AT_ONCE: usize = 1024;
    let skeleton = &take.skeleton;
    let origins = skeleton.iter().map(|(id, _)| Point::Origin(id));
    let tips = free_tips(take).map(|bone| Point::bone_end(bone.node, bone.end));
    let batch = BatchEvaluator::of(skeleton, origins.chain(tips));
    let rest;
    let motion = match take.motion.frame_count() {
        0 => {
            rest = Motion::new(1.0, 1, skeleton.columns(), take.row(0).to_vec());
            &rest
        }
        _ => &take.motion,
    };
    let mut places = Vec::new();
    // Consecutive frames are evaluated together.
    for run in frames.chunk_by(|a, b| a + 1 == *b) {
        for frames in run.chunks(AT_ONCE) {
            let all = frames[0]..frames[0] + frames.len();
            batch.positions(skeleton, motion, all, &mut places);
            for (i, &frame) in frames.iter().enumerate() {
                with(frame, &places[i * batch.len()..][..batch.len()])?;
            }
        }
    }
    Ok(())
}

/// The names of the positions, in their order.
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
    writeln!(out, "frame,number,time,node,x,y,z")?;
    each_frame(take, frames, |frame, places| {
        let number = take
            .number(frame)
            .map_or_else(String::new, |n| n.to_string());
        let time = microseconds(take.file_time(frame));
        let start = format!("{frame},{number},{time}");
        for (name, at) in names.iter().zip(places) {
            match at.is_finite() {
                true => writeln!(out, "{start},{name},{},{},{}", at.x, at.y, at.z)?,
                false => writeln!(out, "{start},{name},,,")?,
            }
        }
        Ok(())
    })
}

/// The JSON object. Its frames are evaluated while it is written: all of them may not fit in memory.
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
    number: Option<i64>,
    time: f64,
    positions: Row<'a>,
}

struct Row<'a>(&'a [Vec3]);

impl Serialize for Frames<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq as _;
        let mut rows = serializer.serialize_seq(Some(self.frames.len()))?;
        each_frame(self.take, self.frames, |frame, places| {
            rows.serialize_element(&FrameRow {
                frame,
                number: self.take.number(frame),
                time: microseconds(self.take.file_time(frame)),
                positions: Row(places),
            })
        })?;
        rows.end()
    }
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let places = self.0.iter();
        serializer.collect_seq(places.map(|at| at.is_finite().then_some(at.to_array())))
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
