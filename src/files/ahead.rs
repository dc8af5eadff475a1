//! A thread that works ahead of whoever takes what it finds: few of its results wait, and if it fails, that is told.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// What a thread finds, in its order.
#[derive(Debug)]
pub struct Ahead<T> {
    found: Receiver<T>,
    thread: Option<JoinHandle<()>>,
}

/// Why there is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing {
    Yet,
    /// All of it has been taken.
    More,
    /// The thread has panicked: what it would have found is missing.
    Failed,
}

impl<T: Send + 'static> Ahead<T> {
    /// Starts a thread of this name. What it sends waits until the one before is taken; once nobody is there to take
    /// it, sending fails.
    ///
    /// # Errors
    /// Where the system has no thread for it.
    pub fn begin(
        name: &str,
        run: impl FnOnce(&SyncSender<T>) + Send + 'static,
    ) -> io::Result<Self> {
        let (send, found) = sync_channel(1);
        let thread = Builder::new().name(name.into()).spawn(move || run(&send))?;
        Ok(Self { found, thread: Some(thread) })
    }

    /// The next result, for which it waits so long at most.
    ///
    /// # Errors
    /// Where there is none.
    pub fn take(&mut self, patience: Duration) -> Result<T, Nothing> {
        self.found.recv_timeout(patience).map_err(|why| match why {
            RecvTimeoutError::Timeout => Nothing::Yet,
            RecvTimeoutError::Disconnected => match self.thread.take().map(JoinHandle::join) {
                Some(Err(_)) => Nothing::Failed,
                _ => Nothing::More,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_comes_in_order_and_a_thread_that_fails_does_not_end_as_if_that_were_all() {
        let count = |to: usize| {
            move |send: &SyncSender<usize>| (0..to).for_each(|number| send.send(number).unwrap())
        };
        let all = |mut ahead: Ahead<usize>| {
            let mut found = Vec::new();
            loop {
                match ahead.take(Duration::MAX) {
                    Ok(number) => found.push(number),
                    Err(why) => return (found, why),
                }
            }
        };
        let whole = Ahead::begin("whole", count(5)).unwrap();
        assert_eq!(all(whole), ((0..5).collect(), Nothing::More));
        let failing = Ahead::begin("failing", move |send| {
            count(3)(send);
            panic!("a mistake");
        });
        assert_eq!(all(failing.unwrap()), ((0..3).collect(), Nothing::Failed));
        // Nobody may be there to take it: then it ends.
        let (send, ended) = sync_channel(1);
        let left = Ahead::begin("left", move |results| {
            while results.send(0).is_ok() {}
            send.send(()).unwrap();
        });
        drop(left.unwrap());
        ended.recv().expect("it ends");
        let (go_on, stopped) = sync_channel::<()>(0);
        let mut slow = Ahead::<()>::begin("slow", move |_| stopped.recv().unwrap_or(())).unwrap();
        assert_eq!(slow.take(Duration::ZERO), Err(Nothing::Yet));
        drop(go_on);
        assert_eq!(slow.take(Duration::MAX), Err(Nothing::More));
    }
}
