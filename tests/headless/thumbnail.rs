//! Thumbnails: what they show is what the take does, whatever it is, in a few kilobytes that no damage breaks.

use crate::support::takes;
use glam::Vec3;
use rushes::Take;
use rushes::scene::{Side, Stage, Thumbnail};
use rushes::take::{Axis, BoneEnd, Channel, FormatId, Motion, SkeletonBuilder, Units};

/// How far a place in a thumbnail may be from that in the take, in metres: a step of a box of two metres, twice.
const STEP: f32 = 2.0 * 2.0 / 254.0;

const METRES: fn() -> Units = || Units::new(Some(1.0), Axis::Y);

/// Markers in the world, each at its places, frame by frame.
fn markers(names: &[&str], rows: &[Vec<[f32; 3]>]) -> Take {
    let mut build = SkeletonBuilder::default();
    for name in names {
        let id = build.node(*name, None).unwrap();
        build.node_mut(id).is_world_space = true;
        build.node_mut(id).channels = Axis::ALL.map(Channel::Position).to_vec();
    }
    let values: Vec<f32> = rows.iter().flatten().flatten().copied().collect();
    let motion = Motion::new(0.1, rows.len(), 3 * names.len(), values);
    Take::new("markers", FormatId::Trc, build.finish(), motion, METRES())
}

fn longest(thumbnail: &Thumbnail, at: f32) -> f32 {
    thumbnail.lines(at).map(|(from, to, _)| from.distance(to)).fold(0.0, f32::max)
}

#[test]
fn the_poses_are_those_of_the_take_wherever_it_goes() {
    let take = rushes::files::builtin();
    let stage = Stage::new(&take);
    let thumbnail = Thumbnail::of(&take);
    let bones = take.skeleton.bones();
    let last = take.motion.frame_count() - 1;
    let mut compared = 0;
    for pose in [0, 7, 16, 31] {
        let globals = take.pose(pose * last / 31).unwrap();
        // Up to one shift for all of them, along the ground.
        let mut shift = None;
        for (bone, (from, to, _)) in bones.iter().zip(thumbnail.lines(pose as f32 / 31.0)) {
            let places = [globals.position(bone.node), globals.bone_end(bone.node, bone.end)];
            for (at, shown) in places.map(|at| stage.world(at)).into_iter().zip([from, to]) {
                let shift: Vec3 = *shift.get_or_insert(at - shown);
                assert!(shift.y.abs() < STEP, "{shift}");
                assert!((shown + shift).distance(at) < 2.0 * STEP, "{shown} {shift} {at}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 4 * 2 * bones.len());
    assert!(thumbnail.to_bytes().len() < 6000, "{}", thumbnail.to_bytes().len());
    assert!(thumbnail.facing().distance(stage.facing) < 0.3, "{}", thumbnail.facing());
    let size = thumbnail.bounds().size();
    assert!((1.4..2.0).contains(&size.y) && size.x < 2.0 && size.z < 2.0, "{size}");
}

#[test]
fn sides_are_those_of_the_body() {
    let thumbnail = Thumbnail::of(&rushes::files::builtin());
    let count = |wanted: Side| thumbnail.lines(0.0).filter(|&(.., side)| side == wanted).count();
    assert!(count(Side::Left) > 3 && count(Side::Middle) > 3);
    assert_eq!(count(Side::Left), count(Side::Right));
}

#[test]
fn it_plays_smoothly_and_says_how_far_the_figure_goes() {
    let walker = |frame: usize| vec![[frame as f32, 0.0, 2.0], [frame as f32 + 0.1, 1.8, 2.0]];
    let rows: Vec<_> = (0..101).map(walker).collect();
    let thumbnail = Thumbnail::of(&markers(&["TOE", "HEAD"], &rows));
    assert_eq!(thumbnail.way(0.0), Vec3::ZERO);
    assert!((thumbnail.way(1.0).x - 100.0).abs() < 0.01, "{}", thumbnail.way(1.0));
    let ways: Vec<f32> = (0..=310).map(|i| thumbnail.way(i as f32 / 310.0).x).collect();
    assert!(ways.is_sorted());
    assert!(ways.windows(2).all(|pair| pair[1] - pair[0] < 0.5), "{ways:?}");
    // As sharp as somebody who stands still.
    let (head, ..) = thumbnail.lines(0.77).nth(1).unwrap();
    assert!((head.y - 1.8).abs() < STEP && head.x.abs() < 0.1, "{head}");
}

#[test]
fn markers_are_points_and_gaps_are_left_out() {
    let thumbnail = Thumbnail::of(&takes::markers());
    let seen = |at: f32| thumbnail.lines(at).count();
    assert_eq!([seen(0.0), seen(1.0 / 3.0), seen(2.0 / 3.0), seen(1.0)], [6, 5, 4, 6]);
    assert_eq!(longest(&thumbnail, 0.0), 0.0);
    assert_eq!(thumbnail, Thumbnail::from_bytes(&thumbnail.to_bytes()).unwrap());
}

#[test]
fn one_marker_far_away_makes_no_dot_of_the_others() {
    let names: Vec<String> = (0..20).map(|i| format!("m{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let place = |i: usize| [i as f32 * 0.02, 1.8 * (i % 10) as f32 / 9.0, 0.0];
    let mut rows = vec![(0..20).map(place).collect::<Vec<_>>(); 10];
    rows[4][3] = [0.0, 9000.0, 0.0];
    let thumbnail = Thumbnail::of(&markers(&names, &rows));
    assert!(thumbnail.bounds().size().y < 2.0, "{:?}", thumbnail.bounds());
}

#[test]
fn fingers_give_way_where_there_are_too_many_joints() {
    let mut build = SkeletonBuilder::default();
    let mut chain = |from, names: &[String], length: f32| {
        names.iter().fold(from, |parent, name| {
            let id = build.node(name.as_str(), parent).unwrap();
            build.node_mut(id).offset = Vec3::new(0.2, 1.0, 0.0) * length;
            if let Some(parent) = parent {
                build.bone(parent, BoneEnd::Node(id));
            }
            Some(id)
        })
    };
    let names = |what: &str, count: usize| -> Vec<String> {
        (0..count).map(|i| format!("{what}{i}")).collect()
    };
    let spine = chain(None, &names("spine", 9), 0.2);
    for side in ["Left", "Right"] {
        let hand = chain(spine, &names(&format!("{side}Arm"), 3), 0.3);
        for finger in 0..15 {
            chain(hand, &names(&format!("{side}Hand{finger}_"), 4), 0.02);
        }
    }
    let motion = Motion::new(0.1, 0, 0, Vec::new());
    let take = Take::new("hands", FormatId::Bvh, build.finish(), motion, METRES());
    let thumbnail = Thumbnail::of(&take);
    let lengths: Vec<f32> = thumbnail.lines(0.0).map(|(from, to, _)| from.distance(to)).collect();
    assert_eq!(lengths.len(), 63);
    let of_length =
        |wanted: f32| lengths.iter().filter(move |&&length| (length - wanted).abs() < 0.04);
    assert_eq!(of_length(0.2).count(), 8, "the whole spine");
    assert_eq!(of_length(0.3).count(), 6, "both arms");
}

#[test]
fn a_take_of_one_pose_or_of_nothing_has_a_thumbnail() {
    let leg = Thumbnail::of(&takes::dressed());
    assert!(!leg.is_empty());
    let places = |at: f32| leg.lines(at).collect::<Vec<_>>();
    assert_eq!(places(0.0), places(1.0));
    assert_eq!(places(f32::NAN), places(0.0));
    let nothing = Thumbnail::of(&markers(&[], &[]));
    assert!(nothing.is_empty());
    assert_eq!(nothing, Thumbnail::from_bytes(&nothing.to_bytes()).unwrap());
    let unseen = Thumbnail::of(&markers(&["a"], &[vec![[f32::NAN; 3]]]));
    assert_eq!(unseen.lines(0.0).count(), 0);
}

#[test]
fn bytes_that_are_damaged_or_of_another_version_are_told_or_harmless() {
    let thumbnail = Thumbnail::of(&rushes::files::builtin());
    let bytes = thumbnail.to_bytes();
    assert_eq!(Thumbnail::from_bytes(&bytes), Some(thumbnail));
    for end in 0..bytes.len() {
        assert_eq!(Thumbnail::from_bytes(&bytes[..end]), None, "{end}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(Thumbnail::from_bytes(&longer), None);
    let mut read = 0;
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0xff;
        if let Some(thumbnail) = Thumbnail::from_bytes(&damaged) {
            read += thumbnail.lines(0.99).count() + thumbnail.lines(1.0).count();
        }
    }
    assert!(read > 0, "a place that is another is still one");
    let mut newer = bytes;
    newer[0] += 1;
    assert_eq!(Thumbnail::from_bytes(&newer), None);
}
