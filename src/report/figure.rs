//! What a stick figure is drawn of: points of a skeleton, bones between them, dots on them.

use std::collections::HashMap;

use glam::Vec3;

use crate::evaluate::{BatchEvaluator, Point};
use crate::scene::{Parts, Side, Stage, root_offsets};
use crate::take::{BoneEnd, NodeId, Take};

pub(super) struct FigurePoints {
    points: Vec<Point>,
    /// For each bone, its two points and its side, one after the other.
    pub bones: Vec<usize>,
    /// For each dot, its point and its side.
    pub dots: Vec<usize>,
}

impl FigurePoints {
    pub fn new(take: &Take) -> Self {
        let skeleton = &take.skeleton;
        let hidden = root_offsets(skeleton);
        let parts = Parts::new(take);
        let side = |part: usize| match parts.side(part) {
            Side::Left => 0,
            Side::Right => 1,
            Side::Middle => 2,
        };
        let mut point_of: HashMap<NodeId, usize> = HashMap::new();
        let (mut points, mut bones, mut dots) = (Vec::new(), Vec::new(), Vec::new());
        let mut origin = |node: NodeId, points: &mut Vec<Point>| {
            *point_of.entry(node).or_insert_with(|| {
                points.push(Point::Origin(node));
                points.len() - 1
            })
        };
        for (part, bone) in skeleton.bones().iter().enumerate() {
            if hidden[bone.node.index()] {
                continue;
            }
            let from = origin(bone.node, &mut points);
            let to = match bone.end {
                BoneEnd::Node(node) => origin(node, &mut points),
                BoneEnd::Local(_) => {
                    points.push(Point::bone_end(bone.node, bone.end));
                    points.len() - 1
                }
            };
            bones.extend([from, to, side(part)]);
        }
        for (part, node) in parts.points().filter(|(_, node)| !hidden[node.index()]) {
            dots.extend([origin(node, &mut points), side(part)]);
        }
        Self { points, bones, dots }
    }

    pub fn count(&self) -> usize {
        self.points.len()
    }

    /// Where the points are in the world on some frames, one frame after the other; not finite where one is missing.
    pub fn positions(&self, take: &Take, stage: &Stage, frames: &[usize]) -> Vec<Vec3> {
        let rows: Vec<&[f32]> = frames.iter().map(|&frame| take.row(frame)).collect();
        let batch = BatchEvaluator::new(&take.skeleton, self.points.iter().copied());
        let mut positions = Vec::new();
        batch.positions_of(&take.skeleton, &rows, &mut positions);
        for position in &mut positions {
            *position = stage.world(*position);
        }
        positions
    }
}
