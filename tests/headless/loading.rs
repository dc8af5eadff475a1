//! Files that are opened off the window's thread: how far they are, their first frames, and an end to
//! them before they are done.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::support::folder::Folder;
use crate::support::input::Input;
use crate::support::same::bits;
use crate::support::wait::wait_until;
use crate::support::{self, large, scenes};
use rushes::app::{Arrival, Loading, Request, RequestId, RequestedFiles};
use rushes::files::{OpenOptions, Opener, Preview, PreviewSink, Watcher};
use rushes::guess;
use rushes::loader::{self, Companion, ErrorKind, FORMATS, FirstFrames, Options, Progress, Source};
use rushes::scene::Placement;
use rushes::store::Store;
use rushes::take::Take;

/// A large take in every format but those that only have a pose, or are another by another name.
fn all_large(frames: usize) -> Vec<(&'static str, Input)> {
    let others = large::ALL.iter().chain(&large::SAMPLED).map(|make| {
        let large = make(frames);
        let beside = large.beside.into_iter();
        let input = Input {
            beside: beside.map(|(file, text)| (file.to_string(), text.into_bytes())).collect(),
            ..Input::of(large.file, large.bytes)
        };
        (large.format, input)
    });
    let first = ("BVH", Input::of("bench.bvh", large::bvh(frames).into()));
    std::iter::once(first).chain(others).collect()
}

/// Calls `with` with the source of an input.
fn with_source<T>(input: &Input, with: impl FnOnce(Source<'_>) -> T) -> T {
    let beside = input.beside.iter();
    let companions: Vec<Companion<'_>> =
        beside.map(|(file, bytes)| Companion { file, bytes }).collect();
    with(Source { companions: &companions, ..Source::new(&input.name, &input.bytes) })
}

/// The preview of an input of which so many bytes are there.
fn preview_of(input: &Input, len: usize) -> Option<loader::Preview> {
    with_source(input, |source| {
        let source = Source { bytes: &input.bytes[..len], ..source };
        guess::preview(&source, input.bytes.len())
    })
}

/// Asserts that a preview is the beginning of a take, bit for bit.
fn assert_begins(preview: &Take, whole: &Take, which: &str) {
    let frames = preview.motion.frame_count();
    assert!((1..=whole.motion.frame_count()).contains(&frames), "{which}");
    for frame in 0..frames {
        let same = bits(preview, frame) == bits(whole, frame);
        assert!(same, "{which}: frame {frame} is another");
    }
    let nodes = |take: &Take| {
        let nodes = take.skeleton.nodes().iter();
        nodes
            .map(|node| (node.name.clone(), node.parent(), node.offset, node.is_secondary))
            .collect::<Vec<_>>()
    };
    assert_eq!(nodes(preview), nodes(whole), "{which}");
    assert_eq!(preview.format, whole.format, "{which}");
    assert_eq!(preview.warnings, [], "{which}");
}

fn is_cut(format: &str) -> bool {
    let mut formats = FORMATS.iter();
    let row = formats.find(|row| row.name() == format).expect("a row");
    row.cut.is_some()
}

#[test]
fn the_first_frames_of_a_file_are_those_of_the_whole_take_to_the_bit() {
    const FRAMES: usize = 600;
    let all = all_large(FRAMES);
    let made = |row: &&loader::Format| all.iter().any(|(format, _)| *format == row.name());
    let cut = FORMATS.iter().filter(|row| row.cut.is_some());
    assert!(cut.clone().count() >= 6 && cut.clone().all(|row| made(&row)));
    for (format, input) in &all {
        let whole = input.load().unwrap_or_else(|e| panic!("{e}"));
        let len = input.bytes.len();
        for part in [len / 3, len / 2 + 1, len / 2 + 2, len - 1] {
            let preview = preview_of(input, part);
            assert_eq!(preview.is_some(), is_cut(format), "{format}");
            let Some(preview) = preview else { continue };
            assert_begins(&preview.take, &whole, format);
            let most = FRAMES * part / len + 1;
            let here = preview.take.motion.frame_count();
            assert!((most - 20..=most).contains(&here), "{format}: {here} of {most}");
            let off = preview.frames.abs_diff(FRAMES);
            // These do not say how many frames they have.
            let is_silent = ["AMC", "Vicon", "Positions", "Table"].contains(format);
            let most_off = if is_silent { 20 } else { 0 };
            assert!(off <= most_off, "{format}: {} frames", preview.frames);
        }
    }
}

#[test]
fn whatever_shows_first_of_a_sound_file_is_how_it_begins() {
    let folder = support::root().join("tests/good");
    let extensions: Vec<&str> = FORMATS.iter().flat_map(|f| f.extensions).copied().collect();
    let mut seen = 0;
    for path in support::files(&folder, &extensions) {
        let input = Input::read(&path);
        let Ok(whole) = input.load() else { continue };
        for eighth in 1..8 {
            if let Some(preview) = preview_of(&input, input.bytes.len() * eighth / 8) {
                assert_begins(&preview.take, &whole, &path.display().to_string());
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "only {seen} previews");
}

#[test]
fn every_loader_tells_how_far_it_is() {
    for (format, input) in all_large(1000) {
        let progress = Progress::default();
        progress.expect(input.bytes.len());
        let result = with_source(&input, |source| {
            rushes::read_with(&Source { progress: Some(&progress), ..source })
        });
        assert!(result.is_ok(), "{format}");
        let share = 2.0 * progress.done() as f64 / progress.all() as f64;
        // Of C3D only the frames are counted; in HTR and BVA each byte once too.
        assert!((0.8..=1.0).contains(&share), "{format}: {share}");
    }
}

#[test]
fn every_loader_stops_where_nobody_waits_for_it() {
    // As many as are read in chunks.
    for (format, input) in all_large(1000) {
        let progress = Progress::default();
        progress.cancel();
        let result = with_source(&input, |source| {
            rushes::read_with(&Source { progress: Some(&progress), ..source })
        });
        let Err(error) = result else {
            panic!("{format} is loaded to its end");
        };
        assert_eq!(error.kind(), &ErrorKind::Cancelled, "{format}");
    }
}

#[test]
fn reading_grows_to_the_end_with_the_first_frames_on_the_way() {
    let folder = Folder::new("loading-grows");
    let path = PathBuf::from(folder.write("walk.bvh", &large::bvh(20_000)));
    let progress = Progress::default();
    let mut shown = Vec::new();
    let open_options = OpenOptions::default();
    let opened = Opener::new(&open_options).open_with(&path, &progress, |preview| {
        shown.push((progress.done(), progress.all(), preview));
    });
    let take = opened.expect("a take").take;
    let len = std::fs::metadata(&path).expect("a file").len();
    assert_eq!((progress.done(), progress.all()), (len, len));
    let [(done, all, preview)] = shown.try_into().expect("one preview");
    assert!(done < all / 3 && all == len, "{done} of {all}");
    assert_begins(&preview.opened.take, &take, "preview");
    assert_eq!(preview.frames, 20_000);
    // What is there at once needs none.
    let small = PathBuf::from(folder.write("small.bvh", &large::bvh(100)));
    let opened = Opener::new(&open_options).open_with(&small, &progress, |_| panic!("a preview"));
    assert_eq!(opened.expect("a take").take.motion.frame_count(), 100);
}

/// A take, and what is shown of it before it is whole.
fn shown_early(input: &Input, options: Options) -> (loader::Preview, Take) {
    let shown = Mutex::new(Vec::new());
    let show = |preview| shown.lock().expect("no panic").push(preview);
    let whole = with_source(input, |source| {
        rushes::read_with(&Source { first_frames: Some(FirstFrames(&show)), options, ..source })
    });
    let shown = shown.into_inner().expect("no panic");
    let [preview] = shown.try_into().expect("one preview");
    (preview, whole.unwrap_or_else(|e| panic!("{e}")))
}

#[test]
fn first_frames_that_are_evaluated_have_the_rate_that_is_asked_for() {
    let mut large = large::SAMPLED[1](100);
    let key = memchr::memmem::rfind(&large.bytes, b"fps.npy").expect("a name in the directory");
    large.bytes[key] = b'x';
    let options = Options { rate: Some(48.0), ..Options::default() };
    let (preview, whole) = shown_early(&Input::of(large.file, large.bytes), options);
    for take in [preview.take, whole] {
        assert_eq!(take.motion.frame_time(), 1.0 / 48.0);
    }
}

#[test]
fn takes_that_are_evaluated_show_their_first_frames_before_the_others() {
    const FRAMES: usize = 600;
    for make in large::SAMPLED {
        let large = make(FRAMES);
        let format = large.format;
        let input = Input::of(large.file, large.bytes);
        let (preview, whole) = shown_early(&input, Options::default());
        assert_eq!(preview.frames, FRAMES, "{format}");
        assert!(preview.take.motion.frame_count() < FRAMES / 2, "{format}");
        let preview = guess::settle_preview(preview, &Options::default());
        assert_begins(&preview.take, &whole, format);
    }
}

#[test]
fn hair_is_thin_from_the_first_frames_on() {
    let input = Input::of("walk.glb", scenes::glb(600));
    let (preview, whole) = shown_early(&input, Options::default());
    assert_begins(&preview.take, &whole, "walk.glb");
    let hair = preview.take.skeleton.nodes().iter().filter(|node| node.is_secondary);
    assert_eq!(hair.count(), 1);
}

#[test]
fn a_large_file_that_is_evaluated_is_shown_before_its_last_frame() {
    let folder = Folder::new("loading-evaluated");
    let large = large::SAMPLED[1](8000);
    assert!(large.bytes.len() > 1 << 23);
    let path = PathBuf::from(folder.path("walk.npz"));
    std::fs::write(&path, &large.bytes).expect("a temporary file");
    let mut shown = Vec::new();
    let open_options = OpenOptions::default();
    let opened = Opener::new(&open_options)
        .open_with(&path, &Progress::default(), |preview| shown.push(preview));
    let whole = opened.expect("a take").take;
    let [preview] = shown.try_into().expect("one preview");
    assert_eq!(preview.frames, 8000);
    assert_begins(&preview.opened.take, &whole, "walk.npz");
}

/// Somebody who wants to see all that is there, whenever there is more.
#[derive(Default)]
struct Eager(Vec<Take>);

impl PreviewSink for &mut Eager {
    fn wants(&mut self, there: usize, shown: usize) -> bool {
        assert!(there > shown);
        true
    }

    fn show(&mut self, preview: Preview) {
        assert_eq!(preview.frames, 60_000);
        self.0.push(preview.opened.take);
    }
}

#[test]
fn whoever_wants_more_of_a_file_is_shown_more_as_it_is_read() {
    let folder = Folder::new("loading-eager");
    let path = PathBuf::from(folder.write("walk.bvh", &large::bvh(60_000)));
    let mut eager = Eager::default();
    let open_options = OpenOptions::default();
    let opened = Opener::new(&open_options).open_with(&path, &Progress::default(), &mut eager);
    let whole = opened.expect("a take").take;
    let counts: Vec<usize> = eager.0.iter().map(|t| t.motion.frame_count()).collect();
    assert!(counts.len() > 1 && counts.is_sorted(), "{counts:?}");
    assert!(counts[0] < counts[1] && counts[counts.len() - 1] < 60_000);
    for preview in &eager.0 {
        assert_begins(preview, &whole, "walk.bvh");
    }
}

/// Something that loads, and how often it called.
fn loading() -> (Loading, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let called = calls.clone();
    let loading = Loading::start(&Store::nowhere(), move || {
        called.fetch_add(1, Relaxed);
    });
    (loading, calls)
}

fn request(id: RequestId, paths: &[PathBuf]) -> Request {
    Request {
        id,
        files: RequestedFiles::Paths(paths.to_vec()),
        retried: Vec::new(),
        open_options: OpenOptions::default().into(),
        placement: Placement::default(),
    }
}

/// Polls until `is_done` says so of an arrival; all of them.
fn until(loading: &Loading, is_done: impl Fn(&Arrival) -> bool) -> Vec<Arrival> {
    let mut all = Vec::new();
    wait_until("an arrival", || {
        let arrivals = loading.poll();
        let done = arrivals.iter().any(&is_done);
        all.extend(arrivals);
        done
    });
    all
}

fn is_end(arrival: &Arrival) -> bool {
    matches!(arrival, Arrival::End { .. })
}

/// What arrived, in words. Requests are called by their places among these.
fn words(arrivals: &[Arrival], ids: &[RequestId]) -> Vec<String> {
    let reported = arrivals.iter().filter_map(|arrival| {
        let request = ids.iter().position(|id| *id == arrival.request());
        let request = request.expect("a request that was made");
        let name = |path: &Option<PathBuf>| support::name(path.as_ref().expect("a file"));
        match arrival {
            Arrival::Step(_) => None,
            Arrival::Take { open, .. } if open.partial.is_some() => {
                Some(format!("{request} shows {}", name(&open.path)))
            }
            Arrival::Take { place, open, .. } => {
                Some(format!("{request} opens {place} {}", name(&open.path)))
            }
            Arrival::Refused { path, .. } => {
                Some(format!("{request} refuses {}", support::name(path)))
            }
            Arrival::Session { path, .. } => {
                Some(format!("{request} reads {}", support::name(path)))
            }
            Arrival::Folders { folders, .. } => {
                Some(format!("{request} lists {} folder", folders.len()))
            }
            Arrival::EndOfFolder { .. } => Some(format!("{request} finds no more")),
            Arrival::End { cancelled: true, .. } => Some(format!("{request} is cancelled")),
            Arrival::End { .. } => Some(format!("{request} ends")),
        }
    });
    reported.collect()
}

#[test]
fn files_come_in_their_order_the_first_frames_of_a_large_one_before_it() {
    let folder = Folder::new("loading-order");
    let paths = [
        // Large enough to be told of on the way, on a fast machine too.
        PathBuf::from(folder.write("take10.bvh", &large::bvh(60_000))),
        folder.path("none.bvh").into(),
        folder.write("take2.bvh", &large::bvh(10)).into(),
    ];
    let (loading, calls) = loading();
    let id = RequestId::new();
    loading.ask(request(id, &paths));
    let arrivals = until(&loading, is_end);
    let expected = [
        "0 shows take10.bvh",
        "0 opens 0 take10.bvh",
        "0 refuses none.bvh",
        "0 opens 2 take2.bvh",
        "0 ends",
    ];
    assert_eq!(words(&arrivals, &[id]), expected);
    let steps = arrivals.iter().filter_map(|arrival| match arrival {
        Arrival::Step(step) => Some(step),
        _ => None,
    });
    let steps: Vec<_> = steps.collect();
    assert!(steps.len() > 3, "{steps:?}");
    assert!(steps.iter().all(|step| step.of == 3 && step.done <= step.all));
    let shares: Vec<f32> = steps.iter().map(|step| step.share()).collect();
    // Between two files the numbers of the one may stand with the name of the other, for a moment.
    let backwards = shares.windows(2).filter(|pair| pair[1] < pair[0]).count();
    assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
    assert!(backwards <= 2, "{shares:?}");
    assert!(calls.load(Relaxed) >= 3);
    // A folder is to be listed: none of its takes is opened unasked.
    let id = RequestId::new();
    loading.ask(request(id, std::slice::from_ref(&folder.0)));
    assert_eq!(words(&until(&loading, is_end), &[id]), ["0 lists 1 folder", "0 ends"]);
}

#[test]
fn what_becomes_a_companion_is_no_take_and_what_does_not_comes_last() {
    let folder = Folder::new("loading-companions");
    let large = large::ALL[1](20);
    assert_eq!(large.format, "AMC");
    let (_, asf) = large.beside.expect("a skeleton");
    let amc = String::from_utf8(large.bytes).expect("text");
    let paths = [
        PathBuf::from(folder.write("hero.asf", &asf)),
        folder.write("hero_run.amc", &amc).into(),
        folder.write("cube.bvh", &large::bvh(2)).into(),
        folder.write("hero_walk.amc", &amc).into(),
    ];
    let (loading, _) = loading();
    let ids = [RequestId::new(), RequestId::new()];
    loading.ask(request(ids[0], &paths));
    let expected =
        ["0 opens 1 hero_run.amc", "0 opens 2 cube.bvh", "0 opens 3 hero_walk.amc", "0 ends"];
    assert_eq!(words(&until(&loading, is_end), &ids), expected);
    folder.write("hero_run.amc", "# broken\n:fully-specified\n1\nroot x\n");
    loading.ask(request(ids[1], &paths[..3]));
    let expected = ["1 refuses hero_run.amc", "1 opens 2 cube.bvh", "1 opens 0 hero.asf", "1 ends"];
    assert_eq!(words(&until(&loading, is_end), &ids), expected);
}

#[test]
fn nothing_comes_of_a_request_that_is_cancelled() {
    let folder = Folder::new("loading-cancel");
    let path = PathBuf::from(folder.write("long.bvh", &large::bvh(60_000)));
    let (loading, _) = loading();
    // While it is read from the disk, and while its rows are read.
    for part in [0.1, 0.55] {
        let id = RequestId::new();
        loading.ask(request(id, &[path.clone(), path.clone()]));
        let has_begun = |arrival: &Arrival| match arrival {
            Arrival::Step(step) => step.done as f64 > step.all as f64 * part,
            _ => false,
        };
        until(&loading, |arrival| has_begun(arrival) || is_end(arrival));
        loading.cancel(id);
        // Nothing else comes of it, and no error is told.
        assert_eq!(words(&until(&loading, is_end), &[id]), ["0 is cancelled"]);
    }
    // Those that wait are gone at once; others come as they were asked for.
    let ids = [(); 4].map(|()| RequestId::new());
    for id in ids {
        loading.ask(request(id, std::slice::from_ref(&path)));
    }
    loading.cancel(ids[3]);
    let is_last = |arrival: &Arrival| matches!(arrival, Arrival::End { id, .. } if *id == ids[2]);
    let arrivals = words(&until(&loading, is_last), &ids);
    let of_3: Vec<_> = arrivals.iter().filter(|w| w.starts_with("3")).collect();
    assert_eq!(of_3, ["3 is cancelled"]);
    assert!(arrivals.contains(&"2 opens 0 long.bvh".to_string()), "{arrivals:?}");
}

#[test]
fn what_is_dropped_stops_and_calls_nobody() {
    let folder = Folder::new("loading-drop");
    let path = PathBuf::from(folder.write("long.bvh", &large::bvh(20_000)));
    let (loading, calls) = loading();
    loading.ask(request(RequestId::new(), &[path]));
    until(&loading, |arrival| matches!(arrival, Arrival::Step(_)));
    drop(loading);
    // The last of the threads lets go of what it called with: nobody can call any more.
    wait_until("the end of the threads", || Arc::strong_count(&calls) == 1);
}

#[test]
fn a_file_that_is_written_or_replaced_is_told_once_it_is_quiet() {
    /// Shorter than it has to be quiet.
    const PAUSE: Duration = Duration::from_millis(100);
    let folder = Folder::new("watch");
    let [walk, run, other, mark] = ["walk.bvh", "run.bvh", "other.bvh", "mark.bvh"]
        .map(|name| PathBuf::from(folder.write(name, "1")));
    let calls = Arc::new(Mutex::new(0));
    let called = calls.clone();
    let mut watcher = Watcher::start(move || *called.lock().expect("a count") += 1);
    let gone = Path::new("/nowhere/at/all.bvh");
    watcher.watch([walk.as_path(), run.as_path(), mark.as_path(), gone]);
    // All that is told up to a file that is written last: of what happened before it, nothing comes later.
    let reported = |watcher: &Watcher| {
        folder.write("mark.bvh", "2");
        let mut all: Vec<PathBuf> = Vec::new();
        wait_until("word of the last file", || {
            all.extend(watcher.changed());
            all.contains(&mark)
        });
        all
    };
    assert_eq!(reported(&watcher), [mark.as_path()]);
    // As editors do: another file takes its name.
    let part = folder.write("walk.bvh.part", "2");
    std::fs::rename(part, &walk).expect("a file");
    assert_eq!(reported(&watcher), [walk.as_path(), &mark]);
    assert!(*calls.lock().expect("a count") > 0);
    // Reading it, and writing others, is nothing.
    std::fs::read(&walk).expect("a file");
    folder.write("other.bvh", "2");
    assert_eq!(reported(&watcher), [mark.as_path()]);
    // Many changes are told as one, after the last; but where this machine paused for so long.
    let (mut before, mut longest) = (Instant::now(), Duration::ZERO);
    let mut all = Vec::new();
    for size in 0..10 {
        let now = Instant::now();
        folder.write("run.bvh", &"1\n".repeat(size));
        all.extend(watcher.changed());
        longest = longest.max(before.elapsed());
        before = now;
        // It stands for the program that writes.
        std::thread::sleep(Duration::from_millis(20));
    }
    all.extend(reported(&watcher));
    assert!(all == [run.as_path(), &mark] || longest > PAUSE, "{all:?}");
    // What is deleted is told when it is back.
    std::fs::remove_file(&walk).expect("a file");
    assert_eq!(reported(&watcher), [mark.as_path()]);
    folder.write("walk.bvh", "3");
    assert_eq!(reported(&watcher), [walk.as_path(), &mark]);
    // Others are watched from now on, in the same folder.
    watcher.watch([other.as_path(), &mark]);
    folder.write("walk.bvh", "4");
    folder.write("other.bvh", "4");
    assert_eq!(reported(&watcher), [other.as_path(), &mark]);
}
