//! Takes as tables that can be changed: to plant a fault in, at known frames.

use std::ops::Range;

use glam::{Quat, Vec3};
use rushes::evaluate::{BatchEvaluator, Point};
use rushes::known_bodies::{self, KnownBody};
use rushes::take::{
    Axis, Body, Bone, BoneEnd, Channel, FormatId, Motion, NodeId, Picture, Skeleton,
    SkeletonBuilder, Take, Units,
};

use super::Random;

/// A node with its values.
#[derive(Clone)]
pub struct Joint {
    pub name: String,
    pub parent: Option<usize>,
    pub offset: Vec3,
    pub channels: Vec<Channel>,
    pub limits: Vec<[f32; 2]>,
    pub is_world_space: bool,
    /// Frame after frame, a value for each channel.
    pub values: Vec<Vec<f32>>,
}

/// A take that can be changed.
#[derive(Clone)]
pub struct Table {
    pub joints: Vec<Joint>,
    pub bones: Vec<Bone>,
    pub units: Units,
    pub rate: f64,
}

impl Table {
    /// The built-in take at another rate, with the noise of a capture: 0.02 mm and 0.02°.
    pub fn figure(rate: f64, random: &mut Random) -> Self {
        let mut table = Self::of(&rushes::files::builtin()).at(rate);
        for joint in &mut table.joints {
            for value in joint.values.iter_mut().flatten() {
                *value += noise(random, 0.02);
            }
        }
        table
    }

    /// The built-in take, whose left hand leaves its path on each of some frames.
    pub fn with_pops(frames: &[usize]) -> Self {
        let mut table = Self::figure(60.0, &mut Random::new(7));
        let hand = table.find("LeftHand");
        let turns = table.turns(hand);
        for &frame in frames {
            let channel = turns.start..turns.start + 1;
            table.add(hand, channel, frame..frame + 1, |_, _| 30.0);
        }
        table
    }

    /// The joints of the built-in take as markers, with the noise of a capture, in millimetres.
    pub fn markers(rate: f64, random: &mut Random) -> Self {
        let table = Self::figure(rate, random);
        let take = table.take();
        let places = take.positions(0..table.frames()).expect("every frame");
        let mut markers = table.clone();
        markers.bones.clear();
        markers.units = Units::new(Some(0.001), Axis::Y);
        for (i, joint) in markers.joints.iter_mut().enumerate() {
            joint.parent = None;
            joint.is_world_space = true;
            joint.channels = Axis::ALL.map(Channel::Position).to_vec();
            let of_frame = places.iter().map(|(_, places)| places[i] * 10.0);
            joint.values = of_frame.map(|at| at.to_array().to_vec()).collect();
            for value in joint.values.iter_mut().flatten() {
                *value += noise(random, 0.1);
            }
        }
        markers
    }

    /// The built-in take as an estimator of poses sees it that knows this body: points in millimetres with bones between
    /// them and a confidence, each with as much noise. One more person for each place in metres beyond the first.
    pub fn estimate(
        body: &KnownBody,
        people: &[Vec3],
        rate: f64,
        millimetres: f64,
        random: &mut Random,
    ) -> Self {
        let figure = Self::figure(rate, random).take();
        let points = body.joints().map(|joint| {
            use known_bodies::Side;
            let landmark = joint.landmark;
            let found = LANDMARKS
                .iter()
                .find(|(words, ..)| words.split(' ').any(|word| word == landmark.word));
            let (_, name, offset) = found.unwrap_or(&("", "Hand", [4.0, -3.6, 1.0]));
            let side = match landmark.side {
                Side::Left => "Left",
                Side::Right => "Right",
                Side::Middle => "",
            };
            // The head has no sides of its own.
            let sided = figure.skeleton.find(&format!("{side}{name}"));
            let node = sided.or_else(|| figure.skeleton.find(name)).expect(landmark.word);
            let mut offset = Vec3::from(*offset);
            if landmark.side == Side::Right {
                offset.x = -offset.x;
            }
            Point::End(node, offset)
        });
        let points: Vec<Point> = points.collect();
        let frames = figure.motion.frame_count();
        let mut places = Vec::new();
        BatchEvaluator::new(&figure.skeleton, points.iter().copied()).positions(
            &figure.skeleton,
            &figure.motion,
            0..frames,
            &mut places,
        );
        let parents = body.parents();
        let mut table =
            Self { joints: vec![], bones: vec![], units: Units::new(Some(0.001), Axis::Y), rate };
        let mut build = SkeletonBuilder::default();
        let mut ids = Vec::new();
        for (person, away) in people.iter().enumerate() {
            let first = table.joints.len();
            for (i, name) in body.names().enumerate() {
                let name = if people.len() > 1 {
                    format!("{}:{name}", person + 1)
                } else {
                    name.to_string()
                };
                ids.push(build.node(&name, None).unwrap());
                let value = |frame: usize, random: &mut Random| {
                    let at = places[frame * points.len() + i] * 10.0 + *away * 1000.0;
                    let mut values: Vec<f32> =
                        at.to_array().map(|at| at + noise(random, millimetres)).to_vec();
                    values.push((0.9 + noise(random, 0.03)).min(1.0));
                    values
                };
                let mut channels = Axis::ALL.map(Channel::Position).to_vec();
                channels.push(Channel::Confidence);
                table.joints.push(Joint {
                    name,
                    parent: parents
                        .as_ref()
                        .and_then(|parents| parents[i])
                        .map(|parent| first + parent),
                    offset: Vec3::ZERO,
                    channels,
                    limits: Vec::new(),
                    is_world_space: true,
                    values: (0..frames).map(|frame| value(frame, random)).collect(),
                });
            }
            let bone = |[from, to]: [usize; 2]| Bone {
                node: ids[first + from],
                end: BoneEnd::Node(ids[first + to]),
            };
            table.bones.extend(body.bones().map(bone));
        }
        table
    }

    /// The take as one camera sees it from its front: pixels, Y down.
    pub fn picture(&self) -> Take {
        let mut table = self.clone();
        for values in table.joints.iter_mut().flat_map(|joint| &mut joint.values) {
            let [x, y] = [values[0], values[1]];
            values[..3].copy_from_slice(&[640.0 + 0.2 * x, 600.0 - 0.2 * y, 0.0]);
        }
        let mut take = table.take();
        take.units = Units::new(None, Axis::Y.negative());
        take.picture = Some(Picture { size: None });
        take
    }

    /// A figure that goes through the same cycle again and again, of which this is one.
    pub fn cycle(rate: f64, random: &mut Random) -> Self {
        let mut table = Self::of(&rushes::files::builtin()).at(rate);
        let frames = (rate * random.between(1.0, 1.6)) as usize;
        for (i, joint) in table.joints.iter_mut().enumerate() {
            joint.values.truncate(frames);
            let first = joint.values[0].clone();
            let phase = random.between(0.0, 6.0) as f32;
            for (frame, values) in joint.values.iter_mut().enumerate() {
                let turn = std::f32::consts::TAU * frame as f32 / frames as f32;
                let places = values.len() - 3;
                for (channel, value) in values.iter_mut().enumerate() {
                    let swing = if channel < places { 0.0 } else { 9.0 + (i % 5) as f32 * 4.0 };
                    *value = first[channel] + swing * (turn + phase + channel as f32).sin();
                }
            }
        }
        table
    }

    pub fn of(take: &Take) -> Self {
        let frames = take.motion.frame_count();
        let joint = |(_, node): (NodeId, &rushes::take::Node)| {
            assert_eq!((node.pre, node.post), (Quat::IDENTITY, Quat::IDENTITY));
            let values =
                (0..frames).map(|frame| take.values(frame).unwrap()[node.columns()].to_vec());
            Joint {
                name: node.name.clone(),
                parent: node.parent().map(|parent| parent.index()),
                offset: node.offset,
                channels: node.channels.clone(),
                limits: node.limits().to_vec(),
                is_world_space: node.is_world_space,
                values: values.collect(),
            }
        };
        Self {
            joints: take.skeleton.iter().map(joint).collect(),
            bones: take.skeleton.bones().to_vec(),
            units: take.units,
            rate: take.fps(),
        }
    }

    /// The same motion at another rate, by cubic splines through its values; its end leads to its beginning,
    /// perhaps after whole turns.
    fn at(&self, rate: f64) -> Self {
        let count = self.frames();
        let frames = (count as f64 * rate / self.rate) as usize;
        let mut table = self.clone();
        table.rate = rate;
        for (joint, from) in table.joints.iter_mut().zip(&self.joints) {
            let value = |frame: usize, channel: usize| {
                let at = frame as f64 * self.rate / rate;
                let (i, t) = (at as usize, at.fract() as f32);
                let all = |i: usize| from.values[i][channel];
                let turns = 360.0 * ((all(count - 1) - all(0)) / 360.0).round();
                let v = |i: usize| match i.checked_sub(count) {
                    Some(again) => all(again) + turns,
                    None => all(i),
                };
                let before = if i == 0 { all(count - 1) - turns } else { v(i - 1) };
                let [a, b, c, d] = [before, v(i), v(i + 1), v(i + 2)];
                let third = 3.0 * (b - c) + d - a;
                b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * third))
            };
            let channels = 0..from.channels.len();
            let row =
                |frame: usize| channels.clone().map(|channel| value(frame, channel)).collect();
            joint.values = (0..frames).map(row).collect();
        }
        table
    }

    pub fn frames(&self) -> usize {
        self.joints[0].values.len()
    }

    /// The place of the joint of that name.
    pub fn find(&self, name: &str) -> usize {
        let found = self.joints.iter().position(|joint| joint.name == name);
        found.unwrap_or_else(|| panic!("{name}"))
    }

    /// Adds to some channels of a joint on some frames.
    pub fn add(
        &mut self,
        joint: usize,
        channels: Range<usize>,
        frames: Range<usize>,
        by: impl Fn(usize, usize) -> f32,
    ) {
        for frame in frames {
            for channel in channels.clone() {
                self.joints[joint].values[frame][channel] += by(frame, channel);
            }
        }
    }

    /// The channels of a joint that turn it.
    pub fn turns(&self, joint: usize) -> Range<usize> {
        let count = self.joints[joint].channels.len();
        count - 3..count
    }

    pub fn take(&self) -> Take {
        let mut build = SkeletonBuilder::default();
        let mut ids = Vec::new();
        for joint in &self.joints {
            let id = build.node(&joint.name, joint.parent.map(|parent| ids[parent])).unwrap();
            let node = build.node_mut(id);
            node.offset = joint.offset;
            node.channels = joint.channels.clone();
            node.is_world_space = joint.is_world_space;
            if !joint.limits.is_empty() {
                node.body =
                    Some(Box::new(Body { limits: joint.limits.clone(), ..Body::default() }));
            }
            ids.push(id);
        }
        for bone in &self.bones {
            let end = match bone.end {
                BoneEnd::Node(id) => BoneEnd::Node(ids[id.index()]),
                end => end,
            };
            build.bone(ids[bone.node.index()], end);
        }
        let skeleton: Skeleton = build.finish();
        let frames = self.frames();
        let mut values = Vec::with_capacity(frames * skeleton.columns());
        for frame in 0..frames {
            values.extend(self.joints.iter().flat_map(|joint| &joint.values[frame]));
        }
        let motion = Motion::new(1.0 / self.rate, frames, skeleton.columns(), values);
        Take::new("planted", FormatId::Bvh, skeleton, motion, self.units)
    }
}

/// On which joint of the built-in take landmarks of known bodies are, and how far from it, in centimetres: of the left
/// side, in its own frame. All others are on the hand.
const LANDMARKS: [(&str, &str, [f32; 3]); 24] = [
    ("pelvis", "Hips", [0.0, 0.0, 0.0]),
    ("spine1", "Spine", [0.0, 0.0, 0.0]),
    ("spine2", "Spine1", [0.0, 0.0, 0.0]),
    ("spine3", "Chest", [0.0, 0.0, 0.0]),
    ("thorax", "Chest", [0.0, 14.0, 0.0]),
    ("neck", "Neck", [0.0, 0.0, 0.0]),
    ("head", "Head", [0.0, 0.0, 0.0]),
    ("crown", "Head", [0.0, 18.0, 1.0]),
    ("nose", "Head", [0.0, 8.0, 11.0]),
    ("eye_inner", "Head", [1.5, 11.0, 9.0]),
    ("eye", "Head", [3.0, 11.0, 8.5]),
    ("eye_outer", "Head", [4.5, 11.0, 8.0]),
    ("ear", "Head", [7.5, 9.0, 0.0]),
    ("jaw face", "Head", [0.0, 0.0, 6.0]),
    ("mouth", "Head", [2.5, 3.0, 9.0]),
    ("collar", "Shoulder", [0.0, 0.0, 0.0]),
    ("shoulder", "Arm", [0.0, 0.0, 0.0]),
    ("elbow", "ForeArm", [0.0, 0.0, 0.0]),
    ("wrist hand_root", "Hand", [0.0, 0.0, 0.0]),
    ("hip", "UpLeg", [0.0, 0.0, 0.0]),
    ("knee", "Leg", [0.0, 0.0, 0.0]),
    ("ankle", "Foot", [0.0, 0.0, 0.0]),
    ("heel", "Foot", [0.0, -5.0, -5.0]),
    ("foot toe small_toe", "ToeBase", [1.0, 0.0, 4.0]),
];

/// Noise of a normal distribution with this standard deviation.
pub fn noise(random: &mut Random, deviation: f64) -> f32 {
    let sum: f64 = (0..12).map(|_| random.between(-0.5, 0.5)).sum();
    (sum * deviation) as f32
}

/// From 0 to 1 and smooth, over a share of something.
pub fn ramp(share: f64) -> f32 {
    let t = share.clamp(0.0, 1.0);
    (t * t * t * (t * (t * 6.0 - 15.0) + 10.0)) as f32
}
