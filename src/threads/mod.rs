//! The number of CPU cores, and work that runs on several threads at once; on one thread, work that gives way to others.

use std::panic::resume_unwind;
use std::sync::LazyLock;
#[cfg(feature = "app")]
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

#[cfg(feature = "app")]
#[cfg_attr(page, path = "page.rs")]
mod beside;

#[cfg(feature = "app")]
pub(crate) use beside::{Beside, Worker, begin, receive, send, sleep};
#[cfg(page)]
pub(crate) use beside::{Browser, set_browser};

/// Whether a program can start threads: in a browser it has the one that it runs on.
const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// Lets others go on, where the program has one thread: to be called from long work, every millisecond or more often.
/// No lock may be held that somebody else takes.
#[inline(always)]
pub(crate) fn give_way() {
    #[cfg(page)]
    beside::give_way();
}

/// Whether somebody has cancelled long work, which asks often and lets others go on meanwhile, as [`give_way`].
#[cfg(feature = "app")]
#[inline]
pub(crate) fn is_cancelled(cancel: &AtomicBool) -> bool {
    give_way();
    cancel.load(Ordering::Relaxed)
}

/// How many cores this program may use. Asking the system takes as long as some hundred poses.
pub(crate) fn cores() -> usize {
    static CORES: LazyLock<usize> =
        LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));
    if HAS_THREADS { *CORES } else { 1 }
}

/// Runs `work` on every item, all at the same time; `None` where the system has no threads for that.
/// `name` is what these threads are called.
pub(crate) fn parallel_map<I: Send, T: Send>(
    name: &str,
    mut items: Vec<I>,
    work: impl Fn(I) -> T + Sync,
) -> Option<Vec<T>> {
    let own = items.pop().filter(|_| HAS_THREADS)?;
    let work = &work;
    thread::scope(|scope| {
        let mut helpers = Vec::with_capacity(items.len());
        for item in items {
            let thread = thread::Builder::new().name(name.into());
            helpers.push(thread.spawn_scoped(scope, move || work(item)).ok()?);
        }
        let own = work(own);
        let results = helpers.into_iter().map(|helper| helper.join());
        let others = results.map(|result| result.unwrap_or_else(|panic| resume_unwind(panic)));
        Some(others.chain([own]).collect())
    })
}

/// What `work` makes of each number below `count`, in their order: on all cores, each of which takes the
/// next one as soon as it is done. `name` is what the threads are called.
#[cfg(feature = "app")]
pub(crate) fn on_all_cores<T: Send>(
    name: &str,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let run = |()| {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|&number| number < count);
        numbers.map(|number| (number, work(number))).collect::<Vec<_>>()
    };
    let Some(done) = parallel_map(name, vec![(); cores().min(count)], run) else {
        return (0..count).map(work).collect();
    };
    let mut done: Vec<(usize, T)> = done.into_iter().flatten().collect();
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, done)| done).collect()
}
