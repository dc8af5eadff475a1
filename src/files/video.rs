//! Videos by way of an installed ffmpeg, which gets pictures through a pipe and sound from a file.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::ffmpeg::{
    Media, last_line, output, program, refuse_special, refused_format, restrict_input,
};
use super::ffmpeg_writer::Writer;
use super::messages::reason;
use super::yuv420;
use crate::fs;

/// A container, and how ffmpeg is asked for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// H.264, which plays everywhere.
    Mp4,
    /// VP9, for browsers; keeps opacity.
    WebM,
    /// ProRes 4444, for cutting; keeps opacity.
    Mov,
}

impl Container {
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "mp4" => Some(Self::Mp4),
            "webm" => Some(Self::WebM),
            "mov" => Some(Self::Mov),
            _ => None,
        }
    }

    fn sound(self) -> &'static str {
        match self {
            Self::Mp4 | Self::Mov => "-c:a aac -b:a 192k",
            Self::WebM => "-c:a libopus -b:a 128k",
        }
    }

    fn options(self) -> &'static str {
        match self {
            Self::Mp4 => {
                "-c:v libx264 -crf 18 -preset veryfast -pix_fmt yuv420p -movflags +faststart -f mp4"
            }
            Self::WebM => {
                "-c:v libvpx-vp9 -crf 24 -b:v 0 -row-mt 1 -deadline realtime -cpu-used 6 \
                 -pix_fmt yuva420p -f webm"
            }
            Self::Mov => "-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le -f mov",
        }
    }
}

/// Sides even, for colours are halved in both directions.
const EVEN: &str = "pad=ceil(iw/2)*2:ceil(ih/2)*2";

/// What follows where ffmpeg halves them: each is the mean of four pixels.
const HALVED: &str = "scale=out_color_matrix=bt709:out_range=tv:flags=area";

/// Colours as in high definition television, and said to be so.
const COLOURS: &str = "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv";

/// The audio of a file, which may be a video as well.
#[derive(Clone, Debug, PartialEq)]
pub struct Sound {
    pub path: PathBuf,
    /// How many seconds after the first picture it begins. Below 0, as much of it is left out.
    pub offset: f64,
}

impl Sound {
    /// Fails where ffmpeg finds no audio in the file, or there is no ffmpeg.
    pub fn check(&self) -> io::Result<()> {
        fs::metadata(&self.path).and_then(|_| refuse_special(&self.path)).map_err(|error| {
            io::Error::other(format!("cannot be read: {}", reason(&error, "file")))
        })?;
        let mut ffmpeg = ffmpeg();
        self.read_by(&mut ffmpeg);
        ffmpeg.args(["-map", "0:a:0", "-frames:a", "1", "-f", "null", "-"]);
        let run = output(ffmpeg.stdin(Stdio::null())).map_err(not_started)?;
        let stderr = String::from_utf8_lossy(&run.stderr);
        if run.status.success() {
            Ok(())
        } else if stderr.contains("matches no streams") {
            Err(io::Error::other("it has no audio"))
        } else {
            Err(io::Error::other(format!("ffmpeg cannot read it: {}", failure_reason(&stderr))))
        }
    }

    /// Has ffmpeg read the file: it does not take it for an option, a stream, an address of the network or a list of
    /// others.
    fn read_by(&self, command: &mut Command) {
        restrict_input(command, Media::Film);
        command.arg("-i").arg(in_a_file(&self.path));
    }

    /// What is done with it for a film of so many seconds.
    fn filter(&self, seconds: f64) -> String {
        let begin = match self.offset {
            0.0 => String::new(),
            late if late > 0.0 => format!("adelay={:.0}:all=1,", late * 1000.0),
            early => format!("atrim=start={:.6},asetpts=PTS-STARTPTS,", -early),
        };
        format!("{begin}atrim=end={seconds:.6},aformat=channel_layouts=stereo|mono")
    }
}

/// The program, which says nothing but errors and asks nothing.
fn ffmpeg() -> Command {
    let mut command = program("ffmpeg");
    command.args(["-loglevel", "error", "-nostdin", "-y"]);
    command
}

fn not_started(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::NotFound => io::Error::other(
            "videos need the program ffmpeg, which was not found: install it, or write .gif or .apng",
        ),
        _ => error,
    }
}

fn failure_reason(stderr: &str) -> String {
    match refused_format(stderr) {
        Some(format) => format!("it takes it for {format}, which may lead to other files"),
        None => last_line(stderr).unwrap_or("it does not say why").to_string(),
    }
}

pub struct Video {
    path: PathBuf,
    width: usize,
    /// Room for a picture as it is handed over, where a video keeps no opacity.
    planes: Option<Vec<u8>>,
    pictures: ChildStdin,
    ffmpeg: Writer,
    /// Whether ffmpeg took every picture so far.
    is_whole: bool,
}

impl Video {
    /// Begins a video in a file that is there already, with a rate as a fraction; with sound, for so many seconds.
    /// Once it `is_cancelled`, ffmpeg is ended, whatever it is at. Fails where there is no ffmpeg.
    pub fn begin(
        path: &Path,
        container: Container,
        [width, height]: [u32; 2],
        [over, under]: [u16; 2],
        sound: Option<(&Sound, f64)>,
        is_cancelled: &Arc<AtomicBool>,
    ) -> io::Result<Self> {
        let (size, rate) = (format!("{width}x{height}"), format!("{under}/{over}"));
        let planes = (container == Container::Mp4).then(Vec::new);
        let (pixels, filter) = match planes {
            Some(_) => ("yuv420p", EVEN.to_string()),
            None => ("rgba", format!("{EVEN},{HALVED}")),
        };
        let mut command = ffmpeg();
        command.args(["-f", "rawvideo", "-pix_fmt", pixels, "-s", &size]);
        command.args(["-r", &rate, "-i", "-"]);
        if let Some((sound, seconds)) = sound {
            sound.read_by(&mut command);
            command.args(["-map", "0:v", "-map", "1:a:0", "-af", &sound.filter(seconds)]);
            command.args(container.sound().split(' '));
        }
        command.args(["-vf", &filter]).args(COLOURS.split(' '));
        command.args(container.options().split(' ')).arg(in_a_file(path));
        let (ffmpeg, pictures) =
            Writer::start(&mut command, path, is_cancelled).map_err(not_started)?;
        let (path, width) = (path.to_path_buf(), width as usize);
        Ok(Self { path, width, planes, pictures, ffmpeg, is_whole: true })
    }

    /// Adds a picture: four bytes a pixel, opacity last and not multiplied in. Fails where ffmpeg has ended;
    /// [`Self::finish`] tells why.
    pub fn add(&mut self, rgba: &[u8]) -> io::Result<()> {
        let bytes = match &mut self.planes {
            Some(planes) => {
                yuv420::write(rgba, self.width, planes);
                planes
            }
            None => rgba,
        };
        self.ffmpeg.is_busy(true);
        let written = self.pictures.write_all(bytes);
        self.ffmpeg.is_busy(false);
        self.is_whole &= written.is_ok();
        written
    }

    /// Waits until the video is written. Fails with what ffmpeg says, and where it says that all is well and left
    /// pictures out.
    pub fn finish(self) -> io::Result<()> {
        let Self { path, pictures, ffmpeg, is_whole, .. } = self;
        drop(pictures);
        let (status, stderr) = ffmpeg.finish()?;
        if !status.success() {
            return Err(io::Error::other(format!("ffmpeg failed: {}", failure_reason(&stderr))));
        }
        let is_there = fs::metadata(&path).is_ok_and(|about| about.len() > 0);
        if is_whole && is_there {
            Ok(())
        } else {
            Err(io::Error::other(
                "ffmpeg ended before it had written the film, and does not say why",
            ))
        }
    }
}

/// A file as ffmpeg is told of it, which is neither an option nor an address, whatever it is called.
fn in_a_file(path: &Path) -> OsString {
    let mut file = OsString::from("file:");
    file.push(path);
    file
}
