//! How a program goes through many files: on all cores, with results in the order of the files.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;

use super::panics::lock;
use crate::threads::cores;

/// How many files each thread may be ahead of the one that is due: what comes of them waits in memory.
const AHEAD: usize = 8;

/// The end of places when nobody wants any result more.
const OVER: usize = usize::MAX;

/// Calls something at the end of a scope, however that is left.
struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Whether so many files keep all cores busy, so that each is best read by one thread alone.
pub fn are_many(files: usize) -> bool {
    files > cores()
}

/// Does a work with each of so many files, several at a time, each thread with a state of its own; `done` gets what
/// came of each, in their order, and may end it. However slow it is, few results wait for it.
///
/// # Errors
/// What `done` ends it with.
pub fn each_file<S, T: Send, E>(
    files: usize,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
    mut done: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let threads = cores().min(files);
    let next = AtomicUsize::new(0);
    // The first place that nobody may begin yet.
    let end = (Mutex::new(threads * AHEAD), Condvar::new());
    let move_end = |places: usize| {
        let mut end_place = lock(&end.0);
        // What is over stays so, while results that were sent before still come.
        *end_place = places.max(*end_place);
        drop(end_place);
        end.1.notify_all();
    };
    let may_begin = |place: usize| {
        let there = end.1.wait_while(lock(&end.0), |end| place >= *end);
        *there.unwrap_or_else(PoisonError::into_inner) < OVER
    };
    let run = |send: mpsc::Sender<_>| {
        // What a thread that fails had to do is never done: nobody waits for it.
        let _failed = OnDrop(|| {
            if thread::panicking() {
                move_end(OVER)
            }
        });
        let mut state = begin();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= files
                || !may_begin(place)
                || send.send((place, work(&mut state, place))).is_err()
            {
                break;
            }
        }
    };
    let (send, results) = mpsc::channel();
    thread::scope(|scope| {
        let mut started = 0;
        while started < threads {
            let send = send.clone();
            let thread = thread::Builder::new().name(crate::loader::THREAD.into());
            if thread.spawn_scoped(scope, || run(send)).is_err() {
                // The system has no more of them: those that there are do all of it.
                break;
            }
            started += 1;
        }
        if started == 0 {
            // All of it comes before anybody gets it.
            move_end(files);
            run(send)
        } else {
            drop(send)
        }
        let _left = OnDrop(|| move_end(OVER));
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (place, result) in results {
            early.insert(place, result);
            while let Some(result) = early.remove(&due) {
                done(due, result)?;
                due += 1;
                move_end(due + threads * AHEAD);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn results_come_in_order_and_whoever_gets_them_may_end_it() {
        let mut found = Vec::new();
        let done = |place, result: usize| {
            found.push((place, result));
            if place == 20 { Err("enough") } else { Ok(()) }
        };
        let work = |seen: &mut usize, place: usize| {
            *seen += 1;
            place * 2
        };
        assert_eq!(each_file(1000, || 0, work, done), Err("enough"));
        let begun = AtomicUsize::new(0);
        let slow = |place, ()| {
            let ahead = begun.load(Ordering::SeqCst) - place;
            if ahead <= AHEAD * cores() + 1 { Ok(()) } else { Err(ahead) }
        };
        let count = |_: &mut usize, _| {
            begun.fetch_add(1, Ordering::SeqCst);
        };
        assert_eq!(each_file(5000, || 0, count, slow), Ok(()));
        for _ in 0..50 {
            let has_failed = AtomicBool::new(false);
            let failing = |_: &mut (), place| {
                let _failed = OnDrop(|| {
                    has_failed.fetch_or(thread::panicking(), Ordering::SeqCst);
                });
                assert_ne!(place, 100, "a mistake");
            };
            // Results of before come while the thread ends, and behind that.
            let done = |place, ()| {
                while place == 95 && !has_failed.load(Ordering::SeqCst) {
                    thread::yield_now();
                }
                Ok::<(), ()>(())
            };
            let all = AssertUnwindSafe(|| each_file(5000, || (), failing, done));
            assert!(catch_unwind(all).is_err(), "it fails, and ends");
        }
        assert_eq!(found, (0..=20).map(|place| (place, 2 * place)).collect::<Vec<_>>());
    }
}
