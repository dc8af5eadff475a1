//! The thread that takes drops: how it waits, how it is stopped, and what it makes of their bytes.

use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::BorrowedFd;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::DropEvent;
use super::uri_list::{self, UriList};

/// How long a program may keep silent while it hands files over.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// The longest list of files that is taken: over a hundred thousand files.
pub const MOST_BYTES: usize = 16 << 20;

/// Where events go.
pub type Listener = Box<dyn FnMut(DropEvent) + Send>;

/// A thread that ends, and is waited for, when this is dropped.
pub struct Worker {
    stop: Option<PipeWriter>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Runs `work` on a thread. It has to return soon once its pipe is closed.
    ///
    /// # Errors
    /// Where the system has no pipe or thread left.
    pub fn start(work: impl FnOnce(PipeReader) + Send + 'static) -> io::Result<Self> {
        let (stopped, stop) = io::pipe()?;
        let thread = std::thread::Builder::new()
            .name("drops".into())
            .spawn(move || work(stopped))?;
        Ok(Self {
            stop: Some(stop),
            thread: Some(thread),
        })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic there was told of already, and is no reason for another one.
            let _ = thread.join();
        }
    }
}

/// Waits until one of these can be read or was closed, or the time has come; which ones it is.
pub fn wait<const N: usize>(
    files: [Option<BorrowedFd>; N],
    until: Option<Instant>,
) -> io::Result<[bool; N]> {
    let left = until.map(|until| until.saturating_duration_since(Instant::now()));
    let left = left.and_then(|left| Timespec::try_from(left).ok());
    let open = files.iter().flatten();
    let mut polled: Vec<PollFd> = open
        .map(|&file| PollFd::from_borrowed_fd(file, PollFlags::IN))
        .collect();
    match poll(&mut polled, left.as_ref()) {
        // A signal: whoever waits looks again.
        Err(rustix::io::Errno::INTR) => return Ok([false; N]),
        result => result?,
    };
    let mut polled = polled.iter();
    Ok(files.map(|file| {
        let polled = file.and_then(|_| polled.next());
        polled.is_some_and(|polled| !polled.revents().is_empty())
    }))
}

/// What a list of files says, as it was handed over.
pub fn read(list: &[u8]) -> UriList {
    uri_list::parse(list, &own_host())
}

/// Tells that this list of files was let go; nothing where it never came.
pub fn dropped(list: Option<&[u8]>) -> DropEvent {
    let UriList { paths, others } = list.map(read).unwrap_or_default();
    DropEvent::Drop { paths, others }
}

/// The name of this machine; empty where it has none.
fn own_host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname");
    name.unwrap_or_default().trim().to_string()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::os::fd::AsFd as _;
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_worker_is_stopped_and_waited_for() {
        let (send, ended) = channel();
        let worker = Worker::start(move |stopped| {
            let ready = wait([Some(stopped.as_fd())], None);
            send.send(ready.unwrap()).unwrap();
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

    #[test]
    fn this_machine_knows_its_name() {
        let name = own_host();
        assert!(!name.is_empty() && !name.contains(char::is_whitespace));
        let list = format!("file://{name}/a.bvh");
        assert_eq!(read(list.as_bytes()).paths.len(), 1);
    }
}
