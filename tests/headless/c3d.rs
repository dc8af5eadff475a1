//! C3D files as this project writes them for its tests, and what is read of them beyond positions.

use std::path::PathBuf;

use crate::support;
use crate::support::c3d::{BLOCK, File, Processor, Values, float, integer, texts};
use crate::support::examine::{MAX_TIME, watched};
use rushes::take::{Axis, FrameNumbers, Take};

/// Three markers on four frames, in steps that integers hold at a scale of a half. HEAD is missing
/// on frame 2.
fn motion() -> Vec<Vec<Option<[f32; 3]>>> {
    let frame = |i: f32| {
        vec![
            Some([10.0 * i, -5.5, 1700.0]),
            Some([10.0 * i, 100.5, 0.0]),
            Some([10.0 * i + 0.5, -100.0, 0.0]),
        ]
    };
    let mut frames: Vec<_> = (0..4).map(|i| frame(i as f32)).collect();
    frames[2][0] = None;
    frames
}

/// A file with everything that a good one has.
fn sound(processor: Processor, scale: f32) -> File {
    let mut file = File::new(processor, scale, motion())
        .with("POINT", "USED", integer(3))
        .with("POINT", "FRAMES", integer(4))
        .with("POINT", "SCALE", float(scale))
        .with("POINT", "RATE", float(50.0))
        .with("POINT", "LABELS", texts(6, &["HEAD", "LTOE", "RTOE"]))
        .with("POINT", "UNITS", texts(4, &["mm"]))
        .with("POINT", "X_SCREEN", texts(2, &["+X"]))
        .with("POINT", "Y_SCREEN", texts(2, &["+Z"]))
        .with("ANALOG", "USED", integer(2));
    file.analog = [2, 2];
    file
}

fn plain() -> File {
    sound(Processor::Intel, -0.5)
}

/// The file with a parameter in place of the one that it had.
fn replaced(mut file: File, group: &'static str, name: &'static str, values: Values) -> File {
    file.parameters.retain(|(g, n, _)| (*g, *n) != (group, name));
    file.with(group, name, values)
}

/// Events in the group, two of them also in the header: frame 1 of the trial was 2 s before the
/// first frame, which is number 101.
fn with_events() -> File {
    let mut file = plain()
        .with("TRIAL", "ACTUAL_START_FIELD", Values::Integers(vec![2], vec![101, 0]))
        .with("TRIAL", "ACTUAL_END_FIELD", Values::Integers(vec![2], vec![104, 0]))
        .with("EVENT", "USED", integer(3))
        .with("EVENT", "CONTEXTS", texts(8, &["Right", "Left", "General"]))
        .with("EVENT", "LABELS", texts(12, &["Foot Off", "Foot Strike", "Cough"]))
        .with("EVENT", "TIMES", Values::Floats(vec![2, 3], vec![0.0, 2.04, 0.0, 2.02, 1.0, 1.0]));
    file.header[1..].copy_from_slice(&[101, 104]);
    file.header_events = vec![(0.04, "RFO"), (0.06, "RHS")];
    file
}

/// Frames 258 to 261 of a trial at 60 frames a second.
fn cut_out_of_a_trial() -> File {
    let mut file = replaced(plain(), "POINT", "RATE", float(60.0));
    file.header[1..].copy_from_slice(&[258, 261]);
    file.header_rate = 60.0;
    file
}

/// 260 points on one frame: labels for 258 of them in two parameters, the second one first.
fn with_many_points() -> File {
    let label = |i: usize| format!("P{i}");
    let list = |range: std::ops::Range<usize>| Values::Texts(4, range.map(label).collect());
    let frame = (0..260).map(|i| Some([i as f32, 2.0, 3.0])).collect();
    File::new(Processor::Intel, 1.0, vec![frame])
        .with("POINT", "LABELS2", list(255..258))
        .with("POINT", "LABELS", list(0..255))
        .with("POINT", "UNITS", texts(2, &["cm"]))
        .with("POINT", "Y_SCREEN", texts(2, &["+Y"]))
}

/// A header that says one thing, and parameters that say another.
fn in_two_minds() -> File {
    let mut file = plain();
    file = replaced(file, "POINT", "USED", integer(2)).with("POINT", "RATE", float(25.0)).with(
        "POINT",
        "LONG_FRAMES",
        float(3.0),
    );
    file.header_rate = 100.0;
    file
}

/// Of the three points, one is an angle.
fn with_an_angle() -> File {
    plain().with("POINT", "ANGLES", texts(6, &["LTOE", "LKNEE"])).with(
        "MANUFACTURER",
        "SOFTWARE",
        texts(8, &["Model"]),
    )
}

/// Nothing but a header, and parameters that name no more than their end.
fn without_parameters() -> File {
    File::new(Processor::Intel, -1.0, motion())
}

fn without_points() -> File {
    File::new(Processor::Intel, -1.0, vec![vec![]])
}

/// Two segments of Theia's on three frames, beside the world: the thigh turns about X, and is not there on frame 1.
fn segments() -> Vec<u8> {
    let names = texts(13, &["worldbody_4X4", "pelvis_4X4", "l_thigh_4X4"]);
    let file = without_points()
        .with("POINT", "UNITS", texts(2, &["m"]))
        .with("POINT", "FRAMES", integer(3))
        .with("POINT", "RATE", float(60.0))
        .with("ROTATION", "USED", integer(3))
        .with("ROTATION", "RATE", float(60.0))
        .with("ROTATION", "LABELS", names)
        .with("ROTATION", "DATA_START", integer(0));
    let start = file.data_block();
    let file = replaced(file, "ROTATION", "DATA_START", integer(start as i32 + 1));
    let file = File { header_rate: 60.0, ..file };
    let mut bytes = file.bytes();
    bytes.resize(start * BLOCK, 0);
    let unturned = [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0.];
    let turned = [1., 0., 0., 0., 0., 0., 1., 0., 0., -1., 0., 0.];
    for frame in 0..3 {
        let y = frame as f32;
        for (matrix, place, reliability) in [
            (unturned, [0., 0., 0.], 1.),
            (unturned, [0., y, 0.9], 1.),
            (turned, [0.1, y, 0.85], if frame == 1 { -1. } else { 1. }),
        ] {
            let end = [1., reliability];
            let floats: [&[f32]; 3] = [&matrix, &place, &end];
            bytes.extend(floats.concat().iter().flat_map(|value| value.to_le_bytes()));
        }
    }
    bytes
}

/// All committed files by their names.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for (name, processor) in Processor::ALL {
        for (kind, scale) in [("floats", -0.5), ("integers", 0.5)] {
            let name = format!("good/c3d/{name}-{kind}");
            all.push((name, sound(processor, scale).bytes()));
        }
    }
    let mut add = |name: &str, bytes| all.push((name.to_string(), bytes));
    let plain_bytes = || plain().bytes();
    let start = BLOCK * plain().data_block();

    add("good/c3d/events", with_events().bytes());
    add("good/c3d/from-258", cut_out_of_a_trial().bytes());
    add("good/c3d/two-minds", in_two_minds().bytes());
    add("good/c3d/an-angle", with_an_angle().bytes());
    add("good/c3d/no-parameters", without_parameters().bytes());
    let wrong_header = |points, last| {
        let mut file = plain();
        file.header = [points, 1, last];
        file.bytes()
    };
    // With 20 points, four frames would not fit.
    add("good/c3d/header-wrong", wrong_header(20, 4));
    // Three of four frames, and half of the last.
    let stride = 4 * (3 * 4 + 4);
    let cut_off = plain_bytes()[..start + 3 * stride + stride / 2].to_vec();
    add("good/c3d/cut-off", cut_off);

    add("bad/c3d/half-a-header", plain_bytes()[..300].to_vec());
    add("bad/c3d/header-alone", plain_bytes()[..BLOCK].to_vec());
    add("bad/c3d/no-data", plain_bytes()[..start].to_vec());
    add("bad/c3d/half-a-frame", plain_bytes()[..start + 30].to_vec());
    let set = |at: usize, value: u8| {
        let mut bytes = plain_bytes();
        bytes[at] = value;
        bytes
    };
    add("bad/c3d/no-mark", set(1, 81));
    add("bad/c3d/no-block", set(0, 0));
    let scale = replaced(plain(), "POINT", "SCALE", float(0.0));
    add("bad/c3d/no-scale", File { scale: 0.0, ..scale }.bytes());
    let mut analog = without_points();
    analog.analog = [2, 2];
    add("bad/c3d/analog-alone", analog.bytes());
    let rotations = without_points().with("ROTATION", "USED", integer(21));
    add("bad/c3d/rotations", rotations.bytes());
    add("good/c3d/segments", segments());
    let many = File { header: [40, 1, 4], ..without_parameters() };
    add("bad/c3d/too-many-points", many.bytes());
    let angles = plain().with("POINT", "ANGLES", texts(6, &["LTOE", "HEAD", "RTOE"]));
    add("bad/c3d/angles-alone", angles.bytes());
    all
}

fn take(file: &File) -> Take {
    take_of(&file.bytes())
}

fn take_of(bytes: &[u8]) -> Take {
    rushes::read("take.c3d", bytes).unwrap_or_else(|e| panic!("{e}"))
}

fn warnings(take: &Take) -> Vec<String> {
    take.warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn the_files_of_the_cases_are_those_that_are_written_here() {
    let folder = support::root().join("tests");
    let path = |name: &str| folder.join(format!("{name}.c3d"));
    let is_blessed = std::env::var_os("RUSHES_BLESS").is_some();
    let mut written: Vec<PathBuf> = Vec::new();
    for (name, bytes) in fixtures() {
        if is_blessed {
            std::fs::write(path(&name), &bytes).expect("a folder for it");
        }
        let is_same = std::fs::read(path(&name)).is_ok_and(|known| known == bytes);
        assert!(is_same, "{name}.c3d differs: RUSHES_BLESS=1 writes it anew");
        written.push(path(&name));
    }
    written.sort();
    let there = ["good/c3d", "bad/c3d"].map(|part| support::files(&folder.join(part), &["c3d"]));
    let mut there = there.concat();
    there.sort();
    assert_eq!(there, written);
}

#[test]
fn the_same_motion_is_read_from_every_kind_of_file() {
    for (name, processor) in Processor::ALL {
        for scale in [-0.5, 0.5] {
            let take = take(&sound(processor, scale));
            assert_eq!(warnings(&take), [""; 0], "{name}");
            assert_eq!(take.motion.frame_count(), 4);
            assert_eq!(take.units.metres_per_unit, Some(0.001));
            assert_eq!(take.units.up.direction, Axis::Z.positive());
            for (frame, points) in motion().iter().enumerate() {
                for (point, place) in points.iter().enumerate() {
                    let values = &take.motion.row(frame)[3 * point..][..3];
                    match place {
                        Some(place) => assert_eq!(values, place, "{name} {scale}"),
                        None => assert!(values.iter().all(|v| v.is_nan())),
                    }
                }
            }
        }
    }
}

#[test]
fn markers_are_roots_in_the_world() {
    let take = take(&plain());
    let head = take.skeleton.find("HEAD").expect("a marker");
    assert!(take.skeleton[head].is_world_space && take.skeleton[head].parent().is_none());
    assert!(take.skeleton.bones().is_empty());
    assert_eq!(take.missing_frames(head), 1);
    assert_eq!(take.even_numbers(), Some(FrameNumbers { first: 1, step: 1 }));
}

#[test]
fn events_are_told_once_with_their_side_and_their_time_from_the_first_frame() {
    let take = take(&with_events());
    let events: Vec<(f64, &str)> = take
        .events
        .iter()
        .map(|event| ((event.time * 1e4).round() / 1e4, event.label.as_str()))
        .collect();
    // Two seconds of the trial came before the first frame. RFO in the header is the Right Foot Off.
    let expected =
        [(0.02, "Left Foot Strike"), (0.04, "Right Foot Off"), (0.06, "RHS"), (59.0, "Cough")];
    assert_eq!(events, expected);
    assert_eq!(take.even_numbers(), Some(FrameNumbers { first: 101, step: 1 }));
    assert_eq!(take.start_time, 2.0, "as for the events");
}

#[test]
fn events_that_fit_only_so_count_from_the_first_frame_of_the_file() {
    let times = Values::Floats(vec![2, 3], vec![0.0, 0.04, 0.0, 0.02, 0.0, 0.0]);
    let take = take(&replaced(with_events(), "EVENT", "TIMES", times));
    let first = &take.events[0];
    assert_eq!((first.time, first.label.as_str()), (0.0, "Cough"));
    let reported = warnings(&take).join("\n");
    assert!(reported.contains("count from the first frame"), "{reported}");
}

#[test]
fn labels_beyond_255_are_in_further_parameters() {
    let take = take(&with_many_points());
    let names: Vec<&str> = take.skeleton.nodes().iter().map(|n| n.name.as_str()).collect();
    assert_eq!(names.len(), 260);
    assert_eq!(names[..2], ["P0", "P1"]);
    assert_eq!(names[254..], ["P254", "P255", "P256", "P257", "marker 259", "marker 260"]);
    assert_eq!(take.motion.row(0)[3 * 259..], [259.0, 2.0, 3.0]);
    assert_eq!(take.units.metres_per_unit, Some(0.01));
    let reported = "byte 568: a marker without a name is called by its number (2 times)";
    assert_eq!(warnings(&take), [reported]);
}

#[test]
fn points_of_one_name_are_sorted_out_without_comparing_each_with_all() {
    const ARRAYS: usize = 230;
    let frame = vec![Some([1.0, 2.0, 3.0]); 255 * ARRAYS];
    let mut file = File::new(Processor::Intel, 1.0, vec![frame]);
    for name in ["LABELS", "ANGLES"] {
        for number in 1..=ARRAYS {
            let name = match number {
                1 => name.to_string(),
                _ => format!("{name}{number}"),
            };
            let list = Values::Texts(1, vec!["A".to_string(); 255]);
            file = file.with("POINT", name.leak(), list);
        }
    }
    let bytes = file.bytes();
    // Nothing that grows with the square of their number.
    let loaded = watched("arrays of labels", MAX_TIME, || rushes::read("a.c3d", &bytes));
    let error = loaded.expect_err("angles alone");
    assert!(error.to_string().contains("only angles"), "{error}");
}

#[test]
fn where_the_points_begin_is_what_two_of_three_say() {
    let start = plain().data_block() as i32 + 1;
    let file = plain().with("POINT", "DATA_START", integer(start));
    assert_eq!(warnings(&take(&file)), [""; 0]);
    // The header is wrong, and the other two agree.
    let mut bytes = file.bytes();
    bytes[16] = 200;
    let reported = warnings(&take_of(&bytes));
    assert_eq!(reported.len(), 1);
    assert!(
        reported[0].starts_with("byte 16: the points are said to begin at byte 101888"),
        "{reported:?}"
    );
    // The parameter is wrong.
    let file = plain().with("POINT", "DATA_START", integer(200));
    let take = take(&file);
    assert_eq!(take.motion.row(1)[..3], [10.0, -5.5, 1700.0]);
    assert_eq!(take.warnings.len(), 1);
}

#[test]
fn where_scales_differ_the_size_of_the_file_tells_floats_from_integers() {
    // The header says integers, of which there would be room for more frames.
    let file = File { scale: -0.5, ..plain() };
    let mut bytes = file.bytes();
    bytes[15] ^= 0x80;
    let take = take_of(&bytes);
    assert_eq!(take.motion.row(1)[..3], [10.0, -5.5, 1700.0]);
    assert_eq!(take.warnings.len(), 1, "{:?}", warnings(&take));
    // POINT:SCALE says floats, of which eight frames would be larger than the file.
    let eight = [motion(), motion(), motion()].concat();
    let file = File::new(Processor::Intel, 0.5, eight)
        .with("POINT", "SCALE", float(-0.5))
        .with("POINT", "LABELS", texts(4, &["HEAD", "LTOE", "RTOE"]))
        .with("POINT", "Y_SCREEN", texts(2, &["+Z"]));
    let take = self::take(&file);
    assert_eq!(take.motion.row(1)[..3], [10.0, -5.5, 1700.0]);
    assert_eq!(take.warnings.len(), 1, "{:?}", warnings(&take));
}

#[test]
fn takes_of_more_frames_than_an_integer_counts_are_read_whole() {
    let frames = vec![vec![Some([1.0, 2.0, 3.0])]; 70_000];
    let mut file = File::new(Processor::Intel, 1.0, frames)
        .with("POINT", "LABELS", texts(4, &["ONE"]))
        .with("POINT", "Y_SCREEN", texts(2, &["+Z"]))
        .with("POINT", "FRAMES", integer(65_535));
    file.header = [1, 1, 65_535];
    // 70,000 is 4,464 and once 65,536.
    for values in [float(70_000.0), integer(4_464)] {
        let take = take(&file.clone().with("POINT", "LONG_FRAMES", values.clone()));
        assert_eq!(take.motion.frame_count(), 70_000, "{values:?}");
    }
    let trial = file
        .with("TRIAL", "ACTUAL_START_FIELD", Values::Integers(vec![2], vec![1, 0]))
        .with("TRIAL", "ACTUAL_END_FIELD", Values::Integers(vec![2], vec![4_464, 1]));
    let take = take(&trial);
    assert_eq!(take.motion.frame_count(), 70_000);
    assert_eq!(warnings(&take), [""; 0]);
}

#[test]
fn a_counter_of_16_bits_that_began_again_gives_way_to_the_length_of_the_file() {
    let file = |frames: usize| {
        let frame = |i| vec![Some([i as f32, 2.0, 3.0]); 2];
        let mut file = File::new(Processor::Intel, -1.0, (0..frames).map(frame).collect())
            .with("POINT", "LABELS", texts(4, &["ONE", "TWO"]))
            .with("POINT", "Y_SCREEN", texts(2, &["+Z"]))
            .with("POINT", "FRAMES", integer((frames % 65_536) as i32));
        file.header = [2, 1, (frames % 65_536) as i32];
        file
    };
    for frames in [65_537, 66_000, 2 * 65_536 + 7] {
        let take = take(&file(frames));
        assert_eq!(take.motion.frame_count(), frames);
        assert_eq!(take.motion.row(frames - 1)[0], (frames - 1) as f32);
        let reported = warnings(&take);
        assert_eq!(reported.len(), 1, "{reported:?}");
        assert!(reported[0].contains("the length of the file decides"), "{reported:?}");
    }
    // What stands behind the frames is no more of them.
    let mut longer = file(700).bytes();
    longer.resize(longer.len() + 65_536 * 32 + 4 * BLOCK, 0);
    assert_eq!(take_of(&longer).motion.frame_count(), 700);
}

#[test]
fn a_file_without_a_processor_is_taken_for_intels() {
    let mut bytes = plain().bytes();
    bytes[BLOCK + 3] = 0;
    let take = take_of(&bytes);
    assert_eq!(take.motion.row(1)[..3], [10.0, -5.5, 1700.0]);
    let reported = warnings(&take);
    assert_eq!(reported.len(), 1);
    assert!(reported[0].starts_with("byte 515: 0 is no processor"), "{reported:?}");
}

#[test]
fn who_and_what_made_the_file_is_told() {
    let file = plain()
        .with("SUBJECTS", "NAMES", texts(8, &["Ada", "", "Grace"]))
        .with("MANUFACTURER", "COMPANY", texts(8, &["Acme"]))
        .with("MANUFACTURER", "SOFTWARE", texts(8, &["Tracker"]))
        .with("MANUFACTURER", "VERSION", Values::Integers(vec![3], vec![2, 17, 3720]));
    let details = take(&file).details;
    let details: Vec<(&str, &str)> =
        details.iter().map(|d| (d.kind.key, d.text.as_str())).collect();
    let expected = [
        ("subject", "Ada, Grace"),
        ("software", "Tracker 2.17.3720 (Acme)"),
        ("storage", "Intel, floats"),
        ("analog", "4 samples a frame, not read"),
    ];
    assert_eq!(details, expected);
}

/// Somebody 1.8 m tall in mm who walks, over 40 frames, with eight markers.
fn walk() -> Vec<Vec<Option<[f32; 3]>>> {
    let frame = |frame: usize| {
        let forward = 10.0 * frame as f32;
        let marker = |i: usize| {
            let sway = 20.0 * (0.2 * frame as f32 + i as f32).sin();
            Some([forward + sway, 50.0 * (i % 3) as f32 - 60.0, 10.0 + 255.0 * i as f32])
        };
        (0..8).map(marker).collect()
    };
    (0..40).map(frame).collect()
}

fn assert_walks(take: &Take) {
    assert_eq!(take.motion.frame_count(), 40);
    for (frame, points) in walk().iter().enumerate() {
        let expected = points.iter().flatten().flatten();
        for (value, expected) in take.motion.row(frame).iter().zip(expected) {
            assert!((value - expected).abs() < 1.0, "frame {frame}: {value} {expected}");
        }
    }
}

#[test]
fn where_header_and_parameters_disagree_the_reading_that_walks_is_taken() {
    let sound = |scale: f32| {
        File::new(Processor::Intel, scale, walk()).with("POINT", "UNITS", texts(2, &["mm"]))
    };
    // So many analog samples a frame by ANALOG:USED and by the header, of which one is wrong.
    for (in_file, said) in [([3, 2], 5), ([0, 1], 4), ([6, 1], 0)] {
        let file = File { analog: in_file, ..sound(-0.1) };
        let file = file.with("ANALOG", "USED", integer(said));
        let take = self::take(&file);
        assert_walks(&take);
        let reported =
            |reported: &String| reported.starts_with("byte") && reported.contains("analog samples");
        assert!(warnings(&take).iter().any(reported), "{:?}", warnings(&take));
        let mut bytes = sound(-0.1).with("ANALOG", "USED", integer(0)).bytes();
        bytes[4] = 7;
        assert_walks(&take_of(&bytes));
    }
    // Integers of 0.1 mm by the one and of 0.04 mm by the other.
    let scale = |scale: f32| sound(0.1).with("POINT", "SCALE", float(scale));
    assert_walks(&take(&scale(0.04)));
    let mut bytes = scale(0.1).bytes();
    bytes[12..16].copy_from_slice(&0.04f32.to_le_bytes());
    let take = take_of(&bytes);
    assert_walks(&take);
    // Here the one that is believed anyway was right.
    assert!(!warnings(&take).iter().any(|reported| reported.contains("figure")));
    // The points begin a block later than one of both says.
    let start = sound(-0.1).data_block() as i32 + 1;
    let file = sound(-0.1).with("POINT", "DATA_START", integer(start + 1));
    assert_walks(&self::take(&file));
    let mut bytes = sound(-0.1).with("POINT", "DATA_START", integer(start)).bytes();
    bytes[16] += 1;
    bytes[514] = 9;
    assert_walks(&take_of(&bytes));
}

#[test]
fn frames_that_the_file_has_no_room_for_are_lost() {
    let file = File::new(Processor::Intel, -1.0, walk()).with("POINT", "USED", integer(8));
    let bytes = file.bytes();
    let start = file.data_block() * 512;
    let take = take_of(&bytes[..start + 25 * 8 * 16 + 5]);
    assert_eq!(take.motion.frame_count(), 25);
    assert_eq!((take.lost.behind, take.lost.count()), (15, 15));
    let reported = warnings(&take).remove(0);
    assert!(
        reported.starts_with("byte 6: 15 frames are lost: the header has 40 frames"),
        "{reported}"
    );
}

#[test]
fn points_at_zero_are_gaps() {
    let mut frames = walk();
    frames[3][2] = Some([0.0; 3]);
    let take = take(&File::new(Processor::Mips, -1.0, frames));
    assert_eq!(take.gaps().iter().map(|gap| gap.frames).collect::<Vec<_>>(), [1]);
    assert!(warnings(&take).iter().any(|reported| reported.contains("at 0 0 0 is a gap")));
    let nowhere = vec![vec![Some([0.0; 3]); 8]; 5];
    let take = self::take(&File::new(Processor::Intel, -1.0, nowhere));
    assert_eq!((take.motion.frame_count(), take.gaps().len()), (5, 8));
    assert!(warnings(&take).iter().any(|reported| reported.contains("all markers are at 0 0 0")));
}
