//! Takes on disk: the only place that reads one, and the built-in one that is always there.

mod folder;
mod natural;
mod open;
mod queue;
mod read;
mod siblings;
mod watch;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::loader::{self, Source};
use crate::take::Take;

pub use folder::{expand, neighbours};
pub use open::{How, Onlooker, Opened, Opener, Preview, open, open_all};
pub use queue::Queue;
pub use watch::Watcher;

use folder::{extension, head, is_take, takes_in};
use read::read_whole;

/// The take that shows where no file is given: `assets/builtin/generate.rs` makes it.
const BUILTIN: &[u8] = include_bytes!("../../assets/builtin/stroll.bvh");

/// The built-in take.
///
/// # Panics
/// Never: a test loads it.
pub fn builtin() -> Take {
    loader::load(&Source::new("stroll.bvh", BUILTIN)).expect("the built-in take loads")
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
/// takes its name. A file that is there and empty is written itself: there is nothing to lose, and
/// who made it may have it open to read from, as desktops do that ask for thumbnails.
///
/// # Errors
/// Those of the file system and of `write`, in plain words; the neighbour is gone then, and what was
/// empty is empty.
pub fn write(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let told = |error: io::Error| io::Error::new(error.kind(), reason(&error, "folder"));
    let is_made_for_us = fs::symlink_metadata(path).is_ok_and(|at| at.is_file() && at.len() == 0);
    if is_made_for_us {
        let file = File::options().write(true).open(path).map_err(told)?;
        let mut out = BufWriter::new(file);
        return write(&mut out).and_then(|()| out.flush()).map_err(|error| {
            let (file, _) = out.into_parts();
            let _ = file.set_len(0);
            told(error)
        });
    }
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
        told(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    pub fn folder(name: &str) -> PathBuf {
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
    fn who_has_an_empty_file_open_sees_what_is_written() {
        use std::io::Read as _;
        let folder = folder("made");
        let path = folder.join("thumbnail.png");
        let mut open = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .unwrap();
        let failed = write(&path, |out| {
            out.write_all(b"half")?;
            out.flush()?;
            Err(io::Error::other("full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"");
        write(&path, |out| out.write_all(b"picture")).unwrap();
        let mut seen = String::new();
        open.read_to_string(&mut seen).unwrap();
        assert_eq!(seen, "picture");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
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
