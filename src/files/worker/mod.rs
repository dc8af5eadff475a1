//! A worker: a process of this program that loads one take of a format whose libraries are in C. A crash of theirs costs
//! the file that it is on, and nothing of what the window has.
//!
//! ```text
//! to the worker      the request, then the bytes of the file and of those that it is read with
//! from the worker    answers: how far it is, first frames, and last the take or why there is none
//! ```
//!
//! It opens nothing: all that it reads comes through its input. Where Linux can, it may not do anything else either: see
//! [`sandbox`].

mod child;
mod message;
#[cfg(target_os = "linux")]
mod sandbox;

use std::ffi::OsString;
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::guess;
use crate::loader::{ErrorKind, FirstFrames, LoadError, Preview, Progress, Source};
use crate::take::{FormatId, Take};

pub use child::serve;
use message::{Answer, Request};

/// The arguments with which the program is a worker, and nothing else. A program of another version, by which this one may
/// have been replaced while it runs, does not know them: the two would not understand each other.
pub const WORKER: [&str; 2] = ["--load-worker", env!("CARGO_PKG_VERSION")];

/// How the program ends that does not know its arguments.
const UNKNOWN_ARGUMENTS: i32 = 2;

/// How long one may take to end that says nothing any more.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often somebody is asked whether the take is still wanted.
const BEAT: Duration = Duration::from_millis(20);

/// The words that start the program.
static COMMAND: OnceLock<Vec<OsString>> = OnceLock::new();

/// Has takes of formats whose libraries are in C loaded by workers from now on. They are started by these words, the first
/// of which is a program.
pub fn use_workers(command: Vec<OsString>) {
    let _ = COMMAND.set(command);
}

/// As [`guess::read_with`], by a worker where that is asked for.
pub(super) fn read_with(source: &Source<'_>) -> Result<Take, LoadError> {
    let is_in_c = |format| matches!(format, FormatId::Fbx | FormatId::Parquet);
    let command = COMMAND.get().filter(|_| source.options.format.is_some_and(is_in_c));
    let worker = command.and_then(|words| start(words).ok());
    // Where no process can be started, the take is still to be seen.
    worker.map_or_else(|| guess::read_with(source), |worker| load(worker, source))
}

fn start(words: &[OsString]) -> io::Result<Child> {
    let (program, arguments) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .args(WORKER)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt as _;
        const CREATE_NO_WINDOW: u32 = 0x0800_0000;
        command.creation_flags(CREATE_NO_WINDOW);
    }
    command.spawn()
}

/// What comes of the worker's work, which is over when this returns.
fn load(mut worker: Child, source: &Source<'_>) -> Result<Take, LoadError> {
    let (input, output) = (worker.stdin.take(), worker.stdout.take());
    let (result, status) = thread::scope(|scope| {
        let (send, answers) = channel();
        scope.spawn(move || {
            // One that ends early says why.
            let _ = input.map(|input| Request::of(source).write(source, input));
        });
        scope.spawn(move || output.map(|output| forward(output, &send)));
        let result = loop {
            match answers.recv_timeout(BEAT) {
                Ok(Answer::Progress { understood, announced }) => {
                    follow(source, understood, announced)
                }
                Ok(Answer::FirstFrames { take, frames }) => {
                    if let Some(FirstFrames(show)) = source.first_frames {
                        show(Preview { take: *take, frames });
                    }
                }
                Ok(Answer::Loaded(take)) => break Some(Ok(*take)),
                Ok(Answer::Refused(error)) => break Some(Err(error)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break None,
            }
            if source.progress.is_some_and(Progress::is_cancelled) {
                break Some(Err(LoadError::new(source, ErrorKind::Cancelled)));
            }
        };
        // It has nothing more to say, or nobody to say it to; else it is about to end.
        let patience = if result.is_some() { Duration::ZERO } else { PATIENCE };
        (result, end(&mut worker, source, patience))
    });
    if status.as_ref().is_ok_and(|status| status.code() == Some(UNKNOWN_ARGUMENTS)) {
        return guess::read_with(source);
    }
    result.unwrap_or_else(|| {
        let how = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        let message = format!("what reads it crashed ({how}), and nothing else is lost");
        Err(LoadError::new(source, ErrorKind::Internal(message)))
    })
}

/// How a worker ended, which is ended once nobody has patience with it any more.
fn end(worker: &mut Child, source: &Source<'_>, patience: Duration) -> io::Result<ExitStatus> {
    let until = Instant::now() + patience;
    while Instant::now() < until && !source.progress.is_some_and(Progress::is_cancelled) {
        if let Some(status) = worker.try_wait()? {
            return Ok(status);
        }
        thread::sleep(BEAT);
    }
    // One that has ended by itself is as good.
    let _ = worker.kill();
    worker.wait()
}

fn follow(source: &Source<'_>, understood: u64, announced: Option<usize>) {
    let Some(progress) = source.progress else { return };
    progress.understood(usize::try_from(understood).unwrap_or(usize::MAX));
    if let Some(frames) = announced {
        progress.announce(frames);
    }
}

/// Hands on the answers of a worker as they come, up to the last one.
fn forward(mut output: impl io::Read, answers: &Sender<Answer>) -> io::Result<()> {
    loop {
        let answer = Answer::read(&mut output)?;
        let is_last = matches!(answer, Answer::Loaded(_) | Answer::Refused(_));
        if answers.send(answer).is_err() || is_last {
            return Ok(());
        }
    }
}

#[cfg(all(test, unix, feature = "fbx"))]
mod tests {
    use super::*;

    const FILE: &str = "tests/good/fbx/arm.fbx";

    /// A take that is loaded by these words of a shell.
    fn loaded_by(script: &str) -> String {
        let bytes = std::fs::read(FILE).expect("a fixture");
        let words = ["sh", "-c", script].map(OsString::from);
        let worker = start(&words).expect("a shell");
        load(worker, &Source::new("walk.fbx", &bytes)).expect_err("no worker").to_string()
    }

    #[test]
    fn a_worker_that_crashes_costs_its_file() {
        let told = loaded_by("kill -SEGV $$");
        assert!(told.starts_with("walk.fbx: internal error"), "{told}");
        assert!(told.contains("crashed (signal: 11"), "{told}");
        // One that is ended by the system, for want of memory perhaps.
        assert!(loaded_by("cat >/dev/null; kill -KILL $$").contains("signal: 9"));
    }

    #[test]
    fn what_a_worker_says_in_madness_is_no_take() {
        for script in ["echo walk", "head -c 100 /dev/zero", "yes | head -c 1000", "exit 0"] {
            let told = loaded_by(script);
            assert!(told.starts_with("walk.fbx: internal error"), "{script}: {told}");
        }
    }

    #[test]
    fn one_that_says_no_more_is_ended_and_one_of_another_version_is_done_without() {
        let told = loaded_by("exec >&-; exec sleep 1000");
        assert!(told.contains("crashed (signal: 9"), "{told}");
        let bytes = std::fs::read(FILE).expect("a fixture");
        let other = start(&["sh", "-c", "exit 2"].map(OsString::from)).expect("a shell");
        assert!(load(other, &Source::new(FILE, &bytes)).is_ok());
    }

    #[test]
    fn nobody_waits_for_a_worker_that_hangs() {
        let words = ["sh", "-c", "exec sleep 1000"].map(OsString::from);
        let worker = start(&words).expect("a shell");
        let progress = Progress::default();
        progress.cancel();
        let source = Source { progress: Some(&progress), ..Source::new("walk.fbx", b"") };
        let error = load(worker, &source).expect_err("it is cancelled");
        assert_eq!(error.kind(), &ErrorKind::Cancelled);
    }
}
