//! A large text is read through windows, and is what it is where it is read whole.

use crate::support::input::Input;
use crate::support::pieces::Pieces;
use crate::support::same::assert_same;
use crate::support::{self, large};
use rushes::loader::{Companion, FORMATS, Format, LoadError, Source, detect};
use rushes::take::Take;

/// So much of a file is in memory at first.
const HEAD: usize = 1 << 16;

/// What comes of a file that is read through windows; `None` where that counts for nothing.
fn by_windows(input: &Input) -> Option<Result<Take, LoadError>> {
    let companions: Vec<Companion<'_>> =
        input.beside.iter().map(|(file, bytes)| Companion { file, bytes }).collect();
    let head = &input.bytes[..HEAD.min(input.bytes.len())];
    // Less than a disk gives, and in pieces that end amid of rows.
    let file = Pieces::new(&input.bytes, 50_021);
    let read = rushes::read_with(&Source {
        options: input.options,
        companions: &companions,
        large: Some(&file),
        ..Source::new(&input.name, head)
    });
    file.counts().then_some(read)
}

/// A text of some windows in each format that is read so.
fn texts() -> Vec<(&'static str, Input)> {
    let is_read_so =
        |format: &str| FORMATS.iter().any(|known| known.name() == format && known.reads_large());
    let mut texts = vec![("BVH", Input::of("take.bvh", large::bvh(9000).into()))];
    for make in large::ALL.into_iter().filter(|make| is_read_so(make(1).format)) {
        let large = make(4000);
        let mut input = Input::of(large.file, large.bytes);
        let beside = large.beside.into_iter();
        input.beside = beside.map(|(file, text)| (file.into(), text.into())).collect();
        texts.push((large.format, input));
    }
    assert!(texts.iter().all(|(format, input)| input.len() > 4 << 20 && is_read_so(format)));
    texts
}

#[test]
fn a_sound_file_is_read_through_windows() {
    let texts = texts();
    assert_eq!(texts.len(), 8);
    for (format, mut input) in texts {
        for ends in ["\n", "\r\n", "\r"] {
            if ends != "\n" {
                let text = String::from_utf8(input.bytes).expect("text");
                let old = if ends == "\r" { "\r\n" } else { "\n" };
                input.bytes = text.replace(old, ends).into();
            }
            println!("{format} with {ends:?}");
            let read = by_windows(&input).unwrap_or_else(|| panic!("{format} is read whole"));
            assert_same(&input.load(), &read);
            assert!(read.is_ok());
        }
    }
}

#[test]
fn what_is_not_sound_is_the_same_or_is_read_whole() {
    type Damage = fn(&str) -> String;
    let damages: [(&str, Damage); 8] = [
        ("a mark ahead of it", |text| format!("\u{feff}{text}")),
        ("blank lines", |text| at(text, 2, "\n\n\n")),
        ("a word", |text| at(text, 2, "\nword\n")),
        ("gaps", |text| {
            let (third, half) = (text.len() / 3, text.len() / 2);
            [&text[..third], " nan ", &text[third..half], " nan ", &text[half..]].concat()
        }),
        ("an early end", |text| text[..text.len() / 5 * 4].to_string()),
        ("zeros at the end", |text| text.to_string() + &"\0".repeat(6 << 20)),
        ("no end of the last line", |text| text.trim_end().to_string()),
        ("a row of megabytes", |text| at(text, 3, &format!("\n{}\n", "1 ".repeat(3 << 20)))),
    ];
    let (mut seen, mut counted) = (0, 0);
    for (format, input) in texts() {
        let text = String::from_utf8(input.bytes.clone()).expect("text");
        for (what, damage) in damages {
            let damaged = Input {
                bytes: damage(&text).into(),
                name: input.name.clone(),
                beside: input.beside.clone(),
                ..Input::of("", Vec::new())
            };
            println!("{what} in {format}");
            seen += 1;
            if let Some(read) = by_windows(&damaged) {
                counted += 1;
                assert_same(&damaged.load(), &read);
            }
        }
    }
    // A row a node, also with nodes missing on the last frame, and a row a point.
    let mut by_node = large::positions_by_node(800).bytes;
    let cut = by_node[..by_node.len() - 200].iter().rposition(|&byte| byte == b'\n');
    by_node.truncate(cut.expect("a line") + 1);
    let by_point: String = (0..70_000)
        .map(|row| {
            format!("{},{},{row}.5,2.5,{}\n", row / 2, ["nose", "left_eye"][row % 2], row % 7)
        })
        .collect();
    let by_point = format!("frame,keypoint,x,y,z\n{by_point}").into_bytes();
    for (name, bytes) in [
        ("nodes.csv", large::positions_by_node(800).bytes),
        ("fewer.csv", by_node),
        ("points.csv", by_point),
    ] {
        let input = Input::of(name, bytes);
        assert!(input.len() > 1 << 20 && input.load().is_ok(), "{name}: {}", input.len());
        if let Some(read) = by_windows(&input) {
            assert_same(&input.load(), &read);
        }
    }
    println!("{counted} of {seen} are read through windows");
    assert!(counted > seen / 4, "{counted} of {seen}");
}

/// A text with more in the place of a line's end, behind one part of so many.
fn at(text: &str, parts: usize, more: &str) -> String {
    let from = text.len() / parts;
    let line = from + text[from..].find('\n').unwrap_or(0);
    format!("{}{more}{}", &text[..line], &text[line + 1..])
}

#[test]
fn every_fixture_and_every_take_of_the_corpus_is_the_same_or_is_read_whole() {
    let read_so: Vec<&str> = FORMATS
        .iter()
        .filter(|format| format.reads_large() && format.name() != "Keypoint JSON")
        .flat_map(|format| format.extensions)
        .copied()
        .collect();
    let fixtures = support::root().join("tests");
    let folders = [fixtures.join("good"), fixtures.join("bad")];
    let (mut seen, mut counted) = (0, 0);
    for folder in folders.into_iter().chain(support::corpus()) {
        for path in support::files(&folder, &read_so) {
            let input = Input::read(&path);
            let format = detect(&Source::new(&input.name, &input.bytes));
            if !format.is_some_and(Format::reads_large) {
                continue;
            }
            seen += 1;
            if let Some(read) = by_windows(&input) {
                counted += 1;
                println!("{}", path.display());
                assert_same(&input.load(), &read);
            }
        }
    }
    println!("{counted} of {seen} are read through windows");
    assert!(counted > 20, "{counted} of {seen}");
}
