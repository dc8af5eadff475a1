//! What every file must withstand: it is loaded and looked at, in a bounded time and memory.

use std::collections::HashMap;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, Once};
use std::time::{Duration, Instant};

use rushes::evaluate::Pose;
use rushes::loader::{LoadError, Options};
use rushes::take::{BoneEnd, FormatId, NodeId, Take};

use super::input::Input;
use super::memory::peak_of;
use super::same::assert_same;

/// How long a file may take, so that none hangs on the slowest and busiest of machines.
pub const MAX_TIME: Duration = Duration::from_secs(60);

/// Loads a file that stands alone and looks at everything that a window would show of it. Tells
/// whether it loads.
pub fn examine(name: &str, bytes: &[u8], most_memory: usize) -> bool {
    examine_input(&Input::of(name, bytes.to_vec()), most_memory)
}

/// As [`examine`], for a file with its companions.
pub fn examine_input(input: &Input, most_memory: usize) -> bool {
    let (loaded, peak) = peak_of(|| input.load());
    let ratio = peak as f64 / input.len().max(1) as f64;
    let most_memory = most_memory + loaded.as_ref().map_or(0, made_up);
    assert!(peak <= most_memory, "{peak} bytes of memory, {ratio:.1} times the file");
    // Threads take longer to begin than such a file takes to be read: a part of the cases shows it.
    if input.len().is_multiple_of(5) {
        assert_same(&loaded, &in_chunks(input));
    }
    match loaded {
        Ok(take) => {
            inspect(&take);
            #[cfg(feature = "app")]
            if input.len().is_multiple_of(5) {
                super::shown::assert_shown(&take);
            }
            true
        }
        Err(error) => {
            let text = error.to_string();
            let mut files = input.beside.iter().map(|(name, _)| name);
            let names_one = text.starts_with(&input.name) || files.any(|f| text.starts_with(f));
            assert!(names_one, "{text}");
            assert!(text.len() < 2_000 && text.lines().count() <= 4, "{text}");
            assert_printable(&text);
            assert_plain(&text);
            false
        }
    }
}

/// What a take may take of memory for what is in no file: the joints of the people of a pickle, and their frames
/// while they are out of sight; the joints of people before a Kinect.
fn made_up(take: &Take) -> usize {
    let a_node = match take.format {
        FormatId::Pickle => 2_000 + 96 * take.motion.frame_count(),
        FormatId::Kinect => 500,
        _ => 0,
    };
    a_node * take.skeleton.nodes().len()
}

/// What comes of a file of which three threads share the rows, however few there are.
fn in_chunks(input: &Input) -> Result<Take, LoadError> {
    let options = Options { threads: NonZeroUsize::new(3), ..input.options };
    input.load_with(options)
}

fn assert_printable(text: &str) {
    assert!(!text.is_empty());
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
}

/// Asserts that a message says nothing in the words of the program, or of a library: but for what it quotes of a file, and
/// for the line that it shows of one.
fn assert_plain(text: &str) {
    const WORDS: [&str; 22] = [
        "std::",
        "core::",
        "rushes::",
        "Some(",
        "None",
        "Err(",
        "Ok(",
        "unwrap",
        "panicked",
        "invalid type",
        "missing field",
        "unknown variant",
        " at line ",
        "Utf8Error",
        "ParseInt",
        "ParseFloat",
        "TryFrom",
        "InvalidData",
        "os error",
        "fill whole buffer",
        "overflow",
        "null pointer",
    ];
    let lines = text.lines().filter(|line| !line.contains(" | "));
    // Every other part is between quotes.
    let said: String = lines.flat_map(|line| line.split('"').step_by(2)).collect();
    let found = WORDS.iter().find(|word| said.contains(*word));
    assert!(found.is_none(), "{found:?} in a message: {text}");
}

fn inspect(take: &Take) {
    let frame_time = take.motion.frame_time();
    assert!(frame_time.is_finite() && frame_time > 0.0, "{frame_time}");
    assert!(take.warnings.len() <= 200);
    for warning in &take.warnings {
        let text = warning.to_string();
        assert!(warning.count > 0 && text.len() < 500, "{text}");
        assert_printable(&text);
        assert_plain(&text);
    }
    for detail in &take.details {
        assert_printable(&detail.text);
    }
    for event in &take.events {
        assert!(event.time.is_finite() && event.label.len() < 500);
        assert_printable(&event.label);
    }
    let last = take.motion.frame_count().saturating_sub(1);
    let mut pose = Pose::default();
    for frame in [0, last / 2, last] {
        pose.evaluate(&take.skeleton, take.row(frame));
        assert_finite(take, &pose, &[frame]);
        for mesh in &take.meshes {
            let points = pose.points(mesh, frame);
            assert!(points.iter().all(|at| at.is_finite()), "{}", mesh.name());
        }
    }
    pose.evaluate_between(&take.skeleton, [take.row(0), take.row(last)], 0.5);
    assert_finite(take, &pose, &[0, last]);
}

/// Every node and bone end is somewhere, but for what stands in the world by itself and has a gap on
/// one of the frames, and what hangs from that.
fn assert_finite(take: &Take, pose: &Pose, frames: &[usize]) {
    let skeleton = &take.skeleton;
    let has_own_gap = |id: NodeId| {
        let row = |frame: usize| &take.row(frame)[skeleton[id].columns()];
        let is_gap = |&frame: &usize| row(frame).iter().any(|value| value.is_nan());
        frames.iter().any(is_gap)
    };
    let has_gap = |id: NodeId| {
        let above = || std::iter::successors(Some(id), |&id| skeleton[id].effective_parent());
        let top = above().last().unwrap_or(id);
        skeleton[top].is_world_space && above().any(has_own_gap)
    };
    for (id, node) in take.skeleton.iter() {
        assert!(pose.position(id).is_finite() || has_gap(id), "{}", node.name);
    }
    let bones = take.skeleton.bones().iter();
    for (bone, [from, to]) in bones.zip(pose.segments(&take.skeleton)) {
        let is_far = !from.distance_squared(to).is_finite();
        let ends_in_gap = matches!(bone.end, BoneEnd::Node(end) if has_gap(end));
        assert!(!is_far || has_gap(bone.node) || ends_in_gap, "{from} {to}");
    }
}

/// What is under way, by a number of its own: what it is, and when it must be done.
static UNDER_WAY: LazyLock<Mutex<HashMap<usize, (String, Deadline)>>> =
    LazyLock::new(Mutex::default);

/// When work must be done. Where the system tells how long the program has run on processors, that counts: what other
/// programs take of them is nobody's fault here.
struct Deadline {
    on_processors: Option<Duration>,
    at: Instant,
    /// What waits for something that never comes runs on none.
    at_last: Instant,
}

impl Deadline {
    fn after(limit: Duration) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
        let now = Instant::now();
        Self {
            on_processors: time_on_processors().map(|ran| ran + limit * processors as u32),
            at: now + limit,
            at_last: now + limit * 30,
        }
    }

    fn is_over(&self) -> bool {
        let now = Instant::now();
        match (self.on_processors, time_on_processors()) {
            (Some(until), Some(ran)) => ran > until || now > self.at_last,
            _ => now > self.at,
        }
    }
}

/// How long all threads of the program have run on processors together; `None` where nothing tells.
fn time_on_processors() -> Option<Duration> {
    /// Of the kernel's clock for programs, a second.
    const TICKS: u64 = 100;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name, which may have blanks: the 14th and the 15th of all fields.
    let fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    let ticks = fields.skip(11).take(2).map(str::parse::<u64>);
    let ticks = ticks.sum::<Result<u64, _>>().ok()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS))
}

/// Does the work, and ends the test program with a word where the work does not end in time: a loop
/// cannot be stopped from outside.
pub fn watched<T>(what: &str, limit: Duration, work: impl FnOnce() -> T) -> T {
    static WATCHDOG: Once = Once::new();
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    WATCHDOG.call_once(|| {
        std::thread::spawn(|| {
            loop {
                // It waits for nothing: it looks at the clock.
                std::thread::sleep(Duration::from_millis(200));
                let under_way = UNDER_WAY.lock().expect("no panic while locked");
                for (what, deadline) in under_way.values() {
                    if deadline.is_over() {
                        // Not by a macro: the test program captures those, and loses them here.
                        let word = format!("{what}: takes too long\n");
                        _ = std::io::stderr().write_all(word.as_bytes());
                        std::process::abort();
                    }
                }
            }
        });
    });
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let entry = (what.to_string(), Deadline::after(limit));
    UNDER_WAY.lock().expect("no panic while locked").insert(number, entry);
    /// Work that fails is over as well.
    struct End(usize);
    impl Drop for End {
        fn drop(&mut self) {
            UNDER_WAY.lock().expect("no panic while locked").remove(&self.0);
        }
    }
    let _end = End(number);
    work()
}
