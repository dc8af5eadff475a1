//! A film as a file: its formats, its rate, which frame each picture shows, what is burned in, and how it is written.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, sync_channel};

use crate::files::{Container, Sound, Video, size_of};
use crate::playback::Timecode;
use crate::render::{ApngFilm, Caption, CaptionPlace, FilmRate, GifFilm, Picture};
use crate::review::notes::{Note, Review};
use crate::take::{FrameNumbers, Take, in_one_line};
use crate::threads::{Beside, begin, receive, send};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmFormat {
    /// Shows in every chat and browser; 256 colours.
    Gif,
    /// Animated PNG: all colours, and opacity.
    Apng,
    /// By ffmpeg.
    Video(Container),
}

/// How many pictures may wait to be written.
pub const QUEUE_LENGTH: usize = 4;

impl FilmFormat {
    /// Every format with its name and the extension of its files.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Gif, "GIF", "gif"),
        (Self::Apng, "Animated PNG", "apng"),
        (Self::Video(Container::Mp4), "MP4", "mp4"),
        (Self::Video(Container::WebM), "WebM", "webm"),
        (Self::Video(Container::Mov), "MOV", "mov"),
    ];

    /// Those that can be written where the program is: a page has no other programs.
    pub fn written() -> impl Iterator<Item = Self> {
        let all = Self::ALL.into_iter().map(|(format, ..)| format);
        all.filter(|format| !(cfg!(page) && matches!(format, Self::Video(_))))
    }

    /// By the extension of its files, in lower case.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(.., own)| *own == extension).map(|(format, ..)| format)
    }

    /// As people call it, and the extension of its files.
    pub fn names(self) -> [&'static str; 2] {
        let found = Self::ALL.into_iter().find(|(format, ..)| *format == self);
        found.map_or(["", ""], |(_, name, extension)| [name, extension])
    }

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

    /// The rate of a film of frames at a rate: halved until programs play it.
    pub fn rate(self, mut rate: f64) -> f64 {
        while rate > self.fastest() + 0.5 {
            rate /= 2.0;
        }
        rate
    }
}

/// Which of some frames a film at a rate shows: at the time of each picture, the frame that is there by then.
pub fn frames_at(frames: &[usize], take_rate: f64, rate: f64) -> Vec<usize> {
    let step = take_rate / rate;
    let count = picture_count(frames.len(), take_rate, rate);
    let index = |picture: usize| frames_begun(picture as f64 * step).min(frames.len() - 1);
    (0..count).map(|picture| frames[index(picture)]).collect()
}

/// How many pictures a film at a rate has of so many frames.
pub fn picture_count(frames: usize, take_rate: f64, rate: f64) -> usize {
    ((frames as f64 * rate / take_rate).round() as usize).max(1)
}

/// How many frames have begun by then. Rates are rounded in files: a hundredth of a frame is no delay.
pub fn frames_begun(frames: f64) -> usize {
    (frames + 0.01).floor() as usize
}

/// Writes a film of so many pictures as they come, or nothing. The error is `UnexpectedEof` where fewer came, and where
/// it `is_cancelled`.
pub fn write(
    path: &Path,
    format: FilmFormat,
    rate: FilmRate,
    count: usize,
    sound: Option<&Sound>,
    pictures: &Receiver<Picture>,
    is_cancelled: &Arc<AtomicBool>,
) -> io::Result<()> {
    let mut pictures = (0..count)
        .map(|_| receive(pictures).ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof)));
    let Some(first) = pictures.next() else { return Ok(()) };
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
            let mut video = Video::begin(part, container, size, frame_time, sound, is_cancelled)?;
            for picture in pictures {
                // Where ffmpeg has ended, it says why.
                if video.add(&picture?.straight()).is_err() {
                    break;
                }
            }
            let written = video.finish();
            if is_cancelled.load(Relaxed) {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            written
        }),
    }
}

/// So many pictures that follow each other tell how large a film will be.
pub const SAMPLE_LENGTH: usize = 32;

/// About how many bytes a film of so many pictures has, by [`SAMPLE_LENGTH`] of them or all: the later half tells what
/// each further picture adds, for the first ones cost more.
pub fn estimate(
    format: FilmFormat,
    rate: FilmRate,
    count: usize,
    sample: &Receiver<Picture>,
) -> io::Result<u64> {
    let lengths = [count.min(SAMPLE_LENGTH), count.min(SAMPLE_LENGTH / 2)];
    let films = lengths.map(|length| {
        let (to, pictures) = sync_channel(QUEUE_LENGTH);
        let write =
            move |path: &Path| write(path, format, rate, length, None, &pictures, &Arc::default());
        (to, begin("film", move || size_of(write)))
    });
    for index in 0..lengths[0] {
        let Some(picture) = receive(sample) else { break };
        for ((to, _), length) in films.iter().zip(lengths) {
            if index < length {
                // A film that ended returns its error.
                send(to, picture.clone());
            }
        }
    }
    let sizes = films.map(|(to, film)| {
        drop(to);
        let size = film.and_then(Beside::join);
        size.unwrap_or_else(|| Err(io::Error::other("the film could not be written")))
    });
    let [all, half] = sizes;
    let (all, half) = (all?, half?);
    let more = (count - lengths[0]) as u64;
    Ok(all + all.saturating_sub(half) * more / (SAMPLE_LENGTH / 2) as u64)
}

/// Something about a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BurnInWord {
    Take,
    Frame,
    Timecode,
    Note,
}

impl BurnInWord {
    pub const ALL: [Self; 4] = [Self::Take, Self::Frame, Self::Timecode, Self::Note];
}

/// The words about the frames of a take.
pub struct BurnIn<'a> {
    words: &'a [BurnInWord],
    name: String,
    numbers: FrameNumbers,
    last: usize,
    timecode: Timecode,
    review: Arc<Review>,
}

impl<'a> BurnIn<'a> {
    /// Those of a take, which is called so, with what reviewers have added.
    pub fn new(words: &'a [BurnInWord], take: &Take, name: &str, review: Arc<Review>) -> Self {
        Self {
            words,
            name: in_one_line(name),
            numbers: take.even_numbers().unwrap_or(FrameNumbers::FROM_0),
            last: take.motion.frame_count().saturating_sub(1),
            timecode: Timecode::at(take.fps()),
            review,
        }
    }

    pub fn captions(&self, frame: usize) -> Vec<Caption> {
        let caption = |word: &BurnInWord| {
            let (place, text) = match word {
                BurnInWord::Take => (CaptionPlace::TopLeft, self.name.clone()),
                BurnInWord::Frame => (CaptionPlace::BottomLeft, self.frame(frame)),
                BurnInWord::Timecode => {
                    let frame = i64::try_from(frame).unwrap_or(i64::MAX);
                    (CaptionPlace::BottomRight, self.timecode.text(frame))
                }
                BurnInWord::Note => (CaptionPlace::Bottom, self.notes(frame)?),
            };
            Some(Caption { place, text })
        };
        self.words.iter().filter_map(caption).collect()
    }

    /// The frame as the window calls it.
    fn frame(&self, frame: usize) -> String {
        let [number, last] = [frame, self.last].map(|frame| self.numbers.of(frame).to_string());
        format!("frame {number} of {last}").replace('-', "−")
    }

    fn notes(&self, frame: usize) -> Option<String> {
        let line = |note: &Note| {
            let kind = note.kind.label();
            match in_one_line(note.text.trim()) {
                text if text.is_empty() => kind.to_string(),
                text => format!("{kind}: {text}"),
            }
        };
        let notes = self.review.notes.iter().filter(|note| note.frames.contains(frame));
        let lines: Vec<String> = notes.map(line).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
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
        assert_eq!(frames_at(&frames[..3], 30.0, 60.0), [10, 10, 11, 11, 12, 12]);
        assert_eq!(frames_at(&frames[..1], 30.0, 10.0), [10]);
        // A file that says 0.008333 s means 120 a second.
        assert_eq!(frames_at(&frames, 1.0 / 0.008333, 60.0), [10, 12, 14, 16, 18, 20]);
    }
}
