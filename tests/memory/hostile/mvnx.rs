//! Hostile MVNX files.

use super::{Hostile, assert_in_proportion, dense, each, loads, refused};

/// A frame of so many segments.
fn frame(segments: usize) -> String {
    let [turns, places] = ["1 0 0 0 ", "0 1 2 "].map(|values| values.repeat(segments));
    format!("<frame><orientation>{turns}</orientation><position>{places}</position></frame>\n")
}

/// A file with these segments and joints, and with these frames.
fn mvnx(head: &str, frames: &str) -> String {
    format!("<mvnx><subject frameRate=\"60\">{head}<frames>{frames}</frames></subject></mvnx>")
}

/// A file of one segment with something else ahead of its frame.
fn with(head: &str) -> String {
    mvnx(&format!("<segment label=\"a\"/>{head}"), &frame(1))
}

fn segments(count: usize) -> String {
    each(count, |i| format!("<segment label=\"s{i}\"/>"))
}

fn joint(parent: usize, child: usize) -> String {
    format!("<joint><connector1>s{parent}/</connector1><connector2>s{child}/</connector2></joint>")
}

const MVNX: &[Hostile<String>] = &[
    loads("frames", 20_000, |n| mvnx("<segment/>", &frame(1).repeat(n))),
    dense(&loads("segments without a name", 20_000, |n| mvnx(&"<segment/>".repeat(n), &frame(n)))),
    dense(&loads("segments of one name", 20_000, |n| {
        mvnx(&"<segment label=\"a\"/>".repeat(n), &frame(n))
    })),
    loads("segments below one", 10_000, |n| {
        let joints = each(n - 1, |i| joint(0, i + 1));
        mvnx(&(segments(n) + &joints), &frame(n))
    }),
    refused("segments below one another", 10_000, |n| {
        let count = n.max(5_000);
        let joints = each(count - 1, |i| joint(i, i + 1));
        mvnx(&(segments(count) + &joints), &frame(count))
    }),
    loads("segments in a circle", 10_000, |n| {
        let joints = each(n, |i| joint(i, (i + 1) % n));
        mvnx(&(segments(n) + &joints), &frame(n))
    }),
    refused("segments and no frame", 50_000, |n| mvnx(&segments(n), "")),
    refused("frames without a list", 100_000, |n| mvnx("<segment/>", &"<frame>".repeat(n))),
    loads("frames without a list behind others", 50_000, |n| {
        mvnx("<segment/>", &(frame(1).repeat(20) + &"<frame>".repeat(n)))
    }),
    loads("calibration poses", 20_000, |n| {
        let pose = frame(1).replace("<frame>", "<frame type=\"tpose\">");
        mvnx("<segment/>", &pose.repeat(n))
    }),
    loads("contacts", 1_000_000, |n| {
        let contacts = format!("<footContacts>{}</footContacts></frame>", "0 1 ".repeat(n));
        mvnx("<segment/>", &frame(1).replace("</frame>", &contacts))
    }),
    loads("contacts that come and go", 20_000, |n| {
        let with = |made: &str| {
            let contacts = format!("<footContacts>{made}</footContacts></frame>");
            frame(1).replace("</frame>", &contacts)
        };
        let both = with("0 0 0 0 0 0 0 0") + &with("1 1 1 1 1 1 1 1");
        mvnx("<segment/>", &both.repeat(n / 2))
    }),
    loads("names of contacts", 100_000, |n| with(&"<contactDefinition/>".repeat(n))),
    loads("points", 100_000, |n| with(&"<pos_b>1 2 3</pos_b>".repeat(n))),
    loads("points that are none", 100_000, |n| with(&each(n, |i| format!("<pos_b>{i}</pos_b>")))),
    loads("numbers of a point", 1_000_000, |n| with(&format!("<pos_b>{}</pos_b>", "1 ".repeat(n)))),
    dense(&loads("joints of nothing", 100_000, |n| with(&"<joint/>".repeat(n)))),
    loads("frames that say odd numbers", 20_000, |n| {
        let frame = |i: usize| {
            let index = i * i;
            frame(1).replace("<frame>", &format!("<frame index=\"{index}\">"))
        };
        mvnx("<segment/>", &each(n, frame))
    }),
    loads("open elements", 300_000, |n| with(&"<a>".repeat(n))),
    loads("comments without an end", 300_000, |n| with(&"<!--".repeat(n))),
    loads("all kinds of sections without an end", 100_000, |n| {
        with(&"<!--<![CDATA[<?<!".repeat(n))
    }),
    loads("quotes", 300_000, |n| with(&"<a b=\"".repeat(n))),
    loads("attributes", 300_000, |n| with(&format!("<point {}/>", "a=\"\" ".repeat(n)))),
    loads("ampersands", 1_000_000, |n| with(&format!("<comment>{}</comment>", "&".repeat(n)))),
    loads("lines of comments", 300_000, |n| {
        with(&format!("<comment>{}</comment>", "a\n".repeat(n)))
    }),
    loads("comments", 100_000, |n| with(&"<comment>a</comment>".repeat(n))),
    loads("entities that are declared", 30_000, |n| {
        let declared = each(n, |i| format!("<!ENTITY e{i} \"&e{};\">", i.max(1) - 1));
        format!("<!DOCTYPE mvnx [{declared}]>{}", with("<comment>&e9;</comment>"))
    }),
];

#[test]
fn hostile_files_take_time_and_memory_in_proportion() {
    assert_in_proportion("hostile.mvnx", MVNX);
}
