//! What a reviewer asks of takes and adds to them: how they differ, what is measured on a body, which faults the
//! capture has, and notes.
//!
//! Architecture invariant: no panels, no I/O, no text for people but labels, findings and errors.
//! Window and command line use the same.

pub mod alike;
pub mod checks;
pub mod compare;
pub mod measure;
pub mod metrics;
pub mod notes;

mod joint_name;

pub use joint_name::{NoJoint, joint_named};

use crate::take::Take;

/// Whether so many results of takes are no more than some for each of their values. A file of a few megabytes may
/// have a million frames and thousands of joints without a channel: a result for each of those on each frame
/// would be more than any memory.
pub(crate) fn is_in_proportion(count: usize, takes: &[&Take]) -> bool {
    /// So many are always allowed: 200 MB of positions.
    const LEAST: usize = 1 << 24;
    /// Real takes have a joint for every one to three values.
    const A_VALUE: usize = 4;
    let values = |take: &&Take| take.motion.frame_count() * take.motion.columns();
    let values: usize = takes.iter().map(values).sum();
    count <= LEAST.max(values.saturating_mul(A_VALUE))
}
