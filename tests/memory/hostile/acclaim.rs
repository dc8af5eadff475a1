//! Hostile ASF, AMC and OBJ files.

use rushes::take::MAX_DEPTH;

use super::{Hostile, assert_in_proportion, each, loads, refused};

/// A skeleton of these bones, lines of the hierarchy, and sections ahead of them.
fn asf(sections: &str, bones: &str, hierarchy: &str) -> String {
    format!(
        ":version 1.10\n{sections}:root\norder tx ty tz rx ry rz\n:bonedata\n{bones}:hierarchy\nbegin\n{hierarchy}end\n"
    )
}

fn bone(name: &str, more: &str) -> String {
    format!("begin\nname {name}\ndirection 0 1 0\nlength 1\naxis 0 0 0 XYZ\n{more}end\n")
}

fn bones(count: usize, more: &str) -> String {
    each(count, |i| bone(&format!("b{i}"), more))
}

fn below_root(count: usize) -> String {
    each(count, |i| format!("root b{i}\n"))
}

/// A chain of bones.
fn chain(depth: usize) -> String {
    let below = |i: usize| match i {
        0 => "root b0\n".to_string(),
        i => format!("b{} b{i}\n", i - 1),
    };
    asf("", &bones(depth, ""), &each(depth, below))
}

const SKELETONS: &[Hostile<String>] = &[
    loads("bones", 20_000, |n| asf("", &bones(n, "dof rx\n"), &below_root(n))),
    loads("bones on one line", 20_000, |n| {
        let line = format!("root{}\n", each(n, |i| format!(" b{i}")));
        asf("", &bones(n, ""), &line)
    }),
    loads("bones that hang from nothing", 20_000, |n| asf("", &bones(n, ""), "root b0\n")),
    refused("bones in each other", 40_000, chain),
    loads("bones in each other, as deep as they may be", 8, |n| chain((MAX_DEPTH - 1) * n / 8)),
    refused("bones of one name", 50_000, |n| asf("", &bone("a", "").repeat(n), "root a\n")),
    loads("letters of each of 16 names", 300_000, |n| {
        let name = "x".repeat(n);
        let names = || (0..16).map(|i| format!("{name}{i}"));
        let bones: String = names().map(|name| bone(&name, "")).collect();
        let below: String = names().map(|name| format!("root {name}\n")).collect();
        asf("", &bones, &below)
    }),
    loads("a key of a bone, again", 200_000, |n| {
        asf("", &bone("a", &"id 1\n".repeat(n)), "root a\n")
    }),
    loads("keys of a bone that are not known", 100_000, |n| {
        asf("", &bone("a", &each(n, |i| format!("key{i} 1\n"))), "root a\n")
    }),
    loads("limits", 300_000, |n| {
        asf("", &bone("a", &format!("dof rx\nlimits {}\n", "(-1 1)\n".repeat(n))), "root a\n")
    }),
    refused("degrees of freedom", 300_000, |n| {
        asf("", &bone("a", &format!("dof {}\n", "rx ".repeat(n))), "root a\n")
    }),
    loads("sections that are not known", 100_000, |n| {
        asf(&each(n, |i| format!(":key{i} 1\n")), "", "")
    }),
    loads("units, again", 100_000, |n| asf(&":units length 2\n".repeat(n), "", "")),
    loads("lines of documentation", 500_000, |n| {
        asf(&format!(":documentation\n{}", "no # no\n".repeat(n)), "", "")
    }),
    loads("letters of documentation", 5_000_000, |n| {
        asf(&format!(":documentation\n{}\n", "é".repeat(n / 2)), "", "")
    }),
    loads("comments", 300_000, |n| {
        let comments = "# no\n".repeat(n / 3);
        asf(&comments, &bone("a", &comments), &format!("{comments}root a\n"))
    }),
    loads("commas and brackets", 2_000_000, |n| {
        asf("", &bone("a", &"(,)\n".repeat(n / 4)), "root a\n")
    }),
    loads("skins that are not there", 100_000, |n| {
        asf(&format!(":skin\n{}", each(n, |i| format!("skin{i}.obj\n"))), "", "")
    }),
];

type Motion = [(&'static str, String); 2];

/// A motion of a skeleton of so many bones with one degree of freedom each.
fn amc(frames: &str, count: usize) -> Motion {
    let bones = bones(count, "dof rx\n");
    [
        ("hostile.amc", format!(":fully-specified\n:degrees\n{frames}")),
        ("hostile.asf", asf("", &bones, &below_root(count))),
    ]
}

const ROOT: &str = "root 0 0 0 0 0 0\n";

const MOTIONS: &[Hostile<Motion>] = &[
    loads("bones of a frame", 20_000, |n| {
        amc(&format!("1\n{ROOT}{}", each(n, |i| format!("b{i} 1\n"))), n)
    }),
    loads("frames", 100_000, |n| amc(&each(n, |i| format!("{i}\n{ROOT}")), 0)),
    loads("frames with their bones in other orders", 400, |n| {
        const BONES: usize = 300;
        let frame = |f: usize| {
            let bones = each(BONES, |i| format!("b{} 1\n", (i * 7 + f * 13) % BONES));
            format!("{f}\n{bones}{ROOT}")
        };
        amc(&each(n, frame), BONES)
    }),
    loads("bones of two frames that go the other way", 20_000, |n| {
        let there = each(n, |i| format!("b{i} 1\n"));
        let back = each(n, |i| format!("b{} 1\n", n - 1 - i));
        amc(&format!("1\n{ROOT}{there}2\n{back}{ROOT}"), n)
    }),
    loads("frames behind a long one", 100_000, |n| {
        let comment = "#".repeat(n);
        amc(&format!("1\n#{comment}\n{ROOT}{}", each(n, |i| format!("{}\n{ROOT}", i + 2))), 0)
    }),
    loads("comments between frames", 200_000, |n| {
        amc(&format!("1\n{ROOT}{}2\n{ROOT}", "# no\n".repeat(n)), 0)
    }),
    loads("keywords between frames", 200_000, |n| {
        amc(&format!("1\n{ROOT}{}2\n{ROOT}", each(n, |i| format!(":key{i}\n"))), 0)
    }),
    loads("keywords that are not known", 100_000, |n| {
        let keywords = each(n, |i| format!(":key{i} 1\n"));
        amc(&format!("{keywords}1\n{ROOT}"), 0)
    }),
    loads("comments that name a skeleton", 100_000, |n| {
        amc(&format!("{}1\n{ROOT}", "# a/b.asf\n".repeat(n)), 0)
    }),
    loads("letters of a comment", 5_000_000, |n| {
        amc(&format!("#{}\n1\n{ROOT}", ".asf".repeat(n / 4)), 0)
    }),
    loads("numbers that jump", 100_000, |n| {
        amc(&each(n, |i| format!("{}\n{ROOT}", i * 7 % 1000)), 0)
    }),
    loads("values that cannot be used", 50_000, |n| {
        amc(&each(n, |i| format!("{i}\nroot nan inf nan nan 1e30 nan\n")), 0)
    }),
    loads("frames of nothing between others", 100_000, |n| {
        amc(&each(n, |i| format!("{i}\n{ROOT}{i}\n")), 0)
    }),
    refused("frames of nothing", 300_000, |n| amc(&each(n, |i| format!("{i}\n")), 0)),
    loads("letters of a name", 5_000_000, |n| {
        amc(&format!("1\n{ROOT}2\n{} 1\n{ROOT}", "x".repeat(n)), 0)
    }),
    loads("blank lines", 2_000_000, |n| amc(&format!("1\n{}{ROOT}", "\r\n".repeat(n)), 0)),
];

/// A skeleton with a skin.
fn skin(obj: String) -> Motion {
    let text = asf(":skin\nhostile.obj\n", &bones(2, ""), &below_root(2));
    [("hostile.asf", text), ("hostile.obj", obj)]
}

fn vertices(count: usize) -> String {
    each(count, |i| format!("v {i} 0 0\n"))
}

const SKINS: &[Hostile<Motion>] = &[
    loads("faces of three", 100_000, |n| {
        let faces = each(n - 2, |i| format!("f {} {} {}\n", i + 1, i + 2, i + 3));
        skin(vertices(n) + &faces)
    }),
    loads("corners of one face", 100_000, |n| {
        skin(vertices(n) + "f" + &each(n, |i| format!(" {}", i + 1)))
    }),
    loads("corners of one face, counted back", 100_000, |n| {
        skin(vertices(n) + "f" + &each(n, |i| format!(" -{}/1/1", i + 1)))
    }),
    loads("corners on lines of their own", 100_000, |n| {
        skin(vertices(n) + "f" + &each(n, |i| format!(" {} \\\n", i + 1)))
    }),
    loads("faces of one triangle", 300_000, |n| skin(vertices(3) + &"f 1 2 3\n".repeat(n))),
    loads("groups", 100_000, |n| {
        let group = |i: usize| format!("g b{}\nf 1 2 3\n", i % 3);
        skin(vertices(3) + &each(n, group))
    }),
    loads("names of a group", 500_000, |n| {
        skin(format!("{}g{} b1\nf 1 2 3\n", vertices(3), " x".repeat(n)))
    }),
    loads("lines that are read past", 500_000, |n| {
        skin(vertices(3) + &"vn 0 0 1\n".repeat(n / 2) + &"\n".repeat(n / 2))
    }),
    loads("faces without corners", 500_000, |n| skin("f\n".repeat(n))),
    loads("one skin, again", 100_000, |n| {
        let [_, obj] = skin(vertices(3) + "f 1 2 3\n");
        let sections = format!(":skin\n{}", "hostile.obj\n".repeat(n));
        [("hostile.asf", asf(&sections, "", "")), obj]
    }),
];

#[test]
fn hostile_skeletons_take_time_and_memory_in_proportion() {
    assert_in_proportion("hostile.asf", SKELETONS);
}

#[test]
fn hostile_motions_take_time_and_memory_in_proportion() {
    assert_in_proportion("", MOTIONS);
}

#[test]
fn hostile_skins_take_time_and_memory_in_proportion() {
    assert_in_proportion("", SKINS);
}
