//! The header of the docked curves: what shows, derivative, arrangement, fit, and the legend: colour, name and value of
//! each curve; a click hides or shows one.

use std::sync::Arc;

use egui::{
    Align, Align2, Color32, Galley, Layout, Popup, Rect, Role, ScrollArea, Sense, Stroke, Ui,
    UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use crate::app::curves::command::{CurveId, CurvesCommand};
use crate::app::theme::{CONTROL, CORNER, GUTTER, regular};
use crate::app::widgets::menu_rows::{Mark, lasting_menu, menu_item, row, set_menu_width};
use crate::app::widgets::{
    PanelContext, command_button, cross_button, cut_name, is_near, one_line, switch, word_button,
    word_button_width,
};
use crate::app::{
    curves::docked::DockedCurve, interface::command::InterfaceCommand, takes::open_take::OpenTake,
    widgets::rows::tip_beside,
};
use crate::options::{Panel, Quantity};
use crate::take::cut_text;

/// The words of the button that tells how curves are arranged.
const ARRANGED: [&str; 2] = ["Overlay", "Stacked"];
const BUTTONS_APART: f32 = 6.0;

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
    let selection = selection_label(open);
    let at_left = line.with_max_x(line.left() + word_button_width(ui, &selection, true));
    let builder = UiBuilder::new().max_rect(at_left).layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(builder.id_salt("what"), |ui| quantities(ui, cx, &selection));
    let at_right = line.with_min_x(at_left.right() + BUTTONS_APART);
    let builder = UiBuilder::new().max_rect(at_right).layout(Layout::right_to_left(Align::Center));
    let buttons = ui.scope_builder(builder.id_salt("how"), |ui| {
        ui.spacing_mut().item_spacing.x = BUTTONS_APART;
        view_buttons(ui, cx);
    });
    let between = Rect::from_x_y_ranges(
        at_left.right() + 10.0..=buttons.response.rect.left() - 10.0,
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

fn selection_label(open: &OpenTake) -> String {
    match open.edits.selected[..] {
        [] => "Nothing selected".to_string(),
        [node] => {
            let mut name = open.take.skeleton[node].name.clone();
            cut_text(&mut name, 28);
            name
        }
        _ => format!("{} selected", open.edits.selected.len()),
    }
}

/// The button that says whose curves show, and its menu of quantities.
fn quantities(ui: &mut Ui, cx: &PanelContext, selection: &str) {
    let options = cx.state.interface.panels.docked;
    let button = word_button(ui, cx, selection, "Quantities", true);
    let button = button.on_hover_text("What shows of the selected joints");
    lasting_menu(&button).show(|ui| {
        set_menu_width(ui, 196.0);
        for quantity in Quantity::ALL {
            let on = options.quantities.has(quantity);
            let row = row(ui, cx, Mark::Switch(on), quantity.name(), &[]);
            let row = tip_beside(row, quantity.tooltip());
            cx.ask_if(row.clicked(), CurvesCommand::ShowQuantity(quantity, !on));
        }
    });
}

/// How curves show, from right to left.
fn view_buttons(ui: &mut Ui, cx: &PanelContext) {
    let options = cx.state.interface.panels.docked;
    let (cross, _) = ui.allocate_exact_size(vec2(CONTROL, CONTROL), Sense::hover());
    let close = InterfaceCommand::TogglePanel(Panel::Curves);
    let close_tip = cx.tip("Close the docked curves", close.clone());
    cx.ask_if(cross_button(ui, cx, cross, "Close docked curves", &close_tip), close);
    let fit = "Fit the values of the frames that show\nAlso by a double click. Alt and the wheel zoom values";
    command_button(ui, cx, "Fit", "Fit values", fit, CurvesCommand::Fit);
    let arranged = ARRANGED[usize::from(options.stacked)];
    let button = word_button(ui, cx, arranged, "Arrangement of curves", true);
    let tip = "Overlay: one plot. The first unit has its axis at the left and the second at the right; \
               curves of further units are normalised, each unit to the height of the plot\n\
               Stacked: a lane for each curve";
    let button = button.on_hover_text(tip);
    Popup::menu(&button).show(|ui| {
        for (stacked, word) in [(false, ARRANGED[0]), (true, ARRANGED[1])] {
            let is_chosen = options.stacked == stacked;
            let is_pressed = menu_item(ui, cx, is_chosen, word).clicked();
            cx.ask_if(is_pressed && !is_chosen, CurvesCommand::ToggleStacked);
        }
    });
    let tip = "Derivative: by how much values change in a second, from the frame before to the frame after";
    let is_pressed = switch(ui, cx.theme, "Derivative", "Derivative", options.derivative, tip);
    cx.ask_if(is_pressed, CurvesCommand::ToggleDerivative);
}

const ROW: f32 = 24.0;
/// So many rows show at once; more of them scroll.
const MAX_ROWS: usize = 3;
const ENTRIES_APART: f32 = 4.0;
/// What is around the texts of an entry, and between them.
const MARGIN: f32 = 8.0;
const SWATCH: f32 = 14.0;
const GAP: f32 = 6.0;

struct Entry {
    name: Arc<Galley>,
    value: Arc<Galley>,
    width: f32,
}

/// The entries, laid out once a redraw.
pub struct Legend<'a> {
    curves: &'a [DockedCurve<'a>],
    colours: &'a [Color32],
    entries: Vec<Entry>,
    /// How many curves do not show, in words.
    left_out: Option<String>,
    /// The frame that shows, of the active take.
    frame: usize,
}

impl<'a> Legend<'a> {
    /// The legend of these curves, `left_out` others not shown.
    pub fn new(
        ui: &Ui,
        cx: &PanelContext,
        curves: &'a [DockedCurve<'a>],
        colours: &'a [Color32],
        left_out: usize,
        frame: usize,
    ) -> Self {
        const NAME: f32 = 220.0;
        let entry = |docked: &DockedCurve<'_>| {
            let dim = cx.colours.dim;
            let colour = if docked.is_hidden { dim } else { cx.colours.text };
            let name = cut_name(ui, &docked.label, regular(13.0), colour, NAME);
            let value = if docked.is_hidden || docked.problem.is_some() {
                String::new()
            } else {
                docked.curve.text(frame)
            };
            let value = one_line(ui, &value, regular(13.0), dim);
            // Entries stand still while values run.
            let usual = format!("−0.000 {}", docked.curve.unit);
            let usual = one_line(ui, &usual, regular(13.0), dim).size().x;
            let width = value.size().x.max(usual);
            Entry { width: MARGIN * 2.0 + SWATCH + GAP + name.size().x + GAP + width, name, value }
        };
        Self {
            curves,
            colours,
            entries: curves.iter().map(entry).collect(),
            left_out: (left_out > 0).then(|| format!("and {left_out} more")),
            frame,
        }
    }

    pub fn width(&self) -> f32 {
        let entries = self.entries.iter().map(|entry| entry.width + ENTRIES_APART);
        let more = if self.left_out.is_some() { 120.0 } else { 0.0 };
        entries.sum::<f32>() + more
    }

    /// Where each entry begins, in rows of a width, and how many rows there are.
    fn flow(&self, width: f32) -> (Vec<Vec2>, usize) {
        let (mut x, mut row) = (0.0, 0);
        let places = self.entries.iter().map(|entry| {
            if x > 0.0 && x + entry.width > width {
                (x, row) = (0.0, row + 1);
            }
            let place = vec2(x, row as f32 * ROW);
            x += entry.width + ENTRIES_APART;
            place
        });
        (places.collect(), row + 1)
    }

    pub fn height(&self, width: f32) -> f32 {
        self.flow(width).1.min(MAX_ROWS) as f32 * ROW
    }

    /// Draws it, and returns the curve whose entry is under the pointer.
    pub fn show(&self, ui: &mut Ui, cx: &PanelContext, rect: Rect) -> Option<CurveId> {
        let (places, rows) = self.flow(rect.width());
        let builder = UiBuilder::new().max_rect(rect).id_salt("legend");
        let mut lit = None;
        ui.scope_builder(builder, |ui| {
            let scroll = ScrollArea::vertical().id_salt("legend");
            scroll.max_height(rect.height()).show(ui, |ui| {
                let size = vec2(rect.width(), rows as f32 * ROW);
                let (all, _) = ui.allocate_exact_size(size, Sense::hover());
                for (place, at) in places.iter().enumerate() {
                    let entry = &self.entries[place];
                    let rect = Rect::from_min_size(all.min + *at, vec2(entry.width, ROW - 2.0));
                    if self.entry(ui, cx, place, rect) {
                        lit = Some(self.curves[place].id.clone());
                    }
                }
                self.more(ui, cx, all, &places);
            });
        });
        lit
    }

    /// An entry, and whether the pointer is over it.
    fn entry(&self, ui: &Ui, cx: &PanelContext, place: usize, rect: Rect) -> bool {
        let (docked, entry) = (&self.curves[place], &self.entries[place]);
        let id = ui.scope_id().with(("curve", &docked.id));
        let response = ui.interact(rect, id, Sense::click());
        let is_near = is_near(&response);
        if is_near {
            ui.painter().rect_filled(rect, CORNER, cx.colours.raised);
        }
        let y = rect.center().y;
        let mut x = rect.left() + MARGIN;
        let (colour, width) = if docked.is_hidden {
            (cx.colours.dim.gamma_multiply(0.5), 1.5)
        } else {
            (self.colours[place], 3.0)
        };
        ui.painter().hline(x..=x + SWATCH - 3.0, y, Stroke::new(width, colour));
        x += SWATCH + GAP;
        let put = |x: f32, galley: &Arc<Galley>| {
            let at = Align2::LEFT_CENTER.anchor_size(pos2(x, y), galley.size());
            ui.painter().galley(at.min, galley.clone(), cx.colours.text);
        };
        put(x, &entry.name);
        put(x + entry.name.size().x + GAP, &entry.value);
        let is_on = !docked.is_hidden;
        response.widget_info(|| WidgetInfo {
            current_text_value: Some(docked.curve.text(self.frame)),
            ..WidgetInfo::selected(Role::CheckBox, true, is_on, format!("Curve {}", docked.label))
        });
        let tip = match docked.problem {
            Some(problem) => format!("{}: {problem}", docked.label),
            None if is_on => format!("{}: click to hide", docked.label),
            None => format!("{}: click to show", docked.label),
        };
        let is_pressed = response.on_hover_text(tip).clicked();
        cx.ask_if(is_pressed, CurvesCommand::ShowCurve(docked.id.clone(), !is_on));
        is_near && is_on
    }

    /// Behind the last entry: how many curves do not show, and why.
    fn more(&self, ui: &Ui, cx: &PanelContext, all: Rect, places: &[Vec2]) {
        let (Some(text), Some(last), Some(entry)) =
            (&self.left_out, places.last(), self.entries.last())
        else {
            return;
        };
        let galley = one_line(ui, text, regular(13.0), cx.colours.dim);
        let at = all.min + *last + vec2(entry.width + GUTTER * 0.5, (ROW - 2.0) * 0.5);
        let place = Align2::LEFT_CENTER.anchor_size(at, galley.size());
        ui.painter().galley(place.min, galley, cx.colours.dim);
        let id = ui.scope_id().with("more curves");
        let response = ui.interact(place, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
        response.on_hover_text("Select fewer joints, or show fewer quantities of them");
    }
}
