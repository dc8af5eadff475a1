//! The ids of open takes, of takes in a session file, requests and notices.
//!
//! Nothing of these is addressed by its place in a list, which changes under a drag or a closing.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that no other id of this run has.
fn next() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// An open take, for as long as it is open or can be brought back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TakeId(u64);

/// Files that were asked for together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId(u64);

/// A take that a session file names, whether it could be opened or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SavedTakeId(u64);

/// A notice over the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoticeId(u64);

/// A comparison of two takes that was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ComparedId(u64);

macro_rules! new_id {
    ($($id:ident),*) => {$(
        impl $id {
            /// An id that nothing else has.
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

new_id!(ComparedId, TakeId, RequestId, SavedTakeId, NoticeId);
