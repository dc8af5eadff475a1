//! Which node is which part of a body, and which swings with it as hair and cloth do, as VRM files say.
//!
//! ```text
//! VRM 1.0    extensions.VRMC_vrm.humanoid.humanBones.{name}.node
//! VRMA       extensions.VRMC_vrm_animation.humanoid.humanBones.{name}.node
//!            extensions.VRMC_vrm_animation.{lookAt, expressions.{preset, custom}.{name}}.node
//! VRM 0.x    extensions.VRM.humanoid.humanBones[] {bone, node}
//! springs    extensions.VRMC_springBone.springs[].joints[].node
//!            extensions.VRM.secondaryAnimation.boneGroups[].bones[]: where chains begin
//! ```

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::super::word::plain_text;

#[derive(Default)]
pub(super) struct HumanBones {
    /// The parts of a body by the numbers of their nodes.
    pub names: HashMap<usize, String>,
    /// Nodes whose transforms stand for something else: the weight of an expression, where eyes look.
    pub controls: HashSet<usize>,
    /// Nodes of chains that swing, or where such a chain begins.
    pub springs: HashSet<usize>,
    /// The format that says so, for people.
    pub format: Option<&'static str>,
}

impl HumanBones {
    pub fn read(extensions: &Value) -> Self {
        let mut human = Self::default();
        for (key, format) in [("VRMC_vrm", "VRM 1.0"), ("VRMC_vrm_animation", "VRM animation 1.0")]
        {
            let Some(vrm) = extensions.get(key) else { continue };
            human.format = Some(format);
            for (name, bone) in members(&vrm["humanoid"]["humanBones"]) {
                human.names.extend(number(&bone["node"]).map(|node| (node, plain_text(name))));
            }
            human.controls.extend(number(&vrm["lookAt"]["node"]));
            for kind in ["preset", "custom"] {
                let expressions = members(&vrm["expressions"][kind]);
                human.controls.extend(expressions.filter_map(|(_, one)| number(&one["node"])));
            }
        }
        if let Some(vrm) = extensions.get("VRM") {
            human.format = Some("VRM 0.x");
            human.names.extend(elements(&vrm["humanoid"]["humanBones"]).filter_map(|bone| {
                Some((number(&bone["node"])?, plain_text(bone["bone"].as_str()?)))
            }));
            let groups = elements(&vrm["secondaryAnimation"]["boneGroups"]);
            let bones = groups.flat_map(|group| elements(&group["bones"]));
            human.springs.extend(bones.filter_map(number));
        }
        let springs = elements(&extensions["VRMC_springBone"]["springs"]);
        let joints = springs.flat_map(|spring| elements(&spring["joints"]));
        human.springs.extend(joints.filter_map(|joint| number(&joint["node"])));
        human
    }

    /// The part of the body that a node is.
    pub fn name(&self, number: usize) -> Option<&str> {
        self.names.get(&number).map(String::as_str)
    }
}

/// The elements of a value, if it is a list.
fn elements(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The members of a value, if it is an object.
fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn number(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}
