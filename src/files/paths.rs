//! Names of new files: without what file systems make something else of, and such that no file is written over; and
//! the user's folders.

use std::path::{Path, PathBuf};

use super::write::is_device;
use crate::fs;

/// A name without what file systems make something else of.
pub fn plain_name(name: &str) -> String {
    let is_special = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let mut name = name.replace(is_special, "_");
    // Windows leaves out dots and blanks at the end.
    if name.ends_with(['.', ' ']) {
        name.push('_');
    }
    if is_device(&name) {
        name.insert(0, '_');
    }
    name
}

/// A path in a folder that nothing has yet: `stem.extension`, else with a number behind the stem and `between`.
pub fn free_path(folder: &Path, stem: &str, between: char, extension: &str) -> PathBuf {
    numbered_paths(folder, stem, between, extension)
        .find(|path| fs::symlink_metadata(path).is_err())
        .unwrap_or_else(|| folder.join(stem))
}

/// `stem.extension` in a folder, then the same with 2, 3 and so on behind the stem and `between`. Without an extension there is
/// no dot.
pub fn numbered_paths(
    folder: &Path,
    stem: &str,
    between: char,
    extension: &str,
) -> impl Iterator<Item = PathBuf> {
    let dot = if extension.is_empty() { "" } else { "." };
    let numbers = (2..).map(move |number| format!("{between}{number}"));
    let numbers = std::iter::once(String::new()).chain(numbers);
    numbers.map(move |number| folder.join(format!("{stem}{number}{dot}{extension}")))
}

pub fn is_same_file(a: &Path, b: &Path) -> bool {
    let [a, b] = [a, b].map(fs::canonicalize);
    matches!((a, b), (Ok(a), Ok(b)) if a == b)
}

/// The path that `as_encoded_bytes` gave these bytes of.
#[cfg(unix)]
pub fn path_from_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

/// The path that `as_encoded_bytes` gave these bytes of; what is no text in it is replaced.
#[cfg(not(unix))]
pub fn path_from_bytes(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserFolders {
    pub config: PathBuf,
    pub state: PathBuf,
    /// For what can be made again.
    pub cache: PathBuf,
}

impl UserFolders {
    /// `~/.config/rushes`, `~/.local/state/rushes` and `~/.cache/rushes` on Linux, or where `XDG_CONFIG_HOME`,
    /// `XDG_STATE_HOME` and `XDG_CACHE_HOME` say. `None` for a user without a home.
    pub fn find() -> Option<Self> {
        let [config, state, cache] = fs::user_folders("rushes")?;
        Some(Self { config, state, cache })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::folder;
    use super::*;

    #[test]
    fn a_new_file_never_takes_the_place_of_another() {
        let folder = folder("free");
        let free = || free_path(&folder, "walk_7", '-', "png");
        assert_eq!(free(), folder.join("walk_7.png"));
        std::fs::write(folder.join("walk_7.png"), "").unwrap();
        assert_eq!(free(), folder.join("walk_7-2.png"));
    }

    #[test]
    fn names_are_those_that_every_file_system_takes() {
        assert_eq!(plain_name("take: 1/2"), "take_ 1_2");
        assert_eq!(plain_name("左ひじ"), "左ひじ");
        assert_eq!(plain_name("take 1."), "take 1._");
        for name in ["nul", "Con.bvh", "com1", "LPT².x", "aux .tar.gz"] {
            assert_eq!(plain_name(name), format!("_{name}"));
        }
        for name in ["null", "com", "com10", "comb", "walk.con"] {
            assert_eq!(plain_name(name), name);
        }
    }
}
