//! The drag-and-drop events: files enter the window, leave it or are dropped; and the files themselves.

use std::path::PathBuf;
#[cfg(target_os = "linux")]
use std::time::Duration;

/// What a list of URIs names, each part in the order of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// Files and folders on this machine, absolute; whether they exist is not asked here.
    pub paths: Vec<PathBuf>,
    /// Everything else, such as links to other machines, as text to be shown.
    pub others: Vec<String>,
}

/// What happens to files over the window.
#[derive(Clone, Debug, PartialEq)]
pub enum DropEvent {
    /// They are held over it: so many that can be opened, once that is known.
    Hover(Option<usize>),
    /// They are held over a place of it.
    Over(DragPosition),
    Leave,
    /// They were let go over it, all at once; none where their program did not hand them over.
    Drop(Files),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DragPosition {
    /// From the window's upper left corner.
    pub at: [f32; 2],
    /// Whether that is in pixels, and not in the units that the desktop scales.
    pub in_pixels: bool,
    /// Whether Alt is down; `None` where the desktop does not say.
    pub alt: Option<bool>,
}

#[cfg(any(target_os = "linux", windows))]
pub type Listener = Box<dyn FnMut(DropEvent) + Send>;

/// How long a program may keep silent while it hands files over.
#[cfg(target_os = "linux")]
pub const TIMEOUT: Duration = Duration::from_secs(5);

/// The longest list of files that is taken: over a hundred thousand files.
#[cfg(target_os = "linux")]
pub const MAX_BYTES: usize = 16 << 20;
