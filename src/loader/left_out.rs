//! The formats that a build may leave out: how their files are known in any case, and the error for one that is.

use memchr::memmem;

use super::error::{ErrorKind, LoadError};
use super::text::without_mark;
use super::{Format, Source};
use crate::take::FormatId;

pub(super) const FBX: &[&str] = &["fbx"];
pub(super) const GLTF: &[&str] = &["glb", "gltf", "vrm", "vrma"];
pub(super) const PARQUET: &[&str] = &["parquet"];

/// Whether bytes begin a file of a format.
type Probe = fn(&[u8]) -> bool;

/// Those that this build leaves out, each with its extensions and probe. Their features have their names.
const LEFT_OUT: &[(FormatId, &[&str], Probe)] = &[
    #[cfg(not(feature = "fbx"))]
    (FormatId::Fbx, FBX, is_fbx),
    #[cfg(not(feature = "gltf"))]
    (FormatId::Gltf, GLTF, is_gltf),
    #[cfg(not(all(feature = "parquet", not(target_family = "wasm"))))]
    (FormatId::Parquet, PARQUET, is_parquet),
];

/// Whether the first words are those of a binary FBX, or of the comment that begins a text.
pub(super) fn is_fbx(bytes: &[u8]) -> bool {
    /// How far into a text its header begins.
    const HEAD: usize = 1 << 12;
    let head = &bytes[..bytes.len().min(HEAD)];
    let has = |words: &[u8]| memmem::find(head, words).is_some();
    head.starts_with(b"Kaydara FBX Binary")
        || head.starts_with(b"; FBX ")
        || has(b"FBXHeaderExtension") && has(b"FBXVersion")
}

/// Whether the first bytes are those of a GLB, or of JSON that says which glTF it is.
pub(super) fn is_gltf(bytes: &[u8]) -> bool {
    /// How far into a text its asset begins at the latest in files that are known by their contents.
    const HEAD: usize = 1 << 16;
    let head = without_mark(&bytes[..bytes.len().min(HEAD)]);
    let has = |word: &[u8]| memmem::find(head, word).is_some();
    let is_json = head.trim_ascii_start().starts_with(b"{");
    head.starts_with(b"glTF") || is_json && has(b"\"asset\"") && has(b"\"version\"")
}

/// Whether it is a table of Parquet, whatever its columns are: these stand at its end.
pub(super) fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1")
}

/// The format of a file that this build leaves out: as was asked for, else by its contents, and by its extension where
/// they are those of no other one of the `formats`.
pub(super) fn format_of(source: &Source<'_>, formats: &[Format]) -> Option<FormatId> {
    let extension = source.extension().unwrap_or_default();
    let is_other = || formats.iter().any(|format| (format.probe)(source.bytes));
    let mut left_out = LEFT_OUT.iter();
    let found = left_out.find(|(id, extensions, probe)| match source.options.format {
        Some(asked) => asked == *id,
        None => probe(source.bytes) || extensions.contains(&extension.as_str()) && !is_other(),
    });
    found.map(|(id, ..)| *id)
}

/// Why a file of a format is not read that this build leaves out.
pub(super) fn refusal(source: &Source<'_>, format: FormatId) -> LoadError {
    let feature = format.name().to_ascii_lowercase();
    let error = LoadError::new(source, ErrorKind::LeftOut(format));
    error.hint(if cfg!(target_family = "wasm") {
        "the program for desktops reads it".into()
    } else {
        format!("build Rushes with its feature {feature}")
    })
}
