//! What reviewers say of a take as a whole: its rating, and the reference video beside it.

use serde::{Deserialize, Serialize};

use super::record::UnknownKeys;
use super::time::Time;

/// Whether a take is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The one to use, circled on the take sheet.
    Circled,
    Keep,
    Reject,
}

impl Verdict {
    pub const ALL: [Self; 3] = [Self::Circled, Self::Keep, Self::Reject];

    /// The word for it in files and on the command line, which never changes.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Circled => "circled",
            Self::Keep => "keep",
            Self::Reject => "reject",
        }
    }

    pub const fn label(self) -> &'static str {
        match self {
            Self::Circled => "Circled",
            Self::Keep => "Keep",
            Self::Reject => "Reject",
        }
    }

    /// Whether the take goes on to whoever works with it.
    pub const fn is_kept(self) -> bool {
        matches!(self, Self::Circled | Self::Keep)
    }
}

/// So many stars a take can have.
pub const MAX_STARS: u8 = 5;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Whether it is used; `None` where nobody has said.
    #[serde(default)]
    pub verdict: Option<Verdict>,
    /// From 1 to 5 stars; 0 where nobody has given any.
    #[serde(default)]
    pub stars: u8,
    #[serde(default)]
    pub author: String,
    /// When that was. Of two ratings the later one counts.
    #[serde(default)]
    pub changed: Time,
    #[serde(flatten)]
    pub other: UnknownKeys,
}

impl Rating {
    /// Whether somebody has rated the take.
    pub fn is_given(&self) -> bool {
        self.verdict.is_some() || self.stars > 0
    }

    /// It for people: `circled, 4 of 5 stars`; `None` where there is none.
    pub fn text(&self) -> Option<String> {
        let verdict = self.verdict.map(|verdict| verdict.word().to_string());
        let stars = (self.stars > 0).then(|| format!("{} of {MAX_STARS} stars", self.stars));
        let parts: Vec<String> = verdict.into_iter().chain(stars).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

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
    #[serde(default)]
    pub author: String,
    /// When that was. Of two the later one counts.
    #[serde(default)]
    pub changed: Time,
    #[serde(flatten)]
    pub other: UnknownKeys,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl ReferenceVideo {
    pub fn is_given(&self) -> bool {
        *self != Self::default()
    }
}
