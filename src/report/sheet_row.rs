//! A take in the day sheet: its thumbnail, and the cells by which rows are sorted.

use super::input::SectionInput;
use super::text::{Escaped, filled, stars};
use super::thumbnail;
use crate::review::checks::{Finding, FindingSeverity};
use crate::review::notes::{MAX_STARS, Review, Verdict};
use crate::take::{counted, rounded};

/// A take in the sheet.
pub(super) struct Row {
    pub html: String,
    pub is_rated: bool,
}

impl Row {
    /// The row of the take that is the `number`th of the page, from 1.
    pub fn new(number: usize, subject: &SectionInput<'_>) -> Self {
        let SectionInput { file, take, stage, review, findings, .. } = *subject;
        let rating = &review.rating;
        let (frames, seconds) = (take.motion.frame_count(), take.motion.duration());
        let length = filled!(
            "sheet-length.html",
            seconds = rounded(seconds, 2),
            frames = counted(frames, "frame")
        );
        let rate = (frames > 0).then(|| Escaped(&take.rate_text()).to_string());
        let nodes = take.skeleton.nodes().len();
        let stars = (rating.stars > 0).then(|| {
            let text = format!("{} of {MAX_STARS} stars", rating.stars);
            filled!("sheet-stars.html", text, stars = stars(rating))
        });
        // The best first, as stars have it.
        let rank = |verdict| Verdict::ALL.iter().rev().position(|other| *other == verdict);
        let open = review.notes.iter().filter(|note| !note.done).count();
        let cells = [
            text_cell("Format", take.format.name()),
            cell("Length", Some(thousandths(seconds)), Some(length)),
            cell("Rate", rate.as_ref().map(|_| thousandths(take.fps())), rate),
            cell("Nodes", Some(nodes as u64), Some(nodes.to_string())),
            cell("Rating", stars.as_ref().map(|_| rating.stars.into()), stars),
            cell(
                "Verdict",
                rating.verdict.and_then(rank).map(|rank| rank as u64),
                rating.verdict.map(|verdict| verdict.label().to_string()),
            ),
            count_cell("Notes", review.notes.len()),
            count_cell("Open", open),
            findings_cell(findings),
            text_cell("Reviewer", &reviewers(review)),
        ];
        let html = filled!(
            "sheet-row.html",
            number,
            thumbnail = thumbnail::html(take, stage),
            file = Escaped(file),
            cells = cells.concat()
        );
        Self { html, is_rated: rating.is_given() }
    }
}

/// A cell that is sorted by its text. It names its column where there is no room for heads.
fn text_cell(column: &str, text: &str) -> String {
    filled!("sheet-text.html", column, text = Escaped(text))
}

/// A cell that is sorted by a number; without one it is last.
fn cell(column: &str, key: Option<u64>, content: Option<String>) -> String {
    let key = key.map(|key| key.to_string()).unwrap_or_default();
    filled!("sheet-cell.html", column, key, content = content.unwrap_or_default())
}

fn count_cell(column: &str, count: usize) -> String {
    cell(column, Some(count as u64), (count > 0).then(|| count.to_string()))
}

/// How many findings of each severity there are. One fault is worse than any number of warnings.
fn findings_cell(findings: &[Finding]) -> String {
    const MAX_COUNT: u64 = 1_000_000;
    let (mut key, mut texts) = (0, Vec::new());
    for severity in FindingSeverity::ALL {
        let count = findings.iter().filter(|finding| finding.severity == severity).count();
        key = key * MAX_COUNT + (count as u64).min(MAX_COUNT - 1);
        if count > 0 {
            let severity = severity.word();
            texts.push(filled!("sheet-count.html", severity, count = counted(count, severity)));
        }
    }
    cell("Findings", Some(key), Some(texts.join(" ")))
}

/// Who has rated a take, and who has written notes, each once.
fn reviewers(review: &Review) -> String {
    let rating = review.rating.is_given().then_some(&review.rating.author);
    let notes = review.notes.iter().map(|note| &note.stamp.author);
    let mut names: Vec<&str> = Vec::new();
    for name in rating.into_iter().chain(notes) {
        if !name.is_empty() && !names.contains(&&**name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// A time or a rate as a whole number.
fn thousandths(value: f64) -> u64 {
    (value * 1000.0).round() as u64
}
