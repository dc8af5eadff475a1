//! The findings of a take on a page: the gravest with a picture and a curve, the others in a table.

use std::fmt::Write as _;

use super::curve::Plot;
use super::pictures::{FINDING, Pictures};
use super::text::{Escaped, FrameTexts};
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
    let mut html = String::from("<ol class=\"cards\">");
    for plotted in cards {
        card(plotted, take, texts, pictures, &mut html);
    }
    html.push_str("</ol>");
    if !rows.is_empty() {
        table(rows, take, texts, &mut html);
    }
    if let more @ 1.. = count - plotted.len() {
        let _ = write!(html, "<p class=\"dim\">And {}.</p>", counted(more, "more finding"));
    }
    html
}

fn frames(finding: &Finding) -> Frames {
    Frames::from([finding.first, finding.last])
}

fn card(
    plotted: &PlottedFinding<'_>,
    take: &Take,
    texts: &FrameTexts<'_>,
    pictures: &mut Pictures<'_, '_>,
    html: &mut String,
) {
    let finding = plotted.finding;
    let severity = finding.severity.word();
    let _ = write!(
        html,
        "<li class=\"card finding {severity}\"><div class=\"words\"><p class=\"head\"><b>{}</b> \
         <span class=\"state\">{severity}</span> ",
        finding.check.label()
    );
    if plotted.is_of_all(take) {
        html.push_str("whole take")
    } else {
        html.push_str(&texts.link(frames(finding), plotted.worst))
    }
    let _ = write!(html, "</p><p class=\"said\">{}</p>", Escaped(&finding.message));
    if let Some(plot) = &plotted.plot {
        html.push_str(&plot.html(finding, plotted.worst, |frame| texts.number(frame)));
    }
    html.push_str("</div>");
    if !plotted.is_of_all(take)
        && let Some(uri) = pictures.close(plotted.worst, FINDING, finding.node)
    {
        let [width, height] = FINDING.map(|side| side / 2);
        let number = texts.number(plotted.worst);
        let _ = write!(
            html,
            "<div class=\"picture\"><img src=\"{uri}\" width=\"{width}\" height=\"{height}\" alt=\"The figure on \
             frame {number}\"/><p class=\"dim\">frame {number}</p></div>"
        );
    }
    html.push_str("</li>");
}

fn table(rows: &[PlottedFinding<'_>], take: &Take, texts: &FrameTexts<'_>, html: &mut String) {
    html.push_str(
        "<table><caption>Further findings</caption><thead><tr><th scope=\"col\">Check</th>\
         <th scope=\"col\">Frames</th><th scope=\"col\">Finding</th></tr></thead><tbody>",
    );
    for plotted in rows {
        let finding = plotted.finding;
        let at = if plotted.is_of_all(take) {
            "whole take".to_string()
        } else {
            texts.link(frames(finding), plotted.worst)
        };
        let _ = write!(
            html,
            "<tr class=\"{severity}\"><th scope=\"row\">{} <span class=\"state\">{severity}</span></th><td>{at}</td>\
             <td>{}</td></tr>",
            finding.check.label(),
            Escaped(&finding.message),
            severity = finding.severity.word(),
        );
    }
    html.push_str("</tbody></table>");
}
