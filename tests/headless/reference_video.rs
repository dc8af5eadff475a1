//! Reference videos: which frame shows at which time, measured on films whose frames say their numbers.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::support::app::App;
use crate::support::folder::Folder;
use crate::support::panels::Window;
use crate::support::shown_video::with_video;
use crate::support::wait::{wait_for, wait_until};
use crate::support::{environment, marked_film, tools};
use rushes::app::{
    Corner, Effect, FilesCommand, HistoryCommand, PlaybackCommand, SoundPlayer, TakesCommand,
    VideoCommand, VideoPlayer, VideoView, save_review,
};
use rushes::files::OpenOptions;
use rushes::files::reference_video::{
    MAX_BYTES, SoundTrack, TimePlace, VideoDecoder, VideoFrame, VideoSource,
};
use rushes::store::Store;

fn open(file: &Path) -> VideoDecoder {
    let source = VideoSource { file: file.to_path_buf(), rate: 24.0 };
    VideoDecoder::open(source, || ())
}

/// What shows at a time once it is decoded.
fn shown(video: &VideoDecoder, time: f64) -> Result<VideoFrame, String> {
    wait_for(&format!("a picture at {time} s"), || match video.show(time) {
        Ok(shown) => shown.filter(|shown| shown.is_exact).map(Ok),
        Err(error) => Some(Err(error)),
    })
}

/// The number that the picture of a time says.
fn number_at(video: &VideoDecoder, time: f64) -> usize {
    let shown = shown(video, time).unwrap_or_else(|error| panic!("at {time} s: {error}"));
    let picture = shown.picture.expect("a picture");
    marked_film::number(picture.size, &picture.rgba)
}

fn has_ffmpeg() -> bool {
    tools::has("ffmpeg", "ffmpeg") && tools::has("ffprobe", "ffmpeg")
}

/// A film of so many frames in a folder.
fn film(folder: &Folder, name: &str, frames: usize, rate: &str, options: &[&str]) -> PathBuf {
    let path = folder.0.join(name);
    marked_film::write(&path, frames, rate, options);
    path
}

#[test]
fn each_frame_is_the_one_of_its_time_forwards_backwards_and_at_random() {
    if !has_ffmpeg() {
        return;
    }
    let folder = Folder::new("reference-times");
    for (name, rate, fps) in [
        ("a.mp4", "30", 30.0),
        ("b.mkv", "30000/1001", 30_000.0 / 1001.0),
        ("c.mov", "24", 24.0),
        ("d.avi", "25", 25.0),
    ] {
        let path = film(&folder, name, 700, rate, &[]);
        let video = open(&path);
        let time = |frame: usize| (frame as f64 + 0.02) / fps;
        let forwards = 0..120;
        let backwards = (300..520).rev();
        let jumps = [699, 0, 350, 351, 349, 348, 690, 5, 251, 249, 250, 500, 499];
        for frame in forwards.chain(backwards).chain(jumps) {
            assert_eq!(number_at(&video, time(frame)), frame, "{name}");
        }
        let late = shown(&video, 1000.0).unwrap();
        assert_eq!((late.place, late.frame), (TimePlace::After, 699), "{name}");
        let early = shown(&video, -0.5).unwrap();
        assert_eq!((early.place, early.frame), (TimePlace::Before, 0), "{name}");
    }
}

#[test]
fn a_film_whose_rate_varies_shows_each_frame_for_as_long_as_it_says() {
    if !has_ffmpeg() {
        return;
    }
    let folder = Folder::new("reference-vfr");
    // Each third frame lasts twice as long as the others.
    let stamps = "setpts=(N+floor(N/3))/(30*TB)";
    let options = ["-vf", stamps, "-fps_mode", "passthrough", "-video_track_timescale", "90000"];
    let path = film(&folder, "phone.mp4", 300, "30", &options);
    let video = open(&path);
    let begins = |frame: usize| (frame + frame / 3) as f64 / 30.0;
    for frame in (0..150).chain((100..290).rev()) {
        for at in [begins(frame) + 0.001, begins(frame + 1) - 0.001] {
            assert_eq!(number_at(&video, at), frame, "at {at} s");
        }
    }
    let facts = shown(&video, 0.0).unwrap().facts;
    assert_eq!(facts.times.len(), 300);
    assert!((facts.span_of(2)[1] - facts.span_of(2)[0] - 2.0 / 30.0).abs() < 1e-4);
}

#[test]
fn a_file_that_leads_beyond_the_frame_is_read_from_further_back() {
    if !has_ffmpeg() {
        return;
    }
    let folder = Folder::new("reference-ts");
    // A transport stream has no index, and is called like a film here.
    let path = film(&folder, "stream.mp4", 600, "30", &["-f", "mpegts"]);
    let video = open(&path);
    for frame in [400, 401, 120, 119, 599, 251, 249, 0] {
        assert_eq!(number_at(&video, (frame as f64 + 0.3) / 30.0), frame);
    }
}

#[test]
fn image_sequences_have_a_rate_and_gaps() {
    if !has_ffmpeg() {
        return;
    }
    let folder = Folder::new("reference-pictures");
    let numbers = (8..20).chain(23..30);
    marked_film::write_pictures(&folder.0, numbers);
    for file in [folder.0.clone(), folder.0.join("shot.0012.png")] {
        let video = open(&file);
        let at = |number: usize| number_at(&video, (number as f64 - 8.0 + 0.01) / 24.0);
        for number in (8..20).chain(23..30).chain([9, 25, 8]) {
            assert_eq!(at(number), number);
        }
        assert_eq!(at(22), 19, "the one before the gap shows on");
    }
}

#[test]
fn turned_films_are_upright_and_large_ones_are_made_smaller() {
    if !has_ffmpeg() {
        return;
    }
    let folder = Folder::new("reference-size");
    let path = film(&folder, "wide.mp4", 12, "30", &["-vf", "scale=1920:240"]);
    let shown_of = |path: &Path| shown(&open(path), 0.1).unwrap();
    let of_wide = shown_of(&path);
    assert_eq!(of_wide.facts.size, [960, 120]);
    let bytes = of_wide.picture.expect("a picture").bytes();
    assert!(bytes == 960 * 120 * 4 && bytes < MAX_BYTES);
    let turned = folder.0.join("turned.mp4");
    let mut turn = environment::command("ffmpeg");
    turn.args(["-v", "error", "-nostdin", "-i"]).arg(&path);
    turn.args(["-c", "copy", "-metadata:s:v:0", "rotate=90"]).arg(&turned);
    assert!(turn.status().expect("ffmpeg").success());
    let size = shown_of(&turned).facts.size;
    // Newer ones write the rotation in another way, and leave this alone.
    assert!(size == [120, 960] || size == [960, 120], "{size:?}");
}

#[test]
fn what_is_no_video_is_told_and_what_is_cut_off_ends_where_it_does() {
    if !has_ffmpeg() {
        return;
    }
    let folder = Folder::new("reference-broken");
    let none = PathBuf::from(folder.write("none.mp4", "this is no video"));
    let reported = shown(&open(&none), 0.0).unwrap_err();
    assert!(reported.contains("Invalid data"), "{reported}");
    let missing = shown(&open(&folder.0.join("missing.mp4")), 0.0).unwrap_err();
    assert!(missing.contains("No such file"), "{missing}");
    let whole = film(&folder, "whole.mkv", 600, "30", &[]);
    let bytes = std::fs::read(&whole).unwrap();
    let cut = folder.0.join("cut.mkv");
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    let video = open(&cut);
    assert_eq!(number_at(&video, 1.01), 30);
    let last = shown(&video, 30.0).unwrap();
    assert_eq!(last.place, TimePlace::After);
    assert!((100..500).contains(&last.frame), "{}", last.frame);
}

#[test]
fn a_video_is_one_file_and_a_plain_one() {
    if !has_ffmpeg() {
        return;
    }
    let folder = Folder::new("reference-lists");
    film(&folder, "secret.mp4", 30, "30", &[]);
    film(&folder, "secret.ts", 30, "30", &[]);
    let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1,\nsecret.ts\n#EXT-X-ENDLIST\n";
    let concatenated = "ffconcat version 1.0\nfile secret.mp4\n";
    for (name, text, format) in [
        ("hls.mp4", playlist, "hls"),
        ("list.mkv", concatenated, "concat"),
        ("0001.png", concatenated, "concat"),
    ] {
        let path = PathBuf::from(folder.write(name, text));
        let reported = format!("ffmpeg takes it for {format}");
        let error = shown(&open(&path), 0.0).unwrap_err();
        assert!(error.ends_with(&reported), "{error}");
        let sound = sound_of(&path).failed().expect("no sound");
        assert!(sound.ends_with(&reported), "{sound}");
    }
    let sound = rushes::files::Sound { path: folder.0.join("hls.mp4"), offset: 0.0 };
    let error = sound.check().unwrap_err().to_string();
    assert!(error.contains("takes it for hls"), "{error}");
    // What is read of a sequence is plain files as well.
    #[cfg(unix)]
    for name in ["pipe.mp4", "walk.0002.png"] {
        let path = folder.0.join(name);
        let made = environment::command("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo").success());
        let error = shown(&open(&path), 0.0).unwrap_err();
        let sound = sound_of(&path).failed().expect("no sound");
        for reported in [error, sound] {
            assert!(
                reported.contains("not a regular file") || reported.contains("no such file"),
                "{reported}"
            );
        }
    }
}

#[test]
fn nobody_waits_and_ffmpeg_ends_with_its_decoder() {
    if !has_ffmpeg() {
        return;
    }
    let path = marked_film::ten_minutes("30", 18_000);
    let woken = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = woken.clone();
    let source = VideoSource { file: path, rate: 24.0 };
    let video = VideoDecoder::open(source, move || {
        count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    });
    const ASKED: usize = 2000;
    for step in 0..ASKED {
        let time = (step * 7919 % 600) as f64;
        video.show(time).unwrap();
    }
    // Whoever waited for each picture would have seen as many.
    let came = woken.load(std::sync::atomic::Ordering::Relaxed);
    assert!(came < ASKED / 2, "{came} pictures");
    number_at(&video, 300.0);
    assert!(woken.load(std::sync::atomic::Ordering::Relaxed) > 0);
    let ours = || {
        let Ok(all) = std::fs::read_dir("/proc") else {
            return 0;
        };
        let parent = format!("\nPPid:\t{}\n", std::process::id());
        let is_ours = |path: PathBuf| {
            let text = std::fs::read_to_string(path.join("status")).unwrap_or_default();
            let line = std::fs::read(path.join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).into_owned();
            text.contains(&parent) && line.contains("showinfo") && line.contains("marked-30-18000")
        };
        all.flatten().filter(|entry| is_ours(entry.path())).count()
    };
    drop(video);
    wait_until("the end of ffmpeg", || ours() == 0);
}

/// The window on a take of ten minutes at 50 frames a second, beside a film of its name.
fn on_ten_minutes(folder: &Folder, rate: &str, frames: usize) -> App {
    let film = marked_film::ten_minutes(rate, frames);
    let take = folder.take("walk.bvh", 30_000);
    std::fs::copy(film, folder.0.join("walk.mp4")).expect("a film beside the take");
    App::new(&[take], OpenOptions::default())
}

/// The time of the figure that shows, in seconds of its take.
fn figure_time(app: &App) -> f64 {
    let open = app.take().expect("a take");
    app.frame_of(open) as f64 * open.take.motion.frame_time()
}

/// What shows of the film now, and the number that its picture says.
fn film_now(app: &App) -> Option<(&VideoFrame, usize)> {
    let VideoView::Picture(shown) = &app.shown_video()?.view else {
        return None;
    };
    let picture = shown.picture.as_ref()?;
    Some((shown, marked_film::number(picture.size, &picture.rgba)))
}

/// Brings pictures until the one of the moment that shows is there, and holds it against the figure: the figure is
/// within half a frame of the film of the middle of the frame that shows.
fn assert_together(app: &mut App, player: &mut VideoPlayer, fps: f64, offset: f64) {
    wait_until("a picture", || {
        player.update(&mut app.state);
        film_now(app).is_some_and(|(shown, _)| shown.is_exact)
    });
    let wanted = figure_time(app) + offset;
    let (shown, number) = film_now(app).expect("a picture");
    let middle = (number as f64 + 0.5) / fps;
    let apart = (wanted - middle).abs();
    let is_outside = shown.place != TimePlace::Inside;
    assert!(apart <= 0.5 / fps + 1e-4 || is_outside, "frame {number} of the film at {wanted} s");
}

#[test]
fn over_ten_minutes_the_film_stays_within_half_a_frame_of_the_figure() {
    if !has_ffmpeg() {
        return;
    }
    for (name, rate, frames, fps, offset) in [
        ("ten-30", "30", 18_000, 30.0, 0.0),
        ("ten-29", "30000/1001", 17_982, 30_000.0 / 1001.0, 1.25),
    ] {
        let folder = Folder::new(name);
        let mut app = on_ten_minutes(&folder, rate, frames);
        let take = app.id(0);
        app.apply(VideoCommand::Shift(take, offset));
        let mut player = VideoPlayer::new(|| ());
        assert_together(&mut app, &mut player, fps, offset);
        app.apply(PlaybackCommand::Toggle);
        let (mut passed, mut ticks) = (0.0, 0_u32);
        while passed < 598.5 {
            // As a display shows pictures, with some that come late.
            let dt = match ticks % 97 {
                0 => 0.058,
                _ => 1.0 / 60.0,
            };
            app.state.tick(dt);
            (passed, ticks) = (passed + dt, ticks + 1);
            assert_together(&mut app, &mut player, fps, offset);
        }
        assert!((figure_time(&app) - passed).abs() < 0.03, "at 1 x");
        // Backwards, and step by step.
        app.apply(PlaybackCommand::PlayBackwards);
        for _ in 0..600 {
            app.state.tick(1.0 / 60.0);
            assert_together(&mut app, &mut player, fps, offset);
        }
        app.apply(PlaybackCommand::Pause);
        for frames in [1, 1, -1, -1, -1, 10, -50, 500] {
            app.apply(PlaybackCommand::Step(frames));
            assert_together(&mut app, &mut player, fps, offset);
        }
        for frame in [0, 29_000, 1, 15_000, 14_999, 15_001] {
            app.apply(PlaybackCommand::Seek(frame));
            assert_together(&mut app, &mut player, fps, offset);
        }
    }
}

#[test]
fn in_real_time_the_film_is_decoded_ahead_and_nobody_waits() {
    if !has_ffmpeg() {
        return;
    }
    let folder = Folder::new("reference-real-time");
    let mut app = on_ten_minutes(&folder, "30", 18_000);
    let mut player = VideoPlayer::new(|| ());
    assert_together(&mut app, &mut player, 30.0, 0.0);
    app.apply(PlaybackCommand::Toggle);
    const TICK: Duration = Duration::from_millis(10);
    const TICKS: usize = 200;
    let mut exact = 0;
    for _ in 0..TICKS {
        // It stands for the display, in real time and no sooner: a busy machine takes longer.
        std::thread::sleep(TICK);
        app.state.tick(TICK.as_secs_f64());
        player.update(&mut app.state);
        exact += usize::from(film_now(&app).is_some_and(|(shown, _)| shown.is_exact));
    }
    assert!(exact * 10 >= TICKS * 9, "{exact} of {TICKS}");
}

/// The window on two takes in a folder with a film, which is called like the second one where it is `run`.
fn on_two(folder: &Folder, film: &str) -> (App, [PathBuf; 3]) {
    let takes = ["walk.bvh", "run.bvh"].map(|name| folder.take(name, 10));
    let film = PathBuf::from(folder.write(film, ""));
    let [walk, run] = takes;
    let app = App::new(&[walk.clone(), run.clone()], OpenOptions::default());
    (app, [walk, run, film])
}

/// The file and the offset of the video of a take, by its place.
fn video_of(app: &App, place: usize) -> Option<(PathBuf, f64)> {
    let video = app.session.takes[place].video();
    video.map(|video| (video.file, video.offset))
}

#[test]
fn a_video_beside_the_take_plays_with_it_until_somebody_says_otherwise() {
    let folder = Folder::new("reference-beside");
    // A file system that does not tell cases apart has it under the name that is looked for.
    let name = if cfg!(windows) { "run.mp4" } else { "run.MP4" };
    let (mut app, [_, run, film]) = on_two(&folder, name);
    assert_eq!(video_of(&app, 0), None);
    assert_eq!(video_of(&app, 1), Some((film.clone(), 0.0)));
    assert!(!app.has_unsaved_reviews(), "a look writes nothing");
    let run_id = app.id(1);
    app.apply(TakesCommand::Activate(run_id));
    app.apply(VideoCommand::Remove(run_id));
    assert_eq!(video_of(&app, 1), None);
    app.apply(HistoryCommand::Undo);
    assert_eq!(video_of(&app, 1), Some((film, 0.0)));
    let mut app = App::new(&[run], OpenOptions::default());
    let notices = app.interface.notices.iter();
    let reported = format!("{name} lies beside run.bvh");
    let reported = notices.filter(|notice| notice.text.contains(&reported));
    let reported: Vec<_> = reported.cloned().collect();
    assert_eq!(reported.len(), 1);
    let (_, answer) = reported[0].answers[0].clone();
    app.apply(answer.expect("it can be taken back"));
    assert_eq!(video_of(&app, 0), None);
}

#[test]
fn a_video_is_chosen_shifted_and_remembered_with_the_take() {
    let folder = Folder::new("reference-kept");
    let (mut app, [walk, _, film]) = on_two(&folder, "shots/cam 1.mov");
    let id = app.id(0);
    app.apply(VideoCommand::Choose(id, film.clone()));
    app.apply(VideoCommand::Shift(id, 0.5));
    app.apply(VideoCommand::Shift(id, f64::NAN));
    app.apply(VideoCommand::SetRate(id, 25.0));
    assert_eq!(video_of(&app, 0), Some((film.clone(), 0.5)));
    app.apply(HistoryCommand::Undo);
    app.apply(HistoryCommand::Undo);
    assert_eq!(video_of(&app, 0), Some((film.clone(), 0.0)));
    app.apply(HistoryCommand::Redo);
    assert_eq!(video_of(&app, 0), Some((film.clone(), 0.5)));
    let unsaved = app.take_unsaved_reviews();
    assert_eq!(unsaved.len(), 1);
    let saved = save_review(&unsaved[0], &Store::default()).expect("it is saved");
    let text = std::fs::read_to_string(saved.path).unwrap();
    assert!(text.contains(r#""file": "shots/cam 1.mov""#), "{text}");
    let app = App::new(&[walk], OpenOptions::default());
    assert_eq!(video_of(&app, 0), Some((film, 0.5)));
}

#[test]
fn dropped_videos_go_to_the_take_of_their_name_or_the_active_one() {
    let folder = Folder::new("reference-drop");
    let (mut app, [walk, run, film]) = on_two(&folder, "films/run.mp4");
    let other = PathBuf::from(folder.write("films/other.mkv", ""));
    app.apply(FilesCommand::Open(vec![film.clone()]));
    assert_eq!(video_of(&app, 1), Some((film.clone(), 0.0)));
    let active = app.take().expect("a take").title();
    app.apply(FilesCommand::Open(vec![other.clone()]));
    let at = if active == "walk.bvh" { 0 } else { 1 };
    assert_eq!(video_of(&app, at), Some((other.clone(), 0.0)));
    app.apply(HistoryCommand::Undo);
    assert_ne!(video_of(&app, at), Some((other.clone(), 0.0)));
    // Together with takes, whatever their order.
    let mut app = App::default();
    app.begin(&[film.clone(), walk, other.clone(), run]);
    let found = [video_of(&app, 0), video_of(&app, 1)].map(|video| video.map(|(file, _)| file));
    assert_eq!(found, [Some(other), Some(film.clone())]);
    // Without a take there is nothing that it could play beside.
    let mut app = App::default();
    app.apply(FilesCommand::Open(vec![film]));
    let reported = &app.interface.notices[0].text;
    assert!(reported.contains("a video plays beside a take"), "{reported}");
}

#[test]
fn ctrl_r_asks_for_a_video_beside_the_take() {
    let folder = Folder::new("reference-ask");
    let (mut app, _) = on_two(&folder, "a.mp4");
    app.apply(VideoCommand::Ask);
    let asked = app.effects.iter().find_map(|effect| match effect {
        Effect::AskForVideo(take, beside) => Some((*take, beside.clone())),
        _ => None,
    });
    let id = app.take().expect("a take").id;
    assert_eq!(asked, Some((id, Some(folder.0.clone()))));
}

#[test]
fn a_video_that_does_not_show_is_not_open() {
    let folder = Folder::new("reference-hidden");
    let (mut app, [.., film]) = on_two(&folder, "a.mp4");
    let id = app.take().expect("a take").id;
    assert_eq!(app.wanted_video(), None);
    app.apply(VideoCommand::Choose(id, film));
    assert_eq!(app.wanted_video().map(|wanted| wanted.time), Some(0.0));
    app.apply(VideoCommand::Shift(id, -0.5));
    app.apply(PlaybackCommand::Step(2));
    let time = app.wanted_video().expect("a video").time;
    assert!((time + 0.46).abs() < 1e-9, "{time}");
    app.apply(VideoCommand::Toggle);
    assert_eq!(app.wanted_video(), None);
}

#[test]
fn the_video_has_a_corner_or_half_of_the_view_and_a_field_for_its_offset() {
    let folder = Folder::new("reference-panel");
    let mut window = Window::new(with_video(&folder));
    let view = window.rect("View");
    let picture = window.rect("Picture of a.mp4: frame 0 of 100");
    assert!(view.contains_rect(picture));
    assert!(picture.center().x > view.center().x && picture.center().y > view.center().y);
    window.type_into("Offset of the reference video", "-1.5");
    window.press(egui::Key::Enter);
    let id = window.open().id;
    assert!(window.asked().contains(&VideoCommand::Shift(id, -1.5).into()));
    assert_eq!(window.value("Offset of the reference video").as_deref(), Some("−1.500 s"));
    window.click("Show reference video beside the view");
    let (view, picture) = (window.rect("View"), window.rect("Picture of a.mp4: frame 0 of 100"));
    assert!(view.right() <= picture.left() + 0.5, "{view:?} {picture:?}");
    assert!((view.width() - picture.width()).abs() <= 1.0);
    window.click("Show reference video in a corner");
    window.apply(VideoCommand::Place(Corner::UpperLeft, 240.0));
    let (view, picture) = (window.rect("View"), window.rect("Picture of a.mp4: frame 0 of 100"));
    assert!(picture.center().x < view.center().x && picture.center().y < view.center().y);
    window.click("Hide reference video");
    assert!(!window.has("Picture of a.mp4: frame 0 of 100"));
}

/// Writes a sound of so many seconds at 48 kHz, whose samples say which tenth of a millisecond they are.
fn write_sound(folder: &Folder, name: &str, seconds: usize, options: &[&str]) -> PathBuf {
    let path = folder.0.join(name);
    let samples = (0..seconds * 48_000).map(|sample| (sample as f64 / 4.8) as i16);
    let bytes: Vec<u8> = samples.flat_map(i16::to_le_bytes).collect();
    let raw = folder.0.join("raw.pcm");
    std::fs::write(&raw, bytes).unwrap();
    let mut ffmpeg = environment::command("ffmpeg");
    ffmpeg.args(["-v", "error", "-nostdin", "-y", "-f", "s16le", "-ar", "48000", "-ac", "1", "-i"]);
    ffmpeg.arg(raw).args(options).arg(&path);
    assert!(ffmpeg.status().expect("ffmpeg").success());
    path
}

/// The sound of a file, once all of it has come.
fn sound_of(path: &Path) -> SoundTrack {
    let track = SoundTrack::open(path.to_path_buf(), || ());
    wait_until("all of the sound", || track.is_whole());
    track
}

#[test]
fn sounds_are_read_at_any_time_and_have_peaks() {
    if !has_ffmpeg() {
        return;
    }
    let folder = Folder::new("reference-sound");
    let track = sound_of(&write_sound(&folder, "a.wav", 3, &[]));
    assert_eq!(track.failed(), None);
    let mut samples = [7; 480];
    for (first, expected) in [(48_000, 10_000), (0, 0), (96_000, 20_000), (-480, 0)] {
        track.read(first, &mut samples);
        assert_eq!(i32::from(samples[0]), expected, "from {first}");
    }
    track.read(-240, &mut samples);
    assert_eq!((samples[239], samples[240 + 48]), (0, 10));
    track.read(3 * 48_000 - 10, &mut samples);
    assert_eq!(samples[10..], [0; 470], "it has ended");
    let (peaks, start) = track.peaks();
    assert_eq!(start, 0);
    let [low, high] = peaks.range(48_000, 96_000).expect("a peak");
    assert!((38..=40).contains(&low) && (77..=79).contains(&high), "{low} {high}");
    let none = folder.write("none.wav", "no sound");
    assert!(sound_of(Path::new(&none)).failed().is_some());
}

#[test]
fn the_sound_of_a_video_is_where_the_video_has_it() {
    if !has_ffmpeg() {
        return;
    }
    let folder = Folder::new("reference-sound-video");
    let sound = write_sound(&folder, "a.wav", 2, &[]);
    let silent = film(&folder, "silent.mkv", 60, "30", &[]);
    let both = folder.0.join("both.mkv");
    let mut ffmpeg = environment::command("ffmpeg");
    ffmpeg.args(["-v", "error", "-nostdin", "-i"]).arg(&silent);
    ffmpeg.args(["-itsoffset", "0.5", "-i"]).arg(&sound);
    ffmpeg.args(["-map", "0:v", "-map", "1:a", "-c:v", "copy", "-c:a", "pcm_s16le"]).arg(&both);
    assert!(ffmpeg.status().expect("ffmpeg").success());
    let track = sound_of(&both);
    let mut samples = [0; 4];
    track.read(48_000, &mut samples);
    let apart = i32::from(samples[0]) - 5_000;
    assert!(apart.abs() < 150, "half a second late: {}", samples[0]);
    let none = sound_of(&silent);
    assert_eq!(none.failed(), None, "a video without sound is no fault");
    assert!(none.peaks().0.is_empty());
}

#[test]
fn sound_is_heard_at_the_speed_of_the_recording_and_drawn_below_the_take() {
    if !has_ffmpeg() {
        return;
    }
    let folder = Folder::new("reference-waveform");
    let take = folder.take("walk.bvh", 100);
    let sound = write_sound(&folder, "walk.wav", 2, &[]);
    let mut app = App::new(&[take], OpenOptions::default());
    let wanted = app.wanted_sound().expect("a sound");
    assert_eq!((&wanted.file, wanted.is_paused), (&sound, true));
    app.apply(PlaybackCommand::Toggle);
    assert!(app.wanted_sound().expect("a sound").plays);
    app.apply(PlaybackCommand::SetSpeed(0.5));
    assert!(!app.wanted_sound().expect("a sound").plays, "slower is silent");
    app.apply(PlaybackCommand::SetSpeed(1.0));
    app.apply(PlaybackCommand::PlayBackwards);
    assert!(!app.wanted_sound().expect("a sound").plays, "backwards is silent");
    app.apply(PlaybackCommand::Pause);
    app.apply(VideoCommand::ToggleSound);
    assert!(app.wanted_sound().expect("a sound").is_muted);
    let mut player = SoundPlayer::new(|| ());
    // Up to its end, where it is loudest.
    let has_end = |app: &App| {
        let sound = app.shown_sound();
        sound.is_some_and(|sound| sound.peaks.range(90_000, 95_000).is_some())
    };
    wait_until("a waveform", || {
        player.update(&mut app.state, Instant::now());
        has_end(&app)
    });
    VideoPlayer::new(|| ()).update(&mut app.state);
    let window = Window::new(app);
    // A rising line, up to half of a lane that is 28 points high at the least.
    let timeline = window.rect("Timeline");
    let fills = window.fills().into_iter();
    let bars = fills.filter(|(bar, _)| timeline.contains_rect(*bar) && bar.width() <= 1.01);
    let heights = bars.map(|(bar, _)| bar.center().y);
    let span = heights.fold(egui::Rangef::NOTHING, |span, y| egui::Rangef {
        min: span.min.min(y),
        max: span.max.max(y),
    });
    assert!((11.0..14.0).contains(&span.span()), "{span:?}");
    assert!(window.has("Unmute reference video"));
    assert!(!window.has("Show reference video beside the view"), "there are no pictures");
}
