//! A row of the takes panel: eye, swatch, name, offset, format, and buttons on hover.

use std::sync::Arc;

use egui::{
    Color32, Galley, Id, Key, Modifiers, Painter, Pos2, Rect, Response, Role, Sense, Ui,
    WidgetInfo, pos2, vec2,
};

use super::colour::swatch_ui;
use super::row_name::{name_of, row_id};
use super::{menu, offset};
use crate::app::command::{Command, TakesCommand};
use crate::app::open_take::OpenTake;
use crate::app::state::State;
use crate::app::theme::{GUTTER, regular, semibold};
use crate::app::ui::elide::cut_name;
use crate::app::ui::focus::{Stop, beside};
use crate::app::ui::icons;
use crate::app::ui::rows::{dim_on, eye, follow_focus, held, row_button, tip_beside};
use crate::app::ui::widgets::hand;
use crate::scene::Theme;

/// The side of a swatch, in points.
const SWATCH: f32 = 14.0;
/// The side of the buttons that show near the pointer, in points.
const BUTTON: f32 = 20.0;

/// A row, at its place in the list.
pub fn take_row(
    ui: &mut Ui,
    state: &State,
    index: usize,
    (rect, stop): (Rect, &Stop),
    commands: &mut Vec<Command>,
) {
    /// The width of the bar that marks the active take.
    const BAR: f32 = 3.0;
    let theme = state.theme();
    let colours = theme.colours();
    let takes = &state.session.takes;
    let Some(open) = takes.get(index) else { return };
    let name = name_of(state, open);
    let is_active = takes.is_active(open.id);
    let id = row_id(open);
    // From left to right, and what cannot be put right by another press last.
    let [eye, swatch, solo, close] = ["eye", "swatch", "solo", "close"].map(|part| id.with(part));
    let names = [
        Some(id),
        Some(eye),
        Some(swatch),
        offset::shown_id(ui, state, open),
    ];
    let names = names.into_iter().chain([Some(solo), Some(close)]).flatten();
    let pressed = stop.row(ui, index, &names.collect::<Vec<Id>>(), false);
    if pressed == Some(Key::Space) {
        commands.push(TakesCommand::Show(open.id, !takes.is_shown(open)).into());
    }
    let sense = stop.sense(ui, index, id) | Sense::DRAG;
    let response = hand(ui.interact(rect, id, sense));
    let is_near = ui.rect_contains_pointer(rect) && ui.ctx().dragged_id().is_none()
        || ui.memory(|memory| [solo, close].iter().any(|part| memory.has_focus(*part)));
    let is_raised = is_active || is_near || response.dragged();
    let fill = if is_raised {
        colours.raised
    } else {
        colours.panel
    };
    if is_raised {
        ui.painter().rect_filled(rect, 0.0, fill);
    }
    if is_active {
        let bar = rect.with_max_x(rect.left() + BAR);
        ui.painter().rect_filled(bar, 0.0, colours.accent);
    }
    follow_focus(ui, &response, rect);

    let middle = rect.center().y;
    let square = |x: f32, side: f32| Rect::from_center_size(pos2(x, middle), vec2(side, side));
    let left = rect.left() + GUTTER;
    let at = square(left + 7.0, BUTTON);
    visibility(ui, state, open, (at, fill), &name, commands);
    let colour = square(left + 29.0, SWATCH);
    swatch_ui(ui, state, open, colour, &name, commands);

    let left = colour.right() + 8.0;
    let right = rect.right() - GUTTER;
    let tag = tag_of(ui, theme, open, fill);
    let is_alone = takes.solo() == Some(open.id);
    let room = Room {
        left,
        right,
        offset: offset::width(ui, state, open),
    };
    let (tag_shows, kept) = room.shared(tag.size().x + 2.0 * TAG);
    if tag_shows && !is_near && !is_alone {
        paint_tag(ui, theme, tag, fill, pos2(right, middle));
    }
    let end = right - kept - 8.0;
    let mut end = offset::offset_ui(ui, state, open, pos2(end, middle), fill, commands);
    // Where no room is kept for the buttons, they lie on the end of the name: it was read before the
    // pointer went there. What else can be pressed stays where it is.
    let buttons = if kept > 0.0 { right } else { end - 8.0 };
    let solo = square(buttons - 5.0 - BUTTON, BUTTON);
    let close = square(buttons - 5.0, BUTTON);
    solo_ui(ui, state, open, solo, (&name, is_near), commands);
    close_ui(ui, state, open, close, (&name, is_near), commands);
    if kept == 0.0 && (is_near || is_alone) {
        end = solo.left();
    }
    let text = match takes.is_shown(open) {
        true => colours.text,
        false => dim_on(theme, fill),
    };
    let width = end - 8.0 - left;
    if width >= 12.0 {
        let galley = cut_name(ui, &name, regular(13.0), text, width);
        let at = pos2(left, middle - galley.size().y * 0.5);
        ui.painter().galley(at, galley, text);
    }

    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_active, &name));
    menu::take_menu(ui, state, open, &response, commands);
    let response = tip_beside(response, tip_of(open));
    keys(ui, state, (open, index), &response, commands);
    if response.clicked() && !is_active {
        commands.push(TakesCommand::Activate(open.id).into());
    }
}

/// Where the file is, in full.
fn tip_of(open: &OpenTake) -> String {
    let place = match &open.path {
        Some(path) => path.display().to_string(),
        None => open.title(),
    };
    format!("{place}\nDrag, or Alt+↑ and Alt+↓: reorder")
}

/// Alt with the arrows moves the row that the keyboard is on.
fn keys(
    ui: &Ui,
    state: &State,
    (open, index): (&OpenTake, usize),
    row: &Response,
    commands: &mut Vec<Command>,
) {
    if !row.has_focus() {
        return;
    }
    for (key, to) in [
        (Key::ArrowUp, index.checked_sub(1)),
        (Key::ArrowDown, Some(index + 1)),
    ] {
        let pressed = ui.input_mut(|i| i.consume_key(Modifiers::ALT, key));
        if let (true, Some(to)) = (pressed, to.filter(|to| *to < state.session.takes.len())) {
            commands.push(TakesCommand::Move { take: open.id, to }.into());
        }
    }
}

/// The eye at the left, on a fill: shows and hides the take, with Alt shows it alone.
fn visibility(
    ui: &mut Ui,
    state: &State,
    open: &OpenTake,
    (rect, fill): (Rect, Color32),
    name: &str,
    commands: &mut Vec<Command>,
) {
    let id = row_id(open).with("eye");
    let shown = state.session.takes.is_shown(open);
    let eye = eye(ui, (state.theme(), fill), id, rect, name, shown);
    let verb = if shown { "Hide" } else { "Show" };
    let tip = format!("{verb} take (Alt: solo)");
    if eye.on_hover_text(tip).clicked() {
        commands.push(match held(ui).alt {
            true => TakesCommand::Solo(open.id).into(),
            false => TakesCommand::Show(open.id, !shown).into(),
        });
    }
}

/// The letter that shows a take alone.
fn solo_ui(
    ui: &mut Ui,
    state: &State,
    open: &OpenTake,
    rect: Rect,
    (name, is_near): (&str, bool),
    commands: &mut Vec<Command>,
) {
    let theme = state.theme();
    let is_alone = state.session.takes.solo() == Some(open.id);
    let letter = |painter: &Painter, at: Pos2, colour: Color32| {
        let colours = theme.colours();
        let colour = if is_alone { colours.field } else { colour };
        if is_alone {
            let square = Rect::from_center_size(at, vec2(16.0, 16.0));
            painter.rect_filled(square, 4.0, colours.accent);
        }
        let centre = egui::Align2::CENTER_CENTER;
        painter.text(at, centre, "S", semibold(11.0), colour);
    };
    let id = row_id(open).with("solo");
    let label = format!("Solo {name}");
    let shown = is_near || is_alone;
    let info = (Role::Button, label.as_str());
    let id = (id, beside(ui, id));
    let button = row_button(ui, theme, id, rect, info, shown, letter);
    button.widget_info(|| WidgetInfo::selected(Role::Button, true, is_alone, &label));
    let tip = match is_alone {
        true => "End solo",
        false => "Solo: hide all other takes",
    };
    if button.on_hover_text(tip).clicked() {
        commands.push(TakesCommand::Solo(open.id).into());
    }
}

/// The cross that closes a take.
fn close_ui(
    ui: &mut Ui,
    state: &State,
    open: &OpenTake,
    rect: Rect,
    (name, is_near): (&str, bool),
    commands: &mut Vec<Command>,
) {
    let id = row_id(open).with("close");
    let label = format!("Close {name}");
    let info = (Role::Button, label.as_str());
    let id = (id, beside(ui, id));
    let cross = row_button(ui, state.theme(), id, rect, info, is_near, icons::cross);
    let tip = match state.session.takes.is_active(open.id) {
        true => state
            .settings
            .keymap
            .tip("Close take", TakesCommand::CloseActive),
        false => "Close take".to_string(),
    };
    if cross.on_hover_text(tip).clicked() {
        commands.push(TakesCommand::Close(open.id).into());
    }
}

/// What has to find its place behind a name, in points.
struct Room {
    left: f32,
    right: f32,
    offset: f32,
}

impl Room {
    /// Whether there is room for the tag, and how much is kept at the right for it and for the buttons
    /// that take its place. In a narrow row the tag leaves; an offset still keeps off the buttons, while
    /// there is room for both.
    fn shared(&self, tag: f32) -> (bool, f32) {
        /// A name that is shorter tells nothing.
        const NAME: f32 = 40.0;
        /// What a name has before there is a tag beside it: it tells more.
        const BESIDE_TAG: f32 = 100.0;
        /// The buttons that show a take alone and close it.
        const BUTTONS: f32 = 2.0 * BUTTON - 5.0;
        let name = |kept: f32| {
            let end = self.right - kept;
            match self.offset > 0.0 {
                true => end - self.offset - 16.0 - self.left,
                false => end - 8.0 - self.left,
            }
        };
        let both = tag.max(BUTTONS);
        if name(both) >= BESIDE_TAG {
            (true, both)
        } else if self.offset > 0.0 && name(BUTTONS) >= NAME {
            (false, BUTTONS)
        } else {
            (false, 0.0)
        }
    }
}

/// What is beside the letters of a tag, in points.
const TAG: f32 = 7.0;

fn tag_fill(theme: Theme, behind: Color32) -> Color32 {
    behind.lerp_to_gamma(theme.colours().text, 0.05)
}

/// The letters of the tag that tells the format.
fn tag_of(ui: &Ui, theme: Theme, open: &OpenTake, behind: Color32) -> Arc<Galley> {
    let colour = dim_on(theme, tag_fill(theme, behind));
    let text = open.take.format.to_string();
    ui.painter().layout_no_wrap(text, regular(10.5), colour)
}

/// Paints the tag so that it ends at a place.
fn paint_tag(ui: &Ui, theme: Theme, letters: Arc<Galley>, behind: Color32, right: Pos2) {
    let size = vec2(letters.size().x + 2.0 * TAG, 17.0);
    let tag = Rect::from_min_size(right - vec2(size.x, size.y * 0.5), size);
    ui.painter().rect_filled(tag, 8.5, tag_fill(theme, behind));
    let at = tag.center() - letters.size() * 0.5;
    ui.painter().galley(at, letters, Color32::PLACEHOLDER);
}
