//! The keyboard shortcuts overlay: every action that has keys, and the mouse.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{
    Align2, Galley, Key, Modifiers, Rect, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2,
    vec2,
};

use crate::app::theme::{Colours, regular, semibold};
use crate::app::widgets::dialog::sheet;
use crate::app::widgets::paint::{CAP, CAP_MARGIN, cap_fill};
use crate::app::widgets::{PanelContext, one_line, put};
use crate::app::{Group, InterfaceCommand, MOUSE, key_rows, widgets};
use crate::options::Overlay;
use crate::platform::HAS_DESKTOP;

const TITLE: &str = "Keyboard shortcuts";
/// Space around the columns and between them, in points.
const MARGIN: f32 = 24.0;
/// What a column takes at least and at most, in points.
const COLUMN: [f32; 2] = [268.0, 320.0];
/// How much of a column the keys take, in points.
const KEYS: f32 = 124.0;
/// The height of what stands above the columns, and of the space below them, in points.
const HEAD: f32 = 36.0;
const FOOT: f32 = 6.0;
const HEADING: f32 = 20.0;
/// The space below a section, in points.
const BELOW: f32 = 4.0;

/// Space above and below what is in a row, in points; a line parts it from the next one.
const AROUND: f32 = 0.5;

/// A key or a gesture, drawn as a key.
struct Cap {
    text: Arc<Galley>,
    /// From the row's upper left corner.
    place: Rect,
}

/// A row: keys or gestures, and what they do. Both begin at the same places in every row.
struct Row {
    caps: Vec<Cap>,
    does: Arc<Galley>,
    /// Its accessible name.
    name: String,
    height: f32,
}

struct Section {
    title: &'static str,
    rows: Vec<Row>,
}

/// The sheet over the window, in as many columns as there is room for.
pub fn key_sheet_ui(ui: &mut Ui, cx: &PanelContext) {
    let window = ui.ctx().content_rect();
    let most = (window.width() - 32.0 - MARGIN).max(COLUMN[0] + MARGIN);
    let count = (most / (COLUMN[0] + MARGIN)).floor().clamp(1.0, 4.0);
    let column = (most / count - MARGIN).min(COLUMN[1]);
    let width = count * (column + MARGIN) + MARGIN;
    let sections = sections(ui, cx, column);
    let columns = columns(&sections, count as usize);
    let tallest = tallest(&columns);
    let shown = tallest.min(window.height() - 8.0 - HEAD - FOOT);
    let top = (window.height() - shown - HEAD - FOOT) * 0.5;
    sheet(ui, cx, TITLE, top, width, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        head(ui, cx);
        let by = scrolled_by_keys(ui, shown);
        ScrollArea::vertical()
            .max_height(shown)
            .min_scrolled_height(shown)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                let size = vec2(ui.available_width(), tallest);
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                let mut left = rect.left() + MARGIN;
                for part in columns {
                    let mut top = rect.top();
                    for section in part {
                        paint(ui, cx, section, pos2(left, top), column);
                        top += section.height();
                    }
                    left += column + MARGIN;
                }
                if by != 0.0 {
                    ui.scroll_with_delta(vec2(0.0, -by));
                }
            });
        ui.add_space(FOOT);
    });
}

/// The title, where the other commands are, and a cross.
fn head(ui: &mut Ui, cx: &PanelContext) {
    let size = vec2(ui.available_width(), HEAD);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, TITLE));
    let left = rect.left_center() + vec2(MARGIN, 0.0);
    let title = one_line(ui, TITLE, semibold(17.0), cx.colours.text);
    let after = left.x + title.size().x + 14.0;
    put(ui, left, title, cx.colours.text);
    if let Some(key) = cx.key_of(InterfaceCommand::Overlay(Some(Overlay::CommandPalette))) {
        let browser = if HAS_DESKTOP {
            ""
        } else {
            ". Keys for tabs, history, loading and full screen are the browser’s own"
        };
        let text = format!("{key} opens the command palette, which has all commands{browser}");
        let room = rect.right() - 60.0 - after;
        let text = widgets::cut(ui, &text, regular(13.0), cx.colours.dim, room);
        ui.painter().galley(pos2(after, left.y - text.size().y * 0.5 + 1.0), text, cx.colours.dim);
    }
    let cross =
        Rect::from_center_size(pos2(rect.right() - 32.0, rect.center().y), vec2(28.0, 28.0));
    let tip = cx.tip("Close", InterfaceCommand::Escape);
    let is_pressed = widgets::cross_button(ui, cx, cross, "Close keyboard shortcuts", &tip);
    cx.ask_if(is_pressed, InterfaceCommand::Overlay(None));
}

/// How far keys ask to scroll down, in points.
fn scrolled_by_keys(ui: &Ui, page: f32) -> f32 {
    ui.input_mut(|input| {
        let mut count = |key| input.count_and_consume_key(Modifiers::NONE, key) as f32;
        40.0 * (count(Key::ArrowDown) - count(Key::ArrowUp))
            + 0.9 * page * (count(Key::PageDown) - count(Key::PageUp))
            + 1e4 * (count(Key::End) - count(Key::Home))
    })
}

/// Everything that has keys, and the mouse, laid out for columns of one width.
fn sections(ui: &Ui, cx: &PanelContext, column: f32) -> Vec<Section> {
    let mut sections = Vec::new();
    for group in Group::ALL {
        let keymap = &cx.state.settings.keymap;
        let named = key_rows(group, |action| !keymap.of(action).is_empty());
        let rows = named.iter().map(|row| {
            let words = row.keys(|action| keymap.of(action));
            Row::of(ui, cx.colours, &words, &row.name, column)
        });
        let rows: Vec<Row> = rows.collect();
        if !rows.is_empty() {
            sections.push(Section { title: group.name(), rows });
        }
    }
    let rows = MOUSE.iter().map(|(gesture, does)| {
        let gestures: Vec<String> = gesture.split(", ").map(str::to_string).collect();
        Row::of(ui, cx.colours, &gestures, does, column)
    });
    sections.push(Section { title: "Mouse", rows: rows.collect() });
    sections
}

impl Row {
    fn of(ui: &Ui, colours: &Colours, causes: &[String], does: &str, column: f32) -> Self {
        let (mut caps, mut at, mut bottom) = (Vec::new(), vec2(0.0, AROUND), AROUND);
        let room = KEYS - 10.0;
        for cause in causes {
            // Each cap begins with a capital, also where it stood behind another one.
            let mut letters = cause.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            // A gesture of many words is a cap of two lines.
            let cause = first.chain(letters).collect();
            let width = room - 2.0 * CAP_MARGIN;
            let mut job = LayoutJob::simple(cause, regular(11.5), colours.text, width);
            job.sections[0].format.line_height = Some(14.0);
            let text = ui.painter().layout_job(job);
            let size = text.size() + vec2(2.0 * CAP_MARGIN, 4.0);
            let size = size.max(vec2(CAP + 4.0, CAP));
            if at.x > 0.0 && at.x + size.x > room {
                at = vec2(0.0, bottom + AROUND);
            }
            let place = Rect::from_min_size(at.to_pos2(), size);
            bottom = bottom.max(place.bottom());
            at.x = place.right() + 4.0;
            caps.push(Cap { text, place });
        }
        let width = column - KEYS;
        let text = ui.painter().layout(does.to_string(), regular(12.0), colours.dim, width);
        Self {
            height: bottom.max(AROUND + 1.0 + text.size().y) + AROUND,
            name: format!("{}: {does}", causes.join(", ")),
            does: text,
            caps,
        }
    }
}

/// The part of a section that is in one column.
#[derive(Clone, Copy)]
struct Part<'a> {
    title: &'static str,
    rows: &'a [Row],
}

impl Part<'_> {
    fn height(&self) -> f32 {
        HEADING + self.rows.iter().map(|row| row.height).sum::<f32>() + BELOW
    }
}

fn tallest(columns: &[Vec<Part<'_>>]) -> f32 {
    let height = |parts: &Vec<Part<'_>>| parts.iter().map(Part::height).sum();
    columns.iter().map(height).fold(0.0, f32::max)
}

/// The sections in so many columns, in their order, so that the tallest column is as low as can be. A section that does
/// not fit goes on in the next column.
fn columns(sections: &[Section], count: usize) -> Vec<Vec<Part<'_>>> {
    let whole = |section: &Section| Part { title: section.title, rows: &section.rows }.height();
    let mut most = sections.iter().map(whole).sum::<f32>() / count as f32;
    loop {
        let columns = filled(sections, most);
        if columns.len() <= count {
            return columns;
        }
        most += 4.0;
    }
}

/// The sections in columns of at most this height.
fn filled(sections: &[Section], most: f32) -> Vec<Vec<Part<'_>>> {
    /// So many rows of a section stand together at least.
    const TOGETHER: usize = 2;
    let mut columns = vec![Vec::new()];
    let mut used = 0.0;
    for Section { title, rows } in sections {
        let mut rows = rows.as_slice();
        while !rows.is_empty() {
            let mut bottom = used + HEADING + BELOW;
            let mut fits = |row: &&Row| {
                bottom += row.height;
                bottom <= most
            };
            let mut count = rows.iter().take_while(|row| fits(row)).count();
            if count < TOGETHER.min(rows.len()) {
                if used > 0.0 {
                    columns.push(Vec::new());
                    used = 0.0;
                    continue;
                }
                count = TOGETHER.min(rows.len());
            }
            let part = Part { title, rows: &rows[..count] };
            used += part.height();
            columns.last_mut().expect("there is always one").push(part);
            rows = &rows[count..];
        }
    }
    columns
}

fn paint(ui: &mut Ui, cx: &PanelContext, section: Part<'_>, at: egui::Pos2, width: f32) {
    let title = Rect::from_min_size(at, vec2(width, HEADING - 4.0));
    widgets::heading_at(ui, cx, section.title, title);
    let mut top = at.y + HEADING;
    for (index, row) in section.rows.iter().enumerate() {
        let rect = Rect::from_min_size(pos2(at.x, top), vec2(width, row.height));
        for cap in &row.caps {
            let place = cap.place.translate(rect.min.to_vec2());
            ui.painter().rect_filled(place, 4.0, cap_fill(cx.theme));
            let words = Align2::CENTER_CENTER.anchor_size(place.center(), cap.text.size());
            ui.painter().galley(words.min, cap.text.clone(), cx.colours.text);
        }
        // A text of one line stands at the middle of the first cap.
        let line = row.does.rows.first().map_or(0.0, |line| line.height());
        let does = rect.min + vec2(KEYS, AROUND + (CAP - line) * 0.5);
        ui.painter().galley(does, row.does.clone(), cx.colours.dim);
        if index > 0 {
            ui.painter().hline(rect.x_range(), rect.top(), Stroke::new(1.0, cx.colours.line));
        }
        let id = ui.scope_id().with(&row.name);
        let response = ui.interact(rect, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::ListItem, true, &row.name));
        top += row.height;
    }
}
