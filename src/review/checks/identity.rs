//! Identities of people: two whose figures exchange their bodies, and one whose figure jumps to another body.
//!
//! A person is where the middle of the points is that are seen on both frames. Two exchange their bodies where each is
//! nearer to where the other one was than to where it was itself, from one frame to the next or behind a short gap. A
//! figure jumps that is faster than anybody runs.

use glam::Vec3;

use super::analysis::{CheckInfo, Pass};
use super::finding::{Candidate, Finding};
use super::kind::{Check, FindingSeverity, limits};
use super::people::Person;
use super::subject::{PointPositions, Subject};

pub(super) const IDENTITY: CheckInfo = CheckInfo {
    kind: Check::Identity,
    word: "identity",
    label: "Identity change",
    about: "The figures of two people exchange their bodies, or one jumps to another place.",
    limits: limits! {
        "identity-distance" 0.3 "m"
            "How far apart people are at least that are seen to exchange their bodies, and how far a figure jumps: less \
             than between any two who do not hold each other."
        "identity-speed" 12.5 "m/s"
            "How fast a person may be: nobody runs faster (Graubner and Nixdorf, New Studies in Athletics 26, 2011)."
    },
    passes: &[Pass::Figure(|_, figure| figure.identities.clone())],
};

/// How near to the other one's position people come that exchange their bodies, beside how far apart they are.
const SHARE: f32 = 0.4;
/// Behind longer gaps, people may have changed places, in seconds.
const LONGEST_GAP: f64 = 0.5;

/// A change of who is who.
struct Change {
    people: [usize; 2],
    first: usize,
    /// The last frame, where the same change leads back.
    last: Option<usize>,
    /// From one to the other, or the way of a jump, in metres.
    way: Vec3,
}

struct IdentitySearch<'a> {
    subject: &'a Subject<'a>,
    positions: &'a PointPositions,
    people: &'a [Person<'a>],
}

/// The changes of a take, whose jumps are taken out of `candidates`.
pub(super) fn take_changes(
    subject: &Subject,
    positions: &PointPositions,
    people: &[Person],
    candidates: &mut Vec<Candidate>,
) -> Vec<Finding> {
    let search = IdentitySearch { subject, positions, people };
    let mut changes: Vec<Change> = Vec::new();
    // The frame on which each person was seen last.
    let mut seen: Vec<Option<usize>> = vec![None; people.len()];
    let longest = subject.frames_in(LONGEST_GAP);
    for frame in 0..subject.frames {
        let before: Vec<Option<usize>> =
            seen.iter().map(|seen| seen.filter(|before| frame - before <= longest)).collect();
        let mut is_changed = vec![false; people.len()];
        let is_there = |person: usize| search.is_seen(person, frame);
        let there: Vec<usize> = (0..people.len()).filter(|person| is_there(*person)).collect();
        for (i, &one) in there.iter().enumerate() {
            for &other in &there[i + 1..] {
                let (Some(a), Some(b)) = (before[one], before[other]) else { continue };
                if is_changed[one] || is_changed[other] {
                    continue;
                }
                if let Some(way) = search.exchanged([one, other], [a, b], frame) {
                    (is_changed[one], is_changed[other]) = (true, true);
                    let people = [one, other];
                    let open = changes.iter_mut().rfind(|c| c.people == people && c.last.is_none());
                    match open {
                        Some(open) => open.last = Some(frame - 1),
                        None => changes.push(Change { people, first: frame, last: None, way }),
                    }
                }
            }
        }
        for &one in &there {
            let before = before[one].filter(|_| !is_changed[one]);
            let Some(way) = before.and_then(|before| search.jump(one, before, frame)) else {
                continue;
            };
            is_changed[one] = true;
            let people = [one; 2];
            let leads_back = |change: &&mut Change| {
                let is_open = change.people == people && change.last.is_none();
                is_open && (change.way + way).length() < SHARE * way.length()
            };
            match changes.iter_mut().rfind(leads_back) {
                Some(open) => open.last = Some(frame - 1),
                None => changes.push(Change { people, first: frame, last: None, way }),
            }
        }
        if is_changed.contains(&true) {
            candidates.retain(|candidate| {
                let is_of =
                    |person: usize| people[person].nodes.binary_search(&candidate.node).is_ok();
                let ends_here = candidate.first == frame || candidate.last + 1 == frame;
                !ends_here || !(0..people.len()).any(|person| is_changed[person] && is_of(person))
            });
        }
        for person in there {
            seen[person] = Some(frame);
        }
    }
    changes.into_iter().map(|change| search.finding(&change)).collect()
}

impl IdentitySearch<'_> {
    /// Whether half of a person is seen on a frame.
    fn is_seen(&self, person: usize, frame: usize) -> bool {
        let positions = self.positions.frame(frame);
        let nodes = &self.people[person].nodes;
        2 * nodes.iter().filter(|node| positions[node.index()].is_finite()).count() >= nodes.len()
    }

    /// The mean way from a person on one frame to a person on another one: from each point to the same one of the other.
    fn way(&self, [from, to]: [usize; 2], [before, behind]: [usize; 2]) -> Vec3 {
        let [before, behind] = [before, behind].map(|frame| self.positions.frame(frame));
        let nodes = self.people[from].nodes.iter().zip(&self.people[to].nodes);
        let ways = nodes.map(|(from, to)| behind[to.index()] - before[from.index()]);
        let (sum, count) = ways
            .filter(|way| way.is_finite())
            .fold((Vec3::ZERO, 0), |(sum, count), way| (sum + way, count + 1));
        sum / count as f32
    }

    /// The way from one of two people to the other who exchange their bodies on a frame, each with the one before on
    /// which it was seen; `None` where they do not, or are too near to tell.
    fn exchanged(
        &self,
        [one, other]: [usize; 2],
        [a, b]: [usize; 2],
        frame: usize,
    ) -> Option<Vec3> {
        if self.people[one].nodes.len() != self.people[other].nodes.len() {
            return None;
        }
        let way = self.way([one, other], [a, b]);
        let crossed = [self.way([one, other], [a, frame]), self.way([other, one], [b, frame])];
        let farthest = SHARE * way.length();
        let is_exchange = f64::from(way.length()) > self.subject.limits.identity_distance
            && crossed.iter().all(|crossed| crossed.length() < farthest);
        is_exchange.then_some(way)
    }

    /// The way of a person's jump to a frame from the one before on which it was seen; `None` where somebody could go so.
    fn jump(&self, person: usize, before: usize, frame: usize) -> Option<Vec3> {
        let way = self.way([person; 2], [before, frame]);
        let time = (frame - before) as f64 * self.subject.frame_time;
        let limits = self.subject.limits;
        let farthest = limits.identity_distance.max(limits.identity_speed * time);
        (f64::from(way.length()) > farthest).then_some(way)
    }

    fn finding(&self, change: &Change) -> Finding {
        let [one, other] = change.people.map(|person| &self.people[person]);
        let limit = self.subject.limits.identity_distance;
        let amount = self.subject.length(change.way.length().into(), limit);
        let apart = amount.text();
        let (message, last) = if change.people[0] == change.people[1] {
            let message = match change.last {
                Some(_) => format!("the figure jumps to another place, by {apart}, and back"),
                None => format!("the figure jumps to another place, by {apart}"),
            };
            (one.named(&message), change.last.unwrap_or(change.first))
        } else {
            let [one, other] = [one, other].map(|person| person.name.unwrap_or("the figure"));
            let last = change.last.unwrap_or(self.subject.frames - 1);
            (format!("{one} and {other} exchange their bodies, {apart} apart"), last)
        };
        let run = [change.first, last];
        let severity = FindingSeverity::Fault;
        Finding::new(Check::Identity, Some(one.nodes[0]), run, amount, severity, message)
    }
}
