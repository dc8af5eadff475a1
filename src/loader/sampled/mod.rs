//! Transforms that a library or a loader evaluates, sampled frame by frame, as nodes with a motion table.
//!
//! ```text
//! node        local = T(place) · pre · R(three Euler angles) · post, as every node has it
//! place       in the parent's frame: three channels where it changes, else the offset
//! angles      in the node's own order: three channels where they change, else part of pre
//! scale       none: what it moves is in the places of the nodes below
//! ```
//!
//! Angles are continuous from frame to frame, so that they can be read as curves and are those of the
//! file where it has such angles. The rest pose is a row of channel values like any other one.

mod keys;
mod node;
mod span;
mod table;

use super::Source;
use super::error::{ErrorKind, LoadError};
use super::reporter::ProgressReporter;
use crate::take::{Axis, EulerOrder, Motion, Take, Units, Warning, WarningCode};
use crate::threads::{at_once, cores};
pub(super) use keys::{KeyTimes, rounding};
pub(super) use node::{Rigid, SampledNode};
pub(super) use span::{FrameCost, Span};
pub(super) use table::is_elsewhere;
use table::{Sample, Table, skeleton};

/// What the threads that evaluate frames beside the first one are called.
const THREAD: &str = "frames";

/// How many frames a thread evaluates at the most before the angles are made continuous, and in how many
/// turns a short take is evaluated at the least: its places need not all be in memory at once.
const BLOCK: usize = 128;
const TURNS: usize = 16;

/// The order in which Blender, and FBX where it says nothing, turn: about X first, about Z last.
pub(super) const XYZ: EulerOrder = EulerOrder([Axis::Z, Axis::Y, Axis::X]);

/// Everything of a take that is sampled but its nodes.
pub(super) struct Sampling<'s, 'a> {
    pub source: &'s Source<'a>,
    pub format: &'static str,
    pub units: Units,
    pub span: Span,
}

impl Sampling<'_, '_> {
    /// Samples all frames of some nodes. `evaluate` places them all in the world at a time in seconds.
    /// Somebody who waits for the first frames is shown them as soon as they are sampled.
    ///
    /// # Errors
    /// Where nobody waits for it any more, or the nodes are nested too deep.
    pub fn in_world(
        &self,
        nodes: Vec<SampledNode>,
        warnings: &mut Vec<Warning>,
        evaluate: impl Fn(f64, &mut [Rigid]) + Sync,
    ) -> Result<Take, LoadError> {
        let parents: Vec<Option<usize>> = nodes.iter().map(|node| node.parent).collect();
        self.in_parents(nodes, warnings, |time, all| {
            evaluate(time, all);
            to_locals(&parents, all);
        })
    }

    /// As [`Self::in_world`], where `evaluate` places each node in its parent's frame.
    ///
    /// # Errors
    /// As [`Self::in_world`].
    pub fn in_parents(
        &self,
        nodes: Vec<SampledNode>,
        warnings: &mut Vec<Warning>,
        evaluate: impl Fn(f64, &mut [Rigid]) + Sync,
    ) -> Result<Take, LoadError> {
        self.what_moves(nodes, warnings, |time: f64, all: &mut [Rigid]| {
            evaluate(time, all)
        })
    }

    /// As [`Self::in_parents`], where `evaluate` places all nodes the first time, and then those that move alone: what
    /// stands still is not looked at again. Each thread goes on with a copy of it.
    ///
    /// # Errors
    /// As [`Self::in_world`], and where there is no memory for the frames.
    pub fn what_moves(
        &self,
        nodes: Vec<SampledNode>,
        warnings: &mut Vec<Warning>,
        mut evaluate: impl FnMut(f64, &mut [Rigid]) + Clone + Sync,
    ) -> Result<Take, LoadError> {
        let Self { source, span, .. } = *self;
        source.announce(span.frames);
        let mut first = vec![Rigid::IDENTITY; nodes.len()];
        evaluate(span.begin, &mut first);
        let mut rest: Vec<Rigid> = nodes.iter().map(|node| node.rest).collect();
        let parents: Vec<Option<usize>> = nodes.iter().map(|node| node.parent).collect();
        to_locals(&parents, &mut rest);
        for local in first.iter_mut().chain(&mut rest) {
            // What cannot be used is left where the parent is.
            if !local.is_usable() {
                *local = Rigid::IDENTITY;
            }
        }
        let moving: Vec<usize> = (0..nodes.len()).filter(|&i| nodes[i].moves).collect();
        let table = Table::of(&moving, span.frames);
        let mut table = table.ok_or_else(|| LoadError::new(source, ErrorKind::NoMemory))?;
        let threads = match source.options.threads {
            Some(threads) => threads.get(),
            None => cores(),
        };
        let block = BLOCK.min(span.frames.div_ceil(TURNS));
        let len = source.bytes.len();
        let mut reporter = ProgressReporter::from(source, if span.reports { 0 } else { len });
        let mut from = 0;
        while from < span.frames {
            reporter.go_on(source, len / span.frames * from)?;
            let to = span.frames.min(from + block * threads);
            let share = (to - from).div_ceil(threads).max(BLOCK / 4);
            let starts = (from..to).step_by(share);
            let shares: Vec<_> = starts.map(|start| start..to.min(start + share)).collect();
            let work = |frames: std::ops::Range<usize>| {
                let (mut all, mut evaluate) = (first.clone(), evaluate.clone());
                let mut found = Vec::with_capacity(frames.len() * moving.len());
                for frame in frames.take_while(|_| !source.is_cancelled()) {
                    evaluate(span.time(frame), &mut all);
                    found.extend(moving.iter().map(|&i| Sample::of(&nodes[i], all[i])));
                }
                found
            };
            // A system without threads to spare evaluates on this one.
            let found = at_once(THREAD, shares.clone(), work)
                .unwrap_or_else(|| shares.into_iter().map(work).collect());
            if source.is_cancelled() {
                return Err(LoadError::new(source, ErrorKind::Cancelled));
            }
            for locals in found {
                table.extend(&nodes, locals);
            }
            if from == 0 && to < span.frames {
                source.show_first_frames(span.frames, || {
                    self.take(nodes.clone(), table.clone(), to, [&first, &rest])
                })?;
            }
            from = to;
        }
        reporter.end(len);
        if table.replaced > 0 {
            let message = "a transform has no place or rotation that can be used: the node keeps the one \
                           of the frame before";
            warnings.push(Warning {
                count: table.replaced,
                ..Warning::of_file(WarningCode::ValueReplaced, message)
            });
        }
        self.take(nodes, table, span.frames, [&first, &rest])
    }

    /// The take of the frames that are in the table.
    fn take(
        &self,
        nodes: Vec<SampledNode>,
        table: Table<'_>,
        frames: usize,
        [first, rest]: [&[Rigid]; 2],
    ) -> Result<Take, LoadError> {
        let Self {
            source,
            format,
            units,
            span,
        } = *self;
        let kept = table.kept(&nodes, first, rest);
        let skeleton = skeleton(source, nodes, &kept, first, rest)?;
        let values = table.compact(&kept);
        let motion = Motion::new(span.frame_time, frames, skeleton.columns(), values);
        Ok(Take {
            start_time: span.begin,
            ..Take::new(source.stem(), format, skeleton, motion, units)
        })
    }
}

/// The nodes, parents first, whose places in the world are needed to place those that move in their parents' frames:
/// these, and what stands still between two of them.
pub(super) fn needed(parents: &[Option<usize>], moves: &[bool]) -> Vec<usize> {
    let mut below = moves.to_vec();
    for (i, parent) in parents.iter().enumerate().rev() {
        if let Some(parent) = parent.filter(|_| below[i]) {
            below[parent] = true;
        }
    }
    let mut above = moves.to_vec();
    for (i, parent) in parents.iter().enumerate() {
        above[i] |= parent.is_some_and(|parent| above[parent]);
    }
    (0..moves.len()).filter(|&i| above[i] && below[i]).collect()
}

/// Nodes in the world become nodes in their parents' frames.
pub(super) fn to_locals(parents: &[Option<usize>], all: &mut [Rigid]) {
    // Each parent is ahead of its children, and still in the world when they are reached.
    for (i, parent) in parents.iter().enumerate().rev() {
        if let Some(parent) = *parent {
            all[i] = all[i].in_frame_of(&all[parent]);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use glam::{DQuat, DVec3};

    use super::super::{Options, Progress};
    use super::*;

    #[test]
    fn what_stands_between_two_that_move_is_needed_and_nothing_else_is() {
        let parents = [None, Some(0), Some(1), Some(2), Some(0), Some(3)];
        let needed = |moves: [usize; 2]| {
            let moves: Vec<bool> = (0..parents.len()).map(|i| moves.contains(&i)).collect();
            super::needed(&parents, &moves)
        };
        assert_eq!(needed([1, 3]), [1, 2, 3]);
        assert_eq!(needed([4, 5]), [4, 5]);
        assert_eq!(needed([9, 9]), [0; 0]);
    }

    #[test]
    fn nobody_waits_for_more_than_a_frame_after_cancelling() {
        let progress = Progress::default();
        let source = Source {
            progress: Some(&progress),
            options: Options {
                threads: NonZeroUsize::new(1),
                ..Options::default()
            },
            ..Source::new("a.glb", b"")
        };
        let span = Span {
            begin: 0.0,
            frames: 10_000,
            frame_time: 0.01.into(),
            reports: true,
        };
        let sampling = Sampling {
            source: &source,
            format: "glTF",
            units: Units::new(Some(1.0), Axis::Y),
            span,
        };
        let node = SampledNode {
            name: "hips".into(),
            parent: None,
            order: XYZ,
            pre: DQuat::IDENTITY,
            post: DQuat::IDENTITY,
            rest: Rigid::IDENTITY,
            moves: true,
            has_bone: false,
            end: None,
            part: None,
            is_secondary: false,
        };
        let calls = AtomicUsize::new(0);
        let cancelled = sampling.what_moves(vec![node], &mut Vec::new(), |time, all| {
            all[0].place = DVec3::X * time;
            if calls.fetch_add(1, Ordering::Relaxed) == 10 {
                progress.cancel();
            }
        });
        let error = cancelled.expect_err("nobody waits");
        assert_eq!(error.kind(), &ErrorKind::Cancelled);
        assert_eq!(calls.into_inner(), 11);
    }
}
