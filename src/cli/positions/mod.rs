//! `rushes positions`: prints world positions of joints and bone ends, as a table, JSON or NumPy arrays.

mod numpy;
mod table;
mod text;

use std::io::{self, Write};
use std::path::Path;

use clap::{Args, ValueHint};

use super::batch::write_each;
use super::exit::{Exit, Failure, with_exit_codes};
use super::frames::{FrameList, FrameOptions};
use super::inputs::Inputs;
use super::options::{CsvOptions, Messages, Reader, ReaderOptions, one_of};
use super::output::Output;
use crate::export::UNITS;
use crate::files::Opened;
use crate::scene::Stage;
use crate::take::{CsvTexts, SignedAxis, Take, rounded};
use table::{Rotations, SampleTime, Table};

const NOTES: &str = "\
Positions are in the file's own unit and axes unless --unit and --up say otherwise. A node is the \
origin of a joint or segment, in file order; after all nodes come the bone ends that are not nodes \
themselves, named after their bone with '_end' added.

CSV columns:
  frame            counted from 0; between two frames with a fraction
  number           the file's own number of the frame, where it has some
  time             in seconds, by the file's own clock where it has one
  index, node      the node's place from 0, since names may repeat, and its name
  x, y, z          empty where a marker is missing
  order, rx to rz  with --rotations euler: degrees, multiplied in that order; as all rotations
                   empty for bone ends
  qx to qw         with --rotations quat
  m00 to m22       with --rotations matrix: row by row
  channel, value   with --channels, instead of x, y and z

JSON keys (schema 1):
  schema, take, format, frame_count, frame_time, metres_per_unit (null where unknown), up
  nodes    name, parent, tip_of (for a bone end: its bone's node; else null), order with --rotations
           euler; with --channels, channels instead: node (its index), name, channel
  frames   frame, number, time, positions in the order of nodes (null where a marker is missing),
           rotations likewise; with --channels, values in the order of channels

NumPy: --npy writes positions, with rotations behind them, as (frames, nodes, 3 or more) float32; \
--npz an archive of positions, rotations, names, parents and tip_of (-1 for none), orders, frames, \
numbers, times, frame_time, metres_per_unit and up; with --channels, of values, channels and nodes.

Examples:
  rushes positions walk.bvh > walk.csv
  rushes positions walk.bvh --frames 0-last:10 --wide --unit m --up Y > walk.csv
  rushes positions walk.fbx --clip Run --times 0,0.5,1.25 > walk.csv
  rushes positions walk.c3d --numbers 258-300 --json > walk.json
  rushes positions -r takes/ --npz -o arrays/";

/// Print the world positions of joints and bone ends
#[derive(Args)]
#[command(after_help = with_exit_codes(NOTES))]
pub(super) struct Positions {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    table: TableOptions,
    #[command(flatten)]
    selection: OutputSelection,
    #[command(flatten)]
    reader: ReaderOptions,
}

/// As what it is printed; by the extension of the output where nothing says so, else as CSV.
#[derive(Args)]
struct TableOptions {
    /// Print one JSON object instead of CSV
    #[arg(long, group = "form")]
    json: bool,
    /// Write an array of NumPy
    #[arg(long, group = "form")]
    npy: bool,
    /// Write an archive of NumPy arrays, with names and times
    #[arg(long, group = "form")]
    npz: bool,
    /// In CSV, print a row a frame instead of a row a node and frame
    #[arg(long, conflicts_with_all = ["json", "npy", "npz"])]
    wide: bool,
    #[command(flatten)]
    csv: CsvOptions,
}

#[derive(Args)]
struct OutputSelection {
    #[command(flatten)]
    only: FrameOptions,
    /// Only the frames that the file calls so, such as 258-300
    #[arg(long, value_name = "LIST", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(conflicts_with = "frames")]
    numbers: Option<FrameList>,
    /// Only at these times, in seconds of the file's own clock: between two frames, transforms are interpolated
    #[arg(long, value_name = "LIST", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["frames", "numbers", "channels"], value_delimiter = ',')]
    times: Option<Vec<f64>>,
    /// Also print rotations: Euler angles, quaternions or matrices
    #[arg(long, value_name = "FORM", value_parser = one_of(Rotations::WORDS))]
    rotations: Option<Rotations>,
    /// Rotations in the parent's axes instead of the world's
    #[arg(long, requires = "rotations")]
    local: bool,
    /// Print the values of channels as the file has them, instead of positions
    #[arg(long, conflicts_with_all = ["rotations", "unit", "up"])]
    channels: bool,
    /// The unit of length; by default the file's
    #[arg(long, value_parser = one_of(LENGTHS))]
    unit: Option<OrFile<f64>>,
    /// The axis that points up; by default the file's
    #[arg(long, value_name = "AXIS", value_parser = one_of(axes()), allow_hyphen_values = true)]
    up: Option<OrFile<SignedAxis>>,
    /// Tell nodes of one name apart: the second is called name.2
    #[arg(long)]
    unique_names: bool,
}

/// What an option says, or that it is as in the file. Not written as an [`Option`], which clap takes for
/// an option that may stand without a value.
type OrFile<T> = Option<T>;

const LENGTHS: [(&str, OrFile<f64>); 4] =
    [("m", Some(UNITS[3].1)), ("cm", Some(UNITS[1].1)), ("mm", Some(UNITS[0].1)), ("file", None)];

fn axes() -> impl Iterator<Item = (&'static str, OrFile<SignedAxis>)> {
    SignedAxis::ALL.into_iter().map(|axis| (axis.name(), Some(axis))).chain([("file", None)])
}

#[derive(Clone, Copy)]
enum TableFormat {
    Csv { wide: bool, texts: CsvTexts },
    Json,
    Npy,
    Npz,
}

impl TableOptions {
    fn format(&self, output: &Output) -> TableFormat {
        let csv = TableFormat::Csv { wide: self.wide, texts: self.csv.texts() };
        if self.json {
            TableFormat::Json
        } else if self.npy {
            TableFormat::Npy
        } else if self.npz {
            TableFormat::Npz
        } else if self.wide {
            csv
        } else {
            match output.extension().as_deref() {
                Some("json") => TableFormat::Json,
                Some("npy") => TableFormat::Npy,
                Some("npz") => TableFormat::Npz,
                _ => csv,
            }
        }
    }
}

impl TableFormat {
    fn extension(self) -> &'static str {
        match self {
            Self::Csv { .. } => "csv",
            Self::Json => "json",
            Self::Npy => "npy",
            Self::Npz => "npz",
        }
    }

    fn write(self, table: &Table<'_>, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Csv { wide: false, texts } => text::long(table, texts, out),
            Self::Csv { wide: true, texts } => text::wide(table, texts, out),
            Self::Json => text::json(table, out),
            Self::Npy => numpy::array(table, out),
            Self::Npz => numpy::archive(table, out),
        }
    }
}

fn sample_at(take: &Take, time: f64) -> Result<SampleTime, Failure> {
    if let Some((frame, fraction)) = take.at_file_time(time) {
        return Ok(SampleTime { frame, fraction, time });
    }
    let last = take.motion.frame_count().max(1) - 1;
    let [from, to] = [0, last].map(|frame| rounded(take.file_time(frame), 6));
    let message = format!("{time} s is not in the take, which goes from {from} s to {to} s");
    Err(Failure::invalid(message))
}

impl Positions {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let format = self.table.format(&self.output);
        let reader = Reader::new(self.reader);
        let (files, is_complete) = self.inputs.files()?;
        let destinations = self.output.destinations(&files, format.extension())?;
        write_each(&reader, &files, is_complete, |place, Opened { take, .. }| {
            let file = &files[place].path;
            reader.messages.report(file, &take.warnings)?;
            let table = self.selection.table(file, &take, reader.messages)?;
            self.output.write(&destinations[place], |out| format.write(&table, out))
        })
    }
}

impl OutputSelection {
    fn table<'a>(
        &self,
        file: &Path,
        take: &'a Take,
        messages: Messages,
    ) -> Result<Table<'a>, Failure> {
        let samples = self.samples(file, take, messages)?;
        let mut table = if self.channels {
            Table::from_channels(take, samples)
        } else {
            Table::from_points(take, samples, self.rotations, self.local)
        };
        if let Some(metres) = self.unit.flatten() {
            let unit = Stage::unit_of(take);
            messages.report_unit(file, &unit);
            table.space = table.space.scaled((unit.metres / metres) as f32);
            table.metres_per_unit = Some(metres);
        }
        if let Some(up) = self.up.flatten() {
            table.turn_up(up);
        }
        if self.unique_names {
            table.make_names_unique();
        }
        Ok(table)
    }

    fn samples(
        &self,
        file: &Path,
        take: &Take,
        messages: Messages,
    ) -> Result<Vec<SampleTime>, Failure> {
        if let Some(times) = &self.times {
            let samples = times.iter().map(|&time| sample_at(take, time));
            return samples.collect::<Result<_, _>>().map_err(|failure| failure.in_file(file));
        }
        let count = take.motion.frame_count().max(1);
        let frames = if let Some(numbers) = &self.numbers {
            if take.numbers.is_none() {
                return Err(Failure::invalid("the file does not number its frames").in_file(file));
            }
            // A lost frame may have no number.
            let numbered = (0..count).filter_map(|frame| Some((take.number(frame)?, frame)));
            numbers.numbered_frames(numbered, file, messages)?
        } else {
            FrameList::frames(self.only.frames.as_ref(), count, file, messages)?
        };
        Ok(frames.into_iter().map(|frame| SampleTime::at_frame(take, frame)).collect())
    }
}
