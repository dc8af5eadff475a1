//! Which way is up, and how long a unit is, where files do not say: by the motion of the whole take.

use crate::support::folder::Folder;
use rushes::open;
use rushes::scene::Stage;
use rushes::take::{Certainty, Take};

/// A figure 1.75 m high at rest along Y or Z, in metres.
fn skeleton(up: char, root: &str) -> String {
    let at = |side: f32, height: f32, depth: f32| match up {
        'Y' => format!("{side} {height} {depth}"),
        _ => format!("{side} {} {height}", -depth),
    };
    let site = |at: String| format!("End Site {{ OFFSET {at} }}");
    let joint = |name: &str, place: String, inside: String| {
        format!("JOINT {name} {{ OFFSET {place} CHANNELS 0 {inside} }}\n")
    };
    let leg = |side: &str, x: f32| {
        let foot = joint(&format!("{side}Foot"), at(0.0, -0.42, 0.0), site(at(0.0, -0.08, 0.15)));
        let knee = joint(&format!("{side}Leg"), at(0.0, -0.4, 0.0), foot);
        joint(&format!("{side}UpLeg"), at(x, 0.0, 0.0), knee)
    };
    let head = joint("Head", at(0.0, 0.3, 0.0), site(at(0.0, 0.2, 0.0)));
    let spine = joint("Spine", at(0.0, 0.25, 0.0), head);
    let hips = format!("{spine}{}{}", leg("Left", 0.1), leg("Right", -0.1));
    format!(
        "HIERARCHY\n{root}OFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Xrotation Yrotation \
         Zrotation\n{hips}}}\nMOTION\n"
    )
}

/// The file of a figure with these rows: the place of its hips, and their angles about X, Y and Z.
fn file(skeleton: &str, rows: &[[f32; 6]]) -> String {
    let rows = rows.iter().map(|row| row.map(|v| v.to_string()).join(" ") + "\n");
    let frames = rows.len();
    format!("{skeleton}Frames: {frames}\nFrame Time: 0.1\n{}", rows.collect::<String>())
}

/// Frames of a walk in the plane across an axis, about a floor at its zero.
fn walk(up: usize, sign: f32, turn: [f32; 3]) -> Vec<[f32; 6]> {
    let step = |frame: usize| {
        let mut row = [0.0, 0.0, 0.0, turn[0], turn[1], turn[2]];
        row[up] = 0.9 * sign;
        row[(up + 1) % 3] = 0.1 * frame as f32;
        row
    };
    (0..30).map(step).collect()
}

fn take(text: &str) -> Take {
    rushes::read("walk.bvh", text.as_bytes()).expect("a take")
}

const HIPS: &str = "ROOT Hips {\n";

#[test]
fn motion_along_another_axis_than_the_rest_pose_decides() {
    for (rest, up, sign, turn, name) in [
        ('Y', 1, 1.0, [0.0, 0.0, 0.0], "Y"),
        ('Y', 2, 1.0, [90.0, 0.0, 0.0], "Z"),
        ('Z', 1, 1.0, [-90.0, 0.0, 0.0], "Y"),
        ('Z', 2, 1.0, [0.0, 0.0, 0.0], "Z"),
        // Cameras see Y pointing down.
        ('Y', 1, -1.0, [180.0, 0.0, 0.0], "-Y"),
        ('Y', 0, -1.0, [0.0, 0.0, 90.0], "-X"),
    ] {
        let take = take(&file(&skeleton(rest, HIPS), &walk(up, sign, turn)));
        assert_eq!(take.units.up.direction.name(), name, "rest along {rest}");
        assert_eq!(take.units.up.certainty, Certainty::Sure, "{name}");
        let reported: Vec<String> = take.warnings.iter().map(ToString::to_string).collect();
        let expected = format!("{name} is taken for up: heads are above feet along it (sure)");
        match name {
            "Y" => assert_eq!(reported, [""; 0]),
            _ => assert_eq!(reported, [expected]),
        }
        let stage = Stage::new(&take);
        let size = stage.bounds.size();
        assert!((1.5..1.9).contains(&size.y), "{name}: {size}");
        assert!(stage.bounds.low.y.abs() < 0.1, "{name}: {}", stage.bounds.low);
    }
}

#[test]
fn who_goes_on_four_legs_stands_on_them() {
    let limb = |name: &str, at: &str| {
        format!(
            "JOINT {name}Leg {{ OFFSET {at} CHANNELS 0\nJOINT {name}Foot {{ OFFSET 0 -0.5 0 CHANNELS 0 \
             End Site {{ OFFSET 0 -0.05 0.05 }} }} }}\n"
        )
    };
    let neck = "JOINT Neck { OFFSET 0 0.1 0.1 CHANNELS 0\nJOINT Head { OFFSET 0 0.1 0.3 CHANNELS 0 \
                End Site { OFFSET 0 0 0.2 } } }\n";
    let chest = format!(
        "JOINT Chest {{ OFFSET 0 0 0.8 CHANNELS 0\n{neck}{}{} }}\n",
        limb("FrontLeft", "0.1 0 0"),
        limb("FrontRight", "-0.1 0 0")
    );
    let hips = format!(
        "HIERARCHY\n{HIPS}OFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Xrotation Yrotation \
         Zrotation\n{chest}{}{} }}\nMOTION\n",
        limb("HindLeft", "0.1 0 0"),
        limb("HindRight", "-0.1 0 0")
    );
    for (row, name) in
        [([0.0, 0.55, 0.0, 0.0, 0.0, 0.0], "Y"), ([0.0, 0.0, 0.55, 90.0, 0.0, 0.0], "Z")]
    {
        for hips in [&hips, &hips.replace("Hips", "Body")] {
            let take = take(&file(hips, &[row; 10]));
            assert_eq!(take.units.up.direction.name(), name);
        }
    }
}

#[test]
fn an_odd_first_frame_decides_nothing() {
    let mut rows = walk(1, 1.0, [0.0; 3]);
    // Lying along Z, and far from where the walk begins.
    for row in &mut rows[..5] {
        row[1] = 0.1;
        row[3] = 90.0;
    }
    let take = take(&file(&skeleton('Y', HIPS), &rows));
    assert_eq!(take.units.up.direction.name(), "Y");
}

#[test]
fn who_crawls_or_lies_still_does_so() {
    let mut crawl = walk(1, 1.0, [90.0, 0.0, 0.0]);
    let mut rests = crawl.clone();
    for (frame, row) in crawl.iter_mut().enumerate() {
        *row = [0.0, 0.2, 0.1 * frame as f32, 80.0, 0.0, 0.0];
    }
    rests.fill([0.4, 0.1, 0.3, 90.0, 0.0, 0.0]);
    for rows in [crawl, rests] {
        let take = take(&file(&skeleton('Y', HIPS), &rows));
        assert_eq!(take.units.up.direction.name(), "Y");
    }
}

#[test]
fn a_root_far_from_the_hips_makes_neither_a_giant_nor_an_unknown_unit() {
    // Four metres from an origin to the hips, in centimetres.
    let root = "ROOT Reference { OFFSET 0 0 0 CHANNELS 0\nJOINT Hips {\n";
    let mut rows = walk(1, 1.0, [0.0; 3]);
    for row in &mut rows {
        row[0] = 4.0;
    }
    let text = file(&skeleton('Y', root), &rows).replace("MOTION", "}\nMOTION");
    let take = take(&text);
    let stage = Stage::new(&take);
    assert_eq!(stage.unit.name, Some("m"));
    // Somebody who crouches on every frame is as tall as anybody.
    let crouched = text.replace("OFFSET 0 -0.42 0", "OFFSET 0 0.3 -0.3");
    let stage = Stage::new(&rushes::read("a.bvh", crouched.as_bytes()).expect("a take"));
    assert_eq!(stage.unit.name, Some("m"));
}

/// A TRC with markers on a person 1.75 m high who walks, without a word on up.
fn markers(up: usize, names: &[&str]) -> String {
    let mut head = vec!["Frame#\tTime".to_string()];
    let mut axes = String::from("\t");
    let heights = [1.7, 1.5, 1.0, 0.95, 0.5, 0.45, 0.1, 0.05, 0.02];
    for (i, name) in names.iter().enumerate() {
        head.push(format!("{name}\t\t"));
        axes += &format!("\tX{0}\tY{0}\tZ{0}", i + 1);
    }
    let mut text = format!(
        "PathFileType\t4\t(X/Y/Z)\ta.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\n\
         10\t10\t20\t{}\tm\n{}\n{axes}\n",
        names.len(),
        head.join("\t")
    );
    for frame in 0..20 {
        text += &format!("{}\t{}", frame + 1, frame as f32 / 10.0);
        for (i, height) in heights.iter().take(names.len()).enumerate() {
            let mut at = [0.1 * (i % 3) as f32; 3];
            at[up] = *height;
            at[(up + 1) % 3] += 0.1 * frame as f32 - 1.0;
            at[(up + 2) % 3] -= 0.6;
            text += &at.map(|v| format!("\t{v}")).concat();
        }
        text.push('\n');
    }
    text
}

#[test]
fn markers_stand_by_their_names_or_by_the_floor_they_walk_on() {
    let named = ["LFHD", "C7", "LASI", "RASI", "LKNE", "RKNE", "LANK", "LHEE", "LTOE"];
    let numbered: Vec<String> = (1..10).map(|n| format!("M{n:02}")).collect();
    let numbered: Vec<&str> = numbered.iter().map(String::as_str).collect();
    for (up, name) in [(1, "Y"), (2, "Z"), (0, "X")] {
        for names in [&named[..], &numbered] {
            let text = markers(up, names);
            let take = rushes::read("a.trc", text.as_bytes()).expect("a take");
            assert_eq!(take.units.up.direction.name(), name, "{}", names[0]);
        }
    }
}

#[test]
fn takes_of_one_folder_with_one_skeleton_agree() {
    let folder = Folder::new("siblings");
    let walk_text = file(&skeleton('Y', HIPS), &walk(2, 1.0, [90.0, 0.0, 0.0]));
    // Somebody who lies along Z where Y is up, and stands where Z is: nobody could tell from this.
    let still = file(&skeleton('Y', HIPS), &[[0.0, 0.0, 0.0, 90.0, 0.0, 0.0]; 10]);
    let alone = folder.write("still.bvh", &still);
    let up = |path: &str| {
        let take = open(path).expect("a take");
        take.units.up.direction.name()
    };
    assert_eq!(up(&alone), "Y");
    folder.write("walk.bvh", &walk_text);
    folder.write("walk2.bvh", &walk_text);
    assert_eq!(up(&alone), "Z");
    // Others have no say.
    let other = folder.write("other.bvh", &still.replace("Spine", "Back"));
    assert_eq!(up(&other), "Y");
}
