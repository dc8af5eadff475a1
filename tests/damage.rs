//! No damage to a file makes the loaders panic, hang or fill the memory, and what they still load can
//! be shown.
//!
//! Every fixture and, where it is there, every take of the corpus is cut off and edited at places
//! that are the same on every run. `RUSHES_SOAK=1` does so to the full. A failure names its case as
//! `file#number`; `RUSHES_DAMAGE=file#number` repeats that one and keeps the file that it made.

mod support;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rushes::loader::FORMATS;
use support::Random;
use support::damage::{Damaged, cut, edit};
use support::examine::{examine_input, most_time, watched};
use support::input::Input;
use support::memory::Counting;

#[global_allocator]
static MEMORY: Counting = Counting;

/// What a loader may allocate for a take of this size, damaged as it may be. Measured: up to once the
/// size of a real take, and four times that of a fixture, which is all joints and no motion.
fn most_memory(size: usize) -> usize {
    4 * size + (1 << 14)
}

/// What a panic said.
fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string))
        .unwrap_or_else(|| "no message".into())
}

/// The case of that number: first the cuts, then the edits. A case does not depend on how many there
/// are, so that it can be repeated alone.
fn damaged(name: &str, bytes: &[u8], case: usize) -> Damaged {
    let seed = name.bytes().fold(case as u64, |seed, byte| {
        Random(seed ^ u64::from(byte)).bits()
    });
    let mut numbers = Random(seed);
    if case < EDITS_FROM {
        cut(bytes, &mut numbers)
    } else {
        edit(bytes, &mut numbers)
    }
}

/// The number of the first case that is an edit.
const EDITS_FROM: usize = 1_000_000;

/// Examines a case: whether it loads, or what went wrong.
fn outcome(sound: &Input, case: usize) -> Result<bool, String> {
    let file = &sound.name;
    let Damaged { bytes, story } = damaged(file, &sound.bytes, case);
    let what = format!("{file}#{case}: {story}");
    let input = Input {
        bytes,
        beside: sound.beside.clone(),
        ..Input::of(file, Vec::new())
    };
    let work = || examine_input(&input, most_memory(input.len()));
    let bytes = &input.bytes;
    let result = catch_unwind(AssertUnwindSafe(|| {
        watched(&what, most_time(bytes.len()), work)
    }));
    if wanted().is_some() {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
        std::fs::write(&kept, bytes).expect("a file that can be written");
        println!("{what}\nkept as {}", kept.display());
    }
    result.map_err(|panic| format!("{what}\n    {}", message(panic.as_ref())))
}

/// The one case that is asked for.
fn wanted() -> Option<(String, usize)> {
    let wanted = std::env::var("RUSHES_DAMAGE").ok()?;
    let (file, case) = wanted.rsplit_once('#').expect("file#number");
    Some((file.to_string(), case.parse().expect("file#number")))
}

/// Damages each file so many times; how many of the damaged files load, and how many are refused.
fn assert_unharmed(paths: &[PathBuf], mut cuts: usize, mut edits: usize) -> [usize; 2] {
    assert!(!paths.is_empty());
    if std::env::var_os("RUSHES_SOAK").is_some() {
        (cuts, edits) = (cuts.max(200), edits.max(1_000));
    }
    let next = AtomicUsize::new(0);
    let [loaded, refused] = [0, 0].map(AtomicUsize::new);
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            let input = Input::read(path);
            let all: Vec<usize> = match wanted() {
                Some((file, case)) if file == support::name(path) => vec![case],
                Some(_) => continue,
                None => (0..cuts).chain(EDITS_FROM..EDITS_FROM + edits).collect(),
            };
            for case in all {
                match outcome(&input, case) {
                    Ok(true) => _ = loaded.fetch_add(1, Ordering::Relaxed),
                    Ok(false) => _ = refused.fetch_add(1, Ordering::Relaxed),
                    Err(failure) => {
                        // The first of a file tells what is wrong; a thousand more would bury it.
                        failures
                            .lock()
                            .expect("no panic while locked")
                            .push(failure);
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
    let [loaded, refused] = [loaded, refused].map(AtomicUsize::into_inner);
    println!("{loaded} damaged files load and {refused} are refused");
    [loaded, refused]
}

/// Damage that never changes anything, or always destroys everything, would test little.
fn assert_both([loaded, refused]: [usize; 2]) {
    assert!(wanted().is_some() || loaded.min(refused) * 10 > loaded + refused);
}

fn extensions() -> Vec<&'static str> {
    FORMATS.iter().flat_map(|f| f.extensions).copied().collect()
}

#[test]
fn damaged_fixtures_do_no_harm() {
    let tests = support::root().join("tests");
    let folders = ["good", "bad"].map(|folder| support::files(&tests.join(folder), &extensions()));
    assert_both(assert_unharmed(&folders.concat(), 100, 500));
}

#[test]
fn damaged_takes_of_the_corpus_do_no_harm() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let takes = support::files(&corpus, &extensions());
    assert_both(assert_unharmed(&takes, 50, 250));
}

#[test]
fn damaged_files_of_other_formats_do_no_harm() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let others = support::files(
        &corpus,
        &["amc", "asf", "c3d", "csm", "htr", "trc", "brd", "mot"],
    );
    assert!(others.len() > 30, "only {} files", others.len());
    assert_unharmed(&others, 5, 25);
}
