//! The jobs of a pipeline on a folder of 500 takes, beside no more than loading them on all cores; and conversion of 200
//! takes, beside loading all of them and then writing all of them.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rushes::convert::{Conversion, Solving};
use rushes::export::{Changes, Export};
use rushes::files::Opener;
use rushes::{OpenOptions, Opened};

use super::measure::{Aim, aim, in_turns, line};
use super::support::folder::Folder;
use super::support::large;

pub const FILES: usize = 500;
const CONVERTED: usize = 200;

pub fn run() {
    let folder = Folder::new("bench-pipelines");
    let takes = write_takes(&folder);
    let [input, arrays, converted] = ["in", "npz/", "htr/"].map(|name| folder.path(name));
    let bytes: u64 = takes.iter().map(|path| std::fs::metadata(path).expect("a take").len()).sum();
    line("takes", &format!("{FILES} files, {:.0} MB", bytes as f64 / 1e6));
    let jobs: [(&str, &[&str]); 3] = [
        ("inventory", &["info", "-q", "--jsonl", "-r", &input]),
        ("positions as NumPy archives", &["positions", "-q", "--npz", "-r", &input, "-o", &arrays]),
        ("conversion to HTR", &["convert", "-q", "--to", "htr", "-r", &input, "-o", &converted]),
    ];
    for (what, arguments) in jobs {
        let load = || drop(load_all(&takes, |_| ()));
        let (job, loading) = in_turns(5, || rushes(arguments), load);
        let ratio = job.as_secs_f64() / loading.as_secs_f64();
        line(
            what,
            &format!(
                "{:>6.0} ms {ratio:>6.2} × loading alone {}",
                1e3 * job.as_secs_f64(),
                aim(ratio, Aim::AtMost(1.2))
            ),
        );
    }
    for extension in ["htr", "glb", "usda", "c3d", "trc", "csv"] {
        convert(&folder, &takes[..CONVERTED], extension);
    }
}

/// Converts takes by the program, and loads and writes them without it.
fn convert(folder: &Folder, takes: &[PathBuf], extension: &str) {
    let [by_program, alone] = ["program", "alone"].map(|name| {
        let path = folder.0.join(extension).join(name);
        std::fs::create_dir_all(&path).expect("a folder");
        path
    });
    let out = by_program.join("");
    let mut arguments: Vec<&OsStr> =
        ["convert", "-q", "--to", extension, "-o"].map(OsStr::new).to_vec();
    arguments.push(out.as_os_str());
    arguments.extend(takes.iter().map(|take| take.as_os_str()));
    let conversion = Conversion {
        export: Export::of_extension(extension).expect("a format"),
        changes: Changes::default(),
        solving: Solving::default(),
    };
    let load_and_write = || {
        let loaded = load_all(takes, |opened| opened.take);
        on_all_cores(loaded.len(), |next| {
            while let Some(place) = next() {
                let ready = conversion
                    .prepare(loaded[place].clone(), None)
                    .expect("a take that can be written");
                let path = alone.join(place.to_string()).with_extension(extension);
                ready.save(&path, &|_| true, |_| Ok(())).expect("a file");
            }
        });
    };
    let (job, apart) = in_turns(5, || rushes(&arguments), load_and_write);
    let share = apart.as_secs_f64() / job.as_secs_f64();
    line(
        &format!("{CONVERTED} takes to {extension}"),
        &format!(
            "{:>6.0} ms {share:>6.2} × as fast as loading, then writing {}",
            1e3 * job.as_secs_f64(),
            aim(share, Aim::AtLeast(0.6))
        ),
    );
}

/// Writes takes of some seconds, of three formats with bones, into folders inside of `in`.
pub fn write_takes(folder: &Folder) -> Vec<PathBuf> {
    let bvh = super::take::text(150).into_bytes();
    let [htr, bva] = [large::htr, large::bva].map(|make| make(100).bytes);
    let kinds = [("bvh", bvh), ("htr", htr), ("bva", bva)];
    let write = |i: usize| {
        let (extension, bytes) = &kinds[i % 3];
        let inside = folder.0.join("in").join(format!("{}", i / 100));
        std::fs::create_dir_all(&inside).expect("a folder");
        let path = inside.join(format!("take{i}.{extension}"));
        std::fs::write(&path, bytes).expect("a take");
        path
    };
    (0..FILES).map(write).collect()
}

fn rushes(arguments: &[impl AsRef<OsStr>]) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_rushes"));
    let program = program.args(arguments).stdout(Stdio::null());
    assert!(program.status().expect("the program starts").success());
}

/// Does something on all cores, with the places of a list as they come up.
fn on_all_cores(count: usize, work: impl Fn(&dyn Fn() -> Option<usize>) + Sync) {
    let next = AtomicUsize::new(0);
    let next = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|place| *place < count);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| work(&next));
        }
    });
}

/// Loads takes on all cores, and keeps a part of each.
pub fn load_all<T: Send>(takes: &[PathBuf], keep: impl Fn(Opened) -> T + Sync) -> Vec<T> {
    let kept = Mutex::new(Vec::with_capacity(takes.len()));
    on_all_cores(takes.len(), |next| {
        let mut open_options = OpenOptions::default();
        open_options.options.threads = std::num::NonZeroUsize::new(1);
        let mut opener = Opener::new(&open_options);
        while let Some(place) = next() {
            let part = keep(opener.open(&takes[place]).expect("a take"));
            kept.lock().expect("no panic").push(part);
        }
    });
    kept.into_inner().expect("no panic")
}
