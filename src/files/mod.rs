//! Takes on disk: the only place that reads one, and the built-in one that is always there.

mod caught;
mod folder;
mod natural;
mod open;
mod queue;
mod read;
mod siblings;
#[cfg(unix)]
mod signals;
mod watch;
mod write;

use std::io;

use crate::guess;
use crate::loader::Source;
use crate::take::Take;

pub use caught::{catch_all, caught, guarded};
pub use folder::{expand, neighbours};
pub use open::{How, Onlooker, Opened, Opener, Preview, open, open_all};
pub use queue::Queue;
pub use read::read_small;
#[cfg(unix)]
pub use signals::{end_by, on_signal};
pub use watch::Watcher;
pub use write::{is_stream, write, write_private};

use folder::{extension, head, is_take, takes_in};

/// The take that shows where no file is given: `assets/builtin/generate.rs` makes it.
const BUILTIN: &[u8] = include_bytes!("../../assets/builtin/stroll.bvh");

/// The built-in take.
///
/// # Panics
/// Never: a test loads it.
pub fn builtin() -> Take {
    guess::load(&Source::new("stroll.bvh", BUILTIN)).expect("the built-in take loads")
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

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
