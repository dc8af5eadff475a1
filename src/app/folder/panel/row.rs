//! A row of the folder's list: the take's figure, name, length and format, and what is known of it.

use std::path::Path;

use egui::{Align2, Id, Key, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::SelectMode;
use crate::app::folder::command::FolderCommand;
use crate::app::folder::facts::FolderRow;
use crate::app::folder::list::FolderList;
use crate::app::folder::panel::menu::row_menu;
use crate::app::folder::panel::thumbnail::thumbnail_paint;
use crate::app::notes::panel::rating::{rating_paint, rating_width};
use crate::app::theme::{GUTTER, regular, semibold};
use crate::app::widgets::{
    ListFocus, PanelContext, cut, cut_name, dim_on, follow_focus, hand, held, put, row_fill,
    tip_beside,
};
use crate::take::counted;

/// The side of a thumbnail, in points.
const THUMBNAIL: f32 = 38.0;

pub fn row_id(path: &Path) -> Id {
    Id::unique(("take of the folder", path))
}

pub fn heading_row(ui: &Ui, cx: &PanelContext, rect: Rect, text: &str, count: usize) {
    let number = ui.painter().text(
        pos2(rect.right() - GUTTER, rect.center().y + 2.0),
        Align2::RIGHT_CENTER,
        count.to_string(),
        regular(11.5),
        cx.colours.dim,
    );
    let room = number.left() - 8.0 - rect.left() - GUTTER;
    let galley = cut(ui, text, semibold(11.5), cx.colours.dim, room);
    put(ui, pos2(rect.left() + GUTTER, rect.center().y + 2.0), galley, cx.colours.dim);
    let response = ui.interact(rect, Id::unique(("group of the folder", text)), Sense::hover());
    let name = format!("{text}, {}", counted(count, "take"));
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &name));
}

pub fn take_row(
    ui: &Ui,
    cx: &PanelContext,
    list: &FolderList,
    row: &FolderRow,
    rect: Rect,
    index: usize,
    stop: &ListFocus,
) {
    let takes = &cx.state.session.takes;
    let open = takes.of_file(&row.path);
    let is_active = open.is_some_and(|open| takes.is_active(open.id));
    let is_chosen = list.chosen.contains(&row.path);
    let id = row_id(&row.path);
    let pressed = stop.row(ui, index, &[id], false);
    let response = hand(ui.interact(rect, id, stop.sense(ui, index, id)));
    let fill =
        if is_active && !is_chosen { cx.colours.raised } else { row_fill(ui, cx, rect, is_chosen) };
    ui.painter().rect_filled(rect, 0.0, fill);
    if let Some(open) = open {
        // The one that panels are about, and those that show beside it.
        let colour = if is_active { cx.colours.accent } else { cx.colours.dim };
        if is_active || takes.is_shown(open) {
            ui.painter().rect_filled(rect.with_max_x(rect.left() + 3.0), 0.0, colour);
        }
    }
    follow_focus(ui, &response, rect);
    let dim = dim_on(cx.theme, fill);
    let picture = Rect::from_center_size(
        pos2(rect.left() + 8.0 + THUMBNAIL * 0.5, rect.center().y),
        vec2(THUMBNAIL, THUMBNAIL),
    );
    if let Some(thumbnail) = row.take.as_ref().and_then(|take| take.thumbnail.as_ref()) {
        thumbnail_paint(ui.painter(), picture, cx.theme, thumbnail, 0.5, 1.3);
    }
    let (left, right) = (picture.right() + 8.0, rect.right() - 12.0);
    let [upper, lower] = [rect.center().y - 8.5, rect.center().y + 9.5];
    let rating = &row.review.rating;
    rating_paint(ui.painter(), rating, pos2(right, upper), cx.colours);
    let kept = rating_width(rating);
    let room = right - left - kept - if kept > 0.0 { 8.0 } else { 0.0 };
    let text = if row.error.is_some() { dim } else { cx.colours.text };
    put(ui, pos2(left, upper), cut_name(ui, &row.name, regular(13.0), text, room), text);
    let mut end = right;
    for (count, word, colour) in [
        (row.findings.unwrap_or(0), "finding", cx.colours.finding),
        (row.review.notes, "note", cx.colours.star),
    ] {
        if count > 0 {
            let at = pos2(end, lower);
            let shown = count.to_string();
            let number = ui.painter().text(at, Align2::RIGHT_CENTER, shown, regular(11.5), colour);
            let sign = pos2(number.left() - 8.0, lower);
            match word {
                "note" => flag(ui, sign, colour),
                _ => crate::app::widgets::icons::warning(ui.painter(), sign, colour),
            }
            end = number.left() - 20.0;
        }
    }
    let facts = facts(row);
    let colour = if row.error.is_some() { cx.colours.finding } else { dim };
    put(ui, pos2(left, lower), cut(ui, &facts, regular(11.5), colour, end - 6.0 - left), colour);
    let name = format!("{}, {facts}, {}", row.name, said(row));
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_active, &name));
    row_menu(ui, cx, list, row, &response);
    let response = tip_beside(response, tip(row) + KEYS);
    let is_focused = response.has_focus();
    let enter = is_focused && ui.input(|i| i.key_pressed(Key::Enter));
    let path = row.path.to_path_buf();
    if pressed == Some(Key::Space) {
        cx.ask(FolderCommand::Open(path));
    } else if enter {
        cx.ask(if list.chosen.is_empty() {
            FolderCommand::Add(path)
        } else {
            FolderCommand::OpenChosen
        });
    } else if response.clicked() {
        let held = held(ui);
        cx.ask(if held.command {
            FolderCommand::Choose(path, SelectMode::Toggle)
        } else if held.shift {
            let from = cx.state.session.browsed_from().unwrap_or_else(|| path.clone());
            FolderCommand::ChooseBetween(from, path)
        } else {
            FolderCommand::Open(path)
        });
    }
}

/// A small flag, as notes have it on the timeline.
fn flag(ui: &Ui, at: egui::Pos2, colour: egui::Color32) {
    let pole = [at + vec2(-3.0, -5.0), at + vec2(-3.0, 5.0)];
    ui.painter().line_segment(pole, egui::Stroke::new(1.2, colour));
    let cloth = vec![at + vec2(-3.0, -5.0), at + vec2(4.5, -2.5), at + vec2(-3.0, 0.5)];
    ui.painter().add(egui::Shape::convex_polygon(cloth, colour, egui::Stroke::NONE));
}

/// What is in the file, in few words.
fn facts(row: &FolderRow) -> String {
    match (&row.take, &row.error) {
        (_, Some(_)) => "Cannot be read".to_string(),
        (Some(take), _) => {
            let alike = row.alike.as_ref().map_or(String::new(), |how| format!("{how} · "));
            format!("{alike}{} · {}", length(take.duration), take.format)
        }
        (None, None) => "…".to_string(),
    }
}

/// A length as people read it: `4.2 s`, `2:05`.
pub fn length(seconds: f64) -> String {
    if seconds < 59.95 {
        format!("{seconds:.1} s")
    } else {
        let whole = seconds.round() as u64;
        format!("{}:{:02}", whole / 60, whole % 60)
    }
}

/// What reviewers and checks say, for a screen reader.
pub fn said(row: &FolderRow) -> String {
    let rating = &row.review.rating;
    let mut said = Vec::new();
    if let Some(verdict) = rating.verdict {
        said.push(verdict.label().to_string());
    }
    if rating.stars > 0 {
        said.push(counted(rating.stars.into(), "star"));
    }
    said.push(counted(row.review.notes, "note"));
    if let Some(findings) = row.findings {
        said.push(counted(findings, "finding"));
    }
    said.join(", ")
}

pub fn tip(row: &FolderRow) -> String {
    let mut tip = row.path.display().to_string();
    if let Some(take) = &row.take {
        tip += &format!("\n{}, {}", counted(take.frames, "frame"), counted(take.nodes, "node"));
    }
    if let Some(error) = &row.error {
        tip += &format!("\n{error}");
    }
    tip
}

const KEYS: &str = "\nSpace: open. Enter: add to the view. Ctrl+click, Shift+click: choose several";

#[cfg(test)]
mod tests {
    use super::length;

    #[test]
    fn lengths_are_said_in_seconds_and_from_a_minute_on_in_minutes() {
        let said = [0.0, 4.24, 59.94, 59.96, 125.4, 3725.0].map(length);
        assert_eq!(said, ["0.0 s", "4.2 s", "59.9 s", "1:00", "2:05", "62:05"]);
    }
}
