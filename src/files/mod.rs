//! Takes on disk: opening, watching and writing files, their reviews, and the built-in take.

#[cfg(feature = "app")]
mod ahead;
mod beginning;
#[cfg(feature = "app")]
mod clock;
mod columns;
#[cfg(feature = "app")]
mod copier;
#[cfg(feature = "app")]
mod ffmpeg;
#[cfg(feature = "app")]
mod ffmpeg_writer;
mod folder;
mod large;
#[cfg(feature = "app")]
#[cfg_attr(page, path = "page/lock.rs")]
mod lock;
#[cfg(feature = "app")]
mod many;
mod messages;
mod objects;
mod open;
mod opener;
#[cfg(feature = "app")]
mod other_machine;
#[cfg(feature = "app")]
mod other_reviews;
mod panics;
#[cfg_attr(page, path = "page/part.rs")]
mod part;
#[cfg(feature = "app")]
mod paths;
mod read;
#[cfg(feature = "app")]
pub mod reference_video;
#[cfg(feature = "app")]
mod reviews;
mod sequence;
mod siblings;
#[cfg(all(unix, feature = "app"))]
mod signals;
#[cfg(all(windows, feature = "app"))]
#[path = "console_signals.rs"]
mod signals;
#[cfg(feature = "app")]
mod stamp;
#[cfg(feature = "app")]
mod take_files;
#[cfg(feature = "app")]
mod video;
#[cfg(feature = "app")]
#[cfg_attr(page, path = "page/walk.rs")]
mod walk;
#[cfg(all(feature = "app", not(page)))]
mod watch;
#[cfg(all(feature = "app", not(page)))]
mod watch_folders;
#[cfg(all(feature = "app", not(page)))]
mod worker;
mod write;
#[cfg(feature = "app")]
mod yuv420;

use std::io::Read as _;

use flate2::read::GzDecoder;

use crate::guess;
use crate::take::Take;

#[cfg(feature = "app")]
pub use ahead::{Ahead, Nothing};
#[cfg(feature = "app")]
pub use clock::{age, now, today};
pub use columns::{columns_in, read_columns, read_table_head, write_columns};
#[cfg(feature = "app")]
pub use copier::{CopiedFile, Copier, CopyError, CopyState};
#[cfg(all(feature = "app", not(page)))]
pub use folder::takes_below;
pub use folder::{Walked, columns_beside, expand, neighbours, walk_takes};
#[cfg(feature = "app")]
pub use lock::Lock;
#[cfg(feature = "app")]
pub use many::{are_many, each_file};
pub use messages::reason;
#[cfg(feature = "app")]
pub use messages::{JSON_SCHEMA, json_head};
pub use objects::Attach;
pub use open::{Queue, open, open_all, open_with};
pub use opener::{OpenOptions, Opened, Opener, Preview, PreviewSink};
#[cfg(feature = "app")]
pub use other_machine::leads_to_other_machine;
#[cfg(feature = "app")]
pub use other_reviews::{OtherReviews, ReviewMerge};
pub use panics::{catch_all, catch_panic, guarded, report_panics};
pub use part::Readers;
#[cfg(feature = "app")]
pub use paths::{UserFolders, free_path, is_same_file, path_from_bytes, plain_name};
pub use read::{read_pipe, read_small};
#[cfg(feature = "app")]
pub use reviews::{IfNewer, LoadedReview, Reviews, SaveError, SavedReview, holds_notes};
pub use sequence::{Sequences, first_of_sequences};
#[cfg(all(feature = "app", not(page)))]
pub use signals::{end_by, on_signal};
#[cfg(feature = "app")]
pub use stamp::{FileStamp, hash_of, read_hashed};
#[cfg(feature = "app")]
pub use take_files::TakeFiles;
#[cfg(feature = "app")]
pub use video::{Container, Sound, Video};
#[cfg(all(feature = "app", not(page)))]
pub use watch::Watcher;
#[cfg(all(feature = "app", not(page)))]
pub use watch_folders::FolderWatcher;
#[cfg(all(feature = "app", not(page)))]
pub use worker::{WORKER, serve, use_workers};
#[cfg(any(feature = "app", feature = "parquet"))]
pub use write::Waiting;
pub use write::{is_stream, make_private_folder, was_link, write, write_own, write_private};
#[cfg(feature = "app")]
pub use write::{size_of, write_ahead, write_by};
#[cfg(page)]
pub use {paths::numbered_paths, reviews::with_ending, walk::files_below};

/// The take that shows where no file is given, packed by the build: `assets/builtin/generate.rs` makes it.
const BUILTIN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/stroll.bvh.gz"));

pub fn builtin() -> Take {
    let mut text = Vec::new();
    GzDecoder::new(BUILTIN).read_to_end(&mut text).expect("it was packed whole");
    guess::read("stroll.bvh", &text).expect("the built-in take loads")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::ops::Deref;
    use std::path::Path;

    use tempfile::TempDir;

    use super::*;

    /// A folder that is gone behind its test.
    pub struct TestFolder(TempDir);

    impl Deref for TestFolder {
        type Target = Path;

        fn deref(&self) -> &Path {
            self.0.path()
        }
    }

    pub fn folder(name: &str) -> TestFolder {
        TestFolder(tempfile::Builder::new().prefix(&format!("rushes-{name}-")).tempdir().unwrap())
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
    #[cfg(unix)]
    fn what_is_no_plain_file_is_refused() {
        let error = open("/dev/zero").unwrap_err();
        assert_eq!(error.to_string(), "/dev/zero: cannot be read: it is not a regular file");
    }

    #[test]
    fn a_folder_without_takes_is_told() {
        let folder = folder("empty");
        let error = open(&expand(&[folder.to_path_buf()])[0]).unwrap_err();
        assert!(error.to_string().ends_with("no takes are in this folder"));
        fs::write(folder.join("a.bvh"), "").unwrap();
        let error = open(&*folder).unwrap_err();
        assert!(error.to_string().ends_with("it is a folder"), "{error}");
    }
}
