//! Left and right that change places for a while: legs, arms, or all that an estimator calls left and right.
//!
//! Two points of a pair have changed places with the step to a frame where each comes to where the other one is expected,
//! far from where it is expected itself, and neither goes so far on the frames around. A limb does so where half of its
//! pairs do that are far enough apart to tell. Each such step exchanges what is called left and right, the next one leads
//! back: what is exchanged is what is so on fewer frames.

use std::collections::BTreeMap;

use glam::Vec3;

use super::finding::{Candidate, Finding, Run};
use super::kind::{Check, FindingSeverity};
use super::people::Person;
use super::subject::{PointPositions, Subject, finite_median};
use crate::take::{NodeId, counted};

/// Points of a body that are nearer to one another than so many times the limit of markers are not seen to change places:
/// an estimator is less exact.
const APART: f64 = 2.0;
/// How near points come to where the other one is expected, beside how far apart they are.
const SHARE: f32 = 0.4;
/// How far they come at least from where they are expected themselves, likewise; and beside how far they go on the
/// frames around.
const OWN: f32 = 0.6;
const OF_STEP: f32 = 2.5;
/// Behind longer gaps, points may have changed places, in seconds.
const LONGEST_GAP: f64 = 0.25;
/// How far around the usual step is looked for, in seconds.
const AROUND: f64 = 0.25;

/// A pair of points on all frames.
struct Pair {
    nodes: [NodeId; 2],
    /// How far apart both are, in metres, on frames with a step that can be told; NaN on the others.
    apart: Vec<f32>,
    /// The frames to which a step leads that exchanges them.
    swaps: Vec<usize>,
}

impl Pair {
    fn find(subject: &Subject, positions: &PointPositions, nodes: [NodeId; 2]) -> Self {
        let tracks = nodes.map(|node| positions.track(node.index()));
        let least = (APART * subject.limits.swap_distance) as f32;
        let longest = subject.frames_in(LONGEST_GAP);
        let around = subject.frames_in(AROUND);
        let steps = tracks.each_ref().map(|track| {
            let step = |ends: &[Vec3]| ends[0].distance(ends[1]);
            track.windows(2).map(step).collect::<Vec<f32>>()
        });
        let mut pair = Self { nodes, apart: vec![f32::NAN; subject.frames], swaps: Vec::new() };
        let mut seen: Option<usize> = None;
        for frame in 0..subject.frames {
            let at = [0, 1].map(|i| tracks[i][frame]);
            if !at.iter().all(|at| at.is_finite()) {
                continue;
            }
            let Some(before) = seen.replace(frame).filter(|before| frame - before <= longest)
            else {
                continue;
            };
            let was = [0, 1].map(|i| tracks[i][before]);
            let apart = was[0].distance(was[1]);
            if apart <= least {
                continue;
            }
            pair.apart[frame] = apart;
            // Where each one would be that stands, or that goes on as it did.
            let expected = [0, 1].map(|i| {
                let way = before.checked_sub(1).map(|ahead| was[i] - tracks[i][ahead]);
                let way = way.filter(|way| way.is_finite() && frame - before == 1);
                [was[i], was[i] + way.unwrap_or(Vec3::ZERO)]
            });
            let off = |point: usize, of: usize| {
                let [still, going] = expected[of].map(|expected| expected.distance(at[point]));
                still.min(going)
            };
            let crossed = off(0, 1).max(off(1, 0));
            let own = off(0, 0).min(off(1, 1));
            if crossed > SHARE * apart || own < OWN * apart {
                continue;
            }
            let usual = |steps: &Vec<f32>| {
                let [from, to] = [before.saturating_sub(around), (frame + around).min(steps.len())];
                let outside = steps[from..before].iter().chain(&steps[frame.min(to)..to]);
                finite_median(outside.copied()).unwrap_or(0.0)
            };
            let usual = steps.iter().map(usual).fold(0.0, f32::max) * (frame - before) as f32;
            if own > OF_STEP * usual {
                pair.swaps.push(frame);
            }
        }
        pair
    }

    fn swaps_on(&self, frame: usize) -> bool {
        self.swaps.binary_search(&frame).is_ok()
    }
}

/// The frames on which something is exchanged that each of some steps exchanges: on the fewer ones.
fn exchanged(steps: &[usize], frames: usize) -> Vec<Run> {
    let runs_from = |first: &[usize], steps: &[usize]| {
        let all: Vec<usize> = first.iter().chain(steps).copied().collect();
        let run = |pair: &[usize]| [pair[0], pair.get(1).unwrap_or(&frames) - 1];
        all.chunks(2).map(run).collect::<Vec<Run>>()
    };
    let length = |runs: &Vec<Run>| runs.iter().map(|[first, last]| last - first + 1).sum::<usize>();
    let [behind, ahead] = [runs_from(&[], steps), runs_from(&[0], steps)];
    if length(&ahead) < length(&behind) { ahead } else { behind }
}

/// The frames on which left and right of people are exchanged; their jumps are taken out of `candidates`.
pub(super) fn take_side_swaps(
    subject: &Subject,
    positions: &PointPositions,
    people: &[Person],
    candidates: &mut Vec<Candidate>,
) -> Vec<Finding> {
    let mut found = Vec::new();
    for person in people {
        let pairs = person.pairs.iter().map(|nodes| Pair::find(subject, positions, *nodes));
        let pairs: Vec<Pair> = pairs.collect();
        candidates.retain(|candidate| {
            let own = pairs.iter().find(|pair| pair.nodes.contains(&candidate.node));
            own.is_none_or(|pair| {
                !pair.swaps_on(candidate.first) && !pair.swaps_on(candidate.last + 1)
            })
        });
        // What is exchanged on which frames: several limbs at once are one finding.
        let mut all: BTreeMap<Run, Vec<usize>> = BTreeMap::new();
        let mut limbs: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (i, pair) in pairs.iter().enumerate() {
            limbs.entry(person.limb(pair.nodes[0]).both()).or_default().push(i);
        }
        for members in limbs.values() {
            let mut steps: Vec<usize> =
                members.iter().flat_map(|i| pairs[*i].swaps.clone()).collect();
            steps.sort_unstable();
            steps.dedup();
            steps.retain(|&step| {
                let tell = members.iter().filter(|i| pairs[**i].apart[step].is_finite()).count();
                let swap = members.iter().filter(|i| pairs[**i].swaps_on(step)).count();
                2 * swap >= tell
            });
            for run in exchanged(&steps, subject.frames) {
                let ends = [run[0], run[1] + 1];
                let is_in = |i: &&usize| ends.iter().any(|step| pairs[**i].swaps_on(*step));
                all.entry(run).or_default().extend(members.iter().filter(is_in));
            }
            for &i in members {
                let own: Vec<usize> = pairs[i]
                    .swaps
                    .iter()
                    .copied()
                    .filter(|s| steps.binary_search(s).is_err())
                    .collect();
                for run in exchanged(&own, subject.frames) {
                    all.entry(run).or_default().push(i);
                }
            }
        }
        let found_pairs = all.into_iter().map(|(run, members)| {
            let members: Vec<&Pair> = members.into_iter().map(|i| &pairs[i]).collect();
            finding(subject, person, run, &members)
        });
        found.extend(found_pairs);
    }
    found
}

fn finding(subject: &Subject, person: &Person, run: Run, members: &[&Pair]) -> Finding {
    let pair = members[0];
    let [left, right] = pair.nodes.map(|node| subject.name(node));
    let mut limbs: Vec<&str> =
        members.iter().map(|pair| person.limb(pair.nodes[0]).both()).collect();
    limbs.dedup();
    let what = match limbs[..] {
        _ if members.len() == 1 => format!("{left} and {right}"),
        [limb] => person.named(limb),
        _ => person.named("the body"),
    };
    let others = match members.len() - 1 {
        0 => String::new(),
        others => format!(" ({left} and {right}, and {} more)", counted(others, "pair")),
    };
    let message = format!("{what}: left and right change places{others}");
    let apart =
        run.iter().flat_map(|frame| members.iter().filter_map(|pair| pair.apart.get(*frame)));
    let apart = apart.copied().fold(0.0, f32::max);
    let amount = subject.length(apart.into(), APART * subject.limits.swap_distance);
    let severity = FindingSeverity::Fault;
    Finding::new(Check::Swap, Some(pair.nodes[0]), run, amount, severity, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_exchanged_is_so_on_the_fewer_frames() {
        assert_eq!(exchanged(&[], 100), Vec::<Run>::new());
        assert_eq!(exchanged(&[20, 30], 100), [[20, 29]]);
        assert_eq!(exchanged(&[20], 100), [[0, 19]]);
        assert_eq!(exchanged(&[20, 30, 90], 100), [[20, 29], [90, 99]]);
        assert_eq!(exchanged(&[20, 80], 100), [[0, 19], [80, 99]]);
    }
}
