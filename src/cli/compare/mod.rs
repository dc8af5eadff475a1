//! `rushes compare`: prints how takes differ from a reference, joint by joint.

mod print;
mod words;

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::exit::{Exit, Failure, with_findings};
use super::options::{CsvOptions, Messages, Reader, ReaderOptions};
use super::terminal::{print_error_line, print_note, results, shown};
use crate::review::compare::{
    CompareError, Comparison, Matching, Sync, SyncCertainty, Timing, common_unit, offset_by_event,
};
use crate::review::joint_named;
use crate::review::metrics::PairMetrics;
use crate::review::notes::Review;
use crate::scene::{Placement, Stage};
use crate::take::NodeId;
use print::{ComparedTake, ComparisonFormat, ComparisonResult};
use words::{AlignWord, CompareOptions, Pair, SyncWord};

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
  metrics            with --metrics: pair (of B against A), a and b (of each by itself), arrays of metric, value, unit, about \
(how it is worked out, with its thresholds), source and joints (name, value); else null
CSV has a row a joint with a, b, name, other and the figures, in metres; with --metrics instead a row a value with a, b, of \
(pair, a or b), metric, joint (empty for all), value and unit.

--metrics prints what papers report, in their units: MPJPE, global, PA- and N-MPJPE, velocity and acceleration error, bone \
length error; of each take by itself jitter, foot skating ratio, penetration, float, change of bone lengths, and excess of \
joint limits. The manual says how each is worked out.

Examples:
  rushes compare walk.bvh cleaned.bvh
  rushes compare walk.bvh retarget.bvh --align place --limit 2cm && echo same
  rushes compare true.bvh generated.bvh --metrics --json
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
    #[command(flatten)]
    options: CompareOptions,
    /// Also print the metrics of papers: MPJPE, PA-MPJPE, jitter, foot skating and others
    #[arg(long)]
    metrics: bool,
    /// End with exit code 1 where the worst distance of any joint on any frame is above this, such as 2cm
    #[arg(long, value_name = "LENGTH", value_parser = words::length, value_hint = ValueHint::Other)]
    limit: Option<f64>,
    #[command(flatten)]
    reader: ReaderOptions,
}

impl Compare {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let format = if self.json {
            ComparisonFormat::Json
        } else if self.csv {
            ComparisonFormat::Csv(self.texts.texts())
        } else {
            ComparisonFormat::Table
        };
        let reader = Reader::new(self.reader);
        let messages = reader.messages;
        let (options, limit, has_metrics) = (&self.options, self.limit, self.metrics);
        let open = |path, reference: Option<&ComparedTake<'_>>| {
            let take = reader.open(path)?;
            let placement = Placement {
                metres: reference.and_then(|a| common_unit(&a.take, &a.stage, &take)),
                // Without an alignment, heights are the file's own.
                floor_is_at_zero: options.align == AlignWord::None,
                ..Placement::default()
            };
            let stage = Stage::with_placement(&take, placement);
            messages.report_unit(path, &stage.unit);
            let review = match options.sync {
                SyncWord::Event(_) => messages.review(path, &take),
                _ => Review::default(),
            };
            Ok(ComparedTake { path, take, stage, review })
        };
        let mut out = results();
        let (mut exit, mut printed) = (Exit::Done, 0);
        let a = open(&self.paths[0], None)?;
        let others = &self.paths[1..];
        format.begin(others.len(), has_metrics, &mut out)?;
        for path in others {
            let b = match open(path, Some(&a)) {
                Ok(b) => b,
                Err(Failure::File) => {
                    exit = Exit::BadFile;
                    continue;
                }
                Err(failure) => return Err(failure),
            };
            let fail = |reason: &str| {
                let [a, b] = [a.path, b.path].map(shown);
                print_error_line(&format!("{a} and {b} cannot be compared: {reason}"));
                Exit::BadFile
            };
            let result = match options.compare([&a, &b], has_metrics)? {
                Ok(result) => result,
                Err(error) => {
                    exit = fail(&error.to_string());
                    continue;
                }
            };
            result.warn(messages);
            format.print(&result, options, limit, printed, &mut out)?;
            printed += 1;
            match result.worst() {
                // Where nothing was measured, no limit is kept.
                None => exit = fail("no frame has a joint of both"),
                Some(worst) if exit == Exit::Done && limit.is_some_and(|limit| worst > limit) => {
                    exit = Exit::Found;
                }
                Some(_) => {}
            }
        }
        format.end(others.len(), &mut out)?;
        out.flush()?;
        Ok(exit)
    }
}

impl CompareOptions {
    /// Compares two takes, unless they have nothing in common. Fails where a joint that was named is not there.
    fn compare<'a>(
        &self,
        both: [&'a ComparedTake<'a>; 2],
        has_metrics: bool,
    ) -> Result<Result<ComparisonResult<'a>, CompareError>, Failure> {
        let named = |side: usize, name: &str| -> Result<NodeId, Failure> {
            let ComparedTake { path, take, .. } = both[side];
            joint_named(&take.skeleton, name).map_err(|error| Failure::invalid(error).in_file(path))
        };
        for Pair([a, b]) in &self.matches {
            named(0, a)?;
            named(1, b)?;
        }
        let joints = self.joints.iter().map(|name| named(0, name));
        let joints: Vec<NodeId> = joints.collect::<Result<_, _>>()?;
        let table: Vec<[String; 2]> = self.matches.iter().map(|pair| pair.0.clone()).collect();
        let matching = Matching::by_names(both.map(|compared| &compared.take.skeleton), &table);
        let of_joints = matching.only(|[a, _]| joints.is_empty() || joints.contains(&a));
        Ok(self.compare_joints(both, matching, &of_joints, has_metrics))
    }

    /// Aligns takes by all joints that match, and compares these.
    fn compare_joints<'a>(
        &self,
        both: [&'a ComparedTake<'a>; 2],
        matching: Matching,
        of_joints: &Matching,
        has_metrics: bool,
    ) -> Result<ComparisonResult<'a>, CompareError> {
        let takes = both.map(|compared| &compared.take);
        let sync = match &self.sync {
            SyncWord::By(sync) => *sync,
            SyncWord::Event(name) => {
                let reviewed = both.map(|compared| (&compared.take, &compared.review));
                Sync::Offset(offset_by_event(name, reviewed)?)
            }
            SyncWord::Frames(frames) => Sync::Offset(frames * takes[0].motion.frame_time()),
        };
        let mut comparison = Comparison {
            takes,
            stages: both.map(|compared| &compared.stage),
            matching: of_joints,
            timing: Timing::new(takes, 0.0),
        };
        let (timing, certainty) = comparison.synced(sync)?;
        comparison.timing = timing;
        let (align, align_frame) = self.align.resolve(comparison.frames().start);
        let alignment = Comparison { matching: &matching, ..comparison }.alignment(align)?;
        let difference = comparison.difference(&alignment)?;
        let metrics = has_metrics.then(|| PairMetrics::new(&comparison, &alignment)).transpose()?;
        Ok(ComparisonResult {
            both,
            matching,
            timing,
            certainty,
            align_frame,
            alignment,
            difference,
            metrics,
        })
    }
}

impl ComparisonResult<'_> {
    /// The largest distance in metres; `None` where no frame has both joints of any pair.
    fn worst(&self) -> Option<f64> {
        self.difference.joints.iter().flatten().map(|figures| figures.worst).reduce(f64::max)
    }

    /// Prints what one should know to trust the figures.
    fn warn(&self, messages: Messages) {
        let uncertain = self.certainty.filter(|certainty| !certainty.is_certain());
        if let (Some(SyncCertainty { correlation, second }), false) = (uncertain, messages.quiet) {
            let warning = format!(
                "the offset by motion is not certain: the correlation is {correlation:.2} there and \
                 {second:.2} elsewhere; motion that repeats itself, such as a walk, has many such offsets"
            );
            print_note(self.both[1].path, &warning);
        }
    }
}
