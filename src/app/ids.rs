//! The ids of open takes and of their readings, of takes in a session file, requests and notices.
//!
//! Nothing of these is addressed by its place in a list, which changes under a drag or a closing.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::scene::Placement;

macro_rules! new_id {
    ($($(#[$doc:meta])* $id:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $id(u64);

        impl $id {
            /// An id that nothing else of this run has.
            #[allow(clippy::new_without_default)]
            pub fn new() -> Self {
                Self(next())
            }

            /// The number, for names of controls.
            pub fn number(self) -> u64 {
                self.0
            }
        }
    )*};
}

new_id! {
    /// An open take, for as long as it is open or can be brought back.
    TakeId,
    /// Files that were asked for together.
    RequestId,
    /// A take that a session file names, whether it could be opened or not.
    SavedTakeId,
    /// A notice over the view.
    NoticeId,
    /// A comparison of two takes that was computed.
    ComparedId,
}

/// A number that no other id of this run has.
fn next() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A reading of a take, as it is placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadTake {
    pub id: TakeId,
    /// Which reading of its file it is.
    pub reading: u64,
    pub placement: Placement,
}
