//! What is written in the formats of other programs reads back with every joint, marker and bone end where it was.

use crate::support;
use glam::{Quat, Vec3};
use rushes::evaluate::Pose;
use rushes::export::{Changes, EXPORTS, Export};
use rushes::loader::{Companion, FORMATS, Source};
use rushes::take::{Axis, Event, Take, WarningCode};

/// How far a point may move, in sizes of the figure.
const CLOSE: f32 = 2e-6;

/// How many frames of a long take are compared.
const MAX_FRAMES: usize = 60;

fn export(extension: &str) -> &'static Export {
    Export::of_extension(extension).expect("a format")
}

/// A take as bytes of another format, with the words of what is told about it.
fn written(take: &Take, extension: &str) -> (Vec<u8>, Vec<&'static str>) {
    let mut bytes = Vec::new();
    let reported = export(extension).write(take, &mut bytes);
    let reported = reported.expect("memory takes it");
    (bytes, reported.iter().map(|warning| warning.code.word()).collect())
}

/// Written and read back.
fn through(take: &Take, extension: &str) -> Take {
    let (bytes, _) = written(take, extension);
    let name = format!("{}.{extension}", take.name);
    let second = export(extension).second.as_ref().map(|second| {
        let mut bytes = Vec::new();
        (second.write)(take, &mut bytes).expect("memory takes it");
        (format!("{}.{}", take.name, second.extension), bytes)
    });
    let companion = second.as_ref().map(|(file, bytes)| Companion { file, bytes });
    let source = Source { companions: companion.as_slice(), ..Source::new(&name, &bytes) };
    rushes::read_with(&source).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The points of a frame with their names, in an order that is the same whatever order the file has.
fn points(take: &Take, frame: usize) -> Vec<(String, Vec3)> {
    let positions = take.positions([frame]).expect("a frame");
    let places: Vec<Vec3> = positions.iter().flat_map(|(_, places)| places.to_vec()).collect();
    take.points().map(|point| point.name).zip(places).collect()
}

/// The largest distance of a point from where it was, in sizes of the figure; the numbers of a file may be in another
/// unit and about another axis.
fn worst(before: &Take, after: &Take) -> f32 {
    let count = before.motion.frame_count();
    assert_eq!(
        after.motion.frame_count().max(1),
        count.max(1),
        "{} ({})",
        before.name,
        after.format
    );
    if count > 1 {
        let off = after.motion.frame_time() / before.motion.frame_time() - 1.0;
        // Times in tables have six decimals.
        assert!(off.abs() < 2e-5, "{off}");
    }
    let turn = match after.format.name() {
        "glTF" => Quat::from_rotation_arc(before.units.up.direction.unit(), Vec3::Y),
        _ => Quat::IDENTITY,
    };
    let metres = |take: &Take| take.units.metres_per_unit;
    let scale = match (metres(before), metres(after)) {
        (Some(before), Some(after)) => (before / after) as f32,
        _ => 1.0,
    };
    let some = count.clamp(1, MAX_FRAMES);
    let frames = (0..some).map(|i| i * (count.max(1) - 1) / (some - 1).max(1));
    let mut worst: f32 = 0.0;
    for frame in frames {
        let was = points(before, frame);
        let is = points(after, frame);
        let there = || was.iter().map(|(_, at)| *at).filter(|at| at.is_finite());
        let low = there().fold(Vec3::INFINITY, Vec3::min);
        let high = there().fold(Vec3::NEG_INFINITY, Vec3::max);
        // A figure far from the origin has the digits of its distance.
        let size = (high - low).max_element().max(0.1 * high.abs().max(low.abs()).max_element());
        let size = if size > 1e-6 { size * scale } else { 1.0 };
        for (name, at) in &was {
            let is_it = |other: &str| is_called(other, name, after);
            // A name may be lost: then it is one of them all.
            let is_lost = ["AMC", "GTR", "HTR"].contains(&after.format.name())
                && !is.iter().any(|(other, _)| is_it(other));
            let found = is.iter().filter(|(other, _)| is_lost || is_it(other));
            let expected = turn * *at * scale;
            let distances = found.map(|(_, is)| match (at.is_finite(), is.is_finite()) {
                (true, true) => is.distance(expected) / size,
                // glTF, HTR, GTR and AMC have no gaps: a marker waits.
                (false, is_there) => {
                    if is_there && !["glTF", "GTR", "HTR", "AMC"].contains(&after.format.name()) {
                        1.0
                    } else {
                        0.0
                    }
                }
                (true, false) => 1.0,
            });
            let nearest = distances.reduce(f32::min);
            // A point that is gone is farther away than any.
            worst = worst.max(nearest.unwrap_or(f32::MAX));
        }
    }
    worst
}

/// Whether a point of a take that was read back may be the one that was called so: some formats have single words for
/// names, which differ.
fn is_called(found: &str, name: &str, take: &Take) -> bool {
    let plain = |name: &str| {
        let letters = name.trim().chars();
        let plain = letters.map(|c| if c.is_alphanumeric() { c } else { '_' });
        plain.collect::<String>()
    };
    match take.format.name() {
        "AMC" | "GTR" | "HTR" => {
            let stem = name.strip_suffix("_end").unwrap_or(name);
            let is_end = stem != name;
            plain(found).starts_with(&plain(stem)) && (!is_end || found.ends_with("_end"))
        }
        _ => found.trim() == name.trim(),
    }
}

/// Every fixture of every format.
fn fixtures() -> Vec<Take> {
    let extensions = FORMATS.iter().flat_map(|format| format.extensions);
    let extensions: Vec<&str> = extensions.copied().collect();
    let files = support::files(&support::root().join("tests/good"), &extensions);
    let is_beside =
        |path: &std::path::PathBuf| path.parent().is_some_and(|f| f.ends_with("beside"));
    let files = files.into_iter().filter(|path| !is_beside(path));
    files.map(|path| support::take(&path)).collect()
}

/// Writes every take as every format that can hold it, and reads it back.
fn assert_kept(takes: &[Take], close: f32, least: usize) {
    for extension in ["htr", "gtr", "amc", "glb", "trc", "c3d", "csv"] {
        let mut compared = 0;
        for take in takes {
            if export(extension).refusal(take).is_some() {
                continue;
            }
            let off = worst(take, &through(take, extension));
            assert!(off < close, "{} ({}) as {extension}: {off:e}", take.name, take.format);
            compared += 1;
        }
        assert!(compared >= least, "only {compared} takes were written as {extension}");
    }
}

#[test]
fn every_fixture_keeps_its_points() {
    assert_kept(&fixtures(), CLOSE, 100);
}

#[test]
fn every_real_take_keeps_its_points() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    let extensions = FORMATS.iter().flat_map(|format| format.extensions);
    let extensions: Vec<&str> = extensions.copied().collect();
    let files = support::files(&corpus, &extensions);
    let takes = files.iter().filter_map(|file| rushes::open(file).ok());
    let start = |take: Take| {
        let changes = Changes {
            frames: (take.motion.frame_count() > 0).then_some(0..MAX_FRAMES),
            ..Changes::default()
        };
        changes.apply(take).expect("its first frames")
    };
    let takes: Vec<Take> = takes.map(start).collect();
    // Some of them turn thousands of times: their angles have fewer digits.
    assert_kept(&takes, 1e-4, 150);
}

#[test]
fn what_a_format_cannot_hold_is_told() {
    let leg = support::take_of(include_str!("../good/bvh/leg.bvh"));
    for (extension, expected) in [
        ("gtr", &[][..]),
        ("amc", &[WarningCode::NameRepaired]),
        ("glb", &[]),
        ("trc", &[WarningCode::RotationsLeftOut]),
        ("c3d", &[WarningCode::RotationsLeftOut]),
        ("csv", &[WarningCode::RotationsLeftOut]),
        ("channels.csv", &[WarningCode::RotationsLeftOut]),
    ] {
        let expected: Vec<&str> = expected.iter().map(|code| code.word()).collect();
        assert_eq!(written(&leg, extension).1, expected, "{extension}");
    }
}

/// A take of two joints, one at the end of the other, of which the first is at a place on each frame.
fn travelling(places: [[f32; 3]; 2], end: f32) -> Take {
    let rows = places.map(|[x, y, z]| format!("{x} {y} {z} 0 0 0\n"));
    support::take_of(&format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nJOINT Arm\n{{\n\
         OFFSET 0 {end} 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{{\nOFFSET 0 {end} 0\n}}\n}}\n}}\n\
         MOTION\nFrames: 2\nFrame Time: 0.04\n{}",
        rows.concat()
    ))
}

#[test]
fn what_no_file_can_hold_is_told_and_never_written_as_a_number() {
    const FAR: f32 = 9e14;
    // Out of reach where places add up, in another unit, and where a figure is tiny beside its way.
    for (what, places, end, metres, formats) in [
        ("a sum", [[0.0, FAR, 0.0], [1.0, 2.0, 3.0]], FAR, None, &["gtr", "trc", "c3d", "csv"][..]),
        ("a unit", [[FAR, 0.0, -FAR], [1.0, 2.0, 3.0]], 1.0, Some(0.3048), &["trc", "c3d"]),
        (
            "a scale",
            [[0.0, 1.0, 0.0], [2.0, 0.0, FAR]],
            1e-9,
            Some(1e9),
            &["glb", "usda", "trc", "c3d"],
        ),
        (
            "no number",
            [[0.0, 1.0, 0.0], [2.0, 0.0, FAR]],
            1e-9,
            Some(1e300),
            &["glb", "usda", "trc", "c3d"],
        ),
    ] {
        let mut take = travelling(places, end);
        take.units.metres_per_unit = metres;
        for Export { extension, .. } in EXPORTS {
            let what = format!("{what}: {extension}");
            let (bytes, reported) = written(&take, extension);
            let is_reported = reported.contains(&WarningCode::BeyondRange.word());
            assert_eq!(is_reported, formats.contains(extension), "{what}: {reported:?}");
            if !["glb", "c3d"].contains(extension) {
                let text = String::from_utf8(bytes).expect("text").to_lowercase();
                let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
                assert!(words.all(|word| word != "inf" && word != "nan"), "{what}: {text}");
            }
            // HTR and GTR say the unit, with which their numbers are out of reach again.
            let is_read = !["channels.csv", "usda", "htr", "gtr"].contains(extension);
            if is_read {
                let again = through(&take, extension);
                let mut rows = (0..2).flat_map(|frame| again.motion.row(frame));
                assert!(rows.all(|value| !value.is_infinite()), "{what}");
            }
        }
    }
    let scaled = Changes { scale: Some(1e30), ..Changes::default() };
    let refused = scaled.apply(travelling([[FAR, 0.0, 0.0], [0.0; 3]], 1.0));
    assert!(refused.is_err_and(|why| why.contains("too large")));
}

#[test]
fn events_unit_up_and_numbers_go_into_c3d_and_back() {
    let mut take = support::take_of(include_str!("../good/bvh/leg.bvh"));
    take.units.metres_per_unit = Some(0.0254);
    take.units.up = Axis::Z.into();
    take.events = vec![
        Event { time: 0.5, label: "Left Foot Strike".into() },
        Event { time: 62.25, label: "clap".into() },
    ];
    let after = through(&take, "c3d");
    assert_eq!(after.units.metres_per_unit, Some(0.001), "inches become millimetres");
    assert_eq!(after.units.up.direction.name(), "Z");
    assert_eq!(after.events, take.events);
    assert!(worst(&take, &after) < CLOSE);
}

#[test]
fn a_channel_table_has_every_value() {
    let take = support::take_of(include_str!("../good/bvh/leg.bvh"));
    let text = String::from_utf8(written(&take, "channels.csv").0).expect("text");
    let mut lines = text.lines();
    let header = lines.next().expect("a header");
    assert!(header.starts_with("frame,number,time,Hips."), "{header}");
    for (frame, line) in lines.enumerate() {
        let values = line.split(',').skip(3).map(|value| value.parse().expect("a number"));
        let values: Vec<f32> = values.collect();
        assert_eq!(values, take.row(frame));
    }
}

#[test]
fn no_two_formats_have_one_extension() {
    let mut extensions: Vec<&str> = EXPORTS.iter().map(|export| export.extension).collect();
    extensions.sort_unstable();
    let count = extensions.len();
    extensions.dedup();
    assert_eq!(extensions.len(), count);
}

/// A chain of three joints that turn and travel, with Z up.
fn arm() -> Take {
    let frame = |i: usize| {
        let t = i as f32;
        format!(
            "{} {} 1 {} {} {} {} 20 {}",
            0.5 * t,
            -t,
            3.0 * t,
            t - 40.0,
            5.0 * t,
            7.0 * t,
            -2.0 * t
        )
    };
    let rows: Vec<String> = (0..61).map(frame).collect();
    let text = format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 1 2 3\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         JOINT Arm\n{{\nOFFSET 0 5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{{\nOFFSET 0 4 1\n}}\n}}\n}}\n\
         MOTION\nFrames: 61\nFrame Time: 0.0083333333\n{}\n",
        rows.join("\n")
    );
    let mut take = support::take_of(&text);
    take.units.up = Axis::Z.into();
    take
}

fn changed(changes: &Changes) -> Take {
    changes.apply(arm()).expect("a take")
}

/// All points of a frame.
fn places(take: &Take, frame: usize) -> Vec<Vec3> {
    points(take, frame).into_iter().map(|(_, place)| place).collect()
}

fn assert_near(found: &[Vec3], expected: &[Vec3], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.distance(*expected) < 2e-5, "{what}: {found} {expected}");
    }
}

#[test]
fn frames_are_picked_to_the_bit() {
    let all = arm();
    let some = changed(&Changes { frames: Some(10..20), ..Changes::default() });
    assert_eq!(some.motion.frame_count(), 10);
    assert!((0..10).all(|frame| some.row(frame) == all.row(10 + frame)));
    // 120 to 30 frames a second.
    let fewer = changed(&Changes { fps: Some(30.0), ..Changes::default() });
    assert_eq!(fewer.motion.frame_count(), 16);
    assert!((0..16).all(|frame| fewer.row(frame) == all.row(4 * frame)));
    assert_eq!(fewer.motion.frame_time(), 1.0 / 30.0);
    assert!(Changes { frames: Some(61..70), ..Changes::default() }.apply(all).is_err());
}

#[test]
fn between_frames_transforms_are_blended_as_the_evaluator_does() {
    let all = arm();
    let other = changed(&Changes { fps: Some(50.0), ..Changes::default() });
    assert_eq!(other.motion.frame_count(), 26);
    for frame in 0..26 {
        let at = frame as f64 * 2.4;
        let from = at.floor() as usize;
        let rows = [from, (from + 1).min(60)].map(|frame| all.row(frame));
        let mut pose = Pose::default();
        pose.evaluate_between(&all.skeleton, rows, at.fract() as f32);
        let expected = all.skeleton.iter().map(|(id, _)| pose.position(id));
        let expected: Vec<Vec3> = expected.collect();
        assert_near(&places(&other, frame)[..2], &expected, "blended");
    }
}

#[test]
fn a_take_is_moved_scaled_and_turned_as_one() {
    let all = arm();
    let moved = changed(&Changes { root_to_origin: true, ..Changes::default() });
    let scaled = changed(&Changes { scale: Some(0.1), ..Changes::default() });
    let turned = changed(&Changes { up: Some(Axis::Y.into()), ..Changes::default() });
    let down = changed(&Changes { up: Some(Axis::Z.negative()), ..Changes::default() });
    let baked = changed(&Changes { bake_positions: true, ..Changes::default() });
    let root = places(&all, 0)[0];
    // The axis that was up is up.
    let upright = Quat::from_rotation_arc(Vec3::Z, Vec3::Y);
    for frame in [0, 17, 60] {
        let was = places(&all, frame);
        let with =
            |change: &dyn Fn(Vec3) -> Vec3| was.iter().map(|at| change(*at)).collect::<Vec<_>>();
        let shift = Vec3::new(root.x, root.y, 0.0);
        assert_near(&places(&moved, frame), &with(&|at| at - shift), "moved");
        assert_near(&places(&scaled, frame), &with(&|at| at * 0.1), "scaled");
        assert_near(&places(&turned, frame), &with(&|at| upright * at), "turned");
        assert_near(&places(&baked, frame), &was, "baked");
        let heights = places(&down, frame).into_iter().map(|at| -at.z);
        let expected = was.iter().map(|at| at.z);
        assert!(heights.zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "upside down");
    }
    assert_eq!(turned.units.up.direction.name(), "Y");
    let hips = baked.skeleton.find("Hips").expect("the root");
    assert!(baked.skeleton[hips].is_world_space && baked.skeleton.bones().len() == 2);
}

#[test]
fn a_joint_becomes_a_root_that_stays_where_it_is() {
    let (all, arm) =
        (arm(), changed(&Changes { joints: Some("Arm".into()), ..Changes::default() }));
    assert_eq!(arm.skeleton.roots().len(), 1);
    for frame in [0, 1, 30, 60] {
        assert_near(&places(&arm, frame), &places(&all, frame)[1..], "below the arm");
    }
    let reported = Changes { joints: Some("Tail".into()), ..Changes::default() }.apply(all);
    assert_eq!(reported.unwrap_err(), "the take has no joint \"Tail\"");
}

#[test]
fn a_missing_point_of_c3d_has_a_residual_below_0_and_no_other_has() {
    let path = support::root().join("tests/good/trc");
    let gappy = support::files(&path, &["trc"]).into_iter().map(|path| support::take(&path));
    let is_missing = |take: &Take, frame: usize| -> Vec<bool> {
        points(take, frame).iter().map(|(_, at)| !at.is_finite()).collect()
    };
    let mut missing = 0;
    for take in gappy {
        let (bytes, _) = written(&take, "c3d");
        let data = 512 * (usize::from(u16::from_le_bytes([bytes[16], bytes[17]])) - 1);
        // Four floats a point, the last of which is the residual.
        let mut words = bytes[data..].as_chunks::<16>().0.iter();
        for frame in 0..take.motion.frame_count().max(1) {
            for is_missing in is_missing(&take, frame) {
                let word = words.next().expect("a point");
                let residual = f32::from_le_bytes([word[12], word[13], word[14], word[15]]);
                assert_eq!(residual, if is_missing { -1.0 } else { 0.0 }, "{}", take.name);
                missing += usize::from(is_missing);
            }
        }
    }
    assert!(missing > 5, "only {missing} gaps were written");
}
