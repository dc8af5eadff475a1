//! How a whole file is read from disk: by several threads, in steps, until somebody cancels it. One thread takes 2.2 times as long as four for 212 MB that the system does not
//! have in memory yet.

use std::io::{self, IsTerminal as _, Read as _};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use super::folder::takes_in;
use super::messages::{not_plain, text, unreadable};
use crate::fs::{self, File};
use crate::loader::{ErrorKind, LoadError, Progress};

/// How much is read first: enough for the first frames of most takes.
pub(super) const HEAD: usize = 1 << 18;

/// How much a thread reads at once: little enough for a slow disk to be asked to stop, and enough for
/// a fast one not to notice.
const STEP: usize = 1 << 18;

/// How much is read before somebody may look at all that is there.
const BOUT: usize = 1 << 24;

/// What begins with so many blanks or zero bytes is taken for nothing else: a disk that was full leaves
/// files of any size that hold nothing, and reading one may take minutes.
const BLANK: usize = 1 << 22;

/// How much more than its length, at most, is read of a file: another program may be writing it, but
/// some of the system's own say that they have no length and never end.
const MAX_MORE: usize = 1 << 26;

/// No take that comes through a pipe has more bytes.
const MAX_PIPED: usize = 1 << 30;

/// What the threads that read beside the first one are called.
pub(super) const THREAD: &str = "reading";

/// With less to read than this, another thread begins when all is read.
const MIN_SHARE: usize = 1 << 21;

/// More threads than this do not make a disk faster, and one is enough to copy what the system has in
/// memory about as fast as memory is.
const MAX_THREADS: usize = 4;

/// Reads a whole file, which `progress` expects then. `growing` is shown all that is there, from the first [`HEAD`]
/// bytes on and time and again, and how many bytes the file has. Fails where it cannot be read, or nobody waits for
/// it any more.
pub(super) fn read_whole(
    path: &Path,
    progress: &Progress,
    growing: impl FnMut(&[u8], usize),
) -> Result<Vec<u8>, LoadError> {
    let read = read(path, progress, growing);
    if progress.is_cancelled() {
        return Err(LoadError::unread(&text(path), ErrorKind::Cancelled));
    }
    into_bytes(path, read)
}

fn into_bytes(path: &Path, read: io::Result<Contents>) -> Result<Vec<u8>, LoadError> {
    match read {
        Ok(Contents::Whole(bytes)) => Ok(bytes),
        Ok(Contents::Blank) => Err(LoadError::unread(&text(path), ErrorKind::Blank)),
        Err(error) => Err(unreadable(path, &error)),
    }
}

/// All that comes through a pipe, `-` for standard input; `None` for a path that is neither. Fails where it breaks,
/// nothing is piped into standard input, or there is no end to what is.
pub fn read_pipe(path: &Path) -> Option<Result<Vec<u8>, LoadError>> {
    let read = if path.as_os_str() == "-" {
        if io::stdin().is_terminal() {
            Err(io::Error::other("nothing is piped into standard input"))
        } else {
            to_end(io::stdin().lock(), MAX_PIPED)
        }
    } else if is_pipe(path) {
        File::open(path).and_then(|pipe| to_end(pipe, MAX_PIPED))
    } else {
        return None;
    };
    Some(into_bytes(path, read))
}

/// All that comes through a pipe, if that is no more than so many bytes.
fn to_end(mut pipe: impl io::Read, most: usize) -> io::Result<Contents> {
    let (mut bytes, mut blank) = (Vec::new(), 0);
    for end in [BLANK, most + 1] {
        pipe.by_ref().take((end - bytes.len()) as u64).read_to_end(&mut bytes)?;
        if blanks_from(&bytes, &mut blank) {
            return Ok(Contents::Blank);
        }
    }
    if bytes.len() > most {
        Err(io::Error::other(format!(
            "more than {} MiB come through the pipe, which may never end: write it into a file first",
            most >> 20
        )))
    } else {
        Ok(Contents::Whole(bytes))
    }
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    fs::metadata(path).is_ok_and(|about| about.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// The text of a small file, with at most so many bytes; what is no plain file is never opened.
pub fn read_small(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let bytes = read_beginning(path, most + 1)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it has more than {most} bytes")));
    }
    Ok(bytes)
}

/// The beginning of a file, of at most [`HEAD`] bytes.
pub(super) fn read_head(path: &Path) -> io::Result<Vec<u8>> {
    read_beginning(path, HEAD as u64)
}

/// The first bytes of a file, at most so many.
pub(super) fn read_beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !about.is_file() {
        return Err(not_plain());
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

enum Contents {
    /// All of it, or what there was where it was cancelled.
    Whole(Vec<u8>),
    /// Nothing that means anything in its first [`BLANK`] bytes.
    Blank,
}

/// The file in one allocation of its size. What is no plain file is refused before it is opened: a
/// device never ends, and a pipe may never begin.
fn read(
    path: &Path,
    progress: &Progress,
    mut growing: impl FnMut(&[u8], usize),
) -> io::Result<Contents> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        let is_empty = takes_in(path)?.is_empty();
        let message = if is_empty { "no takes are in this folder" } else { "it is a folder" };
        return Err(io::Error::other(message));
    }
    if !about.is_file() {
        return Err(not_plain());
    }
    let file = File::open(path)?;
    let len = usize::try_from(about.len()).unwrap_or(usize::MAX);
    let mut bytes = zeros(len)?;
    progress.expect(len);
    let mut at: usize = 0;
    let mut bout = HEAD;
    // How many of the first bytes are blank, as far as they were looked at.
    let mut blank = 0;
    loop {
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
        if blank < BLANK && blanks_from(&bytes[..at], &mut blank) {
            return Ok(Contents::Blank);
        }
        growing(&bytes[..at], len);
        // A beginning that is blank is looked at before more is read.
        bout = if blank == at { BLANK } else { BOUT };
    }
    // It may have become longer as well; some systems tell no length of some files.
    let mut more = [0; 1 << 13];
    while at == bytes.len() && !progress.is_cancelled() {
        let read = read_at(&file, &mut more, at)?;
        if read == 0 {
            break;
        }
        bytes.try_reserve(read)?;
        bytes.extend_from_slice(&more[..read]);
        at += read;
        if blank < BLANK && blanks_from(&bytes, &mut blank) {
            return Ok(Contents::Blank);
        }
        if at > len.saturating_add(MAX_MORE) {
            return Err(io::Error::other("it does not end"));
        }
    }
    Ok(Contents::Whole(bytes))
}

/// Counts the blanks and zero bytes that a file begins with, from those that are known on. Whether
/// they are so many that nothing else is to be expected.
fn blanks_from(bytes: &[u8], known: &mut usize) -> bool {
    let is_blank = |byte: &u8| *byte == 0 || byte.is_ascii_whitespace();
    let to = bytes.len().min(BLANK);
    *known += bytes[*known..to].iter().take_while(|byte| is_blank(byte)).count();
    *known == BLANK
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
    let helpers = (len / MIN_SHARE).min(MAX_THREADS - 1);
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
        let spawn = |_| thread::Builder::new().name(THREAD.into()).spawn_scoped(scope, work);
        // Without helpers it takes longer.
        let helpers: Vec<_> = (0..helpers).filter_map(|i| spawn(i).ok()).collect();
        helpers.into_iter().fold(work(), |read, helper| {
            let other = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok(read?.min(other?))
        })
    });
    if progress.is_cancelled() { Ok(0) } else { read }
}

/// Reads from byte `from` of a file on, once; 0 at its end.
pub(super) fn read_at(file: &File, bytes: &mut [u8], from: usize) -> io::Result<usize> {
    loop {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(file, bytes, from as u64);
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, from as u64);
        // Elsewhere, as in a browser, no other thread moves the file's position meanwhile.
        #[cfg(not(any(unix, windows)))]
        let read = {
            let mut file = file;
            io::Seek::seek(&mut file, io::SeekFrom::Start(from as u64))
                .and_then(|_| file.read(bytes))
        };
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
        (0..len as u32 / 4 + 1).flat_map(u32::to_le_bytes).take(len).collect()
    }

    /// A file that is gone behind its test.
    fn file(bytes: &[u8]) -> tempfile::TempPath {
        let path = tempfile::NamedTempFile::new().expect("a file").into_temp_path();
        fs::write(&path, bytes).expect("a file");
        path
    }

    #[test]
    fn a_file_is_read_whole_by_several_threads() {
        let all = bytes(2 * BOUT + 3 * STEP + 5);
        let path = file(&all);
        let progress = Progress::default();
        let mut seen = Vec::new();
        let read = read_whole(&path, &progress, |there, whole| {
            assert!(there == &all[..there.len()] && whole == all.len());
            seen.push(there.len());
        });
        assert!(read.expect("a file") == all);
        assert_eq!(seen, [HEAD, HEAD + BOUT, HEAD + 2 * BOUT, all.len()]);
        assert_eq!(progress.done(), all.len() as u64 / 2);
    }

    #[test]
    fn a_file_that_changes_while_it_is_read_is_as_long_as_it_is_at_the_end() {
        let all = bytes(HEAD + 7 * MIN_SHARE);
        for len in [HEAD + 10, HEAD + 3 * STEP, HEAD, all.len()] {
            let path = file(&all);
            let mut has_changed = false;
            let read = read_whole(&path, &Progress::default(), |_, _| {
                if !has_changed {
                    has_changed = true;
                    let file = File::options().write(true).open(&path);
                    file.and_then(|file| file.set_len(len as u64)).expect("a file");
                }
            });
            assert!(read.expect("a file") == all[..len], "{len}");
        }
        let path = file(&all);
        let longer = bytes(all.len() + 3 * STEP + 1);
        let read = read_whole(&path, &Progress::default(), |there, _| {
            if there.len() == HEAD {
                fs::write(&path, &longer).expect("a file");
            }
        });
        assert!(read.expect("a file") == longer);
    }

    #[test]
    fn a_file_of_nothing_is_refused_by_its_first_megabytes() {
        for (begin, len) in [(&b""[..], 1 << 31), (b" \r\n\t", 1 << 23)] {
            let path = file(begin);
            let open = File::options().write(true).open(&path);
            open.and_then(|file| file.set_len(len)).expect("a sparse file");
            let progress = Progress::default();
            let mut seen = 0;
            let read = read_whole(&path, &progress, |there, _| seen = there.len());
            assert_eq!(read.expect_err("blank").kind(), &ErrorKind::Blank);
            assert!(seen < BLANK && progress.done() <= BLANK as u64, "{seen}");
        }
        // What begins like one and has something behind that is a file.
        let mut bytes = vec![b' '; HEAD + 10];
        bytes.resize(BLANK + HEAD, b'x');
        let path = file(&bytes);
        assert!(read_whole(&path, &Progress::default(), |_, _| ()).expect("a file") == bytes);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_says_that_it_has_no_length_and_never_ends_is_refused() {
        for path in ["/proc/self/pagemap", "/proc/kcore"] {
            let read = read_whole(Path::new(path), &Progress::default(), |_, _| ());
            let error = read.expect_err("no file ends there").to_string();
            assert!(error.starts_with(path), "{error}");
        }
        // Others say so and are texts.
        let read = read_whole(Path::new("/proc/self/status"), &Progress::default(), |_, _| ());
        assert!(read.expect("a text").starts_with(b"Name:"));
    }

    #[test]
    fn a_small_file_is_no_larger_and_no_pipe() {
        let path = file(b"text");
        assert_eq!(read_small(&path, 4).expect("a file"), b"text");
        let message = |path: &Path| read_small(path, 3).expect_err("an error").to_string();
        assert_eq!(message(&path), "it has more than 3 bytes");
        #[cfg(unix)]
        assert_eq!(message(Path::new("/dev/null")), "it is not a regular file");
    }

    #[test]
    fn a_pipe_that_never_ends_is_refused() {
        let most = BLANK + HEAD;
        let text = bytes(most);
        assert!(matches!(to_end(&text[..], most), Ok(Contents::Whole(read)) if read == text));
        let message = to_end(io::repeat(b'y'), most).err().expect("an error");
        assert!(message.to_string().contains("may never end"), "{message}");
        assert!(matches!(to_end(io::repeat(b' '), most), Ok(Contents::Blank)));
    }

    #[test]
    fn nothing_is_read_for_nobody() {
        let path = file(&bytes(HEAD + BOUT));
        let progress = Progress::default();
        let mut seen = 0;
        let read = read_whole(&path, &progress, |_, _| {
            seen += 1;
            progress.cancel();
        });
        assert_eq!(read.expect_err("cancelled").kind(), &ErrorKind::Cancelled);
        assert_eq!(seen, 1);
    }
}
