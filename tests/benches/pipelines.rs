//! The jobs of a pipeline on a folder of 500 takes, beside no more than loading them on all cores.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rushes::OpenOptions;
use rushes::files::Opener;

use super::folder::Folder;
use super::large;
use super::measure::{Aim, aim, in_turns, line};

const FILES: usize = 500;

pub fn run() {
    let folder = Folder::new("bench-pipelines");
    let takes = write_takes(&folder);
    let [input, arrays, converted] = ["in", "npz/", "htr/"].map(|name| folder.path(name));
    let bytes: u64 = takes
        .iter()
        .map(|path| std::fs::metadata(path).expect("a take").len())
        .sum();
    line(
        "takes",
        &format!("{FILES} files, {:.0} MB", bytes as f64 / 1e6),
    );
    let jobs: [(&str, &[&str]); 3] = [
        ("inventory", &["info", "-q", "--jsonl", "-r", &input]),
        (
            "positions as NumPy archives",
            &["positions", "-q", "--npz", "-r", &input, "-o", &arrays],
        ),
        (
            "conversion to HTR",
            &[
                "convert", "-q", "--to", "htr", "-r", &input, "-o", &converted,
            ],
        ),
    ];
    for (what, arguments) in jobs {
        let (job, loading) = in_turns(5, || rushes(arguments), || load_all(&takes));
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
}

/// Writes takes of some seconds, of three formats with bones, into folders inside of `in`.
fn write_takes(folder: &Folder) -> Vec<PathBuf> {
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

fn rushes(arguments: &[&str]) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_rushes"));
    let program = program.args(arguments).stdout(Stdio::null());
    assert!(program.status().expect("the program starts").success());
}

/// Loads takes on all cores, and does nothing with them.
fn load_all(takes: &[impl AsRef<Path> + Sync]) {
    let next = AtomicUsize::new(0);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                let mut open_options = OpenOptions::default();
                open_options.options.threads = std::num::NonZeroUsize::new(1);
                let mut opener = Opener::new(&open_options);
                while let Some(take) = takes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    std::hint::black_box(opener.open(take.as_ref()).expect("a take"));
                }
            });
        }
    });
}
