//! What the footer of a file of frames says of the takes in it, as JSON: their skeletons, each once.

use serde::{Deserialize, Serialize};

/// The key of the footer's metadata.
pub const CONTENTS: &str = "rushes.takes";

/// The takes of a file with their skeletons.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Contents {
    /// Those of all takes, each once.
    pub skeletons: Vec<Figure>,
    /// All that have frames.
    pub takes: Vec<TakeEntry>,
}

/// A take of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TakeEntry {
    /// What it is called in the column of takes.
    pub take: String,
    /// The place of its skeleton.
    pub skeleton: usize,
}

/// Joints with what hangs from them, in metres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Parents first.
    pub joints: Vec<String>,
    /// The place of the parent of each; -1 for roots.
    pub parents: Vec<i32>,
    /// Where each is in its parent's frame in the rest pose; a root, in the world.
    pub offsets: Vec<[f32; 3]>,
    /// Ends of bones that are no joint.
    pub ends: Vec<End>,
}

/// The end of a bone that is no joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// The place of the joint that turns it.
    pub joint: usize,
    /// In the joint's frame, in metres.
    pub offset: [f32; 3],
}

impl Contents {
    /// Adds a take, whose skeleton may be that of another one.
    pub fn add(&mut self, key: &str, figure: &Figure) {
        let known = self.skeletons.iter().position(|known| known == figure);
        let skeleton = known.unwrap_or_else(|| {
            self.skeletons.push(figure.clone());
            self.skeletons.len() - 1
        });
        self.takes.push(TakeEntry { take: key.into(), skeleton });
    }

    /// The skeleton of a take.
    pub fn figure(&self, take: &str) -> Option<&Figure> {
        let entry = self.takes.iter().find(|entry| entry.take == take)?;
        self.skeletons.get(entry.skeleton)
    }
}
