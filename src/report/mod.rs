//! A report: one HTML page about a set of takes, for people without Rushes.
//!
//! All of it is in one file: pictures, curves, and a player of the stick figure. It loads nothing, which a policy
//! in its head holds browsers to. Texts of files and people are escaped in one place, `text`.
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

use std::io::{self, Write};

pub use facts::{detail_label, fact_rows, facts, nodes_with_limits};
pub use pictures::Draw;
pub use section::{Contents, Section, SectionInput};

use crate::review::checks::FindingSeverity;
use crate::scene::{ThemeColours, colour_text};
use crate::take::counted;
use text::Escaped;

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
        let title = Escaped(&self.title);
        let script = if self.has_players { "script-src 'unsafe-inline'; " } else { "" };
        write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; {script}\
             style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\"/>\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\
             <meta name=\"color-scheme\" content=\"light dark\"/>\
             <title>{title}</title>\n<style>\n{}{}</style></head>\n<body><header><h1>{title}</h1><p class=\"dim\">{}, {}</p>",
            colours(),
            include_str!("../../assets/report/page.css"),
            counted(self.takes.len(), "take"),
            Escaped(&self.date),
        )?;
        self.write_summary(out)?;
        out.write_all(b"</header>\n<main>\n")?;
        for (number, take) in (1..).zip(&self.takes) {
            match take {
                ReportEntry::Read(section) => out.write_all(section.html.as_bytes())?,
                ReportEntry::Failed { file, reason: why } => writeln!(
                    out,
                    "<section id=\"take-{number}\" aria-labelledby=\"name-{number}\"><header><h2 id=\"name-{number}\">\
                     {}</h2></header><p>This file could not be read:</p><pre>{}</pre></section>",
                    Escaped(file),
                    Escaped(why)
                )?,
            }
        }
        write!(
            out,
            "</main>\n<footer class=\"dim\">Made with Rushes {}</footer>\n",
            env!("CARGO_PKG_VERSION")
        )?;
        if self.has_players {
            let script = include_str!("../../assets/report/player.js");
            write!(out, "<script>\n{script}</script>\n")?;
        }
        out.write_all(b"</body></html>\n")
    }

    /// A table of all takes, with links to their parts.
    fn write_summary(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(
            b"<nav aria-label=\"Takes\"><table class=\"summary\"><thead><tr><th scope=\"col\">Take</th>\
              <th scope=\"col\">Rating</th><th scope=\"col\">Notes</th><th scope=\"col\">Findings</th></tr></thead>\
              <tbody>",
        )?;
        for (number, take) in (1..).zip(&self.takes) {
            let file = Escaped(match take {
                ReportEntry::Read(section) => &section.file,
                ReportEntry::Failed { file, .. } => file,
            });
            write!(out, "<tr><th scope=\"row\"><a href=\"#take-{number}\">{file}</a></th>")?;
            if let ReportEntry::Read(section) = take {
                let notes = match section.notes {
                    [0, _] => None,
                    [notes, 0] => Some(notes.to_string()),
                    [notes, open] => Some(format!("{notes}, {open} open")),
                };
                out.write_all(cell("Rating", section.rating.clone()).as_bytes())?;
                out.write_all(cell("Notes", notes).as_bytes())?;
                out.write_all(cell("Findings", summary(section.findings)).as_bytes())?;
                out.write_all(b"</tr>")?;
            } else {
                out.write_all(b"<td colspan=\"3\" class=\"failed\">could not be read</td></tr>")?;
            }
        }
        out.write_all(b"</tbody></table></nav>")
    }
}

/// A cell of the summary, which names its column where there is no room for heads.
fn cell(column: &str, html: Option<String>) -> String {
    match html {
        Some(html) => format!("<td data-column=\"{column}\">{html}</td>"),
        None => "<td class=\"none\">–</td>".to_string(),
    }
}

/// How many findings of each severity there are; `None` where there is none.
fn summary(counts: [usize; FindingSeverity::ALL.len()]) -> Option<String> {
    let found = FindingSeverity::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0);
    let text = |(severity, count): (FindingSeverity, usize)| {
        let word = severity.word();
        format!("<span class=\"count {word}\">{}</span>", counted(count, word))
    };
    let texts: Vec<String> = found.map(text).collect();
    if texts.is_empty() { None } else { Some(texts.join(" ")) }
}

/// The colours of figures, of severities and of kinds of notes as the page's style and script have them: the window's.
fn colours() -> String {
    let properties = |colours: &ThemeColours| {
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
    };
    format!(
        ":root {{ {0}}}\n@media (prefers-color-scheme: dark) {{ :root {{ {1}}} }}\n\
         @media print {{ :root {{ {0}}} }}\n",
        properties(&ThemeColours::LIGHT),
        properties(&ThemeColours::DARK)
    )
}
