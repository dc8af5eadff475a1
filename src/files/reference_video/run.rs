//! A run of ffmpeg: it decodes a video from one frame on, and its pictures are read one by one.

use std::io::{self, BufRead as _, BufReader, Read as _};
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use super::probe::{Input, Probed};
use super::{Picture, SharedPicture};
use crate::files::ffmpeg::{Media, PATIENCE, PatientPipe, next_piece, reader, reason, start_error};

/// How many seconds before its first frame a run begins: a file without an index may lead beyond it, and then
/// the next one of these is tried.
const STARTS: [f64; 4] = [0.0, 10.0, 60.0, 600.0];

pub struct Run {
    pub first: usize,
    /// The frame that it ends before.
    pub until: usize,
    pub next: usize,
    pub count: usize,
    /// How many runs from later times led beyond its first frame.
    pub tries: usize,
    pub last: Option<SharedPicture>,
    pictures: PatientPipe,
    /// Why it is given up, where its pictures do not come.
    pub given_up: Option<String>,
    stamps: Receiver<Option<i64>>,
    last_error: JoinHandle<String>,
    file: PathBuf,
}

impl Run {
    /// Begins a run for some frames, after so many that led beyond the first of them. Fails where ffmpeg cannot be
    /// started: for people.
    pub fn begin(
        probed: &Probed,
        frames: Range<usize>,
        tries: usize,
    ) -> Result<(Self, Child), String> {
        let back = STARTS[tries.min(STARTS.len() - 1)];
        let [width, height] = probed.facts.size;
        let media = if probed.is_sequence() { Media::Picture } else { Media::Film };
        let mut command = reader("ffmpeg", media);
        command.args(["-nostdin", "-nostats", "-loglevel", "repeat+level+info"]);
        let (file, stream) = match &probed.input {
            Input::Stream { file, stream, ticks, tick, start } => {
                command.arg("-copyts");
                if frames.start > 0 {
                    // Between the frame and the one before it, whatever rounding there is.
                    let stamps = [ticks[frames.start - 1], ticks[frames.start]];
                    let [before, at] = stamps.map(|own| own as f64 * tick);
                    let from = (before + at) * 0.5 - start - back;
                    if from > 0.0 {
                        command.args(["-ss", &format!("{from:.6}")]);
                    }
                }
                command.arg("-i").arg(file);
                (file.clone(), *stream)
            }
            Input::Sequence { files, rate } => {
                let number = files.numbers[frames.start];
                command.args(["-f", "image2", "-framerate", &rate.to_string()]);
                command.args(["-start_number", &number.to_string()]);
                command.args(["-i", &files.pattern().unwrap_or_default()]);
                (files.file(number), 0)
            }
        };
        command.args(["-map", &format!("0:{stream}")]);
        command.args(["-vf", &format!("scale={width}:{height},setsar=1,showinfo=checksum=0")]);
        // No frame is doubled or left out for the sake of a steady rate.
        let steady = if probed.is_old { "-vsync" } else { "-fps_mode" };
        command.args([steady, "passthrough"]);
        command.args(["-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut ffmpeg = command.spawn().map_err(|error| start_error(&error))?;
        let (Some(pictures), Some(stderr)) = (ffmpeg.stdout.take(), ffmpeg.stderr.take()) else {
            return Err("ffmpeg has no pipes".into());
        };
        let (send, stamps) = channel();
        let run = Self {
            first: frames.start,
            until: frames.end,
            next: if back > 0.0 { 0 } else { frames.start },
            count: 0,
            tries,
            last: None,
            pictures: PatientPipe::new(pictures),
            given_up: None,
            stamps,
            last_error: thread::spawn(move || listen(stderr, &send)),
            file,
        };
        Ok((run, ffmpeg))
    }

    /// Whether its first frame may come in a run that begins earlier.
    pub fn may_start_earlier(&self, probed: &Probed) -> bool {
        self.tries + 1 < STARTS.len() && self.first > 0 && !probed.is_sequence()
    }

    pub fn read(&mut self, probed: &Probed) -> Option<Picture> {
        let [width, height] = probed.facts.size;
        let mut rgba = vec![0; width * height * 4];
        if let Err(error) = self.pictures.read_exact(&mut rgba) {
            let is_late = error.kind() == io::ErrorKind::TimedOut;
            self.given_up = is_late.then(|| error.to_string());
            return None;
        }
        // The line of a picture is written before the picture is.
        let stamp = match next_piece(&self.stamps, PATIENCE) {
            Ok(stamp) => stamp.flatten(),
            Err(error) => {
                self.given_up = Some(error.to_string());
                return None;
            }
        };
        let index = stamp.and_then(|stamp| probed.frame_of(stamp, self.first));
        Some(Picture {
            index: index.unwrap_or(self.next).min(probed.facts.times.len() - 1),
            size: probed.facts.size,
            rgba,
        })
    }

    /// What ffmpeg told last, once it has ended.
    pub fn end(self) -> String {
        drop(self.pictures);
        reason(&self.last_error.join().unwrap_or_default(), &self.file)
    }
}

/// Passes on the time stamps of pictures, and returns the last error.
fn listen(stderr: ChildStderr, stamps: &Sender<Option<i64>>) -> String {
    let mut error = String::new();
    let mut lines = BufReader::new(stderr);
    let mut line = Vec::new();
    // What a file calls its streams need not be text.
    while lines.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
        let text = String::from_utf8_lossy(&line);
        if let Some(stamp) = stamp_of(&text) {
            // Nobody listens any more where the run has ended.
            let _ = stamps.send(stamp);
        } else if text.contains("[error]") || text.contains("[fatal]") {
            error = text.into_owned();
        }
        line.clear();
    }
    error
}

/// The time stamp in a line about a picture, in ticks; a line about anything else has none.
fn stamp_of(line: &str) -> Option<Option<i64>> {
    let (_, rest) = line.split_once("[Parsed_showinfo_")?;
    let (_, rest) = rest.split_once(" n:")?;
    let (_, rest) = rest.split_once("pts:")?;
    Some(rest.split_ascii_whitespace().next().unwrap_or("").parse().ok())
}

impl Probed {
    pub fn is_sequence(&self) -> bool {
        matches!(self.input, Input::Sequence { .. })
    }

    /// The frame of a time stamp that came in a run from a frame on: the nearest one.
    fn frame_of(&self, stamp: i64, first: usize) -> Option<usize> {
        match &self.input {
            Input::Stream { ticks, .. } => Some(nearest(ticks, stamp)),
            // Those of a sequence are counted from the file that it began with.
            Input::Sequence { files, .. } => {
                let number = i64::from(files.numbers[first]).checked_add(stamp)?;
                files.numbers.binary_search(&u32::try_from(number).ok()?).ok()
            }
        }
    }
}

/// The place of the number that is nearest to another, among numbers in their order.
fn nearest(all: &[i64], number: i64) -> usize {
    let above = all.partition_point(|own| *own < number);
    let below = above.saturating_sub(1);
    let distance = |at: usize| all.get(at).map_or(u64::MAX, |own| own.abs_diff(number));
    if distance(above) < distance(below) { above } else { below }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_stamps_are_read_from_what_the_filter_tells() {
        let of_5 = "[Parsed_showinfo_1 @ 0x557dc110bac0] [info] n:   0 pts:  30030 pts_time:1.001   \
                    pos:    43325 fmt:rgba sar:1/1 s:160x90 i:P iskey:0 type:B ";
        assert_eq!(stamp_of(of_5), Some(Some(30030)));
        let without = "[Parsed_showinfo_2 @ 0x5] [info] n:  12 pts:NOPTS pts_time:NOPTS pos: 1";
        assert_eq!(stamp_of(without), Some(None));
        for other in [
            "[Parsed_showinfo_1 @ 0x5] [info] config in time_base: 1/30000, frame_rate: 30/1",
            "[info]   Stream #0:0: Video: h264, 25 fps",
            "[error] n: 1 pts: 2",
        ] {
            assert_eq!(stamp_of(other), None, "{other}");
        }
    }

    #[test]
    fn the_frame_of_a_time_stamp_is_the_nearest() {
        let all = [0, 33, 67, 100];
        assert_eq!([-5, 0, 20, 34, 66, 1000].map(|stamp| nearest(&all, stamp)), [0, 0, 1, 1, 2, 3]);
    }
}
