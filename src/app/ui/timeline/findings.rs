//! How findings of the checks are drawn on the strip of their take, and told of in its tooltip.

use egui::{Painter, Rangef, Rect};

use super::columns::{Pixels, even};
use super::layout::Strip;
use crate::app::open_take::OpenTake;
use crate::app::state::State;
use crate::app::theme::Colours;
use crate::app::ui::checks::{colour_of, title};
use crate::review::checks::{Check, Finding, Severity};

/// Findings that the strip shows: notes are not worth a mark, gaps and lost frames have marks of their own,
/// and what is wrong on all frames is at no place.
pub fn shown(open: &OpenTake) -> impl Iterator<Item = &Finding> {
    let last = open.last();
    let findings = open.review.findings().map(|(_, finding)| finding);
    findings.filter(move |finding| {
        let is_everywhere = finding.first == 0 && finding.last == last;
        finding.severity != Severity::Note && finding.check != Check::Gap && !is_everywhere
    })
}

/// The height of a warning's mark, in points.
const WARNING: f32 = 4.0;

/// Parts of the strip in the colour of what was found there: a fault goes before a warning.
pub fn paint(
    painter: &Painter,
    open: &OpenTake,
    strip: &Strip,
    pixels: &Pixels,
    colours: &Colours,
) {
    let mut columns = pixels.columns();
    for finding in shown(open) {
        let frames = finding.first as u32..finding.last as u32 + 1;
        let grave = match finding.severity {
            Severity::Fault => 1.0,
            Severity::Warning | Severity::Note => 0.5,
        };
        pixels.across.raise(&frames, grave, &mut columns);
    }
    let marks = even(&columns).into_iter().map(|(run, grave)| {
        let [left, right] = pixels.x(&run);
        let y = strip.rect.y_range();
        // A warning may go on for long, and leaves the take its colour.
        let (severity, y) = match grave < 1.0 {
            true => (
                Severity::Warning,
                Rangef::new(y.min, y.min + WARNING.min(y.span())),
            ),
            false => (Severity::Fault, y),
        };
        let rect = Rect::from_x_y_ranges(left..=right.max(left + 2.0), y);
        (rect, colour_of(severity, colours))
    });
    let marks: Vec<_> = marks.collect();
    for (mark, _) in &marks {
        let around = mark.expand(1.0).intersect(strip.rect);
        painter.rect_filled(around, 0.0, colours.panel);
    }
    for (mark, colour) in marks {
        painter.rect_filled(mark, 0.0, colour);
    }
}

/// What was found around a place of a take.
pub fn told(state: &State, open: &OpenTake, place: f64) -> Option<String> {
    /// So many are named.
    const MAX: usize = 4;
    let frame = state.session.timeline.frame_of(open, place.round());
    let here = |finding: &&Finding| (finding.first..=finding.last).contains(&frame);
    let titles: Vec<String> = shown(open)
        .filter(here)
        .map(|finding| title(open, finding))
        .collect();
    let more = titles.len().saturating_sub(MAX);
    let mut text = titles[..titles.len() - more].join("\n");
    if more > 0 {
        text += &format!("\nand {more} more findings");
    }
    (!text.is_empty()).then_some(text)
}
