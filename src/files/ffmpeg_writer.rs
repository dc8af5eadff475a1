//! An ffmpeg that writes a file, and those who see to it that it gets on, says little and ends.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use web_time::Instant;

use super::ffmpeg::{PATIENCE, STOPPED};
use super::panics::lock;
use super::stamp::FileStamp;

/// How long somebody waits who has cancelled, at most.
const BEAT: Duration = Duration::from_millis(50);

/// As much of what it says last is kept, in bytes.
const SAID: usize = 1 << 16;

/// A program that takes its input through a pipe. Dropped, it is ended.
pub(super) struct Writer {
    shared: Arc<Shared>,
    said: Option<JoinHandle<Vec<u8>>>,
}

struct Shared {
    inner: Mutex<Inner>,
    /// That it has ended.
    over: Condvar,
}

struct Inner {
    child: Child,
    /// Whether it has something to do: what it waits for is not its fault.
    is_busy: bool,
    /// When it was seen to get on, and what its file was then.
    got_on: (Instant, Option<FileStamp>),
    is_late: bool,
    is_over: bool,
}

impl Writer {
    /// Starts a program that writes a file. It is ended once it `is_cancelled`, and where it neither takes anything
    /// nor writes for too long.
    pub fn start(
        command: &mut Command,
        file: &Path,
        is_cancelled: &Arc<AtomicBool>,
    ) -> io::Result<(Self, ChildStdin)> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let streams = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = streams.spawn()?;
        let (input, errors) = (child.stdin.take(), child.stderr.take());
        let said = errors.map(|errors| thread::spawn(move || end_of(errors)));
        let got_on = (Instant::now(), None);
        let inner = Inner { child, is_busy: false, got_on, is_late: false, is_over: false };
        let shared = Arc::new(Shared { inner: Mutex::new(inner), over: Condvar::new() });
        let (watched, file, cancelled) = (shared.clone(), file.to_path_buf(), is_cancelled.clone());
        thread::spawn(move || watched.watch(&file, &cancelled));
        let input = input.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok((Self { shared, said }, input))
    }

    /// It is given something, or has taken that.
    pub fn is_busy(&self, is_busy: bool) {
        let mut inner = lock(&self.shared.inner);
        (inner.is_busy, inner.got_on.0) = (is_busy, Instant::now());
    }

    /// Waits for its end, once its input is closed: how it ended, and what it said last. Fails where it had to be ended.
    pub fn finish(mut self) -> io::Result<(ExitStatus, String)> {
        self.is_busy(true);
        // Nobody writes to that any more once it has ended.
        let said = self.said.take().and_then(|said| said.join().ok()).unwrap_or_default();
        let mut inner = lock(&self.shared.inner);
        let status = loop {
            if let Some(status) = inner.child.try_wait()? {
                break status;
            }
            let waited = self.shared.over.wait_timeout(inner, Duration::from_millis(5));
            inner = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        };
        if inner.is_late {
            return Err(io::Error::new(io::ErrorKind::TimedOut, STOPPED));
        }
        Ok((status, String::from_utf8_lossy(&said).into_owned()))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let mut inner = lock(&self.shared.inner);
        inner.is_over = true;
        end(&mut inner.child);
        let _ = inner.child.wait();
        self.shared.over.notify_all();
    }
}

impl Shared {
    /// Looks after it until it is over.
    fn watch(&self, file: &Path, is_cancelled: &AtomicBool) {
        let mut inner = lock(&self.inner);
        let mut beat = Instant::now();
        while !inner.is_over {
            let changed = FileStamp::of(file);
            // The machine, or this program, may have slept.
            let has_slept = beat.elapsed() > 100 * BEAT;
            if changed != inner.got_on.1 || !inner.is_busy || has_slept {
                inner.got_on = (Instant::now(), changed);
            }
            beat = Instant::now();
            inner.is_late |= inner.got_on.0.elapsed() > PATIENCE;
            if inner.is_late || is_cancelled.load(Relaxed) {
                end(&mut inner.child);
                return;
            }
            let waited = self.over.wait_timeout(inner, BEAT);
            inner = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
    }
}

/// Ends it, where that can be with all that it has started; one that has ended by itself is as good.
fn end(child: &mut Child) {
    #[cfg(unix)]
    super::signals::end_group(child.id());
    let _ = child.kill();
}

/// The end of what comes through a pipe, all of which is read.
fn end_of(mut pipe: impl Read) -> Vec<u8> {
    let (mut end, mut piece) = (VecDeque::new(), [0; 1 << 12]);
    while let Ok(read @ 1..) = pipe.read(&mut piece) {
        end.extend(&piece[..read]);
        end.drain(..end.len().saturating_sub(SAID));
    }
    end.into()
}
