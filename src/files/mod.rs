//! Takes on disk: the only place that reads one, and the built-in one that is always there.

mod open;

use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

use crate::loader::{self, Source};
use crate::take::Take;

pub use open::{How, Opened, Opener, open, open_all};

/// The take that shows where no file is given: `assets/builtin/generate.rs` makes it.
const BUILTIN: &[u8] = include_bytes!("../../assets/builtin/stroll.bvh");

/// The built-in take.
///
/// # Panics
/// Never: a test loads it.
pub fn builtin() -> Take {
    loader::load(&Source::new("stroll.bvh", BUILTIN)).expect("the built-in take loads")
}

/// The whole file in one allocation of its size. What is no plain file is refused before it is
/// opened: a device never ends, and a pipe may never begin.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        let empty = takes_in(path)?.is_empty();
        return Err(io::Error::other(if empty {
            "no takes are in this folder"
        } else {
            "it is a folder"
        }));
    }
    if !about.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(about.len()).unwrap_or(usize::MAX))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What the operating system says, without its error number; `missing` is what is not there where it
/// found nothing.
fn reason(error: &io::Error, missing: &str) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => format!("there is no such {missing}"),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::IsADirectory => "it is a folder".into(),
        _ => {
            let told = error.to_string();
            let plain = told.split_once(" (os error ");
            plain.map_or(told.clone(), |(plain, _)| plain.to_string())
        }
    }
}

/// Writes a file so that an older one survives a failed run: into a neighbour first, which then
/// takes its name.
///
/// # Errors
/// Those of the file system and of `write`, in plain words; the neighbour is gone then.
pub fn write(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let result = File::create(&part).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()?;
        fs::rename(&part, path)
    });
    result.map_err(|error| {
        // The first error is the one to tell.
        let _ = fs::remove_file(&part);
        io::Error::new(error.kind(), reason(&error, "folder"))
    })
}

/// The paths of a list as one file each: a folder stands for the takes directly inside of it, by
/// name. One without takes stays, for [`open`] to say so.
pub fn expand(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in paths {
        match takes_in(path) {
            Ok(inside) if !inside.is_empty() => files.extend(inside),
            _ => files.push(path.clone()),
        }
    }
    files
}

/// The takes directly inside of a folder, by name.
fn takes_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut inside: Vec<PathBuf> = fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| is_take(path))
        .collect();
    inside.sort();
    Ok(inside)
}

/// Whether a file's extension is one that a format uses; where files of other kinds use it too, whether
/// its contents begin like that format.
fn is_take(path: &Path) -> bool {
    let extension = extension(path);
    loader::FORMATS.iter().any(|format| {
        format.claims(&extension)
            || format.extensions.contains(&extension.as_str()) && (format.recognises)(&head(path))
    })
}

/// What stands behind the last dot of a file's name, in lower case.
fn extension(path: &Path) -> String {
    let extension = path.extension().unwrap_or_default();
    extension.to_string_lossy().to_ascii_lowercase()
}

/// The beginning of a file; nothing where it cannot be read, or is no plain file.
fn head(path: &Path) -> Vec<u8> {
    const ENOUGH: u64 = 4096;
    let mut bytes = Vec::new();
    if path.is_file()
        && let Ok(file) = File::open(path)
    {
        // What was read before an error is all that there is to go by.
        let _ = file.take(ENOUGH).read_to_end(&mut bytes);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("rushes-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn the_built_in_take_loads_without_a_warning() {
        let take = builtin();
        assert_eq!(take.warnings, []);
        assert!(take.skeleton.nodes().len() >= 20);
        assert!(take.motion.duration() >= 8.0);
        assert_eq!(take.fps().round(), 60.0);
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = folder("write");
        let path = folder.join("out.txt");
        write(&path, |out| out.write_all(b"old")).unwrap();
        let failed = write(&path, |out| {
            out.write_all(b"new")?;
            Err(io::Error::other("full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_stands_for_its_takes_by_name() {
        let folder = folder("expand");
        for name in ["b.BVH", "a.bvh", "notes.txt"] {
            fs::write(folder.join(name), "").unwrap();
        }
        fs::write(folder.join("c.txt"), "// bones\n1 0\n<Hips>").unwrap();
        let found = expand(&[folder.clone(), PathBuf::from("none.bvh")]);
        let names: Vec<_> = found.iter().map(|p| p.file_name().unwrap()).collect();
        assert_eq!(names, ["a.bvh", "b.BVH", "c.txt", "none.bvh"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_plain_file_is_refused() {
        let error = open(Path::new("/dev/zero"), &How::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "/dev/zero: cannot be read: it is no plain file"
        );
    }

    #[test]
    fn a_folder_without_takes_is_told() {
        let folder = folder("empty");
        let told = || {
            let files = expand(std::slice::from_ref(&folder));
            open(&files[0], &How::default()).unwrap_err()
        };
        assert!(told().to_string().ends_with("no takes are in this folder"));
        fs::write(folder.join("a.bvh"), "").unwrap();
        let error = open(&folder, &How::default()).unwrap_err();
        assert!(error.to_string().ends_with("it is a folder"), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }
}
