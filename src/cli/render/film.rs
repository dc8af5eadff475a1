//! How pictures become a film: at which rate it plays, who writes it, and what is heard.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use clap::{Args, ValueHint};

use crate::cli::exit::Failure;
use crate::cli::terminal::{print_error, shown};
use crate::files::{Container, Sound, Video};
use crate::render::{ApngFilm, FilmRate, GifFilm, Picture};
use crate::take::Take;

/// What a film is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FilmFormat {
    Gif,
    Apng,
    /// By ffmpeg.
    Video(Container),
}

/// How many pictures may wait to be written.
const WAITING: usize = 4;

impl FilmFormat {
    /// The one whose files have this extension, in lower case.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "gif" => Some(Self::Gif),
            "apng" => Some(Self::Apng),
            _ => Container::of_extension(extension).map(Self::Video),
        }
    }

    /// Whether it has room for sound.
    pub fn has_sound(self) -> bool {
        matches!(self, Self::Video(_))
    }

    /// The fastest rate that programs play.
    fn fastest(self) -> f64 {
        match self {
            // Browsers take shorter delays for a mistake.
            Self::Gif => 50.0,
            Self::Apng | Self::Video(_) => 60.0,
        }
    }

    /// The rate of a film of takes: that of the fastest one, halved until programs play it.
    pub fn rate(self, takes: &[&Take]) -> f64 {
        let rates = takes.iter().map(|take| take.fps());
        let mut rate = rates.fold(0.0, f64::max);
        while rate > self.fastest() + 0.5 {
            rate /= 2.0;
        }
        rate
    }
}

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
        let sound = Sound {
            path: path.clone(),
            offset: self.audio_offset.unwrap_or(0.0),
        };
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
        let encoder = scope.spawn(|| encode(path, format, rate, count, sound, pictures));
        let drawn = draw(&send);
        drop(send);
        let written = encoder.join();
        (
            drawn,
            written.unwrap_or_else(|_| Err(io::Error::other("the encoder failed"))),
        )
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

fn encode(
    path: &Path,
    format: FilmFormat,
    rate: FilmRate,
    count: usize,
    sound: Option<&Sound>,
    pictures: Receiver<Picture>,
) -> io::Result<()> {
    let mut pictures = (0..count).map(|_| {
        let ended = |_| io::Error::from(io::ErrorKind::UnexpectedEof);
        pictures.recv().map_err(ended)
    });
    let Some(first) = pictures.next() else {
        return Ok(());
    };
    let first = first?;
    let size = [first.width, first.height];
    let mut pictures = std::iter::once(Ok(first.clone())).chain(pictures);
    match format {
        FilmFormat::Gif => crate::files::write(path, |out| {
            let mut film = GifFilm::begin(out, &first, rate)?;
            pictures.try_for_each(|picture| film.add(&picture?))
        }),
        FilmFormat::Apng => crate::files::write(path, |out| {
            let count = u32::try_from(count).map_err(io::Error::other)?;
            let mut film = ApngFilm::begin(out, size, rate, count)?;
            pictures.try_for_each(|picture| film.add(&picture?))?;
            film.finish()
        }),
        FilmFormat::Video(container) => crate::files::write_by(path, |part| {
            let frame_time = rate.frame_time();
            let seconds = count as f64 * f64::from(frame_time[0]) / f64::from(frame_time[1]);
            let sound = sound.map(|sound| (sound, seconds));
            let mut video = Video::begin(part, container, size, frame_time, sound)?;
            for picture in pictures {
                // Where ffmpeg has ended, it says why.
                if video.add(&picture?.straight()).is_err() {
                    break;
                }
            }
            video.finish()
        }),
    }
}
