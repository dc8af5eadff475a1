//! Takes built in code, with everything that formats beyond BVH bring: markers with gaps, boxes,
//! skins, masses, limits, events.

use glam::Vec3;
use rushes::take::{
    Axis, Body, BoneEnd, Certainty, Channel, Detail, DetailKind, Event, FileNumbers, FormatId,
    FrameNumbers, Influence, Mass, Mesh, Motion, Naming, NodeId, SkeletonBuilder, Take, Units, Up,
};

const METRES: Units = Units {
    metres_per_unit: Some(1.0),
    up: Up { direction: Axis::Y.positive(), certainty: Certainty::Stated },
};

/// Markers of a person 1.8 m high over four frames, 0.1 s apart. `LKNE` is gone on the frames 1 and
/// 2, `RKNE` on frame 2.
pub fn markers() -> Take {
    let places = [
        ("LKNE", [0.2, 0.5, 0.0]),
        ("RKNE", [-0.2, 0.5, 0.0]),
        ("HEAD", [0.0, 1.8, 0.0]),
        ("C7", [0.0, 1.5, -0.1]),
        ("LTOE", [0.2, 0.05, 0.2]),
        ("RTOE", [-0.2, 0.05, 0.2]),
    ];
    let mut build = SkeletonBuilder::default();
    for (name, _) in places {
        let id = build.node(name, None).unwrap();
        let node = build.node_mut(id);
        node.is_world_space = true;
        node.channels = Axis::ALL.map(Channel::Position).to_vec();
    }
    let mut values = Vec::new();
    for frame in 0..4 {
        for (name, place) in places {
            let is_gap = matches!((name, frame), ("LKNE", 1 | 2) | ("RKNE", 2));
            values.extend(if is_gap { [f32::NAN; 3] } else { place });
        }
    }
    let motion = Motion::new(0.1, 4, values.len() / 4, values);
    let mut take = Take::new("markers", FormatId::Trc, build.finish(), motion, METRES);
    take.numbers = Some(FileNumbers::Even(FrameNumbers { first: 1166, step: 1 }));
    let event = |time, label: &str| Event { time, label: label.to_string() };
    take.events = vec![
        event(-0.3, "Right Foot Off"),
        event(0.1, "Left Foot Strike"),
        event(0.3, "Left Foot Off"),
    ];
    take
}

/// A leg of two bones with a box of 0.2 × 0.6 × 0.2 m each, a mass of 4 and 2.5, limits, a skin of
/// one square and a cloud of three points, in the rest pose.
pub fn dressed() -> Take {
    let mut build = SkeletonBuilder::default();
    let hip = build.node("LeftUpLeg", None).unwrap();
    let knee = build.node("LeftLeg", Some(hip)).unwrap();
    for (id, height, mass) in [(hip, 1.2, 4.0), (knee, -0.6, 2.5)] {
        let node = build.node_mut(id);
        node.offset = Vec3::Y * height;
        node.channels = [Axis::X, Axis::Z].map(Channel::Rotation).to_vec();
        node.body = Some(Box::new(Body {
            limits: vec![[-160.0, 20.0], [f32::NEG_INFINITY, 45.5]],
            mass: Some(Mass { body: mass, centre: (id == knee).then_some(0.25) }),
            size: Some(Vec3::new(0.2, 0.6, 0.2)),
            ..Body::default()
        }));
    }
    build.bone(hip, BoneEnd::Node(knee));
    build.bone(knee, BoneEnd::Local(Vec3::Y * -0.6));
    let motion = Motion::new(0.01, 0, 4, vec![]);
    let mut take = Take::new("leg", FormatId::Amc, build.finish(), motion, METRES);
    take.naming = Naming::Acclaim;
    let corners = [[0.3, 0.0], [0.3, -0.5], [-0.3, -0.5], [-0.3, 0.0]];
    let places = corners.map(|[x, y]| Vec3::new(x, y, 0.1));
    let square = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
    take.meshes = vec![
        mesh("thigh.obj", Some(hip), &places, square),
        mesh("points", None, &places[1..], vec![]),
    ];
    let lines = (1..=9).map(|line| format!("Line {line} of what the file says of itself."));
    take.details =
        vec![Detail { kind: DetailKind::COMMENTS, text: lines.collect::<Vec<_>>().join("\n") }];
    take.missing = Some("its motion");
    take
}

fn mesh(name: &str, node: Option<NodeId>, places: &[Vec3], edges: Vec<[u32; 2]>) -> Mesh {
    let points = 0..places.len() as u32;
    let influences = points.map(|point| Influence { point, node, weight: 1.0 });
    let influences = influences.collect();
    Mesh::new(name, places.len(), influences, places.to_vec(), edges)
}
