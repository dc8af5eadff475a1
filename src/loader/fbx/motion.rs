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
use ufbx::{InheritMode, Node, SceneRoot};

use super::super::sampled::Rigid;
use super::nodes::SkeletonNodes;

/// What the take's animation does to the nodes of the skeleton.
pub(super) struct Motions<'a> {
    scene: &'a SceneRoot,
    /// The place of its stack in the scene.
    stack: Option<usize>,
    nodes: Vec<Moved>,
}

/// A node with what its evaluation needs.
struct Moved {
    /// The place of the node in the scene.
    id: usize,
    parent: Option<usize>,
    inherits: InheritMode,
    /// The node whose scale this one takes over, by component.
    scale_from: Option<usize>,
    /// Whether its own transform has curves.
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
    pub fn of(scene: &'a SceneRoot, skeleton: &SkeletonNodes<'_>, stack: Option<usize>) -> Self {
        let mut animated = vec![false; skeleton.nodes.len()];
        let mut scaled = animated.clone();
        let layers = stack
            .into_iter()
            .flat_map(|i| scene.anim_stacks[i].layers.iter());
        for prop in layers.flat_map(|layer| layer.anim_props.iter()) {
            if let Some(&i) = skeleton.places.get(&prop.element.element_id) {
                animated[i] = true;
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
                moves: animated[i] || above,
            });
        }
        Self {
            scene,
            stack,
            nodes,
        }
    }

    /// How many nodes move.
    pub fn moving(&self) -> usize {
        self.nodes.iter().filter(|moved| moved.moves).count()
    }

    /// Whether a node moves in its parent's frame.
    pub fn moves(&self, i: usize) -> bool {
        self.nodes[i].moves
    }

    /// Places all nodes at a time in seconds.
    pub fn evaluate(&self, time: f64, all: &mut [Rigid]) {
        // A frame that is on a key has its value, however the time of the frame was rounded: keys are whole
        // numbers of the file's own unit of time.
        let unit = self.scene.metadata.ktime_second as f64;
        let time = match unit > 0.0 {
            true => (time * unit).round() / unit,
            false => time,
        };
        let anim = self.stack.map(|i| &self.scene.anim_stacks[i].anim);
        self.place(all, |moved| match anim.filter(|_| moved.is_animated) {
            Some(anim) => ufbx::evaluate_transform(anim, self.node(moved), time),
            None => self.node(moved).local_transform,
        });
    }

    /// Places all nodes as they stand where nothing is animated.
    pub fn stand(&self) -> Vec<Rigid> {
        let mut all = vec![Rigid::IDENTITY; self.nodes.len()];
        self.place(&mut all, |moved| self.node(moved).local_transform);
        all
    }

    fn node(&self, moved: &Moved) -> &Node {
        &self.scene.nodes[moved.id]
    }

    fn place(&self, all: &mut [Rigid], local: impl Fn(&Moved) -> ufbx::Transform) {
        let mut worlds: Vec<World> = Vec::with_capacity(self.nodes.len());
        for (moved, rigid) in self.nodes.iter().zip(all) {
            let world = moved.world(&worlds, &local(moved));
            *rigid = Rigid {
                place: world.transform.translation,
                rotation: world.rotation,
            };
            worlds.push(world);
        }
    }
}

impl Moved {
    /// The node below those that are ahead of it.
    fn world(&self, worlds: &[World], local: &ufbx::Transform) -> World {
        let ufbx::Transform {
            translation: t,
            rotation: r,
            scale: s,
        } = local;
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
