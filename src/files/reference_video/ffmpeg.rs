//! How ffprobe and ffmpeg are started to read, and what they say where they fail.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::files::ffmpeg::{self, Media};

/// What is told where ffmpeg is not installed.
const MISSING: &str =
    "reference videos need the programs ffmpeg and ffprobe, which were not found: install ffmpeg";

/// A program of ffmpeg that reads a file.
pub fn program(name: &str, media: Media) -> Command {
    let mut command = ffmpeg::program(name);
    ffmpeg::only(&mut command, media);
    command.stdin(Stdio::null());
    command
}

/// Why a program could not be started.
pub fn not_started(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => MISSING.into(),
        io::ErrorKind::TimedOut => error.to_string(),
        _ => format!("ffmpeg could not be started: {error}"),
    }
}

/// What ffprobe prints.
///
/// # Errors
/// Where it is not installed, or cannot read the file: why, for people.
pub fn probe(path: &Path, media: Media, options: &[&str]) -> Result<Vec<u8>, String> {
    ffmpeg::refuse_special(path).map_err(|error| error.to_string())?;
    let mut command = program("ffprobe", media);
    command.args(["-v", "error"]).args(options).arg(path);
    let output = ffmpeg::output(&mut command).map_err(|error| not_started(&error))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(reason(&String::from_utf8_lossy(&output.stderr), path))
    }
}

/// The last line of what a program said of a file, without what stands before the reason.
pub fn reason(told: &str, path: &Path) -> String {
    if let Some(format) = ffmpeg::refused_format(told) {
        return format!("it is not one file with all in itself: ffmpeg takes it for {format}");
    }
    let last = ffmpeg::last_line(told).map_or("ffmpeg does not say why", str::trim);
    // "[mov,mp4 @ 0x55e0] moov atom not found" and "/a.mp4: Invalid data found".
    let last = last.rsplit_once("] ").map_or(last, |(_, text)| text);
    let file = path.display().to_string();
    let last = last.strip_prefix(&file).unwrap_or(last);
    last.trim_start_matches([':', ' ']).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_the_last_line_without_the_name() {
        let path = Path::new("/a b/c.mp4");
        let told = "[mov @ 0x5] moov atom not found\n/a b/c.mp4: Invalid data found when processing input\n";
        assert_eq!(reason(told, path), "Invalid data found when processing input");
        assert_eq!(reason("[h264 @ 0x1] [error] no frame!", path), "no frame!");
        assert_eq!(reason("", path), "ffmpeg does not say why");
        let told = "[hls @ 0x56] Format not on whitelist 'mov,avi'\n/a b/c.mp4: Invalid argument\n";
        let told = reason(told, path);
        assert!(told.ends_with("ffmpeg takes it for hls"), "{told}");
    }
}
