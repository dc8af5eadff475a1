//! The dialog that asks what the columns of a table are: a preview with a field above each column, units and axes, and
//! the figure that the first row comes to.

use std::iter;

use egui::style::ScrollAnimation;
use egui::{
    Align, Label, Layout, Pos2, Rect, RichText, Role, ScrollArea, Sense, Ui, UiBuilder, Vec2,
    WidgetInfo, pos2, vec2,
};
use glam::DVec3;

use crate::app::columns::command::ColumnsCommand;
use crate::app::columns::{ColumnsQuestion, KeepColumns};
use crate::app::playback::typed;
use crate::app::theme::{CONTROL, CORNER, monospace, regular};
use crate::app::widgets::dialog::{dialog, foot, label, main_button, value_menu};
use crate::app::widgets::field::{Field, choices, gained_focus};
use crate::app::widgets::{PanelContext, cut, cut_name, put};
use crate::loader::{
    AngleUnit, Column, ColumnMapping, OrderWord, Quantity, SETS, Set, TimeUnit, UpWord,
};
use crate::take::{Axis, SignedAxis, counted, rate};

const TITLE: &str = "Columns of a table";
const WIDTH: f32 = 920.0;
/// The width of a column of the preview, in points.
const COLUMN: f32 = 124.0;
const ROW: f32 = 20.0;
const UNITS: [&str; 5] = ["mm", "cm", "m", "in", "ft"];

pub fn table_columns_ui(ui: &mut Ui, cx: &PanelContext) {
    let Some(question) = &cx.state.interface.columns else { return };
    let mut heading = format!("Columns of {}", question.name_of_file());
    if question.files.len() > 1 {
        heading += &format!(" and {} more like it", question.files.len() - 1);
    }
    dialog(ui, cx, TITLE, &heading, WIDTH, |ui| {
        let text = "The file does not say what its numbers are. Above each column is what it was taken for: \
                    a name and x, y, z for a position, rx, ry, rz or qx, qy, qz, qw for a rotation; - is not read.";
        ui.add(Label::new(RichText::new(text).color(cx.colours.dim)).wrap());
        ui.add_space(4.0);
        preview(ui, cx, question);
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| facts(ui, cx, &question.mapping));
        ui.add_space(8.0);
        keep(ui, cx, question);
        ui.add_space(8.0);
        end(ui, cx, question);
    });
}

/// The first rows, and above each column what it is; beside them the figure of the first one.
fn preview(ui: &mut Ui, cx: &PanelContext, question: &ColumnsQuestion) {
    let head = &question.head;
    let names = if head.names.is_empty() { 0.0 } else { ROW };
    let room = (ui.ctx().content_rect().height() - 460.0).clamp(3.0 * ROW, 12.0 * ROW);
    let rows = head.rows.len().min((room / ROW) as usize);
    let height = CONTROL + 6.0 + names + rows as f32 * ROW;
    let size = vec2(head.width() as f32 * COLUMN, height);
    ui.horizontal_top(|ui| {
        let width = ui.available_width() - FIGURE - ui.spacing().item_spacing.x;
        ui.allocate_ui_with_layout(vec2(width, size.y), Layout::top_down(Align::Min), |ui| {
            table(ui, cx, question, size, rows)
        });
        figure_ui(ui, cx, question, size.y);
    });
}

/// So many rows, each column of which has its field; all of them have this size.
fn table(ui: &mut Ui, cx: &PanelContext, question: &ColumnsQuestion, size: Vec2, rows: usize) {
    let scroll = ScrollArea::horizontal().id_salt("table").auto_shrink([false, true]);
    scroll.show_viewport(ui, |ui, viewport| {
        let (all, _) = ui.allocate_exact_size(size, Sense::hover());
        // A table may have thousands of columns: those that show are laid out, and one on each side, for the keyboard
        // to go on to.
        let first = (viewport.left() / COLUMN - 1.0).max(0.0) as usize;
        let end = (viewport.right() / COLUMN + 1.0).ceil() as usize;
        for column in first..end.min(question.head.width()) {
            let left = all.left() + column as f32 * COLUMN;
            let rect = Rect::from_min_size(pos2(left, all.top()), vec2(COLUMN, size.y));
            let builder = UiBuilder::new().max_rect(rect).id_salt(column);
            let gained_focus =
                ui.scope_builder(builder, |ui| column_ui(ui, cx, question, column, rows));
            if gained_focus.inner {
                let around = rect.expand2(vec2(COLUMN, 0.0));
                ui.scroll_to_rect_animation(around, None, ScrollAnimation::none());
            }
        }
    });
}

fn change(cx: &PanelContext, mapping: &ColumnMapping, change: impl FnOnce(&mut ColumnMapping)) {
    let mut mapping = mapping.clone();
    change(&mut mapping);
    cx.ask(ColumnsCommand::Change(Box::new(mapping)));
}

/// One column: its field, its name in the file, and its first values. Whether the keyboard has just come to it.
fn column_ui(
    ui: &mut Ui,
    cx: &PanelContext,
    question: &ColumnsQuestion,
    column: usize,
    rows: usize,
) -> bool {
    let mapping = &question.mapping;
    let now = mapping.columns.get(column).unwrap_or(&Column::Skip);
    let set = |to: Column| {
        change(cx, mapping, |mapping| {
            mapping.columns.resize(mapping.columns.len().max(column + 1), Column::Skip);
            if to == Column::Time {
                mapping.time_unit = question.head.time_unit(column);
            }
            mapping.columns[column] = to;
        });
    };
    let (name, shown) = (format!("Column {}", column + 1), now.to_string());
    let tip = "What the column is: a name and x, y, z, rx, ry, rz, qx, qy, qz or qw; time, frame, name, or - \
               for nothing";
    ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
    let fill = |set: Set, all: bool| {
        let mapping = question.head.filled(mapping, column, set, all);
        cx.ask(ColumnsCommand::Change(Box::new(mapping)));
    };
    let arrow = ui.horizontal(|ui| {
        let field = Field::new(&name, &shown, COLUMN - 28.0, tip).with_choices();
        if let Some(typed) = field.show(ui, cx, |typed| typed.parse::<Column>()) {
            set(typed);
        }
        let about = format!("Choose what column {} is", column + 1);
        choices(ui, cx, &field, &about, |ui| {
            let room = ui.ctx().content_rect().height() * 0.6;
            ScrollArea::vertical().max_height(room).show(ui, |ui| {
                for (all, of) in [(false, "from here"), (true, "for all sensors like it")] {
                    for set in SETS {
                        let words: Vec<&str> = set.iter().map(|quantity| quantity.word()).collect();
                        let word = format!("{} {of}", words.join(" "));
                        if field.choice(ui, cx, false, &word) {
                            fill(set, all);
                        }
                    }
                    ui.separator();
                }
                for choice in offered(now) {
                    let word = choice.to_string();
                    let word = if choice == Column::Skip { "- (not read)" } else { &word };
                    if field.choice(ui, cx, choice == *now, word) {
                        set(choice);
                    }
                }
            });
        })
    });
    let gained_focus = arrow.inner.gained_focus() || gained_focus(ui, &name);
    ui.add_space(4.0);
    let width = COLUMN - 12.0;
    let colours = cx.colours;
    if !question.head.names.is_empty() {
        let own = question.head.names.get(column).map_or("", String::as_str);
        let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
        let galley = cut_name(ui, own, regular(12.0), colours.text, width);
        put(ui, rect.left_center(), galley, colours.text);
        response.on_hover_text(own);
    }
    let colour = if *now == Column::Skip { colours.dim } else { colours.text };
    for row in question.head.rows.iter().take(rows) {
        let value = row.get(column).map_or("", String::as_str);
        let (rect, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
        put(ui, rect.left_center(), cut(ui, value, monospace(12.0), colour, width), colour);
    }
    gained_focus
}

/// What a column may be instead: other numbers of the same marker, and what is no value.
fn offered(now: &Column) -> Vec<Column> {
    let of = match now {
        Column::Value { of, .. } => of.as_str(),
        _ => "",
    };
    let values = Quantity::ALL.map(|(quantity, _)| Column::Value { of: of.to_string(), quantity });
    let others = [Column::Skip, Column::Time, Column::Frame, Column::Name];
    others.into_iter().chain(values).collect()
}

/// Unit, rate, up, angles: what a table does not say of its numbers.
fn facts(ui: &mut Ui, cx: &PanelContext, mapping: &ColumnMapping) {
    let auto = "auto".to_string();
    let units = UNITS.map(|unit| (unit.to_string(), Some(unit)));
    let units = iter::once((auto.clone(), None)).chain(units);
    choice(ui, cx, "Unit", mapping.unit.as_deref(), units, |unit| {
        change(cx, mapping, |it| it.unit = unit.map(str::to_string));
    });
    let ups = SignedAxis::ALL.map(|up| (String::from(UpWord(up)), Some(UpWord(up))));
    choice(ui, cx, "Up", mapping.up, iter::once((auto, None)).chain(ups), |up| {
        change(cx, mapping, |it| it.up = up);
    });
    let has_times = mapping.columns.contains(&Column::Time);
    let is_angle =
        |column: &Column| matches!(column, Column::Value { quantity: Quantity::Angle(_), .. });
    label(ui, cx, "Rate");
    let shown = match mapping.rate {
        Some(fps) => format!("{} fps", rate(fps)),
        None if has_times => "from the times".into(),
        None => "30 fps".into(),
    };
    let tip = "Frames per second; without, the times tell";
    if let Some(fps) = Field::new("Rate of the table", &shown, 124.0, tip).show(ui, cx, typed::fps)
    {
        change(cx, mapping, |it| it.rate = Some(fps));
    }
    if has_times {
        let all = TimeUnit::ALL.map(|(unit, word)| (word.to_string(), unit));
        choice(ui, cx, "Times in", mapping.time_unit, all, |unit| {
            change(cx, mapping, |it| it.time_unit = unit);
        });
    }
    if mapping.columns.iter().any(is_angle) {
        let all = [("degrees", AngleUnit::Degrees), ("radians", AngleUnit::Radians)];
        let all = all.map(|(word, unit)| (word.to_string(), unit));
        choice(ui, cx, "Angles in", mapping.angles, all, |unit| {
            change(cx, mapping, |it| it.angles = unit);
        });
        let all = OrderWord::ALL.map(|order| (order.name(), order));
        choice(ui, cx, "Order", mapping.order, all, |order| {
            change(cx, mapping, |it| it.order = order);
        });
    }
}

fn choice<T: PartialEq>(
    ui: &mut Ui,
    cx: &PanelContext,
    name: &str,
    now: T,
    all: impl IntoIterator<Item = (String, T)>,
    choose: impl Fn(T),
) {
    label(ui, cx, name);
    value_menu(ui, cx, &format!("{name} (table)"), now, all, choose);
}

fn keep(ui: &mut Ui, cx: &PanelContext, question: &ColumnsQuestion) {
    ui.horizontal_wrapped(|ui| {
        let mut all = vec![("for this file, beside it".to_string(), KeepColumns::Beside)];
        if question.mapping.header.is_some() {
            let word = "for all tables with this header, in the settings";
            all.push((word.to_string(), KeepColumns::Saved));
        }
        choice(ui, cx, "Remember", question.keep, all, |keep| {
            cx.ask(ColumnsCommand::Keep(keep));
        });
        if question.keep == KeepColumns::Saved {
            label(ui, cx, "as");
            let tip = "The name of the file in the folder columns of the settings";
            let field = Field::new("Name of the columns", &question.name, 160.0, tip);
            let typed = field.show(ui, cx, |typed| Ok(typed.trim().to_string()));
            cx.ask_all(typed.map(ColumnsCommand::Name));
        }
    });
}

fn end(ui: &mut Ui, cx: &PanelContext, question: &ColumnsQuestion) {
    const BUTTON: f32 = 90.0;
    let problem = question.mapping.check().err().map(|error| format!("Not yet: {error}"));
    foot(ui, cx, "Cancel", BUTTON, problem.as_deref(), |ui| {
        let word = if question.take.is_some() { "Read again" } else { "Open" };
        main_button(ui, cx, word, word, BUTTON, problem.is_none(), ColumnsCommand::Use);
    });
}

const FIGURE: f32 = 140.0;
const EDGE: f32 = 12.0;
const DOT: f32 = 2.5;

/// The figure, from the side on which it is widest.
fn figure_ui(ui: &mut Ui, cx: &PanelContext, question: &ColumnsQuestion, height: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(FIGURE, height), Sense::hover());
    let places = question.head.places(&question.mapping);
    let label = match places.len() {
        0 => "No positions yet".to_string(),
        count => format!("{} in the first row", counted(count, "position")),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CORNER, cx.colours.field);
    let up = question.mapping.up.map(|up| up.0);
    for dot in dots(&places, up.unwrap_or(Axis::Y.positive()), rect.shrink(EDGE)) {
        painter.circle_filled(dot, DOT, cx.colours.text);
    }
    if places.is_empty() {
        let galley = cut(ui, &label, regular(12.0), cx.colours.dim, FIGURE - EDGE);
        painter.galley(rect.center() - galley.size() / 2.0, galley, cx.colours.dim);
    }
    response.on_hover_text(label);
}

fn dots(places: &[DVec3], up: SignedAxis, rect: Rect) -> Vec<Pos2> {
    let span = |direction: DVec3| {
        let along = places.iter().map(|place| place.dot(direction));
        let low = along.clone().fold(f64::INFINITY, f64::min);
        [low, along.fold(f64::NEG_INFINITY, f64::max) - low]
    };
    let upward = up.unit().as_dvec3();
    let others = Axis::ALL.into_iter().filter(|axis| *axis != up.axis);
    let sideways = others
        .map(|axis| axis.unit().as_dvec3())
        .max_by(|a, b| span(*a)[1].total_cmp(&span(*b)[1]))
        .unwrap_or(DVec3::X);
    let [[left, width], [bottom, height]] = [span(sideways), span(upward)];
    let mut scale = (f64::from(rect.width()) / width).min(f64::from(rect.height()) / height);
    if !scale.is_finite() {
        // A single point, or all in one place.
        scale = 0.0;
    }
    let dot = |place: &DVec3| {
        let x = (place.dot(sideways) - left - width / 2.0) * scale;
        let y = (place.dot(upward) - bottom - height / 2.0) * scale;
        pos2(rect.center().x + x as f32, rect.center().y - y as f32)
    };
    places.iter().map(dot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_fill_the_room_there_is_with_what_is_up_at_the_top() {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(100.0, 200.0));
        let places = [DVec3::new(5.0, 0.0, 1.0), DVec3::new(5.0, 2.0, 5.0)];
        let shown = dots(&places, Axis::Z.positive(), rect);
        assert_eq!(shown, [pos2(0.0, 200.0), pos2(100.0, 0.0)]);
        let shown = dots(&places, Axis::Z.negative(), rect);
        assert_eq!(shown, [pos2(0.0, 0.0), pos2(100.0, 200.0)]);
        assert_eq!(dots(&places[..1], Axis::Y.positive(), rect), [rect.center()]);
        assert_eq!(dots(&[], Axis::Y.positive(), rect), []);
    }
}
