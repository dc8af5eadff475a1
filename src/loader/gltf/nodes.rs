//! Which nodes of a file are its skeleton, and how they hang together.
//!
//! The joints of all skins are, what an animation of the file moves, what is named as a part of a body, and
//! everything between and above these. What hangs from a joint and carries no mesh, camera or light is too: the ends of
//! its bones, such as toes and the top of the head, and chains of hair. Nodes are known by their numbers; names may be
//! missing or repeat.

use std::collections::HashSet;

use glam::{DAffine3, DMat4, DQuat, DVec3};
use gltf::json::scene::Node;

use super::super::sampled::Rigid;
use super::super::word::plain_text;
use super::document::Json;
use super::human_bones::HumanBones;

/// The nodes that are shown, parents first.
pub(super) struct SceneNodes {
    /// The number of each one in the file.
    pub numbers: Vec<usize>,
    /// The index of each one's parent, which is shown too.
    pub parents: Vec<Option<usize>>,
    pub has_bone: Vec<bool>,
    /// Whether it is hair, cloth or the like.
    pub is_secondary: Vec<bool>,
}

impl SceneNodes {
    pub fn select(json: &Json, human: &HumanBones, animated: &HashSet<usize>) -> Self {
        let (order, parents) = in_order(json);
        let joints = json.skins.iter().flat_map(|skin| skin.joints.iter().copied());
        let joints: HashSet<usize> = joints.chain(human.names.keys().copied()).collect();
        let is_wanted = |number: usize| {
            !human.controls.contains(&number)
                && (joints.contains(&number) || animated.contains(&number))
        };
        // Which nodes, or any below them, are such.
        let any_below = |is: &dyn Fn(usize) -> bool| {
            let mut all: Vec<bool> = (0..json.nodes.len()).map(is).collect();
            for &number in order.iter().rev() {
                if let Some(parent) = parents[number].filter(|_| all[number]) {
                    all[parent] = true;
                }
            }
            all
        };
        let mut is_shown = any_below(&is_wanted);
        let carries = any_below(&|number| {
            human.controls.contains(&number) || is_carrying(&json.nodes[number])
        });
        let has_body = any_below(&|number| human.name(number).is_some());
        let mut is_secondary = vec![false; json.nodes.len()];
        let mut is_below_head = is_secondary.clone();
        // A node hangs from a bone where it is below a joint, or below what moves and is not at the top.
        let mut is_carried = is_secondary.clone();
        let mut indices = vec![None; json.nodes.len()];
        let mut nodes = Self {
            numbers: Vec::new(),
            parents: Vec::new(),
            has_bone: Vec::new(),
            is_secondary: Vec::new(),
        };
        for &number in &order {
            if let Some(parent) = parents[number] {
                is_carried[number] = is_carried[parent]
                    || joints.contains(&parent)
                    || parents[parent].is_some() && animated.contains(&parent);
                is_shown[number] |= is_carried[number] && is_shown[parent] && !carries[number];
                is_below_head[number] = is_below_head[parent] || human.name(parent) == Some("head");
                is_secondary[number] = is_secondary[parent];
            }
            // A node without children below the head is its top, and no hair.
            let is_chain = || json.nodes[number].children.iter().flatten().next().is_some();
            let is_hair = || is_below_head[number] && !has_body[number] && is_chain();
            is_secondary[number] |= human.springs.contains(&number) || is_hair();
            is_secondary[number] &= human.name(number).is_none();
            if is_shown[number] {
                indices[number] = Some(nodes.numbers.len());
                nodes.numbers.push(number);
                nodes.parents.push(parents[number].and_then(|parent| indices[parent]));
                nodes.has_bone.push(is_carried[number]);
                nodes.is_secondary.push(is_secondary[number]);
            }
        }
        nodes
    }
}

/// Whether a node is where something is: a mesh, a camera or a light.
fn is_carrying(node: &Node) -> bool {
    const LIGHT: &str = "KHR_lights_punctual";
    let extensions = node.extensions.as_ref();
    let is_light = extensions.is_some_and(|extensions| extensions.others.contains_key(LIGHT));
    node.mesh.is_some() || node.camera.is_some() || is_light
}

/// All nodes, each ahead of its children, and each one's parent. A node that would be below two others
/// stays below the first, and one above itself below none.
pub(super) fn in_order(json: &Json) -> (Vec<usize>, Vec<Option<usize>>) {
    let count = json.nodes.len();
    let children = |number: usize| {
        let children = json.nodes[number].children.iter().flatten();
        children.map(|child| child.value()).filter(|&child| child < count)
    };
    let mut parents: Vec<Option<usize>> = vec![None; count];
    for number in 0..count {
        for child in children(number).filter(|&child| child != number) {
            parents[child].get_or_insert(number);
        }
    }
    let mut order = Vec::with_capacity(count);
    let mut is_reached = vec![false; count];
    // What no root leads to is a ring: it is opened at its first node.
    let roots: Vec<usize> = (0..count).filter(|&n| parents[n].is_none()).collect();
    for start in roots.into_iter().chain(0..count) {
        if is_reached[start] {
            continue;
        }
        parents[start] = None;
        let mut open = vec![start];
        while let Some(number) = open.pop() {
            if std::mem::replace(&mut is_reached[number], true) {
                continue;
            }
            order.push(number);
            let own: Vec<usize> =
                children(number).filter(|&c| parents[c] == Some(number)).collect();
            open.extend(own.into_iter().rev());
        }
    }
    (order, parents)
}

/// The world transforms of all nodes of a file where nothing is animated.
pub(super) fn worlds(json: &Json) -> Vec<DAffine3> {
    let (order, parents) = in_order(json);
    let mut worlds = vec![DAffine3::IDENTITY; json.nodes.len()];
    for number in order {
        let above = parents[number].map_or(DAffine3::IDENTITY, |parent| worlds[parent]);
        worlds[number] = above * Transform::new(&json.nodes[number]).affine();
    }
    worlds
}

/// The name of a node, or a name by its number.
pub(super) fn name(json: &Json, number: usize) -> String {
    let name = json.nodes[number].name.as_deref().map(plain_text);
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("node{number}"))
}

#[derive(Clone, Copy)]
pub(super) struct Transform {
    pub translation: DVec3,
    pub rotation: DQuat,
    pub scale: DVec3,
}

impl Transform {
    /// The transform of a node where nothing animates it.
    pub fn new(node: &Node) -> Self {
        let (scale, rotation, translation) = if let Some(matrix) = node.matrix {
            DMat4::from_cols_array(&matrix.map(f64::from)).to_scale_rotation_translation()
        } else {
            let vector = |v: [f32; 3]| DVec3::from(v.map(f64::from));
            let rotation = node.rotation.unwrap_or_default().0;
            (
                node.scale.map_or(DVec3::ONE, vector),
                DQuat::from_array(rotation.map(f64::from)).normalize(),
                node.translation.map_or(DVec3::ZERO, vector),
            )
        };
        let rotation = if rotation.is_finite() { rotation } else { DQuat::IDENTITY };
        Self { translation, rotation, scale }
    }

    pub fn rigid(&self) -> Rigid {
        Rigid { position: self.translation, rotation: self.rotation }
    }

    pub fn affine(&self) -> DAffine3 {
        DAffine3::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The names of the nodes that are shown, with a star where they are of hair and cloth.
    fn shown(file: serde_json::Value) -> Vec<String> {
        let json: Json = serde_json::from_value(file).expect("a glTF");
        let human = HumanBones::read(&json.extensions);
        let nodes = SceneNodes::select(&json, &human, &HashSet::from([1]));
        let all = nodes.numbers.iter().zip(&nodes.is_secondary);
        let name = |(number, is_secondary): (&usize, &bool)| {
            name(&json, *number) + if *is_secondary { "*" } else { "" }
        };
        all.map(name).collect()
    }

    fn nodes(all: &[(&str, &[usize])]) -> serde_json::Value {
        let node =
            |(name, children): &(&str, &[usize])| json!({ "name": name, "children": children });
        all.iter().map(node).collect()
    }

    #[test]
    fn chains_that_swing_are_told_from_the_ends_of_the_body() {
        #[rustfmt::skip]
        let all = nodes(&[
            ("hips", &[1, 6]), ("head", &[2, 3]), ("top", &[]), ("face", &[4, 5]), ("eye", &[]), ("fringe", &[8]),
            ("skirt", &[7]), ("hem", &[]), ("tip", &[]),
        ]);
        let body = [("hips", 0), ("head", 1), ("leftEye", 4)];
        let expected = ["hips", "head", "top", "face", "eye", "fringe*", "tip*", "skirt*", "hem*"];
        let bones: serde_json::Map<_, _> =
            body.iter().map(|(part, node)| (part.to_string(), json!({ "node": node }))).collect();
        let springs = json!({ "springs": [{ "joints": [{ "node": 6 }] }] });
        let extensions = json!({
            "VRMC_vrm": { "humanoid": { "humanBones": bones } }, "VRMC_springBone": springs,
        });
        assert_eq!(shown(json!({ "nodes": all, "extensions": extensions })), expected);
        let bones: Vec<_> =
            body.iter().map(|(part, node)| json!({ "bone": part, "node": node })).collect();
        let groups = json!([{ "bones": [6] }]);
        let extensions = json!({
            "VRM": { "humanoid": { "humanBones": bones }, "secondaryAnimation": { "boneGroups": groups } },
        });
        assert_eq!(shown(json!({ "nodes": all, "extensions": extensions })), expected);
    }

    #[test]
    fn ends_hang_from_joints_and_carry_nothing() {
        #[rustfmt::skip]
        let mut all = nodes(&[
            ("figure", &[1, 2]), ("hand", &[3, 4, 5]), ("beside", &[]), ("end", &[]), ("group", &[6]), ("camera", &[]),
            ("ring", &[]),
        ]);
        all[5]["camera"] = 0.into();
        all[6]["mesh"] = 0.into();
        let skins = json!([{ "joints": [1] }]);
        assert_eq!(shown(json!({ "nodes": all, "skins": skins })), ["figure", "hand", "end"]);
        // Where nothing is a joint, what moves is as good as one.
        assert_eq!(shown(json!({ "nodes": all })), ["figure", "hand", "end"]);
    }
}
