//! What a reviewer adds beside notes: events, findings to ignore, foot contacts.

use serde::{Deserialize, Serialize};

use super::note::Frames;
use super::record::{Id, Stamp, UnknownKeys, record};
use super::time::Time;
use crate::review::checks::Finding;
use crate::take::Take;

/// A named moment. Those that the file itself has are in [`Take::events`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    pub id: Id,
    /// Its frame, which counts from 0.
    pub frame: usize,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    #[serde(flatten)]
    pub stamp: Stamp,
    #[serde(flatten)]
    pub other: UnknownKeys,
}

impl Event {
    pub fn new(frame: usize, name: String, author: impl Into<String>, now: Time) -> Self {
        Self {
            id: Id::new(now),
            frame,
            name,
            joint: None,
            stamp: Stamp::new(author, now),
            other: UnknownKeys::new(),
        }
    }
}

record!(Event, |event| (event.frame, event.frame));

/// Findings that are not to be reported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IgnoredFinding {
    pub id: Id,
    /// The word of the check.
    pub check: String,
    /// The joint or marker, by name; `None` for the figure as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    /// The frames; `None` for all findings of the check in this take, of whatever joint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<Frames>,
    #[serde(flatten)]
    pub stamp: Stamp,
    #[serde(flatten)]
    pub other: UnknownKeys,
}

impl IgnoredFinding {
    pub fn from_finding(
        finding: &Finding,
        take: &Take,
        author: impl Into<String>,
        now: Time,
    ) -> Self {
        Self {
            joint: finding.joint(take).map(String::from),
            frames: Some(Frames::from([finding.first, finding.last])),
            ..Self::from_check(finding.check.word(), author, now)
        }
    }

    /// A check, by its word, that is to be ignored in the whole take.
    pub fn from_check(check: &str, author: impl Into<String>, now: Time) -> Self {
        Self {
            id: Id::new(now),
            check: check.to_string(),
            joint: None,
            frames: None,
            stamp: Stamp::new(author, now),
            other: UnknownKeys::new(),
        }
    }

    /// Whether it is about a finding: one of the check and joint that has a frame in common, since other
    /// limits move the ends of a finding.
    pub fn matches(&self, finding: &Finding, take: &Take) -> bool {
        let found = Frames::from([finding.first, finding.last]);
        let is_there =
            |frames: Frames| frames.overlaps(found) && self.joint.as_deref() == finding.joint(take);
        self.check == finding.check.word() && self.frames.is_none_or(is_there)
    }
}

record!(IgnoredFinding, |ignored| { ignored.frames.map_or((0, 0), |at| (at.first, at.last)) });

/// When a foot stands, where somebody has edited that: in place of the contacts that the checks find for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FootContacts {
    /// Its id, which is that of the joint.
    pub id: Id,
    /// The first joint of the foot, by name, as [`crate::review::checks::Contact`] has it.
    pub joint: String,
    /// When it stands, in the order of frames.
    pub contacts: Vec<Frames>,
    #[serde(flatten)]
    pub stamp: Stamp,
    #[serde(flatten)]
    pub other: UnknownKeys,
}

impl FootContacts {
    pub fn new(joint: &str, contacts: Vec<Frames>, author: impl Into<String>, now: Time) -> Self {
        Self {
            id: Id::from_name(joint),
            joint: joint.to_string(),
            contacts,
            stamp: Stamp::new(author, now),
            other: UnknownKeys::new(),
        }
    }
}

record!(FootContacts, |_| (0, 0));
