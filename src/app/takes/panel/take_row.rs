//! A row of the takes panel: eye, swatch, name, offset, format, and buttons on hover.

use std::sync::Arc;

use egui::{
    Color32, Galley, Id, Key, Modifiers, Painter, Pos2, Rect, Response, Role, Sense, Ui,
    WidgetInfo, pos2, vec2,
};

use crate::app::colours::picker::swatch_ui;
use crate::app::notes::panel::rating::{rating_paint, rating_width};
use crate::app::takes::panel::row_name::{name_of, row_id};
use crate::app::takes::panel::{menu, offset};
use crate::app::theme::{GUTTER, regular, semibold};
use crate::app::widgets::{
    ListFocus, PanelContext, beside, cut_name, dim_on, eye, follow_focus, hand, held, icons,
    one_line, put, row_button, tip_beside,
};
use crate::app::{OpenTake, TakesCommand};

/// The side of the buttons that show near the pointer, in points.
const BUTTON: f32 = 20.0;

pub fn take_row(ui: &mut Ui, cx: &PanelContext, index: usize, rect: Rect, stop: &ListFocus) {
    let takes = &cx.state.session.takes;
    let Some(open) = takes.get(index) else { return };
    let name = name_of(cx.state, open);
    let is_active = takes.is_active(open.id);
    let id = row_id(open);
    // From left to right, and what cannot be put right by another press last.
    let [eye, swatch, solo, close] = ["eye", "swatch", "solo", "close"].map(|part| id.with(part));
    let names = [Some(id), Some(eye), Some(swatch), offset::shown_id(ui, cx.state, open)];
    let names = names.into_iter().chain([Some(solo), Some(close)]).flatten();
    let pressed = stop.row(ui, index, &names.collect::<Vec<Id>>(), false);
    cx.ask_if(pressed == Some(Key::Space), TakesCommand::Show(open.id, !takes.is_shown(open)));
    let sense = stop.sense(ui, index, id) | Sense::DRAG;
    let response = hand(ui.interact(rect, id, sense));
    let is_near = ui.rect_contains_pointer(rect) && ui.ctx().dragged_id().is_none()
        || ui.memory(|memory| [solo, close].iter().any(|part| memory.has_focus(*part)));
    let is_raised = is_active || is_near || response.dragged();
    let fill = if is_raised { cx.colours.raised } else { cx.colours.panel };
    if is_raised {
        ui.painter().rect_filled(rect, 0.0, fill);
    }
    if is_active {
        ui.painter().rect_filled(rect.with_max_x(rect.left() + 3.0), 0.0, cx.colours.accent);
    }
    follow_focus(ui, &response, rect);

    let middle = rect.center().y;
    let square = |x: f32, side: f32| Rect::from_center_size(pos2(x, middle), vec2(side, side));
    let left = rect.left() + GUTTER;
    visibility(ui, cx, open, square(left + 7.0, BUTTON), fill, &name);
    let colour = square(left + 29.0, 14.0);
    swatch_ui(ui, cx, open, colour, &name);

    let left = colour.right() + 8.0;
    let right = rect.right() - GUTTER;
    let tag_fill = fill.lerp_to_gamma(cx.colours.text, 0.05);
    let tag = one_line(ui, open.take.format.name(), regular(10.5), dim_on(cx.theme, tag_fill));
    let rating = &open.review.kept.rating;
    let tag_width = if rating.is_given() {
        // What somebody thinks of a take tells more than its format.
        rating_width(rating) + 2.0
    } else {
        tag.size().x + 2.0 * TAG
    };
    let is_alone = takes.solo() == Some(open.id);
    let offset = offset::width(ui, cx.state, open);
    let (tag_shows, kept) = share_room(right - left, offset, tag_width);
    if tag_shows && !is_near && !is_alone {
        if rating.is_given() {
            rating_paint(ui.painter(), rating, pos2(right, middle), cx.colours)
        } else {
            paint_tag(ui, tag, tag_fill, pos2(right, middle))
        }
    }
    let end = right - kept - 8.0;
    let mut end = offset::offset_ui(ui, cx, open, pos2(end, middle), fill);
    // Where no room is kept for the buttons, they lie on the end of the name: it was read before the
    // pointer went there. What else can be pressed stays where it is.
    let buttons = if kept > 0.0 { right } else { end - 8.0 };
    let solo = square(buttons - 5.0 - BUTTON, BUTTON);
    let close = square(buttons - 5.0, BUTTON);
    solo_ui(ui, cx, open, solo, &name, is_near);
    close_ui(ui, cx, open, close, &name, is_near);
    if kept == 0.0 && (is_near || is_alone) {
        end = solo.left();
    }
    let text = if takes.is_shown(open) { cx.colours.text } else { dim_on(cx.theme, fill) };
    let width = end - 8.0 - left;
    if width >= 12.0 {
        let galley = cut_name(ui, &name, regular(13.0), text, width);
        put(ui, pos2(left, middle), galley, text);
    }

    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_active, &name));
    menu::take_menu(ui, cx, open, &response);
    let response = tip_beside(response, tip_of(open));
    keys(ui, cx, open, index, &response);
    cx.ask_if(response.clicked() && !is_active, TakesCommand::Activate(open.id));
}

/// Where the file is, in full.
fn tip_of(open: &OpenTake) -> String {
    let place = open.path.as_ref().map_or(open.title(), |path| path.display().to_string());
    format!("{place}\nDrag, or Alt+↑ and Alt+↓: reorder")
}

/// Alt with the arrows moves the row that the keyboard is on.
fn keys(ui: &Ui, cx: &PanelContext, open: &OpenTake, index: usize, row: &Response) {
    if !row.has_focus() {
        return;
    }
    for (key, to) in [(Key::ArrowUp, index.checked_sub(1)), (Key::ArrowDown, Some(index + 1))] {
        let pressed = ui.input_mut(|i| i.consume_key(Modifiers::ALT, key));
        if let (true, Some(to)) = (pressed, to.filter(|to| *to < cx.state.session.takes.len())) {
            cx.ask(TakesCommand::Move { take: open.id, to });
        }
    }
}

/// The eye at the left, on a fill: shows and hides the take, with Alt shows it alone.
fn visibility(
    ui: &mut Ui,
    cx: &PanelContext,
    open: &OpenTake,
    rect: Rect,
    fill: Color32,
    name: &str,
) {
    let id = row_id(open).with("eye");
    let shown = cx.state.session.takes.is_shown(open);
    let eye = eye(ui, cx, fill, id, rect, name, shown);
    let verb = if shown { "Hide" } else { "Show" };
    let tip = format!("{verb} take (Alt: solo)");
    if eye.on_hover_text(tip).clicked() {
        let show = TakesCommand::Show(open.id, !shown);
        cx.ask(if held(ui).alt { TakesCommand::Solo(open.id) } else { show });
    }
}

/// The letter that shows a take alone.
fn solo_ui(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, rect: Rect, name: &str, is_near: bool) {
    let is_alone = cx.state.session.takes.solo() == Some(open.id);
    let letter = |painter: &Painter, at: Pos2, colour: Color32| {
        let colour = if is_alone { cx.colours.field } else { colour };
        if is_alone {
            let square = Rect::from_center_size(at, vec2(16.0, 16.0));
            painter.rect_filled(square, 4.0, cx.colours.accent);
        }
        painter.text(at, egui::Align2::CENTER_CENTER, "S", semibold(11.0), colour);
    };
    let id = row_id(open).with("solo");
    let label = format!("Solo {name}");
    let button = ui.interact(rect, id, beside(ui, id));
    let button = row_button(ui, cx, button, Role::Button, &label, is_near || is_alone, letter);
    button.widget_info(|| WidgetInfo::selected(Role::Button, true, is_alone, &label));
    let tip = if is_alone { "End solo" } else { "Solo: hide all other takes" };
    cx.ask_if(button.on_hover_text(tip).clicked(), TakesCommand::Solo(open.id));
}

/// The cross that closes a take.
fn close_ui(
    ui: &mut Ui,
    cx: &PanelContext,
    open: &OpenTake,
    rect: Rect,
    name: &str,
    is_near: bool,
) {
    let id = row_id(open).with("close");
    let label = format!("Close {name}");
    let cross = ui.interact(rect, id, beside(ui, id));
    let cross = row_button(ui, cx, cross, Role::Button, &label, is_near, icons::cross);
    let tip = if cx.state.session.takes.is_active(open.id) {
        cx.tip("Close take", TakesCommand::CloseActive)
    } else {
        "Close take".to_string()
    };
    cx.ask_if(cross.on_hover_text(tip).clicked(), TakesCommand::Close(open.id));
}

/// Whether a row with so much room for its name, its tag and its offset has its tag, and how much is kept at the right
/// for that and for the buttons that take its place. In a narrow row the tag leaves; an offset still keeps off the
/// buttons, while there is room for both.
fn share_room(room: f32, offset: f32, tag: f32) -> (bool, f32) {
    /// A name that is shorter tells nothing.
    const NAME: f32 = 40.0;
    /// What a name has before there is a tag beside it: it tells more.
    const BESIDE_TAG: f32 = 100.0;
    /// The buttons that show a take alone and close it.
    const BUTTONS: f32 = 2.0 * BUTTON - 5.0;
    let has_offset = offset > 0.0;
    let name = |kept: f32| room - kept - if has_offset { offset + 16.0 } else { 8.0 };
    let both = tag.max(BUTTONS);
    if name(both) >= BESIDE_TAG {
        (true, both)
    } else if has_offset && name(BUTTONS) >= NAME {
        (false, BUTTONS)
    } else {
        (false, 0.0)
    }
}

/// What is beside the letters of a tag, in points.
const TAG: f32 = 7.0;

/// Paints the tag that tells the format so that it ends at a place.
fn paint_tag(ui: &Ui, letters: Arc<Galley>, fill: Color32, right: Pos2) {
    let size = vec2(letters.size().x + 2.0 * TAG, 17.0);
    let tag = Rect::from_min_size(right - vec2(size.x, size.y * 0.5), size);
    ui.painter().rect_filled(tag, 8.5, fill);
    ui.painter().galley(tag.center() - letters.size() * 0.5, letters, Color32::PLACEHOLDER);
}
