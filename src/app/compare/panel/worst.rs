//! The table of joints: how much each differs from the reference, and on which frame most.

use egui::{Align2, Id, Key, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::colours::picker::colour32;
use crate::app::compare::command::CompareCommand;
use crate::app::compare::compared::Compared;
use crate::app::compare::{Column, shown_unit, shown_value};
use crate::app::takes::open_take::OpenTake;
use crate::app::theme::{GUTTER, ROW, regular, semibold};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::elide::cut_node;
use crate::app::widgets::focus::Stop;
use crate::app::widgets::rows::{dim_on, follow_focus, list, readable_on};
use crate::app::widgets::text::{one_line, put, text_width};
use crate::app::widgets::{gutters, hand, heading_at};
use crate::review::compare::{Figures, Quantity};
use crate::scene::heat;

/// The size of figures.
const FIGURES: f32 = 12.5;

/// The quantities, with their words.
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
        quantities(ui, cx);
        ui.add_space(4.0);
    });
    let (Some(open), Some(compared)) = (cx.state.take(), session.compared()) else {
        return;
    };
    let columns = Columns::of(ui, cx, compared);
    columns.heads(ui, cx);
    let pairs = compared.sorted(session.compare.sorting, &open.take);
    let node_of = |row: usize| compared.difference.pairs[pairs[row]][0];
    let selected = open.primary();
    let home = pairs.iter().position(|pair| {
        let [node, _] = compared.difference.pairs[*pair];
        Some(node) == selected
    });
    let stop = Stop::new(ui, Id::unique("worst joints"), pairs.len(), home, |row| {
        row_id(open, node_of(row).index())
    });
    let sizes = [ROW, ui.available_height()];
    let keep = [None, Some(stop.row)];
    list(ui, "worst joints", pairs.len(), sizes, keep, |ui, row, rect| {
        let figures = compared.difference.joints[pairs[row]];
        joint_row(ui, cx, (open, node_of(row).index(), figures), &columns, (rect, &stop, row));
    });
}

fn row_id(open: &OpenTake, node: usize) -> Id {
    Id::unique(("worst joint", open.id, node))
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
    let button = ui.interact(
        at.expand2(vec2(5.0, 4.0)),
        ui.scope_id().with("copy the table"),
        Sense::click(),
    );
    let near = button.hovered() || button.has_focus();
    let colour = if near { cx.colours.text } else { cx.colours.dim };
    ui.painter().galley_with_override_text_color(at.min, galley, colour);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Copy differences as CSV"));
    let tip = if is_current { "Copy the table as CSV" } else { "Comparing…" };
    if hand(button).on_hover_text(tip).clicked() {
        cx.ask(CompareCommand::CopyTable);
    }
}

/// What is compared: position, velocity or acceleration.
fn quantities(ui: &mut Ui, cx: &PanelContext) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (quantity, word) in QUANTITIES {
            let chosen = cx.state.session.compare.quantity == quantity;
            let colour = if chosen { cx.colours.text } else { cx.colours.dim };
            let galley = one_line(ui, word, regular(12.0), colour);
            let size = vec2(galley.size().x + 12.0, 24.0);
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            if chosen || response.hovered() || response.has_focus() {
                ui.painter().rect_filled(rect, 6.0, cx.colours.raised);
            }
            if chosen {
                let line = rect.with_min_y(rect.bottom() - 2.0).shrink2(vec2(6.0, 0.0));
                ui.painter().rect_filled(line, 1.0, cx.colours.accent);
            }
            put(ui, rect.left_center() + vec2(6.0, 0.0), galley, colour);
            let name = format!("Compare {}", word.to_lowercase());
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, &name));
            if hand(response).clicked() && !chosen {
                cx.ask(CompareCommand::SetQuantity(quantity));
            }
        }
    });
}

/// Where the figures of a row end, from the right edge of the panel, in points.
struct Columns {
    ends: [f32; 4],
    /// Where the first figure begins.
    begin: f32,
    quantity: Quantity,
    end_of_scale: f64,
}

impl Columns {
    fn of(ui: &Ui, cx: &PanelContext, compared: &Compared) -> Self {
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
        Self { begin: ends[0] + figure, ends, quantity, end_of_scale: cx.state.scale_end() }
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
            let y = rect.center().y;
            let at = match i.checked_sub(1) {
                None => {
                    Align2::LEFT_CENTER.anchor_size(pos2(rect.left() + GUTTER, y), galley.size())
                }
                Some(i) => Align2::RIGHT_CENTER
                    .anchor_size(pos2(rect.right() - self.ends[i], y), galley.size()),
            };
            let id = ui.scope_id().with(("sort", column.name()));
            let head = ui.interact(at.expand2(vec2(4.0, 4.0)), id, Sense::click());
            let near = head.hovered() || head.has_focus();
            let colour = if near { cx.colours.text } else { colour };
            ui.painter().galley_with_override_text_color(at.min, galley, colour);
            if is_it {
                let line = egui::Stroke::new(1.0, cx.colours.accent);
                ui.painter().hline(at.x_range(), at.bottom() + 1.5, line);
            }
            let name = format!("Sort by {}", column.name());
            head.widget_info(|| WidgetInfo::selected(Role::Button, true, is_it, &name));
            if hand(head).on_hover_text(&name).clicked() {
                cx.ask(CompareCommand::Sort(column));
            }
        }
    }
}

fn joint_row(
    ui: &mut Ui,
    cx: &PanelContext,
    (open, node, figures): (&OpenTake, usize, Option<Figures>),
    columns: &Columns,
    (rect, stop, index): (Rect, &Stop, usize),
) {
    let Some((node, own)) = open.take.skeleton.iter().nth(node) else {
        return;
    };
    let id = row_id(open, node.index());
    let is_selected = open.primary() == Some(node);
    let pressed = stop.row(ui, index, &[id], false);
    let response = hand(ui.interact(rect, id, stop.sense(ui, index, id)));
    let fill = match (is_selected, ui.rect_contains_pointer(rect)) {
        (true, _) => cx.colours.panel.lerp_to_gamma(cx.colours.accent, 0.18),
        (_, true) => cx.colours.raised,
        _ => cx.colours.panel,
    };
    ui.painter().rect_filled(rect, 0.0, fill);
    follow_focus(ui, &response, rect);
    let middle = rect.center().y;
    let dim = dim_on(cx.theme, fill);
    let left = rect.left() + GUTTER;
    let room = rect.right() - columns.begin - 6.0 - left;
    let name = cut_node(ui, &own.name, regular(13.0), cx.colours.text, room);
    put(ui, pos2(left, middle), name, cx.colours.text);
    let told = match figures {
        Some(figures) => {
            let [mean, p95, worst] = [figures.mean, figures.p95, figures.worst];
            let frame = cx.state.numbering().of(figures.worst_frame).to_string();
            let value = |value| shown_value(columns.quantity, value);
            let part = (worst / columns.end_of_scale.max(1e-9)) as f32;
            let hot = readable_on(cx.theme, colour32(heat(cx.theme.palette(), part)), fill);
            let plain = regular(FIGURES);
            let texts = [
                (value(mean), plain.clone(), cx.colours.text),
                (value(p95), plain.clone(), cx.colours.text),
                (value(worst), semibold(FIGURES), hot),
                (frame.clone(), plain, dim),
            ];
            for ((text, font, colour), end) in texts.into_iter().zip(columns.ends) {
                let galley = one_line(ui, text, font, colour);
                let at = pos2(rect.right() - end - galley.size().x, middle);
                put(ui, at, galley, colour);
            }
            let (unit, _) = shown_unit(columns.quantity);
            format!(
                "{}: mean {}, p95 {}, worst {} {unit} at frame {frame}",
                own.name,
                value(mean),
                value(p95),
                value(worst)
            )
        }
        None => {
            let galley = one_line(ui, "no frame has both", regular(FIGURES), dim);
            let at = pos2(rect.right() - GUTTER - galley.size().x, middle);
            put(ui, at, galley, dim);
            format!("{}: no frame has both", own.name)
        }
    };
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_selected, &told));
    if response.clicked() || matches!(pressed, Some(Key::Enter | Key::Space)) {
        cx.ask(CompareCommand::GoToWorst(node));
    }
}
