//! The header of the docked curves: what shows, the legend, derivative, arrangement, fit.

use egui::{Align, Layout, Popup, PopupCloseBehavior, Rect, Ui, UiBuilder, vec2};

use crate::app::curves::command::CurvesCommand;
use crate::app::curves::id::CurveId;
use crate::app::curves::panel::legend::{Legend, ROW};
use crate::app::interface::command::InterfaceCommand;
use crate::app::takes::open_take::OpenTake;
use crate::app::theme::{CONTROL, GUTTER};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::menu_rows::{Mark, menu_items, row};
use crate::app::widgets::rows::tip_beside;
use crate::app::widgets::{cross_button, switch, word_button, word_button_width};
use crate::options::{Panel, Quantity};

/// The words of the button that tells how curves are arranged.
const ARRANGED: [&str; 2] = ["Overlay", "Stacked"];
/// The space between buttons.
const BETWEEN: f32 = 6.0;

/// Draws the header at the top of a rectangle, and returns what is left below it, and the curve whose entry
/// is under the pointer.
pub fn header_ui(
    ui: &mut Ui,
    cx: &PanelContext,
    open: &OpenTake,
    all: Rect,
    legend: &Legend<'_>,
) -> (Rect, Option<CurveId>) {
    let top = all.top() + 7.0;
    let line =
        Rect::from_x_y_ranges(all.left() + GUTTER..=all.right() - GUTTER, top..=top + CONTROL);
    let whose = whose(open);
    let left = word_button_width(ui, &whose, true);
    let at_left = line.with_max_x(line.left() + left);
    let layout = Layout::left_to_right(Align::Center);
    inside(ui, at_left, layout, "what", |ui| what(ui, cx, &whose));
    let right = ui
        .scope_builder(
            UiBuilder::new()
                .max_rect(line.with_min_x(at_left.right() + BETWEEN))
                .layout(Layout::right_to_left(Align::Center))
                .id_salt("how"),
            |ui| {
                ui.spacing_mut().item_spacing.x = BETWEEN;
                how(ui, cx);
            },
        )
        .response
        .rect;
    let between = Rect::from_x_y_ranges(
        at_left.right() + 10.0..=right.left() - 10.0,
        line.center().y - ROW * 0.5 + 1.0..=line.center().y + ROW * 0.5 + 1.0,
    );
    let below = line.bottom() + 5.0;
    if legend.width() <= between.width() {
        let lit = legend.show(ui, cx, between);
        return (all.with_min_y(below), lit);
    }
    // A legend that does not fit beside the buttons has rows of its own.
    let rows =
        Rect::from_x_y_ranges(line.left() - 8.0..=line.right() + 8.0, below - 2.0..=below - 2.0);
    let rows = rows.with_max_y(rows.top() + legend.height(rows.width()));
    let lit = legend.show(ui, cx, rows);
    (all.with_min_y(rows.bottom() + 3.0), lit)
}

fn inside(ui: &mut Ui, rect: Rect, layout: Layout, name: &str, add: impl FnOnce(&mut Ui)) {
    let builder = UiBuilder::new().max_rect(rect).layout(layout).id_salt(name);
    ui.scope_builder(builder, add);
}

/// Whose curves show.
fn whose(open: &OpenTake) -> String {
    match open.edits.selected[..] {
        [] => "Nothing selected".to_string(),
        [node] => {
            let mut name = open.take.skeleton[node].name.clone();
            crate::take::cut_text(&mut name, 28);
            name
        }
        _ => format!("{} selected", open.edits.selected.len()),
    }
}

/// The button that tells whose curves show, and its menu of quantities.
fn what(ui: &mut Ui, cx: &PanelContext, whose: &str) {
    let options = cx.state.interface.panels.docked;
    let button = word_button(ui, cx, whose, "Quantities", true);
    let button = button.on_hover_text("What shows of the selected joints");
    Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        ui.set_width(196.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        for quantity in Quantity::ALL {
            let on = options.quantities.has(quantity);
            let row = row(ui, cx, Mark::Switch(on), quantity.name(), &[]);
            if tip_beside(row, quantity.about()).clicked() {
                cx.ask(CurvesCommand::ShowQuantity(quantity, !on));
            }
        }
    });
}

/// How curves show, from right to left.
fn how(ui: &mut Ui, cx: &PanelContext) {
    let options = cx.state.interface.panels.docked;
    let (cross, _) = ui.allocate_exact_size(vec2(CONTROL, CONTROL), egui::Sense::hover());
    let close = InterfaceCommand::TogglePanel(Panel::Curves);
    let tip = cx.tip("Close the docked curves", close.clone());
    if cross_button(ui, cx, cross, "Close docked curves", &tip) {
        cx.ask(close);
    }
    let fit = word_button(ui, cx, "Fit", "Fit values", false);
    let tip = "Fit the values of the frames that show\nAlso by a double click. Alt and the wheel zoom values";
    if fit.on_hover_text(tip).clicked() {
        cx.ask(CurvesCommand::Fit);
    }
    let arranged = ARRANGED[usize::from(options.stacked)];
    let button = word_button(ui, cx, arranged, "Arrangement of curves", true);
    let tip = "Overlay: one plot. The first unit has its axis at the left and the second at the right; \
               curves of further units are normalised, each unit to the height of the plot\n\
               Stacked: a lane for each curve";
    let button = button.on_hover_text(tip);
    Popup::menu(&button).show(|ui| {
        let choices = [(false, ARRANGED[0]), (true, ARRANGED[1])];
        // What is chosen already is not asked for again.
        for (stacked, word) in choices {
            let chosen = options.stacked == stacked;
            let command = CurvesCommand::ToggleStacked;
            if chosen {
                drop(crate::app::widgets::menu_rows::menu_item(ui, cx, true, word))
            } else {
                menu_items(ui, cx, [(false, word, command)])
            }
        }
    });
    let tip = "Derivative: by how much values change in a second, from the frame before to the frame after";
    let on = options.derivative;
    if switch(ui, cx.theme, "Derivative", "Derivative", on, tip) {
        cx.ask(CurvesCommand::ToggleDerivative);
    }
}
