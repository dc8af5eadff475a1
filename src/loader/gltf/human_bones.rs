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

use super::super::scanner::plain_text;

/// The parts of a body by the numbers of their nodes.
#[derive(Default)]
pub(super) struct HumanBones {
    names: HashMap<usize, String>,
    /// Nodes whose transforms stand for something else: the weight of an expression, where eyes look.
    others: HashSet<usize>,
    /// Nodes of chains that swing.
    springs: HashSet<usize>,
    /// Which format says so, for people.
    pub format: Option<&'static str>,
}

impl HumanBones {
    pub fn of(extensions: &Value) -> Self {
        let mut human = Self::default();
        for (key, format) in [("VRMC_vrm", "VRM 1.0"), ("VRMC_vrm_animation", "VRM animation 1.0")]
        {
            let Some(about) = extensions.get(key) else {
                continue;
            };
            human.format = Some(format);
            let bones = &about["humanoid"]["humanBones"];
            let bones = bones.as_object().into_iter().flatten();
            human.names.extend(
                bones.filter_map(|(name, bone)| Some((number(&bone["node"])?, plain_text(name)))),
            );
            human.others.extend(number(&about["lookAt"]["node"]));
            for kind in ["preset", "custom"] {
                let all = about["expressions"][kind].as_object().into_iter().flatten();
                human.others.extend(all.filter_map(|(_, one)| number(&one["node"])));
            }
        }
        if let Some(about) = extensions.get("VRM") {
            human.format = Some("VRM 0.x");
            let bones = about["humanoid"]["humanBones"].as_array();
            human.names.extend(bones.into_iter().flatten().filter_map(|bone| {
                Some((number(&bone["node"])?, plain_text(bone["bone"].as_str()?)))
            }));
            let groups = each(&about["secondaryAnimation"]["boneGroups"]);
            let bones = groups.flat_map(|group| each(&group["bones"]));
            human.springs.extend(bones.filter_map(number));
        }
        let springs = each(&extensions["VRMC_springBone"]["springs"]);
        let joints = springs.flat_map(|spring| each(&spring["joints"]));
        let joints = joints.filter_map(|joint| number(&joint["node"]));
        human.springs.extend(joints);
        human
    }

    /// The nodes that are a part of the body.
    pub fn nodes(&self) -> impl Iterator<Item = usize> + '_ {
        self.names.keys().copied()
    }

    /// What part of the body a node is.
    pub fn name(&self, number: usize) -> Option<&str> {
        self.names.get(&number).map(String::as_str)
    }

    /// Whether a chain that swings begins at a node, or goes on there.
    pub fn is_spring(&self, number: usize) -> bool {
        self.springs.contains(&number)
    }

    /// Whether a node's transform stands for something else.
    pub fn is_no_joint(&self, number: usize) -> bool {
        self.others.contains(&number)
    }
}

/// The elements of a list, if it is one.
fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn number(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}
