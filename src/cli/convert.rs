//! `rushes convert`: writes a take in another format.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::exit::{Exit, Failure, open};
use super::options::ReadOptions;
use super::terminal::{print_error_line, shown};
use crate::export::{self, EXPORTS, Export, UNITS};
use crate::scene::Stage;
use crate::take::Take;

const NOTES: &str = "\
IN may be of any format that Rushes opens; the extension of OUT selects the format to write. Every \
joint and every bone end keeps its world position on every frame. Whatever the format cannot hold, \
and whatever had to be changed, is printed on standard error. An existing OUT is replaced once the \
new one is complete.

To HTR: each bone lies along the Y axis of its segment. A segment of HTR has one bone: where a joint \
has several, the first is kept, and no bone is drawn to the other children. Other bone ends become \
segments, with '_end' added to the name. Names become single words. Where the take has no unit of \
length, the unit that the figure's height suggests is written.

To BVH: OFFSETs are the base pose, rotations are in the order Z X Y. Joints that move in their \
parent have position channels, which replace OFFSET. BVH has no bone scale, unit or up axis.

Examples:
  rushes convert walk.bvh walk.htr
  rushes convert Catch.htr catch.bvh";

/// Convert a take to BVH or HTR
#[derive(Args)]
#[command(after_help = NOTES)]
pub(super) struct Convert {
    /// The take
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// The file to write
    #[arg(value_name = "OUT.bvh|OUT.htr", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    #[command(flatten)]
    read: ReadOptions,
}

impl Convert {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let Self { file, out, read } = self;
        let export = export(&out)?;
        if is_same(&file, &out) {
            return Err(Failure::Arguments(format!(
                "'{}' is the take itself: give the output another name",
                shown(&out)
            )));
        }
        let mut take = open(&file, &read.into())?;
        if let Some(why) = export::refusal(&take) {
            let name = export.name;
            print_error_line(&format!(
                "{}: cannot be written as {name}: {why}",
                shown(&file)
            ));
            return Err(Failure::File);
        }
        let report = |message: &str| print_error_line(&format!("{}: {message}", shown(&out)));
        let guessed = export.has_unit.then(|| guess_unit(&mut take)).flatten();
        let mut warnings = Vec::new();
        let result = crate::files::write(&out, |to| {
            warnings = export.write(&take, to)?;
            Ok(())
        });
        if let Err(error) = result {
            report(&format!("cannot be written: {error}"));
            return Err(Failure::File);
        }
        for warning in &warnings {
            report(&warning.to_string());
        }
        if let Some(unit) = guessed {
            report(&format!(
                "the unit of length is guessed from the figure's height: {unit}"
            ));
        }
        Ok(Exit::Done)
    }
}

/// The format that belongs to the output's extension.
fn export(out: &Path) -> Result<&'static Export, Failure> {
    let extension = out.extension().unwrap_or_default().to_string_lossy();
    Export::of_extension(&extension).ok_or_else(|| {
        let known = EXPORTS
            .iter()
            .map(|e| format!("{} (.{})", e.name, e.extension));
        let known = known.collect::<Vec<_>>().join(" and ");
        let out = shown(out);
        Failure::Arguments(format!("'{out}': takes are written as {known}"))
    })
}

/// Whether both paths lead to the same file.
fn is_same(file: &Path, out: &Path) -> bool {
    let [file, out] = [file, out].map(|path| path.canonicalize());
    matches!((file, out), (Ok(file), Ok(out)) if file == out)
}

/// Sets the unit of a take without one as its figure's height suggests, for programs that need a unit;
/// returns the unit's name.
fn guess_unit(take: &mut Take) -> Option<&'static str> {
    let unit = Stage::of(take).unit;
    let (name, metres) = UNITS
        .into_iter()
        .find(|&(_, metres)| unit.guessed && metres == unit.metres)?;
    take.units.metres_per_unit = Some(metres);
    Some(name)
}
