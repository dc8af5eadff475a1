//! Films whose frames say which they are: sixteen black and white squares are the bits of the frame's number.
//!
//! Nothing here comes from the crate, and no text has to be read out of a picture.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;

use super::environment;

/// The bits of a number, and the side of each square in pixels.
const BITS: usize = 16;
const SIDE: usize = 8;

/// The size of the pictures.
pub const SIZE: [usize; 2] = [BITS * SIDE, 2 * SIDE];

/// A picture that says a number, a byte a pixel.
fn picture(number: usize) -> Vec<u8> {
    let row = (0..SIZE[0]).map(|x| match number >> (x / SIDE) & 1 {
        1 => 235,
        _ => 16,
    });
    row.collect::<Vec<u8>>().repeat(SIZE[1])
}

/// The number that a decoded picture says, four bytes a pixel.
pub fn number(size: [usize; 2], rgba: &[u8]) -> usize {
    assert_eq!(size, SIZE);
    let bit = |bit: usize| {
        let at = (SIDE * SIZE[0] + bit * SIDE + SIDE / 2) * 4;
        assert_eq!(rgba[at + 3], 255, "opaque");
        usize::from(rgba[at] > 127) << bit
    };
    (0..BITS).map(bit).sum()
}

/// Writes a film of so many frames at a rate such as `30000/1001`.
pub fn write(path: &Path, frames: usize, rate: &str, options: &[&str]) {
    let size = format!("{}x{}", SIZE[0], SIZE[1]);
    let mut command = environment::command("ffmpeg");
    command.args(["-v", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt", "gray"]);
    command.args(["-s", &size, "-r", rate, "-i", "-"]);
    command.args([
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-crf",
        "20",
        "-g",
        "250",
        "-bf",
        "2",
    ]);
    command.args(["-pix_fmt", "yuv420p"]).args(options).arg(path);
    let mut ffmpeg = command.stdin(Stdio::piped()).spawn().expect("ffmpeg");
    let mut pictures = ffmpeg.stdin.take().expect("a pipe");
    for frame in 0..frames {
        pictures.write_all(&picture(frame)).expect("a picture");
    }
    drop(pictures);
    assert!(ffmpeg.wait().expect("an end").success());
}

/// A film of ten minutes at a rate, which is made once for all runs of the tests.
pub fn ten_minutes(rate: &str, frames: usize) -> PathBuf {
    let name = format!("marked-{}-{frames}.mp4", rate.replace('/', "-"));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Tests run side by side, and so do test programs: of those here one makes it, and whole films alone get the name.
    static MADE_BY_ONE: Mutex<()> = Mutex::new(());
    let _one = MADE_BY_ONE.lock();
    if !path.is_file() {
        let own = path.with_extension(format!("{}.mp4", std::process::id()));
        write(&own, frames, rate, &[]);
        std::fs::rename(&own, &path).expect("the film");
    }
    path
}

/// Writes the numbered pictures of a sequence.
pub fn write_pictures(folder: &Path, numbers: impl Iterator<Item = usize>) {
    for number in numbers {
        let path = folder.join(format!("shot.{number:04}.png"));
        let size = format!("{}x{}", SIZE[0], SIZE[1]);
        let mut command = environment::command("ffmpeg");
        command.args(["-v", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt", "gray"]);
        command.args(["-s", &size, "-i", "-"]).arg(path);
        let mut ffmpeg = command.stdin(Stdio::piped()).spawn().expect("ffmpeg");
        let mut pictures = ffmpeg.stdin.take().expect("a pipe");
        pictures.write_all(&picture(number)).expect("a picture");
        drop(pictures);
        assert!(ffmpeg.wait().expect("an end").success());
    }
}
