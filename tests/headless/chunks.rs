//! What a file is does not depend on how many threads share its rows.

use std::num::NonZeroUsize;

use crate::support::input::Input;
use crate::support::same::assert_same;
use crate::support::{self, large};
use rushes::loader::{FORMATS, LoadError, Options};
use rushes::take::{Take, Warning};

fn load(input: &Input, threads: usize) -> Result<Take, LoadError> {
    input.load_with(Options { threads: NonZeroUsize::new(threads), ..input.options })
}

/// Asserts that any number of threads makes the same of a file, and tells what that is.
fn same(input: &Input) -> Result<Take, LoadError> {
    let one = load(input, 1);
    for threads in [2, 3, 8] {
        assert_same(&one, &load(input, threads));
    }
    one
}

/// The formats whose fields may be empty.
const TABLES: [&str; 6] = ["TRC", "OptiTrack", "Qualisys", "Vicon", "Positions", "Table"];

/// A take of every format in text, of so many frames.
fn texts(frames: usize) -> Vec<(&'static str, Input)> {
    let mut texts = vec![("BVH", Input::of("take.bvh", large::bvh(frames).into()))];
    for make in large::ALL {
        let large = make(frames);
        if large.format == "C3D" {
            continue;
        }
        let mut input = Input::of(large.file, large.bytes);
        let beside = large.beside.into_iter();
        input.beside = beside.map(|(file, text)| (file.into(), text.into())).collect();
        texts.push((large.format, input));
    }
    texts
}

#[test]
fn any_number_of_threads_reads_the_same_of_every_format() {
    for (format, input) in texts(203) {
        let take = same(&input).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(take.motion.frame_count(), 203, "{format}");
        // Were there anything to tell of rows, the chunks would count for nothing.
        let is_of_rows = |warning: &Warning| warning.place.is_some();
        assert!(!take.warnings.iter().any(is_of_rows), "{format}");
    }
}

#[test]
fn whatever_is_odd_in_the_midst_of_a_file_is_read_and_told_the_same() {
    type Damage = fn(&str) -> String;
    let damages: [(&str, Damage); 10] = [
        ("ends of lines", |text| text.replace('\n', "\r\n")),
        ("old ends of lines", |text| text.replace('\n', "\r")),
        ("blank lines", |text| text.replace("\n", "\n\n\n")),
        ("a blank line", |text| at_half(text, "\n\n")),
        ("a word", |text| at_half(text, "\nword\n")),
        ("a line less", |text| {
            let half = text.len() / 2;
            let from = half + text[half..].find('\n').unwrap_or(0);
            let to = from + 1 + text[from + 1..].find('\n').unwrap_or(0);
            format!("{}{}", &text[..from], &text[to..])
        }),
        ("no number", |text| {
            text[..text.len() / 3 * 2].to_string() + " nan " + &text[text.len() / 3 * 2..]
        }),
        ("two gaps", |text| {
            let (third, half) = (text.len() / 3, text.len() / 2);
            [&text[..third], " nan ", &text[third..half], " nan ", &text[half..]].concat()
        }),
        ("an early end", |text| text[..text.len() / 5 * 4].to_string()),
        ("a row in two lines", |text| {
            let half = text.len() / 2;
            let blank = half + text[half..].find(' ').unwrap_or(0);
            format!("{}\n{}", &text[..blank], &text[blank + 1..])
        }),
    ];
    let mut loads = 0;
    for (what, damage) in damages {
        for (format, mut input) in texts(40) {
            let text = String::from_utf8(input.bytes).expect("text");
            input.bytes = damage(&text).into();
            println!("{what} in {format}");
            loads += usize::from(same(&input).is_ok());
        }
    }
    // Some are refused, as they are by one thread.
    assert!(loads > 30, "{loads} load");
}

#[test]
fn rows_that_cannot_be_read_are_the_same_lost_frames_however_many_threads_read_them() {
    type Damage = fn(&str) -> String;
    let damages: [(&str, Damage); 4] = [
        ("a value too many", |row| format!("{row} 7")),
        ("a value too few", |row| row.trim_end_matches(|c: char| !c.is_ascii_whitespace()).into()),
        ("a word", |row| row.to_string() + "x"),
        ("a word alone", |_| "lost".into()),
    ];
    for (what, damage) in damages {
        for (format, mut input) in texts(60) {
            let text = String::from_utf8(input.bytes).expect("text");
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            // Nothing but numbers tells where a frame of BonesPro begins.
            let is_whole = format == "BonesPro"
                // Values that are missing at the end of a row are gaps.
                || TABLES.contains(&format) && what == "a value too few";
            if is_whole {
                continue;
            }
            // The last row and some ahead of it.
            let at = [1, 10, 11, 20].map(|back| lines.len() - back);
            let line = |(i, line): (usize, &&str)| {
                if at.contains(&i) { damage(line.trim_end()) + "\n" } else { line.to_string() }
            };
            input.bytes = lines.iter().enumerate().map(line).collect::<String>().into_bytes();
            println!("{what} in {format}");
            let take = same(&input).unwrap_or_else(|e| panic!("{e}"));
            let lost = &take.lost;
            assert!((1..=4).contains(&lost.count()), "{lost:?}");
            let reported = take.warnings[0].message.split(" lost: ").next().expect("a word");
            let frames = if lost.count() == 1 { "frame is" } else { "frames are" };
            assert_eq!(reported, format!("{} {frames}", lost.count()));
        }
    }
}

fn at_half(text: &str, more: &str) -> String {
    let half = text.len() / 2;
    let line = half + text[half..].find('\n').unwrap_or(0);
    format!("{}{more}{}", &text[..line], &text[line + 1..])
}

#[test]
fn frame_numbers_are_followed_from_piece_to_piece() {
    for (format, mut input) in texts(40) {
        let text = String::from_utf8(input.bytes).expect("text");
        // Frame 20 becomes 1020, wherever frames are numbered.
        input.bytes = text
            .replace("\n20\n", "\n1020\n")
            .replace("\n20\t", "\n1020\t")
            .replace("\n20,", "\n1020,")
            .into();
        println!("{format}");
        let take = same(&input);
        if ["AMC", "TRC", "OptiTrack", "Qualisys", "Vicon"].contains(&format) {
            let take = take.unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(take.even_numbers(), None, "{format}");
            let numbers = [17, 18, 19, 20].map(|frame| take.number(frame).expect("a number"));
            assert!(numbers.contains(&1020) && numbers.contains(&19), "{numbers:?}");
            let reported = take.warnings.iter().map(ToString::to_string);
            let reported: Vec<String> =
                reported.filter(|reported| reported.contains("evenly")).collect();
            assert_eq!(reported.len(), 1, "{format}: {reported:?}");
        }
    }
}

#[test]
fn a_row_behind_the_name_of_its_segment_counts() {
    let (_, mut input) = texts(40).into_iter().find(|(format, _)| *format == "HTR").expect("HTR");
    let text = String::from_utf8(input.bytes).expect("text");
    let (head, rows) = text.split_once("[BasePosition]").expect("a base position");
    let (base, motion) = rows.split_once("\n[").expect("segments");
    // Every name and its first row are on one line.
    let motion = motion.replace("]\n", "] ");
    for motion in [motion.clone(), motion.replacen("] ", "] 1 }\n", 3)] {
        input.bytes = format!("{head}[BasePosition]{base}\n[{motion}").into();
        let _ = same(&input);
    }
}

#[test]
fn every_fixture_and_every_take_of_the_corpus_is_the_same() {
    let extensions: Vec<&str> = FORMATS.iter().flat_map(|f| f.extensions).copied().collect();
    let fixtures = support::root().join("tests");
    let folders = [fixtures.join("good"), fixtures.join("bad")];
    let mut seen = 0;
    for folder in folders.into_iter().chain(support::corpus()) {
        for path in support::files(&folder, &extensions) {
            let input = Input::read(&path);
            let one = load(&input, 1);
            assert_same(&one, &load(&input, 2));
            assert_same(&one, &load(&input, 5));
            seen += 1;
        }
    }
    assert!(seen > 100, "only {seen} files");
}

#[test]
fn a_row_a_node_makes_the_same_frames_however_many_threads_read_them() {
    type Damage = fn(&str) -> String;
    let damages: [(&str, Damage); 6] = [
        ("nothing", str::to_string),
        ("a line less", |text| text.replacen("\n20,121,", "\nx,121,", 1)),
        ("a frame less", |text| {
            let lines = text.split_inclusive('\n');
            lines.filter(|line| !line.starts_with("20,")).collect()
        }),
        ("a line twice", |text| {
            let line = text.lines().nth(1234).expect("a line");
            text.replacen(line, &format!("{line}\n{line}"), 1)
        }),
        ("lines in another order", |text| {
            let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
            lines.swap(1234, 1236);
            lines.concat()
        }),
        ("an early end", |text| text[..text.len() / 3].to_string()),
    ];
    for (what, damage) in damages {
        let large = large::positions_by_node(40);
        let text = String::from_utf8(large.bytes).expect("text");
        let input = Input::of(large.file, damage(&text).into_bytes());
        let take = same(&input).unwrap_or_else(|e| panic!("{what}: {e}"));
        let frames = take.motion.frame_count();
        let expected = match what {
            "a frame less" => 39,
            "an early end" => 13,
            _ => 40,
        };
        assert_eq!((frames, take.skeleton.nodes().len()), (expected, 60), "{what}");
        let is_reported = ["a line less", "a line twice", "an early end"].contains(&what);
        let reported = take.warnings.iter().filter(|warning| warning.code.word() != "up-assumed");
        assert_eq!(reported.count() > 0, is_reported, "{what}: {:?}", take.warnings);
    }
}

#[test]
fn cells_that_are_blank_cost_a_byte_each() {
    let names: String = (1..=40).map(|n| format!("m{n}\t\t\t")).collect();
    for (blank, sound) in [(260, 40), (300, 0), (0, 300)] {
        for [tab, sign] in [["\t", "1"], [",", "-2"]] {
            let row = |cell: &str, n: usize| {
                format!("{n}\t0.{n:03}{}\n", format!("\t{cell}").repeat(120))
            };
            let blanks = (1..=blank).map(|n| row("", n));
            let rows: String = blanks.chain((1..=sound).map(|n| row(sign, blank + n))).collect();
            let text = format!(
                "PathFileType\t4\t(X/Y/Z)\ta.trc\nDataRate\n100\nFrame#\tTime\t{names}\n\n{rows}"
            );
            let take = same(&Input::of("a.trc", text.replace('\t', tab).into_bytes()));
            let take = take.unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(take.motion.frame_count(), 300);
            let gaps = take.gaps();
            assert_eq!(gaps.len(), if blank > 0 { 40 } else { 0 });
            assert!(gaps.iter().all(|gap| gap.frames == blank));
        }
    }
}
