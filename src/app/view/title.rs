//! The titles over the view: the take's name and the moment that shows, and what it is compared with.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Color32, FontId, Galley, Pos2, Rect, Stroke, TextFormat, Ui, vec2};

use crate::app::theme::{INSET, regular, semibold};
use crate::app::widgets::{PanelContext, cut_name};
use crate::app::{
    AlignChoice, OpenTake, State, colours::picker::colour32, playback::typed::number_text, widgets,
    widgets::rows::readable_on,
};
use crate::options::CompareMode;

/// What is at the right of the view's title, in points.
const GIZMO: f32 = 110.0;

/// The titles: of the view, `left` points from its edge, or of each of its cells.
pub fn titles(ui: &Ui, rect: Rect, left: f32, cx: &PanelContext) {
    let cells = cx.state.cells();
    if cells.is_empty() {
        return title(ui, rect, left, cx);
    }
    let takes = &cx.state.session.takes;
    for (cell, id) in cells.iter().enumerate() {
        let own = cx.cell_rect(rect, cell);
        let Some(open) = takes.find(*id) else { continue };
        let right = if cell + 1 == cells.len() { GIZMO } else { 0.0 };
        let left = if cell == 0 { left } else { INSET };
        let width = own.width() - left - INSET - right;
        let name = cut_name(ui, &open.shown_name(), semibold(13.5), cx.colours.text, width);
        let text = if takes.is_active(open.id) {
            moment(cx.state, open) + &aligned(cx.state)
        } else {
            let (frame, last) = (cx.state.frame_of(open), open.whole_last());
            match open.take.motion.frame_count() {
                0 => "rest pose".to_string(),
                _ => format!("frame {frame} of {last}"),
            }
        };
        lines(ui, own.left_top() + vec2(left, INSET), name, &text, width, cx);
        if cell > 0 {
            ui.painter().vline(own.left(), own.y_range(), Stroke::new(2.0, cx.colours.line));
        }
    }
}

/// The take's name, and which moment of it shows.
fn title(ui: &Ui, rect: Rect, left: f32, cx: &PanelContext) {
    let Some(open) = cx.state.take() else { return };
    let at = rect.left_top() + vec2(left, INSET);
    let width = rect.width() - left - INSET - GIZMO;
    let name = match cx.state.session.reference() {
        Some(reference) if cx.state.session.compare_mode() != CompareMode::Off => {
            let each = (width - 90.0) * 0.5;
            let names = [open, reference].map(|open| {
                let cut = cut_name(ui, &open.shown_name(), semibold(13.5), cx.colours.text, each);
                cut.text().to_string()
            });
            ui.painter().layout_job(both(cx, [open, reference], names))
        }
        _ => cut_name(ui, &open.shown_name(), semibold(13.5), cx.colours.text, width),
    };
    let mut text = moment(cx.state, open) + &aligned(cx.state);
    // An empty view has its reason.
    if open.take.is_of_markers() && open.take.skeleton.iter().all(|(id, _)| cx.state.is_gap(id)) {
        text += " · all markers missing (occluded)";
    }
    lines(ui, at, name, &text, width, cx);
}

/// The names of the take and of the reference; of A and B, the one that shows stands out.
fn both(cx: &PanelContext, [open, reference]: [&OpenTake; 2], names: [String; 2]) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut add = |text: &str, font: FontId, colour: Color32| {
        job.append(text, 0.0, TextFormat::simple(font, colour));
    };
    let [text, dim] = [cx.colours.text, cx.colours.dim];
    let ground = colour32(cx.theme.palette().centre);
    let readable = |colour| readable_on(cx.theme, colour, ground);
    match cx.state.session.flicked() {
        None => {
            add(&names[0], semibold(13.5), text);
            add(" against ", regular(13.5), dim);
            add(&names[1], semibold(13.5), readable(colour32(cx.state.hue_beside(reference))));
        }
        Some(shown) => {
            for (i, letter) in ["A", "B"].into_iter().enumerate() {
                let is_shown = shown == [open.id, reference.id][i];
                let (font, colour) =
                    if is_shown { (semibold(13.5), text) } else { (regular(13.5), dim) };
                let gap = if i == 0 { "" } else { "     " };
                let mark = if is_shown { readable(cx.colours.accent) } else { dim };
                add(&format!("{gap}{letter} "), semibold(13.5), mark);
                add(&names[i], font, colour);
            }
        }
    }
    job
}

/// Which moment of the active take shows.
fn moment(state: &State, open: &OpenTake) -> String {
    let playback = &state.session.playback;
    // The transport counts the session's frames then.
    let whose = if state.is_longer_than_take() { "take " } else { "" };
    match open.take.motion.frame_count() {
        0 => "rest pose".to_string(),
        // Another take may begin earlier, or go on longer.
        _ if state.number() < 0 => "before its first frame".to_string(),
        _ if state.number() > open.last() as i64 => "after its last frame".to_string(),
        _ => format!(
            "{whose}frame {} of {} · {:.3} s",
            number_text(state.shown_number()),
            number_text(state.numbering().of(open.whole_last())),
            state.session.timeline.time(playback.frame())
        ),
    }
}

/// How the reference was brought to the take, while it is compared.
fn aligned(state: &State) -> String {
    let Some(compared) = state.session.compared() else {
        return String::new();
    };
    match (state.session.compare.align, compared.align_frame) {
        (AlignChoice::None, _) => String::new(),
        (AlignChoice::Range, _) => " · aligned over all frames".to_string(),
        (AlignChoice::Place(_), None) => String::new(),
        (AlignChoice::Place(_), Some(frame)) => {
            format!(" · aligned in place at frame {}", number_text(state.numbering().of(frame)))
        }
    }
}

/// A name, and below it a line that is cut where it is too long.
fn lines(ui: &Ui, at: Pos2, name: Arc<Galley>, text: &str, width: f32, cx: &PanelContext) {
    let text = widgets::cut(ui, text, regular(13.0), cx.colours.dim, width);
    let below = at + vec2(0.0, 21.0);
    let widest = name.size().x.max(text.size().x);
    let words = Rect::from_min_max(at, below + vec2(widest, text.size().y));
    let painter = ui.painter();
    painter.rect_filled(words.expand2(vec2(8.0, 5.0)), 6.0, behind_words(cx.state));
    painter.galley(at, name, cx.colours.text);
    painter.galley(below, text, cx.colours.dim);
}

/// What figures and ground shine through behind words over the view: its own colour there.
fn behind_words(state: &State) -> Color32 {
    let palette = state.theme().palette();
    let middle = |i: usize| palette.centre[i] / 2 + palette.edge[i] / 2;
    Color32::from_rgb(middle(0), middle(1), middle(2)).gamma_multiply(0.5)
}
