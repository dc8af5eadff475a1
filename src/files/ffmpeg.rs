//! How programs of ffmpeg are started, to write videos and to read them; and what they may open for that.
//!
//! A file is one file: a playlist that is called like a video makes ffmpeg open others, of this machine or of the net,
//! so it may read the formats alone that have all in themselves, and nothing but files.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use super::messages::not_plain;
use crate::fs;

/// The formats of videos and sounds, and of what is told to be none, and those of single pictures, as ffmpeg calls them.
const FILMS: &str = "mov,matroska,webm,avi,mpegts,mpeg,flv,asf,mxf,ogg,gif,apng,dv,ivf,h264,hevc,m4v,mjpeg,nut,\
                     wav,w64,mp3,flac,aiff,caf,aac,ac3,eac3,amr,au,png_pipe,jpeg_pipe,tiff_pipe,bmp_pipe,exr_pipe";
const PICTURES: &str = "image2,png_pipe,jpeg_pipe,tiff_pipe,bmp_pipe,exr_pipe";

/// How long one may read a file without giving anything of it: a network may be slow, but what never ends is ended.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// Why one was ended that gave nothing for so long.
pub(super) const STOPPED: &str = "ffmpeg did not get on with it, and was ended";

/// What one tells of a file is no longer, in bytes: a packet of an hour of film takes a hundred.
const LONGEST: usize = 1 << 28;

/// How many pieces of what a program writes wait for their reader: the program waits behind them.
const AHEAD: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Media {
    /// A video or a sound.
    Film,
    /// A picture of a sequence.
    Picture,
}

/// A program of ffmpeg that says what matters alone; without a console of its own, on Windows.
pub(super) fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.arg("-hide_banner");
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt as _;
        const CREATE_NO_WINDOW: u32 = 0x0800_0000;
        command.creation_flags(CREATE_NO_WINDOW);
    }
    command
}

/// Says which formats may be opened for the next file that a command names.
pub(super) fn restrict_input(command: &mut Command, media: Media) {
    let formats = if media == Media::Film { FILMS } else { PICTURES };
    command.args(["-protocol_whitelist", "file"]);
    command.args(["-format_whitelist", formats]);
}

/// Refuses what is no plain file: a pipe may never begin, and a device never ends. What is not there is for ffmpeg to
/// tell.
pub(super) fn refuse_special(path: &Path) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) { Err(not_plain()) } else { Ok(()) }
}

/// Runs a program to its end; one that tells nothing for too long is ended. Fails where it cannot be started; of
/// the kind `TimedOut` where it was ended.
pub(super) fn output(command: &mut Command) -> io::Result<Output> {
    let streams = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = streams.spawn()?;
    let (send, pieces) = sync_channel(AHEAD);
    if let Some(out) = child.stdout.take() {
        forward(out, 0, send.clone());
    }
    if let Some(errors) = child.stderr.take() {
        forward(errors, 1, send.clone());
    }
    drop(send);
    let mut streams = [Vec::new(), Vec::new()];
    loop {
        let is_endless = streams.iter().any(|said| said.len() > LONGEST);
        let next = if is_endless {
            Err(io::Error::other("ffmpeg tells of it without end"))
        } else {
            next_piece(&pieces, PATIENCE)
        };
        match next {
            Ok(Some((stream, mut bytes))) => streams[stream].append(&mut bytes),
            Ok(None) => break,
            Err(error) => {
                // One that has ended by itself is as good.
                let _ = child.kill();
                child.wait()?;
                return Err(error);
            }
        }
    }
    let [stdout, stderr] = streams;
    Ok(Output { status: child.wait()?, stdout, stderr })
}

/// What a program writes into a pipe, read as it comes. It is the reader's to end the program where that gives nothing
/// for too long: an error of the kind `TimedOut` says so.
pub(super) struct PatientPipe {
    pieces: Receiver<(usize, Vec<u8>)>,
    /// What has come and is not read: the rest of this piece from a byte on.
    piece: Vec<u8>,
    at: usize,
    patience: Duration,
}

impl PatientPipe {
    pub fn new(pipe: impl Read + Send + 'static) -> Self {
        let (send, pieces) = sync_channel(AHEAD);
        forward(pipe, 0, send);
        Self { pieces, piece: Vec::new(), at: 0, patience: PATIENCE }
    }
}

impl Read for PatientPipe {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.piece.len() {
            let piece = next_piece(&self.pieces, self.patience)?;
            (self.piece, self.at) = (piece.map(|(_, bytes)| bytes).unwrap_or_default(), 0);
        }
        let read = (&self.piece[self.at..]).read(out)?;
        self.at += read;
        Ok(read)
    }
}

/// The next piece of what a program writes; none where it has ended. Fails, of the kind `TimedOut`, where nothing comes
/// for too long.
pub(super) fn next_piece<T>(pieces: &Receiver<T>, patience: Duration) -> io::Result<Option<T>> {
    match pieces.recv_timeout(patience) {
        Ok(piece) => Ok(Some(piece)),
        Err(RecvTimeoutError::Disconnected) => Ok(None),
        Err(RecvTimeoutError::Timeout) => Err(io::Error::new(io::ErrorKind::TimedOut, STOPPED)),
    }
}

/// Passes on what comes through a pipe, on a thread, until nobody listens.
fn forward(mut pipe: impl Read + Send + 'static, stream: usize, to: SyncSender<(usize, Vec<u8>)>) {
    thread::spawn(move || {
        let mut bytes = vec![0; 1 << 16];
        while let Ok(read @ 1..) = pipe.read(&mut bytes) {
            if to.send((stream, bytes[..read].to_vec())).is_err() {
                break;
            }
        }
    });
}

/// The last thing that one said, if it said anything; no more of it than people read.
pub(super) fn last_line(output: &str) -> Option<&str> {
    let line = output.lines().rfind(|line| !line.trim().is_empty())?;
    let end = line.char_indices().nth(300).map_or(line.len(), |(at, _)| at);
    Some(&line[..end])
}

/// What a program takes a file for that it may not open, by what it said.
pub(super) fn refused_format(output: &str) -> Option<&str> {
    let line = output.lines().find(|line| line.contains("not on whitelist"))?;
    line.trim_start().strip_prefix('[')?.split(' ').next()
}

/// A program of ffmpeg that reads a reference video.
pub(super) fn reader(name: &str, media: Media) -> Command {
    let mut command = program(name);
    restrict_input(&mut command, media);
    command.stdin(Stdio::null());
    command
}

pub(super) fn start_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "reference videos need the programs ffmpeg and ffprobe, which were not found: install ffmpeg".into()
        }
        io::ErrorKind::TimedOut => error.to_string(),
        _ => format!("ffmpeg could not be started: {error}"),
    }
}

/// What ffprobe prints. Fails where it is not installed, or cannot read the file: why, for people.
pub(super) fn probe(path: &Path, media: Media, options: &[&str]) -> Result<Vec<u8>, String> {
    refuse_special(path).map_err(|error| error.to_string())?;
    let mut command = reader("ffprobe", media);
    command.args(["-v", "error"]).args(options).arg(path);
    let output = output(&mut command).map_err(|error| start_error(&error))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(reason(&String::from_utf8_lossy(&output.stderr), path))
    }
}

/// The last line of what a program said of a file, without what stands before the reason.
pub(super) fn reason(output: &str, path: &Path) -> String {
    if let Some(format) = refused_format(output) {
        return format!("it is not one file with all in itself: ffmpeg takes it for {format}");
    }
    let last = last_line(output).map_or("ffmpeg does not say why", str::trim);
    // "[mov,mp4 @ 0x55e0] moov atom not found" and "/a.mp4: Invalid data found".
    let text = last.rsplit_once("] ").map_or(last, |(_, text)| text);
    let reason = text.strip_prefix(&path.display().to_string()).unwrap_or(text);
    reason.trim_start_matches([':', ' ']).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_the_last_line_without_the_name() {
        for (output, expected) in [
            (
                "[mov @ 0x5] moov atom not found\n/a b/c.mp4: Invalid data found when processing input\n",
                "Invalid data found when processing input",
            ),
            ("[h264 @ 0x1] [error] no frame!", "no frame!"),
            ("", "ffmpeg does not say why"),
            (
                "[hls @ 0x56] Format not on whitelist 'mov,avi'\n/a b/c.mp4: Invalid argument\n",
                "it is not one file with all in itself: ffmpeg takes it for hls",
            ),
        ] {
            assert_eq!(reason(output, Path::new("/a b/c.mp4")), expected);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_read_to_its_end_and_given_up_where_nothing_comes() {
        let mut cat = Command::new("cat");
        cat.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut cat = cat.spawn().expect("cat");
        let (mut input, output) = cat.stdin.take().zip(cat.stdout.take()).expect("pipes");
        let mut pipe = PatientPipe::new(output);
        let sent: Vec<u8> = (0..200_000).map(|i| (i % 251) as u8).collect();
        let own = sent.clone();
        let writer = thread::spawn(move || {
            io::Write::write_all(&mut input, &own).expect("somebody reads");
            input
        });
        let mut read = vec![0; sent.len()];
        pipe.read_exact(&mut read).expect("all of it");
        assert_eq!(read, sent);
        // What it waits for may still come.
        let input = writer.join().expect("no panic");
        pipe.patience = Duration::from_millis(1);
        let error = pipe.read(&mut read).expect_err("nothing comes");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        pipe.patience = PATIENCE;
        drop(input);
        assert_eq!(pipe.read(&mut read).expect("the end"), 0);
        assert!(cat.wait().expect("it ends").success());
    }
}
