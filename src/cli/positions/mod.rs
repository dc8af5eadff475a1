//! `rushes positions`: prints world positions of joints and bone ends, as a table, JSON or NumPy arrays.

mod numpy;
mod table;
mod text;

use std::io::{self, Write};
use std::path::Path;

use clap::{Args, ValueHint};
use glam::DQuat;

use super::batch::write_each;
use super::exit::{Exit, Failure, with_exit_codes};
use super::frames::{FrameList, chosen};
use super::inputs::Inputs;
use super::options::{CsvOptions, Messages, ReadOptions, Reader, one_of};
use super::output::Output;
use crate::export::UNITS;
use crate::files::Opened;
use crate::take::{CsvTexts, SignedAxis, Take, rounded};
use table::{Moment, Rotations, Table};

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
    form: Form,
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    messages: Messages,
    #[command(flatten)]
    read: ReadOptions,
}

/// As what it is printed; by the extension of the output where nothing says so, else as CSV.
#[derive(Args)]
struct Form {
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

/// What is printed of a take.
#[derive(Args)]
struct What {
    /// Only these frames, counted from 0: numbers and ranges, such as 0,10,20-30,100-,0-last:10
    #[arg(long, value_name = "LIST", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(value_parser = FrameList::counted)]
    frames: Option<FrameList>,
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
    #[arg(long, value_name = "AXIS", value_parser = one_of(AXES), allow_hyphen_values = true)]
    up: Option<OrFile<SignedAxis>>,
    /// Tell nodes of one name apart: the second is called name.2
    #[arg(long)]
    unique_names: bool,
}

/// What an option says, or that it is as in the file. Not written as an [`Option`], which clap takes for
/// an option that may stand without a value.
type OrFile<T> = Option<T>;

/// The words of `--unit`, with metres.
const LENGTHS: [(&str, OrFile<f64>); 4] =
    [("m", Some(UNITS[3].1)), ("cm", Some(UNITS[1].1)), ("mm", Some(UNITS[0].1)), ("file", None)];

/// The words of `--up`.
const AXES: [(&str, OrFile<SignedAxis>); 7] = {
    let all = SignedAxis::ALL;
    [
        ("X", Some(all[0])),
        ("Y", Some(all[1])),
        ("Z", Some(all[2])),
        ("-X", Some(all[3])),
        ("-Y", Some(all[4])),
        ("-Z", Some(all[5])),
        ("file", None),
    ]
};

/// As what a table is written.
#[derive(Clone, Copy)]
enum Written {
    Csv { wide: bool, texts: CsvTexts },
    Json,
    Npy,
    Npz,
}

impl Written {
    fn of(form: &Form, output: &Output) -> Result<Self, Failure> {
        let texts = form.csv.texts();
        let extension = output.extension();
        Ok(match (form, extension.as_deref()) {
            (Form { json: true, .. }, _) => Self::Json,
            (Form { npy: true, .. }, _) => Self::Npy,
            (Form { npz: true, .. }, _) => Self::Npz,
            (Form { wide: true, .. }, _) => Self::Csv { wide: true, texts },
            (_, Some("json")) => Self::Json,
            (_, Some("npy")) => Self::Npy,
            (_, Some("npz")) => Self::Npz,
            _ => Self::Csv { wide: false, texts },
        })
    }

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

/// The moment of a take at a time of the file's own clock.
fn moment_at(take: &Take, time: f64) -> Result<Moment, Failure> {
    let last = take.motion.frame_count().max(1) - 1;
    let (frame, part) = take.at_file_time(time).ok_or_else(|| {
        let ends = [take.file_time(0), take.file_time(last)].map(|end| rounded(end, 6));
        let [from, to] = ends;
        let what = format!("{time} s is not in the take, which goes from {from} s to {to} s");
        Failure::Arguments(what)
    })?;
    Ok(Moment { frame, part, time })
}

impl Positions {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let written = Written::of(&self.form, &self.output)?;
        let reader = Reader::new(self.read, self.messages);
        let (files, is_whole) = self.inputs.files()?;
        let places = self.output.places(&files, written.extension())?;
        write_each(&reader, &files, is_whole, |place, Opened { take, .. }| {
            let file = &files[place].path;
            self.messages.tell(file, &take.warnings)?;
            let table = self.what.table(file, &take, self.messages)?;
            self.output.write(&places[place], |out| written.write(&table, out))
        })
    }
}

impl What {
    /// What is printed of a take.
    fn table<'a>(
        &self,
        file: &Path,
        take: &'a Take,
        messages: Messages,
    ) -> Result<Table<'a>, Failure> {
        let count = take.motion.frame_count().max(1);
        let found = match (&self.frames, &self.numbers) {
            (Some(frames), _) => Some(frames.of((0..).zip(0..count))),
            (None, Some(_)) if take.numbers.is_none() => {
                let what = Failure::Arguments("the file does not number its frames".into());
                return Err(what.about(file));
            }
            // A lost frame may have no number.
            (None, Some(numbers)) => {
                Some(numbers.of((0..count).filter_map(|frame| Some((take.number(frame)?, frame)))))
            }
            (None, None) => None,
        };
        let moments: Vec<Moment> = match (found, &self.times) {
            (_, Some(times)) => {
                let found = times.iter().map(|&time| moment_at(take, time));
                found.collect::<Result<_, _>>().map_err(|failure| failure.about(file))?
            }
            (Some(found), _) => {
                let frames = chosen(found, file, messages)?.into_iter();
                frames.map(|frame| Moment::of_frame(take, frame)).collect()
            }
            (None, None) => (0..count).map(|frame| Moment::of_frame(take, frame)).collect(),
        };
        let mut table = if self.channels {
            Table::of_channels(take, moments)
        } else {
            Table::of_points(take, moments, self.rotations, self.local)
        };
        if let Some(metres) = self.unit.flatten() {
            let unit = crate::scene::Stage::unit_of(take);
            messages.tell_unit(file, &unit);
            table.scale = (unit.metres / metres) as f32;
            table.metres_per_unit = Some(metres);
        }
        if let Some(up) = self.up.flatten() {
            let own = take.units.up.direction;
            let turn = DQuat::from_rotation_arc(own.unit().as_dvec3(), up.unit().as_dvec3());
            table.turn(turn, up);
        }
        if self.unique_names {
            table.make_names_unique();
        }
        Ok(table)
    }
}
