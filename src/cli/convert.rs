//! `rushes convert`: a take as a file of another format.

use std::path::{Path, PathBuf};

use super::terminal::{complain_plainly, print, shown};
use super::{Exit, Failure, bvh_positions, help, one_file, rate};
use crate::export::{self, EXPORTS, Export, UNITS};
use crate::files::How;
use crate::scene::Stage;
use crate::take::Take;

pub(super) fn run(mut parser: lexopt::Parser) -> Result<Exit, Failure> {
    use lexopt::prelude::*;
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut how = How::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => {
                print(help::page("convert"))?;
                return Ok(Exit::Done);
            }
            Value(path) => paths.push(path.into()),
            Long("bvh-positions") => how.options.bvh_positions = bvh_positions(&mut parser)?,
            Long("skeleton") => how.skeleton = Some(parser.value()?.into()),
            Long("rate") => how.options.rate = Some(rate(&mut parser)?),
            other => return Err(other.unexpected().into()),
        }
    }
    let out = if paths.len() > 1 {
        paths.remove(1)
    } else {
        PathBuf::new()
    };
    let file = one_file(paths)?;
    let export = export(&out)?;
    if is_same(&file, &out) {
        return Err(Failure::Arguments(format!(
            "'{}' is the take itself: give the output another name",
            shown(&out)
        )));
    }
    let mut take = super::open(&file, &how)?;
    if let Some(why) = export::refusal(&take) {
        let name = export.name;
        complain_plainly(&format!(
            "{}: cannot be written as {name}: {why}",
            shown(&file)
        ));
        return Err(Failure::File);
    }
    let told = |message: &str| complain_plainly(&format!("{}: {message}", shown(&out)));
    let guessed = export.has_unit.then(|| guess_unit(&mut take)).flatten();
    let mut warnings = Vec::new();
    let result = crate::files::write(&out, |to| {
        warnings = export.write(&take, to)?;
        Ok(())
    });
    if let Err(error) = result {
        told(&format!("cannot be written: {error}"));
        return Err(Failure::File);
    }
    for warning in &warnings {
        told(&warning.to_string());
    }
    if let Some(unit) = guessed {
        told(&format!(
            "the unit of length is guessed from the figure's height: {unit}"
        ));
    }
    Ok(Exit::Done)
}

/// The format that the name of the output asks for.
fn export(out: &Path) -> Result<&'static Export, Failure> {
    let known: Vec<String> = EXPORTS
        .iter()
        .map(|export| format!("{} (.{})", export.name, export.extension))
        .collect();
    let known = known.join(" and ");
    if out.as_os_str().is_empty() {
        return Err(Failure::Arguments(format!(
            "no output is given; write IN OUT, with OUT one of {known}"
        )));
    }
    let extension = out.extension().unwrap_or_default().to_string_lossy();
    Export::of_extension(&extension).ok_or_else(|| {
        Failure::Arguments(format!(
            "'{}' is no output: takes are written as {known}",
            shown(out)
        ))
    })
}

/// Whether both paths lead to one file, however they are written.
fn is_same(file: &Path, out: &Path) -> bool {
    let [file, out] = [file, out].map(|path| path.canonicalize());
    matches!((file, out), (Ok(file), Ok(out)) if file == out)
}

/// Gives a take without a unit the one that its figure's height suggests, for programs that ask for
/// one; tells its name.
fn guess_unit(take: &mut Take) -> Option<&'static str> {
    let unit = Stage::of(take).unit;
    let (name, metres) = UNITS
        .into_iter()
        .find(|&(_, metres)| unit.guessed && metres == unit.metres)?;
    take.units.metres_per_unit = Some(metres);
    Some(name)
}
