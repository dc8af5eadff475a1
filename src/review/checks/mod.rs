//! The checks: what is wrong with a capture, and where.
//!
//! [`check`] looks at a take once, on all cores, and gives [`Finding`]s: a kind of fault ([`Check`]), a joint, frames,
//! a figure beside its limit ([`Limits`]), how grave it is and a sentence. Each file here is a check or a family of
//! them. It begins with how it works and where that comes from, and has the constant that stands in `CHECKS`.
//!
//! A reviewer who is shouted at stops listening. So each check rather misses a doubtful fault than reports a sound
//! motion, what belongs together is one finding, and what happens to a joint is not reported of those below it.

mod amount;
mod analysis;
mod bones;
mod confidence;
mod feet;
mod finding;
mod flips;
mod floor;
mod freeze;
mod gaps;
mod header;
mod identity;
mod jitter;
mod jumps;
mod kind;
mod people;
mod pops;
mod posture;
mod seam;
mod side_swaps;
mod skate;
mod subject;
mod swaps;

pub use feet::{Contact, EditedContacts};
pub use finding::Finding;
pub use kind::{Check, FindingSeverity, Limit, Limits};

use crate::scene::{Stage, sides};
use crate::take::{NodeId, Take};
use crate::threads::on_all_cores;
use analysis::{Analysis, CheckInfo, Figure, NodeResults, Pass};
use feet::Foot;
use people::Person;
use subject::{IsCancelled, PointPositions, Signal, Subject, THREAD};

/// All checks, in the order of [`Check`].
const CHECKS: &[CheckInfo; Check::ALL.len()] = &[
    pops::POP,
    pops::STEP,
    flips::FLIP,
    swaps::SWAP,
    identity::IDENTITY,
    jitter::JITTER,
    freeze::FREEZE,
    gaps::GAP,
    gaps::NAN,
    confidence::CONFIDENCE,
    bones::BONE_LENGTH,
    skate::SKATE,
    floor::BELOW_FLOOR,
    floor::FLOATING,
    bones::LIMIT,
    seam::LOOP,
    header::HEADER,
    posture::T_POSE,
    posture::SIDES,
];

const LIMIT_TABLE: [Limit; Limits::COUNT] = {
    let mut limits = [pops::POP.limits[0]; Limits::COUNT];
    let (mut count, mut row) = (0, 0);
    while row < CHECKS.len() {
        assert!(CHECKS[row].kind as usize == row, "the checks stand in the order of their kinds");
        // A step has the limits of a pop.
        let is_shared = matches!(CHECKS[row].kind, Check::Step);
        let mut own = 0;
        while own < CHECKS[row].limits.len() && !is_shared {
            limits[count] = CHECKS[row].limits[own];
            own += 1;
            count += 1;
        }
        row += 1;
    }
    assert!(count == Limits::COUNT, "every limit has a field");
    limits
};

/// The limits of all checks, in their order.
pub const LIMITS: &[Limit] = &LIMIT_TABLE;

impl Check {
    /// The word for it on the command line, in JSON and in the manual.
    pub const fn word(self) -> &'static str {
        CHECKS[self as usize].word
    }

    pub const fn label(self) -> &'static str {
        CHECKS[self as usize].label
    }

    /// What it means, in one sentence.
    pub const fn about(self) -> &'static str {
        CHECKS[self as usize].about
    }

    pub const fn limits(self) -> &'static [Limit] {
        CHECKS[self as usize].limits
    }

    /// Whether takes have it that lie in the picture of one camera.
    const fn is_of_pictures(self) -> bool {
        matches!(
            self,
            Self::Swap
                | Self::Identity
                | Self::Freeze
                | Self::Gap
                | Self::Nan
                | Self::Confidence
                | Self::Header
        )
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|check| check.word() == word)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new(LIMIT_TABLE.map(|limit| limit.default))
    }
}

impl Limits {
    /// Sets the limit of this word; whether there is one.
    pub fn set(&mut self, word: &str, value: f64) -> bool {
        let mut fields = LIMITS.iter().zip(self.values_mut());
        let Some((_, field)) = fields.find(|(limit, _)| limit.word == word) else {
            return false;
        };
        *field = value;
        true
    }
}

/// What the checks find in a take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckResults {
    /// The gravest first, then in the order of frames.
    pub findings: Vec<Finding>,
    /// When feet stand, in the order of frames: by the edited contacts of those feet that have some.
    pub contacts: Vec<Contact>,
}

/// Checks a take, on all cores. What is found until somebody cancels it is not all that there is.
///
/// Lengths, the floor and what is up are those of `stage`.
pub fn check(
    take: &Take,
    stage: &Stage,
    limits: &Limits,
    is_cancelled: IsCancelled<'_>,
) -> CheckResults {
    check_with(take, stage, limits, &EditedContacts::new(), is_cancelled)
}

/// The same, with the contacts that a person gave some of its feet.
pub fn check_with(
    take: &Take,
    stage: &Stage,
    limits: &Limits,
    edited: &EditedContacts,
    is_cancelled: IsCancelled<'_>,
) -> CheckResults {
    let subject = &Subject::new(take, stage, limits, is_cancelled);
    let mut analysis = Analysis::new(subject);
    if subject.frames == 0 || is_cancelled() {
        return CheckResults { findings: header::check_take(&analysis), contacts: Vec::new() };
    }
    let mut findings = check_nodes(&mut analysis);
    let positions = PointPositions::evaluate(subject);
    analysis.is_too_large = positions.is_none();
    if let Some(positions) = positions.filter(|_| !is_cancelled()) {
        let sides = sides(&take.skeleton);
        let feet = Foot::find_all(subject, &positions, &sides, edited);
        let people = Person::find_all(subject, &sides);
        let candidates = &mut analysis.candidates;
        // Those of sides go first: who is exchanged as a whole keeps left and right.
        let mut swaps = side_swaps::take_side_swaps(subject, &positions, &people, candidates);
        swaps.extend(swaps::take_swaps(subject, &positions, candidates));
        analysis.figure = Some(Figure {
            contacts: feet.iter().flat_map(|foot| foot.contacts(subject)).collect(),
            t_poses: posture::t_poses(subject, &positions, &sides, people.len()),
            identities: identity::take_changes(subject, &positions, &people, candidates),
            swaps,
            people,
            positions,
            sides,
            feet,
        });
    }
    for pass in passes(subject).take_while(|_| !is_cancelled()) {
        match (pass, &analysis.figure) {
            (Pass::Take(check_take), _) => findings.extend(check_take(&analysis)),
            (Pass::Figure(check_figure), Some(figure)) => {
                findings.extend(check_figure(&analysis, figure));
            }
            (Pass::Node(_), _) | (Pass::Figure(_), None) => {}
        }
    }
    let mut contacts = analysis.figure.map_or_else(Vec::new, |figure| figure.contacts);
    findings.sort_by_key(|finding| (finding.severity, finding.first, finding.check, finding.node));
    contacts.sort_by_key(|contact| (contact.first, contact.node));
    CheckResults { findings, contacts }
}

/// What has to be looked at in a take: in one that lies in a picture, nothing of metres, and of no floor.
fn passes(subject: &Subject) -> impl Iterator<Item = &'static Pass> {
    let is_flat = subject.take.picture.is_some();
    let checks = CHECKS.iter().filter(move |check| !is_flat || check.kind.is_of_pictures());
    checks.flat_map(|check| check.passes)
}

/// Looks at each node by itself: what that finds, and in `analysis` what the checks of the whole take need.
fn check_nodes(analysis: &mut Analysis) -> Vec<Finding> {
    let subject = analysis.subject;
    let ids: Vec<NodeId> = subject.take.skeleton.iter().map(|(id, _)| id).collect();
    let nodes = on_all_cores(THREAD, ids.len(), |i| {
        if (subject.is_cancelled)() {
            return NodeResults::default();
        }
        let signals = Signal::of_node(subject, ids[i]);
        let mut results = NodeResults {
            is_animated: !signals.is_empty(),
            is_moved: signals.iter().any(|signal| !signal.is_rotation),
            ..NodeResults::default()
        };
        for pass in passes(subject) {
            if let Pass::Node(check_node) = pass {
                check_node(subject, ids[i], &signals, &mut results);
            }
        }
        results
    });
    let mut findings = Vec::new();
    for (id, mut results) in ids.into_iter().zip(nodes) {
        analysis.animated_count += usize::from(results.is_animated);
        analysis.moved.extend(results.is_moved.then_some(id));
        analysis.loop_rotations.extend(results.loop_rotation);
        analysis.candidates.append(&mut results.candidates);
        findings.append(&mut results.findings);
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_the_words_of_the_table() {
        let settings = serde_json::to_value(Limits::default()).unwrap();
        let settings = settings.as_object().unwrap();
        let words: Vec<&str> = LIMITS.iter().map(|limit| limit.word).collect();
        assert_eq!(settings.keys().collect::<Vec<_>>(), words);
        for limit in LIMITS {
            assert_eq!(settings[limit.word], limit.default);
        }
        let mut one: Limits = serde_json::from_str(r#"{"gap-time": 1.5}"#).unwrap();
        assert_eq!((one.gap_time, one.pop_angle), (1.5, 5.0));
        assert!(one.set("flip-angle", 90.0) && !one.set("flip_angle", 91.0));
        assert_eq!(one.flip_angle, 90.0);
    }

    #[test]
    fn every_limit_belongs_to_a_check() {
        let named = || Check::ALL.iter().flat_map(|check| check.limits());
        assert!(LIMITS.iter().all(|limit| named().any(|other| other == limit)));
        assert!(named().all(|limit| LIMITS.contains(limit)));
    }
}
