//! What Rushes costs, as ratios of one run: `make bench`.
//!
//! Absolute times differ from machine to machine and from minute to minute. Every figure here is
//! taken in turns with a yardstick that does the least that could be done, and the ratio counts.

mod alike;
mod bare;
mod check;
mod compare;
mod evaluate;
mod formats;
mod index;
mod keypoints;
mod load;
mod measure;
mod peers;
mod picture;
mod pipelines;
mod reviewing;
mod scene_files;
#[path = "../support/mod.rs"]
mod support;
mod take;
mod window;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|word| word == window::BARE) {
        return window::bare(arguments.get(at + 1).map(String::as_str));
    }
    // Cargo passes `--bench`; a word picks the parts whose names have it.
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let parts: [(&str, fn()); 17] = [
        ("load", load::run),
        ("load formats", formats::run),
        ("load binary", formats::binary),
        ("load keypoints", keypoints::run),
        ("load scenes", scene_files::run),
        ("load peers", peers::run),
        ("evaluate", evaluate::run),
        ("check", check::run),
        ("compare", compare::run),
        ("alike", alike::run),
        ("pipelines", pipelines::run),
        ("index", index::run),
        ("picture", picture::run),
        ("window", window::run),
        ("window reviewing", reviewing::run),
        ("window curves", reviewing::docked),
        ("window grid", reviewing::grid),
    ];
    for (name, run) in parts {
        if wanted.as_ref().is_none_or(|word| name.contains(word)) {
            println!("{name}");
            run();
        }
    }
}
