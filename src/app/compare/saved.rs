//! How takes are compared, as a session file has it.

use crate::app::compare::AlignChoice;
use crate::app::session::Session;
use crate::store::{SavedAlign, SavedComparison};

impl Session {
    /// How takes are compared, as a session file has it. Which one is the reference, the takes say.
    pub fn saved_comparison(&self) -> SavedComparison {
        let compare = &self.compare;
        let (align, frame) = match compare.align {
            AlignChoice::None => (SavedAlign::None, None),
            AlignChoice::Place(frame) => (SavedAlign::Place, frame),
            AlignChoice::Range => (SavedAlign::Range, None),
        };
        SavedComparison {
            mode: compare.mode,
            align,
            frame,
            quantity: compare.quantity,
            scale_end: compare.scale_end,
        }
    }

    /// Compares takes as a session file has it.
    pub fn compare_as_saved(&mut self, saved: &SavedComparison) {
        let compare = &mut self.compare;
        compare.mode = saved.mode;
        compare.shows_reference = false;
        compare.align = match saved.align {
            SavedAlign::None => AlignChoice::None,
            SavedAlign::Place => AlignChoice::Place(saved.frame),
            SavedAlign::Range => AlignChoice::Range,
        };
        compare.quantity = saved.quantity;
        compare.scale_end = saved.scale_end.filter(|end| end.is_finite() && *end > 0.0);
    }
}
