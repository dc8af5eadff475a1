//! Loading BVH, beside a bare loop over the same numbers.

use std::hint::black_box;
use std::num::NonZeroUsize;

use rushes::loader::{Source, load};

use super::measure::{in_turns, line};

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

pub fn run() {
    let text = super::take::text(10_000);
    let bytes = text.as_bytes();
    let rows = text.find("Frame Time").expect("a header");
    let rows = rows + text[rows..].find('\n').expect("a line") + 1;
    let numbers = 10_000.0 * 228.0;
    let megabytes = bytes.len() as f64 / 1e6;
    for threads in [1, 2] {
        let (loading, bare) = in_turns(
            9,
            || {
                let mut source = Source::new("bench.bvh", black_box(bytes));
                source.options.threads = NonZeroUsize::new(threads);
                black_box(load(&source).expect("a take"));
            },
            || {
                black_box(bare_loop(black_box(&bytes[rows..])));
            },
        );
        let (loading, bare) = (loading.as_secs_f64(), bare.as_secs_f64());
        line(
            &format!("BVH, {megabytes:.0} MB, threads: {threads}"),
            &format!(
                "{:>6.1} ms {:>6.0} MB/s {:>6.1} ns a number {:>6.2} × a bare loop ({:.0} MB/s)",
                loading * 1e3,
                megabytes / loading,
                loading * 1e9 / numbers,
                loading / bare,
                megabytes / bare,
            ),
        );
    }
}
