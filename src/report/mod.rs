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
mod entry;
mod facts;
mod figure;
mod findings;
mod input;
mod lone_player;
mod notes;
mod pictures;
mod player;
mod section;
mod sheet;
mod sheet_row;
mod text;
mod thumbnail;
mod viewer;

use std::fmt::from_fn;
use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

pub use entry::ReportEntry;
pub use facts::{detail_label, fact_rows, facts, nodes_with_limits};
pub use input::SectionInput;
pub use lone_player::player_frame;
pub use pictures::Draw;
pub use section::{Contents, Section};
pub use viewer::{PackedFile, write_viewer};

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
        let player = include_str!("../../assets/report/player.js");
        let (sheet, sheet_script) = match self.takes.len() {
            // The section of a single take has all that a sheet would have.
            0 | 1 => (String::new(), None),
            _ => (sheet::html(&self.takes), Some(include_str!("../../assets/report/sheet.js"))),
        };
        let scripts = sheet_script.into_iter().chain([player]).filter(|_| self.has_players);
        let scripts: Vec<&str> = scripts.collect();
        let style = filled!(
            "style.html",
            light = colours(&ThemeColours::LIGHT),
            dark = colours(&ThemeColours::DARK),
            style = include_str!("../../assets/report/page.css"),
        );
        let entries = || (1..).zip(&self.takes);
        write!(
            out,
            include_str!("../../assets/report/page.html"),
            scripts_allowed = allowed(&scripts),
            style_allowed = allowed(&[&style]),
            title = Escaped(&self.title),
            style = style,
            takes = counted(self.takes.len(), "take"),
            date = Escaped(&self.date),
            sheet = sheet,
            // One after the other: together they may be large.
            sections =
                from_fn(|f| entries().try_for_each(|(number, take)| take.section(number, f))),
            version = env!("CARGO_PKG_VERSION"),
            scripts = from_fn(|f| {
                scripts.iter().try_for_each(|script| f.write_str(&filled!("script.html", script)))
            }),
        )
    }
}

/// What a page's policy allows: these scripts or styles, to the byte, and no others.
fn allowed(texts: &[&str]) -> String {
    let hash = |text: &&str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let all: Vec<String> = texts.iter().map(hash).collect();
    if all.is_empty() { "'none'".into() } else { all.join(" ") }
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
