//! Pickles of Python and files of torch, in which the projects that find people in video keep poses of SMPL.
//!
//! ```text
//! name.pkl     a pickle (see `machine`), which joblib may have packed with zlib
//! name.pt      a pickle, and numbers beside it (see `torch`)
//! ```
//!
//! Nothing in them is run. Their arrays (see `arrays`) are read under the keys of an archive of NumPy.

mod arrays;
mod calls;
mod decode;
mod fault;
mod found;
mod machine;
mod names;
mod people;
mod storages;
mod torch;
mod tree;

use super::super::error::{ErrorKind, LoadError};
use super::super::file_type::FileType;
use super::super::word::shown;
use super::super::{Format, Source};
use super::archive::Archive;
use super::array::NamedArray;
use super::take::{UP, take_of};
use super::zip;
use crate::take::{FormatId, Take, WarningCode, Warnings};
use calls::CALLS;
use fault::Fault;
use found::Arrays;
use machine::Machine;
use storages::Storages;
use tree::{Tree, Value};

pub const FORMAT: Format = Format {
    id: FormatId::Pickle,
    extensions: &["pkl", "pt", "pth"],
    about: "Pickles of Python and torch: poses of SMPL out of video (GVHMR, WHAM, 4DHumans, TRAM, ROMP), and positions",
    types: &[
        FileType {
            is_shared: true,
            ..FileType::new("pkl", "application/x-python-pickle", "Python pickle")
        },
        FileType {
            is_shared: true,
            ..FileType::new("pt", "application/x-pytorch", "PyTorch file")
        },
    ],
    probe,
    up: UP,
    companions: None,
    cut: None,
    load,
};

/// So many bytes any packed pickle may have.
const MIN_UNPACKED: usize = 1 << 18;

fn probe(bytes: &[u8]) -> bool {
    folder_of_archive(bytes).is_some()
        || bytes.starts_with(torch::MAGIC)
        || is_pickle(bytes)
        || is_packed(bytes)
}

/// The folder of an archive of torch.
fn folder_of_archive(bytes: &[u8]) -> Option<&[u8]> {
    zip::first_name(bytes)?.strip_suffix(torch::PICKLE)
}

/// Protocol 2 or later, each of which goes on with something that is put on the stack; or 0 or 1 with a dictionary.
fn is_pickle(bytes: &[u8]) -> bool {
    const FIRST: &[u8] = b"}])(\x95cXK\x8c\x8a";
    match *bytes {
        [0x80, 2..=5, next, ..] => FIRST.contains(&next),
        [b'(', b'd' | b'l', b'p', ref rest @ ..] => rest.first().is_some_and(u8::is_ascii_digit),
        [b'}', b'q', place, ..] => place == 0,
        _ => false,
    }
}

/// What zlib packs begins so.
fn is_packed(bytes: &[u8]) -> bool {
    matches!(bytes, [0x78, 0x01 | 0x5e | 0x9c | 0xda, ..])
}

fn load(source: &Source<'_>) -> Result<Take, LoadError> {
    let mut warnings = Warnings::default();
    let contradiction =
        |message: String| LoadError::at_byte(source, 0, ErrorKind::Contradiction(message));
    let max_unpacked = zip::max_unpacked(source.bytes.len(), MIN_UNPACKED);
    let unpacked;
    let storages;
    let (bytes, is_older) = if let Some(folder) = folder_of_archive(source.bytes) {
        storages = Storages::of_archive(source, folder).map_err(contradiction)?;
        let member = zip::members(source.bytes).next();
        let pickle = member.map(|member| member.packed).unwrap_or_default();
        (pickle, false)
    } else {
        storages = Storages::default();
        if is_packed(source.bytes) {
            unpacked = zip::unpack_zlib(source.bytes, max_unpacked);
            if !unpacked.is_whole && unpacked.data.len() >= max_unpacked {
                let message = format!(
                    "{} bytes are packed to {}: no motion is packed so tightly",
                    unpacked.data.len(),
                    source.bytes.len(),
                );
                return Err(contradiction(message));
            }
            (&*unpacked.data, false)
        } else {
            (source.bytes, source.bytes.starts_with(torch::MAGIC))
        }
    };
    let mut machine = Machine::new(source, bytes, storages, &CALLS);
    let kept = if is_older {
        torch::read_older(bytes, |bytes, storages| {
            Ok(Machine::new(source, bytes, storages, &CALLS))
        })
        .map(|(whole, kept)| {
            machine = whole;
            kept
        })
    } else {
        machine.run()
    };
    let root = kept.map_err(|fault| error(source, &machine, fault))?;
    let arrays = Arrays::below(&machine.tree, root, max_unpacked).map_err(contradiction)?;
    for remark in &arrays.remarks {
        warnings.add(WarningCode::ValuesLeftOut, remark.clone());
    }
    let archive = Archive::of_pickle(source, &arrays.found, advice(source));
    Ok(Take { format: FORMAT.id, ..take_of(archive, warnings)? })
}

/// The objects of an array of these, which are a pickle.
pub(super) struct Objects<'a> {
    /// The key of the array.
    key: &'a str,
    tree: Tree<'a>,
    root: Value,
}

impl<'a> Objects<'a> {
    /// `None` where they are anything but arrays and what holds them.
    pub fn read(source: &Source<'_>, key: &'a str, pickle: &'a [u8]) -> Option<Self> {
        let mut machine = Machine::new(source, pickle, Storages::default(), &CALLS);
        let root = machine.run().ok()?;
        Some(Self { key, tree: machine.tree, root })
    }
}

/// The arrays in objects.
pub(super) fn arrays_of<'t>(
    objects: &'t [Objects<'_>],
    source: &Source<'_>,
) -> Vec<NamedArray<'t>> {
    let max_unpacked = zip::max_unpacked(source.bytes.len(), MIN_UNPACKED);
    let found = objects.iter().filter_map(|Objects { key, tree, root }| {
        let mut found = Arrays::below(tree, *root, max_unpacked).ok()?.found;
        for array in found.iter_mut().filter(|_| objects.len() > 1) {
            array.key = format!("{key}/{}", array.key);
        }
        Some(found)
    });
    found.flatten().collect()
}

fn error(source: &Source<'_>, machine: &Machine<'_, '_>, fault: Fault) -> LoadError {
    let at = machine.at.min(source.bytes.len());
    match fault {
        Fault::Cancelled => LoadError::new(source, ErrorKind::Cancelled),
        Fault::CutOff => {
            let end = "the end of the file";
            LoadError::expected_at_byte(source, at, "the rest of a pickle", end)
                .hint("the file breaks off: copy it again from where it was made")
        }
        Fault::Refused { module, name } => {
            let [module, name] = [module, name].map(|text| shown(text.as_bytes()));
            let message = format!("the pickle asks for {module}.{name}: nothing is run");
            LoadError::at_byte(source, at, ErrorKind::Contradiction(message)).hint(advice(source))
        }
        Fault::Expected(what) => LoadError::expected_at_byte(source, at, what, "something else"),
        Fault::Contradiction(message) => {
            LoadError::at_byte(source, at, ErrorKind::Contradiction(message))
        }
    }
}

/// Three lines of Python that save what is read.
fn advice(source: &Source<'_>) -> String {
    let name = source.name();
    let is_of_torch =
        folder_of_archive(source.bytes).is_some() || source.bytes.starts_with(torch::MAGIC);
    let [library, load] =
        if is_of_torch { ["torch", "torch.load"] } else { ["joblib", "joblib.load"] };
    let stem = source.stem();
    format!(
        "where you trust the file, save what Rushes reads with Python:\n  import {library}, numpy; take = \
         {load}(\"{name}\")\n  numpy.savez(\"{stem}.npz\", poses=take[\"poses\"], trans=take[\"trans\"])"
    )
}
