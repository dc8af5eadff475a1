//! The drag-and-drop events: files enter the window, leave it or are dropped.

#[cfg(target_os = "linux")]
use std::time::Duration;

use crate::platform::files::Files;

/// What happens to files over the window.
#[derive(Clone, Debug, PartialEq)]
pub enum DropEvent {
    /// They are held over it: so many that can be opened, once that is known.
    Hover(Option<usize>),
    /// They are held over a place of it.
    Over(HeldOver),
    /// They went away again.
    Leave,
    /// They were let go over it, all at once; none where their program did not hand them over.
    Drop(Files),
}

/// Where files are held over the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOver {
    /// From the window's upper left corner.
    pub at: [f32; 2],
    /// Whether that is in pixels, and not in the units that the desktop scales.
    pub in_pixels: bool,
    /// Whether Alt is down; `None` where the desktop does not say.
    pub alt: Option<bool>,
}

/// Where events go.
#[cfg(any(target_os = "linux", windows))]
pub type Listener = Box<dyn FnMut(DropEvent) + Send>;

/// How long a program may keep silent while it hands files over.
#[cfg(target_os = "linux")]
pub const PATIENCE: Duration = Duration::from_secs(5);

/// The longest list of files that is taken: over a hundred thousand files.
#[cfg(target_os = "linux")]
pub const MAX_BYTES: usize = 16 << 20;
