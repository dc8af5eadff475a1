//! How two takes differ: joints matched by name, moments by a sync, places by an alignment.

mod alignment;
mod common_unit;
mod comparison;
mod csv;
mod difference;
mod matching;
mod motion_sync;
mod sampler;
mod sync;
mod timing;

pub use alignment::{Align, Alignment};
pub use common_unit::common_unit;
pub use comparison::{CompareError, Comparison};
pub use csv::csv_head;
pub use difference::{Difference, Figures, Quantity};
pub use matching::Matching;
pub use motion_sync::{Certainty, MIN_CORRELATION, MIN_PEAK_RATIO};
pub use sync::{Sync, offset_by_event};
pub use timing::Timing;
