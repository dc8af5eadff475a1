//! The widgets that several panels share.

pub(crate) mod context;
pub(crate) mod dialog;
pub(crate) mod field;
pub(crate) mod focus;
pub(crate) mod icons;
pub(crate) mod menu_rows;
pub(crate) mod paint;
pub(crate) mod rows;
pub(crate) mod splitter;
pub(crate) mod text;
pub(crate) mod words;

use egui::text::LayoutJob;
use egui::{
    Align2, Color32, CursorIcon, Frame, Id, Key, Margin, MouseWheelUnit, Rect, Response, RichText,
    Role, Sense, Stroke, StrokeKind, TextEdit, TextFormat, Ui, WidgetInfo, WidgetText, vec2,
};

use crate::app::Command;
use crate::app::theme::{CONTROL, CORNER, GUTTER, regular, semibold};
use crate::app::widgets::icons::Icon;
use crate::scene::Theme;

pub use crate::app::widgets::context::PanelContext;
pub use crate::app::widgets::field::Field;
pub use crate::app::widgets::focus::{ListFocus, beside};
pub use crate::app::widgets::paint::{
    PlainRects, RowColours, caps, caps_width, paint_card, paint_mark, paint_progress, paint_swatch,
    underline,
};
pub use crate::app::widgets::rows::{
    action, choice, command_action, dim_on, eye, follow_focus, held, list, list_row, row_button,
    row_fill, row_ground, tip_beside,
};
pub use crate::app::widgets::text::{
    cut, cut_name, cut_node, local, one_line, put, rows_of, text_width,
};

/// A panel's heading: small capitals, spaced out.
pub fn heading(ui: &mut Ui, cx: &PanelContext, text: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
    heading_at(ui, cx, text, rect);
}

pub fn heading_at(ui: &Ui, cx: &PanelContext, text: &str, rect: Rect) {
    let mut format = TextFormat::simple(semibold(10.5), cx.colours.dim);
    format.extra_letter_spacing = 0.9;
    let job = LayoutJob::single_section(text.to_uppercase(), format);
    put(ui, rect.left_center(), ui.painter().layout_job(job), cx.colours.dim);
    let response = ui.interact(rect, ui.scope_id().with(("heading", text)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, text));
}

/// Whether the pointer or the keyboard is on a control.
pub fn is_near(response: &Response) -> bool {
    response.hovered() || response.has_focus()
}

/// The fill of a control under the pointer, pressed, or at rest.
fn fill(response: &Response, theme: Theme) -> Color32 {
    let colours = theme.colours();
    let towards = if response.is_pointer_button_down_on() {
        0.16
    } else if is_near(response) {
        0.08
    } else {
        0.0
    };
    colours.raised.lerp_to_gamma(colours.text, towards)
}

/// A button with an icon; `main` is filled with the accent.
pub fn icon_button(
    ui: &mut Ui,
    cx: &PanelContext,
    icon: Icon,
    name: &str,
    tip: &str,
    main: bool,
) -> Response {
    let colours = cx.colours;
    let width = if main { 42.0 } else { CONTROL };
    let (rect, response) = ui.allocate_exact_size(vec2(width, CONTROL), Sense::click());
    let (fill, sign) = if main {
        let towards = if response.hovered() { 0.12 } else { 0.0 };
        (colours.accent.lerp_to_gamma(colours.on_accent, towards), colours.on_accent)
    } else {
        (fill(&response, cx.theme), colours.text)
    };
    ui.painter().rect_filled(rect, CORNER, fill);
    icon.paint(ui.painter(), rect, sign);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    response.on_hover_text(tip)
}

/// A flat button with a cross, which closes something. Returns whether it was clicked.
pub fn cross_button(ui: &Ui, cx: &PanelContext, rect: Rect, name: &str, tip: &str) -> bool {
    let (response, colour) = flat_button(ui, cx, rect, ui.scope_id().with(name), name);
    icons::cross(ui.painter(), rect.center(), colour);
    response.on_hover_text(tip).clicked()
}

/// A button without a ground, and the colour of what is to stand on it.
pub fn flat_button(
    ui: &Ui,
    cx: &PanelContext,
    rect: Rect,
    id: Id,
    name: &str,
) -> (Response, Color32) {
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    if is_near(&response) {
        ui.painter().rect_filled(rect, CORNER, cx.colours.raised);
        (response, cx.colours.text)
    } else {
        (response, cx.colours.dim)
    }
}

/// A [`word_button`] that asks for a command.
pub fn command_button(
    ui: &mut Ui,
    cx: &PanelContext,
    word: &str,
    name: &str,
    tip: impl Into<WidgetText>,
    command: impl Into<Command>,
) {
    let button = word_button(ui, cx, word, name, false);
    cx.ask_if(button.on_hover_text(tip).clicked(), command);
}

/// What a screen reader tells of a control that has a value.
pub fn value_info(role: Role, name: &str, value: &str) -> WidgetInfo {
    let value = Some(value.to_string());
    WidgetInfo { current_text_value: value, ..WidgetInfo::labeled(role, true, name) }
}

/// A button with a word, and a chevron where it opens a menu.
pub fn word_button(
    ui: &mut Ui,
    cx: &PanelContext,
    word: &str,
    name: &str,
    opens: bool,
) -> Response {
    let width = word_button_width(ui, word, opens);
    word_button_in(ui, cx, word, name, opens, width)
}

/// A [`word_button`] of a width of its own, in points: one that does not change with its word.
pub fn word_button_in(
    ui: &mut Ui,
    cx: &PanelContext,
    word: &str,
    name: &str,
    opens: bool,
    width: f32,
) -> Response {
    let colours = cx.colours;
    let width = width.min(widest(ui));
    let room = width - if opens { 36.0 } else { 18.0 };
    let galley = cut(ui, word, regular(13.0), colours.text, room);
    let is_cut = galley.elided;
    let (rect, response) = ui.allocate_exact_size(vec2(width, CONTROL), Sense::click());
    ui.painter().rect_filled(rect, CORNER, fill(&response, cx.theme));
    // What opens a menu is a field with a value as well.
    let edge = if opens { colours.edge } else { colours.line };
    ui.painter().rect_stroke(rect, CORNER, Stroke::new(1.0, edge), StrokeKind::Inside);
    // A value begins where all values do; a word that does something is in the middle.
    let before = if opens { 11.0 } else { (width - galley.size().x) * 0.5 };
    put(ui, rect.left_center() + vec2(before, 0.0), galley, colours.text);
    if opens {
        icons::chevron(ui.painter(), rect.right_center() - vec2(14.0, 0.0), colours.dim);
        response.widget_info(|| value_info(Role::ComboBox, name, word));
    } else {
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    }
    if is_cut { response.on_hover_text(word) } else { response }
}

/// How wide a control can be at most: what is left of its row, or all of one where rows are wrapped.
pub fn widest(ui: &Ui) -> f32 {
    if ui.layout().main_wrap() { ui.max_rect().width() } else { ui.available_width() }
}

/// The width of a [`switch`] in points, where there is room for it.
pub fn switch_width(ui: &Ui, word: &str) -> f32 {
    text_width(ui, word, 13.0) + 36.0
}

/// A button that is on or off, which its mark tells. Returns whether it was clicked.
pub fn switch(ui: &mut Ui, theme: Theme, word: &str, name: &str, on: bool, tip: &str) -> bool {
    let colours = theme.colours();
    let width = switch_width(ui, word).min(widest(ui));
    let galley = cut(ui, word, regular(13.0), colours.text, width - 30.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, CONTROL), Sense::click());
    ui.painter().rect_filled(rect, CORNER, fill(&response, theme));
    let mark = rect.left_center() + vec2(14.0, 0.0);
    paint_mark(ui, mark, on, colours.accent, colours.dim);
    put(ui, rect.left_center() + vec2(25.0, 0.0), galley, colours.text);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, name));
    response.on_hover_text(tip).clicked()
}

pub fn word_button_width(ui: &Ui, word: &str, opens: bool) -> f32 {
    text_width(ui, word, 13.0) + if opens { 38.0 } else { 22.0 }
}

/// Takes the focus from a text field as soon as something is pressed: whoever turns the view or
/// scrubs has done with typing, and the next key is meant for the playhead. (egui only does so for
/// a click, which a drag is not.)
pub fn ends_typing(ui: &Ui, pressed: &Response) {
    if pressed.is_pointer_button_down_on() && ui.ctx().text_edit_focused() {
        ui.memory_mut(|memory| {
            if let Some(field) = memory.focused() {
                memory.surrender_focus(field);
            }
        });
    }
}

/// How many notches of a wheel a scroll is.
pub fn notches(unit: MouseWheelUnit, delta: f32) -> f32 {
    match unit {
        MouseWheelUnit::Point => delta / 50.0,
        MouseWheelUnit::Line => delta,
        MouseWheelUnit::Page => delta * 10.0,
    }
}

/// The frame of a text field, with room for an icon at its left.
pub fn field_frame(theme: Theme, left: i8) -> Frame {
    let colours = theme.colours();
    Frame::new()
        .fill(colours.field)
        .stroke(Stroke::new(1.0, colours.edge))
        .corner_radius(CORNER)
        .inner_margin(Margin { left, right: 10, top: 0, bottom: 0 })
}

/// A field in which a text is typed, as wide as so many points; the hint shows while it is empty.
pub fn text_edit<'t>(
    cx: &PanelContext,
    text: &'t mut String,
    hint: &str,
    width: f32,
) -> TextEdit<'t> {
    TextEdit::singleline(text)
        .hint_text(RichText::new(hint).color(cx.colours.dim))
        .desired_width(width - 20.0)
        .align(Align2::LEFT_CENTER)
        .text_color(cx.colours.text)
        .frame(field_frame(cx.theme, 10))
}

/// A field whose letters filter a list; Escape clears it. `asks` makes the command that lists what has letters. Returns
/// whether Enter was pressed in it.
pub fn search_field<C: Into<Command>>(
    ui: &mut Ui,
    cx: &PanelContext,
    [name, hint, tip]: [&str; 3],
    width: f32,
    before: &str,
    asks: fn(String) -> C,
) -> bool {
    let mut letters = before.to_string();
    let edit = text_edit(cx, &mut letters, hint, width);
    let response = ui.add_sized(vec2(width, CONTROL), edit).accessible_name(name);
    let changed = response.changed();
    let pressed = |key| response.lost_focus() && ui.input(|i| i.key_pressed(key));
    let [entered, left] = [Key::Enter, Key::Escape].map(pressed);
    response.on_hover_text(tip);
    if left && !before.is_empty() {
        cx.ask(asks(String::new()));
    } else if changed {
        cx.ask(asks(letters));
    }
    entered && !changed
}

/// A text of less weight, as it is wrapped.
pub fn dim_label(ui: &mut Ui, cx: &PanelContext, text: impl Into<String>) {
    ui.label(RichText::new(text).color(cx.colours.dim));
}

/// Selects the whole text of a field, so that typing replaces it.
pub fn select_all(ui: &Ui, id: Id, len: usize) {
    use egui::text::{CCursor, CCursorRange};
    let mut field = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    field.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(len))));
    field.store(ui.ctx(), id);
}

/// A label and its value, side by side; one below the other where the value is long.
pub fn row(ui: &mut Ui, cx: &PanelContext, label: &str, value: &str) {
    row_in(ui, cx, label, value, cx.colours.text);
}

/// A row whose value has a colour of its own.
pub fn row_in(ui: &mut Ui, cx: &PanelContext, label: &str, value: &str, colour: Color32) {
    /// How many lines a value may have beside its label.
    const LINES: usize = 3;
    /// So much of a text is looked at. A file may have megabytes of it.
    const LONGEST: usize = 4000;
    let end = value.char_indices().nth(LONGEST).map(|(at, _)| at);
    let cut = end.map(|end| format!("{}… (rushes info shows all)", value[..end].trim_end()));
    let value = cut.as_deref().unwrap_or(value);
    let width = ui.available_width();
    let title = one_line(ui, label, regular(13.0), cx.colours.dim);
    let column = column(width, title.size().x);
    let room = (width - column).max(20.0);
    let mut job = LayoutJob::simple(value.to_string(), regular(13.0), colour, room);
    let mut galley = ui.painter().layout_job(job.clone());
    if galley.size().x > room {
        // What no blank parts is parted where it must be.
        job.wrap.break_anywhere = true;
        galley = ui.painter().layout_job(job);
    }
    if galley.rows.len() > LINES {
        return long_text(ui, cx, label, value);
    }
    let height = (galley.size().y + 7.0).max(22.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let top = rect.left_top() + vec2(0.0, 3.5);
    ui.painter().galley(top, title, cx.colours.dim);
    ui.painter().galley(top + vec2(column, 0.0), galley, colour);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{label}: {value}")));
}

/// Where values begin beside labels in a panel of a width; a label that is longer than others moves its
/// value along.
pub fn column(width: f32, label: f32) -> f32 {
    96.0f32.min(width * 0.4).max(label + 10.0)
}

/// A row whose value can be changed: a click on it opens a menu.
pub fn menu_row(ui: &mut Ui, cx: &PanelContext, label: &str, value: &str, tip: &str) -> Response {
    let width = ui.available_width();
    let title = one_line(ui, label, regular(13.0), cx.colours.dim);
    let column = column(width, title.size().x);
    let room = (width - column - 16.0).max(20.0);
    let galley = ui.painter().layout(value.to_string(), regular(13.0), cx.colours.text, room);
    let height = (galley.size().y + 7.0).max(22.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let top = rect.left_top() + vec2(0.0, 3.5);
    if is_near(&response) {
        let behind = Rect::from_min_max(rect.min + vec2(column - 6.0, 0.0), rect.max);
        ui.painter().rect_filled(behind, CORNER, cx.colours.raised);
    }
    ui.painter().galley(top, title, cx.colours.dim);
    let chevron = top + vec2(column + galley.size().x + 11.0, 8.5);
    ui.painter().galley(top + vec2(column, 0.0), galley, cx.colours.text);
    icons::chevron(ui.painter(), chevron, cx.colours.dim);
    response.widget_info(|| value_info(Role::ComboBox, label, value));
    hand(response).on_hover_text(tip)
}

/// A label and below it a text of many lines, of which only the first show until more are asked for.
fn long_text(ui: &mut Ui, cx: &PanelContext, label: &str, text: &str) {
    const LINES: usize = 5;
    let width = ui.available_width();
    let id = ui.scope_id().with(("long text", label));
    let all = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    let mut job = LayoutJob::simple(text.to_string(), regular(13.0), cx.colours.text, width);
    if !all {
        job.wrap.max_rows = LINES;
    }
    let galley = ui.painter().layout_job(job);
    let is_cut = galley.elided;
    let size = vec2(width, galley.size().y + 28.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let top = rect.left_top() + vec2(0.0, 3.5);
    ui.painter().text(top, Align2::LEFT_TOP, label, regular(13.0), cx.colours.dim);
    ui.painter().galley(top + vec2(0.0, 20.0), galley, cx.colours.text);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{label}: {text}")));
    if !all && !is_cut {
        return;
    }
    let (word, name) = if all {
        ("Less", format!("Show less of {label}"))
    } else {
        ("More", format!("Show all of {label}"))
    };
    let (rect, response) = ui.allocate_exact_size(vec2(48.0, 22.0), Sense::click());
    let colour = if is_near(&response) { cx.colours.text } else { cx.colours.accent };
    ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, word, regular(13.0), colour);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if hand(response).clicked() {
        ui.data_mut(|data| data.insert_temp(id, !all));
    }
}

/// Shows that a part of a list can be clicked.
pub fn hand(response: Response) -> Response {
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// A panel's margin at its sides.
pub fn gutters<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    Frame::new().inner_margin(Margin::symmetric(GUTTER as i8, 0)).show(ui, contents).inner
}
