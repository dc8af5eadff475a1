//! `rushes measure`: prints measures of a body over time as CSV.

use std::io::{self, Write};
use std::path::Path;

use clap::{Args, ValueHint};

use super::batch::write_each;
use super::exit::{Exit, Failure, with_exit_codes};
use super::frames::{FrameList, FrameOptions};
use super::inputs::Inputs;
use super::options::{Messages, Reader, ReaderOptions};
use super::output::Output;
use super::terminal::print_note;
use crate::export::csv::{row_head, write_values};
use crate::files::Opened;
use crate::review::measure;
use crate::scene::Stage;
use crate::take::{CsvTexts, Take};

const NOTES: &str = "\
Measures, of joints by name; a name may leave out namespace and case:
  distance:A,B         from A to B, in metres
  angle:A,B,C          at B between the ways to A and C, in degrees
  height:A             over the floor, in metres
  speed:A              in m/s, from the frame before to the frame after
  acceleration:A       in m/s², without a direction
  angular-velocity:A   in degrees a second, about any axis
  com                  where the centre of mass is, in metres: X, Y up, Z
  com-height           its height over the floor, in metres
  support              how far it is inside of the base of support, the convex hull of the points on which \
the feet stand, as seen from above, in metres; below 0 outside of it

The centre of mass is that of the masses in the file, as ASF has them, or else of a standard body (Winter 2009, table \
4.1). A point of a foot stands where it is within 5 cm of its resting height and slower than 0.2 m/s.

CSV columns: frame, counted from 0; number, the file's own; time in seconds; one a measure, named as it was \
asked for, of com three. A value that is not known is empty.

Examples:
  rushes measure walk.bvh --of distance:LeftHand,RightHand --of speed:Head > walk.csv
  rushes measure walk.bvh --of angle:LeftUpLeg,LeftLeg,LeftFoot --frames 0-last:10
  rushes measure -r takes/ --of com --of support -o measures/";

/// Print distances, angles, heights, speeds and the centre of mass over time
#[derive(Args)]
#[command(after_help = with_exit_codes(NOTES))]
pub(super) struct Measure {
    #[command(flatten)]
    inputs: Inputs,
    /// What to measure, such as distance:LeftHand,RightHand; may be given several times
    #[arg(long = "of", value_name = "MEASURE", required = true, value_hint = ValueHint::Other)]
    measures: Vec<measure::Measure>,
    #[command(flatten)]
    only: FrameOptions,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    reader: ReaderOptions,
}

impl Measure {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let reader = Reader::new(self.reader);
        let (files, is_complete) = self.inputs.files()?;
        let destinations = self.output.destinations(&files, "csv")?;
        write_each(&reader, &files, is_complete, |place, Opened { take, .. }| {
            let (file, messages) = (&files[place].path, reader.messages);
            messages.report(file, &take.warnings)?;
            let count = take.motion.frame_count().max(1);
            let frames = FrameList::frames(self.only.frames.as_ref(), count, file, messages)?;
            let table = Table::new(&take, file, &self.measures, messages)
                .map_err(|error| Failure::invalid(error).in_file(file))?;
            self.output.write(&destinations[place], |out| table.write(&frames, out))
        })
    }
}

struct Table<'a> {
    take: &'a Take,
    columns: Vec<String>,
    /// Of each measure: how many values a frame has, and all values.
    series: Vec<(usize, Vec<f32>)>,
}

impl<'a> Table<'a> {
    fn new(
        take: &'a Take,
        file: &Path,
        measures: &[measure::Measure],
        messages: Messages,
    ) -> Result<Self, measure::MeasureError> {
        let stage = Stage::new(take);
        messages.report_unit(file, &stage.unit);
        let (mut columns, mut series) = (Vec::new(), Vec::new());
        for measure in measures {
            let evaluator = measure::MeasureEvaluator::new(take, &stage, measure)?;
            if let Some(source) = evaluator.mass_source
                && messages.verbose
            {
                print_note(file, &format!("{}: masses of {source}", measure.kind().word()));
            }
            let components = measure.kind().components();
            columns.extend(components.iter().map(|component| match *component {
                "" => measure.to_string(),
                component => format!("{measure}.{component}"),
            }));
            series.push((components.len(), evaluator.series(0..take.motion.frame_count().max(1))));
        }
        Ok(Self { take, columns, series })
    }

    fn write(&self, frames: &[usize], out: &mut dyn Write) -> io::Result<()> {
        write!(out, "frame,number,time")?;
        for column in &self.columns {
            write!(out, ",{}", CsvTexts::Guarded.cell(column))?;
        }
        writeln!(out)?;
        for &frame in frames {
            out.write_all(row_head(self.take, frame).as_bytes())?;
            for (width, series) in &self.series {
                write_values(out, &series[frame * width..][..*width])?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
