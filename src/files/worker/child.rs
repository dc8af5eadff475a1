//! What a worker does: it reads a request from its input, loads the take, and writes answers to its output.

use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::super::panics::{catch_all, catch_panic, lock};
use super::message::{Answer, Request};
use crate::guess;
use crate::loader::{Companion, FirstFrames, Preview, Progress, Source};

/// How long it takes from one word on how far it is to the next.
const BEAT: Duration = Duration::from_millis(33);

/// Loads the take that is asked for through standard input.
///
/// # Errors
/// Where nobody asks, or listens any more.
pub fn serve() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    super::sandbox::enter();
    catch_all();
    let (request, bytes) = Request::read(io::stdin().lock())?;
    let mut files = request.files.iter().map(|(file, _)| file.as_str()).zip(&bytes);
    let (file, own) = files.next().ok_or(io::ErrorKind::InvalidData)?;
    let companions: Vec<Companion<'_>> =
        files.map(|(file, bytes)| Companion { file, bytes }).collect();
    let out = Mutex::new(io::stdout());
    let answer = |answer: Answer| answer.write(&mut lock(&out).lock());
    let show = |Preview { take, frames }| {
        // Who does not listen any more ends this process.
        let _ = answer(Answer::FirstFrames { take: Box::new(take), frames });
    };
    let progress = Progress::default();
    progress.expect(own.len());
    let loaded = thread::scope(|scope| {
        let (end, ended) = channel::<()>();
        scope.spawn(|| {
            let mut told = 0;
            let ended = ended;
            while ended.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                let understood = 2 * progress.done();
                if understood > told {
                    let announced = progress.announced();
                    let _ = answer(Answer::Progress { understood: understood - told, announced });
                    told = understood;
                }
            }
        });
        let loaded = catch_panic(Path::new(file), || {
            guess::read_with(&Source {
                options: request.options(),
                clip: request.clip.as_deref(),
                companions: &companions,
                progress: Some(&progress),
                first_frames: request.wants_first_frames.then_some(FirstFrames(&show)),
                ..Source::new(file, own)
            })
        });
        drop(end);
        loaded
    });
    answer(loaded.map_or_else(Answer::Refused, |take| Answer::Loaded(Box::new(take))))?;
    io::stdout().flush()
}
