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
pub(super) use span::Span;
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
        let mut table = Table::of(&moving, span.frames);
        let evaluate = |frame: usize, all: &mut [Rigid]| evaluate(span.time(frame), all);
        let threads = match source.options.threads {
            Some(threads) => threads.get(),
            None => cores(),
        };
        let block = BLOCK.min(span.frames.div_ceil(TURNS));
        let len = source.bytes.len();
        let mut reporter = ProgressReporter::from(source, if span.reports { 0 } else { len });
        let mut from = 0;
        while from < span.frames {
            if source.is_cancelled() {
                return Err(LoadError::new(source, ErrorKind::Cancelled));
            }
            reporter.go_on(source, len / span.frames * from)?;
            let to = span.frames.min(from + block * threads);
            let share = (to - from).div_ceil(threads).max(BLOCK / 4);
            let starts = (from..to).step_by(share);
            let shares: Vec<_> = starts.map(|start| start..to.min(start + share)).collect();
            let work = |frames: std::ops::Range<usize>| {
                let mut all = vec![Rigid::IDENTITY; nodes.len()];
                let mut found = Vec::with_capacity(frames.len() * moving.len());
                for frame in frames {
                    evaluate(frame, &mut all);
                    found.extend(moving.iter().map(|&i| Sample::of(&nodes[i], all[i])));
                }
                found
            };
            // A system without threads to spare evaluates on this one.
            let found = at_once(THREAD, shares.clone(), work)
                .unwrap_or_else(|| shares.into_iter().map(work).collect());
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

/// Nodes in the world become nodes in their parents' frames.
fn to_locals(parents: &[Option<usize>], all: &mut [Rigid]) {
    // Each parent is ahead of its children, and still in the world when they are reached.
    for (i, parent) in parents.iter().enumerate().rev() {
        if let Some(parent) = *parent {
            all[i] = all[i].in_frame_of(&all[parent]);
        }
    }
}
