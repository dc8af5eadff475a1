//! One recording in two files: what both have lies in one place.

use std::path::Path;

use glam::{Affine3A, Vec3};
use rushes::evaluate::Pose;
use rushes::scene::{Placement, Stage};
use rushes::take::{NodeId, Take};

use crate::support;
use crate::support::input::Input;

fn take(path: &Path) -> Take {
    let take = Input::read(path).load();
    take.unwrap_or_else(|error| panic!("{error}"))
}

/// The world transforms of some nodes on a frame, in metres, as the window shows them.
fn on_stage(take: &Take, stage: &Stage, frame: usize) -> Vec<Affine3A> {
    let pose = Pose::of(&take.skeleton, take.row(frame));
    let nodes = take.skeleton.iter().map(|(node, _)| node);
    nodes.map(|node| stage.world_from_take * pose.global(node)).collect()
}

/// Versions of FBX that Maya and MotionBuilder wrote of one scene.
const SCENES: [[&str; 2]; 4] = [
    [
        "ufbx--maya_game_sausage_6100_ascii_combined.fbx",
        "ufbx--maya_game_sausage_7500_binary_combined.fbx",
    ],
    [
        "ufbx--maya_game_sausage_6100_binary_combined.fbx",
        "ufbx--maya_game_sausage_7500_ascii_combined.fbx",
    ],
    [
        "ufbx--motionbuilder_sausage_rrss_7700_ascii.fbx",
        "ufbx--motionbuilder_sausage_rrss_7700_binary.fbx",
    ],
    ["ufbx--maya_character_6100_binary.fbx", "ufbx--maya_character_7500_binary.fbx"],
];

#[test]
fn one_scene_in_two_versions_of_fbx_lies_on_itself() {
    let Some(corpus) = support::corpus() else {
        return;
    };
    for names in SCENES {
        let takes = names.map(|name| take(&corpus.join("fbx").join(name)));
        let stages = takes.each_ref().map(|take| Stage::with_placement(take, Placement::default()));
        let frames = takes.each_ref().map(|take| take.motion.frame_count());
        assert_eq!(frames[0], frames[1], "{names:?}");
        let [a, b] = &takes;
        let ids: Vec<(NodeId, NodeId)> = a
            .skeleton
            .iter()
            .filter_map(|(id, node)| Some((id, b.skeleton.find(&node.name)?)))
            .collect();
        assert!(ids.len() * 2 > a.skeleton.nodes().len(), "{names:?}: {}", ids.len());
        for frame in 0..frames[0].max(1) {
            let [first, second] = [0, 1].map(|i| on_stage(&takes[i], &stages[i], frame));
            for (one, other) in &ids {
                let [one, other] = [first[one.index()], second[other.index()]];
                let off = one.translation.distance(other.translation);
                assert!(off < 1e-4, "{names:?}, frame {frame}: {off} m");
            }
        }
    }
}

/// Markers of one recording stand still in the frames of the bodies that they are on, which are in another file.
#[test]
fn markers_stand_still_on_the_bodies_that_the_same_recording_has() {
    /// As far as a marker on a strapped cluster may move, in metres.
    const FAR: f32 = 0.006;
    let Some(corpus) = support::corpus() else {
        return;
    };
    let of = |name: &str| take(&corpus.join("qualisys").join(name));
    let (markers, bodies) = (of("imusim--swing_3D.tsv"), of("imusim--swing_6D.tsv"));
    let frames = markers.motion.frame_count();
    assert_eq!(frames, bodies.motion.frame_count());
    let pose = |take: &Take, frame| Pose::of(&take.skeleton, take.row(frame));
    for (body, node) in bodies.skeleton.iter() {
        let mut held = 0;
        for (marker, _) in markers.skeleton.iter() {
            let locals: Vec<Vec3> = (0..frames)
                .map(|frame| {
                    let at = pose(&markers, frame).position(marker);
                    let world_from_body = pose(&bodies, frame).global(body);
                    world_from_body.inverse().transform_point3(at) * 1e-3
                })
                .filter(|local| local.is_finite())
                .collect();
            let first = locals.first().copied().unwrap_or(Vec3::NAN);
            let stands = locals.iter().all(|local| local.distance(first) < FAR);
            held += usize::from(stands && locals.len() > frames / 2);
        }
        assert!(held >= 3, "{}: {held} markers", node.name);
    }
    // And the bodies do turn, so that standing still means something.
    let turns = bodies.skeleton.iter().filter(|(body, _)| {
        let all = (0..frames).map(|frame| pose(&bodies, frame).global(*body).matrix3.x_axis);
        let all: Vec<_> = all.filter(|axis| axis.is_finite()).collect();
        all.iter().any(|axis| axis.dot(all[0]) < 0.9)
    });
    assert!(turns.count() >= 2);
}
