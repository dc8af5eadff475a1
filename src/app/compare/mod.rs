//! How the open takes are compared: against which reference, in which way, and what came of it.
//!
//! The active take is A, whose frames count and which stays where it is; the reference is B, which is
//! brought to it.

pub(crate) mod apply;
pub(crate) mod command;
pub(crate) mod compared;
pub(crate) mod in_view;
pub(crate) mod offset_search;
pub(crate) mod panel;
pub(crate) mod session;

use std::sync::Arc;

pub use crate::app::compare::compared::{CompareKey, ComparisonResult};

use crate::app::compare::offset_search::{FoundOffset, OffsetKey};
use crate::app::ids::TakeId;
use crate::options::CompareMode;
use crate::review::compare::{Figures, Quantity};

/// How the reference is brought to where the active take is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AlignChoice {
    /// Not at all.
    #[default]
    None,
    /// Hips over hips on a frame of the active take, facing the same way; the first that both have where
    /// no frame is named.
    Place(Option<usize>),
    /// So that the squares of all distances are least.
    Range,
}

/// A column of the table of joints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    Joint,
    Mean,
    /// What 95 % of all frames do not exceed.
    P95,
    /// The largest of all frames.
    #[default]
    Worst,
    /// The frame of the largest.
    Frame,
}

impl Column {
    /// From left to right.
    pub const ALL: [Self; 5] = [Self::Joint, Self::Mean, Self::P95, Self::Worst, Self::Frame];

    pub fn name(self) -> &'static str {
        match self {
            Self::Joint => "joint",
            Self::Mean => "mean",
            Self::P95 => "p95",
            Self::Worst => "worst",
            Self::Frame => "frame",
        }
    }

    /// What rows are sorted by; names are by themselves.
    fn value(self, figures: &Figures) -> f64 {
        match self {
            Self::Joint => 0.0,
            Self::Mean => figures.mean,
            Self::P95 => figures.p95,
            Self::Worst => figures.worst,
            Self::Frame => figures.worst_frame as f64,
        }
    }
}

/// Which joints stand first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortOrder {
    pub by: Column,
    /// Whether the largest is first; of names, the last one.
    pub is_descending: bool,
}

impl Default for SortOrder {
    fn default() -> Self {
        Self { by: Column::default(), is_descending: true }
    }
}

impl SortOrder {
    /// As a click on the head of a column wants it: the other way round where it holds already; figures
    /// begin with the largest, names and frames with the first.
    pub fn clicked(self, by: Column) -> Self {
        let first = !matches!(by, Column::Joint | Column::Frame);
        Self { by, is_descending: if self.by == by { !self.is_descending } else { first } }
    }
}

/// The unit in which people read a quantity, and how many of them are in a metre, m/s or m/s².
pub fn shown_unit(quantity: Quantity) -> (&'static str, f64) {
    match quantity {
        Quantity::Position => ("cm", 100.0),
        Quantity::Velocity => ("cm/s", 100.0),
        Quantity::Acceleration => ("m/s²", 1.0),
    }
}

/// A difference as people read it, in the unit of [`shown_unit`].
pub fn shown_value(quantity: Quantity, value: f64) -> String {
    let value = value * shown_unit(quantity).1;
    if value < 99.95 { format!("{value:.1}") } else { format!("{value:.0}") }
}

/// What is compared, how it is looked at, and what came of it.
#[derive(Clone, Debug, Default)]
pub struct Compare {
    /// As what takes are compared, while there is a reference.
    pub(crate) mode: CompareMode,
    /// Whether the reference is the one that shows of A and B.
    pub(crate) shows_reference: bool,
    /// The take that was chosen as the reference.
    pub(crate) reference: Option<TakeId>,
    pub align: AlignChoice,
    pub quantity: Quantity,
    /// The difference at which colours have reached the last one, in m, m/s or m/s²; `None` for the worst.
    pub scale_end: Option<f64>,
    pub sorting: SortOrder,
    /// By what the takes were brought in time last, and the offset that this gave.
    pub(crate) synced: Option<(String, f64)>,
    /// The offset that is looked for, and what was found.
    pub(crate) search: Option<(OffsetKey, Option<Result<FoundOffset, String>>)>,
    pub(crate) outcomes: Vec<CompareOutcome>,
}

#[derive(Clone, Debug)]
pub(crate) struct CompareOutcome {
    pub key: CompareKey,
    pub compared: Result<Arc<ComparisonResult>, String>,
}
