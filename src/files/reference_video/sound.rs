//! The sound of a reference video, or of a sound file in its place, decoded by ffmpeg.
//!
//! Its samples are kept in a file that has no name and is gone with the program, and not in memory: an hour of
//! sound has 350 MB. Whoever plays it reads a few milliseconds at a time.

use std::fs::File;
use std::io::{ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;

use super::peaks::Peaks;
use super::probe::{first_stream, probe_json};
use crate::files::ffmpeg::{Media, PatientPipe, reader, reason, start_error};
use crate::files::panics::{guarded, lock};
use crate::fs;

/// Samples a second of decoded sound; it has one channel.
pub const SOUND_RATE: u32 = 48_000;

const SAMPLE: usize = size_of::<i16>();

/// How many bytes are read from ffmpeg at once.
const PIECE: usize = 1 << 16;

/// A sound that is decoded on a thread. Dropped, it ends ffmpeg.
pub struct SoundTrack {
    shared: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    /// The samples, and how many of them there are.
    samples: Option<File>,
    count: u64,
    /// When the first of them is heard, in samples from the first frame of the video.
    start: i64,
    peaks: Arc<Peaks>,
    is_whole: bool,
    failed: Option<String>,
    ffmpeg: Option<Child>,
    is_closed: bool,
}

impl SoundTrack {
    /// Decodes the sound of a file on a thread, which calls `wake` as it comes.
    pub fn open(file: PathBuf, wake: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::new(Mutex::new(Inner::default()));
        let own = shared.clone();
        thread::spawn(move || {
            let failed = guarded(|| decode(&own, &file, &wake)).flatten().err();
            let mut inner = lock(&own);
            inner.is_whole = true;
            inner.failed = failed;
            drop(inner);
            wake();
        });
        Self { shared }
    }

    /// Reads samples from one on, counted from the first frame of the video; silence where there are none.
    pub fn read(&self, first: i64, out: &mut [i16]) {
        out.fill(0);
        let mut inner = lock(&self.shared);
        let first = first.saturating_sub(inner.start);
        // What is before the sound begins is silent.
        let before = usize::try_from(first.saturating_neg().max(0)).unwrap_or(usize::MAX);
        let Some(out) = out.get_mut(before..) else { return };
        let first = first.max(0) as u64;
        let there = inner.count.saturating_sub(first).min(out.len() as u64) as usize;
        let Some(samples) = inner.samples.as_mut().filter(|_| there > 0) else { return };
        let mut bytes = vec![0; there * SAMPLE];
        let place = SeekFrom::Start(first * SAMPLE as u64);
        if samples.seek(place).is_ok() && samples.read_exact(&mut bytes).is_ok() {
            let (pairs, _) = bytes.as_chunks::<SAMPLE>();
            for (out, pair) in out.iter_mut().zip(pairs) {
                *out = i16::from_le_bytes(*pair);
            }
        }
    }

    /// The peaks, as far as the sound has come, and the sample of the video that the first of them is at.
    pub fn peaks(&self) -> (Arc<Peaks>, i64) {
        let inner = lock(&self.shared);
        (inner.peaks.clone(), inner.start)
    }

    pub fn is_whole(&self) -> bool {
        lock(&self.shared).is_whole
    }

    /// Why there is no sound, for people, without the name of the file; a video without sound is no error.
    pub fn failed(&self) -> Option<String> {
        lock(&self.shared).failed.clone()
    }
}

impl Drop for SoundTrack {
    fn drop(&mut self) {
        let mut inner = lock(&self.shared);
        inner.is_closed = true;
        if let Some(ffmpeg) = &mut inner.ffmpeg {
            // One that has ended by itself is as good.
            let _ = ffmpeg.kill();
        }
    }
}

fn decode(shared: &Mutex<Inner>, file: &Path, wake: &dyn Fn()) -> Result<(), String> {
    let file = fs::absolute(file).unwrap_or_else(|_| file.to_path_buf());
    let Some((stream, start)) = stream_of(&file)? else { return Ok(()) };
    let keep_error = |error| format!("its sound cannot be kept: {error}");
    let samples = tempfile::tempfile().map_err(keep_error)?;
    let mut writer = samples.try_clone().map_err(keep_error)?;
    let mut command = reader("ffmpeg", Media::Film);
    command.args(["-nostdin", "-nostats", "-v", "error", "-i"]).arg(&file);
    command.args(["-map", &format!("0:{stream}"), "-ac", "1"]);
    command.args(["-ar", &SOUND_RATE.to_string(), "-f", "s16le", "pipe:1"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let (stdout, mut errors) = {
        let mut inner = lock(shared);
        if inner.is_closed {
            return Ok(());
        }
        let mut ffmpeg = command.spawn().map_err(|error| start_error(&error))?;
        let pipes = ffmpeg.stdout.take().zip(ffmpeg.stderr.take());
        inner.ffmpeg = Some(ffmpeg);
        inner.samples = Some(samples);
        inner.start = (start * f64::from(SOUND_RATE)).round() as i64;
        pipes.ok_or("ffmpeg has no pipes")?
    };
    let mut pipe = PatientPipe::new(stdout);
    let stderr = thread::spawn(move || {
        let mut stderr = Vec::new();
        // What cannot be read of it is not told.
        let _ = errors.read_to_end(&mut stderr);
        String::from_utf8_lossy(&stderr).into_owned()
    });
    let mut peaks = Peaks::default();
    let (mut count, mut next_update) = (0, 0);
    let mut piece = Vec::with_capacity(PIECE);
    let ended = loop {
        piece.clear();
        let read = (&mut pipe).take(PIECE as u64).read_to_end(&mut piece);
        let (pairs, _) = piece.as_chunks::<SAMPLE>();
        if read.is_err() || pairs.is_empty() {
            break read;
        }
        let values: Vec<i16> = pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
        // The place of the file is the reader's as well.
        let mut inner = lock(shared);
        writer.seek(SeekFrom::Start(count * SAMPLE as u64)).map_err(keep_error)?;
        writer.write_all(pairs.as_flattened()).map_err(keep_error)?;
        peaks.add(&values);
        count += values.len() as u64;
        inner.count = count;
        // A copy is cheap beside a minute of sound.
        if count >= next_update {
            next_update = count + u64::from(SOUND_RATE) * 60;
            inner.peaks = Arc::new(peaks.clone());
            drop(inner);
            wake();
        }
    };
    let given_up = ended.err().filter(|error| error.kind() == ErrorKind::TimedOut);
    let mut inner = lock(shared);
    inner.peaks = Arc::new(peaks);
    let mut ffmpeg = inner.ffmpeg.take();
    drop(inner);
    if let (Some(error), Some(ffmpeg)) = (given_up, &mut ffmpeg) {
        // One that has ended by itself is as good.
        let _ = ffmpeg.kill();
        let _ = ffmpeg.wait();
        return Err(error.to_string());
    }
    let succeeded =
        ffmpeg.is_none_or(|mut ffmpeg| ffmpeg.wait().is_ok_and(|status| status.success()));
    let stderr = stderr.join().unwrap_or_default();
    if succeeded || count > 0 { Ok(()) } else { Err(reason(&stderr, &file)) }
}

/// The stream with the sound of a file, and when it begins, in seconds from the first frame of the video;
/// `None` where it has no sound.
fn stream_of(file: &Path) -> Result<Option<(u64, f64)>, String> {
    let entries = "stream=index,codec_type,start_time:stream_disposition=attached_pic";
    let probed = probe_json(file, Media::Film, &["-show_entries", entries])?;
    let start = |stream: &Value| stream["start_time"].as_str()?.parse::<f64>().ok();
    let Some(sound) = first_stream(&probed, "audio") else { return Ok(None) };
    let video = first_stream(&probed, "video").and_then(start);
    let later = video.zip(start(sound)).map_or(0.0, |(video, sound)| sound - video);
    Ok(sound["index"].as_u64().map(|index| (index, later)))
}

impl std::fmt::Debug for SoundTrack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SoundTrack").finish_non_exhaustive()
    }
}
