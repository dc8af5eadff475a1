//! What a reviewer adds to a take: notes, a rating, events, ignored findings and foot contacts.
//!
//! A [`Review`] is plain data, and cheap to clone: a snapshot before each edit is all that undoing needs
//! ([`Review::apply_change`]). Two programs may edit the review of one take: [`merge()`] brings both together
//! by the ids of what they have. [`document`] is the file that it is kept in, [`export`] and [`import`] are the
//! formats of others.
//!
//! Architecture invariant: no I/O and no clock. What changes a review is told the time.

pub mod document;
pub mod export;
pub mod import;

mod added;
mod id;
mod marks;
mod merge;
mod note;
mod parts;
mod rating;
mod record;
mod review;
mod stroke;
mod time;
mod timebase;
mod video;

pub use added::{Event, FootContacts, Ignored};
pub use id::Id;
pub use marks::{Mark, Reviewed};
pub use merge::{merge, merged};
pub use note::{Frames, Kind, Note, Seen, SeenCamera};
pub use rating::{MAX_STARS, Rating, Verdict};
pub use record::{Other, Record, Removed, Stamp};
pub use review::{Listed, Review};
pub use stroke::{Stroke, StrokeShape};
pub use time::Time;
pub use timebase::Timebase;
pub use video::ReferenceVideo;
