//! Hostile TRC and CSM files.

use super::{Hostile, assert_in_proportion, dense, each, loads, refused};

/// A file of these markers and rows, with more lines ahead.
fn trc(ahead: &str, names: &str, rows: &str) -> String {
    format!(
        "PathFileType\t4\t(X/Y/Z)\ta.trc\n{ahead}DataRate\tUnits\n100\tmm\nFrame#\tTime{names}\n\t\tX1\tY1\tZ1\n\n{rows}"
    )
}

fn names(count: usize) -> String {
    each(count, |i| format!("\tm{i}\t\t"))
}

const TRC: &[Hostile<String>] = &[
    dense(&loads("markers", 30_000, |n| {
        trc("", &names(n), &format!("1\t0{}\n", "\t1\t2\t3".repeat(n)))
    })),
    dense(&loads("markers of one name", 30_000, |n| {
        trc("", &"\ta\t\t".repeat(n), &format!("1\t0{}\n", "\t1\t2\t3".repeat(n)))
    })),
    dense(&loads("markers that are not there", 30_000, |n| {
        trc("", &names(n), &format!("1\t0{}\n", "\t\t\t".repeat(n)))
    })),
    loads("rows", 200_000, |n| trc("", &names(1), &each(n, |i| format!("{i}\t0.1\t1\t2\t3\n")))),
    loads("rows without order", 200_000, |n| {
        trc("", &names(1), &each(n, |i| format!("{}\t0.1\t1\t2\t3\n", i * 7 % 1000)))
    }),
    loads("rows of gaps", 200_000, |n| trc("", &names(1), &"1\t\t\tnan\t1e30\n".repeat(n))),
    loads("rows of blank cells", 20_000, |n| {
        trc("", &names(20), &format!("1\t0{}\n", "\t".repeat(60)).repeat(n))
    }),
    refused("rows of blank cells behind rows that end early", 10_000, |n| {
        let [early, blank] =
            ["1\t0\n", &format!("1\t0{}\n", "\t".repeat(60))].map(|row| row.repeat(n));
        trc("", &names(20), &(early + &blank))
    }),
    refused("rows without values", 100_000, |n| trc("", &names(100), &"1\t0\n".repeat(n))),
    loads("rows that end early", 100_000, |n| {
        trc("", &names(2), &each(n, |i| format!("{i}\t0\t1\t2\t3\n")))
    }),
    loads("rows that cannot be read between others", 100_000, |n| {
        trc("", &names(1), &each(n, |i| format!("{i}\t0\t1\t2\t3\nx\n")))
    }),
    refused("lines that are no rows", 500_000, |n| {
        trc("", &names(1), &format!("1\t0\t1\t2\t3\n{}", "x\n".repeat(n)))
    }),
    loads("tabs behind the names", 2_000_000, |n| {
        trc("", &(names(1) + &"\t".repeat(n)), "1\t0\t1\t2\t3\n")
    }),
    dense(&refused("tabs between the names", 2_000_000, |n| {
        trc("", &format!("\ta{}b", "\t".repeat(n)), "1\t0\t1\t2\t3\n")
    })),
    dense(&loads("markers without a name", 100_000, |n| {
        let [tabs, places] = ["\t\t\t", "\t1\t2\t3"].map(|part| part.repeat(n));
        trc("", &format!("{tabs}\tA"), &format!("1\t0{places}\t1\t2\t3\n"))
    })),
    loads("tabs behind a row", 2_000_000, |n| {
        trc("", &names(1), &format!("1\t0\t1\t2\t3{}\n", "\t".repeat(n)))
    }),
    loads("keys, again", 50_000, |n| {
        trc(&"CameraRate\tNumMarkers\n100\t1\n".repeat(n), &names(1), "1\t0\t1\t2\t3\n")
    }),
    loads("keys on a line", 200_000, |n| {
        let keys = "NumFrames\t".repeat(n);
        let values = "1\t".repeat(n);
        trc(&format!("{keys}\n{values}\n"), &names(1), "1\t0\t1\t2\t3\n")
    }),
    loads("names of the file, again", 100_000, |n| {
        trc(&"PathFileType 4 (X/Y/Z) b\n".repeat(n), &names(1), "1\t0\t1\t2\t3\n")
    }),
    loads("letters of each of 16 names", 300_000, |n| {
        let name = "x".repeat(n);
        let names = each(16, |i| format!("\t{name}{i}\t\t"));
        trc("", &names, &format!("1\t0{}\n", "\t1\t2\t3".repeat(16)))
    }),
    loads("letters of the file's name", 5_000_000, |n| {
        trc("", &names(1), "1\t0\t1\t2\t3\n").replacen("a.trc", &"é".repeat(n / 2), 1)
    }),
    loads("blank lines", 2_000_000, |n| {
        trc(&"\r\n".repeat(n / 2), &names(1), &format!("{}1\t0\t1\t2\t3\n", "\n\t".repeat(n / 4)))
            .replace("\t1\t0", "\n1\t0")
    }),
    dense(&loads("fields of a row too long", 1_000_000, |n| {
        trc("", &names(1), &format!("1\t0\t{}\n", "1\t".repeat(n)))
    })),
    refused("letters of a value", 5_000_000, |n| {
        trc("", &names(1), &format!("1\t0\t{}\t1\t1\n", "x".repeat(n)))
    }),
    dense(&loads("commas", 300_000, |n| {
        let text = trc("", &names(n / 8), &format!("1\t0{}\n", "\t\t1\t".repeat(n / 8)));
        text.replace('\t', ",")
    })),
];

/// A file of these markers and rows, with more lines ahead.
fn csm(ahead: &str, order: &str, rows: &str) -> String {
    format!(
        "$Filename a.csm\n{ahead}$FirstFrame 1\n$LastFrame 1\n$Rate 60\n$Order\n{order}\n$Points\n{rows}"
    )
}

const CSM: &[Hostile<String>] = &[
    dense(&loads("markers", 30_000, |n| {
        csm("", &each(n, |i| format!("m{i} ")), &format!("1{}\n", " 1 2 3".repeat(n)))
    })),
    dense(&loads("markers of one name", 30_000, |n| {
        csm("", &"a ".repeat(n), &format!("1{}\n", " 1 2 3".repeat(n)))
    })),
    dense(&loads("markers that are not there", 30_000, |n| {
        csm("", &"a ".repeat(n), &format!("1{}\n", " DROPOUT".repeat(n)))
    })),
    loads("rows", 200_000, |n| csm("", "a", &each(n, |i| format!("{i} 1 2 3\n")))),
    loads("rows without order", 200_000, |n| {
        csm("", "a", &each(n, |i| format!("{} 1 nan 3\n", i * 7 % 1000)))
    }),
    dense(&loads("lines of one row", 200_000, |n| {
        csm("", &"a ".repeat(n / 3), &format!("1\n{}", "1\n2\n3\n".repeat(n / 3)))
    })),
    loads("a key, again", 100_000, |n| csm(&"$Actor x\n".repeat(n), "a", "1 1 2 3\n")),
    loads("keys that are not known", 100_000, |n| {
        csm(&each(n, |i| format!("$Key{i} x\n")), "a", "1 1 2 3\n")
    }),
    loads("orders", 100_000, |n| csm(&"$Order b c\n".repeat(n), "a", "1 1 2 3\n")),
    loads("letters of a comment", 5_000_000, |n| {
        csm(&format!("$Comments {}\n", "a$ ".repeat(n / 3)), "a", "1 1 2 3\n")
    }),
    loads("letters of each of 16 names", 300_000, |n| {
        let name = "x".repeat(n);
        csm("", &each(16, |i| format!("{name}{i} ")), &format!("1{}\n", " 1 2 3".repeat(16)))
    }),
    loads("blank lines", 2_000_000, |n| csm("", "a", &format!("{}1 1 2 3\n", "\r\n".repeat(n)))),
    refused("values of a row too long", 1_000_000, |n| {
        csm("", "a", &format!("1 {}\n", "1 ".repeat(n)))
    }),
    refused("letters of a value", 5_000_000, |n| csm("", "a", &format!("1 {} 1", "x".repeat(n)))),
    loads("rows that cannot be read between others", 200_000, |n| {
        csm("", "a", &each(n, |i| format!("{i} 1 2 3\nx\n")))
    }),
    refused("rows behind one that is broken over lines", 200_000, |n| {
        csm("", "a b", &format!("1 1 2 3 x y z\n{}", "1\n1 2 3\n1 2 3\n".repeat(n)))
    }),
    loads("keys behind the rows", 100_000, |n| {
        csm("", "a", &format!("1 1 2 3\n{}", "$Points\n1 1 2 3\n".repeat(n)))
    }),
];

#[test]
fn hostile_trc_takes_time_and_memory_in_proportion() {
    assert_in_proportion("hostile.trc", TRC);
}

#[test]
fn hostile_csm_takes_time_and_memory_in_proportion() {
    assert_in_proportion("hostile.csm", CSM);
}
