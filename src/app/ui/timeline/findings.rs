//! How findings of the checks are drawn on the strip of their take, and told of in its tooltip.

use egui::{Painter, Rangef, Rect};

use super::columns::{Pixels, even};
use super::layout::Strip;
use crate::app::open_take::OpenTake;
use crate::app::state::State;
use crate::app::theme::Colours;
use crate::app::ui::checks::{colour_of, title};
use crate::app::ui::plain_rects::PlainRects;
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
        (rect, severity)
    });
    let marks = joined(marks);
    let mut rects = PlainRects::default();
    let around = |rect: &Rect| rect.expand(1.0).intersect(strip.rect);
    for (rect, _) in joined(marks.iter().map(|(rect, _)| (around(rect), ()))) {
        rects.add(painter, rect, colours.panel);
    }
    for (rect, severity) in marks {
        rects.add(painter, rect, colour_of(severity, colours));
    }
    rects.paint(painter);
}

/// Rectangles from left to right, with those in one that touch, are as high and are alike: of thousands on a
/// strip few are left.
fn joined<T: PartialEq>(rects: impl IntoIterator<Item = (Rect, T)>) -> Vec<(Rect, T)> {
    let mut joined: Vec<(Rect, T)> = Vec::new();
    for (rect, of) in rects {
        match joined.last_mut() {
            Some((last, is))
                if *is == of && last.right() >= rect.left() && last.y_range() == rect.y_range() =>
            {
                last.max.x = last.max.x.max(rect.max.x);
            }
            _ => joined.push((rect, of)),
        }
    }
    joined
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
