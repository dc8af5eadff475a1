//! What a reviewer asks of takes and adds to them: how they differ, what is measured on a body, which faults the
//! capture has, and notes.
//!
//! Architecture invariant: no panels, no I/O, no text for people but labels, findings and errors.
//! Window and command line use the same.

pub mod checks;
pub mod compare;
pub mod measure;
pub mod notes;

mod joint_name;

pub use joint_name::{NoJoint, joint_named};
