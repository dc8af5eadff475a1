//! BonesPro, a plug-in of 3ds Max: text exports of a skeleton with its mesh, and of their animation.
//!
//! ```text
//! // whatever stands behind two slashes is no part of the file
//!
//! Nb Nv                      a structure: bones, vertices (see `structure`)
//!
//! Nb Nv Nf                   an animation: bones, vertices, frames
//! Bones                      or Mesh (absolute), or Mesh (bones c.s)
//! Absolute                   or Relative to parent
//! Matrix                     or Euler Angles
//! XYZ                        order of Euler angles, one of nine
//! Degrees                    or Radians
//! first last step            which frames of the scene these are
//!                            each frame, each bone, with Bones:
//! Ax Ay Az                       lengths of its box
//! R00 … R22 Tx Ty Tz             bone transform, with Matrix
//! R00 … R22 Tx Ty Tz             transform of the scene's node
//! E0 E1 E2 Tx Ty Tz              the same two, with Euler Angles
//! E0 E1 E2 Tx Ty Tz
//!                            each frame, with Mesh (absolute): each vertex
//! Vx Vy Vz                       in the world
//!                            each frame, each bone, with Mesh (bones c.s):
//! b n                            its number, how many vertices it moves
//! v Vx Vy Vz                     n times: number of the vertex, place in the bone's frame
//! ```
//!
//! What the definition leaves open is read as 3ds Max has it: row vectors (see [`transform`]), Z up;
//! of the Euler angles E0 belongs to the first letter of the order, about whose axis is turned first:
//! `XYZ` is Rz·Ry·Rx. The box is around the bone's origin. Frames are `step` thirtieths of a second
//! apart. An animation has neither names nor parents: those come from the structure.

mod animation;
mod export;
mod frames;
mod settings;
mod skin;
mod structure;
mod transform;
mod words;

use super::error::LoadError;
use super::file_type::{FileType, Magic};
use super::rate::ASSUMED_FRAME_TIME;
use super::{Companions, Format, Source, format};
use crate::take::{Detail, DetailKind, FormatId, Motion, SkeletonBuilder, Take};
use export::{Kind, UNITS, kind};
use structure::Structure;
use words::Words;

pub(super) const FORMAT: Format = Format {
    id: FormatId::BonesPro,
    extensions: &["txt"],
    about: "BonesPro exports from 3ds Max, known by their contents: structure, and animation of bones or mesh",
    types: &[FileType {
        // Every text is .txt.
        extension: None,
        magic: Magic::Texts(
            60,
            &[
                ("6:64", "Bones", &[("11:80", "Absolute"), ("11:80", "Relative")]),
                ("6:64", "Mesh", &[("10:100", "Absolute"), ("10:100", "Relative")]),
            ],
        ),
        ..FileType::text("txt", "model/x-bonespro", "BonesPro animation")
    }],
    probe: |bytes| kind(bytes).is_some(),
    up: UNITS.up.direction.axis,
    companions: Some(Companions { extensions: &["txt"], choose: export::structures }),
    cut: Some(format::at_line_end),
    load,
};

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    match kind(source.bytes) {
        Some(Kind::Structure { .. }) => load_structure(source),
        _ => animation::load(source),
    }
}

fn load_structure(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut words = Words::new(source);
    let structure = Structure::read(&mut words)?;
    let mut build = SkeletonBuilder::default();
    let nodes = structure.build(&mut build, source)?;
    let motion = Motion::new(ASSUMED_FRAME_TIME, 0, 0, Vec::new());
    Ok(Take {
        details: vec![Detail::new(DetailKind::EXPORT, "structure")],
        meshes: skin::bound_mesh(&structure, &nodes, &mut words.reader.warnings),
        warnings: words.reader.warnings.finish(),
        ..Take::new(source.stem(), FormatId::BonesPro, build.finish(), motion, UNITS)
    })
}
