//! The reference video in a corner of the view or in half of it: a header, and below it the picture.

pub(crate) mod header;
pub(crate) mod picture;
pub(crate) mod place;

use egui::{CursorIcon, Rect, Sense, Stroke, StrokeKind, Ui, vec2};

pub use crate::app::video::panel::picture::free;
pub use crate::app::video::panel::place::{halves, shows_split};

use crate::app::video::command::VideoCommand;
use crate::app::video::reference::{TakeVideo, VideoView};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::paint_card;
use crate::options::{Corner, VideoOptions};

/// How high the header is, in points.
const HEADER: f32 = 32.0;
/// The side of the corner that is dragged to resize, in points.
const GRIP: f32 = 18.0;

/// The video of the active take in a corner of the view, where it shows there.
pub fn corner_ui(ui: &mut Ui, view: Rect, cx: &PanelContext) {
    let options = cx.state.interface.panels.video;
    let Some((video, shown)) = shown(cx).filter(|_| !shows_split(cx.state)) else {
        return;
    };
    let header = header_height(cx);
    let card = match shown {
        VideoView::Sound => place::header_card(view, options, header),
        _ => place::card(view, options, aspect(shown), header),
    };
    // Clicks on it are its own: the view behind it must not select or turn.
    let id = ui.scope_id().with("reference video");
    let sense = Sense::CLICK | Sense::DRAG;
    ui.interact(card, id, sense);
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
            let corner = Corner::at(at.x > middle.x, at.y > middle.y);
            if corner != options.corner {
                cx.ask(VideoCommand::Place(corner, options.width));
            }
        }
        grip(ui, cx, card, options);
    }
    let line = Stroke::new(1.0, cx.colours.line);
    ui.painter().rect_stroke(card, 8.0, line, StrokeKind::Inside);
}

/// The video of the active take in its half of the view.
pub fn split_ui(ui: &mut Ui, half: Rect, cx: &PanelContext) {
    let Some((video, shown)) = shown(cx) else {
        return;
    };
    let id = ui.scope_id().with("reference video");
    ui.interact(half, id, Sense::CLICK | Sense::DRAG);
    let header = header_height(cx);
    picture::picture_ui(ui, cx, half.with_min_y(half.top() + header), shown, &video);
    if header > 0.0 {
        let bar = half.with_max_y(half.top() + header);
        ui.painter().rect_filled(bar, 0.0, cx.colours.panel);
        // It has its place: there is no other corner.
        header::header_ui(ui, bar, cx, &video, shown);
        let line = Stroke::new(1.0, cx.colours.line);
        ui.painter().hline(bar.x_range(), bar.bottom() - 0.5, line);
    }
}

/// The video that shows beside the active take, and what there is of it.
fn shown<'a>(cx: &PanelContext<'a>) -> Option<(TakeVideo, &'a VideoView)> {
    let video = cx.state.take()?.video()?;
    Some((video, &cx.state.shown_video()?.view))
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
    let at = egui::pos2(at_x, at_y);
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
