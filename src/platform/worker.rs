//! A background thread that waits for file descriptors and can be stopped.

use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::BorrowedFd;
use std::thread::JoinHandle;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// A thread that ends, and is waited for, when this is dropped.
pub struct Worker {
    stop: Option<PipeWriter>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Runs `work` on a thread of this name. It has to return soon once its pipe is closed.
    pub fn start(name: &str, work: impl FnOnce(PipeReader) + Send + 'static) -> io::Result<Self> {
        let (stopped, stop) = io::pipe()?;
        let thread = std::thread::Builder::new().name(name.into()).spawn(move || work(stopped))?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic there.
            let _ = thread.join();
        }
    }
}

/// Waits until one of these can be read or was closed, or the time has come; which ones it is.
pub fn wait<const N: usize>(
    files: [Option<BorrowedFd>; N],
    until: Option<Instant>,
) -> io::Result<[bool; N]> {
    let timeout = until
        .map(|until| until.saturating_duration_since(Instant::now()))
        .and_then(|left| Timespec::try_from(left).ok());
    let open = files.iter().flatten();
    let mut polled: Vec<PollFd> =
        open.map(|&file| PollFd::from_borrowed_fd(file, PollFlags::IN)).collect();
    match poll(&mut polled, timeout.as_ref()) {
        // A signal: the caller looks again.
        Err(rustix::io::Errno::INTR) => return Ok([false; N]),
        result => result?,
    };
    let mut polled = polled.iter();
    Ok(files.map(|file| {
        let polled = file.and_then(|_| polled.next());
        polled.is_some_and(|polled| !polled.revents().is_empty())
    }))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::os::fd::AsFd as _;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_worker_is_stopped_and_waited_for() {
        let (send, ended) = channel();
        let worker = Worker::start("test", move |stopped| {
            send.send(wait([Some(stopped.as_fd())], None).unwrap()).unwrap();
        })
        .unwrap();
        assert!(ended.try_recv().is_err());
        drop(worker);
        assert_eq!(ended.try_recv(), Ok([true]));
    }

    #[test]
    fn waiting_ends_with_the_time_or_with_something_to_read() {
        let (first, _keep) = io::pipe().unwrap();
        let (second, mut write) = io::pipe().unwrap();
        let files = [None, Some(first.as_fd()), Some(second.as_fd())];
        let soon = || Some(Instant::now() + Duration::from_millis(20));
        assert_eq!(wait(files, soon()).unwrap(), [false; 3]);
        assert_eq!(wait(files, Some(Instant::now())).unwrap(), [false; 3]);
        write.write_all(b"x").unwrap();
        assert_eq!(wait(files, None).unwrap(), [false, false, true]);
    }
}
