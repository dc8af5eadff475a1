//! Notes as other programs read them: Markdown, CSV, JSON, OpenTimelineIO, EDL.
//!
//! Each is a function over takes and their reviews. Frames have the numbers of the file where people
//! read them, and count from 0 where programs do.

mod csv;
mod edl;
mod json;
mod markdown;
mod otio;

pub use csv::csv;
pub use edl::{Edl, edl};
pub use json::json;
pub use markdown::markdown;
pub use otio::otio;
