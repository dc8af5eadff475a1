//! `rushes compare`: prints how takes differ from a reference, joint by joint.

mod compared;
mod print;
mod words;

use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::exit::{Exit, Failure, with_findings};
use super::options::{CsvOptions, Messages, ReadOptions, Reader};
use super::terminal::{print_error_line, shown};
use crate::review::compare::common_unit;
use crate::review::notes::Review;
use crate::scene::{Placement, Stage};
use compared::{Asked, Staged};
use print::Form;
use words::{AlignWord, Pair, SyncWord};

const NOTES: &str = "\
The first take is the reference A; each other one is B. Positions are compared in metres with Y up, so \
that takes of different units and axes compare. Joints are matched by name: case, signs, namespaces, \
common prefixes and the ways to write left and right do not matter, and words such as Knee and Shin mean \
the same; --match mends the rest. The table has the worst joint first.

--align none compares positions as the files have them. place puts hips over hips at a frame of A (the \
first that both have, or place=FRAME), facing the same way. range turns about the vertical and shifts so \
that the squares of all distances are least.

--sync frame puts first frame beside first frame; time goes by the clocks of both files; event=NAME by an \
event that both have, in their files or from reviewers; motion by the speed of the joints, and says how certain that is. An OFFSET is how \
much later B begins: 0.5 or 0.5s in seconds, 12f in frames of A. Takes of different rates compare by time: \
between two frames, positions of B are on the line from one to the other.

Columns and keys:
  mean, p95, worst   distance of both joints; 95 % of all frames have at most p95
  worst_frame        a frame of A, counted from 0
  velocity_rms       root mean square of the difference of both velocities, per second
  acceleration_rms   the same of accelerations: a small mean can hide a jitter

JSON keys (schema 1) of one object; of several takes B, an array of them is printed:
  schema, a, b
  frames             the first and the last frame of A that were compared
  offset             how many frames of A later B begins; offset_seconds the same in seconds
  sync               with motion, correlation, second_correlation (the highest at any other peak) and \
certain; else null
  interpolated       whether positions of B are between its frames
  align              with align_frame (null but for place), heading in degrees and shift, by which B was \
turned and shifted
  unit               m: all lengths are in metres, m/s and m/s²
  matched            how many joints
  joints             name, other (the name in B), mean, p95, worst, worst_frame, velocity_rms, \
acceleration_rms; null where there is none
  overall            the same of all joints, with worst_joint
  unmatched          names in a and in b
  limit              in metres; exceeded: whether the worst of any joint is above it; null without, and where no frame has a \
joint of both, which is exit code 3
CSV has a row a joint with a, b, name, other and the figures, in metres.

Examples:
  rushes compare walk.bvh cleaned.bvh
  rushes compare walk.bvh retarget.bvh --align place --limit 2cm && echo same
  rushes compare a.c3d b.c3d --sync motion --align range --joint LeftHand,RightHand --csv";

/// Print how far the joints of takes are from those of a reference
#[derive(Args)]
#[command(after_help = with_findings(NOTES, "the worst difference is above --limit"))]
pub(super) struct Compare {
    /// The reference, and the takes to compare with it; - for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, num_args = 2.., required = true)]
    paths: Vec<PathBuf>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// Print CSV instead of a table
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    texts: CsvOptions,
    /// How B is brought to where A is: none, place, place=FRAME or range
    #[arg(long, value_name = "HOW", default_value = "none", value_hint = ValueHint::Other)]
    align: AlignWord,
    /// Which moments belong together: frame, time, event=NAME, motion or an OFFSET
    #[arg(long, value_name = "BY", default_value = "frame", value_hint = ValueHint::Other)]
    #[arg(allow_hyphen_values = true)]
    sync: SyncWord,
    /// Only these joints of A, for the figures, the limit and --sync motion
    #[arg(long = "joint", value_name = "NAME", value_delimiter = ',', value_hint = ValueHint::Other)]
    joints: Vec<String>,
    /// Match these joints of A and B, whatever they are called
    #[arg(long = "match", value_name = "A=B", value_delimiter = ',', value_hint = ValueHint::Other)]
    matches: Vec<Pair>,
    /// End with exit code 1 where the worst distance of any joint on any frame is above this, such as 2cm
    #[arg(long, value_name = "LENGTH", value_parser = words::length, value_hint = ValueHint::Other)]
    limit: Option<f64>,
    #[command(flatten)]
    messages: Messages,
    #[command(flatten)]
    read: ReadOptions,
}

impl Compare {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let Self { paths, align, sync, joints, matches, limit, messages, .. } = self;
        let form = match (self.json, self.csv) {
            (true, _) => Form::Json,
            (_, true) => Form::Csv(self.texts.texts()),
            _ => Form::Table,
        };
        let reader = Reader::new(self.read, messages);
        let is_by_event = matches!(sync, SyncWord::Event(_));
        let open = |path, a: Option<&Staged<'_>>| {
            let take = reader.open(path)?;
            let placement = Placement {
                metres: a.and_then(|a| common_unit((&a.take, &a.stage), &take)),
                // Without an alignment, heights are the file's own.
                floor_is_at_zero: align == AlignWord::None,
                ..Placement::default()
            };
            let stage = Stage::as_chosen(&take, placement);
            messages.tell_unit(path, &stage.unit);
            let review = if is_by_event { messages.review(path, &take) } else { Review::default() };
            Ok(Staged { path, take, stage, review })
        };
        let asked = Asked { align, sync, joints, matches };
        let mut out = BufWriter::new(io::stdout());
        let (mut exit, mut printed) = (Exit::Done, 0);
        let a = open(&paths[0], None)?;
        form.begin(paths.len() - 1, &mut out)?;
        let told = |b: &Path, why: &str| {
            let [a, b] = [a.path, b].map(shown);
            print_error_line(&format!("{a} and {b} cannot be compared: {why}"));
        };
        for path in &paths[1..] {
            let b = match open(path, Some(&a)) {
                Ok(b) => b,
                Err(Failure::File) => {
                    exit = Exit::BadFile;
                    continue;
                }
                Err(failure) => return Err(failure),
            };
            match asked.compare([&a, &b])? {
                Ok(compared) => {
                    compared.tell(messages);
                    form.print(&compared, &asked, limit, printed, &mut out)?;
                    printed += 1;
                    match compared.worst() {
                        // Where nothing was measured, no limit is kept.
                        None => {
                            told(path, "no frame has a joint of both");
                            exit = Exit::BadFile;
                        }
                        Some(worst) if exit == Exit::Done && limit.is_some_and(|l| worst > l) => {
                            exit = Exit::Found;
                        }
                        Some(_) => {}
                    }
                }
                Err(error) => {
                    told(path, &error.to_string());
                    exit = Exit::BadFile;
                }
            }
        }
        form.end(paths.len() - 1, &mut out)?;
        out.flush()?;
        Ok(exit)
    }
}
