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
mod changes;
mod marks;
mod merge;
mod note;
mod parts;
mod record;
mod review;
mod select;
mod time;
mod timebase;
mod whole_take;

pub use added::{Event, FootContacts, IgnoredFinding};
pub use changes::ReviewChanges;
pub use marks::{Mark, ReviewedTake};
pub use merge::{merge, merge_owned};
pub use note::{Frames, Note, NoteCamera, NoteKind, NoteView, Stroke, StrokeShape};
pub use record::{Id, Record, Stamp, Tombstone, UnknownKeys};
pub use review::{Listed, Review};
pub use select::{VerdictFilter, select_list};
pub use time::Time;
pub use timebase::Timebase;
pub use whole_take::{MAX_STARS, Rating, ReferenceVideo, Verdict};
