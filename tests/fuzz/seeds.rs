//! What each target begins with, and the words of it, which libFuzzer puts into inputs.

use std::collections::BTreeMap;
use std::path::Path;

use crate::load::files_in;
use crate::parts::joined;
use crate::support::input::Input;
use crate::support::read;
use crate::target::Target;

/// Seeds are no larger, where there are so many of that size: rows of large takes are all alike, and take their time.
const MAX_SEED: usize = 1 << 13;
const SEEDS: usize = 8;

/// How many words there are of a target, the most frequent ones.
const MAX_WORDS: usize = 500;

/// Numbers that readers stumble over.
const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1e38",
    "-1e39",
    "1e-45",
    "1e999",
    "nan",
    "-inf",
    "0x7f",
    "1,5",
    "65536",
    "2147483648",
    "4294967295",
    "18446744073709551615",
];

/// Writes the seeds of a target to a folder of its name, and its words beside that.
pub fn write(target: &Target, folder: &Path) {
    let takes = target.takes.iter().map(|path| joined(&Input::read(path)));
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(&target.name);
    let files = files_in(&own).into_iter().map(|path| read(&path));
    let mut seeds: Vec<Vec<u8>> = takes.chain(files).collect();
    seeds.sort_by_key(Vec::len);
    let small = seeds.partition_point(|seed| seed.len() <= MAX_SEED);
    seeds.truncate(small.max(SEEDS));
    seeds.extend((target.made)());
    assert!(!seeds.is_empty(), "{} has nothing to begin with", target.name);
    let to = folder.join(&target.name);
    std::fs::create_dir_all(&to).expect("a folder");
    for (number, seed) in seeds.iter().enumerate() {
        std::fs::write(to.join(format!("seed-{number:04}")), seed).expect("a file");
    }
    let words = words(&seeds).into_iter().chain(NUMBERS.map(String::from));
    let lines: String = words
        .map(|word| format!("\"{}\"\n", word.replace('\\', "\\\\").replace('"', "\\\"")))
        .collect();
    std::fs::write(to.with_extension("dict"), lines).expect("a file");
}

/// The words of texts, and of binary files those that are texts.
fn words(seeds: &[Vec<u8>]) -> Vec<String> {
    let mut counts: BTreeMap<&[u8], usize> = BTreeMap::new();
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$:/<>\"{}[]-.".contains(byte);
    for seed in seeds {
        let words = seed.split(|byte| !is_of_word(byte));
        let words = words.filter(|word| (2..=40).contains(&word.len()));
        // A number is made by itself.
        for word in words.filter(|word| word.iter().any(u8::is_ascii_alphabetic)) {
            *counts.entry(word).or_default() += 1;
        }
    }
    let mut counts: Vec<(&[u8], usize)> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let words = counts.into_iter().take(MAX_WORDS);
    words.map(|(word, _)| String::from_utf8_lossy(word).into_owned()).collect()
}
