//! `rushes convert`: writes takes in another format.

use std::io;
use std::path::Path;

use clap::{Args, ValueHint};

use super::batch::write_each;
use super::exit::{Exit, Failure, with_exit_codes};
use super::frames::{End, parse_ends};
use super::inputs::Inputs;
use super::options::{CsvOptions, Reader, ReaderOptions, frame_rate, number_in, one_of};
use super::output::{Destination, Output, refuse_take};
use super::terminal::{print_note, shown};
use crate::convert::{Conversion, Refusal, SolveWhen, Solving, Source, second_path, with_second};
use crate::export::{Changes, EXPORTS, Export, UNITS};
use crate::files::{OpenOptions, Opened, Waiting};
use crate::loader::BodyChoice;
use crate::solve::{self, JointNames};
use crate::take::SignedAxis;

const NOTES: &str = "\
IN may be of any format that Rushes opens; the extension of OUT or --to selects the format to write. Every joint and \
every bone end keeps its world position on every frame. Whatever the format cannot hold, and whatever had to be \
changed, is printed on standard error; with --strict nothing is written then. An existing OUT is replaced once the \
new one is complete. Several takes go into a folder, each under its own name.

To HTR: each bone lies along the Y axis of its segment. A segment of HTR has one bone: where a joint \
has several, the first is kept, and no bone is drawn to the other children. Other bone ends become \
segments, with '_end' added to the name. Names become single words. Where the take has no unit of \
length, the unit that the figure's height suggests is written.

To GTR: as HTR, with every segment in the world.

To AMC: the skeleton is written beside it, OUT.asf. Bones have the axes of the world in the base pose. A joint \
whose children begin at different places has a bone without values to each, with '_joint' added to the child's name. The \
root is called 'root'.

To BVH: OFFSETs are the base pose, rotations are in the order Z X Y. Joints that move in their \
parent have position channels, which replace OFFSET. BVH has no bone scale, unit or up axis.

To glTF (.glb): in metres, Y up. Bone ends become nodes, with '_end' added to the name; bones are drawn as \
octahedra with a skin. A marker that is missing waits where it was.

To USD (.usda): in metres, Y up, a skeleton of UsdSkel and its animation.

Points of a body that Rushes knows, as estimators of poses write them, become a skeleton for BVH, HTR, GTR, AMC, glTF \
and USD: bones keep the length that they mostly have, joints turn to where the points are, and it holds out its arms at \
rest, with Y up. It is an estimate: how far its joints are from the points is printed. With --solve never, glTF and USD \
hold the points themselves.

To C3D, TRC and CSV: the positions of joints, markers and bone ends, without rotations and bones. C3D is in mm, \
cm or m, TRC in mm or m. OUT.channels.csv holds the values of channels instead.

Examples:
  rushes convert walk.bvh walk.htr
  rushes convert Catch.htr catch.bvh
  rushes convert walk.fbx walk.glb
  rushes convert --names mixamo keypoints.npy walk.bvh
  rushes convert -r takes/ --to bvh -o converted/
  cat walk.htr | rushes convert - --to bvh -o - > walk.bvh";

#[derive(Args)]
#[command(about = about(), after_help = with_exit_codes(NOTES))]
#[command(
    override_usage = "rushes convert [OPTIONS] IN OUT\n       rushes convert [OPTIONS] IN... -o FOLDER/ --to FORMAT"
)]
pub(super) struct Convert {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    output: Output,
    /// The format to write; without it, the extension of the output says
    #[arg(long, value_name = "FORMAT", value_parser = one_of(EXPORTS.iter().map(|export| (export.extension, export))))]
    to: Option<&'static Export>,
    #[command(flatten)]
    changes: ChangeOptions,
    #[command(flatten)]
    solving: SolveOptions,
    #[command(flatten)]
    csv: CsvOptions,
    #[command(flatten)]
    reader: ReaderOptions,
}

/// How points become a skeleton.
#[derive(Args)]
#[command(next_help_heading = "Skeletons out of points")]
struct SolveOptions {
    /// Whether points of a known body become a skeleton that turns: auto where the format holds one
    #[arg(long, value_name = "WHEN", default_value = SolveWhen::WORDS[0].0)]
    #[arg(value_parser = one_of(SolveWhen::WORDS))]
    solve: SolveWhen,
    /// What the joints of such a skeleton are called
    #[arg(long, value_name = "NAMES", default_value = JointNames::WORDS[0].0)]
    #[arg(value_parser = one_of(JointNames::WORDS))]
    names: JointNames,
    /// Make left and right of such a skeleton equal
    #[arg(long)]
    equal_sides: bool,
}

impl SolveOptions {
    fn solving(&self) -> Solving {
        let Self { names, equal_sides, .. } = *self;
        let options = solve::Options { names, equal_sides, ..solve::Options::default() };
        Solving { when: self.solve, options }
    }
}

/// What the command does, in one line.
fn about() -> String {
    let names: Vec<&str> = EXPORTS.iter().map(|export| export.name).collect();
    let (last, others) = names.split_last().expect("formats");
    format!("Convert takes to {} or {last}", others.join(", "))
}

/// What is changed of takes before they are written.
#[derive(Args)]
#[command(next_help_heading = "Changes")]
pub(super) struct ChangeOptions {
    /// Only these frames, counted from 0, such as 120-480, 120- or 120-last
    #[arg(long, value_name = "FIRST-LAST", value_hint = ValueHint::Other, value_parser = range)]
    #[arg(allow_hyphen_values = true)]
    frames: Option<[usize; 2]>,
    /// Frames a second: frames are picked where they fall on those of the take, else transforms are interpolated
    #[arg(long, value_name = "N", value_hint = ValueHint::Other, value_parser = frame_rate)]
    fps: Option<f64>,
    /// Only this joint and all below it
    #[arg(long, value_name = "JOINT", value_hint = ValueHint::Other)]
    joints: Option<String>,
    /// Put the root above the origin on the first frame; its height stays
    #[arg(long)]
    root_to_origin: bool,
    /// Write all lengths in this unit
    #[arg(long, value_parser = one_of(UNITS))]
    unit: Option<f64>,
    /// Multiply all lengths
    #[arg(long, value_name = "FACTOR", value_hint = ValueHint::Other, value_parser = scale)]
    scale: Option<f64>,
    /// The axis that points up: the world is turned with it
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true)]
    #[arg(value_parser = one_of(SignedAxis::ALL.map(|up| (up.name(), up))))]
    up: Option<SignedAxis>,
    /// Write positions in the world instead of rotations
    #[arg(long)]
    bake_positions: bool,
}

impl ChangeOptions {
    pub fn changes(&self) -> Changes {
        Changes {
            frames: self.frames.map(|[first, last]| first..last.saturating_add(1)),
            fps: self.fps,
            joints: self.joints.clone(),
            root_to_origin: self.root_to_origin,
            unit: self.unit,
            scale: self.scale,
            up: self.up,
            bake_positions: self.bake_positions,
        }
    }
}

fn range(text: &str) -> Result<[usize; 2], &'static str> {
    let (first, last) = match parse_ends(text) {
        Some([End::Number(first), End::Number(last)]) => (first, last),
        Some([End::Number(first), End::Last]) => (first, usize::MAX - 1),
        _ => return Err("write FIRST-LAST, such as 120-480, 120- or 120-last"),
    };
    if last < first { Err("the last frame is ahead of the first") } else { Ok([first, last]) }
}

fn scale(text: &str) -> Result<f64, &'static str> {
    number_in(1e-6..=1e6, text, "write a number from 0.000001 to 1000000")
}

impl Convert {
    pub(super) fn run(mut self) -> Result<Exit, Failure> {
        let paths = &mut self.inputs.any.paths;
        if self.output.output.is_none() && paths.len() > 1 {
            self.output.output = paths.pop();
        }
        let export = self.export()?.with_texts(self.csv.texts());
        let reader = Reader::new(self.reader);
        let (files, is_complete) = self.inputs.files()?;
        let destinations = self.output.destinations(&files, export.extension)?;
        for (file, destination) in files.iter().zip(&destinations) {
            if let Destination::File(out) = destination {
                refuse_take(file, out)?;
                second_path(export, out).map_or(Ok(()), |second| refuse_take(file, &second))?;
            }
        }
        if let (Some(second), Some(Destination::Stdout)) = (&export.second, destinations.first()) {
            return Err(Failure::invalid(format!(
                "{} needs its skeleton, an {} file beside it: give the output a name",
                export.name, second.name
            )));
        }
        let (changes, mut solving) = (self.changes.changes(), self.solving.solving());
        // Whoever wants points without a body wants no skeleton of one.
        if reader.open_options.options.body == BodyChoice::None {
            solving.when = SolveWhen::Never;
        }
        let conversion = Conversion { export, changes, solving };
        let messages = reader.messages;
        // Files of the format may be copied where they are read as they say.
        let copies = reader.open_options == OpenOptions::default();
        write_each(&reader, &files, is_complete, |place, Opened { take, companions, .. }| {
            let (file, destination) = (&files[place].path, &destinations[place]);
            messages.report(file, &take.warnings)?;
            let skeleton = companions.into_iter().next();
            let source = copies.then(|| Source { file: file.clone(), stamp: None, skeleton });
            let ready =
                conversion.prepare(take, source.as_ref()).map_err(|refusal| match refusal {
                    Refusal::NothingSelected(why) => Failure::Arguments(why).in_file(file),
                    Refusal::Unsupported(why) => Failure::with_file(file, why),
                })?;
            let (mut warnings, mut second) = (Vec::new(), None);
            self.output.write(destination, |to| {
                let mut write = || {
                    warnings = ready.write(to)?;
                    let refused = messages.strict_error(&warnings);
                    refused.map_or(Ok(()), |why| Err(io::Error::other(why)))
                };
                match destination {
                    Destination::File(out) => {
                        second = with_second(export, out, write, |to| ready.write_second(to))?;
                        Ok(())
                    }
                    Destination::Stdout => write(),
                }
            })?;
            let out = match destination {
                Destination::File(path) => path,
                Destination::Stdout => Path::new("-"),
            };
            second
                .map_or(Ok(()), Waiting::put)
                .map_err(|error| Failure::with_file(out, format!("cannot be written: {error}")))?;
            messages.report(out, &warnings)?;
            if let Some(unit) = ready.guessed.filter(|_| !messages.quiet) {
                let note =
                    format!("the unit of length is guessed from the figure's height: {unit}");
                print_note(out, &note);
            }
            Ok(())
        })
    }

    fn export(&self) -> Result<&'static Export, Failure> {
        if let Some(export) = self.to {
            return Ok(export);
        }
        let known = EXPORTS.iter().map(|e| format!("{} (.{})", e.name, e.extension));
        let known = known.collect::<Vec<_>>().join(", ");
        let Some(output) = &self.output.output else {
            return Err(Failure::invalid(format!(
                "no output is given; takes are written as {known}"
            )));
        };
        let (is_folder, out) = (self.output.is_folder(), shown(output));
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        if let Some(export) = Export::of_file(&name).filter(|_| !is_folder) {
            Ok(export)
        } else if is_folder || output.as_os_str() == "-" {
            let message = format!("'{out}': say with --to in which format takes are written");
            Err(Failure::invalid(message))
        } else {
            Err(Failure::invalid(format!("'{out}': takes are written as {known}")))
        }
    }
}
