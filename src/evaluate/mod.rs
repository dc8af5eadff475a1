//! Global transforms of every node at one moment: the paper's `EvaluateChildren`.
//!
//! Architecture invariant: no branch on a file format. What differs between formats is data in the
//! nodes (`pre`, `post`, order of channels, `is_world_space`), never code here.

mod batch;
mod chain;
mod local;
mod number;
mod pose;
mod rotation;

pub use batch::{BatchEvaluator, Point};
pub use chain::Chain;
pub use local::{local, local_in_double};
pub use pose::Pose;
