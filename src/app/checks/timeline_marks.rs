//! How findings of the checks are drawn on the strip of their take, and named in its tooltip.

use egui::{Painter, Rangef, Rect};

use crate::app::checks::panel::{colour_of, title};
use crate::app::timeline::panel::columns::{Pixels, even};
use crate::app::{
    state::State, takes::open_take::OpenTake, timeline::panel::layout::Strip, widgets::PlainRects,
};
use crate::review::checks::{Check, Finding, FindingSeverity};
use crate::scene::Theme;

/// Findings that the strip marks: notes are not worth it, gaps and lost frames have marks of their own,
/// and what is wrong on all frames is at no place.
pub fn marked(open: &OpenTake) -> impl Iterator<Item = &Finding> {
    let last = open.last();
    open.review.findings().map(|(_, finding)| finding).filter(move |finding| {
        let is_everywhere = finding.first == 0 && finding.last == last;
        finding.severity != FindingSeverity::Note && finding.check != Check::Gap && !is_everywhere
    })
}

/// The least height of a row of marks, in points.
const ROW: f32 = 3.0;
/// How much of a strip warnings take at most, above faults.
const WARNINGS: f32 = 0.5;
/// The height of a row of warnings, which leaves a strip without faults its colour.
const WARNING: f32 = 4.0;

/// Findings in as many rows as it takes for none to lie on another, `most` at most: what has no row of its own is
/// in the last one.
fn stacked<'a>(findings: impl Iterator<Item = &'a Finding>, most: usize) -> Vec<Vec<&'a Finding>> {
    let mut findings: Vec<&Finding> = findings.collect();
    findings.sort_by_key(|finding| (finding.first, finding.last));
    let mut rows: Vec<(usize, Vec<&Finding>)> = Vec::new();
    for finding in findings {
        let free = rows.iter().position(|(end, _)| *end < finding.first);
        let place = free.unwrap_or(rows.len()).min(most.max(1) - 1);
        if place == rows.len() {
            rows.push((0, Vec::new()));
        }
        let (end, row) = &mut rows[place];
        *end = finding.last.max(*end);
        row.push(finding);
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

struct MarkRow<'a> {
    severity: FindingSeverity,
    y: Rangef,
    findings: Vec<&'a Finding>,
}

/// The rows of marks on a strip: warnings above faults, and of each what overlaps below one another.
fn rows(open: &OpenTake, strip: Rangef) -> Vec<MarkRow<'_>> {
    let stack = |severity: FindingSeverity, room: f32| {
        let findings = marked(open).filter(move |finding| finding.severity == severity);
        stacked(findings, (room / ROW) as usize)
    };
    let warnings = stack(FindingSeverity::Warning, strip.span() * WARNINGS);
    let warning_height = WARNING.min(strip.span() * WARNINGS / warnings.len().max(1) as f32);
    let below = strip.min + warning_height * warnings.len() as f32;
    let faults = stack(FindingSeverity::Fault, strip.max - below);
    let fault_height = (strip.max - below) / faults.len().max(1) as f32;
    let mut rows = Vec::new();
    for (severity, top, height, stacked) in [
        (FindingSeverity::Warning, strip.min, warning_height, warnings),
        (FindingSeverity::Fault, below, fault_height, faults),
    ] {
        for (row, findings) in stacked.into_iter().enumerate() {
            let top = top + height * row as f32;
            rows.push(MarkRow { severity, y: Rangef::new(top, top + height), findings });
        }
    }
    rows
}

/// Parts of the strip in the colour of what was found there.
pub fn paint(painter: &Painter, open: &OpenTake, strip: &Strip, pixels: &Pixels, theme: Theme) {
    const BETWEEN: f32 = 0.5;
    let mut marks = Vec::new();
    let rows = rows(open, strip.rect.y_range());
    let is_single = rows.len() == 1;
    for MarkRow { severity, mut y, findings } in rows {
        if !is_single {
            y.max -= BETWEEN;
        }
        let mut columns = pixels.columns();
        for finding in findings {
            pixels.across.raise(
                &(finding.first as u32..finding.last as u32 + 1),
                1.0,
                &mut columns,
            );
        }
        let runs = even(&columns).into_iter().map(|(run, _)| {
            let [left, right] = pixels.x(&run);
            Rect::from_x_y_ranges(left..=right.max(left + 2.0), y)
        });
        marks.extend(joined(runs).into_iter().map(|rect| (rect, severity)));
    }
    let mut rects = PlainRects::default();
    for (rect, _) in &marks {
        rects.add(painter, rect.expand(1.0).intersect(strip.rect), theme.colours().panel);
    }
    for (rect, severity) in marks {
        rects.add(painter, rect, colour_of(severity, theme));
    }
    rects.paint(painter);
}

/// Rectangles from left to right, with those in one that touch: of thousands on a strip few are left.
fn joined(rects: impl Iterator<Item = Rect>) -> Vec<Rect> {
    let mut joined: Vec<Rect> = Vec::new();
    for rect in rects {
        match joined.last_mut() {
            Some(last) if last.right() >= rect.left() => last.max.x = last.max.x.max(rect.max.x),
            _ => joined.push(rect),
        }
    }
    joined
}

/// What was found around a place of a take.
pub fn tooltip(state: &State, open: &OpenTake, place: f64) -> Option<String> {
    const MAX_NAMED: usize = 4;
    let frame = state.session.timeline.frame_of(open, place.round());
    let here = marked(open).filter(|finding| (finding.first..=finding.last).contains(&frame));
    let titles: Vec<String> = here.map(|finding| title(open, finding)).collect();
    let more = titles.len().saturating_sub(MAX_NAMED);
    let mut text = titles[..titles.len() - more].join("\n");
    if more > 0 {
        text += &format!("\nand {more} more findings");
    }
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_that_overlap_stand_below_one_another_as_far_as_there_is_room() {
        let finding = |[first, last]: [usize; 2]| Finding {
            check: Check::Skate,
            node: None,
            first,
            last,
            value: 0.0,
            limit: 0.0,
            unit: "m",
            severity: FindingSeverity::Warning,
            message: String::new(),
        };
        let all = [[40, 60], [0, 90], [10, 20], [50, 55], [61, 70]].map(finding);
        let rows = |most: usize| -> Vec<Vec<[usize; 2]>> {
            let ends = |row: Vec<&Finding>| row.iter().map(|of| [of.first, of.last]).collect();
            stacked(all.iter(), most).into_iter().map(ends).collect()
        };
        let first = vec![[0, 90]];
        assert_eq!(rows(5), [first.clone(), vec![[10, 20], [40, 60], [61, 70]], vec![[50, 55]]]);
        assert_eq!(rows(2), [first, vec![[10, 20], [40, 60], [50, 55], [61, 70]]]);
        assert_eq!(rows(1)[0].len(), 5);
        assert_eq!(rows(0)[0].len(), 5);
    }
}
