//! Targets that write a take in one format and read that again: where it can be written, it can be read, and has as many
//! frames.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rushes::export::Export;
use rushes::loader::{Companion, Source};
use rushes::take::Take;

use crate::load::files_in;
use crate::parts::parted;
use crate::target::{Target, word};

/// How many bytes are written of a byte at the most, beside what a few keys may move for minutes.
const TIMES: usize = 2048;
const ROOM: usize = 1 << 27;

pub fn target(export: &'static Export) -> Target {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../good");
    // Several of each format, the smallest ones, for writers see takes and no files.
    let folders = std::fs::read_dir(own).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = folders.map(|entry| entry.path()).collect();
    folders.sort();
    let smallest = |folder: &PathBuf| {
        let mut files = files_in(folder);
        files.sort_by_key(|path| path.metadata().map_or(0, |about| about.len()));
        files.into_iter().take(6)
    };
    let takes = folders.iter().flat_map(smallest).collect();
    let name = format!("write-{}", word(export.extension));
    Target { takes, ..Target::new(name, move |data| assert_read_again(export, data)) }
}

fn assert_read_again(export: &'static Export, data: &[u8]) {
    let Ok(take) = parted("take", data).load() else { return };
    if export.refusal(&take).is_some() {
        return;
    }
    let most = TIMES * data.len() + ROOM;
    let written = written(most, |out| export.write(&take, out).map(|_| ()));
    let second = export.second.as_ref().map(|second| {
        let bytes = self::written(most, |out| (second.write)(&take, out));
        (format!("take.{}", second.extension), bytes)
    });
    let companion = second.as_ref().map(|(file, bytes)| Companion { file, bytes });
    let name = format!("take.{}", export.extension);
    // What has no loader is written for other programs alone.
    if ["usda", "channels.csv"].contains(&export.extension) {
        return;
    }
    let source = Source { companions: companion.as_slice(), ..Source::new(&name, &written) };
    let read = rushes::read_with(&source).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(frames(&read), frames(&take), "frames");
}

/// A take that does not move may be one frame or none.
fn frames(take: &Take) -> usize {
    take.motion.frame_count().max(1)
}

/// What is written, which is no more than so many bytes.
fn written(most: usize, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Vec<u8> {
    struct Limited(Vec<u8>, usize);
    impl Write for Limited {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            assert!(self.0.len() + bytes.len() <= self.1, "more than {} bytes", self.1);
            self.0.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut out = Limited(Vec::new(), most);
    write(&mut out).expect("memory takes it");
    out.0
}
