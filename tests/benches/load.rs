//! Loading BVH, beside a bare loop over the same numbers.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Instant;

use rushes::files::{OpenOptions, Opener, Preview};
use rushes::loader::{Progress, Source};

use super::measure::{Aim, aim, in_turns, line, median};

/// The least that reading decimals takes: digits and a division, no checks, no errors, no table.
fn bare_loop(text: &[u8]) -> f32 {
    let mut sum = 0.0;
    let mut at = 0;
    while at < text.len() {
        while at < text.len() && text[at] <= b' ' {
            at += 1;
        }
        let negative = at < text.len() && text[at] == b'-';
        at += usize::from(negative);
        let (mut digits, mut scale) = (0u64, 1.0f64);
        while at < text.len() && text[at].is_ascii_digit() {
            digits = digits * 10 + u64::from(text[at] - b'0');
            at += 1;
        }
        if at < text.len() && text[at] == b'.' {
            at += 1;
            while at < text.len() && text[at].is_ascii_digit() {
                digits = digits * 10 + u64::from(text[at] - b'0');
                scale *= 10.0;
                at += 1;
            }
        }
        let value = digits as f64 / scale;
        sum += (if negative { -value } else { value }) as f32;
    }
    sum
}

/// Where the rows begin.
fn rows(text: &str) -> usize {
    let rows = text.find("Frame Time").expect("a header");
    rows + text[rows..].find('\n').expect("a line") + 1
}

/// The bare loop by two threads, each over half of the rows.
fn bare_loops(rows: &[u8]) -> f32 {
    let half = rows.len() / 2;
    let half = half + rows[half..].iter().position(|&b| b == b'\n').unwrap_or(0);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| bare_loop(&rows[half..]));
        bare_loop(&rows[..half]) + other.join().expect("a sum")
    })
}

pub fn run() {
    let text = super::take::text(10_000);
    let bytes = text.as_bytes();
    let rows = &bytes[rows(&text)..];
    let numbers = 10_000.0 * 228.0;
    let megabytes = bytes.len() as f64 / 1e6;
    let bare: [fn(&[u8]) -> f32; 2] = [bare_loop, bare_loops];
    for ((threads, bare), most) in [1, 2].into_iter().zip(bare).zip([1.2, 1.2]) {
        let (loading, bare) = in_turns(
            15,
            || {
                let mut source = Source::new("bench.bvh", black_box(bytes));
                source.options.threads = NonZeroUsize::new(threads);
                black_box(rushes::read_with(&source).expect("a take"));
            },
            || {
                black_box(bare(black_box(rows)));
            },
        );
        let (loading, bare) = (loading.as_secs_f64(), bare.as_secs_f64());
        let ratio = loading / bare;
        line(
            &format!("BVH, {megabytes:.0} MB, {threads} of two cores"),
            &format!(
                "{:>6.1} ms {:>6.0} MB/s {:>6.1} ns a number {ratio:>6.2} × a bare loop ({:.1} ms) {}",
                loading * 1e3,
                megabytes / loading,
                loading * 1e9 / numbers,
                bare * 1e3,
                aim(ratio, Aim::AtMost(most)),
            ),
        );
    }
    large();
}

/// A file of hundreds of megabytes, from the disk to a take.
fn large() {
    let text = super::take::text(90_000);
    let path = std::env::temp_dir().join("rushes-bench-large.bvh");
    std::fs::write(&path, &text).expect("a file");
    let megabytes = text.len() as f64 / 1e6;
    drop(text);
    let open_options = OpenOptions::default();
    let mut first = Vec::new();
    let (opening, bare) = in_turns(
        5,
        || {
            let began = Instant::now();
            let mut shown = None;
            let progress = Progress::default();
            let show = |_: Preview| shown = Some(began.elapsed());
            let opened = Opener::new(&open_options).open_with(&path, &progress, show);
            black_box(opened.expect("a take"));
            first.push(shown.expect("a preview").as_secs_f64() * 1e3);
        },
        || {
            let bytes = std::fs::read(&path).expect("a file");
            black_box(bare_loops(black_box(&bytes[rows_of(&bytes)..])));
        },
    );
    let (opening, bare) = (opening.as_secs_f64(), bare.as_secs_f64());
    let ratio = opening / bare;
    line(
        &format!("BVH, {megabytes:.0} MB, from the disk"),
        &format!(
            "{:>6.0} ms, first frames after {:.1} ms {ratio:>6.2} × read and a bare loop on both \
             cores ({:.0} ms) {}",
            opening * 1e3,
            median(first),
            bare * 1e3,
            aim(ratio, Aim::AtMost(1.2)),
        ),
    );
    let _ = std::fs::remove_file(path);
}

/// Where the rows of a file begin.
fn rows_of(bytes: &[u8]) -> usize {
    let head = String::from_utf8_lossy(&bytes[..1 << 16]);
    rows(&head)
}
