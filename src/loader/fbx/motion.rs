//! The world transforms of the nodes of a scene at a time.
//!
//! The library evaluates each node in its parent's frame. How a parent's scale reaches its children is the node's
//! *inherit type*, with W for the world, U for it without the node's own scale, and s for a scale:
//!
//! ```text
//! RSrs   W = W(parent) · T · R · S                      the plain product
//! Rrs    W = U(parent) · T(s(parent) t) · R · S         the parent's scale does not reach it
//! RrSs   W = U(parent) · T(s(parent) t) · R · S s(above)  scales are multiplied by component
//! ```

use glam::{DAffine3, DQuat, DVec3};
use ufbx::{AnimCurve, InheritMode, Interpolation, SceneRoot};

use super::super::Source;
use super::super::parents_first::any_above;
use super::super::sampled::{FrameCost, Rigid, is_elsewhere, needed_nodes, to_locals};
use super::nodes::SkeletonNodes;

/// What the take's animation does to the nodes of the skeleton.
pub(super) struct Motions<'a> {
    source: &'a Source<'a>,
    scene: &'a SceneRoot,
    /// The index of its stack in the scene.
    stack: Option<usize>,
    nodes: Vec<AnimatedNode>,
    /// Whether each node moves in its parent's frame: also where the scale of a node above it changes.
    pub moves: Vec<bool>,
    /// The nodes that are evaluated on each frame.
    needed: Vec<usize>,
    /// How many properties of the nodes its layers animate.
    animated_props: usize,
}

struct AnimatedNode {
    /// The index of the node in the scene.
    id: usize,
    parent: Option<usize>,
    inherits: InheritMode,
    /// The node whose scale this one takes over, by component.
    scale_from: Option<usize>,
    /// Whether its own transform has curves, even if these do not change.
    is_animated: bool,
}

#[derive(Clone, Copy)]
struct World {
    transform: DAffine3,
    unscaled: DAffine3,
    scale: DVec3,
    rotation: DQuat,
}

impl<'a> Motions<'a> {
    pub fn new(
        source: &'a Source<'a>,
        scene: &'a SceneRoot,
        skeleton: &SkeletonNodes<'_>,
        stack: Option<usize>,
    ) -> Self {
        let mut animated = vec![false; skeleton.nodes.len()];
        let (mut changing, mut scaled) = (animated.clone(), animated.clone());
        let mut animated_props = 0;
        for layer in stack.into_iter().flat_map(|i| scene.anim_stacks[i].layers.iter()) {
            for prop in layer.anim_props.iter() {
                let Some(&i) = skeleton.indices.get(&prop.element.element_id) else { continue };
                let mut curves = prop.anim_value.curves.iter().flatten();
                animated_props += 1;
                animated[i] = true;
                changing[i] |= layer.weight_is_animated || curves.any(|curve| changes(curve));
                scaled[i] |= &*prop.prop_name == "Lcl Scaling";
            }
        }
        // A scale above moves everything below it.
        let scaled = any_above(&skeleton.parents, |i| scaled[i]);
        let moves = changing.iter().zip(&scaled).map(|(changes, scales)| *changes || *scales);
        let nodes = skeleton.nodes.iter().enumerate().map(|(i, &node)| {
            let scale_from = node.inherit_scale_node.as_ref().and_then(|from| {
                let index = skeleton.indices.get(&from.element.element_id).copied();
                index.filter(|&index| index < i)
            });
            AnimatedNode {
                id: node.element.typed_id as usize,
                parent: skeleton.parents[i],
                inherits: node.inherit_mode,
                scale_from,
                is_animated: animated[i],
            }
        });
        let (nodes, moves) = (nodes.collect(), moves.collect());
        Self { source, scene, stack, nodes, moves, needed: Vec::new(), animated_props }
    }

    /// Finds which nodes move, as those do that are held elsewhere than at `rest`, from a time in seconds on.
    pub fn settle(&mut self, begin: f64, rest: &[Rigid]) {
        let parents: Vec<Option<usize>> = self.nodes.iter().map(|node| node.parent).collect();
        let mut rest = rest.to_vec();
        to_locals(&parents, &mut rest);
        let mut first = vec![Rigid::IDENTITY; rest.len()];
        self.evaluator()(begin, &mut first);
        for (i, node) in self.nodes.iter().enumerate() {
            self.moves[i] |= node.is_animated && is_elsewhere(first[i], rest[i]).contains(&true);
        }
        self.needed = needed_nodes(&parents, &self.moves);
    }

    pub fn cost(&self) -> FrameCost {
        /// So many layers that do not have a node are passed over in one step.
        const LAYERS_A_STEP: usize = 64;
        let layers = self.stack.map_or(0, |i| self.scene.anim_stacks[i].layers.count);
        let moving = self.moves.iter().filter(|moves| **moves).count();
        let steps = self.needed.len() + self.animated_props + moving * (layers / LAYERS_A_STEP);
        FrameCost { nodes: self.nodes.len(), moving, steps }
    }

    /// Gives the transforms of nodes in their parents' frames at a time in seconds: of all of them the first time, then of
    /// those that move.
    pub fn evaluator(&self) -> impl FnMut(f64, &mut [Rigid]) + Clone + Sync {
        let unit = self.scene.metadata.ktime_second as f64;
        let mut worlds = vec![World::IDENTITY; self.nodes.len()];
        let mut is_first = true;
        move |time, all: &mut [Rigid]| {
            // A frame that is on a key has its value, however the time of the frame was rounded: keys are whole
            // numbers of the file's own unit of time.
            let time = if unit > 0.0 { (time * unit).round() / unit } else { time };
            let anim = self.stack.map(|i| &self.scene.anim_stacks[i].anim);
            let mut evaluate = |i: usize| {
                let node = &self.nodes[i];
                let scene_node = &self.scene.nodes[node.id];
                // What many layers move takes long.
                let anim = anim.filter(|_| node.is_animated && !self.source.is_cancelled());
                let local = match anim {
                    Some(anim) => ufbx::evaluate_transform(anim, scene_node, time),
                    None => scene_node.local_transform,
                };
                worlds[i] = node.world(&worlds, &local);
                let rigid = worlds[i].rigid();
                all[i] = match node.parent {
                    Some(parent) => rigid.in_frame_of(&worlds[parent].rigid()),
                    None => rigid,
                };
            };
            if std::mem::take(&mut is_first) {
                (0..self.nodes.len()).for_each(&mut evaluate)
            } else {
                self.needed.iter().copied().for_each(&mut evaluate)
            }
        }
    }

    /// The transforms of all nodes in the world where nothing is animated.
    pub fn rest_pose(&self) -> Vec<Rigid> {
        let mut worlds: Vec<World> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            worlds.push(node.world(&worlds, &self.scene.nodes[node.id].local_transform));
        }
        worlds.iter().map(World::rigid).collect()
    }
}

/// Whether a curve has more than one value.
fn changes(curve: &AnimCurve) -> bool {
    let Some(first) = curve.keyframes.iter().next() else { return false };
    curve.keyframes.iter().any(|key| {
        let is_sloped = key.left.dy != 0.0 || key.right.dy != 0.0;
        key.value != first.value || key.interpolation == Interpolation::Cubic && is_sloped
    })
}

impl World {
    const IDENTITY: Self = Self {
        transform: DAffine3::IDENTITY,
        unscaled: DAffine3::IDENTITY,
        scale: DVec3::ONE,
        rotation: DQuat::IDENTITY,
    };

    fn rigid(&self) -> Rigid {
        Rigid { position: self.transform.translation, rotation: self.rotation }
    }
}

impl AnimatedNode {
    /// The node in the world, where those ahead of it are.
    fn world(&self, worlds: &[World], local: &ufbx::Transform) -> World {
        let ufbx::Transform { translation: t, rotation: r, scale: s } = local;
        let mut translation = DVec3::new(t.x, t.y, t.z);
        let mut scale = DVec3::new(s.x, s.y, s.z);
        let rotation = DQuat::from_xyzw(r.x, r.y, r.z, r.w).normalize();
        let parent = self.parent.map(|parent| &worlds[parent]);
        let above = match (parent, self.inherits) {
            (None, _) => DAffine3::IDENTITY,
            (Some(parent), InheritMode::Normal) => parent.transform,
            (Some(parent), _) => {
                translation *= parent.scale;
                if let Some(from) = self.scale_from {
                    scale *= worlds[from].scale;
                }
                parent.unscaled
            }
        };
        World {
            transform: above
                * DAffine3::from_scale_rotation_translation(scale, rotation, translation),
            unscaled: above * DAffine3::from_rotation_translation(rotation, translation),
            scale,
            rotation: parent.map_or(rotation, |parent| parent.rotation * rotation),
        }
    }
}
