//! Acclaim's skeleton (ASF) and motion (AMC), version 1.10.
//!
//! ```text
//! skeleton                                    motion
//! # comment, to the end of the line           # comments, which may name the skeleton
//! :version 1.10                               :fully-specified
//! :name text                                  :degrees | :radians           for the motion alone
//! :units                                      :samples-per-second n         120 if missing
//!   mass m  length s  angle deg|rad           1                             number of the frame
//! :documentation                              root v v v v v v
//!   any lines                                 bone v …                      as many as its dof
//! :root                                       2
//!   order tx ty tz rx ry rz                   …
//!   axis XYZ
//!   position x y z   orientation x y z
//! :bonedata
//!   begin
//!     id n   name text                        the id is optional
//!     direction x y z   length l              from the bone's start to its end, in the world
//!     axis x y z XYZ                          the bone's own axes, turned in this order
//!     dof tx ty tz rx ry rz l                 as many as it has, in the order of the values
//!     limits (low high) …                     one pair each; never clip the motion
//!     bodymass m   cofmass l
//!   end
//! :hierarchy
//!   begin
//!     root bone bone …                        a parent and its children
//!     bone bone …
//!   end
//! :skin file                                  and more files on lines of their own
//! ```
//!
//! Names and keywords are read in any case, commas and parentheses are blanks. Units multiply what is
//! read: lengths of both files by the unit of length, skins too. Rotations are applied in the order
//! of the `dof`, so that as factors they stand from right to left. What the definition leaves open:
//!
//! * Translations never depend on the order: `T·R`, as every reader has it. The root's go along the
//!   axes of the world, a bone's along its own, `l` along the bone, where it moves the children too.
//! * The root's `position` is added to its translation, and `orientation` is applied after its
//!   rotations: both are there in the rest pose.
//! * A skeleton whose bones only have `tx ty tz` is made for positions, and its bones are never
//!   turned. Their values move the bones' starts like any other translation.
//! * Limits of `l` are kept as the file has them; the definition's own example gives whole lengths.

mod bone;
mod build;
mod header;
mod motion;
mod skeleton;
mod skin;
mod words;

use super::error::{ErrorKind, LoadError};
use super::file_type::{FileType, Magic};
use super::scanner::Reader;
use super::word::{plain_text, quoted};
use super::{Companion, Companions, Format, Source, foreign, format};
use crate::take::{
    Angle, Axis, Detail, DetailKind, FormatId, Mesh, Motion, Naming, Take, Units, Up, WarningCode,
    Warnings, in_one_line,
};
use bone::Dof;
use build::BuiltSkeleton;
use header::Header;
use skeleton::Asf;
use words::words;

pub(super) const AMC: Format = Format {
    id: FormatId::Amc,
    extensions: &["amc"],
    about: "Acclaim motion, with the skeleton (.asf) that it belongs to",
    types: &[FileType {
        acronym: Some("AMC"),
        stands_for: Some("Acclaim Motion Capture"),
        magic: Magic::Texts(
            60,
            &[("0:1024", ":FULLY-SPECIFIED", &[]), ("0:1024", ":fully-specified", &[])],
        ),
        ..FileType::text("amc", "model/x-acclaim-motion", "Acclaim motion")
    }],
    probe: header::probe,
    up: Axis::Y,
    companions: Some(Companions { extensions: &["asf"], choose: skeletons }),
    cut: Some(format::at_line_end),
    load: load_motion,
};

pub(super) const ASF: Format = Format {
    id: FormatId::Asf,
    extensions: &["asf"],
    about: "Acclaim skeleton in its rest pose, with its rigid skins (.obj)",
    // .asf is Microsoft's video as well. Neither extension weighs more, so that contents decide.
    types: &[FileType {
        acronym: Some("ASF"),
        stands_for: Some("Acclaim Skeleton File"),
        magic: Magic::Texts(
            80,
            &[(
                "0:1024",
                ":version",
                &[("8:2048", ":name"), ("8:2048", ":units"), ("8:2048", ":root")],
            )],
        ),
        macos_type: Some("com.microsoft.advanced-systems-format"),
        is_shared: true,
        ..FileType::text("asf", "model/x-acclaim-skeleton", "Acclaim skeleton")
    }],
    probe: skeleton::probe,
    up: Axis::Y,
    companions: Some(Companions { extensions: &["obj"], choose: skins }),
    cut: None,
    load: load_skeleton,
};

/// The unit of length in large collections: a length divided by it, not multiplied, is in inches.
const INCHES: f64 = 0.45;

/// The skeleton of a motion out of the files beside it: the one that a comment names, the one of the
/// same name, or of the same name up to a `_`, or the only one.
fn skeletons(source: &Source<'_>, beside: &[&str]) -> Vec<String> {
    let all: Vec<&str> = beside.iter().copied().filter(|name| stem(name).is_some()).collect();
    let called = |wanted: &str| {
        all.iter().find(|name| stem(name).is_some_and(|stem| stem.eq_ignore_ascii_case(wanted)))
    };
    let header = Header::read(&mut Reader::new(source)).ok();
    let named = header.and_then(|header| header.skeleton);
    let by_comment = named.and_then(|name| called(stem(&name)?));
    let own = source.stem();
    let shorter = own.rmatch_indices('_').map(|(end, _)| &own[..end]);
    let by_name = || std::iter::once(own).chain(shorter).find_map(called);
    let only = || all.first().filter(|_| all.len() == 1);
    by_comment.or_else(by_name).or_else(only).map(ToString::to_string).into_iter().collect()
}

/// The name of a skeleton file without its extension; `None` for other files.
fn stem(name: &str) -> Option<&str> {
    let (stem, extension) = name.rsplit_once('.')?;
    extension.eq_ignore_ascii_case("asf").then_some(stem)
}

fn skins(source: &Source<'_>, beside: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for skin in skeleton::skins(source.bytes) {
        let name = beside.iter().find(|name| is_skin(name, skin));
        if let Some(name) = name.filter(|name| !found.iter().any(|f| f == *name)) {
            found.push(name.to_string());
        }
    }
    found
}

/// Whether a file is the OBJ that `:skin` names: a path, a name without extension, or quoted.
fn is_skin(name: &str, skin: &[u8]) -> bool {
    let unquoted = skin.strip_prefix(b"\"").and_then(|s| s.strip_suffix(b"\"")).unwrap_or(skin);
    let skin = unquoted.rsplit(|b| b"/\\".contains(b)).next().unwrap_or(unquoted);
    let name = name.as_bytes();
    let stem = name.len().checked_sub(4).filter(|&at| name[at..].eq_ignore_ascii_case(b".obj"));
    stem.is_some_and(|at| name.eq_ignore_ascii_case(skin) || name[..at].eq_ignore_ascii_case(skin))
}

fn load_skeleton(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut reader = Reader::of(words(source));
    let asf = skeleton::read(&mut reader)?;
    let built = build::build(source, &asf, asf.units.angle)?;
    let (meshes, read_with) = meshes(&asf, &built, &mut reader);
    let motion = Motion::new(motion::ASSUMED_RATE.recip(), 0, built.skeleton.columns(), Vec::new());
    Ok(Take {
        naming: Naming::Acclaim,
        details: details(&asf, &mut reader.warnings),
        meshes,
        read_with,
        warnings: reader.warnings.finish(),
        ..Take::new(source.stem(), ASF.id, built.skeleton, motion, units(&asf))
    })
}

fn load_motion(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut reader = Reader::new(source);
    let header = Header::read(&mut reader)?;
    let asf_source = find_skeleton(source)?;
    let mut asf_reader = Reader::of(words(&asf_source));
    let asf = skeleton::read(&mut asf_reader)?;
    let angle = header.angle.unwrap_or(asf.units.angle);
    let built = build::build(&asf_source, &asf, angle)?;
    let file = asf_source.name();
    let frames = motion::read(&header, &asf, file, &built, &mut reader)?;
    if angle != asf.units.angle {
        let message = match angle {
            Angle::Degrees => "the motion is in degrees and its skeleton in radians",
            Angle::Radians => "the motion is in radians and its skeleton in degrees",
        };
        reader.warnings.add(WarningCode::ConventionDiffers, message);
    }
    let (meshes, mut read_with) = meshes(&asf, &built, &mut asf_reader);
    read_with.insert(0, asf_source.file.to_string());
    let mut details = vec![Detail::new(DetailKind::SKELETON, plain_text(file))];
    if let Some(named) = header.skeleton
        && !named.eq_ignore_ascii_case(file)
    {
        details.push(Detail::new(DetailKind::MADE_FOR, plain_text(&named)));
    }
    details.extend(self::details(&asf, &mut asf_reader.warnings));
    reader.warnings.append_from(file, asf_reader.warnings);
    Ok(Take {
        naming: Naming::Acclaim,
        details,
        meshes,
        read_with,
        numbers: frames.numbers,
        lost: frames.lost,
        warnings: reader.warnings.finish(),
        ..Take::new(source.stem(), AMC.id, built.skeleton, frames.motion, units(&asf))
    })
}

/// The first companion that looks like a skeleton, else the first that is called so, for its error.
fn find_skeleton<'a>(source: &Source<'a>) -> Result<Source<'a>, LoadError> {
    let is_called_so = |companion: &&Companion<'_>| {
        let refusal = foreign::refusal(&source.companion(companion));
        let is_foreign = |error: LoadError| matches!(error.kind(), ErrorKind::Foreign(_));
        stem(companion.file).is_some() && !refusal.is_some_and(is_foreign)
    };
    let companions = source.companions;
    let probed = companions.iter().find(|companion| skeleton::probe(companion.bytes));
    let Some(companion) = probed.or_else(|| companions.iter().find(is_called_so)) else {
        let what = "its skeleton, an .asf file";
        let kind = ErrorKind::NeedsCompanion { what, extension: "asf" };
        let advice = "drop its .asf onto the window as well, or name it with --skeleton";
        let hint = match companions {
            [] => advice.to_string(),
            [named, ..] => format!("{} is none; {advice}", source.companion(named).name()),
        };
        return Err(LoadError::new(source, kind).hint(hint));
    };
    let asf = source.companion(companion);
    foreign::refusal(&asf).map_or(Ok(asf), Err)
}

fn meshes(
    asf: &Asf<'_>,
    built: &BuiltSkeleton,
    reader: &mut Reader<'_>,
) -> (Vec<Mesh>, Vec<String>) {
    let source = reader.scan.source;
    let mut meshes: Vec<Mesh> = Vec::new();
    let mut read_with = Vec::new();
    for skin in &asf.skins {
        let mut companions = source.companions.iter();
        let named = |companion: &&Companion<'_>| is_skin(source.companion(companion).name(), skin);
        let Some(companion) = companions.find(named) else {
            let message = format!("no .obj file of the skin {} is there", quoted(skin));
            reader.warnings.add(WarningCode::CompanionMissing, message);
            continue;
        };
        let file = source.companion(companion);
        if meshes.iter().any(|mesh| mesh.name() == file.name()) {
            continue;
        }
        let mut skin = Reader::new(&file);
        match skin::read(asf, built, &mut skin) {
            Ok(mesh) => {
                if mesh.point_count() == 0 {
                    let message = "no faces are in the skin: there is nothing to show of it";
                    skin.warnings.add(WarningCode::PartMissing, message);
                }
                read_with.push(companion.file.to_string());
                meshes.push(mesh);
            }
            // The take is as right without its skin.
            Err(error) => {
                let message = format!("{}: the skin is left out", error.kind());
                match error.place() {
                    Some(place) => {
                        skin.warnings.add_at(WarningCode::MeshLeftOut, || place, message)
                    }
                    None => skin.warnings.add(WarningCode::MeshLeftOut, message),
                }
            }
        }
        reader.warnings.append_from(file.name(), skin.warnings);
    }
    (meshes, read_with)
}

fn units(asf: &Asf<'_>) -> Units {
    let is_inches = asf.units.length == INCHES as f32;
    Units::new(is_inches.then(|| 0.0254 / (INCHES * INCHES)), Up::assumed(AMC.up))
}

fn details(asf: &Asf<'_>, warnings: &mut Warnings) -> Vec<Detail> {
    let mut details = Vec::new();
    let mut add = |kind, text: &str| {
        let text = in_one_line(text.trim());
        if !text.is_empty() {
            details.push(Detail::new(kind, text));
        }
    };
    add(DetailKind::CALLED, &String::from_utf8_lossy(asf.name));
    add(DetailKind::VERSION, &String::from_utf8_lossy(asf.version));
    add(DetailKind::NOTES, &asf.documentation);
    let length = asf.units.length;
    if length == INCHES as f32 {
        let text = format!("{length}: what the file has, divided by it, is taken for inches");
        add(DetailKind::LENGTH_UNIT, &text);
    } else if length != 1.0 {
        add(DetailKind::LENGTH_UNIT, &length.to_string());
    }
    if asf.units.mass != 1.0 {
        add(DetailKind::MASS_UNIT, &asf.units.mass.to_string());
    }
    // As the definition has it for systems that record positions.
    let mut dofs = asf.bones.iter().flat_map(|bone| &bone.dof).peekable();
    if dofs.peek().is_some() && dofs.all(|dof| matches!(dof, Dof::Translation(_))) {
        add(DetailKind::KIND, "positions only: bones are moved and never turned");
        let message = "the skeleton is made for positions: its bones are moved and never turned";
        warnings.add(WarningCode::ConventionDiffers, message);
    }
    details
}
