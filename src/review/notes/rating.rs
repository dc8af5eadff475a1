//! The rating of a take.

use serde::{Deserialize, Serialize};

use super::record::Other;
use super::time::Time;

/// Whether a take is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The one to use, circled on the take sheet.
    Circled,
    /// Good enough to keep.
    Keep,
    /// Not to be used.
    Reject,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Circled, Self::Keep, Self::Reject];

    /// The word for it in files and on the command line, which never changes.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Circled => "circled",
            Self::Keep => "keep",
            Self::Reject => "reject",
        }
    }

    /// What a person reads.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Circled => "Circled",
            Self::Keep => "Keep",
            Self::Reject => "Reject",
        }
    }
}

/// So many stars a take can have.
pub const MAX_STARS: u8 = 5;

/// What somebody thinks of a whole take.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Whether it is used; `None` where nobody has said.
    #[serde(default)]
    pub verdict: Option<Verdict>,
    /// From 1 to 5 stars; 0 where nobody has given any.
    #[serde(default)]
    pub stars: u8,
    /// Who rated it last.
    #[serde(default)]
    pub author: String,
    /// When that was. Of two ratings the later one counts.
    #[serde(default)]
    pub changed: Time,
    /// What this version does not know.
    #[serde(flatten)]
    pub other: Other,
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
