//! Which nodes of a scene are its skeleton.
//!
//! Joints are, and everything above them; groups (Null) below them where they, or something under them, are animated, or
//! where they have no children: the ends of bones, such as toes and the top of the head. A scene without joints shows
//! what is animated, and what is above that: the markers of an optical take, or a rig of groups; and one in which nothing
//! is animated its groups. Cameras, lights and meshes are left out as long as they carry nothing of that.

use std::collections::{HashMap, HashSet};

use ufbx::{ElementType, Node, Scene};

use super::super::parents_first::{any_above, any_below};
use super::scene::is_transform;

/// The nodes that are shown, parents first.
pub(super) struct SkeletonNodes<'a> {
    pub nodes: Vec<&'a Node>,
    /// The index of each one's parent, which is shown too.
    pub parents: Vec<Option<usize>>,
    pub has_bone: Vec<bool>,
    /// Whether it is a joint, and no group.
    pub is_joint: Vec<bool>,
    /// The index of a shown node by its id.
    pub indices: HashMap<u32, usize>,
}

impl<'a> SkeletonNodes<'a> {
    pub fn select(scene: &'a Scene) -> Self {
        let all = in_order(scene);
        let indices = indices_by_id(&all);
        let parent = |node: &&Node| indices.get(&node.parent.as_ref()?.element.element_id).copied();
        let parents: Vec<Option<usize>> = all.iter().map(parent).collect();
        let animated = animated(scene);
        let is_animated = |node: &Node| animated.contains(&node.element.element_id);
        let is_joint = |node: &Node| node.attrib_type == ElementType::Bone;
        let has_joints = all.iter().any(|node| is_joint(node));
        let is_group = |node: &Node| {
            matches!(node.attrib_type, ElementType::Empty | ElementType::Unknown)
                && !node.is_geometry_transform_helper
        };
        let is_prop = |node: &Node| {
            use ElementType::{Camera, CameraSwitcher, Light, StereoCamera};
            matches!(node.attrib_type, Camera | CameraSwitcher | Light | StereoCamera)
        };
        let is_moved = |i: usize| is_animated(all[i]) && !is_prop(all[i]);
        // What moves and has joints below it is a part of the figure, and so is what moves below that.
        let has_joint = any_below(&parents, |i| is_joint(all[i]));
        let is_in_figure = any_above(&parents, |i| is_joint(all[i]) || is_moved(i) && has_joint[i]);
        let is_end = |i: usize| {
            let Some(parent) = parents[i].filter(|_| is_group(all[i])) else { return false };
            let ends_bone = if has_joints {
                is_joint(all[parent])
            } else {
                // What is at the top holds a set of markers together, or a rig.
                is_moved(parent) && parents[parent].is_some()
            };
            ends_bone && all[i].children.is_empty()
        };
        let is_wanted = |i: usize| {
            let is_own = if has_joints {
                is_joint(all[i]) || is_group(all[i]) && is_moved(i) && is_in_figure[i]
            } else {
                is_moved(i)
            };
            is_own || is_end(i)
        };
        let is_wanted: Vec<bool> = (0..all.len()).map(is_wanted).collect();
        let is_still = !is_wanted.contains(&true);
        let is_shown =
            any_below(&parents, |i| if is_still { is_group(all[i]) } else { is_wanted[i] });
        let shown: Vec<usize> = (0..all.len()).filter(|&i| is_shown[i]).collect();
        let shown_parent =
            |&i: &usize| parents[i].and_then(|parent| shown.binary_search(&parent).ok());
        let carries_bone = |i: usize| {
            if has_joints { is_in_figure[i] } else { parents[i].is_some() }
        };
        let nodes: Vec<&Node> = shown.iter().map(|&i| all[i]).collect();
        Self {
            parents: shown.iter().map(shown_parent).collect(),
            has_bone: shown.iter().map(|&i| parents[i].is_some_and(carries_bone)).collect(),
            is_joint: nodes.iter().map(|node| is_joint(node)).collect(),
            indices: indices_by_id(&nodes),
            nodes,
        }
    }
}

fn indices_by_id(nodes: &[&Node]) -> HashMap<u32, usize> {
    nodes.iter().enumerate().map(|(i, node)| (node.element.element_id, i)).collect()
}

/// All nodes but the root of the scene, each ahead of its children, which are in the order of the file.
fn in_order(scene: &Scene) -> Vec<&Node> {
    let children = |node: &'_ Node| {
        let mut children: Vec<u32> = node.children.iter().map(|c| c.element.typed_id).collect();
        children.sort_unstable_by_key(|&id| {
            std::cmp::Reverse(scene.nodes[id as usize].element.element_id)
        });
        children
    };
    let mut open = children(&scene.root_node);
    let mut found = Vec::with_capacity(scene.nodes.count);
    while let Some(id) = open.pop() {
        let node = &scene.nodes[id as usize];
        found.push(node);
        open.extend(children(node));
    }
    found
}

/// The ids of the elements that any take moves.
fn animated(scene: &Scene) -> HashSet<u32> {
    let props = scene.anim_layers.iter().flat_map(|layer| layer.anim_props.iter());
    let moved = props.filter(|prop| {
        let mut curves = prop.anim_value.curves.iter().flatten();
        is_transform(&prop.prop_name) && curves.any(|curve| curve.min_value < curve.max_value)
    });
    moved.map(|prop| prop.element.element_id).collect()
}
