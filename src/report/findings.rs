//! The findings of a take on a page: the gravest with a picture and a curve, the others in a table.

use super::curve::Plot;
use super::pictures::{FINDING, Pictures};
use super::text::{Escaped, FrameTexts, filled};
use crate::review::checks::{Check, Finding};
use crate::review::notes::Frames;
use crate::scene::Stage;
use crate::take::{Take, counted};

/// So many findings have a picture and a curve.
const MAX_PICTURES: usize = 12;
/// So many more are in the table.
const MAX_ROWS: usize = 300;

/// A finding with the frame at which it is worst and its curve.
pub(super) struct PlottedFinding<'a> {
    finding: &'a Finding,
    plot: Option<Plot>,
    pub worst: usize,
}

impl<'a> PlottedFinding<'a> {
    /// The findings that a page has, the gravest first.
    pub fn all(findings: &'a [Finding], take: &Take, stage: &Stage) -> Vec<Self> {
        let count = take.motion.frame_count();
        let plotted = findings.iter().take(MAX_PICTURES + MAX_ROWS).enumerate();
        plotted
            .map(|(i, finding)| {
                let plot = if i < MAX_PICTURES { Plot::new(finding, take, stage) } else { None };
                let worst = match &plot {
                    Some(plot) => plot.worst(finding),
                    None if finding.check == Check::TPose => finding.first.midpoint(finding.last),
                    None => finding.first,
                };
                Self { finding, plot, worst: worst.min(count.saturating_sub(1)) }
            })
            .collect()
    }

    /// Whether it is about the file as a whole, of which no frame tells more than another.
    fn is_of_all(&self, take: &Take) -> bool {
        let last = take.motion.frame_count().saturating_sub(1);
        let is_whole = self.finding.first == 0 && self.finding.last >= last;
        is_whole && self.finding.node.is_none()
    }
}

/// The findings, of which `count` there are.
pub(super) fn html(
    plotted: &[PlottedFinding<'_>],
    count: usize,
    take: &Take,
    texts: &FrameTexts<'_>,
    pictures: &mut Pictures<'_, '_>,
) -> String {
    let (cards, rows) = plotted.split_at(plotted.len().min(MAX_PICTURES));
    let card = |plotted: &PlottedFinding<'_>| card(plotted, take, texts, pictures);
    let more = match count - plotted.len() {
        0 => String::new(),
        more => filled!("dim.html", text = format_args!("And {}.", counted(more, "more finding"))),
    };
    filled!(
        "findings.html",
        cards = cards.iter().map(card).collect::<String>(),
        table = table(rows, take, texts),
        more
    )
}

/// On which frames a finding is, as HTML.
fn frames(plotted: &PlottedFinding<'_>, take: &Take, texts: &FrameTexts<'_>) -> String {
    if plotted.is_of_all(take) {
        "whole take".to_string()
    } else {
        let Finding { first, last, .. } = *plotted.finding;
        texts.link(Frames::from([first, last]), plotted.worst)
    }
}

fn card(
    plotted: &PlottedFinding<'_>,
    take: &Take,
    texts: &FrameTexts<'_>,
    pictures: &mut Pictures<'_, '_>,
) -> String {
    let PlottedFinding { finding, plot, worst } = plotted;
    let plot = plot.as_ref().map(|plot| plot.html(finding, *worst, |frame| texts.number(frame)));
    let picture =
        if plotted.is_of_all(take) { None } else { pictures.close(*worst, FINDING, finding.node) };
    let [width, height] = FINDING.map(|side| side / 2);
    let frame = texts.number(*worst);
    let picture =
        picture.map(|picture| filled!("finding-picture.html", picture, width, height, frame));
    filled!(
        "finding.html",
        severity = finding.severity.word(),
        check = finding.check.label(),
        frames = frames(plotted, take, texts),
        message = Escaped(&finding.message),
        plot = plot.unwrap_or_default(),
        picture = picture.unwrap_or_default()
    )
}

fn table(rows: &[PlottedFinding<'_>], take: &Take, texts: &FrameTexts<'_>) -> String {
    let row = |plotted: &PlottedFinding<'_>| {
        filled!(
            "findings-row.html",
            severity = plotted.finding.severity.word(),
            check = plotted.finding.check.label(),
            frames = frames(plotted, take, texts),
            message = Escaped(&plotted.finding.message)
        )
    };
    if rows.is_empty() {
        return String::new();
    }
    filled!("findings-table.html", rows = rows.iter().map(row).collect::<String>())
}
