//! NPZ and NPY, the arrays of NumPy that research keeps motion in.
//!
//! ```text
//! name.npz     a ZIP archive (see `zip`) of arrays called key.npy (see `array`)
//! name.npy     one array alone
//! ```
//!
//! Nobody has agreed on keys. Three kinds of motion are known by what most programs write: positions of
//! joints, as frames × joints × 3 (see `positions`), with names, parents and rotations where there are some;
//! poses of SMPL's family (see `smpl`), which are rotations alone; and features of HumanML3D (see
//! `features`), which become positions. Y is up by custom where nothing says so, and the unit of length
//! is not said; kimodo and SMPL count in metres. An array of objects of Python, as ROMP and TRAM write it, is a pickle.

mod archive;
mod array;
mod body;
mod clock;
mod features;
mod grid;
mod joints;
mod leading_axes;
pub(super) mod pickle;
mod pose_keys;
mod poses;
mod positions;
mod rotation_form;
mod rotations;
mod sequences;
mod smpl;
mod take;
mod tree;
mod zip;

use super::error::LoadError;
use super::file_type::{FileType, Magic};
use super::{Format, Source};
use crate::take::{FormatId, Take, Warnings};
use archive::{Archive, EXTENSION};
use take::{UP, take_of};

pub(super) const FORMAT: Format = Format {
    id: FormatId::Npz,
    extensions: &["npz", "npy"],
    about: "NumPy arrays of research: joint positions, HumanML3D, and poses of SMPL (AMASS) on a figure of Rushes' own",
    types: &[
        FileType {
            acronym: Some("NPZ"),
            kind_of: Some("application/zip"),
            is_shared: true,
            ..FileType::new("npz", "application/x-npz", "NumPy archive")
        },
        FileType {
            magic: Magic::Texts(60, &[("0", r"\x93NUMPY", &[])]),
            is_shared: true,
            ..FileType::new("npy", "application/x-npy", "NumPy array")
        },
    ],
    probe,
    up: UP,
    companions: None,
    cut: None,
    load,
};

/// Whether this is an array, or an archive whose first member is called like one.
fn probe(bytes: &[u8]) -> bool {
    let first = zip::first_name(bytes);
    bytes.starts_with(array::MAGIC) || first.is_some_and(|name| name.ends_with(EXTENSION))
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let archive = Archive::open(source, &mut warnings)?;
    let objects = archive.objects();
    let trees: Vec<_> = objects
        .iter()
        .filter_map(|(key, bytes)| pickle::Objects::read(source, key, bytes))
        .collect();
    let arrays = pickle::arrays_of(&trees, source);
    take_of(archive.with(&arrays), warnings)
}
