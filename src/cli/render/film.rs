//! How the pictures of a take become a film: which frames it shows at which rate, and who writes it.

use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::cli::exit::Failure;
use crate::cli::terminal::{print_error, shown};
use crate::files::{Container, Video};
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

    /// The fastest rate that programs play.
    fn fastest(self) -> f64 {
        match self {
            // Browsers take shorter delays for a mistake.
            Self::Gif => 50.0,
            Self::Apng | Self::Video(_) => 60.0,
        }
    }

    /// The rate of a film of a take: the take's own, halved until programs play it.
    pub fn rate(self, take: &Take) -> f64 {
        let mut rate = take.fps();
        while rate > self.fastest() + 0.5 {
            rate /= 2.0;
        }
        rate
    }
}

/// Which of some frames a film at a rate shows: at the time of each picture, the frame that is there by then.
pub(super) fn frames_at(frames: &[usize], take_rate: f64, rate: f64) -> Vec<usize> {
    let step = take_rate / rate;
    let count = ((frames.len() as f64 / step).round() as usize).max(1);
    // Rates are rounded in files: a frame that is due within a hundredth of one is there.
    let place =
        |picture: usize| ((picture as f64 * step + 0.01).floor() as usize).min(frames.len() - 1);
    (0..count).map(|picture| frames[place(picture)]).collect()
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
    draw: impl FnOnce(&SyncSender<Picture>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (send, pictures) = sync_channel(WAITING);
    let (drawn, written) = thread::scope(|scope| {
        let encoder = scope.spawn(|| encode(path, format, rate, count, pictures));
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
            let mut video = Video::begin(part, container, size, rate.frame_time())?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_shows_the_frame_that_is_there_by_then() {
        let frames: Vec<usize> = (10..22).collect();
        assert_eq!(frames_at(&frames, 120.0, 120.0), frames);
        assert_eq!(frames_at(&frames, 120.0, 30.0), [10, 14, 18]);
        assert_eq!(frames_at(&frames, 120.0, 60.0), [10, 12, 14, 16, 18, 20]);
        assert_eq!(
            frames_at(&frames[..3], 30.0, 60.0),
            [10, 10, 11, 11, 12, 12]
        );
        assert_eq!(frames_at(&frames[..1], 30.0, 10.0), [10]);
        // A file that says 0.008333 s means 120 a second.
        assert_eq!(
            frames_at(&frames, 1.0 / 0.008333, 60.0),
            [10, 12, 14, 16, 18, 20]
        );
    }
}
