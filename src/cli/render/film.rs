//! How `render` writes a film: beside the drawing, and with sound.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use clap::{Args, ValueHint};

use crate::cli::exit::Failure;
use crate::cli::terminal::{print_error, shown};
use crate::files::Sound;
use crate::film::{self, FilmFormat, WAITING};
use crate::render::{FilmRate, Picture};

/// What is heard with a film.
#[derive(Args)]
pub(super) struct SoundOptions {
    /// The audio of a .mp4, .webm or .mov, out of a file that ffmpeg reads; it ends with the film
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    audio: Option<PathBuf>,
    /// Begin the audio so many seconds later; with a minus sign, leave out as many seconds of it
    #[arg(long, value_name = "SECONDS", value_hint = ValueHint::Other, allow_hyphen_values = true)]
    #[arg(requires = "audio", value_parser = offset)]
    audio_offset: Option<f64>,
}

impl SoundOptions {
    /// The sound, where there is one and ffmpeg can read it.
    ///
    /// # Errors
    /// Where it cannot, which is printed, or the format has no room for it.
    pub fn find(&self, format: Option<FilmFormat>) -> Result<Option<Sound>, Failure> {
        let Some(path) = &self.audio else {
            return Ok(None);
        };
        if !format.is_some_and(FilmFormat::has_sound) {
            let what = "--audio goes into .mp4, .webm and .mov; nothing else has room for sound";
            return Err(Failure::Arguments(what.into()));
        }
        let sound = Sound { path: path.clone(), offset: self.audio_offset.unwrap_or(0.0) };
        match sound.check() {
            Ok(()) => Ok(Some(sound)),
            Err(error) => {
                print_error(&format!("{}: {error}", shown(path)));
                Err(Failure::File)
            }
        }
    }
}

/// Seconds, up to a day in both directions.
fn offset(word: &str) -> Result<f64, &'static str> {
    let seconds = word.trim().parse().ok();
    seconds
        .filter(|seconds: &f64| seconds.abs() <= 86_400.0)
        .ok_or("write a number of seconds, such as 1.5 or -0.25")
}

/// Writes a film on a thread of its own, while `draw` gives it picture after picture.
///
/// # Errors
/// Where it cannot be drawn or written; why is printed.
pub(super) fn write(
    path: &Path,
    format: FilmFormat,
    rate: FilmRate,
    count: usize,
    sound: Option<&Sound>,
    draw: impl FnOnce(&SyncSender<Picture>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (send, pictures) = sync_channel(WAITING);
    let (drawn, written) = thread::scope(|scope| {
        let encoder = scope.spawn(move || film::write(path, format, rate, count, sound, &pictures));
        let drawn = draw(&send);
        drop(send);
        let written = encoder.join();
        (drawn, written.unwrap_or_else(|_| Err(io::Error::other("the encoder failed"))))
    });
    match (drawn, written) {
        // Why it was not drawn to the end is told.
        (Err(failure), Err(error)) if error.kind() == io::ErrorKind::UnexpectedEof => Err(failure),
        (_, Err(error)) => {
            print_error(&format!("{}: cannot be written: {error}", shown(path)));
            Err(Failure::File)
        }
        (drawn, Ok(())) => drawn,
    }
}
