//! Work beside the window, on the one thread that a page has: each on a stack of its own, which the browser leaves and comes
//! back to. Where it cannot, all of a work is done at once.

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// What the browser does for work beside the window.
pub(crate) struct Browser {
    /// Has work done soon, after the caller has returned.
    pub begin: fn(Box<dyn FnOnce() + Send>),
    /// Lets others go on, if it is time for that. Only to be called from such work.
    pub give_way: fn(),
    /// Lets others go on for so many milliseconds. Whether it could.
    pub sleep: fn(f64) -> bool,
}

static BROWSER: OnceLock<Browser> = OnceLock::new();

pub(crate) fn set_browser(browser: Browser) {
    _ = BROWSER.set(browser);
}

fn browser() -> &'static Browser {
    BROWSER.get().expect("the page says at its start what the browser does")
}

/// Lets others go on, if it is time for that.
#[inline]
pub(crate) fn give_way() {
    if let Some(browser) = BROWSER.get() {
        (browser.give_way)();
    }
}

/// What is behind a lock is whole after every line.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Work that goes on beside the window, and what it comes to.
pub(crate) struct Beside<T = ()>(Arc<Mutex<Option<T>>>);

impl<T> Beside<T> {
    pub fn is_finished(&self) -> bool {
        lock(&self.0).is_some()
    }

    /// Waits for what it comes to; `None` where the page itself asks, which cannot wait, and after a failure.
    pub fn join(self) -> Option<T> {
        loop {
            let done = lock(&self.0).take();
            // Nobody else has it after a failure.
            if done.is_some() || Arc::strong_count(&self.0) == 1 || !(browser().sleep)(1.0) {
                return done;
            }
        }
    }
}

/// Begins work.
pub(crate) fn begin<T: Send + 'static>(
    _: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<Beside<T>> {
    let result = Arc::new(Mutex::new(None));
    let own = result.clone();
    (browser().begin)(Box::new(move || {
        let done = work();
        *lock(&own) = Some(done);
    }));
    Some(Beside(result))
}

/// Waits a while, where the browser can. Whether it could.
pub(crate) fn sleep(time: Duration) -> bool {
    (browser().sleep)(time.as_secs_f64() * 1e3)
}

/// Sends something, and waits while there is no room for it. Nobody gets it who has ended, or where the browser cannot
/// wait.
pub(crate) fn send<T>(to: &SyncSender<T>, mut sent: T) {
    while let Err(TrySendError::Full(unsent)) = to.try_send(sent) {
        sent = unsent;
        if !(browser().sleep)(1.0) {
            return;
        }
    }
}

/// Waits for what somebody else sends; `None` once nobody will, or where the browser cannot wait.
pub(crate) fn receive<T>(from: &Receiver<T>) -> Option<T> {
    loop {
        match from.try_recv() {
            Ok(sent) => return Some(sent),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => {
                if !(browser().sleep)(1.0) {
                    return None;
                }
            }
        }
    }
}

/// Somebody who works whenever there is something to do.
pub(crate) struct Worker(Arc<Mutex<Shared>>);

type Step = Box<dyn FnMut() -> bool + Send>;

struct Shared {
    /// What does one piece; away while it works.
    step: Option<Step>,
    is_asked: bool,
}

impl Worker {
    /// Each `step` does one piece of what there is to do, and says whether there was any.
    pub fn start(_: &str, step: impl FnMut() -> bool + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Shared { step: Some(Box::new(step)), is_asked: false })))
    }

    /// Says that there is something to do.
    pub fn wake(&self) {
        let mut own = lock(&self.0);
        // Who is at work looks again before the end.
        if std::mem::replace(&mut own.is_asked, true) || own.step.is_none() {
            return;
        }
        drop(own);
        let shared = self.0.clone();
        (browser().begin)(Box::new(move || work(&shared)));
    }

    /// What is left is done beside the page for as long as there is one.
    pub fn finish(self) {
        self.wake();
    }
}

fn work(shared: &Mutex<Shared>) {
    let Some(mut step) = lock(shared).step.take() else { return };
    while std::mem::take(&mut lock(shared).is_asked) {
        while step() {}
    }
    lock(shared).step = Some(step);
}
