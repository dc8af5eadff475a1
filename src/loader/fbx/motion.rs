//! Where the nodes of a scene are in the world at a time.
//!
//! The library evaluates each node in its parent's frame. How a parent's scale reaches its children is
//! the node's *inherit type*, with W for the world, U for it without the node's own scale, and s for a
//! scale:
//!
//! ```text
//! RSrs   W = W(parent) · T · R · S                      the plain product
//! Rrs    W = U(parent) · T(s(parent) t) · R · S         the parent's scale does not reach it
//! RrSs   W = U(parent) · T(s(parent) t) · R · S s(above)  scales are multiplied by component
//! ```

use glam::{DAffine3, DQuat, DVec3};
use ufbx::{AnimCurve, InheritMode, Interpolation, Node, SceneRoot};

use super::super::Source;
use super::super::sampled::{FrameCost, Rigid, is_elsewhere, needed, to_locals};
use super::nodes::SkeletonNodes;

/// What the take's animation does to the nodes of the skeleton.
pub(super) struct Motions<'a> {
    source: &'a Source<'a>,
    scene: &'a SceneRoot,
    /// The place of its stack in the scene.
    stack: Option<usize>,
    nodes: Vec<Moved>,
    /// Those that are evaluated on each frame.
    needed: Vec<usize>,
    /// How many properties of the nodes its layers animate.
    animated: usize,
}

/// A node with what its evaluation needs.
struct Moved {
    /// The place of the node in the scene.
    id: usize,
    parent: Option<usize>,
    inherits: InheritMode,
    /// The node whose scale this one takes over, by component.
    scale_from: Option<usize>,
    /// Whether its own transform has curves; it may move nevertheless not.
    is_animated: bool,
    /// Whether it moves in its parent's frame: also where the scale of a node above it changes.
    moves: bool,
}

/// A node in the world.
#[derive(Clone, Copy)]
struct World {
    transform: DAffine3,
    unscaled: DAffine3,
    scale: DVec3,
    rotation: DQuat,
}

impl<'a> Motions<'a> {
    pub fn of(
        source: &'a Source<'a>,
        scene: &'a SceneRoot,
        skeleton: &SkeletonNodes<'_>,
        stack: Option<usize>,
    ) -> Self {
        let mut animated = vec![false; skeleton.nodes.len()];
        let (mut changing, mut scaled) = (animated.clone(), animated.clone());
        let mut props = 0;
        let layers = stack.into_iter().flat_map(|i| scene.anim_stacks[i].layers.iter());
        for layer in layers {
            for prop in layer.anim_props.iter() {
                let Some(&i) = skeleton.places.get(&prop.element.element_id) else {
                    continue;
                };
                let mut curves = prop.anim_value.curves.iter().flatten();
                props += 1;
                animated[i] = true;
                changing[i] |= layer.weight_is_animated || curves.any(|curve| changes(curve));
                scaled[i] |= &*prop.prop_name == "Lcl Scaling";
            }
        }
        let mut nodes: Vec<Moved> = Vec::with_capacity(animated.len());
        for (i, &node) in skeleton.nodes.iter().enumerate() {
            let parent = skeleton.parents[i];
            let above = parent.is_some_and(|parent| scaled[parent]);
            // A scale above moves everything below it.
            scaled[i] |= above;
            let scale_from = node.inherit_scale_node.as_ref();
            let scale_from =
                scale_from.and_then(|from| skeleton.places.get(&from.element.element_id).copied());
            nodes.push(Moved {
                id: node.element.typed_id as usize,
                parent,
                inherits: node.inherit_mode,
                scale_from: scale_from.filter(|&from| from < i),
                is_animated: animated[i],
                moves: changing[i] || scaled[i],
            });
        }
        Self { source, scene, stack, nodes, needed: Vec::new(), animated: props }
    }

    /// Finds which nodes move, as those do that are held elsewhere than at `rest`, from a time in seconds on.
    pub fn settle(&mut self, begin: f64, rest: &[Rigid]) {
        let parents: Vec<Option<usize>> = self.nodes.iter().map(|moved| moved.parent).collect();
        let mut rest = rest.to_vec();
        to_locals(&parents, &mut rest);
        let mut first = vec![Rigid::IDENTITY; rest.len()];
        self.evaluator()(begin, &mut first);
        for (i, moved) in self.nodes.iter_mut().enumerate() {
            let is_held = || is_elsewhere(first[i], rest[i]).contains(&true);
            moved.moves |= moved.is_animated && is_held();
        }
        let moves: Vec<bool> = self.nodes.iter().map(|moved| moved.moves).collect();
        self.needed = needed(&parents, &moves);
    }

    /// What a frame costs.
    pub fn cost(&self) -> FrameCost {
        /// So many layers that do not have a node are passed over in one step.
        const LAYERS_A_STEP: usize = 64;
        let layers = self.stack.map_or(0, |i| self.scene.anim_stacks[i].layers.count);
        let moving = self.nodes.iter().filter(|moved| moved.moves).count();
        FrameCost {
            nodes: self.nodes.len(),
            moving,
            steps: self.needed.len() + self.animated + moving * (layers / LAYERS_A_STEP),
        }
    }

    /// Whether a node moves in its parent's frame.
    pub fn moves(&self, i: usize) -> bool {
        self.nodes[i].moves
    }

    /// Places nodes in their parents' frames at a time in seconds: all of them the first time, then those that move.
    pub fn evaluator(&self) -> impl FnMut(f64, &mut [Rigid]) + Clone + Sync {
        let unit = self.scene.metadata.ktime_second as f64;
        let mut worlds = vec![World::IDENTITY; self.nodes.len()];
        let mut is_first = true;
        move |time, all: &mut [Rigid]| {
            // A frame that is on a key has its value, however the time of the frame was rounded: keys are whole
            // numbers of the file's own unit of time.
            let time = if unit > 0.0 { (time * unit).round() / unit } else { time };
            let anim = self.stack.map(|i| &self.scene.anim_stacks[i].anim);
            let mut place = |i: usize| {
                let moved = &self.nodes[i];
                // What many layers move takes long.
                let anim = anim.filter(|_| moved.is_animated && !self.source.is_cancelled());
                let local = match anim {
                    Some(anim) => ufbx::evaluate_transform(anim, self.node(moved), time),
                    None => self.node(moved).local_transform,
                };
                worlds[i] = moved.world(&worlds, &local);
                let above = moved.parent.map(|parent| worlds[parent].rigid());
                let rigid = worlds[i].rigid();
                all[i] = above.map_or(rigid, |above| rigid.in_frame_of(&above));
            };
            if std::mem::take(&mut is_first) {
                (0..self.nodes.len()).for_each(&mut place)
            } else {
                self.needed.iter().copied().for_each(&mut place)
            }
        }
    }

    /// Places all nodes in the world as they stand where nothing is animated.
    pub fn stand(&self) -> Vec<Rigid> {
        let mut worlds: Vec<World> = Vec::with_capacity(self.nodes.len());
        for moved in &self.nodes {
            worlds.push(moved.world(&worlds, &self.node(moved).local_transform));
        }
        worlds.iter().map(World::rigid).collect()
    }

    fn node(&self, moved: &Moved) -> &Node {
        &self.scene.nodes[moved.id]
    }
}

/// Whether a curve has more than one value.
fn changes(curve: &AnimCurve) -> bool {
    let Some(first) = curve.keyframes.iter().next() else {
        return false;
    };
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
        Rigid { place: self.transform.translation, rotation: self.rotation }
    }
}

impl Moved {
    /// The node below those that are ahead of it.
    fn world(&self, worlds: &[World], local: &ufbx::Transform) -> World {
        let ufbx::Transform { translation: t, rotation: r, scale: s } = local;
        let mut place = DVec3::new(t.x, t.y, t.z);
        let mut scale = DVec3::new(s.x, s.y, s.z);
        let rotation = DQuat::from_xyzw(r.x, r.y, r.z, r.w).normalize();
        let parent = self.parent.map(|parent| &worlds[parent]);
        let above = match (parent, self.inherits) {
            (None, _) => DAffine3::IDENTITY,
            (Some(parent), InheritMode::Normal) => parent.transform,
            (Some(parent), _) => {
                place *= parent.scale;
                if let Some(from) = self.scale_from {
                    scale *= worlds[from].scale;
                }
                parent.unscaled
            }
        };
        World {
            transform: above * DAffine3::from_scale_rotation_translation(scale, rotation, place),
            unscaled: above * DAffine3::from_rotation_translation(rotation, place),
            scale,
            rotation: parent.map_or(rotation, |parent| parent.rotation * rotation),
        }
    }
}
