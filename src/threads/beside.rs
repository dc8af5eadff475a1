//! Work beside the window: on a thread until it is done, or on one that sleeps while there is nothing to do.

use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Work that goes on beside the window, and what it comes to.
pub(crate) struct Beside<T = ()>(JoinHandle<T>);

impl<T> Beside<T> {
    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }

    /// Waits for what it comes to; `None` after a panic there, which the panic hook has reported.
    pub fn join(self) -> Option<T> {
        self.0.join().ok()
    }
}

/// Begins work; `None` where the system has no thread for it.
pub(crate) fn begin<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<Beside<T>> {
    Builder::new().name(name.into()).spawn(work).ok().map(Beside)
}

/// Waits a while. Whether it could.
pub(crate) fn sleep(time: Duration) -> bool {
    std::thread::sleep(time);
    true
}

/// Sends something, and waits while there is no room for it. Nobody gets it who has ended.
pub(crate) fn send<T>(to: &SyncSender<T>, sent: T) {
    _ = to.send(sent);
}

/// Waits for what somebody else sends; `None` once nobody will.
pub(crate) fn receive<T>(from: &Receiver<T>) -> Option<T> {
    from.recv().ok()
}

/// Somebody who works whenever there is something to do, and sleeps else. Dropped, it ends by itself once there is
/// nothing more to do.
pub(crate) struct Worker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    asked: Mutex<Asked>,
    news: Condvar,
}

#[derive(Default)]
struct Asked {
    is_asked: bool,
    is_closed: bool,
}

impl Worker {
    /// Starts a thread. Each `step` does one piece of what there is to do, and says whether there was any.
    ///
    /// # Panics
    /// Where the system has no thread for it.
    pub fn start(name: &str, mut step: impl FnMut() -> bool + Send + 'static) -> Self {
        let shared = Arc::new(Shared::default());
        let own = shared.clone();
        let work = move || {
            let mut goes_on = true;
            while goes_on {
                goes_on = own.wait();
                while step() {}
            }
        };
        let thread = Builder::new().name(name.into()).spawn(work);
        Self { shared, thread: Some(thread.expect("a thread")) }
    }

    /// Says that there is something to do.
    pub fn wake(&self) {
        self.shared.asked().is_asked = true;
        self.shared.news.notify_one();
    }

    /// Waits until everything is done that there is to do.
    pub fn finish(mut self) {
        self.shared.close();
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic there.
            let _ = thread.join();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.shared.close();
    }
}

impl Shared {
    /// What is behind the lock is whole after every line, whatever thread has failed.
    fn asked(&self) -> MutexGuard<'_, Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is something to do, or may be for the last time. Whether it is not the last time.
    fn wait(&self) -> bool {
        let mut asked = self.asked();
        while !(asked.is_asked || asked.is_closed) {
            asked = self.news.wait(asked).unwrap_or_else(PoisonError::into_inner);
        }
        asked.is_asked = false;
        !asked.is_closed
    }

    fn close(&self) {
        self.asked().is_closed = true;
        self.news.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_worker_does_all_that_there_is_to_do() {
        let left = Arc::new(Mutex::new(0));
        let (send, done) = channel();
        let own = left.clone();
        let worker = Worker::start("test", move || {
            let mut left = own.lock().unwrap();
            let works = *left > 0;
            if works {
                *left -= 1;
                send.send(*left).unwrap();
            }
            works
        });
        for count in [1, 3] {
            *left.lock().unwrap() = count;
            worker.wake();
            let all: Vec<i32> = done.iter().take(count as usize).collect();
            assert_eq!(all, (0..count).rev().collect::<Vec<_>>());
        }
        *left.lock().unwrap() = 5;
        worker.finish();
        assert_eq!(done.iter().count(), 5, "it ended, and not before all was done");
    }
}
