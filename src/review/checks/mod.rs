//! The checks: what is wrong with a capture, and where.
//!
//! [`check`] looks at a take once, on all cores, and tells [`Finding`]s: a kind of fault ([`Check`]), a
//! joint, frames, a figure beside its limit ([`Limits`]), how grave it is and a sentence. Each file here is
//! a check or a family of them, and begins with how it works and where that comes from.
//!
//! A reviewer who is shouted at stops listening. So each check rather misses a doubtful fault than tells of
//! a sound motion, what belongs together is one finding, and what happens to a joint is not told of those
//! below it.

mod bones;
mod feet;
mod finding;
mod flips;
mod floor;
mod freeze;
mod gaps;
mod header;
mod jitter;
mod jumps;
mod kind;
mod limits;
mod pops;
mod posture;
mod seam;
mod skate;
mod subject;
mod swaps;

pub use feet::{Contact, EditedContacts};
pub use finding::Finding;
pub use kind::{Check, Severity};
pub use limits::{LIMITS, Limit, Limits};

use crate::scene::Stage;
use crate::take::{NodeId, Take};
use crate::threads::on_all_cores;
use feet::Foot;
use finding::Raw;
use seam::Rotation;
use subject::{Places, Signal, Subject, THREAD};

/// What the checks tell of a take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// The gravest first, then in the order of frames.
    pub findings: Vec<Finding>,
    /// When feet stand, in the order of frames: by the edited contacts of those feet that have some.
    pub contacts: Vec<Contact>,
}

/// What the checks of one node find by themselves.
#[derive(Default)]
struct OfNode {
    /// Whether channels move it, and turn it.
    is_moved: bool,
    is_turned: bool,
    rotation: Option<Rotation>,
    jumps: Vec<Raw>,
    jitter: Vec<Raw>,
    freezes: Vec<Raw>,
    findings: Vec<Finding>,
}

/// Checks a take, on all cores. What is found until somebody cancels it is not all that there is.
///
/// Lengths, the floor and what is up are those of `stage`.
pub fn check(
    take: &Take,
    stage: &Stage,
    limits: &Limits,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Checked {
    check_with(take, stage, limits, &EditedContacts::new(), is_cancelled)
}

/// The same, with the contacts that a person gave some of its feet.
pub fn check_with(
    take: &Take,
    stage: &Stage,
    limits: &Limits,
    edited: &EditedContacts,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Checked {
    let subject = &Subject::new(take, stage, limits, is_cancelled);
    let mut findings = header::findings(subject);
    if subject.frames == 0 || is_cancelled() {
        return Checked { findings, contacts: Vec::new() };
    }
    let ids: Vec<NodeId> = take.skeleton.iter().map(|(id, _)| id).collect();
    let all = on_all_cores(THREAD, ids.len(), |i| {
        if is_cancelled() { OfNode::default() } else { of_node(subject, ids[i]) }
    });
    let (mut jumps, mut jitter, mut freezes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut rotations, mut moved) = (Vec::new(), Vec::new());
    let mut moving = 0;
    for (&id, mut node) in ids.iter().zip(all) {
        moving += usize::from(node.is_moved || node.is_turned);
        moved.extend(node.is_moved.then_some(id));
        rotations.extend(node.rotation);
        jumps.append(&mut node.jumps);
        jitter.append(&mut node.jitter);
        freezes.append(&mut node.freezes);
        findings.append(&mut node.findings);
    }
    findings.extend(gaps::gaps(subject));
    findings.extend(jitter::findings(subject, jitter, moving));
    findings.extend(freeze::findings(subject, freezes, moving));
    let mut contacts = Vec::new();
    let places = Places::of(subject);
    if places.is_none() {
        findings.push(header::too_large(subject));
    }
    if let Some(places) = places.as_ref().filter(|_| !is_cancelled()) {
        let mut jumps = pops::findings(subject, places, jumps, moving);
        let feet = Foot::all(subject, places, edited);
        contacts = feet.iter().flat_map(|foot| foot.contacts(subject)).collect();
        findings.extend(skate::findings(subject, &feet, &contacts));
        findings.extend(floor::findings(subject, places, &feet));
        findings.extend(bones::lengths(subject, places, &moved));
        findings.extend(seam::findings(subject, places, &rotations));
        let postures = posture::findings(subject, places);
        // A take is cut into its T-pose, and out of it.
        jumps.retain(|jump| {
            !postures.iter().any(|pose| {
                pose.check == Check::TPose
                    && (jump.first == pose.first || jump.first == pose.last + 1)
            })
        });
        findings.extend(postures);
        findings.extend(jumps);
    }
    findings.sort_by_key(|finding| (finding.severity, finding.first, finding.check, finding.node));
    contacts.sort_by_key(|contact| (contact.first, contact.node));
    Checked { findings, contacts }
}

/// What can be told of a node by itself.
fn of_node(subject: &Subject, id: NodeId) -> OfNode {
    let signals = Signal::of(subject, id);
    let mut found = OfNode {
        freezes: freeze::raws(subject, id, &signals),
        findings: gaps::not_numbers(subject, id),
        ..OfNode::default()
    };
    found.findings.extend(bones::limits(subject, id));
    for signal in &signals {
        found.is_moved |= !signal.is_rotation;
        found.is_turned |= signal.is_rotation;
        found.rotation = found.rotation.or(Rotation::of(subject, signal));
        found.jumps.extend(pops::raws(subject, signal));
        found.jitter.extend(jitter::raws(subject, signal));
        found.findings.extend(flips::finding(subject, signal));
    }
    found
}
