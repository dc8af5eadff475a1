//! No file that is made to harm the loaders makes them hang or fill the memory.

mod support;

use std::time::{Duration, Instant};

use rushes::loader::{Source, load};
use rushes::take::MAX_DEPTH;
use support::examine::{examine, most_time, watched};
use support::memory::{Counting, peak_of};

#[global_allocator]
static MEMORY: Counting = Counting;

/// What a loader may allocate for a file of this size. Measured: 12 times for the shortest joints that
/// a program would write, 26 times for markers and sections of one letter.
fn most_memory(size: usize) -> usize {
    32 * size + (1 << 14)
}

/// A file that grows with a number, and whether it loads.
struct Hostile {
    what: &'static str,
    loads: bool,
    /// How often the part that is repeated stands in the file.
    times: usize,
    make: fn(usize) -> String,
}

const HIERARCHY: &str = "HIERARCHY\nROOT a\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n";
const MOTION: &str = "}\nMOTION\nFrames: 1\nFrame Time: 0.1\n";

const HOSTILE: &[Hostile] = &[
    Hostile {
        what: "closing braces",
        loads: false,
        times: 1 << 20,
        make: |n| format!("HIERARCHY\n{}", "}".repeat(n)),
    },
    Hostile {
        what: "closing braces behind the hierarchy",
        loads: true,
        times: 1 << 20,
        make: |n| format!("{HIERARCHY}{}{MOTION}0\n", "}".repeat(n)),
    },
    Hostile {
        what: "opening braces",
        loads: false,
        times: 1 << 20,
        make: |n| format!("HIERARCHY\nROOT a {}", "{".repeat(n)),
    },
    Hostile {
        what: "roots",
        loads: true,
        times: 200_000,
        make: |n| {
            let roots = "ROOT r\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n".repeat(n);
            format!("{HIERARCHY}}}\n{roots}MOTION\nFrames: 1\nFrame Time: 0.1\n0\n")
        },
    },
    Hostile {
        what: "joints in each other",
        loads: false,
        times: 100_000,
        make: |n| HIERARCHY.to_string() + &"JOINT b\n{\nOFFSET 0 1 0\n".repeat(n),
    },
    Hostile {
        what: "chains as deep as they may be",
        loads: true,
        times: 40,
        make: |n| {
            let depth = MAX_DEPTH - 1;
            let joints = "JOINT b\n{\nOFFSET 1e15 1e15 1e15\n".repeat(depth);
            let chain = joints + &"}\n".repeat(depth);
            format!("{HIERARCHY}{}{MOTION}0\n", chain.repeat(n))
        },
    },
    Hostile {
        what: "joints with positions and offsets",
        loads: true,
        times: 50_000,
        make: |n| {
            let joint = "JOINT b\n{\nOFFSET 1 2 3\nCHANNELS 3 Xposition Yposition Zposition\n}\n";
            format!(
                "{HIERARCHY}{}{MOTION}0 {}\n",
                joint.repeat(n),
                "1 2 3 ".repeat(n)
            )
        },
    },
    Hostile {
        what: "roots with positions and offsets",
        loads: true,
        times: 50_000,
        make: |n| {
            let root = "ROOT b\n{\nOFFSET 1 2 3\nCHANNELS 3 Xposition Yposition Zposition\n}\n";
            let row = "1 2 3 ".repeat(n);
            format!("{}{}{row}\n", root.repeat(n), &MOTION[2..])
        },
    },
    Hostile {
        what: "End Sites in one joint",
        loads: true,
        times: 100_000,
        make: |n| {
            let ends = "End Site\n{\nOFFSET 0 1 0\n}\n".repeat(n);
            format!("{HIERARCHY}{ends}{MOTION}0\n")
        },
    },
    Hostile {
        what: "channels in one joint",
        loads: true,
        times: 500_000,
        make: |n| {
            let channels = "Xrotation ".repeat(n);
            let row = "1 ".repeat(n);
            format!("ROOT a\n{{\nOFFSET 0 0 0\nCHANNELS {n} {channels}\n{MOTION}{row}\n")
        },
    },
    Hostile {
        what: "lines, each too short for as many channels",
        loads: true,
        times: 100_000,
        make: |n| {
            let channels = "Xrotation ".repeat(n);
            let lines = "\n".repeat(n);
            format!("ROOT a\n{{\nOFFSET 0 0 0\nCHANNELS {n} {channels}\n{MOTION}{lines}")
        },
    },
    Hostile {
        what: "digits in a word",
        loads: false,
        times: 5_000_000,
        make: |n| "1".repeat(n),
    },
    Hostile {
        what: "digits in a row",
        loads: true,
        times: 5_000_000,
        make: |n| format!("{HIERARCHY}{MOTION}{}\n", "0".repeat(n)),
    },
    Hostile {
        what: "letters in a row",
        loads: false,
        times: 5_000_000,
        make: |n| format!("{HIERARCHY}{MOTION}{}\n", "é".repeat(n / 2)),
    },
    Hostile {
        what: "letters of a name",
        loads: false,
        times: 5_000_000,
        make: |n| format!("HIERARCHY\nROOT {}\nOFFSET", "\u{1b}é".repeat(n / 3)),
    },
    Hostile {
        what: "letters of a count",
        loads: false,
        times: 5_000_000,
        make: |n| format!("{HIERARCHY}{}Frames: {}\n", &MOTION[..9], "x".repeat(n)),
    },
    Hostile {
        what: "digits of a count of channels",
        loads: false,
        times: 5_000_000,
        make: |n| format!("ROOT a {{ CHANNELS {}9 b", "0".repeat(n)),
    },
    Hostile {
        what: "numbers in a line for a row of one",
        loads: false,
        times: 2_500_000,
        make: |n| format!("{HIERARCHY}{MOTION}{}\n", "1 ".repeat(n)),
    },
    Hostile {
        what: "rows of one",
        loads: true,
        times: 2_500_000,
        make: |n| format!("{HIERARCHY}{MOTION}{}", "1\n".repeat(n)),
    },
    Hostile {
        what: "gaps",
        loads: true,
        times: 500_000,
        make: |n| format!("{HIERARCHY}{MOTION}{}", "nan\n1e30\n".repeat(n)),
    },
    Hostile {
        what: "zero bytes",
        loads: false,
        times: 1 << 20,
        make: |n| "\0".repeat(n),
    },
    Hostile {
        what: "zero bytes between words",
        loads: true,
        times: 1 << 20,
        make: |n| format!("{HIERARCHY}{MOTION}{}1\0\n", "\0".repeat(n)),
    },
    Hostile {
        what: "comments",
        loads: true,
        times: 100_000,
        make: |n| format!("{}{HIERARCHY}{MOTION}1\n", "# no\n".repeat(n)),
    },
    Hostile {
        what: "Frames lines",
        loads: true,
        times: 100_000,
        make: |n| format!("{HIERARCHY}{MOTION}{}1\n", "Frames: 1\n".repeat(n)),
    },
    Hostile {
        what: "blank lines",
        loads: true,
        times: 2_000_000,
        make: |n| format!("{HIERARCHY}{MOTION}{}1\n", "\r\n".repeat(n)),
    },
    Hostile {
        what: "markers of TRC on one row",
        loads: true,
        times: 100_000,
        make: |n| {
            let [names, places] = ["\tA\t\t", "\t1\t2\t3"].map(|part| part.repeat(n));
            format!("PathFileType 4\nFrame#\tTime{names}\n1\t0{places}\n")
        },
    },
    Hostile {
        what: "tabs behind the names of TRC",
        loads: true,
        times: 1 << 20,
        make: |n| {
            let tabs = "\t".repeat(n);
            format!("PathFileType 4\nFrame#\tTime\tA{tabs}\n1\t0\t1\t2\t3\n")
        },
    },
    Hostile {
        what: "tabs between the names of TRC",
        loads: true,
        times: 1 << 17,
        make: |n| {
            let [tabs, places] = ["\t\t\t", "\t1\t2\t3"].map(|part| part.repeat(n));
            format!("PathFileType 4\nFrame#\tTime{tabs}\tA\n1\t0{places}\t1\t2\t3\n")
        },
    },
    Hostile {
        what: "markers of CSM on one row",
        loads: true,
        times: 100_000,
        make: |n| {
            let [names, gaps] = [" A", " DROPOUT"].map(|part| part.repeat(n));
            format!("$Order{names}\n$Points\n1{gaps}\n")
        },
    },
    Hostile {
        what: "keys of CSM",
        loads: true,
        times: 200_000,
        make: |n| {
            let keys = "$Time a\n".repeat(n);
            format!("{keys}$Order A\n$Points\n1 1 2 3\n")
        },
    },
    Hostile {
        what: "keys of HTR",
        loads: true,
        times: 200_000,
        make: |n| {
            let keys = "Scale 1\nNumFrames 7\n".repeat(n);
            format!(
                "[Header]\nFileType htr\n{keys}[SegmentNames&Hierarchy]\na GLOBAL\n\
                 [BasePosition]\na 0 0 0 0 0 0 1\n"
            )
        },
    },
    Hostile {
        what: "segments of HTR without rows",
        loads: true,
        times: 50_000,
        make: |n| {
            let list = |what: &str| (0..n).map(|i| format!("s{i} {what}\n")).collect::<String>();
            let [parents, bases] = [list("GLOBAL"), list("0 0 0 0 0 0 1")];
            format!(
                "[Header]\nFileType htr\n[SegmentNames&Hierarchy]\n{parents}[BasePosition]\n{bases}"
            )
        },
    },
    Hostile {
        what: "sections of HTR",
        loads: false,
        times: 500_000,
        make: |n| format!("[Header]\nFileType htr\n{}", "[a]\n".repeat(n)),
    },
    Hostile {
        what: "rows of HTR from the last to the first",
        loads: true,
        times: 50_000,
        make: |n| {
            let row = |i: usize| format!("{} 0 0 0 0 0 0 1\n", if i == 0 { 0 } else { n - i });
            let rows: String = (0..n).map(row).collect();
            format!(
                "[Header]\nFileType htr\n[SegmentNames&Hierarchy]\na GLOBAL\n\
                 [BasePosition]\na 0 0 0 0 0 0 1\n[a]\n{rows}"
            )
        },
    },
    Hostile {
        what: "segments of BVA",
        loads: true,
        times: 20_000,
        make: |n| {
            "Segment: a\nFrames: 1\nFrame Time: 1\n\
             XTRAN YTRAN ZTRAN XROT YROT ZROT XSCALE YSCALE ZSCALE\n\
             CM CM CM DEG DEG DEG CM CM CM\n0 0 0 0 0 0 0 0 0\n"
                .repeat(n)
        },
    },
    Hostile {
        what: "joints of ASK",
        loads: true,
        times: 100_000,
        make: |n| {
            let joints = "JOINT a\n{\nOFFSET 0 0 0\n}\n".repeat(n);
            format!("HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\n{joints}}}\n")
        },
    },
];

/// The quickest of a few tries: what else the machine does only ever makes it slower.
fn quickest(mut work: impl FnMut()) -> Duration {
    let tries = (0..4).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    tries.min().expect("a try")
}

#[test]
fn hostile_files_take_time_and_memory_in_proportion() {
    const GROWTH: usize = 8;
    for hostile in HOSTILE {
        let what = hostile.what;
        let [small, large] = [hostile.times / GROWTH, hostile.times].map(|times| {
            let text = (hostile.make)(times);
            let bytes = text.as_bytes();
            let (_, peak) = peak_of(|| load(&Source::new("hostile.bvh", bytes)).is_ok());
            let limit = most_time(bytes.len());
            let loads = watched(what, limit, || {
                examine("hostile.bvh", bytes, most_memory(bytes.len()))
            });
            assert_eq!(loads, hostile.loads, "{what}");
            let time = quickest(|| drop(load(&Source::new("hostile.bvh", bytes))));
            println!(
                "{times} {what}: {time:?}, memory {:.2} times the file",
                peak as f64 / bytes.len() as f64
            );
            time
        });
        // In proportion it would be 8 times as long, in the square 64 times; a busy machine and a
        // full cache are in between. What takes next to no time cannot be compared.
        let most = small.max(Duration::from_millis(2)) * (4 * GROWTH as u32);
        assert!(large < most, "{what}: {small:?} becomes {large:?}");
    }
}

#[test]
fn counts_that_nothing_can_have_are_never_believed() {
    for (count, loads) in [
        ("CHANNELS 999999999999 Xrotation", false),
        ("CHANNELS 1e300 Xrotation", false),
        ("CHANNELS 16777217 Xrotation", false),
        ("CHANNELS 1 Xrotation", true),
    ] {
        let text = format!("ROOT a\n{{\n{count}\n{MOTION}0\n");
        assert_eq!(
            examine("count.bvh", text.as_bytes(), 1 << 14),
            loads,
            "{count}"
        );
    }
    for frames in ["99999999999999999999", "1e300", "4294967296", "-1"] {
        let text = format!("{HIERARCHY}}}\nMOTION\nFrames: {frames}\nFrame Time: 0.1\n0\n");
        assert!(examine("count.bvh", text.as_bytes(), 1 << 14), "{frames}");
    }
}

/// A joint costs more memory than the letters that declare it; 51 times as much at worst.
#[test]
fn joints_of_six_letters_cost_a_bounded_amount_of_memory() {
    for text in ["ROOT{}", "End Site{}", "ROOT a{CHANNELS 1 Xscale}"] {
        let text = match text.starts_with("ROOT") {
            true => text.repeat(100_000),
            false => format!("ROOT a{{{}}}", text.repeat(100_000)),
        };
        assert!(examine("many.bvh", text.as_bytes(), 64 * text.len()));
    }
}
