//! Objects on bones as they are named on the command line, and how their files are read.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::messages::{text, unreadable};
use super::panics::catch_panic;
use super::read::read_small;
use crate::loader::{LoadError, OBJECT_EXTENSIONS, Source, read_object};
use crate::take::Object;

const MOST_BYTES: u64 = 1 << 28;

/// A file to attach to the bone of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attach {
    /// The name of the bone's joint.
    pub bone: String,
    pub file: PathBuf,
}

impl Attach {
    /// Reads an object out of its file. Fails where the file cannot be read, or is no object.
    pub fn read(file: &Path) -> Result<Object, LoadError> {
        let bytes = read_small(file, MOST_BYTES).map_err(|error| unreadable(file, &error))?;
        catch_panic(file, || read_object(&Source::new(&text(file), &bytes)))
    }

    pub fn is_object(file: &Path) -> bool {
        file.extension().and_then(OsStr::to_str).is_some_and(|own| {
            OBJECT_EXTENSIONS.iter().any(|other| own.eq_ignore_ascii_case(other))
        })
    }
}

impl std::str::FromStr for Attach {
    type Err = String;

    /// Reads `BONE=FILE`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((bone, file)) if !bone.trim().is_empty() && !file.is_empty() => {
                Ok(Self { bone: bone.trim().to_string(), file: file.into() })
            }
            _ => Err("give a bone and a file, BONE=FILE, such as RightHand=sword.obj".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bone_and_a_file_are_read_and_halves_are_refused() {
        let attach: Attach = "Right Hand=a=b.obj".parse().expect("a bone and a file");
        assert_eq!(attach.bone, "Right Hand");
        assert_eq!(attach.file, PathBuf::from("a=b.obj"));
        for wrong in ["sword.obj", "=sword.obj", "Hand="] {
            assert!(wrong.parse::<Attach>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn objects_are_told_by_their_names() {
        let is = |file: &str| Attach::is_object(file.as_ref());
        assert!(is("a.obj") && is("A.GLB") && is("x.gltf"));
        assert!(!is("a.bvh") && !is("obj"));
    }
}
