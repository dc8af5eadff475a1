//! The timeline: ruler, range, a strip for each take, and the playhead, which follows the pointer at
//! once.

mod drag;
mod places;
mod ruler;
mod scale;
mod strips;

use egui::{CursorIcon, Pos2, Rect, Response, Sense, Ui, WidgetInfo, pos2, vec2};

use super::widgets::ends_typing;
use crate::app::command::Command;
use crate::app::state::State;
use crate::app::theme::CONTROL;
use crate::playback::Playback;
use drag::Drag;
use places::{Part, Places};

/// Draws the timeline and answers the pointer.
pub fn timeline_ui(ui: &mut Ui, state: &State, playback: &Playback, commands: &mut Vec<Command>) {
    let all = ui.max_rect();
    let rect = Rect::from_min_max(
        all.left_top() + vec2(0.0, 1.0),
        pos2(all.right(), all.bottom() - CONTROL - 22.0),
    );
    let response = ui.interact(
        rect,
        ui.scope_id().with("timeline"),
        Sense::click_and_drag(),
    );
    ends_typing(ui, &response);
    response.widget_info(|| WidgetInfo::slider(true, state.shown_number() as f64, "Timeline"));
    if state.take().is_none() {
        return;
    }
    let places = Places::of(state, rect);
    let in_hand = drag::drag(ui, &response, state, &places, commands);
    if in_hand.is_none() {
        if let Some(at) = response.hover_pos() {
            drag::wheel(ui, at, state, &places, commands);
        }
        if response.double_clicked() {
            drag::show_all(ui, &response, commands);
        } else if commands.is_empty() {
            drag::keep_in_sight(ui, &response, state, &places, commands);
        }
    }
    let shift = ui.input(|i| i.modifiers.shift);
    let hovered = response.hover_pos().filter(|_| in_hand.is_none());
    let under = hovered.map(|at| places.part(state, at));
    paint(ui, state, playback, &places, in_hand, under);
    if let Some(Drag::Take { id, .. }) = in_hand
        && let Some(index) = state.takes.iter().position(|open| open.id == id)
        && let Some(at) = response.interact_pointer_pos()
    {
        let painter = ui.painter_at(rect);
        strips::offset(&painter, state, &places, index, at.x, state.theme.colours());
    }
    let takes_hold = hovered.is_some_and(|at| shift && places.take_at(at).is_some());
    let cursor = match (in_hand, under) {
        (Some(Drag::Along { .. }), _) => CursorIcon::Grabbing,
        _ if takes_hold => CursorIcon::Grab,
        (None, Some(Part::Bar)) => CursorIcon::Default,
        (None, Some(Part::Ruler)) => CursorIcon::Crosshair,
        _ => CursorIcon::ResizeHorizontal,
    };
    tips(state, &places, response.on_hover_cursor(cursor), hovered);
}

fn paint(
    ui: &Ui,
    state: &State,
    playback: &Playback,
    places: &Places,
    in_hand: Option<Drag>,
    under: Option<Part>,
) {
    let colours = state.theme.colours();
    let painter = ui.painter_at(places.rect);
    let is_moved =
        |is_start: bool| matches!(in_hand, Some(Drag::End { start, .. }) if start == is_start);
    let lit = [
        under == Some(Part::RangeIn) || is_moved(true),
        under == Some(Part::RangeOut) || is_moved(false),
    ];
    let bar_is_lit = under == Some(Part::Bar) || matches!(in_hand, Some(Drag::Along { .. }));
    ruler::range(&painter, playback, places, colours);
    ruler::ruler(&painter, state, places, colours);
    strips::strips(&painter, state, places, colours);
    strips::events(&painter, state, places, colours);
    ruler::handles(&painter, playback, places, lit, colours);
    ruler::bar(&painter, state, places, bar_is_lit, colours);
    ruler::playhead(&painter, state, places, colours);
}

/// Tells what is under a pointer that rests.
fn tips(state: &State, places: &Places, response: Response, hovered: Option<Pos2>) {
    let Some(at) = hovered else { return };
    let keymap = &state.keymap;
    let text = match places.part(state, at) {
        Part::RangeIn => Some(keymap.tip("The range's start", &Command::RangeIn(true))),
        Part::RangeOut => Some(keymap.tip("The range's end", &Command::RangeOut(true))),
        Part::Ruler | Part::Bar => None,
        Part::Lane => strips::told(state, places, at),
    };
    if let Some(text) = text {
        response.on_hover_text_at_pointer(text);
    }
}
