//! Whole files from the disk, by as many threads as pay off, in steps between which somebody can say
//! that it was enough.

use std::fs::{self, File};
use std::io;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use super::open::text;
use super::{reason, takes_in};
use crate::loader::{ErrorKind, LoadError, Progress};

/// How much is read first: enough for the first frames of most takes.
pub(super) const HEAD: usize = 1 << 18;

/// How much a thread reads at once: little enough for a slow disk to be asked to stop, and enough for
/// a fast one not to notice.
const STEP: usize = 1 << 18;

/// How much is read before somebody may look at all that is there.
const BOUT: usize = 1 << 24;

/// With less to read than this, another thread begins when all is read.
const A_THREAD: usize = 1 << 21;

/// More threads than this do not make a disk faster, and one is enough to copy what the system has in
/// memory about as fast as memory is.
const MOST_THREADS: usize = 4;

/// Reads a whole file, which `progress` expects then. `growing` is shown all that is there, from the
/// first [`HEAD`] bytes on and time and again, and how many bytes the file has.
///
/// # Errors
/// [`LoadError`] where it cannot be read, or nobody waits for it any more.
pub(super) fn read_whole(
    path: &Path,
    progress: &Progress,
    growing: impl FnMut(&[u8], usize),
) -> Result<Vec<u8>, LoadError> {
    let read = read(path, progress, growing);
    let error = match read {
        _ if progress.is_cancelled() => ErrorKind::Cancelled,
        Ok(bytes) => return Ok(bytes),
        Err(error) => ErrorKind::Unreadable(reason(&error, "file")),
    };
    Err(LoadError::unread(&text(path), error))
}

/// The whole file in one allocation of its size; what there was of it where it was cancelled. What is
/// no plain file is refused before it is opened: a device never ends, and a pipe may never begin.
fn read(
    path: &Path,
    progress: &Progress,
    mut growing: impl FnMut(&[u8], usize),
) -> io::Result<Vec<u8>> {
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
    let file = File::open(path)?;
    let len = usize::try_from(about.len()).unwrap_or(usize::MAX);
    let mut bytes = zeros(len)?;
    progress.expect(len);
    let mut at: usize = 0;
    for bout in [HEAD].into_iter().chain(std::iter::repeat(BOUT)) {
        let end = bytes.len().min(at.saturating_add(bout));
        let read = fill(&file, &mut bytes[at..end], at, progress)?;
        at += read;
        if at < end {
            // It has become shorter since it was opened.
            bytes.truncate(at);
        }
        if read == 0 || progress.is_cancelled() {
            break;
        }
        growing(&bytes[..at], len);
    }
    // It may have become longer as well; some systems tell no length of some files.
    let mut more = [0; 1 << 13];
    while at == bytes.len() && !progress.is_cancelled() {
        let read = read_at(&file, &mut more, at)?;
        if read == 0 {
            break;
        }
        bytes.extend_from_slice(&more[..read]);
        at += read;
    }
    Ok(bytes)
}

/// As many zeros, which cost nothing until they are written.
fn zeros(len: usize) -> io::Result<Vec<u8>> {
    // Asked for first, for a file may say that it is larger than any memory.
    Vec::<u8>::new().try_reserve_exact(len)?;
    Ok(vec![0; len])
}

/// Reads what stands from byte `from` of a file on. Tells how much of it is there, or was read before
/// nobody waited for it any more.
fn fill(file: &File, bytes: &mut [u8], from: usize, progress: &Progress) -> io::Result<usize> {
    let len = bytes.len();
    let helpers = (len / A_THREAD).min(MOST_THREADS - 1);
    let steps = Mutex::new(bytes.chunks_mut(STEP).enumerate());
    let next = || steps.lock().ok()?.next();
    // Whoever is free takes the next step, so that the disk is read about in order.
    let work = || -> io::Result<usize> {
        while let Some((i, step)) = next().filter(|_| !progress.is_cancelled()) {
            let mut done = 0;
            while done < step.len() {
                let read = read_at(file, &mut step[done..], from + i * STEP + done)?;
                progress.read(read);
                done += read;
                if read == 0 {
                    return Ok(i * STEP + done);
                }
            }
        }
        Ok(len)
    };
    let read = thread::scope(|scope| {
        let spawn = |_| {
            thread::Builder::new()
                .name("reading".into())
                .spawn_scoped(scope, work)
        };
        // Without helpers it takes longer.
        let helpers: Vec<_> = (0..helpers).filter_map(|i| spawn(i).ok()).collect();
        let own = work();
        helpers.into_iter().fold(own, |read, helper| {
            let other = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok(read?.min(other?))
        })
    });
    match progress.is_cancelled() {
        true => Ok(0),
        false => read,
    }
}

/// Reads from byte `from` of a file on, once; 0 at its end.
fn read_at(file: &File, bytes: &mut [u8], from: usize) -> io::Result<usize> {
    loop {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(file, bytes, from as u64);
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, from as u64);
        match read {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that tell where they stand.
    fn bytes(len: usize) -> Vec<u8> {
        let words = (0..len as u32 / 4 + 1).flat_map(u32::to_le_bytes);
        words.take(len).collect()
    }

    fn file(name: &str, bytes: &[u8]) -> std::path::PathBuf {
        let name = format!("rushes-read-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, bytes).expect("a file");
        path
    }

    #[test]
    fn a_file_is_read_whole_by_several_threads() {
        let all = bytes(2 * BOUT + 3 * STEP + 5);
        let path = file("whole", &all);
        let progress = Progress::default();
        let mut seen = Vec::new();
        let read = read_whole(&path, &progress, |there, whole| {
            assert!(there == &all[..there.len()] && whole == all.len());
            seen.push(there.len());
        });
        assert!(read.expect("a file") == all);
        assert_eq!(seen, [HEAD, HEAD + BOUT, HEAD + 2 * BOUT, all.len()]);
        assert_eq!(progress.done(), all.len() as u64 / 2);
        fs::remove_file(path).expect("a file");
    }

    #[test]
    fn a_file_that_changes_while_it_is_read_is_as_long_as_it_is_at_the_end() {
        let all = bytes(HEAD + 7 * A_THREAD);
        for len in [HEAD + 10, HEAD + 3 * STEP, HEAD, all.len()] {
            let path = file("shorter", &all);
            let mut has_changed = false;
            let read = read_whole(&path, &Progress::default(), |_, _| {
                if !has_changed {
                    has_changed = true;
                    let file = File::options().write(true).open(&path);
                    file.and_then(|file| file.set_len(len as u64))
                        .expect("a file");
                }
            });
            assert!(read.expect("a file") == all[..len], "{len}");
            fs::remove_file(path).expect("a file");
        }
        let path = file("longer", &all);
        let longer = bytes(all.len() + 3 * STEP + 1);
        let read = read_whole(&path, &Progress::default(), |there, _| {
            if there.len() == HEAD {
                fs::write(&path, &longer).expect("a file");
            }
        });
        assert!(read.expect("a file") == longer);
        fs::remove_file(path).expect("a file");
    }

    #[test]
    fn nothing_is_read_for_nobody() {
        let path = file("cancelled", &bytes(HEAD + BOUT));
        let progress = Progress::default();
        let mut seen = 0;
        let read = read_whole(&path, &progress, |_, _| {
            seen += 1;
            progress.cancel();
        });
        assert_eq!(read.expect_err("cancelled").kind(), &ErrorKind::Cancelled);
        assert_eq!(seen, 1);
        fs::remove_file(path).expect("a file");
    }
}
