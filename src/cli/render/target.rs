//! Where pictures go, by the name of the output: a picture, an SVG, a film with its sound, or a folder of pictures; and
//! how they are written there.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use clap::{Args, ValueHint};

use crate::cli::exit::Failure;
use crate::cli::options::number_in;
use crate::cli::output::ends_in_slash;
use crate::cli::terminal::shown;
use crate::files::Sound;
use crate::film::{self, FilmFormat, QUEUE_LENGTH};
use crate::render::{FilmRate, Picture};
use crate::take::Take;

pub(super) enum Target {
    Picture(PathBuf),
    Svg(PathBuf),
    Film(PathBuf, FilmFormat),
    /// A folder, and the name of a picture in it, where the number of the frame stands for `#`.
    Folder(PathBuf, Option<String>),
}

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

impl Target {
    /// What an output is by its name. Fails where it is none of them.
    pub fn named(output: PathBuf) -> Result<Self, Failure> {
        if ends_in_slash(&output) {
            return Ok(Self::Folder(output, None));
        }
        let extension = output.extension().unwrap_or_default().to_ascii_lowercase();
        if let Some(format) = FilmFormat::of_extension(&extension.to_string_lossy()) {
            return Ok(Self::Film(output, format));
        }
        if extension == "svg" {
            return Ok(Self::Svg(output));
        }
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        if extension == "png" && name.contains('#') {
            let folder = output.parent().unwrap_or(Path::new("")).to_path_buf();
            return Ok(Self::Folder(folder, Some(name.into_owned())));
        }
        let is_stream = crate::files::is_stream(&output) || output.as_os_str() == "-";
        if extension == "png" || is_stream {
            return Ok(Self::Picture(output));
        }
        if output.is_dir() {
            return Ok(Self::Folder(output, None));
        }
        Err(Failure::invalid(format!(
            "'{}' is neither a picture, OUT.png or OUT.svg, nor a film, such as OUT.gif or OUT.mp4, nor a folder, \
             FOLDER/",
            shown(&output)
        )))
    }

    pub fn is_picture(&self) -> bool {
        matches!(self, Self::Picture(_) | Self::Svg(_))
    }

    pub fn path(&self, take: &Take, number: usize) -> PathBuf {
        match self {
            Self::Picture(path) | Self::Svg(path) | Self::Film(path, _) => path.clone(),
            Self::Folder(folder, None) => folder.join(format!("{}_{number:05}.png", take.name)),
            Self::Folder(folder, Some(name)) => folder.join(numbered(name, number)),
        }
    }

    pub fn make_folder(&self) -> Result<(), Failure> {
        match self {
            Self::Folder(folder, _) if !folder.as_os_str().is_empty() => {
                std::fs::create_dir_all(folder).map_err(|error| file_error(folder, error))
            }
            _ => Ok(()),
        }
    }
}

impl SoundOptions {
    /// The sound, where there is one. Fails where ffmpeg cannot read it, or what is written has no room for it.
    pub fn find(&self, target: &Target) -> Result<Option<Sound>, Failure> {
        let Some(path) = &self.audio else { return Ok(None) };
        if !matches!(target, Target::Film(_, format) if format.has_sound()) {
            let message = "--audio goes into .mp4, .webm and .mov; nothing else has room for sound";
            return Err(Failure::invalid(message));
        }
        let sound = Sound { path: path.clone(), offset: self.audio_offset.unwrap_or(0.0) };
        sound.check().map_err(|error| file_error(path, error))?;
        Ok(Some(sound))
    }
}

/// Seconds, up to a day in both directions.
fn offset(word: &str) -> Result<f64, &'static str> {
    number_in(-86_400.0..=86_400.0, word, "write a number of seconds, such as 1.5 or -0.25")
}

/// A name in which the number of a frame stands where it has the most `#`, with as many digits at least.
fn numbered(name: &str, frame: usize) -> String {
    let runs = name.match_indices('#').map(|(at, _)| at);
    let run = |at: &usize| name[*at..].len() - name[*at..].trim_start_matches('#').len();
    let Some(at) = runs.rev().max_by_key(run) else { return name.to_string() };
    let digits = run(&at);
    format!("{}{frame:0digits$}{}", &name[..at], &name[at + digits..])
}

/// Writes a picture; - is standard output.
pub(super) fn save(picture: &Picture, path: &Path) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return Ok(picture.write_png(&mut io::stdout().lock())?);
    }
    crate::files::write(path, |out| picture.write_png(out))
        .map_err(|error| write_error(path, error))
}

pub(super) fn write_error(path: &Path, error: impl Display) -> Failure {
    file_error(path, format!("cannot be written: {error}"))
}

fn file_error(path: &Path, error: impl Display) -> Failure {
    Failure::prefixed(format!("{}: {error}", shown(path)))
}

/// Writes a film on a thread of its own, while `draw` gives it picture after picture.
pub(super) fn write_film(
    path: &Path,
    format: FilmFormat,
    rate: FilmRate,
    count: usize,
    sound: Option<&Sound>,
    draw: impl FnOnce(&SyncSender<Picture>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (send, pictures) = sync_channel(QUEUE_LENGTH);
    let (drawn, written) = thread::scope(|scope| {
        let encoder = scope.spawn(move || {
            film::write(path, format, rate, count, sound, &pictures, &Arc::default())
        });
        let drawn = draw(&send);
        drop(send);
        (drawn, encoder.join().unwrap_or_else(|_| Err(io::Error::other("the encoder failed"))))
    });
    match (drawn, written) {
        // Why it was not drawn to the end is printed already.
        (Err(failure), Err(error)) if error.kind() == io::ErrorKind::UnexpectedEof => Err(failure),
        (_, Err(error)) => Err(write_error(path, error)),
        (drawn, Ok(())) => drawn,
    }
}
