//! The card of a note: a bar in the colour of its kind, frames and kind, joint, text.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Align2, Color32, Galley, Painter, Rect, Ui, Vec2, pos2, vec2};

use crate::app::colours::picker::colour32;
use crate::app::state::State;
use crate::app::theme::{CORNER, regular};
use crate::app::widgets::{PanelContext, cut_name, local};
use crate::review::notes::{Frames, Note, NoteKind};
use crate::scene::Theme;

/// What is left free around the texts of a card, in points.
const MARGIN: [f32; 2] = [14.0, 8.0];
/// From the first line to the text.
const HEAD: f32 = 20.0;
const BAR: f32 = 3.0;

pub fn colour_of(kind: NoteKind, theme: Theme) -> Color32 {
    colour32(kind.colour(theme.palette()))
}

/// Frames as the screen calls them: `21 – 34`, or `21` alone.
pub fn frame_range(state: &State, frames: Frames) -> String {
    let numbering = state.numbering();
    let [first, last] = [frames.first, frames.last].map(|frame| numbering.of(frame));
    if first == last { first.to_string() } else { format!("{first} – {last}") }
}

/// The frames of a note: `21 – 34`, or `frame 21`.
pub fn frames_text(state: &State, frames: Frames) -> String {
    let range = frame_range(state, frames);
    if frames.first == frames.last { format!("frame {range}") } else { range }
}

/// What stands above the text: `frame 21 · fault`.
pub fn headline(state: &State, note: &Note) -> String {
    let kind = note.kind.label().to_lowercase();
    let done = if note.done { " · done" } else { "" };
    format!("{} · {kind}{done}", frames_text(state, note.frames))
}

pub struct Card {
    head: Arc<Galley>,
    joint: Option<Arc<Galley>>,
    text: Arc<Galley>,
    bar: Color32,
    pub size: Vec2,
}

impl Card {
    /// Lays a note out in a width; `lines` is how many of its text show at most.
    pub fn new(ui: &Ui, cx: &PanelContext, note: &Note, width: f32, lines: usize) -> Self {
        let colours = cx.colours;
        let inside = width - MARGIN[0] - 10.0;
        let faint = |colour: Color32| {
            if note.done { colours.raised.lerp_to_gamma(colour, 0.62) } else { colour }
        };
        let small =
            |text: &str, width: f32| cut_name(ui, text, regular(12.0), faint(colours.dim), width);
        let joint = note.joint.as_deref().map(|joint| small(local(joint), inside * 0.5));
        let beside = joint.as_ref().map_or(0.0, |joint| joint.size().x + 8.0);
        let head = small(&headline(cx.state, note), inside - beside);
        let text = note.text.trim_end().to_string();
        let mut job = LayoutJob::simple(text, regular(13.0), faint(colours.text), inside);
        job.wrap.max_rows = lines;
        let text = ui.painter().layout_job(job);
        let text_height = if note.text.trim().is_empty() { 0.0 } else { text.size().y };
        let size = vec2(width, MARGIN[1] * 2.0 + HEAD - 3.0 + text_height);
        Self { head, joint, text, bar: faint(colour_of(note.kind, cx.theme)), size }
    }

    pub fn paint(&self, painter: &Painter, rect: Rect, fill: Color32) {
        painter.rect_filled(rect, CORNER, fill);
        painter.rect_filled(rect.with_max_x(rect.left() + BAR), BAR * 0.5, self.bar);
        let left = rect.left() + MARGIN[0];
        let top = rect.top() + MARGIN[1];
        let colour = Color32::PLACEHOLDER;
        painter.galley(pos2(left, top), self.head.clone(), colour);
        if let Some(joint) = &self.joint {
            let right = pos2(rect.right() - 10.0, top);
            let at = Align2::RIGHT_TOP.anchor_size(right, joint.size());
            painter.galley(at.min, joint.clone(), colour);
        }
        painter.galley(pos2(left, top + HEAD), self.text.clone(), colour);
    }
}
