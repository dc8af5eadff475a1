//! `rushes positions`: prints world positions of joints and bone ends, as CSV or JSON.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueHint};
use glam::Vec3;
use serde::{Serialize, Serializer};

use super::exit::{Exit, Failure, open};
use super::frames::FrameList;
use super::options::ReadOptions;
use crate::take::Take;

const NOTES: &str = "\
Positions are in the file's own unit and axes. A node is the origin of a joint or segment, in file \
order; after all nodes come the bone ends that are not nodes themselves, named after their bone with \
'_end' added.

CSV columns:
  frame, time in seconds, node, x, y, z; without x, y and z where a marker is missing

JSON keys:
  take, format, frame_count, frame_time
  nodes            name, parent, tip_of (for a bone end: its bone's node; else null)
  frames           frame, time, positions in the order of nodes (null where a marker is missing)

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

/// Calls `with` for each frame with the positions of all points. The position of a missing marker is not
/// finite.
fn each_frame<E>(
    take: &Take,
    frames: &[usize],
    mut with: impl FnMut(usize, &[Vec3]) -> Result<(), E>,
) -> Result<(), E> {
    /// How many frames are evaluated at once: the positions of a whole take may not fit in memory.
    const AT_ONCE: usize = 1024;
    for frames in frames.chunks(AT_ONCE) {
        let positions = take.positions(frames.iter().copied());
        let positions = positions.expect("frames that were checked");
        positions
            .iter()
            .try_for_each(|(frame, places)| with(frame, places))?;
    }
    Ok(())
}

fn csv(take: &Take, frames: &[usize], out: &mut impl Write) -> io::Result<()> {
    let quoted = |name: String| {
        if name.contains([',', '"', '\n']) {
            format!("\"{}\"", name.replace('"', "\"\""))
        } else {
            name
        }
    };
    let names: Vec<String> = take
        .points()
        .into_iter()
        .map(|point| quoted(point.name))
        .collect();
    writeln!(out, "frame,time,node,x,y,z")?;
    each_frame(take, frames, |frame, places| {
        let time = time(take, frame);
        for (name, at) in names.iter().zip(places) {
            match at.is_finite() {
                true => writeln!(out, "{frame},{time},{name},{},{},{}", at.x, at.y, at.z)?,
                false => writeln!(out, "{frame},{time},{name},,,")?,
            }
        }
        Ok(())
    })
}

/// Seconds from the first frame, rounded to microseconds to drop the rounding error of the product.
fn time(take: &Take, frame: usize) -> f64 {
    (frame as f64 * take.motion.frame_time() * 1e6).round() / 1e6
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
                time: time(self.take, frame),
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
    let points = take.points().into_iter();
    let nodes = points
        .map(|point| NodeRow {
            name: point.name,
            parent: point.parent,
            tip_of: point.tip_of,
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
