//! The menu of colour schemes and of saved colour sets.

use egui::{Id, Key, Rect, Role, Sense, Ui, pos2, vec2};

use crate::app::colours::picker::picker;
use crate::app::theme::{CONTROL, ROW};
use crate::app::widgets::menu_rows::lasting_menu;
use crate::app::widgets::rows::{MENU, separator};
use crate::app::widgets::{
    PanelContext, action, choice, icons, list, row_button, rows, text_edit, tip_beside, word_button,
};
use crate::app::{FigureCommand, OpenTake};
use crate::scene::Scheme;

/// What gives a take its colours: one that was given to all of it, else its scheme.
fn holding(open: &OpenTake) -> Scheme {
    open.edits.colour.map_or(open.edits.scheme, Scheme::One)
}

pub fn word(open: &OpenTake) -> &'static str {
    holding(open).name()
}

/// What of the menu is unfolded, while it is open.
#[derive(Clone, Default)]
struct Unfolded {
    picker: bool,
    /// The name that is typed for a colour set, and whether its field has just appeared.
    name: Option<(String, bool)>,
}

pub fn menu(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let button = word_button(ui, cx, word(open), "Colour scheme", true);
    let button = button.on_hover_text("Colour scheme and colour sets");
    let id = Id::unique("scheme menu");
    if button.clicked() {
        ui.data_mut(|data| data.remove::<Unfolded>(id));
    }
    lasting_menu(&button).show(|ui| {
        let mut unfolded: Unfolded = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        rows::menu(ui, |ui| {
            schemes(ui, cx, open, &mut unfolded);
            separator(ui, cx);
            colour_sets(ui, cx, &mut unfolded);
            separator(ui, cx);
            let picked = open.edits.picked.iter().any(Option::is_some);
            let key = cx.key_of(FigureCommand::ResetColours);
            if action(ui, cx, "Reset colours", key.as_deref(), picked) {
                cx.ask(FigureCommand::ResetColours);
                ui.close();
            }
        });
        ui.data_mut(|data| data.insert_temp(id, unfolded));
    });
}

fn schemes(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, unfolded: &mut Unfolded) {
    let holds = holding(open);
    for scheme in Scheme::ALL.into_iter().filter(|scheme| scheme.applies_to(&open.parts)) {
        let is_one = matches!(scheme, Scheme::One(_));
        let chosen = scheme.name() == holds.name();
        let word = if is_one { "One colour…" } else { scheme.name() };
        if !choice(ui, cx, word, chosen) {
            continue;
        }
        unfolded.picker = is_one && !unfolded.picker;
        cx.ask_if(!chosen, FigureCommand::SetScheme(scheme));
        if !is_one {
            ui.close();
        }
    }
    if let (true, Scheme::One(colour)) = (unfolded.picker, holds) {
        ui.add_space(4.0);
        if let Some(colour) = picker(ui, cx, colour) {
            cx.ask(FigureCommand::SetScheme(Scheme::One(colour)));
        }
    }
}

fn colour_sets(ui: &mut Ui, cx: &PanelContext, unfolded: &mut Unfolded) {
    /// So many show at once; the rest scrolls.
    const MAX: usize = 6;
    let most = cx.state.session.colour_sets.len().min(MAX) as f32 * ROW;
    list(
        ui,
        "colour sets",
        cx.state.session.colour_sets.len(),
        [ROW, most],
        None,
        None,
        |ui, i, rect| {
            let name = cx.state.session.colour_sets.keys().nth(i);
            if name.is_some_and(|name| colour_set(ui, cx, name, rect)) {
                ui.close();
            }
        },
    );
    let Some((typed, is_new)) = &mut unfolded.name else {
        if action(ui, cx, "Save colour set…", None, true) {
            unfolded.name = Some((String::new(), true));
        }
        return;
    };
    let field = ui.add_sized(vec2(MENU, CONTROL), text_edit(cx, typed, "Name", MENU));
    let field = field.accessible_name("Name of the colour set");
    let entered = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
    if std::mem::take(is_new) {
        field.request_focus();
    }
    tip_beside(field, "Save the colours of this take under a name (Enter)");
    let name = typed.trim().to_string();
    ui.add_space(4.0);
    let word = if cx.state.session.colour_sets.contains_key(&name) { "Replace" } else { "Save" };
    let saved = action(ui, cx, word, Some("Enter"), !name.is_empty());
    if (saved || entered) && !name.is_empty() {
        cx.ask(FigureCommand::SaveColourSet(name));
        unfolded.name = None;
    }
}

/// A saved colour set, with a cross that deletes it. Returns whether it was chosen.
fn colour_set(ui: &mut Ui, cx: &PanelContext, name: &str, rect: Rect) -> bool {
    let (word, cross) = rect.split_left_right_at_x(rect.left() + MENU - ROW);
    let inside = egui::UiBuilder::new().max_rect(word);
    let chosen = ui.scope_builder(inside, |ui| action(ui, cx, name, None, true));
    let at =
        Rect::from_center_size(pos2(cross.left() + ROW * 0.5, cross.center().y), vec2(20.0, 20.0));
    let id = Id::unique(("delete colour set", name));
    let label = format!("Delete colour set {name}");
    let button = ui.interact(at, id, Sense::click());
    let button = row_button(ui, cx, button, Role::Button, &label, true, icons::cross);
    if button.on_hover_text("Delete this colour set").clicked() {
        cx.ask(FigureCommand::DeleteColourSet(name.to_string()));
    }
    cx.ask_if(chosen.inner, FigureCommand::UseColourSet(name.to_string()));
    chosen.inner
}
