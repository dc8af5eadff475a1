//! The docked curves: which there are, their values, which are hidden, and how far values are zoomed.

mod data;
mod docked;
mod id;

pub use docked::{DockedCurve, DockedCurves};
pub use id::{CurveId, CurveSource, ScaleOf};
