//! The channel names of each format, and names that no two have.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::{Axis, Channel, NodeId, Take};

/// The words that a format has for its channels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Naming {
    /// Words for people: the format has none, or as many as it has writers.
    #[default]
    Plain,
    /// `Xposition`, `Zrotation`
    Bvh,
    /// `Tx`, `Rz`, `SF`
    Htr,
    /// `tx`, `rz`, `l`
    Acclaim,
    /// `XTRAN`, `ZROT`, `YSCALE`
    Bva,
}

impl Naming {
    /// What a channel is called; where the format has no word, what it does and along or about which axis, for people.
    pub fn of(self, channel: Channel) -> String {
        use Channel::{
            BoneScale, BoxSize, Confidence, Position, Rotation, Slide, Translation, Unused,
        };
        let small = |axis: Axis| axis.name().to_ascii_lowercase();
        match (self, channel) {
            (Self::Bvh, Position(axis) | Translation(axis)) => format!("{}position", axis.name()),
            (Self::Bvh, Rotation(axis)) => format!("{}rotation", axis.name()),
            (Self::Htr, Position(axis) | Translation(axis)) => format!("T{}", small(axis)),
            (Self::Htr, Rotation(axis)) => format!("R{}", small(axis)),
            (Self::Htr, BoneScale) => "SF".to_string(),
            (Self::Acclaim, Translation(axis) | Slide(axis)) => format!("t{}", small(axis)),
            (Self::Acclaim, Rotation(axis)) => format!("r{}", small(axis)),
            (Self::Bva, Position(axis)) => format!("{}TRAN", axis.name()),
            (Self::Bva, Rotation(axis)) => format!("{}ROT", axis.name()),
            (Self::Bva, BoneScale) => "YSCALE".to_string(),
            (_, Translation(axis)) => format!("Translation {}", axis.name()),
            (_, Slide(axis)) => format!("Slide {}", axis.name()),
            (_, Position(axis)) => format!("Position {}", axis.name()),
            (_, Rotation(axis)) => format!("Rotation {}", axis.name()),
            (_, BoneScale) => "Bone scale".to_string(),
            (_, BoxSize(axis)) => format!("Box {}", axis.name()),
            (_, Confidence) => "Confidence".to_string(),
            (_, Unused) => "Unused".to_string(),
        }
    }
}

impl Take {
    /// What the file calls a channel of a node, counted from 0.
    ///
    /// # Panics
    /// Where the node has no such channel.
    pub fn channel_name(&self, node: NodeId, index: usize) -> String {
        let channel = self.skeleton[node].channels[index];
        // In Acclaim's files the end of a bone moves by the bone's own `l`.
        if self.naming == Naming::Acclaim && self.is_end(node) {
            return "l".to_string();
        }
        self.naming.of(channel)
    }

    /// Whether a node is the end of its parent's bone, and is called after it.
    fn is_end(&self, node: NodeId) -> bool {
        let node = &self.skeleton[node];
        let bone = node.name.strip_suffix("_end");
        let parent = node.parent.map(|parent| &self.skeleton[parent].name);
        bone.is_some() && bone == parent.map(String::as_str)
    }
}

/// These names in their order; of those that several have, the second one is called `Hips.2`.
pub fn unique_names(names: &[String]) -> Vec<String> {
    let mut taken: HashSet<String> = names.iter().cloned().collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let unique = names.iter().map(|name| {
        let count = counts.entry(name).or_default();
        loop {
            *count += 1;
            if *count == 1 {
                return name.clone();
            }
            let other = format!("{name}.{count}");
            if taken.insert(other.clone()) {
                return other;
            }
        }
    });
    unique.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_are_called_as_their_files_call_them() {
        let channels = [Channel::Position(Axis::X), Channel::Rotation(Axis::Z), Channel::BoneScale];
        for (naming, names) in [
            (Naming::Plain, ["Position X", "Rotation Z", "Bone scale"]),
            (Naming::Bvh, ["Xposition", "Zrotation", "Bone scale"]),
            (Naming::Htr, ["Tx", "Rz", "SF"]),
            (Naming::Bva, ["XTRAN", "ZROT", "YSCALE"]),
        ] {
            assert_eq!(channels.map(|channel| naming.of(channel)), names);
        }
        let moved = [Channel::Translation(Axis::Y), Channel::Slide(Axis::Y)];
        assert_eq!(moved.map(|channel| Naming::Acclaim.of(channel)), ["ty", "ty"]);
    }
}
