//! How a panic becomes the error of one file, so that the program and other files go on.

use std::any::Any;
use std::cell::Cell;
use std::io::{Write as _, stderr};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::thread;

use super::messages::text;
use crate::loader::{ErrorKind, LoadError};

/// The threads that load a file together with the one that asked: what they fail of is told there.
const HELPERS: [&str; 2] = [super::read::THREAD, crate::loader::THREAD];

thread_local! {
    /// Whether somebody on this thread tells of a panic.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Whether the program tells of every panic, whatever thread it is on.
static ALL_CAUGHT: AtomicBool = AtomicBool::new(false);

/// Where the last panic was that somebody tells of.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

/// Writes a report of a panic, of which somebody tells or nobody, and says where it is.
type Reporter = Box<dyn Fn(&PanicHookInfo<'_>, bool) -> Option<PathBuf> + Send + Sync>;

static REPORTER: OnceLock<Reporter> = OnceLock::new();

/// Where the report of the last panic is.
static REPORT: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Has a report written of every panic from now on, whether somebody tells of it, which the reporter is told, or it ends
/// the program.
pub fn report_panics(
    reporter: impl Fn(&PanicHookInfo<'_>, bool) -> Option<PathBuf> + Send + Sync + 'static,
) {
    let _ = REPORTER.set(Box::new(reporter));
    listen();
}

/// What comes of work on a file. A panic becomes an [`ErrorKind::Internal`] of the file, in one line with its place
/// in the source, and with the report of it where there is one.
pub fn catch_panic<T>(
    path: &Path,
    work: impl FnOnce() -> Result<T, LoadError>,
) -> Result<T, LoadError> {
    guarded(work).unwrap_or_else(|panic| {
        let error = LoadError::unread(&text(path), ErrorKind::Internal(panic));
        Err(match lock(&REPORT).take() {
            Some(report) => error.hint(format!("{} says more of it", text(&report))),
            None => error,
        })
    })
}

/// What comes of any work, or what its panic says and where it was. The page that a panic prints else is left out.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    listen();
    let outer = IS_CAUGHT.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    IS_CAUGHT.set(outer);
    result.map_err(|failure| {
        let place = lock(&PLACE).take();
        let place = place.map_or(String::new(), |place| format!(" ({place})"));
        format!("{}{place}", message(&*failure))
    })
}

/// Hears of panics, once and for all.
fn listen() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            let is_told = record_place(panic);
            let report = REPORTER.get().and_then(|report| report(panic, is_told));
            if !is_told {
                usual(panic);
                if let Some(report) = &report {
                    // Where nobody reads that, nothing is left to be done.
                    let _ = writeln!(stderr(), "{} says more of it", text(report));
                }
            }
            *lock(&REPORT) = report.filter(|_| is_told);
        }));
    });
}

/// Says that every panic of the program is caught by [`guarded`], on whatever thread it begins: a command has no other.
pub fn catch_all() {
    ALL_CAUGHT.store(true, Ordering::Relaxed);
}

/// Records the place of a panic that is told of by who catches it, and whether it is one.
fn record_place(panic: &PanicHookInfo<'_>) -> bool {
    let is_helper = || thread::current().name().is_some_and(|n| HELPERS.contains(&n));
    let is_reported = IS_CAUGHT.get() || ALL_CAUGHT.load(Ordering::Relaxed) || is_helper();
    if is_reported && let Some(place) = panic.location() {
        *lock(&PLACE) = Some(format!("{}:{}", place.file(), place.line()));
    }
    is_reported
}

/// Locks what is whole after every line, whatever thread has failed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a panic says, in one line.
fn message(failure: &(dyn Any + Send)) -> String {
    let text = failure.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| failure.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loader_that_fails_is_an_error_of_its_file() {
        let path = Path::new("walk.bvh");
        let message_of = |open: fn() -> Result<(), LoadError>| {
            catch_panic(path, open).expect_err("an error").to_string()
        };
        let message = message_of(|| panic!("row {} of\n  3", 4));
        let expected = "walk.bvh: internal error (please report it): row 4 of 3 (";
        assert!(message.starts_with(expected), "{message}");
        let place = message.rsplit_once("src/files/panics.rs:").expect("a place").1;
        assert!(place.ends_with(')'), "{message}");
        let message = message_of(|| std::panic::panic_any(7));
        assert!(message.contains("no message ("), "{message}");
        assert_eq!(catch_panic(path, || Ok(1)), Ok(1));
    }

    #[test]
    fn a_panic_that_is_told_prints_no_page_and_any_other_does() {
        let run = |name: &str| {
            let program = std::env::current_exe().expect("this test");
            let mut command = std::process::Command::new(program);
            let name = format!("files::panics::tests::{name}");
            command.args(["--exact", "--ignored", "--nocapture", &name]);
            String::from_utf8_lossy(&command.output().expect("this test runs").stderr).into_owned()
        };
        let stderr = run("one_that_is_reported");
        assert!(!stderr.contains("panicked"), "{stderr}");
        let stderr = run("one_that_is_not");
        assert!(stderr.contains("panicked"), "{stderr}");
    }

    #[test]
    #[ignore = "is run by another test, which reads what it prints"]
    fn one_that_is_reported() {
        assert!(guarded(|| panic!("told")).is_err());
        // A thread that helps to load a file.
        let helper = || thread::Builder::new().name(HELPERS[0].into());
        let helper = helper().spawn(|| panic!("told by another thread"));
        assert!(helper.expect("a thread").join().is_err());
    }

    #[test]
    #[ignore = "is run by another test, which reads what it prints"]
    fn one_that_is_not() {
        assert!(guarded(|| 1).is_ok());
        assert!(thread::spawn(|| panic!("untold")).join().is_err());
    }
}
