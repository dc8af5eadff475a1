//! What wakes the event loop besides the window itself.

use egui_winit::accesskit_winit::Event as Accessibility;

use super::drops::DropEvent;

/// Something that came from another thread.
#[derive(Debug)]
pub enum Event {
    /// A screen reader asks.
    Accessibility(Accessibility),
    /// Files are held over the window, or let go.
    Drop(DropEvent),
}

impl From<Accessibility> for Event {
    fn from(event: Accessibility) -> Self {
        Self::Accessibility(event)
    }
}
