//! The browser: what a page asks of it, and what it has to say.
//!
//! Architecture invariant: the only place that knows the page's script, and it knows nothing of the rest of the program.

mod browser;
#[path = "../dialog.rs"]
mod dialog;
mod error;
#[path = "../drops/event.rs"]
mod event;
mod file;
mod tasks;

pub use browser::*;
pub use dialog::{DialogKind, FileFilter};
pub use error::Error;
pub use event::{DragPosition, DropEvent, Files};
pub use file::{file_number, put_file};
pub use tasks::start as start_tasks;

/// How many bytes the page may still take: browsers give it 4 GiB, of which some are kept for what is made of files.
pub fn memory_left() -> u64 {
    const ALL: u64 = (4 << 30) - (256 << 20);
    ALL.saturating_sub(core::arch::wasm32::memory_size::<0>() as u64 * 65_536)
}

/// Whether there is a desktop around the window, with a file manager and editors of texts, where the program can end.
pub const HAS_DESKTOP: bool = false;
