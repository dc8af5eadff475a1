//! Global transforms of every node at one moment: the paper's `EvaluateChildren`.
//!
//! Architecture invariant: no branch on a file format. What differs between formats is data in the
//! nodes (`pre`, `post`, order of channels, `is_world_space`), never code here.

mod batch;
mod lanes;
mod local;
mod pose;
mod positions;
mod rotation;
mod space;
mod table;

pub use pose::Pose;
pub use positions::{PointName, Positions};

#[doc(hidden)]
pub use batch::{BatchEvaluator, Point};
#[doc(hidden)]
pub use local::{local, local_in_double};
#[doc(hidden)]
pub use pose::Chain;
#[doc(hidden)]
pub use space::Space;
#[doc(hidden)]
pub use table::{PositionTable, RotationForm, rest_offsets};
