//! The posture of a figure, from its motion: its up direction and its height.
//!
//! Few files say either, and what programs have for a custom is no rule: a rest pose along Y goes with motion along Z,
//! and cameras see Y pointing down. So frames out of the whole take are looked at, and everything that tells up from
//! down has a say (see [`Evidence`]); one odd frame decides nothing.
//!
//! Architecture invariant: no format. Names, poses and motion are all that there is to go by.

mod evidence;
mod samples;
mod unit;

pub use evidence::{Evidence, Reason, UpVerdict};
pub use samples::{FigureHeight, figure_height};
pub use unit::Unit;
