//! The keyboard focus: its ring, and lists that are a single Tab stop.

use egui::accesskit::Action;
use egui::emath::GuiRounding;
use egui::{Event, FocusDirection, Id, Key, Popup, Rect, Sense, Stroke, StrokeKind, Ui};

use crate::app::theme::CORNER;
use crate::scene::Theme;

/// The ring's width, and what it leaves free around its control, in points.
const RING: f32 = 2.0;
const GAP: f32 = 2.0;

/// How the control that has the keyboard came to it.
#[derive(Clone, Copy, Default)]
struct FocusOrigin {
    id: Option<Id>,
    by_pointer: bool,
    /// Whether the pointer was used after any key.
    pointer_is_newer: bool,
    /// While a menu or a picker is open, the control that opened it.
    opener: Option<Id>,
    is_open: bool,
    /// In how many rounds the opener is still given the keyboard: in the one in which an overlay closes,
    /// that still keeps it from everything below.
    comes_back: u8,
}

/// Records how the keyboard moves, before anything is laid out; `has_overlay` is whether something
/// lies over the window. A press of the pointer takes
/// it from every control but a field that is typed into.
pub fn watch(ui: &Ui, has_overlay: bool) {
    let ctx = ui.ctx();
    let id = Id::unique("how the keyboard came");
    let mut origin: FocusOrigin = ctx.data(|data| data.get_temp(id)).unwrap_or_default();
    let (pressed, pointed, keyed) = ctx.input(|i| {
        let is_key = |event: &Event| match event {
            Event::Key { pressed, .. } => *pressed,
            Event::AccessKitActionRequest(_) => true,
            _ => false,
        };
        let pressed = i.pointer.any_pressed();
        let pointed = pressed || i.pointer.any_released();
        (pressed, pointed, i.events.iter().any(is_key))
    });
    if pressed {
        origin.by_pointer = true;
        let focused = ctx.memory(|memory| memory.focused());
        if let Some(focused) = focused.filter(|_| !ctx.text_edit_focused()) {
            ctx.memory_mut(|memory| memory.surrender_focus(focused));
        }
    }
    if pointed || keyed {
        origin.pointer_is_newer = pointed;
    }
    // From a menu or an overlay that closes, the keyboard comes back to where it set out from.
    let was_open = std::mem::replace(&mut origin.is_open, has_overlay || Popup::is_any_open(ctx));
    if !origin.is_open {
        if was_open {
            origin.comes_back = 2;
        }
        let opener = origin.opener.filter(|_| origin.comes_back > 0 && !origin.pointer_is_newer);
        if let Some(opener) = opener.filter(|_| !ctx.text_edit_focused()) {
            ctx.memory_mut(|memory| memory.request_focus(opener));
            ctx.request_repaint();
        }
        origin.comes_back = origin.comes_back.saturating_sub(1);
        if origin.comes_back == 0 {
            origin.opener = ctx.memory(|memory| memory.focused());
        }
    }
    ctx.data_mut(|data| data.insert_temp(id, origin));
}

/// Where the keyboard comes to first, from nowhere: without this, to what happens to be laid out first.
pub fn begin_at(ui: &Ui, control: Id) {
    let ctx = ui.ctx();
    let asks = ctx.input(|i| {
        let mut presses = i.events.iter();
        presses.any(|event| matches!(event, Event::Key { key: Key::Tab, pressed: true, modifiers, .. } if modifiers.is_none()))
    });
    let is_nowhere = ctx.memory(|memory| memory.focused().is_none());
    if asks && is_nowhere && !Popup::is_any_open(ctx) {
        ctx.memory_mut(|memory| {
            memory.move_focus(FocusDirection::None);
            memory.request_focus(control);
        });
    }
}

/// Marks the control that the keyboard is on, over all that was laid out. `panels` are what the ring
/// stays inside of.
pub fn ring(ui: &Ui, theme: Theme, panels: &[Rect]) {
    let ctx = ui.ctx();
    let id = Id::unique("how the keyboard came");
    let mut origin: FocusOrigin = ctx.data(|data| data.get_temp(id)).unwrap_or_default();
    let focused = ctx.memory(|memory| memory.focused());
    if focused != origin.id {
        origin.id = focused;
        origin.by_pointer = origin.pointer_is_newer;
        ctx.data_mut(|data| data.insert_temp(id, origin));
    }
    let control = focused.filter(|_| !origin.by_pointer);
    let Some(control) = control.and_then(|control| ctx.read_response(control)) else {
        return;
    };
    let shown = control.interact_rect;
    if !shown.is_positive() {
        return;
    }
    let on_panel = control.layer_id == ui.layer_id();
    let mut bounds = ctx.content_rect();
    if let Some(panel) = panels.iter().find(|panel| panel.contains(shown.center()))
        && on_panel
    {
        bounds = bounds.intersect(*panel);
    }
    let inside = shown.expand(GAP).intersect(bounds.shrink(RING));
    ctx.layer_painter(control.layer_id).rect_stroke(
        inside.round_to_pixels(ctx.pixels_per_point()),
        CORNER + GAP,
        Stroke::new(RING, theme.colours().accent),
        StrokeKind::Outside,
    );
}

/// A list whose rows are one stop of the keyboard together. Up, Down, Home and End go from row to
/// row; what the other keys of a list do is the row's own matter.
pub struct ListFocus {
    id: Id,
    /// The row that the keyboard comes to, or is on.
    pub row: usize,
    /// What was pressed there: Left, Right or Space.
    pressed: Option<Key>,
}

/// What a list had of the keyboard when it was last laid out.
#[derive(Clone, Copy)]
struct FocusCache {
    row: Id,
    index: usize,
    /// The row, or a control in it.
    focused: Id,
}

/// Where the control is told that has the keyboard and belongs to a list.
fn in_list() -> Id {
    Id::unique("the keyboard is in a list")
}

/// Whether the keyboard is in a list, which then has arrows and Space for itself.
pub fn list_has_keyboard(ctx: &egui::Context) -> bool {
    let focused = ctx.memory(|memory| memory.focused());
    focused.is_some() && focused == ctx.data(|data| data.get_temp(in_list()))
}

/// Whether a key, without any other, belongs to a list that has the keyboard.
pub fn is_for_list(key: Key) -> bool {
    use Key::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, End, Home, Space};
    [ArrowUp, ArrowDown, ArrowLeft, ArrowRight, Home, End, Space].contains(&key)
}

impl ListFocus {
    /// Before the rows are laid out. `home` is the row that the keyboard comes to from elsewhere,
    /// `name_of` what a row is called for egui.
    pub fn new(
        ui: &Ui,
        id: Id,
        count: usize,
        home: Option<usize>,
        name_of: impl Fn(usize) -> Id,
    ) -> Self {
        let last = count.saturating_sub(1);
        Self::in_two_ways(ui, id, count, home, name_of, &|row, key| match key {
            Key::ArrowUp => Some(row.saturating_sub(1)),
            Key::ArrowDown => Some((row + 1).min(last)),
            _ => None,
        })
    }

    /// As [`Self::new`], where `neighbour` tells to which row an arrow leads, if to any.
    pub fn in_two_ways(
        ui: &Ui,
        id: Id,
        count: usize,
        home: Option<usize>,
        name_of: impl Fn(usize) -> Id,
        neighbour: &dyn Fn(usize, Key) -> Option<usize>,
    ) -> Self {
        let last = count.saturating_sub(1);
        let kept: Option<FocusCache> = ui.data(|data| data.get_temp(id));
        let focused = ui.memory(|memory| memory.focused());
        let mut stop = Self {
            id,
            row: home.or(kept.map(|kept| kept.index)).unwrap_or(0).min(last),
            pressed: None,
        };
        let Some(kept) = kept.filter(|kept| count > 0 && Some(kept.focused) == focused) else {
            return stop;
        };
        let is_it = |row: &usize| name_of(*row) == kept.row;
        let here = Some(kept.index).filter(|row| *row < count && is_it(row));
        let found = here.or_else(|| (0..count).find(is_it));
        stop.row = found.unwrap_or(kept.index.min(last));
        let before = stop.row;
        if !Popup::is_any_open(ui.ctx()) && !ui.ctx().text_edit_focused() {
            for key in take_keys(ui) {
                match key {
                    Key::Home => stop.row = 0,
                    Key::End => stop.row = last,
                    key => match neighbour(stop.row, key) {
                        Some(row) => stop.row = row,
                        None => stop.pressed = Some(key),
                    },
                }
            }
        }
        // A row that has gone leaves the keyboard to the one in its place.
        if stop.row != before || found.is_none() {
            stop.go_to(ui, name_of(stop.row));
        }
        stop
    }

    /// Lets the keyboard go to a row or to a control in one.
    pub fn go_to(&self, ui: &Ui, control: Id) {
        ui.memory_mut(|memory| memory.request_focus(control));
    }

    /// Before a row is laid out, with what it and its controls are called, from left to right. Right
    /// and Left go along them; one that does so in vain is returned, and so is Space. On a row that
    /// `unfolds`, Right has something else to do.
    pub fn row(&self, ui: &Ui, index: usize, names: &[Id], unfolds: bool) -> Option<Key> {
        let ctx = ui.ctx();
        for &name in names {
            ctx.accesskit_node_builder(name, |node| node.add_action(Action::Focus));
            if ui.input(|i| i.has_accesskit_action_request(name, Action::Focus)) {
                self.go_to(ui, name);
            }
        }
        let focused = ui.memory(|memory| memory.focused());
        let at = names.iter().position(|name| Some(*name) == focused)?;
        let pressed = self.pressed.filter(|_| index == self.row);
        let next = match pressed {
            Some(Key::ArrowRight) if !(unfolds && at == 0) => names.get(at + 1),
            Some(Key::ArrowLeft) => at.checked_sub(1).and_then(|at| names.get(at)),
            _ => None,
        };
        let control = next.copied().unwrap_or(names[at]);
        if next.is_some() {
            self.go_to(ui, control);
        }
        let kept = FocusCache { row: names[0], index, focused: control };
        ui.data_mut(|data| {
            data.insert_temp(self.id, kept);
            data.insert_temp(in_list(), control);
        });
        pressed.filter(|_| next.is_none())
    }

    /// How a row is pressed, which is the stop itself or is come to by arrows.
    pub fn sense(&self, ui: &Ui, index: usize, row: Id) -> Sense {
        if index == self.row { Sense::click() } else { beside(ui, row) }
    }
}

/// How a control of a row is pressed: no stop of its own, until the keyboard is on it.
pub fn beside(ui: &Ui, control: Id) -> Sense {
    if ui.memory(|memory| memory.has_focus(control)) { Sense::click() } else { Sense::CLICK }
}

/// The keys of a list that were pressed, which nobody else gets then.
fn take_keys(ui: &Ui) -> Vec<Key> {
    let mut keys = Vec::new();
    ui.input_mut(|i| {
        i.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else {
                return true;
            };
            let is_ours = modifiers.is_none() && is_for_list(*key);
            keys.extend(is_ours.then_some(*key));
            !is_ours
        });
    });
    if !keys.is_empty() {
        // egui would look for another control in that direction.
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    keys
}
