//! No file that is made to harm the loaders makes them hang or fill the memory.

mod acclaim;
mod bonespro;
mod bva;
mod bvh;
mod c3d;
mod counts;
mod htr;
mod keypoint_json;
mod markers;
mod mvnx;
mod npz;
mod scenes;
mod tables;

use std::time::{Duration, Instant};

use crate::support::examine::{MAX_TIME, examine_input, watched};
use crate::support::input::Input;
use crate::support::memory::peak_of;
use rushes::loader::max_sampled_values;

/// How many times the size of its files a loader may allocate. Measured: 12 times for the shortest
/// joints that a program would write.
const MAX_MEMORY: usize = 16;

/// The same where a few letters make a node.
const MAX_MEMORY_FOR_NODES: usize = 64;

/// A file that grows with a number, and whether it loads.
#[derive(Clone, Copy)]
struct Hostile<T> {
    what: &'static str,
    loads: bool,
    /// How many times their size a loader may allocate.
    most_memory: usize,
    /// How many bytes more, however small they are.
    room: usize,
    /// How often the part that is repeated stands in the file.
    times: usize,
    make: fn(usize) -> T,
}

/// A file of many nodes or sections with hardly a letter each, which cost more memory.
const fn dense<T>(hostile: &Hostile<T>) -> Hostile<T> {
    Hostile { most_memory: MAX_MEMORY_FOR_NODES, ..*hostile }
}

/// A file whose frames are evaluated: a few keys may move a figure for minutes.
const fn sampled<T>(hostile: &Hostile<T>) -> Hostile<T> {
    Hostile { room: 4 * size_of::<f32>() * max_sampled_values(0), ..dense(hostile) }
}

const fn loads<T>(what: &'static str, times: usize, make: fn(usize) -> T) -> Hostile<T> {
    Hostile { what, loads: true, most_memory: MAX_MEMORY, room: 1 << 14, times, make }
}

const fn refused<T>(what: &'static str, times: usize, make: fn(usize) -> T) -> Hostile<T> {
    Hostile { loads: false, ..loads(what, times, make) }
}

/// What is made: a file, or one with its companions.
trait Made {
    fn input(self, file: &str) -> Input;
}

impl Made for String {
    fn input(self, file: &str) -> Input {
        Input::of(file, self.into_bytes())
    }
}

impl Made for Vec<u8> {
    fn input(self, file: &str) -> Input {
        Input::of(file, self)
    }
}

/// The file first.
impl<const N: usize> Made for [(&str, String); N] {
    fn input(self, _: &str) -> Input {
        let mut all = self.map(|(name, text)| (name.to_string(), text.into_bytes())).into_iter();
        let (name, bytes) = all.next().expect("a file");
        Input { beside: all.collect(), ..Input::of(&name, bytes) }
    }
}

/// `make` for each number below `times`, one after the other.
fn each(times: usize, make: impl Fn(usize) -> String) -> String {
    (0..times).map(make).collect()
}

/// The quickest of a few tries: what else the machine does only ever makes it slower.
fn quickest(mut work: impl FnMut()) -> Duration {
    let tries = (0..4).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    tries.min().expect("a try")
}

/// Each of the files in two sizes: both load in bounded memory and do not hang. In a soak, the large
/// one takes as much longer than the small one as it is larger.
fn assert_in_proportion<T: Made>(file: &str, all: &[Hostile<T>]) {
    const GROWTH: usize = 8;
    let is_soak = std::env::var_os("RUSHES_SOAK").is_some();
    for hostile in all {
        let what = hostile.what;
        let inputs = [hostile.times / GROWTH, hostile.times].map(|times| {
            let input = (hostile.make)(times).input(file);
            let size = input.len();
            // Which one it was, where one fails.
            println!("{times} {what}");
            if is_soak {
                let (_, peak) = peak_of(|| input.load().is_ok());
                let ratio = peak as f64 / size as f64;
                println!("{times} {what}: memory {ratio:.2} times the {size} bytes");
            }
            let loads = watched(what, MAX_TIME, || {
                examine_input(&input, hostile.most_memory * size + hostile.room)
            });
            assert_eq!(
                loads,
                hostile.loads,
                "{what}: {:?}",
                input.load().err().map(|e| e.to_string())
            );
            input
        });
        if !is_soak {
            continue;
        }
        let attempts = (0..3).map(|_| {
            let [small, large] = [&inputs[0], &inputs[1]].map(|i| quickest(|| drop(i.load())));
            println!("{what}: {small:?} becomes {large:?}");
            // In proportion it would be 8 times as long, in the square 64 times; a full cache is in
            // between. What takes next to no time cannot be compared.
            large < small.max(Duration::from_millis(2)) * (4 * GROWTH as u32)
        });
        // The tests run side by side, and what else is at work may slow one of two measurements: what
        // is not in proportion fails each time.
        assert!(attempts.into_iter().any(|is_fine| is_fine), "{what}");
    }
}
