//! No damage to a file makes the loaders panic, hang or fill the memory, and what they still load can
//! be shown.
//!
//! Every fixture and, where it is there, every take of the corpus is cut off and edited at places
//! that are the same on every run, or one of the files that it is read with is. `RUSHES_SOAK=1` does so to the full. A failure names its case as
//! `file#number`; `RUSHES_DAMAGE=file#number` repeats that one and keeps the files that it made.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::support::damage::{Damaged, Sound};
use crate::support::examine::{MAX_TIME, examine_input, watched};
use crate::support::input::Input;
use crate::support::{self, Random};
use rushes::loader::{FORMATS, max_sampled_values};

/// What a loader may allocate for a take of this size, damaged as it may be. Measured: up to once the
/// size of a real take, and four times that of a fixture, which is all joints and no motion. Archives and
/// pickles of poses may have 55 joints that are in no file.
fn most_memory(input: &Input) -> usize {
    let is_one_of = |extensions: &[&str]| {
        extensions.iter().any(|extension| input.name.to_lowercase().ends_with(extension))
    };
    if is_one_of(&[".npz", ".npy", ".pkl", ".pt"]) {
        // Each byte of a pickle may be a list; a packed one has a quarter of a megabyte at the most, or 16 times its size.
        let is_packed = is_one_of(&[".pkl"]) && input.bytes.first() == Some(&0x78);
        let lists = if is_packed { 80 * (16 * input.len()).max(1 << 18) } else { 0 };
        return 4 * input.len() + (3 << 14) + lists;
    }
    if is_one_of(&[".parquet"]) {
        // The library keeps a table of each column and each page, and unpacks these: a page may say 1 MB.
        return 300 * input.len() + (5 << 20);
    }
    // A few keys of a scene may move a figure for minutes: its frames are sampled up to a bound of their own,
    // and once more when channels that do not change are left out.
    let is_fbx = is_one_of(&[".fbx"]);
    let is_scene = is_fbx || is_one_of(&[".glb", ".gltf", ".vrm", ".vrma"]);
    let sampled = if is_scene { 2 * size_of::<f32>() * max_sampled_values(0) } else { 0 };
    // The library that reads an FBX has two pools, each bounded by the size of the file.
    let a_byte = match (is_fbx, is_scene) {
        (true, _) => 128,
        (_, true) => 32,
        _ => 4,
    };
    // A file of a few words about a table becomes a tree of them first.
    let beside = input.beside.iter().filter(|(name, _)| name.ends_with(".toml"));
    let words = beside.map(|(_, bytes)| 32 * bytes.len()).sum::<usize>();
    sampled + words + a_byte * input.len() + (1 << 14)
}

/// What a panic said.
fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string))
        .unwrap_or_else(|| "no message".into())
}

/// A file and its companions, each of which may be damaged.
struct Whole {
    input: Input,
    /// The file, then its companions.
    parts: Vec<Sound>,
}

impl Whole {
    fn read(path: &Path) -> Self {
        let input = Input::read(path);
        let beside = input.beside.iter().map(|(_, bytes)| bytes);
        let parts = std::iter::once(&input.bytes).chain(beside);
        Self { parts: parts.map(|bytes| Sound::new(bytes)).collect(), input }
    }

    /// The case of that number, and what was done to which file: first the cuts, then the edits. A
    /// case does not depend on how many there are, so that it can be repeated alone.
    fn damaged(&self, case: usize) -> (Input, String) {
        let Self { input, parts } = self;
        let seed = input
            .name
            .bytes()
            .fold(case as u64, |seed, byte| Random::new(seed ^ u64::from(byte)).bits());
        let mut numbers = Random::new(seed);
        let part = case % parts.len();
        let Damaged { bytes, mut story } = if case < EDITS_FROM {
            parts[part].cut(&mut numbers)
        } else {
            parts[part].edit(&mut numbers)
        };
        let mut damaged =
            Input { beside: input.beside.clone(), ..Input::of(&input.name, Vec::new()) };
        match part.checked_sub(1) {
            None => {
                damaged.bytes = bytes;
            }
            Some(companion) => {
                damaged.bytes.clone_from(&input.bytes);
                let (name, sound) = &mut damaged.beside[companion];
                *sound = bytes;
                story = format!("{name} beside it: {story}");
            }
        }
        (damaged, story)
    }
}

/// The number of the first case that is an edit.
const EDITS_FROM: usize = 1_000_000;

/// Examines a case: whether it loads, or what went wrong.
fn outcome(sound: &Whole, case: usize) -> Result<bool, String> {
    let (input, story) = sound.damaged(case);
    let what = format!("{}#{case}: {story}", input.name);
    let work = || examine_input(&input, most_memory(&input));
    let result = catch_unwind(AssertUnwindSafe(|| watched(&what, MAX_TIME, work)));
    if wanted().is_some() {
        keep(&input, &what);
    }
    result.map_err(|panic| format!("{what}\n    {}", message(panic.as_ref())))
}

/// Writes a damaged file and its companions to a folder.
fn keep(input: &Input, what: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damage");
    std::fs::create_dir_all(&folder).expect("a folder");
    let own = std::iter::once((&input.name, &input.bytes));
    for (name, bytes) in own.chain(input.beside.iter().map(|(name, bytes)| (name, bytes))) {
        std::fs::write(folder.join(name), bytes).expect("a file that can be written");
    }
    println!("{what}\nkept in {}", folder.display());
}

/// The one case that is asked for.
fn wanted() -> Option<(String, usize)> {
    let wanted = std::env::var("RUSHES_DAMAGE").ok()?;
    let (file, case) = wanted.rsplit_once('#').expect("file#number");
    Some((file.to_string(), case.parse().expect("file#number")))
}

/// How many bytes of cases of one file are read beyond the fewest cases. A take of megabytes is as many
/// rows that are alike: a thousand cases of it take a minute and find what a hundred find.
const MOST_BYTES: usize = 100_000_000;

/// By what the number of cases is divided: the loaders are the same on Windows, where the heap of Wine takes several
/// times as long.
const FEWER: usize = if cfg!(windows) { 10 } else { 1 };

/// How many cuts and how many edits a file gets that may get so many cases, and how many it gets at
/// the least.
fn cuts_and_edits(path: &Path, cases: usize, fewest: usize) -> [usize; 2] {
    let split = |cases: usize| [cases / 6, cases - cases / 6];
    if std::env::var_os("RUSHES_SOAK").is_some() {
        let [cuts, edits] = split(cases.max(fewest));
        return [(4 * cuts).max(200), (4 * edits).max(1_000)];
    }
    let size = std::fs::metadata(path).expect("a file").len() as usize;
    split(cases.min(MOST_BYTES / size.max(1)).max(fewest))
}

/// Damages each file so many times, or as often as its size allows; how many of the damaged files
/// load, how many are refused, and how many load as they are.
fn assert_unharmed(paths: &[PathBuf], cases: usize, fewest: usize) -> [usize; 3] {
    let next = AtomicUsize::new(0);
    let [loaded, refused, sound] = [0; 3].map(AtomicUsize::new);
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            let all: Vec<usize> = match wanted() {
                Some((file, case)) if file == support::name(path) => vec![case],
                Some(_) => continue,
                None => {
                    let [cuts, edits] = cuts_and_edits(path, cases, fewest);
                    (0..cuts).chain(EDITS_FROM..EDITS_FROM + edits).collect()
                }
            };
            let whole = Whole::read(path);
            sound.fetch_add(usize::from(whole.input.load().is_ok()), Ordering::Relaxed);
            for case in all {
                match outcome(&whole, case) {
                    Ok(true) => _ = loaded.fetch_add(1, Ordering::Relaxed),
                    Ok(false) => _ = refused.fetch_add(1, Ordering::Relaxed),
                    Err(failure) => {
                        // The first of a file tells what is wrong; a thousand more would bury it.
                        failures.lock().expect("no panic while locked").push(failure);
                        break;
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    let failures = failures.into_inner().expect("no panic while locked");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    [loaded, refused, sound].map(AtomicUsize::into_inner)
}

/// Damages the files of each format in some folders. Of each folder a format gets so many cases,
/// however many files it has there, but for large files and those that would get fewer than this. Of
/// each format one in so many loads at the least and as many are refused: damage that never changes
/// anything, or always destroys everything, would test little.
fn assert_formats_unharmed(folders: &[(PathBuf, usize)], fewest: usize, one_in: usize) {
    // A library may panic, which a loader catches. The first panic of all reads the names of the whole program into memory
    // where these are to be printed: it is no file's.
    assert!(catch_unwind(|| panic!("the first panic")).is_err());
    for format in FORMATS {
        let start = Instant::now();
        let [mut files, mut loaded, mut refused, mut sound] = [0; 4];
        for (folder, share) in folders {
            let paths = support::files_of(folder, format);
            let counts =
                assert_unharmed(&paths, share / FEWER / paths.len().max(1), fewest / FEWER);
            files += paths.len();
            loaded += counts[0];
            refused += counts[1];
            sound += counts[2];
        }
        let name = format.name();
        let time = start.elapsed();
        println!("{name}: of {files} files {loaded} load and {refused} are refused, {time:.1?}");
        // Of data sets, whose pages are packed, hardly one in ten loads.
        let one_in = if format.is_data_set() { 2 * one_in } else { one_in };
        let is_fair = loaded.min(refused) * one_in >= loaded + refused;
        assert!(is_fair || sound == 0 || wanted().is_some(), "{name}");
    }
}

#[test]
fn damaged_fixtures_do_no_harm() {
    let tests = support::root().join("tests");
    for format in FORMATS {
        let fixtures = support::files_of(&tests.join("good"), format);
        assert!(!fixtures.is_empty(), "no fixtures of {}", format.name());
    }
    // What is refused already has less to lose.
    let folders = [("good", 60_000), ("bad", 15_000)];
    let folders = folders.map(|(folder, share)| (tests.join(folder), share));
    assert_formats_unharmed(&folders, 30, 10);
}

#[test]
fn damaged_takes_of_the_corpus_do_no_harm() {
    if let Some(corpus) = support::corpus() {
        // An archive of real takes is nearly all numbers, and a damaged one is a number too.
        assert_formats_unharmed(&[(corpus, 5_000)], 50, 50);
    }
}

#[test]
fn damaged_files_of_no_format_do_no_harm() {
    let corpus = support::corpus().map(|corpus| corpus.join("decoy"));
    // Fifteen are our own; real takes beside the checkout bring more.
    let least = 15 + usize::from(corpus.is_some());
    let folders = [Some(support::root().join("tests/bad/none")), corpus];
    let all = folders.iter().flatten();
    let mut files: Vec<PathBuf> = all.flat_map(|f| support::all_files(f)).collect();
    files.retain(|path| path.extension().is_none_or(|e| e != "message"));
    assert!(files.len() >= least, "only {} files", files.len());
    let [loaded, refused, _] = assert_unharmed(&files, 120, 120);
    println!("of no format: {loaded} damaged files load and {refused} are refused");
}

#[cfg(feature = "app")]
#[test]
fn figures_are_drawn_and_checked_whatever_their_joints_are_called() {
    use crate::support::damage::NAMES;
    use rushes::take::{Axis, Channel, FormatId, Motion, SkeletonBuilder, Take, Units};

    const PARTS: [&str; 3] = ["hips", "leftUpperLeg", "rightHand"];
    let mut numbers = Random::new(7);
    for case in 0..2_000 {
        let mut build = SkeletonBuilder::default();
        let mut parent = None;
        let mut names = Vec::new();
        for _ in 0..=numbers.below(6) {
            let name = NAMES[numbers.below(NAMES.len())];
            let node = build.node(name, parent).expect("few nodes");
            let of_node = build.node_mut(node);
            of_node.offset = glam::Vec3::new(0.0, 0.3, 0.1);
            of_node.channels = Axis::ALL.map(Channel::Rotation).to_vec();
            // By what its format knows it, where it does.
            let part = PARTS.get(numbers.below(6)).map(ToString::to_string);
            of_node.body.get_or_insert_default().part = part;
            names.push((name, of_node.part_name().to_string()));
            parent = Some(node).filter(|_| numbers.below(3) > 0).or(parent);
        }
        let skeleton = build.finish();
        let columns = skeleton.columns();
        let motion = Motion::new(0.01, 3, columns, vec![0.5; 3 * columns]);
        let units = Units::assumed(Axis::Y);
        let take = Take::new("names", FormatId::Bvh, skeleton, motion, units);
        let shown = catch_unwind(AssertUnwindSafe(|| support::shown::assert_shown(&take)));
        assert!(shown.is_ok(), "case {case}: {names:?}");
    }
}
