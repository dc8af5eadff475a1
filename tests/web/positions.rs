//! Every fixture of every format is read in the browser as by the library: each point on each frame, bit by bit.

use std::collections::BTreeMap;
use std::path::Path;

use rushes::take::Take;
use serde_json::{Value, json};
use xxhash_rust::xxh3::Xxh3;

use crate::browser::drive;
use crate::support;

/// Rotations of these formats take sines and arcs, and those of a browser differ in the last bit from those of the system.
const ROUNDED: [&str; 2] = ["FBX", "MVNX"];

/// The sum of all their positions is as near as this, as a share.
const NEAR: f64 = 1e-6;

/// What the library finds in a file, in the words of the page.
fn found(path: &Path) -> Value {
    // Data sets are what the page alone does not read.
    if path.extension().is_some_and(|extension| extension == "parquet") {
        return json!({ "error": "left-out" });
    }
    let take = match rushes::open(path) {
        Ok(take) => take,
        Err(error) => return json!({ "error": error.kind().word() }),
    };
    let (hash, sum) = positions(&take);
    json!({
        "format": take.format.to_string(),
        "frames": take.motion.frame_count(),
        "points": take.points().count(),
        "warnings": take.warnings.len(),
        "hash": format!("{hash:016x}"),
        "sum": sum,
    })
}

fn positions(take: &Take) -> (u64, f64) {
    let (mut hash, mut sum) = (Xxh3::new(), 0.0);
    if let Ok(all) = take.positions(0..take.motion.frame_count()) {
        for at in all.iter().flat_map(|(_, points)| points).flat_map(|at| at.to_array()) {
            hash.update(&at.to_le_bytes());
            sum += if at.is_finite() { f64::from(at).abs() } else { 0.0 };
        }
    }
    (hash.digest(), sum)
}

/// What differs between the two.
fn difference(native: &Value, page: &Value) -> Option<String> {
    let is_rounded = ROUNDED.iter().any(|format| native["format"] == *format);
    let [sum, other] = [native, page].map(|found| found["sum"].as_f64().unwrap_or(0.0));
    let is_near = is_rounded && (sum - other).abs() <= NEAR * sum.abs().max(1.0);
    let keys = ["error", "format", "frames", "points", "warnings", "hash"];
    let other =
        keys.into_iter().find(|key| native[key] != page[key] && !(*key == "hash" && is_near))?;
    Some(format!("{other}: {} natively, {} on the page", native[other], page[other]))
}

/// Reads all files of a folder on the page, and holds them against the library.
fn assert_same(folder: &Path, least: usize) {
    let files: Vec<_> = support::all_files(folder);
    let name = support::name(folder);
    let native: BTreeMap<String, Value> = files
        .iter()
        .map(|path| {
            let below = path.strip_prefix(folder).expect("a file of it").to_string_lossy();
            (format!("{name}/{below}"), found(path))
        })
        .collect();
    let names: Vec<&String> = native.keys().collect();
    let told = drive("positions.mjs", json!({ "folder": folder, "names": names }));
    let told: BTreeMap<String, Value> = serde_json::from_value(told).expect("what was found");
    assert_eq!(told.len(), native.len());
    let takes = native.values().filter(|found| found["hash"].is_string()).count();
    assert!(takes >= least, "only {takes} takes");
    let reported: Vec<String> = native
        .iter()
        .filter_map(|(name, found)| Some(format!("{name}: {}", difference(found, &told[name])?)))
        .collect();
    assert!(reported.is_empty(), "{takes} takes, of which differ:\n{}", reported.join("\n"));
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn fixtures_of_every_format_are_read_as_by_the_library() {
    assert_same(&support::root().join("tests/good"), 300);
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn broken_files_are_refused_as_by_the_library() {
    assert_same(&support::root().join("tests/bad"), 0);
}

#[test]
#[ignore = "drives the page: 'make test-web'"]
fn real_takes_are_read_as_by_the_library() {
    if let Some(corpus) = support::corpus() {
        // A browser takes no steps back.
        assert_same(&corpus.canonicalize().expect("a folder"), 150);
    }
}
