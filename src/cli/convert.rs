//! `rushes convert`: writes takes in another format.

use std::io::{self, Write};
use std::path::Path;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::batch::write_each;
use super::changes::ChangeOptions;
use super::exit::{Exit, Failure, with_exit_codes};
use super::inputs::Inputs;
use super::options::{CsvOptions, Messages, ReadOptions, Reader};
use super::output::{Output, Place};
use super::terminal::{print_error_line, print_note, shown};
use crate::convert::{Conversion, Refused, Source, second_path, with_second};
use crate::export::{EXPORTS, Export};
use crate::files::{OpenOptions, Opened};

const NOTES: &str = "\
IN may be of any format that Rushes opens; the extension of OUT or --to selects the format to write. \
Every joint and every bone end keeps its world position on every frame. Whatever the format cannot \
hold, and whatever had to be changed, is printed on standard error; with --strict nothing is written \
then. An existing OUT is replaced once the new one is complete. Several takes go into a folder, each \
under its own name.

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

To C3D, TRC and CSV: the positions of joints, markers and bone ends, without rotations and bones. C3D is in mm, \
cm or m, TRC in mm or m. OUT.channels.csv holds the values of channels instead.

Examples:
  rushes convert walk.bvh walk.htr
  rushes convert Catch.htr catch.bvh
  rushes convert walk.fbx walk.glb
  rushes convert -r takes/ --to bvh -o converted/
  cat walk.htr | rushes convert - --to bvh -o - > walk.bvh";

/// Convert takes to BVH, HTR, GTR, AMC, glTF, USD, C3D, TRC or CSV
#[derive(Args)]
#[command(after_help = with_exit_codes(NOTES))]
#[command(
    override_usage = "rushes convert [OPTIONS] IN OUT\n       rushes convert [OPTIONS] IN... -o FOLDER/ --to FORMAT"
)]
pub(super) struct Convert {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    output: Output,
    /// The format to write; without it, the extension of the output says
    #[arg(long, value_name = "FORMAT", value_parser = export())]
    to: Option<&'static Export>,
    #[command(flatten)]
    changes: ChangeOptions,
    #[command(flatten)]
    csv: CsvOptions,
    #[command(flatten)]
    messages: Messages,
    #[command(flatten)]
    read: ReadOptions,
}

impl Convert {
    pub(super) fn run(mut self) -> Result<Exit, Failure> {
        let paths = &mut self.inputs.any.paths;
        if self.output.output.is_none() && paths.len() > 1 {
            self.output.output = paths.pop();
        }
        let export = self.export()?.with_texts(self.csv.texts());
        let reader = Reader::new(self.read, self.messages);
        let (files, is_whole) = self.inputs.files()?;
        let places = self.output.places(&files, export.extension)?;
        for (file, place) in files.iter().zip(&places) {
            let written = match place {
                Place::File(out) => [Some(out.clone()), second_path(export, out)],
                Place::Standard => [None, None],
            };
            for out in written.into_iter().flatten() {
                Place::File(out).refuse(file)?;
            }
        }
        if let (Some(second), Some(Place::Standard)) = (&export.second, places.first()) {
            return Err(Failure::Arguments(format!(
                "{} needs its skeleton, an {} file beside it: give the output a name",
                export.name, second.name
            )));
        }
        let changes = self.changes.changes();
        let reads_as_usual = reader.open_options == OpenOptions::default();
        let converter = Converter {
            output: &self.output,
            messages: self.messages,
            copies: reads_as_usual,
            conversion: Conversion { export, changes },
        };
        write_each(&reader, &files, is_whole, |place, opened| {
            converter.write(&files[place].path, opened, &places[place])
        })
    }

    /// The format to write.
    fn export(&self) -> Result<&'static Export, Failure> {
        if let Some(export) = self.to {
            return Ok(export);
        }
        let known = EXPORTS
            .iter()
            .map(|e| format!("{} (.{})", e.name, e.extension));
        let known = known.collect::<Vec<_>>().join(", ");
        let Some(output) = &self.output.output else {
            let what = format!("no output is given; takes are written as {known}");
            return Err(Failure::Arguments(what));
        };
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        let found = Export::of_file(&name).filter(|_| !self.output.is_folder());
        found.ok_or_else(|| {
            let out = shown(output);
            let what = match self.output.is_folder() || output.as_os_str() == "-" {
                true => format!("'{out}': say with --to in which format takes are written"),
                false => format!("'{out}': takes are written as {known}"),
            };
            Failure::Arguments(what)
        })
    }
}

/// Parses the word for a format that can be written: the extension of its files.
fn export() -> impl TypedValueParser<Value = &'static Export> {
    let words = PossibleValuesParser::new(EXPORTS.iter().map(|export| export.extension));
    words.map(|word| Export::of_extension(&word).expect("the parser accepts no other word"))
}

/// What is done with each take.
struct Converter<'a> {
    conversion: Conversion,
    /// Whether files of the format may be copied: they are read as they say.
    copies: bool,
    output: &'a Output,
    messages: Messages,
}

impl Converter<'_> {
    /// Writes a take in another format, and tells what could not be carried over.
    fn write(&self, file: &Path, opened: Opened, place: &Place) -> Result<(), Failure> {
        let messages = self.messages;
        let take = opened.take;
        messages.tell(file, &take.warnings)?;
        let source = self.copies.then(|| Source {
            file: file.to_path_buf(),
            skeleton: opened.companions.into_iter().next(),
        });
        let ready = self
            .conversion
            .of(take, source.as_ref())
            .map_err(|refused| match refused {
                Refused::HasNone(why) => Failure::Arguments(why).about(file),
                Refused::CannotHold(why) => {
                    print_error_line(&format!("{}: {why}", shown(file)));
                    Failure::File
                }
            })?;
        let out = match place {
            Place::File(path) => path,
            Place::Standard => Path::new("-"),
        };
        let mut warnings = Vec::new();
        let write = |to: &mut dyn Write| {
            warnings = ready.write(to)?;
            match messages.refused(&warnings) {
                Some(why) => Err(io::Error::other(why)),
                None => Ok(()),
            }
        };
        self.put(place, write, |to| ready.write_second(to))?;
        messages.tell(out, &warnings)?;
        if let Some(unit) = ready.guessed.filter(|_| !messages.quiet) {
            let note = format!("the unit of length is guessed from the figure's height: {unit}");
            print_note(out, &note);
        }
        Ok(())
    }

    /// Writes a file and, where the format has one, the second file beside it: both or none.
    fn put(
        &self,
        place: &Place,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        write_second: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match place {
            Place::File(out) => self.output.write(place, |to| {
                with_second(
                    self.conversion.export,
                    out,
                    || write(to),
                    |to| write_second(to),
                )
            }),
            Place::Standard => self.output.write(place, write),
        }
    }
}
