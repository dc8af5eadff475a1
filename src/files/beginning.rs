//! What a path and the first bytes of its file tell of it.

use std::io::Read as _;
use std::path::Path;

use crate::fs::{self, File};

/// The folder that a file is in; of a path without one, the one that the program is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().unwrap_or(Path::new(""));
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// The extension of a file, in lower case.
pub(super) fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// The beginning of a file; nothing where it cannot be read, or is no plain file.
pub(super) fn head(path: &Path) -> Vec<u8> {
    const ENOUGH: u64 = 4096;
    let mut bytes = Vec::new();
    if fs::is_file(path)
        && let Ok(file) = File::open(path)
    {
        // What was read before an error is all that there is to go by.
        let _ = file.take(ENOUGH).read_to_end(&mut bytes);
    }
    bytes
}

/// A name in its parts, with the last number in it, which is not in its extension: what stands ahead of the number, its
/// digits, and the rest.
pub(super) fn numbered_parts(name: &str) -> Option<[&str; 3]> {
    let stem = name.rfind('.')?;
    let end = name[..stem].rfind(|c: char| c.is_ascii_digit())? + 1;
    let begin = name[..end].rfind(|c: char| !c.is_ascii_digit());
    let begin = begin.map_or(0, |at| at + name[at..].chars().next().map_or(1, char::len_utf8));
    Some([&name[..begin], &name[begin..end], &name[end..]])
}
