//! A take of a report: its section, or why there is none.

use std::fmt::{self, Formatter};

use super::section::Section;
use super::text::{Escaped, filled};

pub enum ReportEntry {
    Read(Box<Section>),
    /// One that could not be read or was refused.
    Failed {
        /// The path of its file, for people.
        file: String,
        /// Why, in one line or several.
        reason: String,
    },
}

impl ReportEntry {
    pub(super) fn section(&self, number: usize, page: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(section) => page.write_str(&section.html),
            Self::Failed { file, reason } => {
                let (file, reason) = (Escaped(file), Escaped(reason));
                page.write_str(&filled!("section-failed.html", number, file, reason))
            }
        }
    }
}
