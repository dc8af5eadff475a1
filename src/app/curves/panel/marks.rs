//! The marks in a plot: frames that have something to tell of, such as gaps and events.

use std::ops::RangeInclusive;

use egui::{Color32, Painter, Rect};

use crate::app::checks::{panel as checks, timeline_marks};
use crate::app::notes::panel::card as notes;
use crate::app::{takes::open_take::OpenTake, timeline::panel::scale::Scale, widgets::PlainRects};
use crate::review::checks::Finding;
use crate::scene::Theme;
use crate::take::NodeId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A band over all of its frames.
    Band,
    /// A line at its first frame.
    Line,
}

/// Frames at which there is something to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// As the active take counts them.
    pub frames: RangeInclusive<usize>,
    pub colour: Color32,
    pub kind: MarkKind,
}

/// The marks of a take in a plot of some of its nodes: their gaps, what the checks found of them or of the
/// whole figure, notes and events.
pub fn marks(open: &OpenTake, nodes: &[NodeId], theme: Theme) -> Vec<Mark> {
    let colours = theme.colours();
    let gaps = nodes.iter().filter_map(|&node| open.gap_index.of(node));
    let gaps = gaps.flat_map(|runs| runs.as_slice()).map(|run| Mark {
        frames: run.start as usize..=run.end as usize - 1,
        colour: colours.dim.gamma_multiply(0.18),
        kind: MarkKind::Band,
    });
    let is_here = |finding: &&Finding| finding.node.is_none_or(|node| nodes.contains(&node));
    let findings = timeline_marks::marked(open).filter(is_here).map(|finding| Mark {
        frames: finding.first..=finding.last,
        colour: checks::colour_of(finding.severity, theme).gamma_multiply(0.07),
        kind: MarkKind::Band,
    });
    let notes = open.review.kept.notes.iter().map(|note| Mark {
        frames: note.frames.first..=note.frames.last,
        colour: notes::colour_of(note.kind, theme).gamma_multiply(0.7),
        kind: MarkKind::Line,
    });
    let events = open.events().into_iter().filter_map(|event| event.frame);
    let events = events.map(|frame| Mark {
        frames: frame..=frame,
        colour: colours.event.gamma_multiply(0.7),
        kind: MarkKind::Line,
    });
    gaps.chain(findings).chain(notes).chain(events).collect()
}

/// Draws those that are in sight; the first frame of the take is `before` on the scale.
pub fn paint(painter: &Painter, plot: Rect, scale: Scale, before: usize, marks: &[Mark]) {
    /// Where lines are closer than this, in points, they would hide the curves, and are short.
    const APART: f32 = 16.0;
    const SHORT: f32 = 6.0;
    // Of thousands, those on one point are drawn once: each at the right of the last of its kind.
    let mut ends = [f32::NEG_INFINITY; 2];
    let mut placed = Vec::new();
    for mark in marks {
        let x = |frame: &usize| scale.x((frame + before) as f64);
        let [first, last] = [x(mark.frames.start()), x(mark.frames.end())];
        let half = (0.5 / scale.frames_a_point()) as f32;
        let [left, right] = match mark.kind {
            // A frame is as wide as the way to the next one.
            MarkKind::Band => [first - half, last + half],
            MarkKind::Line => [first - 0.5, first + 0.5],
        };
        let right = right.max(left + 1.0);
        let end = &mut ends[mark.kind as usize];
        if right < plot.left() || left > plot.right() || (right <= *end && right > *end - 1.0) {
            continue;
        }
        *end = right;
        placed.push((mark, left..=right));
    }
    let lines = placed.iter().filter(|(mark, _)| mark.kind == MarkKind::Line);
    let is_crowded = lines.count() as f32 * APART > plot.width();
    let mut rects = PlainRects::default();
    for (mark, x) in placed {
        let bottom = match mark.kind {
            MarkKind::Line if is_crowded => plot.bottom().min(plot.top() + SHORT),
            MarkKind::Line | MarkKind::Band => plot.bottom(),
        };
        rects.add(painter, Rect::from_x_y_ranges(x, plot.top()..=bottom), mark.colour);
    }
    rects.paint(painter);
}
