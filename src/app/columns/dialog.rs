//! The dialog that asks what the columns of a table are: a preview with a field above each column, units and axes.

use egui::style::ScrollAnimation;
use egui::{
    Align, Layout, Rect, RichText, Role, ScrollArea, Sense, Ui, UiBuilder, Vec2, WidgetInfo, pos2,
    vec2,
};

use crate::app::columns::command::ColumnsCommand;
use crate::app::columns::figure::{FIGURE, figure_ui};
use crate::app::columns::{ColumnsQuestion, KeepColumns};
use crate::app::interface::command::InterfaceCommand;
use crate::app::playback::typed;
use crate::app::theme::{CONTROL, monospace, regular};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::dialog::{label, value_menu};
use crate::app::widgets::elide::cut_name;
use crate::app::widgets::field::{Field, choices, forget, gained_focus};
use crate::app::widgets::menu_rows::menu_item;
use crate::app::widgets::modal::{dialog, is_entered};
use crate::app::widgets::text::put;
use crate::app::widgets::{cut, word_button_in};
use crate::loader::{
    AngleUnit, Column, ColumnMapping, OrderWord, Quantity, SETS, Set, TimeUnit, UpWord,
};
use crate::take::{SignedAxis, rate};

/// The accessible name of the dialog.
const TITLE: &str = "Columns of a table";
/// The width of the dialog, in points.
const WIDTH: f32 = 920.0;
/// The width of a column of the preview, in points.
const COLUMN: f32 = 124.0;
/// The height of a row of the preview, in points.
const ROW: f32 = 20.0;
/// The units of length that are offered.
const UNITS: [&str; 5] = ["mm", "cm", "m", "in", "ft"];

/// The dialog, while it is open.
pub fn table_columns_ui(ui: &mut Ui, cx: &PanelContext) {
    let Some(question) = &cx.state.interface.columns else {
        return;
    };
    let name = question.name_of_file();
    let more = match question.files.len() {
        0 | 1 => String::new(),
        count => format!(" and {} more like it", count - 1),
    };
    let heading = format!("Columns of {name}{more}");
    dialog(ui, cx, TITLE, (&heading, WIDTH), |ui| {
        about(ui, cx);
        preview(ui, cx, question);
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| facts(ui, cx, &question.mapping));
        ui.add_space(8.0);
        keep(ui, cx, question);
        ui.add_space(8.0);
        foot(ui, cx, question);
    });
}

fn about(ui: &mut Ui, cx: &PanelContext) {
    let text = "The file does not say what its numbers are. Above each column is what it was taken for: \
                a name and x, y, z for a position, rx, ry, rz or qx, qy, qz, qw for a rotation; - is not read.";
    ui.add(egui::Label::new(RichText::new(text).color(cx.colours.dim)).wrap());
    ui.add_space(4.0);
}

/// The first rows, and above each column what it is; beside them the figure of the first one.
fn preview(ui: &mut Ui, cx: &PanelContext, question: &ColumnsQuestion) {
    let head = &question.head;
    let count = head.width();
    let has_names = !head.names.is_empty();
    let above = CONTROL + 6.0 + if has_names { ROW } else { 0.0 };
    let room = (ui.ctx().content_rect().height() - 460.0).clamp(3.0 * ROW, 12.0 * ROW);
    let rows = head.rows.len().min((room / ROW) as usize);
    let size = vec2(count as f32 * COLUMN, above + rows as f32 * ROW);
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
    let count = question.head.width();
    ScrollArea::horizontal().id_salt("table").auto_shrink([false, true]).show_viewport(
        ui,
        |ui, viewport| {
            let (all, _) = ui.allocate_exact_size(size, Sense::hover());
            // A table may have thousands of columns: those that show are laid out, and one on each side, for the keyboard
            // to go on to.
            let first = (viewport.left() / COLUMN - 1.0).max(0.0) as usize;
            let last = ((viewport.right() / COLUMN + 1.0).ceil() as usize).min(count);
            for column in first..last {
                let left = all.left() + column as f32 * COLUMN;
                let rect = Rect::from_min_size(pos2(left, all.top()), vec2(COLUMN, size.y));
                let builder = UiBuilder::new().max_rect(rect).id_salt(column);
                let came =
                    ui.scope_builder(builder, |ui| column_ui(ui, cx, question, column, rows));
                if came.inner {
                    let around = rect.expand2(vec2(COLUMN, 0.0));
                    ui.scroll_to_rect_animation(around, None, ScrollAnimation::none());
                }
            }
        },
    );
}

/// One column: its field, its name in the file, and its first values. Tells whether the keyboard has just come to it.
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
        let mut mapping = mapping.clone();
        let count = mapping.columns.len().max(column + 1);
        mapping.columns.resize(count, Column::Skip);
        if to == Column::Time {
            mapping.time_unit = question.head.time_unit(column);
        }
        mapping.columns[column] = to;
        cx.ask(ColumnsCommand::Change(Box::new(mapping)));
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
                        if menu_item(ui, cx, false, &word).clicked() {
                            forget(ui, &name);
                            fill(set, all);
                        }
                    }
                    ui.separator();
                }
                for choice in offered(now) {
                    let word = choice.to_string();
                    let word = if choice == Column::Skip { "- (not read)" } else { &word };
                    if menu_item(ui, cx, choice == *now, word).clicked() {
                        forget(ui, &name);
                        set(choice);
                    }
                }
            });
        })
    });
    let came = arrow.inner.gained_focus() || gained_focus(ui, &name);
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
    let is_read = *now != Column::Skip;
    let colour = if is_read { colours.text } else { colours.dim };
    for row in question.head.rows.iter().take(rows) {
        let value = row.get(column).map_or("", String::as_str);
        let (rect, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
        let galley = cut(ui, value, monospace(12.0), colour, width);
        put(ui, rect.left_center(), galley, colour);
    }
    came
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
    let change = |change: &dyn Fn(&mut ColumnMapping)| {
        let mut mapping = mapping.clone();
        change(&mut mapping);
        cx.ask(ColumnsCommand::Change(Box::new(mapping)));
    };
    let unit = mapping.unit.as_deref();
    let units = std::iter::once(None).chain(UNITS.map(Some));
    let units = units.map(|unit| (unit.map_or("auto", |unit| unit).to_string(), unit));
    choice(ui, cx, "Unit", unit, units, |unit| {
        change(&|mapping| mapping.unit = unit.map(str::to_string));
    });
    let ups = SignedAxis::ALL.map(|up| Some(UpWord(up)));
    let ups = std::iter::once(None).chain(ups);
    let ups = ups.map(|up| (up.map_or("auto".into(), String::from), up));
    choice(ui, cx, "Up", mapping.up, ups, |up| {
        change(&|mapping| mapping.up = up);
    });
    let has = |column: Column| mapping.columns.contains(&column);
    let has_angles = mapping
        .columns
        .iter()
        .any(|column| matches!(column, Column::Value { quantity: Quantity::Angle(_), .. }));
    label(ui, cx, "Rate");
    let shown = match mapping.rate {
        Some(fps) => format!("{} fps", rate(fps)),
        None if has(Column::Time) => "from the times".into(),
        None => "30 fps".into(),
    };
    let tip = "Frames per second; without, the times tell";
    if let Some(fps) = Field::new("Rate of the table", &shown, 124.0, tip).show(ui, cx, typed::fps)
    {
        change(&|mapping| mapping.rate = Some(fps));
    }
    if has(Column::Time) {
        let all = TimeUnit::ALL.map(|(unit, word)| (word.to_string(), unit));
        choice(ui, cx, "Times in", mapping.time_unit, all, |unit| {
            change(&|mapping| mapping.time_unit = unit);
        });
    }
    if has_angles {
        let all = [("degrees", AngleUnit::Degrees), ("radians", AngleUnit::Radians)];
        let all = all.map(|(word, unit)| (word.to_string(), unit));
        choice(ui, cx, "Angles in", mapping.angles, all, |unit| {
            change(&|mapping| mapping.angles = unit);
        });
        let all = OrderWord::ALL.map(|order| (order.name(), order));
        choice(ui, cx, "Order", mapping.order, all, |order| {
            change(&|mapping| mapping.order = order);
        });
    }
}

/// A label and a button that opens a menu of values.
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

/// Where it is kept.
fn keep(ui: &mut Ui, cx: &PanelContext, question: &ColumnsQuestion) {
    let has_header = question.mapping.header.is_some();
    ui.horizontal_wrapped(|ui| {
        let word = |keep: KeepColumns| match keep {
            KeepColumns::Beside => "for this file, beside it",
            KeepColumns::Saved => "for all tables with this header, in the settings",
        };
        let mut all = vec![KeepColumns::Beside];
        if has_header {
            all.push(KeepColumns::Saved);
        }
        let all = all.into_iter().map(|keep| (word(keep).to_string(), keep));
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

/// What is wrong, and the buttons.
fn foot(ui: &mut Ui, cx: &PanelContext, question: &ColumnsQuestion) {
    let wrong = question.mapping.check().err();
    ui.horizontal(|ui| {
        let room = ui.available_width() - 190.0;
        let (rect, response) = ui.allocate_exact_size(vec2(room, CONTROL), Sense::hover());
        if let Some(why) = &wrong {
            let why = format!("Not yet: {why}");
            let galley = cut(ui, &why, regular(13.0), cx.colours.finding, room);
            put(ui, rect.left_center(), galley, cx.colours.finding);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &why));
            response.on_hover_text(&why);
        }
        if word_button_in(ui, cx, "Cancel", "Cancel", false, 84.0).clicked() {
            cx.ask(InterfaceCommand::Overlay(None));
        }
        let is_sound = wrong.is_none();
        ui.add_enabled_ui(is_sound, |ui| {
            let word = if question.take.is_some() { "Read again" } else { "Open" };
            let button = word_button_in(ui, cx, word, word, false, 90.0);
            if (button.clicked() || is_entered(ui)) && is_sound {
                cx.ask(ColumnsCommand::Use);
            }
        });
    });
}
