mod support;
use rushes::guess::load;
use rushes::loader::Source;
use std::num::NonZeroUsize;
use std::time::Instant;
use support::large;
use support::memory::{Counting, peak_of};
#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn time(name: &str, bytes: &[u8]) {
    for threads in [1, 2] {
        let mut best = f64::INFINITY;
        for _ in 0..4 {
            let mut source = Source::new(name, bytes);
            source.options.threads = NonZeroUsize::new(threads);
            let start = Instant::now();
            let take = load(&source).unwrap_or_else(|e| panic!("{e}"));
            best = best.min(start.elapsed().as_secs_f64());
            drop(take);
        }
        println!(
            "{name} {threads} threads: {:.1} MB in {:.1} ms: {:.0} MB/s",
            bytes.len() as f64 / 1e6,
            best * 1e3,
            bytes.len() as f64 / 1e6 / best
        );
    }
    let (take, peak) = peak_of(|| load(&Source::new(name, bytes)).unwrap());
    println!(
        "   frames {} nodes {} columns {} peak {:.2} x file",
        take.motion.frame_count(),
        take.skeleton.nodes().len(),
        take.skeleton.columns(),
        peak as f64 / bytes.len() as f64
    );
}

#[test]
fn scratch() {
    time("a.bvh", large::bvh(30_000).as_bytes());
    let text = String::from_utf8(support::read(
        &support::corpus()
            .unwrap()
            .join("mvnx/blender-mvnx-io--test_mocap.mvnx"),
    ))
    .unwrap();
    let from = text.find("\t\t\t<frame time=\"0\" index").unwrap();
    let to = text.find("\t\t</frames>").unwrap();
    let big = format!(
        "{}{}{}",
        &text[..from],
        text[from..to].repeat(30),
        &text[to..]
    );
    time("a.mvnx", big.as_bytes());
    // only orientation and position
    let mut thin = String::new();
    for line in text[from..to].lines() {
        if ["<frame ", "<orient", "<posit", "</frame>"]
            .iter()
            .any(|w| line.trim_start().starts_with(w))
        {
            thin += line;
            thin.push('\n');
        }
    }
    let thin = format!("{}{}{}", &text[..from], thin.repeat(100), &text[to..]);
    time("thin.mvnx", thin.as_bytes());
}
