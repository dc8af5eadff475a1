//! The reference video of a take: which file shows the performance, and by how much it is shifted.

use serde::{Deserialize, Serialize};

use super::record::Other;
use super::time::Time;

/// Which video is looked at beside a take.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReferenceVideo {
    /// Its file, seen from the folder of the take, with `/` between folders; `None` where it is the one that lies
    /// beside the take under its name.
    #[serde(default)]
    pub file: Option<String>,
    /// Whether there is to be none, whatever lies beside the take.
    #[serde(default, skip_serializing_if = "is_false")]
    pub removed: bool,
    /// The time of the video at the take's first frame, in seconds.
    #[serde(default)]
    pub offset: f64,
    /// Frames a second, where it is an image sequence and somebody has said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// Who said so last.
    #[serde(default)]
    pub author: String,
    /// When that was. Of two the later one counts.
    #[serde(default)]
    pub changed: Time,
    /// What this version does not know.
    #[serde(flatten)]
    pub other: Other,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl ReferenceVideo {
    /// Whether somebody has said anything of it.
    pub fn is_given(&self) -> bool {
        *self != Self::default()
    }
}
