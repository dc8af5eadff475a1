//! The table of joints: how much each differs from the reference, and on which frame most.

use egui::{Align2, Id, Key, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::app::compare::{Column, shown_unit, shown_value};
use crate::app::theme::{GUTTER, ROW, regular, semibold};
use crate::app::widgets::rows::{dim_on, list, readable_on, row_ground};
use crate::app::widgets::words::{chip, text_button};
use crate::app::widgets::{
    ListFocus, PanelContext, cut_node, gutters, hand, heading_at, one_line, put, text_width,
    underline,
};
use crate::app::{
    colours::picker::colour32, compare::command::CompareCommand,
    compare::compared::ComparisonResult, takes::open_take::OpenTake,
};
use crate::review::compare::{Figures, Quantity};
use crate::scene::heat_colour;
use crate::take::NodeId;

const FIGURES: f32 = 12.5;

const QUANTITIES: [(Quantity, &str); 3] = [
    (Quantity::Position, "Position"),
    (Quantity::Velocity, "Velocity"),
    (Quantity::Acceleration, "Acceleration"),
];

/// The joints, as they are sorted.
pub fn worst_ui(ui: &mut Ui, cx: &PanelContext) {
    let session = &cx.state.session;
    if session.compared().is_none() && session.comparing().is_err() {
        return;
    }
    gutters(ui, |ui| {
        title(ui, cx);
        quantity_buttons(ui, cx);
        ui.add_space(4.0);
    });
    let (Some(open), Some(compared)) = (cx.state.take(), session.compared()) else { return };
    let table = Table::new(ui, cx, open, compared);
    table.heads(ui, cx);
    let pairs = compared.sorted(session.compare.sorting, &open.take);
    let node_of = |row: usize| compared.difference.pairs[pairs[row]][0];
    let home = (0..pairs.len()).find(|row| Some(node_of(*row)) == open.primary());
    let row_id = |row: usize| Id::unique(("worst joint", open.id, node_of(row).index()));
    let stop = ListFocus::new(ui, Id::unique("worst joints"), pairs.len(), home, row_id);
    let sizes = [ROW, ui.available_height()];
    list(ui, "worst joints", pairs.len(), sizes, None, Some(&stop), |ui, row, rect| {
        let (node, id) = (node_of(row), row_id(row));
        let pressed = stop.row(ui, row, &[id], false);
        let response = hand(ui.interact(rect, id, stop.sense(ui, row, id)));
        table.joint_row(ui, cx, node, compared.difference.joints[pairs[row]], rect, &response);
        let is_pressed = response.clicked() || pressed == Some(Key::Space);
        cx.ask_if(is_pressed, CompareCommand::GoToWorst(node));
    });
}

/// The heading with the unit, and a button that copies the table.
fn title(ui: &mut Ui, cx: &PanelContext) {
    let (unit, _) = shown_unit(cx.state.session.compare.quantity);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
    heading_at(ui, cx, &format!("Worst joints, {unit}"), rect.with_max_x(rect.right() - 50.0));
    let is_current = cx.state.session.comparing() == Ok(false);
    let word = if is_current { "Copy" } else { "…" };
    let galley = one_line(ui, word, regular(12.0), cx.colours.dim);
    let at = Align2::RIGHT_CENTER.anchor_size(rect.right_center(), galley.size());
    let id = ui.scope_id().with("copy the table");
    let button = ui.interact(at.expand2(vec2(5.0, 4.0)), id, Sense::click());
    let button = text_button(ui, cx, button, galley, at.min, cx.colours.dim);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Copy differences as CSV"));
    let tip = if is_current { "Copy the table as CSV" } else { "Comparing…" };
    cx.ask_if(button.on_hover_text(tip).clicked(), CompareCommand::CopyTable);
}

fn quantity_buttons(ui: &mut Ui, cx: &PanelContext) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (quantity, word) in QUANTITIES {
            let chosen = cx.state.session.compare.quantity == quantity;
            let response = chip(ui, cx.colours, word, [12.0, 6.0], chosen, |ui, rect, _| {
                if chosen {
                    underline(ui, cx, rect);
                }
            });
            let name = format!("Compare {}", word.to_lowercase());
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, &name));
            cx.ask_if(hand(response).clicked() && !chosen, CompareCommand::SetQuantity(quantity));
        }
    });
}

struct Table<'a> {
    open: &'a OpenTake,
    /// Where the figures of a row end, from the right edge of the panel, in points.
    ends: [f32; 4],
    /// Where the first figure begins.
    begin: f32,
    quantity: Quantity,
    end_of_scale: f64,
}

impl<'a> Table<'a> {
    fn new(ui: &Ui, cx: &PanelContext, open: &'a OpenTake, compared: &ComparisonResult) -> Self {
        let quantity = compared.difference.quantity;
        let last = cx.state.numbering().of(compared.difference.frames.end);
        let widest = |text: &str, head: Column| {
            let head = text_width(ui, head.name(), 11.0);
            text_width(ui, text, FIGURES).max(head) + 8.0
        };
        let frame = widest(&last.to_string(), Column::Frame);
        let figure = widest(&shown_value(quantity, compared.worst), Column::Worst);
        let right = GUTTER;
        let ends = [right + frame + 2.0 * figure, right + frame + figure, right + frame, right];
        let end_of_scale = cx.state.scale_end();
        Self { open, begin: ends[0] + figure, ends, quantity, end_of_scale }
    }

    /// The heads; a click sorts.
    fn heads(&self, ui: &mut Ui, cx: &PanelContext) {
        let size = vec2(ui.available_width(), 20.0);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let sorting = cx.state.session.compare.sorting;
        for (i, column) in Column::ALL.into_iter().enumerate() {
            let is_it = sorting.by == column;
            let colour = if is_it { cx.colours.text } else { cx.colours.dim };
            let galley = one_line(ui, column.name(), regular(11.0), colour);
            let (align, x) = match i.checked_sub(1) {
                None => (Align2::LEFT_CENTER, rect.left() + GUTTER),
                Some(figure) => (Align2::RIGHT_CENTER, rect.right() - self.ends[figure]),
            };
            let at = align.anchor_size(pos2(x, rect.center().y), galley.size());
            let id = ui.scope_id().with(("sort", column.name()));
            let head = ui.interact(at.expand2(vec2(4.0, 4.0)), id, Sense::click());
            let head = text_button(ui, cx, head, galley, at.min, colour);
            if is_it {
                let line = Stroke::new(1.0, cx.colours.accent);
                ui.painter().hline(at.x_range(), at.bottom() + 1.5, line);
            }
            let name = format!("Sort by {}", column.name());
            head.widget_info(|| WidgetInfo::selected(Role::Button, true, is_it, &name));
            cx.ask_if(head.on_hover_text(&name).clicked(), CompareCommand::Sort(column));
        }
    }

    fn joint_row(
        &self,
        ui: &Ui,
        cx: &PanelContext,
        node: NodeId,
        figures: Option<Figures>,
        rect: Rect,
        response: &Response,
    ) {
        let colours = cx.colours;
        let name = &self.open.take.skeleton[node].name;
        let is_selected = self.open.primary() == Some(node);
        let fill = row_ground(ui, cx, response, rect, is_selected);
        let middle = rect.center().y;
        let dim = dim_on(cx.theme, fill);
        let left = rect.left() + GUTTER;
        let room = rect.right() - self.begin - 6.0 - left;
        let galley = cut_node(ui, name, regular(13.0), colours.text, room);
        put(ui, pos2(left, middle), galley, colours.text);
        let put_left_of = |end: f32, text: &str, font, colour| {
            let galley = one_line(ui, text, font, colour);
            put(ui, pos2(rect.right() - end - galley.size().x, middle), galley, colour);
        };
        let label = if let Some(figures) = figures {
            let frame = cx.state.numbering().of(figures.worst_frame).to_string();
            let [mean, p95, worst] = [figures.mean, figures.p95, figures.worst]
                .map(|value| shown_value(self.quantity, value));
            let part = (figures.worst / self.end_of_scale.max(1e-9)) as f32;
            let hot = readable_on(cx.theme, colour32(heat_colour(cx.theme.palette(), part)), fill);
            put_left_of(self.ends[0], &mean, regular(FIGURES), colours.text);
            put_left_of(self.ends[1], &p95, regular(FIGURES), colours.text);
            put_left_of(self.ends[2], &worst, semibold(FIGURES), hot);
            put_left_of(self.ends[3], &frame, regular(FIGURES), dim);
            let (unit, _) = shown_unit(self.quantity);
            format!("{name}: mean {mean}, p95 {p95}, worst {worst} {unit} at frame {frame}")
        } else {
            put_left_of(GUTTER, "no frame has both", regular(FIGURES), dim);
            format!("{name}: no frame has both")
        };
        response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_selected, &label));
    }
}
