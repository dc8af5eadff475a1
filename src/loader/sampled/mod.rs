//! Transforms that a library or a loader evaluates, sampled frame by frame, as nodes with a motion table.
//!
//! ```text
//! node        local = T(position) · pre · R(three Euler angles) · post, as every node has it
//! position    in the parent's frame: three channels where it changes, else the offset
//! angles      in the node's own order: three channels where they change, else part of pre
//! scale       none: what it moves is in the positions of the nodes below
//! ```
//!
//! Angles are continuous from frame to frame, so that they can be read as curves and are those of the
//! file where it has such angles. The rest pose is a row of channel values like any other one.

mod keys;
mod node;
mod span;
mod table;

use std::num::NonZeroUsize;
use std::ops::Range;

use super::Source;
use super::error::{ErrorKind, LoadError};
use super::parents_first::{any_above, any_below};
use super::reporter::ProgressReporter;
use crate::take::{FormatId, Motion, Take, Units, Warning, WarningCode};
use crate::threads::{cores, parallel_map};
pub(super) use keys::{KeyTimes, rounding};
pub(super) use node::{Rigid, SampledNode, XYZ};
pub(super) use span::{FrameCost, Span};
pub use span::{max_nodes, max_values};
pub(super) use table::is_elsewhere;
use table::{Sample, Table, skeleton};

/// The name of the threads that evaluate frames beside the first one.
const THREAD: &str = "frames";

/// How many frames a thread evaluates at most before the angles are made continuous, and in how many
/// rounds a short take is evaluated at least: its samples need not all be in memory at once.
const BLOCK: usize = 128;
const ROUNDS: usize = 16;

/// Everything of a take that is sampled but its nodes.
pub(super) struct Sampling<'s, 'a> {
    pub source: &'s Source<'a>,
    pub format: FormatId,
    pub units: Units,
    pub span: Span,
}

impl Sampling<'_, '_> {
    /// Samples all frames of some nodes. `evaluate` gives all transforms in the world at a time in seconds.
    /// The first frames are shown as soon as they are sampled, where somebody waits for them.
    ///
    /// # Errors
    /// Where loading is cancelled, there is no memory for the frames, or the nodes are nested too deep.
    pub fn sample_in_world(
        &self,
        nodes: Vec<SampledNode>,
        warnings: &mut Vec<Warning>,
        evaluate: impl Fn(f64, &mut [Rigid]) + Sync,
    ) -> Result<Take, LoadError> {
        let parents: Vec<Option<usize>> = nodes.iter().map(|node| node.parent).collect();
        self.sample_in_parents(nodes, warnings, |time, all| {
            evaluate(time, all);
            to_locals(&parents, all);
        })
    }

    /// As [`Self::in_world`], where `evaluate` gives transforms in the parents' frames.
    pub fn sample_in_parents(
        &self,
        nodes: Vec<SampledNode>,
        warnings: &mut Vec<Warning>,
        evaluate: impl Fn(f64, &mut [Rigid]) + Sync,
    ) -> Result<Take, LoadError> {
        self.sample_moving(nodes, warnings, |time: f64, all: &mut [Rigid]| evaluate(time, all))
    }

    /// As [`Self::sample_in_parents`], where `evaluate` gives the transforms of all nodes the first time, and then of
    /// those that move alone. Each thread continues with a copy of it.
    pub fn sample_moving(
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
        let Some(mut table) = Table::with_room(&moving, span.frames) else {
            return Err(LoadError::new(source, ErrorKind::NoMemory));
        };
        let threads = source.options.threads.map_or_else(cores, NonZeroUsize::get);
        let block = BLOCK.min(span.frames.div_ceil(ROUNDS));
        let len = source.bytes.len();
        let mut reporter = ProgressReporter::from(source, if span.reports { 0 } else { len });
        let mut from = 0;
        while from < span.frames {
            reporter.advance(source, len / span.frames * from)?;
            let to = span.frames.min(from + block * threads);
            let chunk_len = (to - from).div_ceil(threads).max(BLOCK / 4);
            let starts = (from..to).step_by(chunk_len);
            let chunks: Vec<_> = starts.map(|start| start..to.min(start + chunk_len)).collect();
            let sample = |frames: Range<usize>| {
                let (mut all, mut evaluate) = (first.clone(), evaluate.clone());
                let mut samples = Vec::with_capacity(frames.len() * moving.len());
                for frame in frames.take_while(|_| !source.is_cancelled()) {
                    evaluate(span.time(frame), &mut all);
                    samples.extend(moving.iter().map(|&i| Sample::new(&nodes[i], all[i])));
                }
                samples
            };
            // A system without threads to spare evaluates on this one.
            let sampled = parallel_map(THREAD, chunks.clone(), sample)
                .unwrap_or_else(|| chunks.into_iter().map(sample).collect());
            if source.is_cancelled() {
                return Err(LoadError::new(source, ErrorKind::Cancelled));
            }
            for samples in sampled {
                table.extend(&nodes, samples);
            }
            if from == 0 && to < span.frames {
                source.show_first_frames(span.frames, || {
                    self.take(nodes.clone(), table.clone(), to, &first, &rest)
                })?;
            }
            from = to;
        }
        reporter.end(len);
        if table.replaced > 0 {
            let message = "a transform has no place or rotation that can be used: the node keeps the one \
                           of the frame before";
            let warning = Warning::of_file(WarningCode::ValueReplaced, message);
            warnings.push(Warning { count: table.replaced, ..warning });
        }
        self.take(nodes, table, span.frames, &first, &rest)
    }

    fn take(
        &self,
        nodes: Vec<SampledNode>,
        table: Table<'_>,
        frames: usize,
        first: &[Rigid],
        rest: &[Rigid],
    ) -> Result<Take, LoadError> {
        let Self { source, format, units, span } = *self;
        let channels = table.channels(nodes.len(), first, rest);
        let skeleton = skeleton(source, nodes, &channels, first, rest)?;
        let values = table.compact(&channels);
        let motion = Motion::new(span.frame_time, frames, skeleton.columns(), values);
        let take = Take::new(source.stem(), format, skeleton, motion, units);
        Ok(Take { start_time: span.begin, ..take })
    }
}

/// The nodes, parents first, whose world transforms are needed for the local ones of those that move: these, and what
/// stands still between two of them.
pub(super) fn needed_nodes(parents: &[Option<usize>], moves: &[bool]) -> Vec<usize> {
    let above = any_above(parents, |i| moves[i]);
    let below = any_below(parents, |i| moves[i]);
    (0..moves.len()).filter(|&i| above[i] && below[i]).collect()
}

/// Turns transforms in the world into transforms in the parents' frames.
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
    use std::sync::atomic::{AtomicUsize, Ordering};

    use glam::DVec3;

    use super::super::{Options, Progress};
    use super::*;
    use crate::take::Axis;

    #[test]
    fn what_stands_between_two_that_move_is_needed_and_nothing_else_is() {
        let parents = [None, Some(0), Some(1), Some(2), Some(0), Some(3)];
        let needed = |moves: [usize; 2]| {
            let moves: Vec<bool> = (0..parents.len()).map(|i| moves.contains(&i)).collect();
            needed_nodes(&parents, &moves)
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
            options: Options { threads: NonZeroUsize::new(1), ..Options::default() },
            ..Source::new("a.glb", b"")
        };
        let span = Span { begin: 0.0, frames: 10_000, frame_time: 0.01.into(), reports: true };
        let units = Units::new(Some(1.0), Axis::Y);
        let sampling = Sampling { source: &source, format: FormatId::Gltf, units, span };
        let node = SampledNode::new("hips".into(), None, Rigid::IDENTITY);
        let calls = AtomicUsize::new(0);
        let cancelled = sampling.sample_moving(vec![node], &mut Vec::new(), |time, all| {
            all[0].position = DVec3::X * time;
            if calls.fetch_add(1, Ordering::Relaxed) == 10 {
                progress.cancel();
            }
        });
        assert_eq!(cancelled.expect_err("nobody waits").kind(), &ErrorKind::Cancelled);
        assert_eq!(calls.into_inner(), 11);
    }
}
