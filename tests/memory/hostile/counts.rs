//! Counts that nothing can have, in files that have nothing behind them.

use super::Made;
use crate::support::examine::examine_input;

/// What a count may be in a damaged or hostile file.
const COUNTS: &[&str] = &[
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999",
    "1e18",
    "1e300",
    "-1",
    "16777217",
];

/// Loads files of each format with each of the counts in the place of `@`; that many of them load.
fn assert_never_believed(text: &str, file: &str, loads: usize) {
    let mut loaded = 0;
    for count in COUNTS {
        let input = text.replace('@', count).input(file);
        loaded += usize::from(examine_input(&input, 1 << 14));
    }
    assert_eq!(loaded, loads, "{text}");
}

#[test]
fn counts_are_never_believed() {
    let htr = "[Header]\nFileType htr\nNumSegments 1\nNumFrames 1\n[SegmentNames&Hierarchy]\na GLOBAL\n\
               [BasePosition]\na 0 0 0 0 0 0 1\n[a]\n1 0 0 0 0 0 0 1\n2 0 0 0 0 0 0 1\n";
    let trc = "PathFileType 4 (X/Y/Z) a\nDataRate\tNumFrames\tNumMarkers\n1\t2\t1\nFrame#\tTime\ta\n\t\tX1\tY1\tZ1\n\
               1\t0\t1\t2\t3\n2\t0\t1\t2\t3\n";
    let csm = "$FirstFrame 1\n$LastFrame 2\n$Order a\n$Points\n1 1 2 3\n2 1 2 3\n";
    let bva = "Segment: a\nFrames: 1\nFrame Time: 0.1\nXTRAN YTRAN ZTRAN XROT YROT ZROT XSCALE YSCALE ZSCALE\n\
               CM CM CM DEGREES DEGREES DEGREES CM CM CM\n1 2 3 4 5 6 7 8 9\n";
    let bones = "1 1 1\nBones\nAbsolute\nEuler Angles\nXYZ\nDegrees\n0 0 1\n1 1 1\n0 0 0 0 0 0\n0 0 0 0 0 0\n";
    let mesh = "1 1 1\nMesh (absolute)\nAbsolute\nMatrix\nXYZ\nDegrees\n0 0 1\n1 1 1\n";
    let lists = "1 1 1\nMesh (bones c.s)\nAbsolute\nMatrix\nXYZ\nDegrees\n0 0 1\n0 1 0 1 1 1\n";
    let structure =
        "1 1\n<a> * 1 1 1\n1 0 0 0 1 0 0 0 1 0 0 0\n1 0 0 0 1 0 0 0 1 0 0 0\n1 2 3 1 0 1\n";
    for (file, text, what, with, loads) in [
        ("a.htr", htr, "NumSegments 1", "NumSegments @", 7),
        ("a.htr", htr, "NumFrames 1", "NumFrames @", 7),
        ("a.htr", htr, "\n2 0", "\n@ 0", 8),
        ("a.trc", trc, "1\t2\t1\n", "1\t@\t1\n", 8),
        ("a.trc", trc, "1\t2\t1\n", "1\t2\t@\n", 8),
        ("a.trc", trc, "\n2\t", "\n@\t", 8),
        ("a.csm", csm, "LastFrame 2", "LastFrame @", 8),
        ("a.csm", csm, "FirstFrame 1", "FirstFrame @", 8),
        ("a.csm", csm, "\n2 ", "\n@ ", 8),
        ("a.bva", bva, "Frames: 1", "Frames: @", 8),
        ("a.bva", bva, "Time: 0.1", "Time: @", 8),
        ("a.txt", bones, "1 1 1\nB", "@ 1 1\nB", 0),
        ("a.txt", bones, "1 1 1\nB", "1 @ 1\nB", 2),
        ("a.txt", bones, "1 1 1\nB", "1 1 @\nB", 2),
        ("a.txt", bones, "0 0 1\n", "@ 0 1\n", 2),
        ("a.txt", bones, "0 0 1\n", "0 0 @\n", 2),
        ("a.txt", mesh, "1 1 1\nM", "1 @ 1\nM", 0),
        ("a.txt", mesh, "1 1 1\nM", "1 1 @\nM", 2),
        ("a.txt", lists, "1 1 1\nM", "@ 1 1\nM", 0),
        ("a.txt", lists, "1 1 1\nM", "1 @ 1\nM", 2),
        ("a.txt", lists, "\n0 1 0", "\n0 @ 0", 0),
        ("a.txt", lists, "\n0 1 0", "\n@ 1 0", 0),
        ("a.txt", structure, "1 1\n", "@ 1\n", 0),
        ("a.txt", structure, "1 1\n", "1 @\n", 0),
        ("a.txt", structure, "> *", "> @", 0),
        ("a.txt", structure, "3 1 0", "3 @ 0", 0),
        ("a.txt", structure, "3 1 0", "3 1 @", 0),
    ] {
        assert!(text.contains(what), "{what}");
        assert_never_believed(&text.replacen(what, with, 1), file, loads);
    }
}

#[test]
fn numbers_of_frames_and_corners_are_never_believed() {
    let asf = ":root\norder tx\n:bonedata\nbegin\nname a\ndirection 0 1 0\nlength 1\ndof rx\nend\n\
               :hierarchy\nbegin\nroot a\nend\n:skin\na.obj\n";
    let obj = "v 0 0 0\nf 1 1 1\n";
    let mut loaded = [0; 2];
    for count in COUNTS {
        let amc = format!(":degrees\n1\nroot 0\na 1\n{count}\nroot 0\na 2\n");
        let input = [("a.amc", amc), ("a.asf", asf.to_string())].input("");
        loaded[0] += usize::from(examine_input(&input, 1 << 14));
        let corner = obj.replace("1 1 1", &format!("1 1 {count}"));
        let input = [("a.asf", asf.to_string()), ("a.obj", corner)].input("");
        loaded[1] += usize::from(examine_input(&input, 1 << 14));
    }
    // A skin that cannot be read is left out, and the skeleton shows all the same.
    assert_eq!(loaded, [4, COUNTS.len()]);
}
