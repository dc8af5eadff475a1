//! A small take for tests: a leg that swings, in metres.

use glam::Vec3;

use super::{
    Camera, DisplayStyle, DrawList, Figure, FigureStyle, Parts, Rgba, Stage, ThemeColours,
};
use crate::evaluate::Pose;
use crate::take::{Axis, BoneEnd, Channel, FormatId, Motion, NodeId, SkeletonBuilder, Take, Units};

pub(super) const HEIGHT: f32 = 800.0;

pub(super) struct Sample {
    pub take: Take,
    pub stage: Stage,
    pub parts: Parts,
    pub pose: Pose,
    pub colours: Vec<Rgba>,
    pub hidden: Vec<bool>,
}

impl Sample {
    /// Hip, knee and foot of a leg 1 m long, and a marker beside it. On each of the 5 frames the hip
    /// has gone 0.1 m on along X; a frame lasts 0.1 s. The marker is gone on frame 2.
    pub fn new() -> Self {
        let (mut build, nodes) = tree(&[
            ("LeftHip", None, Vec3::Y),
            ("LeftKnee", Some(0), Vec3::Y * -0.5),
            ("LeftFoot", Some(1), Vec3::Y * -0.4),
            ("Marker", None, Vec3::ZERO),
        ]);
        let [hip, knee, foot, marker] = nodes[..] else { unreachable!() };
        build.node_mut(hip).channels = vec![Channel::Translation(Axis::X)];
        build.node_mut(marker).channels = vec![Channel::Position(Axis::Z)];
        build.bone(hip, BoneEnd::Node(knee));
        build.bone(knee, BoneEnd::Node(foot));
        build.bone(foot, BoneEnd::Local(Vec3::new(0.0, -0.1, 0.2)));
        let row = |frame: usize| [0.1 * frame as f32, if frame == 2 { f32::NAN } else { 0.3 }];
        let motion = Motion::new(0.1, 5, 2, (0..5).flat_map(row).collect());
        let units = Units::new(Some(1.0), Axis::Y);
        Self::from_take(Take::new("take", FormatId::Bvh, build.finish(), motion, units))
    }

    pub fn at_rest(build: SkeletonBuilder) -> Self {
        Self::from_take(at_rest(build))
    }

    /// What is needed to draw a take in the pose of its first frame.
    pub fn from_take(take: Take) -> Self {
        let parts = Parts::new(&take);
        Self {
            stage: Stage::new(&take),
            pose: Pose::of(&take.skeleton, take.row(0)),
            colours: parts.colours_by_side(&ThemeColours::DARK),
            hidden: vec![false; take.skeleton.nodes().len()],
            parts,
            take,
        }
    }

    pub fn figure(&self) -> Figure<'_> {
        Figure {
            take: &self.take,
            stage: &self.stage,
            pose: &self.pose,
            frame: 0,
            parts: &self.parts,
            colours: &self.colours,
            hidden: &self.hidden,
            secondary: true,
            selected: &[],
            display: DisplayStyle::Stick,
            opacity: 1.0,
            tint: None,
            hollow: 0.0,
            boxes: false,
            meshes: false,
        }
    }
}

/// A skeleton without bones, and its nodes: the name of each, the index of its parent, its offset.
pub(super) fn tree(nodes: &[(&str, Option<usize>, Vec3)]) -> (SkeletonBuilder, Vec<NodeId>) {
    let mut build = SkeletonBuilder::default();
    let mut ids: Vec<NodeId> = Vec::new();
    for &(name, parent, offset) in nodes {
        let id = build.node(name, parent.map(|parent| ids[parent])).unwrap();
        build.node_mut(id).offset = offset;
        ids.push(id);
    }
    (build, ids)
}

/// A skeleton in its rest pose, in metres.
pub(super) fn at_rest(build: SkeletonBuilder) -> Take {
    let motion = Motion::new(1.0, 0, 0, vec![]);
    Take::new("take", FormatId::Bvh, build.finish(), motion, Units::new(Some(1.0), Axis::Y))
}

pub(super) fn style() -> FigureStyle {
    FigureStyle::for_view(HEIGHT, 1.0)
}

pub(super) fn list_of(camera: &Camera, draw: impl FnOnce(FigureStyle, &mut DrawList)) -> DrawList {
    let mut list = DrawList::new(ThemeColours::DARK);
    list.begin(camera, 1.0, ThemeColours::DARK);
    draw(style(), &mut list);
    list.finish();
    list
}

/// What a figure alone gives to draw, and the thickness that it is drawn with.
pub(super) fn drawn(figure: &Figure<'_>) -> (DrawList, FigureStyle) {
    drawn_by(&Camera::default(), figure, false)
}

pub(super) fn drawn_by(
    camera: &Camera,
    figure: &Figure<'_>,
    depth_cue: bool,
) -> (DrawList, FigureStyle) {
    let list = list_of(camera, |style, list| {
        list.depth_cue = depth_cue;
        figure.draw(camera, style, HEIGHT, list);
    });
    (list, style())
}
