//! What pictures are made of: takes, the built-in one among them, and objects for bones.

use std::path::Path;

use crate::cli::exit::Failure;
use crate::cli::options::{Reader, or_print};
use crate::files::Attach;
use crate::take::{NodeId, Object, Take};

/// Reads a take; 'builtin' is the one that Rushes comes with.
///
/// # Errors
/// Where it cannot be read; why is printed.
pub(super) fn open(reader: &Reader, file: &Path) -> Result<Take, Failure> {
    if file.as_os_str() == "builtin" { Ok(crate::files::builtin()) } else { reader.open(file) }
}

/// Reads the objects of bones of a take.
///
/// # Errors
/// Where one cannot be read, which is printed, or the take has no such bone.
pub(super) fn objects(take: &Take, attach: &[Attach]) -> Result<Vec<(NodeId, Object)>, Failure> {
    let read = |attach: &Attach| {
        let Some(node) = take.skeleton.find(&attach.bone) else {
            let message = format!("no bone is called '{}'", attach.bone);
            return Err(Failure::Arguments(message));
        };
        Ok((node, or_print(Attach::read(&attach.file))?))
    };
    attach.iter().map(read).collect()
}
