//! The reference video in a corner of the view, clear of what stands there, or in half of it: a header, and below it the
//! picture.

pub(crate) mod header;
pub(crate) mod picture;

use egui::{CursorIcon, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

pub use crate::app::video::panel::picture::free;

use crate::app::state::State;
use crate::app::theme::{CONTROL, INSET};
use crate::app::video::command::VideoCommand;
use crate::app::video::reference::{TakeVideo, VideoView};
use crate::app::widgets::{PanelContext, paint_card};
use crate::options::{Corner, VideoOptions};

const HEADER: f32 = 32.0;
/// The side of the corner that is dragged to resize, in points.
const GRIP: f32 = 18.0;

/// The video of the active take in a corner of the view, where it shows there.
pub fn corner_ui(ui: &mut Ui, view: Rect, cx: &PanelContext) {
    let options = cx.state.interface.panels.video;
    let Some((video, shown)) = shown(cx).filter(|_| !shows_split(cx.state)) else { return };
    let header = header_height(cx);
    let card = match shown {
        VideoView::Sound => header_card(view, options, header),
        _ => picture_card(view, options, aspect(shown), header),
    };
    // Clicks on it are its own: the view behind it must not select or turn.
    ui.interact(card, ui.scope_id().with("reference video"), Sense::CLICK | Sense::DRAG);
    paint_card(ui, cx, card);
    let inside = card.shrink(1.0);
    if !matches!(shown, VideoView::Sound) {
        picture::picture_ui(ui, cx, inside.with_min_y(card.top() + header), shown, &video);
    }
    if header > 0.0 {
        let bar = inside.with_max_y(card.top() + header);
        if let Some(at) = header::header_ui(ui, bar, cx, &video, shown) {
            // It goes to the corner that the pointer is nearest to.
            let middle = view.center();
            let corner = Corner::from_sides(at.x > middle.x, at.y > middle.y);
            cx.ask_if(corner != options.corner, VideoCommand::Place(corner, options.width));
        }
        grip(ui, cx, card, options);
    }
    ui.painter().rect_stroke(card, 8.0, Stroke::new(1.0, cx.colours.line), StrokeKind::Inside);
}

/// The video of the active take in its half of the view.
pub fn split_ui(ui: &mut Ui, half: Rect, cx: &PanelContext) {
    let Some((video, shown)) = shown(cx) else { return };
    ui.interact(half, ui.scope_id().with("reference video"), Sense::CLICK | Sense::DRAG);
    let header = header_height(cx);
    picture::picture_ui(ui, cx, half.with_min_y(half.top() + header), shown, &video);
    if header > 0.0 {
        let bar = half.with_max_y(half.top() + header);
        ui.painter().rect_filled(bar, 0.0, cx.colours.panel);
        // It has its place: there is no other corner.
        header::header_ui(ui, bar, cx, &video, shown);
        ui.painter().hline(bar.x_range(), bar.bottom() - 0.5, Stroke::new(1.0, cx.colours.line));
    }
}

/// The video that shows beside the active take, and what there is of it.
fn shown<'a>(cx: &PanelContext<'a>) -> Option<(TakeVideo, &'a VideoView)> {
    Some((cx.state.take()?.video()?, &cx.state.shown_video()?.view))
}

fn header_height(cx: &PanelContext) -> f32 {
    if cx.state.interface.panels.interface { HEADER } else { 0.0 }
}

/// The width of its pictures by their height; that of most videos while it is not known.
fn aspect(view: &VideoView) -> f32 {
    match view {
        VideoView::Picture(shown) => {
            let [width, height] = shown.facts.size;
            width as f32 / height.max(1) as f32
        }
        VideoView::Opening | VideoView::Sound | VideoView::Failed(_) => 16.0 / 9.0,
    }
}

/// The corner of the card that is nearest to the middle of the view: a drag resizes the card.
fn grip(ui: &Ui, cx: &PanelContext, card: Rect, options: VideoOptions) {
    let corner = options.corner;
    let (way_x, at_x) = if corner.is_right() { (-1.0, card.left()) } else { (1.0, card.right()) };
    let (way_y, at_y) = if corner.is_lower() { (-1.0, card.top()) } else { (1.0, card.bottom()) };
    let at = pos2(at_x, at_y);
    let rect = Rect::from_two_pos(at, at - vec2(way_x, way_y) * GRIP).expand(3.0);
    let id = ui.scope_id().with("resize reference video");
    let response = ui.interact(rect, id, Sense::DRAG);
    let icon = if way_x == way_y { CursorIcon::ResizeNwSe } else { CursorIcon::ResizeNeSw };
    let response = response.on_hover_and_drag_cursor(icon);
    if response.hovered() || response.dragged() {
        let stroke = Stroke::new(2.0, cx.colours.accent);
        let inner = at - vec2(way_x, way_y) * 4.0;
        let painter = ui.painter();
        painter.line_segment([inner, inner - vec2(way_x * 8.0, 0.0)], stroke);
        painter.line_segment([inner, inner - vec2(0.0, way_y * 8.0)], stroke);
    }
    if response.dragged() {
        let width = card.width() + response.drag_delta().x * way_x;
        cx.ask(VideoCommand::Place(corner, width));
    }
}

/// How much of the view's width and height a card in a corner takes at the most.
const MAX_PART: f32 = 0.6;

/// Whether the video of the active take has half of the view.
pub fn shows_split(state: &State) -> bool {
    state.interface.panels.video.split
        && state.shown_video().is_some_and(|shown| !matches!(shown.view, VideoView::Sound))
}

/// The half of the figures and that of the video, side by side, or one above the other where that is wider.
pub fn halves(view: Rect) -> [Rect; 2] {
    if view.width() >= view.height() {
        let middle = view.center().x.round();
        [view.with_max_x(middle), view.with_min_x(middle)]
    } else {
        let middle = view.center().y.round();
        [view.with_max_y(middle), view.with_min_y(middle)]
    }
}

/// The card of a sound, which is a header.
fn header_card(view: Rect, options: VideoOptions, header: f32) -> Rect {
    let whole = picture_card(view, options, 1.0, header);
    if options.corner.is_lower() {
        whole.with_min_y(whole.bottom() - header)
    } else {
        whole.with_max_y(whole.top() + header)
    }
}

fn picture_card(view: Rect, options: VideoOptions, aspect: f32, header: f32) -> Rect {
    let least = VideoOptions::WIDTHS[0].min(view.width() - 2.0 * INSET).max(1.0);
    let widest = options.width.min(view.width() * MAX_PART).max(least);
    // One that is upright is no higher than it may be.
    let tallest = (view.height() * MAX_PART - header).max(40.0);
    let picture = (widest / aspect).min(tallest);
    // The header needs its room, also above a narrow picture.
    let width = (picture * aspect).clamp(least, widest.max(least)).round();
    let size = vec2(width, (picture + header).round());
    let corner = options.corner;
    // Clear of what stands in the corner.
    let margin = match corner {
        _ if header <= 0.0 => INSET,
        // The titles, and the axes.
        Corner::UpperLeft => 70.0,
        Corner::UpperRight => 104.0,
        // The scale bar, and the button of the view options.
        Corner::LowerLeft | Corner::LowerRight => CONTROL + 24.0,
    };
    let x = if corner.is_right() { view.right() - INSET - size.x } else { view.left() + INSET };
    let y = if corner.is_lower() { view.bottom() - margin - size.y } else { view.top() + margin };
    Rect::from_min_size(pos2(x.round(), y.round()), size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_keeps_its_shape_and_stays_in_its_corner() {
        let view = Rect::from_min_size(pos2(272.0, 0.0), vec2(712.0, 580.0));
        for corner in [Corner::UpperLeft, Corner::UpperRight, Corner::LowerLeft, Corner::LowerRight]
        {
            for (aspect, width) in [(16.0 / 9.0, 320.0), (9.0 / 16.0, 320.0), (3.0, 5000.0)] {
                let options = VideoOptions { corner, width, ..VideoOptions::default() };
                let card = picture_card(view, options, aspect, 32.0);
                assert!(view.contains_rect(card), "{corner:?} {aspect}: {card:?}");
                assert!(card.height() <= view.height() * MAX_PART + 1.0);
                let middle = view.center();
                assert_eq!(card.center().x > middle.x, corner.is_right());
                assert_eq!(card.center().y > middle.y, corner.is_lower());
            }
        }
        let options = VideoOptions { width: 320.0, ..VideoOptions::default() };
        assert_eq!(picture_card(view, options, 2.0, 32.0).size(), vec2(320.0, 192.0));
    }
}
