//! The takes of a folder side by side in the place of the view: figures that play under the pointer, or all at once.

use std::ops::Range;
use std::path::Path;

use egui::{
    Id, Key, Rect, Role, ScrollArea, Slider, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2,
    vec2,
};

use crate::app::SelectMode;
use crate::app::folder::command::FolderCommand;
use crate::app::folder::facts::FolderRow;
use crate::app::folder::list::{Entry, FolderList, take_at};
use crate::app::folder::panel::menu::row_menu;
use crate::app::folder::panel::row::{heading_row, said, tip};
use crate::app::folder::panel::thumbnail::thumbnail_paint;
use crate::app::notes::panel::rating::{rating_paint, rating_width};
use crate::app::theme::{CONTROL, CORNER, GUTTER, regular};
use crate::app::widgets::{
    ListFocus, PanelContext, cross_button, cut, cut_name, dim_label, follow_focus, held, put,
    switch,
};
use crate::options::FolderOptions;
use crate::review::notes::Rating;

/// The height of a heading and of a name below a figure, and what is between two figures, in points.
const HEADING: f32 = 34.0;
const NAME: f32 = 24.0;
const APART: f32 = 8.0;
/// Narrower figures have the begin of their name, and their verdict without stars.
const NARROW: f32 = 120.0;
/// The height of the bar above the figures, in points.
const BAR: f32 = 44.0;

pub fn grid_ui(ui: &mut Ui, rect: Rect, cx: &PanelContext, list: &FolderList) {
    ui.painter().rect_filled(rect, 0.0, cx.colours.field);
    let [bar, below] = [rect.with_max_y(rect.top() + BAR), rect.with_min_y(rect.top() + BAR)];
    ui.scope_builder(UiBuilder::new().max_rect(bar.shrink2(vec2(GUTTER, 8.0))), |ui| {
        bar_ui(ui, cx, list);
    });
    ui.scope_builder(UiBuilder::new().max_rect(below), |ui| {
        if list.entries().is_empty() {
            ui.add_space(GUTTER);
            ui.horizontal(|ui| {
                ui.add_space(GUTTER);
                let text = if list.is_listing { "Looking…" } else { "No take is like that." };
                dim_label(ui, cx, text);
            });
        } else {
            cells_ui(ui, cx, list);
        }
    });
}

/// What stands above the figures.
fn bar_ui(ui: &mut Ui, cx: &PanelContext, list: &FolderList) {
    ui.horizontal_centered(|ui| {
        let tip = "All figures play, and not the one under the pointer alone";
        let plays = switch(ui, cx.theme, "Play all", "Play all figures", list.plays_all, tip);
        cx.ask_if(plays, FolderCommand::PlayAll(!list.plays_all));
        ui.add_space(8.0);
        let mut size = cx.state.interface.folder.figure_size;
        ui.spacing_mut().slider_width = 140.0;
        let [least, most] = FolderOptions::FIGURE_SIZES;
        let slider = Slider::new(&mut size, least..=most).show_value(false).trailing_fill(true);
        let response = ui.add(slider);
        response.widget_info(|| WidgetInfo::slider(true, f64::from(size), "Size of the figures"));
        cx.ask_if(
            response.on_hover_text("Size of the figures").changed(),
            FolderCommand::Size(size),
        );
        ui.add_space(8.0);
        // Last: what is beside it does not move when takes come.
        let takes = list.entries().len() - list.headings().len();
        dim_label(ui, cx, format!("{takes} of {} takes", list.rows().len()));
        let rect = Rect::from_center_size(
            pos2(ui.max_rect().right() - CONTROL * 0.5, ui.max_rect().center().y),
            vec2(CONTROL, CONTROL),
        );
        let tip = cx.tip("Back to the view", FolderCommand::ToggleGrid);
        let closes = cross_button(ui, cx, rect, "Close the grid", &tip);
        cx.ask_if(closes, FolderCommand::ToggleGrid);
    });
}

fn cells_ui(ui: &mut Ui, cx: &PanelContext, list: &FolderList) {
    let room = ui.available_width() - 2.0 * GUTTER;
    let size = cx.state.interface.folder.figure_size;
    let layout = GridLayout::new(list, room, size);
    let count = layout.takes;
    let shown = cx.state.session.browsed_from();
    let home = shown.as_deref().and_then(|path| list.place_of(path));
    let home = home.map(|place| take_at(list.headings(), place));
    let name_of = |take: usize| cell_id(&list.listed_at(take).path);
    let id = Id::unique("grid of the folder");
    let stop = ListFocus::in_two_ways(ui, id, count, home, name_of, &|take, key| {
        layout.neighbour(take, key)
    });
    let seconds = ui.input(|i| i.time);
    let area = ScrollArea::vertical().id_salt("grid of the folder").auto_shrink([false, false]);
    area.show_viewport(ui, |ui, viewport| {
        ui.set_height(layout.height);
        let origin = ui.max_rect().min + vec2(GUTTER, 0.0);
        let mut plays = false;
        for section in &layout.sections {
            if section.top > viewport.bottom() || section.bottom(&layout) < viewport.top() {
                continue;
            }
            if let Some(heading) = section.heading
                && let Entry::Heading(text, count) = &list.entries()[heading]
            {
                let at = origin + vec2(-GUTTER, section.top);
                let rect = Rect::from_min_size(at, vec2(room + 2.0 * GUTTER, HEADING));
                heading_row(ui, cx, rect, text, *count);
            }
            let within =
                viewport.top() - section.cells_top()..viewport.bottom() - section.cells_top();
            for take in section.takes_within(&layout, within) {
                let rect = layout.cell(section, take).translate(origin.to_vec2());
                plays |= cell_ui(ui, cx, list, list.listed_at(take), rect, take, &stop, seconds);
            }
        }
        // What the keyboard is on is laid out wherever it is.
        let focused = layout.section_of(stop.row).filter(|_| stop.row < count);
        if let Some(section) = focused {
            let cell = layout.cell(section, stop.row);
            if cell.bottom() < viewport.top() || cell.top() > viewport.bottom() {
                let rect = cell.translate(origin.to_vec2());
                let row = list.listed_at(stop.row);
                cell_ui(ui, cx, list, row, rect, stop.row, &stop, seconds);
            }
        }
        if plays {
            ui.ctx().request_repaint();
        }
    });
}

fn cell_id(path: &Path) -> Id {
    Id::unique(("figure of the folder", path))
}

/// A figure with its name; whether it plays.
#[expect(clippy::too_many_arguments, reason = "a cell is drawn of all of them")]
fn cell_ui(
    ui: &Ui,
    cx: &PanelContext,
    list: &FolderList,
    row: &FolderRow,
    rect: Rect,
    index: usize,
    stop: &ListFocus,
    seconds: f64,
) -> bool {
    let id = cell_id(&row.path);
    let pressed = stop.row(ui, index, &[id], false);
    let response = ui.interact(rect, id, stop.sense(ui, index, id));
    follow_focus(ui, &response, rect);
    let is_open = cx.state.session.takes.of_file(&row.path).is_some();
    let is_chosen = list.chosen.contains(&row.path);
    let is_near = response.hovered() || response.has_focus();
    let picture = rect.with_max_y(rect.bottom() - NAME);
    let towards = if is_near { 0.06 } else { 0.0 };
    let mut fill = cx.colours.panel.lerp_to_gamma(cx.colours.text, towards);
    if is_chosen {
        fill = fill.lerp_to_gamma(cx.colours.accent, 0.18);
    }
    ui.painter().rect_filled(picture, CORNER, fill);
    if is_open {
        let line = Stroke::new(1.5, cx.colours.accent);
        ui.painter().rect_stroke(picture, CORNER, line, StrokeKind::Inside);
    }
    let mut plays = false;
    match row.take.as_ref().and_then(|take| Some((take, take.thumbnail.as_ref()?))) {
        Some((take, thumbnail)) => {
            plays = (list.plays_all || is_near) && take.duration > 0.0;
            let at = if plays { (seconds / take.duration).fract() as f32 } else { 0.5 };
            let width = (rect.width() / 80.0).clamp(1.2, 3.0);
            let inside = picture.shrink(rect.width() * 0.06);
            thumbnail_paint(ui.painter(), inside, cx.theme, thumbnail, at, width);
        }
        None => {
            let text = if row.error.is_some() { "Cannot be read" } else { "…" };
            let galley = cut(ui, text, regular(12.0), cx.colours.dim, picture.width() - 8.0);
            let at = picture.center() - galley.size() * 0.5;
            ui.painter().galley(at, galley, cx.colours.dim);
        }
    }
    let middle = rect.bottom() - NAME * 0.5;
    let rating = &row.review.rating;
    // Beside stars, and with the ends of all names, small figures would have none.
    let is_narrow = rect.width() < NARROW;
    let short = Rating { verdict: rating.verdict, ..Rating::default() };
    let rating = if is_narrow { &short } else { rating };
    rating_paint(ui.painter(), rating, pos2(rect.right() - 2.0, middle), cx.colours);
    let kept = rating_width(rating);
    let room = rect.width() - 4.0 - if kept > 0.0 { kept + 6.0 } else { 0.0 };
    let cut_name = if is_narrow { cut } else { cut_name };
    let name = cut_name(ui, &row.name, regular(12.0), cx.colours.text, room);
    put(ui, pos2(rect.left() + 2.0, middle), name, cx.colours.text);
    let name = format!("{}, {}", row.name, said(row));
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_chosen, &name));
    row_menu(ui, cx, list, row, &response);
    answer(ui, cx, list, row, &response, pressed);
    if !list.plays_all {
        response.on_hover_text(tip(row));
    }
    plays
}

/// A click goes to a figure, two open it; with Ctrl and Shift they choose several.
fn answer(
    ui: &Ui,
    cx: &PanelContext,
    list: &FolderList,
    row: &FolderRow,
    response: &egui::Response,
    pressed: Option<Key>,
) {
    let path = || row.path.to_path_buf();
    let enter = response.has_focus() && ui.input(|i| i.key_pressed(Key::Enter));
    if pressed == Some(Key::Space) {
        cx.ask(FolderCommand::Choose(path(), SelectMode::Toggle));
    } else if enter && !list.chosen.is_empty() {
        cx.ask(FolderCommand::OpenChosen);
        cx.ask(FolderCommand::ToggleGrid);
    } else if enter || response.double_clicked() {
        cx.ask(FolderCommand::Open(path()));
        cx.ask(FolderCommand::ToggleGrid);
    } else if response.clicked() {
        let held = held(ui);
        if held.command {
            cx.ask(FolderCommand::Choose(path(), SelectMode::Toggle));
        } else if held.shift {
            let from = cx.state.session.browsed_from().unwrap_or_else(path);
            cx.ask(FolderCommand::ChooseBetween(from, path()));
        } else {
            ui.memory_mut(|memory| memory.request_focus(response.id));
        }
    }
}

/// A group of figures, or all of them.
struct Section {
    /// The place of its heading among the entries.
    heading: Option<usize>,
    top: f32,
    /// Its takes, counted without headings.
    takes: Range<usize>,
}

impl Section {
    fn cells_top(&self) -> f32 {
        self.top + if self.heading.is_some() { HEADING } else { 0.0 }
    }

    fn bottom(&self, layout: &GridLayout) -> f32 {
        let rows = self.takes.len().div_ceil(layout.columns);
        self.cells_top() + rows as f32 * layout.step().y
    }

    /// The takes between two heights below its first figure.
    fn takes_within(&self, layout: &GridLayout, heights: Range<f32>) -> Range<usize> {
        let row = |height: f32| (height.max(0.0) / layout.step().y) as usize;
        let first = self.takes.start + row(heights.start) * layout.columns;
        let end = self.takes.start + (row(heights.end) + 1) * layout.columns;
        first.min(self.takes.end)..end.min(self.takes.end)
    }
}

/// Where the figures are.
struct GridLayout {
    columns: usize,
    /// The width of a figure, in points.
    size: f32,
    sections: Vec<Section>,
    takes: usize,
    height: f32,
}

impl GridLayout {
    fn new(list: &FolderList, room: f32, wanted: f32) -> Self {
        let takes = list.entries().len() - list.headings().len();
        Self::of(list.headings(), takes, room, wanted)
    }

    fn of(headings: &[usize], takes: usize, room: f32, wanted: f32) -> Self {
        let columns = (((room + APART) / (wanted + APART)) as usize).max(1);
        let size = (room + APART) / columns as f32 - APART;
        let mut layout = Self { columns, size, sections: Vec::new(), takes, height: 0.0 };
        let starts: Vec<usize> = headings.iter().zip(0..).map(|(at, index)| at - index).collect();
        let ends = starts.iter().skip(1).copied().chain([takes]);
        let mut sections: Vec<(Option<usize>, Range<usize>)> = starts
            .iter()
            .zip(ends)
            .zip(headings)
            .map(|((start, end), heading)| (Some(*heading), *start..end))
            .collect();
        if sections.is_empty() {
            sections.push((None, 0..takes));
        }
        for (heading, takes) in sections {
            let section = Section { heading, top: layout.height, takes };
            layout.height = section.bottom(&layout);
            layout.sections.push(section);
        }
        layout
    }

    /// From a figure to the next one, and to the one below.
    fn step(&self) -> egui::Vec2 {
        vec2(self.size + APART, self.size + NAME + APART)
    }

    fn section_of(&self, take: usize) -> Option<&Section> {
        let after = self.sections.partition_point(|section| section.takes.start <= take);
        self.sections.get(after.checked_sub(1)?)
    }

    fn cell(&self, section: &Section, take: usize) -> Rect {
        let place = take - section.takes.start;
        let [row, column] = [place / self.columns, place % self.columns].map(|count| count as f32);
        let at = pos2(column * self.step().x, section.cells_top() + row * self.step().y);
        Rect::from_min_size(at, vec2(self.size, self.size + NAME))
    }

    /// The figure that an arrow leads to.
    fn neighbour(&self, take: usize, key: Key) -> Option<usize> {
        let last = self.takes.checked_sub(1)?;
        let section = self.section_of(take)?;
        let place = take - section.takes.start;
        let column = place % self.columns;
        Some(match key {
            Key::ArrowLeft => take.saturating_sub(1),
            Key::ArrowRight => (take + 1).min(last),
            Key::ArrowUp if place >= self.columns => take - self.columns,
            Key::ArrowUp => {
                let above = section.takes.start.checked_sub(1)?;
                let above = self.section_of(above)?;
                let last_row = (above.takes.len() - 1) / self.columns * self.columns;
                (above.takes.start + last_row + column).min(above.takes.end - 1)
            }
            Key::ArrowDown => {
                let rows = section.takes.len().div_ceil(self.columns);
                if place / self.columns + 1 < rows {
                    (take + self.columns).min(section.takes.end - 1)
                } else {
                    let below =
                        self.section_of(section.takes.end).filter(|_| section.takes.end <= last)?;
                    (below.takes.start + column).min(below.takes.end - 1)
                }
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two groups of 5 and 4 takes, in three columns.
    fn layout() -> GridLayout {
        GridLayout::of(&[0, 6], 9, 3.0 * 100.0 + 2.0 * APART, 100.0)
    }

    #[test]
    fn figures_fill_the_width_and_groups_begin_in_a_row_of_their_own() {
        let layout = layout();
        assert_eq!((layout.columns, layout.size), (3, 100.0));
        let cells: Vec<Rect> = (0..9)
            .map(|take| layout.cell(layout.section_of(take).expect("a section"), take))
            .collect();
        let row = 100.0 + NAME + APART;
        let lefts: Vec<f32> = cells.iter().map(|cell| cell.left() / 108.0).collect();
        assert_eq!(lefts, [0.0, 1.0, 2.0, 0.0, 1.0, 0.0, 1.0, 2.0, 0.0]);
        let tops: Vec<f32> = cells.iter().map(Rect::top).collect();
        let second = 2.0 * HEADING + 2.0 * row;
        let first = HEADING;
        assert_eq!(tops[..5], [first, first, first, first + row, first + row]);
        assert_eq!(tops[5..], [second, second, second, second + row]);
        assert_eq!(layout.height, second + 2.0 * row);
        let one = GridLayout::of(&[], 2, 50.0, 100.0);
        assert_eq!((one.columns, one.size, one.sections.len()), (1, 50.0, 1));
    }

    #[test]
    fn only_figures_in_sight_are_laid_out() {
        let layout = layout();
        let section = &layout.sections[0];
        let row = layout.step().y;
        assert_eq!(section.takes_within(&layout, -500.0..row - 1.0), 0..3);
        assert_eq!(section.takes_within(&layout, row..10.0 * row), 3..5);
        assert_eq!(section.takes_within(&layout, 5.0 * row..6.0 * row), 5..5);
    }

    #[test]
    fn arrows_go_to_the_figure_that_is_there() {
        let layout = layout();
        let go = |take, key| layout.neighbour(take, key);
        assert_eq!(go(1, Key::ArrowDown), Some(4));
        assert_eq!(go(2, Key::ArrowDown), Some(4), "the row below is shorter");
        assert_eq!(go(4, Key::ArrowDown), Some(6), "into the next group");
        assert_eq!(go(8, Key::ArrowDown), None);
        assert_eq!(go(6, Key::ArrowUp), Some(4));
        assert_eq!(go(7, Key::ArrowUp), Some(4));
        assert_eq!(go(1, Key::ArrowUp), None);
        assert_eq!((go(0, Key::ArrowLeft), go(8, Key::ArrowRight)), (Some(0), Some(8)));
        assert_eq!(go(4, Key::ArrowRight), Some(5));
    }
}
