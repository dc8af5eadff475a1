//! Hostile exports of BonesPro.

use rushes::take::MAX_DEPTH;

use super::{Hostile, assert_in_proportion, dense, each, loads, refused};

const MATRIX: &str = "1 0 0\n0 1 0\n0 0 1\n0 0 0\n";

fn bone(name: &str, parent: &str) -> String {
    format!("<{name}> {parent} 1 1 1\n{MATRIX}{MATRIX}")
}

/// A bone below the one before it.
fn next(number: usize) -> String {
    match number {
        0 => bone("a", "*"),
        n => bone("a", &format!("{}", n - 1)),
    }
}

/// An animation with its head in these words.
fn animation(counts: &str, mode: &str, representation: &str, frames: &str) -> String {
    format!("{counts}\n{mode}\nAbsolute\n{representation}\nXYZ\nDegrees\n0 1 1\n{frames}")
}

const EULER: &str = "1 1 1\n10 20 30 1 2 3\n10 20 30 1 2 3\n";

const HOSTILE: &[Hostile<String>] = &[
    loads("bones", 20_000, |n| format!("{n} 0\n{}", each(n, |i| bone(&format!("b{i}"), "*")))),
    loads("bones of one letter", 20_000, |n| {
        let bone = bone("a", "*").replace("0 0 0\n", "0 0 0 ");
        format!("{n} 0\n{}", bone.repeat(n))
    }),
    refused("bones in each other", 40_000, |n| format!("{n} 0\n{}", each(n, next))),
    loads("bones in each other, as deep as they may be", 8, |n| {
        let depth = MAX_DEPTH * n / 8;
        format!("{depth} 0\n{}", each(depth, next))
    }),
    refused("bones in a circle", 30_000, |n| {
        format!("{n} 0\n{}", each(n, |i| bone("a", &format!("{}", (i + 1) % n))))
    }),
    loads("bones below the last one", 20_000, |n| {
        let below = bone("a", &format!("{}", n - 1)).repeat(n - 1);
        format!("{n} 0\n{below}{}", bone("a", "*"))
    }),
    loads("vertices without a bone", 200_000, |n| {
        format!("1 {n}\n{}{}", bone("a", "*"), "1 2 3 0\n".repeat(n))
    }),
    loads("vertices of a bone", 100_000, |n| {
        format!("1 {n}\n{}{}", bone("a", "*"), "1 2 3 1 0 1\n".repeat(n))
    }),
    loads("weights of one vertex", 300_000, |n| {
        format!("1 1\n{}1 2 3 {n} {}", bone("a", "*"), "0 0.5\n".repeat(n))
    }),
    loads("weights of 200 vertices", 200_000, |n| {
        let vertex = format!("1 2 3 {} {}\n", n / 200, "0 1 ".repeat(n / 200));
        format!("1 200\n{}{}", bone("a", "*"), vertex.repeat(200))
    }),
    loads("letters of each of 16 names", 300_000, |n| {
        format!("16 0\n{}", bone(&"é".repeat(n / 2), "*").repeat(16))
    }),
    refused("letters of a name without an end", 5_000_000, |n| format!("1 0\n<{}", "x".repeat(n))),
    loads("comments", 300_000, |n| {
        let comments = "// no\n".repeat(n / 2);
        format!("{comments}1 0\n{comments}{}", bone("a", "*"))
    }),
    loads("letters of a comment", 5_000_000, |n| {
        format!("1 0 //{}\n{}", "/ /".repeat(n / 3), bone("a", "*"))
    }),
    loads("quotes around a word", 300_000, |n| {
        let quotes = "\" ".repeat(n);
        animation("1 0 1", &format!("{quotes}Bones{quotes}"), "Euler", EULER)
    }),
    refused("quotes", 500_000, |n| format!("1 0 1 {}", "\" ".repeat(n))),
    dense(&loads("bones of a frame", 30_000, |n| {
        animation(&format!("{n} 0 1"), "Bones", "Euler", &EULER.repeat(n))
    })),
    loads("frames", 100_000, |n| {
        animation(&format!("1 0 {n}"), "Bones", "Euler", &EULER.repeat(n))
    }),
    loads("frames of matrices that do more than turn", 30_000, |n| {
        let frame = format!("1 1 1\n2 1 0 0 3 1 1 0 4 0 0 0\n{MATRIX}");
        animation(&format!("1 0 {n}"), "Bones", "Matrix", &frame.repeat(n))
    }),
    loads("matrices that all but lie in a plane", 30_000, |n| {
        let frame = format!("1 1 1\n1 0 0 1 1e-5 0 0 0 1 0 0 0\n{MATRIX}");
        animation(&format!("1 0 {n}"), "Bones", "Matrix", &(frame.repeat(n) + "1 1 1 0 0 0"))
    }),
    loads("vertices of a frame", 200_000, |n| {
        animation(&format!("1 {n} 1"), "Mesh (absolute)", "Matrix", &"1 2 3\n".repeat(n))
    }),
    loads("frames of a vertex", 200_000, |n| {
        animation(&format!("1 1 {n}"), "Mesh (absolute)", "Matrix", &"1 2 3\n".repeat(n))
    }),
    loads("frames of which all but one are missing", 200_000, |n| {
        animation("1 1 4000000000", "Mesh (absolute)", "Matrix", &"1 2 3\n".repeat(n))
    }),
    dense(&loads("lists of no vertices", 50_000, |n| {
        animation(&format!("{n} 1 1"), "Mesh (bones c.s)", "Matrix", &"0 0\n".repeat(n))
    })),
    loads("lists of a vertex", 50_000, |n| {
        let lists = each(n, |i| format!("{i} 1 0 1 2 3\n"));
        animation(&format!("{n} 1 1"), "Mesh (bones c.s)", "Matrix", &lists)
    }),
    loads("vertices of a list", 200_000, |n| {
        let list = each(n, |i| format!("{i} 1 2 3\n"));
        animation(&format!("1 {n} 1"), "Mesh (bones c.s)", "Matrix", &format!("0 {n}\n{list}"))
    }),
    loads("frames of a list", 100_000, |n| {
        animation(&format!("1 1 {n}"), "Mesh (bones c.s)", "Matrix", &"0 1 0 1 2 3\n".repeat(n))
    }),
];

/// An animation and a structure of as many bones.
const TOGETHER: &[Hostile<[(&str, String); 2]>] = &[
    loads("bones, of which every child comes first", 4_000, |n| {
        let last = |i: usize| match i + 1 {
            after if after == n => bone("a", "*"),
            after => bone("a", &format!("{after}")),
        };
        [
            ("a_anim.txt", animation(&format!("{n} 0 1"), "Bones", "Euler", &EULER.repeat(n))),
            ("a_structure.txt", format!("{n} 0\n{}", each(n, last))),
        ]
    }),
    loads("vertices in lists of two bones", 50_000, |n| {
        let weighted = "1 2 3 2 0 0.5 1 0.5\n".repeat(n);
        let list = |bone: usize| format!("{bone} {n}\n{}", each(n, |i| format!("{i} 1 2 3\n")));
        [
            (
                "a_anim.txt",
                animation(&format!("2 {n} 1"), "Mesh (bones c.s)", "Matrix", &each(2, list)),
            ),
            ("a_structure.txt", format!("2 {n}\n{}{weighted}", bone("a", "*").repeat(2))),
        ]
    }),
];

#[test]
fn hostile_files_take_time_and_memory_in_proportion() {
    assert_in_proportion("hostile.txt", HOSTILE);
    assert_in_proportion("", TOGETHER);
}
