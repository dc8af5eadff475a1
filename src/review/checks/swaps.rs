//! Swapped markers: two that exchange their positions, from one frame to the next or behind gaps of both.
//!
//! From one frame to the next, two markers swap where each is nearer to the other one's position before than
//! to its own. Behind gaps the body has moved, and perhaps turned round. What it keeps are the distances of
//! markers that are on one part of it: two have swapped where each has the other one's distances to the
//! markers around. A distance counts by how little it changed before: those on a wheel tell nothing of it.

use super::analysis::{CheckInfo, Pass};
use super::finding::{Amount, Candidate, Finding, centimetres};
use super::kind::{Check, FindingSeverity, limits};
use super::subject::{PointPositions, Subject, quantile};
use crate::take::NodeId;

pub(super) const SWAP: CheckInfo = CheckInfo {
    kind: Check::Swap,
    word: "swap",
    label: "Swap",
    about: "Two markers exchange their places, from one frame to the next or behind gaps of both; or left and right of \
            limbs do so for a while.",
    limits: limits! {
        "swap-distance" 0.02 "m"
            "How far apart markers are at least that are seen to swap: a little more than a usual marker's diameter."
    },
    passes: &[Pass::Figure(|_, figure| figure.swaps.clone())],
};

/// How near to the other one's position markers come that swap, beside how near they come to their own.
const SHARE: f32 = 0.4;
/// Gaps that are longer, in seconds, are findings by themselves.
const LONGEST_GAP: f64 = 1.0;
/// Two markers come back within so many seconds from one another.
const TOGETHER: f64 = 0.5;
/// A marker with more gaps flickers: nobody can tell what it is.
const MAX_GAPS: usize = 100;
/// Takes in which more gaps end together are damaged throughout.
const MAX_PAIRS: usize = 10_000;
/// How many markers around are looked at.
const AROUND: usize = 12;
/// How many distances to them decide: those that tell most.
const WITNESSES: usize = 4;
/// How many times what it changes anyway each of them is off at least.
const TELLS: f32 = 1.0;
/// What any distance may change by, in metres.
const NOISE: f32 = 0.005;

/// Two markers that exchange their positions.
struct Swap {
    nodes: [NodeId; 2],
    first: usize,
    /// The last frame, where the same jump leads back.
    last: Option<usize>,
    /// How far apart they are, in metres.
    apart: f64,
}

/// The swaps of a take, whose jumps are taken out of `candidates`.
pub(super) fn take_swaps(
    subject: &Subject,
    positions: &PointPositions,
    candidates: &mut Vec<Candidate>,
) -> Vec<Finding> {
    if !subject.is_of_markers {
        return Vec::new();
    }
    let search = SwapSearch { subject, positions };
    let mut swaps = search.take_from_jumps(candidates);
    swaps.extend(search.behind_gaps());
    swaps.sort_by_key(|swap| (swap.first, swap.nodes));
    // Markers with several gaps may come back together behind more than one of them: that is one swap, which does
    // not lead back on the frame on which it is.
    swaps.dedup_by_key(|swap| (swap.first, swap.nodes));
    let mut found: Vec<Swap> = Vec::new();
    for swap in swaps {
        // Back after a long time.
        let open = found.iter_mut().find(|open| open.last.is_none() && open.nodes == swap.nodes);
        match open.filter(|_| swap.last.is_none()) {
            Some(open) => open.last = Some(swap.first - 1),
            None => found.push(swap),
        }
    }
    let finding = |swap: Swap| {
        let [one, other] = swap.nodes.map(|node| subject.name(node));
        let apart = centimetres(swap.apart);
        let message = format!("{one} and {other} exchange their places, {apart} apart");
        let run = [swap.first, swap.last.unwrap_or(subject.frames - 1)];
        let limit = subject.limits.swap_distance;
        let amount = Amount { value: swap.apart, limit, unit: "m" };
        Finding::new(Check::Swap, Some(swap.nodes[0]), run, amount, FindingSeverity::Fault, message)
    };
    found.into_iter().map(finding).collect()
}

/// A gap of a marker: the last frame on which it is seen before, and the first one behind.
struct Gap {
    node: NodeId,
    before: usize,
    behind: usize,
}

struct SwapSearch<'a> {
    subject: &'a Subject<'a>,
    positions: &'a PointPositions,
}

impl SwapSearch<'_> {
    /// Takes the swaps from one frame to the next out of the jumps of markers.
    fn take_from_jumps(&self, candidates: &mut Vec<Candidate>) -> Vec<Swap> {
        let is_jump = |c: &Candidate| matches!(c.check, Check::Pop | Check::Step | Check::Flip);
        let (mut jumps, others): (Vec<Candidate>, Vec<Candidate>) =
            candidates.drain(..).partition(is_jump);
        jumps.sort_by_key(|jump| (jump.first, jump.node));
        let mut swaps = Vec::new();
        let mut is_swap = vec![false; jumps.len()];
        for (i, a) in jumps.iter().enumerate() {
            for (j, b) in
                jumps.iter().enumerate().skip(i + 1).take_while(|(_, b)| b.first == a.first)
            {
                if is_swap[i] || is_swap[j] || a.node == b.node {
                    continue;
                }
                let nodes = [a.node, b.node];
                let Some(apart) = self.swapped(nodes, a.first) else {
                    continue;
                };
                (is_swap[i], is_swap[j]) = (true, true);
                let comes_back = a.first != a.last || self.swapped(nodes, a.last + 1).is_some();
                let last = comes_back.then_some(a.last.max(b.last));
                swaps.push(Swap { nodes, first: a.first, last, apart });
            }
        }
        let left = jumps.into_iter().zip(is_swap).filter(|(_, is_swap)| !is_swap);
        candidates.extend(left.map(|(jump, _)| jump).chain(others));
        swaps
    }

    /// How far two markers are apart that exchange their positions with the step to a frame; `None` where they
    /// do not, or are too near to tell.
    fn swapped(&self, nodes: [NodeId; 2], frame: usize) -> Option<f64> {
        if frame == 0 || frame >= self.subject.frames {
            return None;
        }
        let [before, after] =
            [frame - 1, frame].map(|frame| nodes.map(|node| self.positions.of_node(node, frame)));
        let apart = before[0].distance(before[1]);
        let crossed = before[0].distance(after[1]).max(before[1].distance(after[0]));
        let is_swap =
            f64::from(apart) > self.subject.limits.swap_distance && crossed < SHARE * apart;
        is_swap.then_some(apart.into())
    }

    /// The swaps of markers that vanish and come back together.
    fn behind_gaps(&self) -> Vec<Swap> {
        let subject = self.subject;
        let longest = subject.frames_in(LONGEST_GAP);
        let mut gaps = Vec::new();
        for (node, ranges) in &subject.take.gap_index().markers {
            let all = ranges.as_slice();
            if all.len() > MAX_GAPS {
                continue;
            }
            let inner = all.iter().filter(|gap| {
                gap.start > 0 && (gap.end as usize) < subject.frames && gap.len() <= longest
            });
            gaps.extend(inner.map(|gap| Gap {
                node: *node,
                before: gap.start as usize - 1,
                behind: gap.end as usize,
            }));
        }
        gaps.sort_by_key(|gap| (gap.behind, gap.node));
        let together = subject.frames_in(TOGETHER);
        let (mut found, mut pairs) = (Vec::new(), 0);
        for (i, a) in gaps.iter().enumerate() {
            let near = gaps[i + 1..].iter().take_while(|b| b.behind - a.behind <= together);
            for b in near.filter(|b| b.node != a.node && b.before < a.behind) {
                pairs += 1;
                if pairs > MAX_PAIRS {
                    return found;
                }
                let nodes = [a.node.min(b.node), a.node.max(b.node)];
                let frames = [a.before.min(b.before), b.behind];
                found.extend(self.swapped_between(nodes, frames));
            }
        }
        found
    }

    /// The swap of two markers between two frames, if there is one.
    fn swapped_between(&self, nodes: [NodeId; 2], [from, to]: [usize; 2]) -> Option<Swap> {
        let [before, behind] = [from, to].map(|frame| self.positions.frame(frame));
        let [a, b] = nodes.map(NodeId::index);
        let apart = before[a].distance(before[b]);
        let least = self.subject.limits.swap_distance as f32;
        // Not so where one is missing.
        let is_apart = apart > least && behind[a].distance(behind[b]) > least;
        if !is_apart {
            return None;
        }
        let middle = before[a].midpoint(before[b]);
        let seen = (0..before.len())
            .filter(|&i| before[i].is_finite() && behind[i].is_finite() && i != a && i != b);
        let mut around: Vec<(f32, usize)> = seen.map(|i| (before[i].distance(middle), i)).collect();
        around.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        around.truncate(AROUND);
        // How far a distance to a marker around is from that of a marker before the gaps, beside how much the
        // latter changes: for the marker that it is called, and for the other one.
        let witness = |marker: usize, other: usize, i: usize| {
            let is = behind[marker].distance(behind[i]);
            [marker, other].map(|marker| {
                let was = before[marker].distance(before[i]);
                (is - was).abs() / (self.spread([marker, i], from) + NOISE)
            })
        };
        let pairs = around.iter().flat_map(|&(_, i)| [witness(a, b, i), witness(b, a, i)]);
        let mut witnesses: Vec<[f32; 2]> = pairs.collect();
        let tells = |[kept, exchanged]: &[f32; 2]| (kept - exchanged).abs();
        witnesses.sort_unstable_by(|a, b| tells(b).total_cmp(&tells(a)));
        witnesses.truncate(WITNESSES);
        let [kept, exchanged] =
            [0, 1].map(|of| witnesses.iter().map(|witness| witness[of]).sum::<f32>());
        let is_swap = kept > TELLS * WITNESSES as f32 && exchanged < 0.5 * kept;
        is_swap.then(|| Swap { nodes, first: to, last: None, apart: apart.into() })
    }

    /// How much the distance of two markers changes before a frame: from a tenth of the frames to nine tenths.
    /// Infinite where they are seldom seen together.
    fn spread(&self, [one, other]: [usize; 2], before: usize) -> f32 {
        /// How many frames are looked at.
        const SAMPLES: usize = 24;
        /// How many seconds they reach back.
        const SECONDS: f64 = 10.0;
        let first = before.saturating_sub(self.subject.frames_in(SECONDS));
        let each = ((before - first) / SAMPLES).max(1);
        let distances = (first..=before).step_by(each).map(|frame| {
            let points = self.positions.frame(frame);
            points[one].distance(points[other])
        });
        let mut distances: Vec<f32> = distances.filter(|distance| distance.is_finite()).collect();
        if distances.len() < SAMPLES / 2 {
            return f32::INFINITY;
        }
        let low = quantile(&mut distances, 0.1).unwrap_or(0.0);
        quantile(&mut distances, 0.9).map_or(f32::INFINITY, |high| high - low)
    }
}
