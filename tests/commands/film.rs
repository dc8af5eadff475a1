//! Films of `rushes render`: what they show, when, and what is left where one cannot be made.

use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use crate::support::folder::{Folder, names_in};
use crate::support::program::{command, end, rushes};
use crate::support::{environment, tools};
use rushes::film::{self, FilmFormat};
use rushes::render::{FilmRate, Picture};

/// What films show: forty frames of the built-in take, which has 60 a second.
const FRAMES: &str = "40-79";

fn film(folder: &Folder, name: &str, size: &str, more: &[&str]) -> String {
    let out = folder.path(name);
    let is_film = !name.ends_with('/');
    let frames = if is_film { FRAMES } else { "40-78:2" };
    let all = ["render", "builtin", "-o", &out, "--size", size, "--frames", frames];
    let reported = rushes(&[&all[..], more].concat());
    assert_eq!((reported.code, reported.out.as_str()), (Some(0), ""), "{}", reported.err);
    out
}

/// The pictures of every second one of them as files, four bytes a pixel.
fn pictures(folder: &Folder) -> Vec<Vec<u8>> {
    film(folder, "all/", "160x120", &[]);
    let all = folder.0.join("all");
    let mut names = names_in(&all);
    names.sort();
    let read = |name: &String| {
        let file = File::open(all.join(name)).expect("a picture");
        let mut reader = png::Decoder::new(BufReader::new(file)).read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut bytes).expect("pixels");
        bytes
    };
    names.iter().map(read).collect()
}

/// The mean difference of two pictures, in parts of a byte.
fn difference(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len());
    let sum: u64 = a.iter().zip(b).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.len() as f64
}

#[test]
fn a_gif_shows_the_frames_at_their_times_and_repeats() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("film-gif");
    let expected = pictures(&folder);
    let out = film(&folder, "walk.gif", "160x120", &[]);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(File::open(out).expect("a file")).expect("a GIF");
    assert_eq!([decoder.width(), decoder.height()], [160, 120]);
    let mut screen = vec![0; 160 * 120 * 4];
    let (mut delays, mut count) = (0u32, 0);
    // So many pictures a second are too many for a GIF: every second one is shown.
    while let Some(frame) = decoder.read_next_frame().expect("a picture") {
        for (y, row) in frame.buffer.chunks_exact(4 * usize::from(frame.width)).enumerate() {
            for (x, pixel) in row.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                let at = (usize::from(frame.top) + y) * 160 + usize::from(frame.left) + x;
                screen[4 * at..4 * at + 4].copy_from_slice(pixel);
            }
        }
        if [0, 7, 19].contains(&count) {
            let off = difference(&screen, &expected[count]);
            assert!(off < 2.0, "picture {count}: {off}");
            let others = expected.iter().enumerate().filter(|(i, _)| *i != count);
            let mut others = others.map(|(_, other)| difference(&screen, other));
            assert!(others.all(|other| other > off), "picture {count} is of another frame");
        }
        delays += u32::from(frame.delay);
        count += 1;
    }
    assert_eq!((count, delays), (20, 67), "20 pictures in two thirds of a second");
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
}

#[test]
fn an_animated_png_has_every_pixel() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("film-apng");
    let expected = pictures(&folder);
    let out = film(&folder, "walk.apng", "160x120", &["--fps", "30"]);
    let file = File::open(out).expect("a file");
    let mut reader = png::Decoder::new(BufReader::new(file)).read_info().expect("a PNG");
    let about = *reader.info().animation_control().expect("an animation");
    assert_eq!((about.num_frames, about.num_plays), (20, 0));
    let mut screen = vec![0; 160 * 120 * 4];
    for (count, picture) in expected.iter().enumerate() {
        let mut bytes = vec![0; 160 * 120 * 4];
        let info = reader.next_frame(&mut bytes).expect("a picture");
        let control = *reader.info().frame_control().expect("a frame");
        assert_eq!((control.delay_num, control.delay_den), (1, 30));
        let width = 4 * info.width as usize;
        for (y, row) in bytes[..info.buffer_size()].chunks_exact(width).enumerate() {
            let at = 4 * ((control.y_offset as usize + y) * 160 + control.x_offset as usize);
            screen[at..at + width].copy_from_slice(row);
        }
        if [0, 7, 19].contains(&count) {
            assert!(screen == *picture, "picture {count}");
        }
    }
}

#[test]
fn videos_have_the_rate_of_the_take() {
    if !tools::has("ffprobe", "ffmpeg") || !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("film-video");
    for (name, size) in [("walk.mp4", "161x121"), ("walk.webm", "160x120"), ("walk.mov", "160x120")]
    {
        let out = film(&folder, name, size, &[]);
        let fields = "stream=width,height,r_frame_rate,nb_read_frames";
        let mut probe = environment::command("ffprobe");
        probe.args([
            "-v",
            "error",
            "-count_frames",
            "-show_entries",
            fields,
            "-of",
            "csv=p=0",
            &out,
        ]);
        let reported = probe.output().expect("ffprobe");
        let reported = String::from_utf8_lossy(&reported.stdout).trim().to_string();
        let expected = if size == "161x121" { "162,122,60/1,40" } else { "160,120,60/1,40" };
        assert_eq!(reported, expected, "{name}");
    }
}

#[test]
fn a_video_has_the_colours_of_its_pictures() {
    const COLOURS: [[u8; 3]; 4] = [[238, 40, 40], [30, 160, 250], [20, 200, 60], [128, 128, 128]];
    if !tools::has("ffmpeg", "ffmpeg") {
        return;
    }
    let folder = Folder::new("film-colours");
    // Odd sides, which become 66 and 66.
    let mut picture = Picture::empty([65, 65]);
    for (place, pixel) in picture.rgba.chunks_exact_mut(4).enumerate() {
        let [x, y] = [place % 65, place / 65].map(|side| usize::from(side >= 32));
        let [r, g, b] = COLOURS[2 * y + x];
        pixel.copy_from_slice(&[r, g, b, 255]);
    }
    for name in ["colours.mp4", "colours.webm"] {
        let (to, pictures) = channel();
        (0..2).for_each(|_| to.send(picture.clone()).expect("a place for it"));
        let path = folder.0.join(name);
        let format = FilmFormat::of_extension(&name[8..]).expect("a format");
        film::write(&path, format, FilmRate(25.0), 2, None, &pictures, &Arc::default())
            .expect(name);
        let mut ffmpeg = environment::command("ffmpeg");
        ffmpeg.args(["-loglevel", "error", "-i"]).arg(path);
        let read = ffmpeg.args(["-f", "rawvideo", "-pix_fmt", "rgb24", "-"]).output();
        let pixels = read.expect("ffmpeg").stdout;
        assert_eq!(pixels.len(), 2 * 66 * 66 * 3, "{name}");
        for (i, colour) in COLOURS.iter().enumerate() {
            let at = 3 * ((16 + i / 2 * 32) * 66 + 16 + i % 2 * 32);
            let found = &pixels[at..at + 3];
            let off = found.iter().zip(colour).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(off <= Some(3), "{name}: {found:?} is not {colour:?}");
        }
    }
}

#[test]
fn some_pictures_tell_how_large_a_film_will_be() {
    /// Pictures of a square that crosses a ground of many colours.
    fn pictures(count: usize, from: usize) -> Receiver<Picture> {
        let (to, pictures) = channel();
        for frame in from..from + count {
            let mut picture = Picture::empty([160, 120]);
            for (place, pixel) in picture.rgba.chunks_exact_mut(4).enumerate() {
                let [x, y] = [place % 160, place / 160];
                let is_inside = (x + 200 - frame % 200) < 220 && (40..60).contains(&y);
                let part = if is_inside { 255 } else { (x * y / 90) as u8 };
                pixel.copy_from_slice(&[part, (x + y) as u8, 80, 255]);
            }
            to.send(picture).expect("a place for it");
        }
        pictures
    }
    let folder = Folder::new("film-estimate");
    let formats = FilmFormat::ALL.into_iter().filter(|(format, ..)| {
        !matches!(format, FilmFormat::Video(_)) || tools::has("ffmpeg", "ffmpeg")
    });
    for (format, name, extension) in formats {
        let path = folder.0.join("film").with_extension(extension);
        for count in [1, 5, 200] {
            let rate = FilmRate(25.0);
            let reported = film::estimate(format, rate, count, &pictures(32, 80)).expect(name);
            let from = if count < 32 { 80 } else { 0 };
            let drawn = pictures(count, from);
            film::write(&path, format, rate, count, None, &drawn, &Arc::default()).expect(name);
            let size = std::fs::metadata(&path).expect("it").len();
            let off = reported as f64 / size as f64 - 1.0;
            // A few pictures are all drawn.
            let most = if count < 32 { 0.01 } else { 0.35 };
            assert!(off.abs() < most, "{name} of {count}: {reported} for {size}");
        }
    }
    // Where there are not enough of them, nothing is said.
    let error = film::estimate(FilmFormat::Gif, FilmRate(25.0), 200, &pictures(3, 0));
    let kind = error.expect_err("too few").kind();
    assert_eq!(kind, std::io::ErrorKind::UnexpectedEof);
}

#[test]
fn without_ffmpeg_a_word_is_said_and_nothing_is_left() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("film-none");
    let out = folder.path("walk.mp4");
    let mut command =
        command(&["render", "builtin", "-o", &out, "--frames", "0-3", "--size", "64"]);
    let reported = end(command.env("PATH", folder.0.join("nowhere")));
    assert_eq!(reported.code, Some(3), "{}", reported.err);
    assert!(reported.err.contains("videos need the program ffmpeg"), "{}", reported.err);
    assert!(names_in(&folder.0).is_empty());
}

#[test]
fn numbered_pictures_stand_where_the_name_says() {
    if !tools::has_opengl() {
        return;
    }
    let folder = Folder::new("film-numbers");
    let out = folder.path("shots/walk#2.####.png");
    let reported = rushes(&["render", "builtin", "-o", &out, "--frames", "8-10", "--size", "64"]);
    assert_eq!(reported.code, Some(0), "{}", reported.err);
    let mut names = names_in(&folder.0.join("shots"));
    names.sort();
    assert_eq!(names, ["walk#2.0008.png", "walk#2.0009.png", "walk#2.0010.png"]);
}
