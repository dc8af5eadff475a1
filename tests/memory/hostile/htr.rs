//! Hostile HTR and GTR files.

use rushes::take::MAX_DEPTH;

use super::{Hostile, assert_in_proportion, dense, each, loads, refused};

const HEADER: &str = "[Header]\nFileType htr\n";
const GTR: &str = "[Header]\nFileType gtr\n";
const ROW: &str = "1 0 0 0 0 0 0 1\n";

/// A file whose segments are called so and hang from others: name and parent on each line.
fn htr(hierarchy: &str, blocks: &str) -> String {
    let names = hierarchy.lines().filter_map(|line| line.split(' ').next());
    let base: String = names.map(|name| format!("{name} 0 0 0 0 0 0 1\n")).collect();
    format!("{HEADER}[SegmentNames&Hierarchy]\n{hierarchy}[BasePosition]\n{base}{blocks}")
}

/// Chains of so many segments, the last one of each first.
fn chains(count: usize, depth: usize) -> String {
    each(count, |chain| {
        each(depth, |n| match depth - n {
            1 => format!("{chain}s1 GLOBAL\n"),
            n => format!("{chain}s{n} {chain}s{}\n", n - 1),
        })
    })
}

const HOSTILE: &[Hostile<String>] = &[
    loads("segments without rows", 50_000, |n| htr(&each(n, |i| format!("s{i} GLOBAL\n")), "")),
    loads("segments with a row", 20_000, |n| {
        let blocks = each(n, |i| format!("[s{i}]\n{ROW}"));
        htr(&each(n, |i| format!("s{i} GLOBAL\n")), &blocks)
    }),
    loads("segments below one that comes last", 50_000, |n| {
        let below = each(n, |i| format!("s{i} a\n"));
        htr(&format!("{below}a GLOBAL\n"), "")
    }),
    refused("segments in each other", 100_000, |n| htr(&chains(1, n), "")),
    loads("chains as deep as they may be", 16, |n| htr(&chains(n, MAX_DEPTH), "")),
    refused("segments in a circle", 100_000, |n| {
        htr(&each(n, |i| format!("s{i} s{}\n", (i + 1) % n)), "")
    }),
    refused("segments of one name", 100_000, |n| htr(&"a GLOBAL\n".repeat(n), "")),
    loads("letters of each of 16 names", 300_000, |n| {
        let name = "x".repeat(n);
        htr(&each(16, |i| format!("{name}{i} GLOBAL\n")), "")
    }),
    loads("keys, again", 100_000, |n| {
        format!(
            "{HEADER}{}{}",
            "FileVersion 2\nScale 1\nNumFrames 0\n".repeat(n / 3),
            &htr("a GLOBAL\n", ROW)[HEADER.len()..]
        )
        .replace(ROW, "")
    }),
    loads("keys that are not known", 100_000, |n| {
        let keys = each(n, |i| format!("Key{i} 1\n"));
        format!("{HEADER}{keys}{}", &htr("a GLOBAL\n", "")[HEADER.len()..])
    }),
    loads("comments between rows", 200_000, |n| {
        htr("a GLOBAL\n", &format!("[a]\n{ROW}{}2 0 0 0 0 0 0 1\n", "# no\n".repeat(n)))
    }),
    loads("letters of a comment", 5_000_000, |n| {
        htr("a GLOBAL\n", &format!("[a]\n#{}\n{ROW}", "[x] ".repeat(n / 4)))
    }),
    loads("blank lines", 2_000_000, |n| {
        htr("a GLOBAL\n", &format!("[a]\n{}{ROW}", "\r\n".repeat(n)))
    }),
    loads("rows", 200_000, |n| {
        htr("a GLOBAL\n", &format!("[a]\n{}", each(n, |i| format!("{i} 0 0 0 0 0 0 1\n"))))
    }),
    loads("rows that go backward", 200_000, |n| {
        let rows = each(n, |i| format!("{} 0 0 0 0 0 0 1\n", n - i));
        htr("a GLOBAL\nb GLOBAL\n", &format!("[b]\n{ROW}[a]\n{rows}"))
    }),
    loads("rows from both ends", 100_000, |n| {
        let rows = each(n, |i| {
            let frame = if i % 2 == 0 { i / 2 } else { n - i / 2 };
            format!("{frame} 0 0 0 0 0 0 1\n")
        });
        htr("a GLOBAL\n", &format!("[a]\n{rows}"))
    }),
    loads("rows that leave out every third frame", 100_000, |n| {
        let rows = each(n, |i| format!("{} 0.00 0.00 0 0 0 0 1\n", i + i / 2));
        htr("a GLOBAL\n", &format!("[a]\n{rows}"))
    }),
    loads("rows of one frame", 200_000, |n| htr("a GLOBAL\n", &format!("[a]\n{}", ROW.repeat(n)))),
    loads("rows of nothing that can be used", 100_000, |n| {
        let rows = each(n, |i| format!("{i} nan inf nan 1e30 nan nan nan\n"));
        htr("a GLOBAL\n", &format!("[a]\n{rows}"))
    }),
    refused("segments of one row beside a long one", 5_000, |n| {
        let names = each(n, |i| format!("s{i} GLOBAL\n"));
        let rows = each(n, |i| format!("{i} 0 0 0 0 0 0 1\n"));
        let others = each(n - 1, |i| format!("[s{}]\n0 0 0 0 0 0 0 1\n", i + 1));
        htr(&names, &format!("[s0]\n{rows}{others}"))
    }),
    loads("segments that hold their last row", 10_000, |n| {
        let names = each(n, |i| format!("s{i} GLOBAL\n"));
        let rows = each(4, |i| format!("{i} 0 0 0 0 0 0 1\n"));
        let others = each(n - 1, |i| format!("[s{}]\n0 0 0 0 0 0 0 1\n", i + 1));
        htr(&names, &format!("[s0]\n{rows}{others}"))
    }),
    loads("brackets in a line", 1_000_000, |n| {
        htr("a GLOBAL\n", &format!("[a]\n{ROW}x {}", "[".repeat(n)))
    }),
    loads("brackets behind blanks", 500_000, |n| {
        htr("a GLOBAL\n", &format!("[a]\n{ROW}x {}", " [".repeat(n)))
    }),
    loads("rows that cannot be read between others", 100_000, |n| {
        let rows = each(n, |i| format!("{i} 0 0 0 0 0 0 1\n4294967296 0\n"));
        htr("a GLOBAL\n", &format!("[a]\n{rows}"))
    }),
    refused("lines that are no rows", 500_000, |n| {
        htr("a GLOBAL\n", &format!("[a]\n{ROW}{}", "x\n".repeat(n)))
    }),
    dense(&refused("sections of nothing", 200_000, |n| htr("a GLOBAL\n", &"[]\n".repeat(n)))),
    refused("digits of a frame number", 2_000_000, |n| {
        htr("a GLOBAL\n", &format!("[a]\n{}", "1".repeat(n)))
    }),
    dense(&loads("segments of GTR that have nothing but a name", 200_000, |n| {
        format!("{GTR}[SegmentNames&Hierarchy]\n{}", each(n, |i| format!("{i:x}\n")))
    })),
    dense(&loads("blocks without rows", 100_000, |n| {
        let hierarchy = each(n, |i| format!("{i:x} GLOBAL\n"));
        htr(&hierarchy, &each(n, |i| format!("[{i:x}]\n")))
    })),
    dense(&loads("blocks of GTR alone", 20_000, |n| {
        format!("{GTR}{}", each(n, |i| format!("[s{i}]\n{ROW}")))
    })),
];

#[test]
fn hostile_files_take_time_and_memory_in_proportion() {
    assert_in_proportion("hostile.htr", HOSTILE);
}
