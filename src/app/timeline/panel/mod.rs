//! The timeline panel: ruler, in and out range, a strip for each take, and the playhead.

pub(crate) mod columns;
pub(crate) mod drag;
pub(crate) mod flags;
pub(crate) mod hit;
pub(crate) mod layout;
pub(crate) mod menu;
pub(crate) mod paint;
pub(crate) mod range;
pub(crate) mod scale;
pub(crate) mod strips;

use egui::{CursorIcon, Pos2, Rect, RectAlign, Response, Sense, Tooltip, Ui, WidgetInfo, pos2};

use crate::app::notes::timeline_flags as note_flags;
use crate::app::timeline::panel::layout::{Scrolled, TimelineLayout};
use crate::app::widgets::{PanelContext, ends_typing};
use crate::app::{
    State, TimelineCommand, checks::contacts, theme::CONTROL, timeline::panel::drag::Drag,
    timeline::panel::hit::Part, video::waveform,
};
use crate::playback::Playback;

/// Draws the timeline and answers the pointer.
pub fn timeline_ui(ui: &mut Ui, cx: &PanelContext, playback: &Playback) {
    let all = ui.max_rect();
    let y = all.top() + 1.0..=all.bottom() - CONTROL - 22.0;
    let rect = Rect::from_x_y_ranges(all.x_range(), y);
    let id = ui.scope_id().with("timeline");
    let response = ui.interact(rect, id, Sense::click_and_drag());
    ends_typing(ui, &response);
    response.widget_info(|| WidgetInfo::slider(true, cx.state.shown_number() as f64, "Timeline"));
    if cx.state.take().is_none() {
        return;
    }
    let scrolled_id = response.id.with("scrolled");
    let mut scrolled: Scrolled = ui.data(|data| data.get_temp(scrolled_id)).unwrap_or_default();
    let layout = TimelineLayout::of(ui, cx.state, rect, &mut scrolled);
    let in_hand = drag::drag(ui, &response, cx, &layout, scrolled.by);
    let is_over = |at: Pos2, part: fn(&Part) -> bool| part(&layout.part(cx.state, at));
    if in_hand.is_none() {
        if let Some(at) = response.hover_pos() {
            if is_over(at, |part| *part == Part::Rows) {
                scrolled.by -= ui.input(|i| i.smooth_scroll_delta.y)
            } else {
                drag::wheel(ui, at.x, cx, layout.scale)
            }
        }
        // What a click does by itself, two of them do as well.
        let has_click =
            |part: &Part| matches!(part, Part::Event(_) | Part::Note(_) | Part::Hidden(_));
        let at = response.interact_pointer_pos();
        if response.double_clicked() && at.is_none_or(|at| !is_over(at, has_click)) {
            drag::show_all(ui, &response, cx);
        } else if !cx.has_asked() {
            drag::keep_in_sight(ui, &response, cx, &layout);
        }
    }
    if let (Some(Drag::Rows { by, y }), Some(bar)) = (in_hand, layout.rows_bar())
        && let Some(at) = response.interact_pointer_pos()
    {
        let thumb = layout.rows_thumb(bar, scrolled);
        scrolled.by = by + (at.y - y) * layout.more / (bar.height() - thumb.height()).max(1.0);
    }
    ui.data_mut(|data| data.insert_temp(scrolled_id, scrolled));
    let shift = ui.input(|i| i.modifiers.shift);
    let hovered = response.hover_pos().filter(|_| in_hand.is_none());
    let under = hovered.map(|at| layout.part(cx.state, at));
    let layout = if layout.more > 0.5 {
        TimelineLayout::of(ui, cx.state, rect, &mut scrolled)
    } else {
        layout
    };
    paint(ui, cx, playback, &layout, scrolled, in_hand, under);
    menu::context_menu(cx, playback, &layout, &response);
    if let Some(Drag::Take { id, .. }) = in_hand
        && let Some(index) = cx.state.session.takes.iter().position(|open| open.id == id)
        && let Some(at) = response.interact_pointer_pos()
    {
        strips::offset(&ui.painter_at(rect), cx.state, &layout, index, at.x, cx.colours);
    }
    let takes_hold = hovered.is_some_and(|at| shift && layout.take_at(at).is_some());
    let cursor = match (in_hand, under) {
        (Some(Drag::Along { .. }), _) => CursorIcon::Grabbing,
        _ if takes_hold => CursorIcon::Grab,
        (None, Some(Part::Bar | Part::Rows)) => CursorIcon::Default,
        (None, Some(Part::Event(_) | Part::Note(_) | Part::Hidden(_))) => CursorIcon::PointingHand,
        (None, Some(Part::Ruler)) => CursorIcon::Crosshair,
        (None, Some(Part::Contact(_))) => CursorIcon::ResizeColumn,
        _ => CursorIcon::ResizeHorizontal,
    };
    tips(cx.state, &layout, response.on_hover_cursor(cursor), hovered);
}

fn paint(
    ui: &Ui,
    cx: &PanelContext,
    playback: &Playback,
    layout: &TimelineLayout,
    scrolled: Scrolled,
    in_hand: Option<Drag>,
    under: Option<Part>,
) {
    let painter = ui.painter_at(layout.rect);
    let is_moved =
        |is_start: bool| matches!(in_hand, Some(Drag::End { start, .. }) if start == is_start);
    let lit = [
        under == Some(Part::RangeIn) || is_moved(true),
        under == Some(Part::RangeOut) || is_moved(false),
    ];
    let bar_is_lit = under == Some(Part::Bar) || matches!(in_hand, Some(Drag::Along { .. }));
    paint::range(&painter, playback, layout, cx.colours);
    paint::ruler(ui, &painter, cx.state, layout, cx.colours);
    strips::strips(&painter, cx.state, layout, cx.colours);
    waveform::paint(&painter, cx.state, layout, cx.colours);
    paint::handles(&painter, playback, layout, lit, cx.colours);
    paint::foot(&painter, cx.state, layout, cx.colours);
    paint::bar(&painter, cx.state, layout, bar_is_lit, cx.colours);
    paint::playhead(&painter, cx.state, layout, cx.colours);
    // Whoever stands on an event sees its flag, too.
    paint::flags(&painter, cx.state, layout, cx.colours);
    note_flags::paint(&painter, cx.state, layout, cx.colours);
    let is_lit = under == Some(Part::Rows) || matches!(in_hand, Some(Drag::Rows { .. }));
    paint::rows_bar(&painter, layout, scrolled, is_lit, cx.colours);
}

/// Tells what is under a pointer that rests, above the timeline: nothing of that is covered.
fn tips(state: &State, layout: &TimelineLayout, response: Response, hovered: Option<Pos2>) {
    let Some(at) = hovered else { return };
    let keymap = &state.settings.keymap;
    let range = |end: &str, command: TimelineCommand| {
        let tip = keymap.tip(end, command);
        Some(match range::range_text(state) {
            Some(range) => format!("{tip}\n{range}"),
            None => tip,
        })
    };
    let text = match layout.part(state, at) {
        Part::RangeIn => range("In point", TimelineCommand::SetIn),
        Part::RangeOut => range("Out point", TimelineCommand::SetOut),
        Part::Ruler | Part::Bar | Part::Rows => None,
        Part::Event(_) => paint::tooltip(state, layout, at),
        Part::Note(id) => note_flags::tooltip(state, id),
        Part::Contact(contact) => contacts::tooltip(state, contact),
        Part::Lane | Part::Hidden(_) => strips::tooltip(state, layout, at),
    };
    if let Some(text) = text {
        let mut tip = Tooltip::for_enabled(&response).gap(6.0);
        tip.popup = tip.popup.at_position(pos2(at.x, layout.rect.top())).align(RectAlign::TOP);
        tip.show(|ui| ui.label(text));
    }
}
