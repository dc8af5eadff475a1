//! The channel names of each format.

use super::{Axis, Channel, NodeId, Take};

/// The words that a format has for its channels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// What a channel is called.
    pub fn of(self, channel: Channel) -> String {
        let words = match self {
            Self::Plain => None,
            Self::Bvh => Self::bvh(channel),
            Self::Htr => Self::htr(channel),
            Self::Acclaim => Self::acclaim(channel),
            Self::Bva => Self::bva(channel),
        };
        words.unwrap_or_else(|| plain(channel))
    }

    fn bvh(channel: Channel) -> Option<String> {
        match channel {
            Channel::Position(axis) | Channel::Translation(axis) => {
                Some(format!("{}position", axis.name()))
            }
            Channel::Rotation(axis) => Some(format!("{}rotation", axis.name())),
            _ => None,
        }
    }

    fn htr(channel: Channel) -> Option<String> {
        match channel {
            Channel::Position(axis) | Channel::Translation(axis) => {
                Some(format!("T{}", small(axis)))
            }
            Channel::Rotation(axis) => Some(format!("R{}", small(axis))),
            Channel::BoneScale => Some("SF".to_string()),
            _ => None,
        }
    }

    fn acclaim(channel: Channel) -> Option<String> {
        match channel {
            Channel::Translation(axis) | Channel::Slide(axis) => Some(format!("t{}", small(axis))),
            Channel::Rotation(axis) => Some(format!("r{}", small(axis))),
            _ => None,
        }
    }

    fn bva(channel: Channel) -> Option<String> {
        match channel {
            Channel::Position(axis) => Some(format!("{}TRAN", axis.name())),
            Channel::Rotation(axis) => Some(format!("{}ROT", axis.name())),
            Channel::BoneScale => Some("YSCALE".to_string()),
            _ => None,
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

/// What a channel does and along or about which axis, for people.
fn plain(channel: Channel) -> String {
    match channel {
        Channel::Translation(axis) => format!("Translation {}", axis.name()),
        Channel::Slide(axis) => format!("Slide {}", axis.name()),
        Channel::Position(axis) => format!("Position {}", axis.name()),
        Channel::Rotation(axis) => format!("Rotation {}", axis.name()),
        Channel::BoneScale => "Bone scale".to_string(),
        Channel::BoxSize(axis) => format!("Box {}", axis.name()),
        Channel::Unused => "Unused".to_string(),
    }
}

fn small(axis: Axis) -> String {
    axis.name().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_are_called_as_their_files_call_them() {
        let channels = [
            Channel::Position(Axis::X),
            Channel::Rotation(Axis::Z),
            Channel::BoneScale,
        ];
        for (naming, names) in [
            (Naming::Plain, ["Position X", "Rotation Z", "Bone scale"]),
            (Naming::Bvh, ["Xposition", "Zrotation", "Bone scale"]),
            (Naming::Htr, ["Tx", "Rz", "SF"]),
            (Naming::Bva, ["XTRAN", "ZROT", "YSCALE"]),
        ] {
            assert_eq!(channels.map(|channel| naming.of(channel)), names);
        }
        let moved = [Channel::Translation(Axis::Y), Channel::Slide(Axis::Y)];
        let moved = moved.map(|channel| Naming::Acclaim.of(channel));
        assert_eq!(moved, ["ty", "ty"]);
    }
}
