//! A report: one HTML page about a set of takes, for people without Rushes.
//!
//! All of it is in one file: pictures, curves, and a player of the stick figure. It loads nothing, which a policy
//! in its head holds browsers to. Texts of files and people are escaped in one place, `text`.
//!
//! Its markup stands in `assets/report/*.html`, a file for each thing on the page: the compiler puts values in the
//! places that they name (`text::filled`).
//!
//! Architecture invariant: no I/O, no clock and no OpenGL. Who draws pictures is given ([`Draw`]), and the page is
//! written to whatever takes it.

mod curve;
mod facts;
mod findings;
mod notes;
mod pictures;
mod player;
mod section;
mod text;

use std::fmt::{self, Formatter, from_fn};
use std::io::{self, Write};

pub use facts::{detail_label, fact_rows, facts, nodes_with_limits};
pub use pictures::Draw;
pub use section::{Contents, Section, SectionInput};

use crate::review::checks::FindingSeverity;
use crate::scene::{ThemeColours, colour_text};
use crate::take::counted;
use text::{Escaped, filled};

pub struct Report {
    pub title: String,
    /// The day on which it is made, as people write it.
    pub date: String,
    pub has_players: bool,
    pub takes: Vec<ReportEntry>,
}

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

/// The bytes of positions that all players of a page have together, and one of them at most: with their pictures,
/// a dozen takes can be mailed.
const PLAYER_BYTES: [usize; 2] = [6 << 20, 1 << 20];

/// So many bytes of positions the player of each of some takes may have.
pub fn player_bytes(takes: usize) -> usize {
    let [all, one] = PLAYER_BYTES;
    (all / takes.max(1)).min(one)
}

impl Report {
    /// Writes the page.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (script_policy, script) = if self.has_players {
            let script = include_str!("../../assets/report/player.js");
            ("script-src 'unsafe-inline'; ", filled!("script.html", script))
        } else {
            ("", String::new())
        };
        let entries = || (1..).zip(&self.takes);
        let rows: String = entries().map(|(number, take)| take.summary(number)).collect();
        write!(
            out,
            include_str!("../../assets/report/page.html"),
            script_policy = script_policy,
            title = Escaped(&self.title),
            light = colours(&ThemeColours::LIGHT),
            dark = colours(&ThemeColours::DARK),
            style = include_str!("../../assets/report/page.css"),
            takes = counted(self.takes.len(), "take"),
            date = Escaped(&self.date),
            summary = filled!("summary.html", rows),
            // One after the other: together they may be large.
            sections =
                from_fn(|f| entries().try_for_each(|(number, take)| take.section(number, f))),
            version = env!("CARGO_PKG_VERSION"),
            script = script,
        )
    }
}

impl ReportEntry {
    /// The row of the take that is the `number`th, in the table of all, with a link to its part of the page.
    fn summary(&self, number: usize) -> String {
        match self {
            Self::Read(section) => {
                let notes = match section.notes {
                    [0, _] => None,
                    [notes, 0] => Some(notes.to_string()),
                    [notes, open] => Some(format!("{notes}, {open} open")),
                };
                filled!(
                    "summary-row.html",
                    number,
                    file = Escaped(&section.file),
                    rating = cell("Rating", section.rating.clone()),
                    notes = cell("Notes", notes),
                    findings = cell("Findings", counts(section.findings))
                )
            }
            Self::Failed { file, .. } => {
                filled!("summary-failed.html", number, file = Escaped(file))
            }
        }
    }

    fn section(&self, number: usize, page: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(section) => page.write_str(&section.html),
            Self::Failed { file, reason } => {
                let (file, reason) = (Escaped(file), Escaped(reason));
                page.write_str(&filled!("section-failed.html", number, file, reason))
            }
        }
    }
}

/// A cell of the summary, which names its column where there is no room for heads.
fn cell(column: &str, content: Option<String>) -> String {
    match content {
        Some(content) => filled!("summary-cell.html", column, content),
        None => filled!("summary-no-cell.html"),
    }
}

/// How many findings of each severity there are; `None` where there is none.
fn counts(counts: [usize; FindingSeverity::ALL.len()]) -> Option<String> {
    let found = FindingSeverity::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0);
    let texts = found.map(|(severity, count)| {
        let severity = severity.word();
        filled!("summary-count.html", severity, count = counted(count, severity))
    });
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { None } else { Some(texts.join(" ")) }
}

/// The colours of figures, of severities and of kinds of notes as the page's style and script have them: the window's.
fn colours(colours: &ThemeColours) -> String {
    let named = [
        ("left", colours.left),
        ("right", colours.right),
        ("middle", colours.middle),
        ("centre", colours.centre),
        ("edge", colours.edge),
        ("fault", colours.fault),
        ("warning", colours.warning),
        ("remark", colours.remark),
        ("question", colours.question),
        ("good", colours.good),
        ("to-do", colours.to_do),
    ];
    named.map(|(name, colour)| format!("--{name}: {}; ", colour_text(colour))).concat()
}
