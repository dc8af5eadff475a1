//! Swapped markers: two that exchange their places, from one frame to the next or behind gaps of both.
//!
//! From one frame to the next, two markers swap where each is nearer to the other one's place before than
//! to its own. Behind gaps the body has moved, and perhaps turned round. What it keeps are the distances of
//! markers that are on one part of it: two have swapped where each has the other one's distances to the
//! markers around. A distance counts by how little it changed before: those on a wheel tell nothing of it.

use glam::Vec3;

use super::finding::{Finding, Raw, centimetres};
use super::kind::{Check, Severity};
use super::subject::{Places, Subject, quantile};
use crate::take::NodeId;

/// How near to the other one's place markers come that swap, beside how near they come to their own.
const SHARE: f32 = 0.4;
/// Gaps that are longer, in seconds, are told by themselves.
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

/// Two markers that exchange their places.
struct Swap {
    nodes: [NodeId; 2],
    first: usize,
    /// The last frame, where the same jump leads back.
    last: Option<usize>,
    /// How far apart they are, in metres.
    apart: f64,
}

/// The swaps of a take, whose jumps are taken out of `raws`.
pub(super) fn findings(subject: &Subject, places: &Places, raws: &mut Vec<Raw>) -> Vec<Finding> {
    if !subject.is_of_markers {
        return Vec::new();
    }
    let mut swaps = in_jumps(subject, places, raws);
    swaps.extend(behind_gaps(subject, places));
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
        Finding {
            check: Check::Swap,
            node: Some(swap.nodes[0]),
            first: swap.first,
            last: swap.last.unwrap_or(subject.frames - 1),
            value: swap.apart,
            limit: subject.limits.swap_distance,
            unit: "m",
            severity: Severity::Fault,
            message: format!("{one} and {other} exchange their places, {apart} apart"),
        }
    };
    found.into_iter().map(finding).collect()
}

/// Takes the swaps from one frame to the next out of the jumps of markers.
fn in_jumps(subject: &Subject, places: &Places, raws: &mut Vec<Raw>) -> Vec<Swap> {
    let mut found = Vec::new();
    raws.sort_by_key(|raw| (raw.first, raw.node));
    let mut is_swap = vec![false; raws.len()];
    for i in 0..raws.len() {
        let same = (i + 1..raws.len()).take_while(|&j| raws[j].first == raws[i].first);
        for j in same {
            let (a, b) = (raws[i], raws[j]);
            if is_swap[i] || is_swap[j] || a.node == b.node {
                continue;
            }
            let nodes = [a.node, b.node];
            let Some(apart) = swapped(subject, places, nodes, a.first) else {
                continue;
            };
            (is_swap[i], is_swap[j]) = (true, true);
            let comes_back =
                a.first != a.last || swapped(subject, places, nodes, a.last + 1).is_some();
            found.push(Swap {
                nodes,
                first: a.first,
                last: comes_back.then_some(a.last.max(b.last)),
                apart,
            });
        }
    }
    let mut all = is_swap.into_iter();
    raws.retain(|_| all.next() == Some(false));
    found
}

/// How far two markers are apart that exchange their places with the step to a frame; `None` where they
/// do not, or are too near to tell.
fn swapped(subject: &Subject, places: &Places, nodes: [NodeId; 2], frame: usize) -> Option<f64> {
    if frame == 0 || frame >= subject.frames {
        return None;
    }
    let at = |frame: usize| -> [Vec3; 2] { nodes.map(|node| places.at(node.index(), frame)) };
    let [before, after] = [at(frame - 1), at(frame)];
    let apart = before[0].distance(before[1]);
    let crossed = before[0].distance(after[1]).max(before[1].distance(after[0]));
    let is_swap = f64::from(apart) > subject.limits.swap_distance && crossed < SHARE * apart;
    is_swap.then_some(apart.into())
}

/// A gap of a marker: the last frame on which it is seen before, and the first one behind.
struct Gap {
    node: NodeId,
    before: usize,
    behind: usize,
}

/// The swaps of markers that vanish and come back together.
fn behind_gaps(subject: &Subject, places: &Places) -> Vec<Swap> {
    let longest = subject.frames_in(LONGEST_GAP);
    let mut gaps = Vec::new();
    for (node, ranges) in &subject.take.gap_index().markers {
        let all = ranges.as_slice();
        let inner = all.iter().filter(|gap| {
            gap.start > 0 && (gap.end as usize) < subject.frames && gap.len() <= longest
        });
        let inner = inner.map(|gap| Gap {
            node: *node,
            before: gap.start as usize - 1,
            behind: gap.end as usize,
        });
        gaps.extend(inner.take(if all.len() > MAX_GAPS { 0 } else { all.len() }));
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
            found.extend(swapped_between(subject, places, nodes, frames));
        }
    }
    found
}

/// The swap of two markers between two frames, if there is one.
fn swapped_between(
    subject: &Subject,
    places: &Places,
    nodes: [NodeId; 2],
    [from, to]: [usize; 2],
) -> Option<Swap> {
    let [before, behind] = [from, to].map(|frame| places.frame(frame));
    let [a, b] = nodes.map(NodeId::index);
    let apart = before[a].distance(before[b]);
    let least = subject.limits.swap_distance as f32;
    // Not so where one is missing.
    let is_apart = apart > least && behind[a].distance(behind[b]) > least;
    if !is_apart {
        return None;
    }
    let middle = before[a].midpoint(before[b]);
    let seen = (0..before.len()).filter(|&i| {
        let is_seen = before[i].is_finite() && behind[i].is_finite();
        is_seen && i != a && i != b
    });
    let mut around: Vec<(f32, usize)> = seen.map(|i| (before[i].distance(middle), i)).collect();
    around.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    around.truncate(AROUND);
    // How far a distance to a marker around is from that of a marker before the gaps, beside how much the
    // latter changes: for the marker that it is called, and for the other one.
    let witness = |of: usize, other: usize, i: usize| {
        let is = behind[of].distance(behind[i]);
        let off = |from_marker: usize| {
            let was = before[from_marker].distance(before[i]);
            (is - was).abs() / (spread(subject, places, [from_marker, i], from) + NOISE)
        };
        [off(of), off(other)]
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
fn spread(subject: &Subject, places: &Places, [one, other]: [usize; 2], before: usize) -> f32 {
    /// How many frames are looked at, and how many seconds they reach back.
    const SAMPLES: (usize, f64) = (24, 10.0);
    let first = before.saturating_sub(subject.frames_in(SAMPLES.1));
    let each = ((before - first) / SAMPLES.0).max(1);
    let distances = (first..=before).step_by(each).map(|frame| {
        let at = places.frame(frame);
        at[one].distance(at[other])
    });
    let mut distances: Vec<f32> = distances.filter(|distance| distance.is_finite()).collect();
    if distances.len() < SAMPLES.0 / 2 {
        return f32::INFINITY;
    }
    let low = quantile(&mut distances, 0.1).unwrap_or(0.0);
    quantile(&mut distances, 0.9).map_or(f32::INFINITY, |high| high - low)
}
