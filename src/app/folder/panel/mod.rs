//! The list of a folder, in the left panel: its head, and a row for each take.

pub(crate) mod grid;
pub(crate) mod head;
pub(crate) mod menu;
pub(crate) mod row;
pub(crate) mod tabs;
pub(crate) mod thumbnail;

use egui::{Id, Rect, ScrollArea, Ui, pos2, vec2};

use crate::app::folder::list::{Entry, FolderList, headings_ahead, take_at};
use crate::app::folder::panel::row::{heading_row, row_id, take_row};
use crate::app::widgets::{ListFocus, PanelContext, dim_label, gutters};

/// The heights of a take and of a heading, in points.
const TAKE: f32 = 44.0;
const HEADING: f32 = 28.0;

pub fn folder_ui(ui: &mut Ui, cx: &PanelContext, list: &FolderList) {
    gutters(ui, |ui| head::head_ui(ui, cx, list));
    ui.add_space(8.0);
    if list.entries().is_empty() {
        let text = match (list.rows().is_empty(), list.is_listing) {
            (true, true) => "Looking through the folder…",
            (true, false) => "No takes in this folder.",
            (false, _) => "No take is like that.",
        };
        return gutters(ui, |ui| dim_label(ui, cx, text));
    }
    rows_ui(ui, cx, list);
}

/// The rows in sight, and the one that the keyboard is on.
fn rows_ui(ui: &mut Ui, cx: &PanelContext, list: &FolderList) {
    let places = Places::of(list);
    let shown = cx.state.session.browsed_from();
    let current = shown.as_deref().and_then(|path| list.place_of(path));
    let name_of = |take: usize| row_id(&list.listed_at(take).path);
    let home = current.map(|place| places.take_at(place));
    let stop = ListFocus::new(ui, Id::unique("folder"), places.takes(), home, name_of);
    let is_new = is_newly_shown(ui, shown.as_deref());
    let area = ScrollArea::vertical().id_salt("folder").auto_shrink([false, false]);
    area.show_viewport(ui, |ui, viewport| {
        ui.set_height(places.top(places.count));
        let origin = ui.max_rect().min;
        let width = ui.max_rect().width();
        let rect_of = |place: usize| {
            let [top, next] = [places.top(place), places.top(place + 1)];
            Rect::from_min_size(pos2(origin.x, origin.y + top), vec2(width, next - top))
        };
        if let Some(place) = current.filter(|_| is_new) {
            let around = rect_of(place).expand2(vec2(0.0, TAKE));
            ui.scroll_to_rect_animation(around, None, egui::style::ScrollAnimation::none());
        }
        let in_sight =
            places.at(viewport.top())..(places.at(viewport.bottom()) + 1).min(places.count);
        let focused = places.place_of_take(stop.row);
        let beyond =
            Some(focused).filter(|place| !in_sight.contains(place) && *place < places.count);
        for place in in_sight.chain(beyond) {
            match &list.entries()[place] {
                Entry::Heading(text, count) => heading_row(ui, cx, rect_of(place), text, *count),
                Entry::Take(row) => {
                    let row = &list.rows()[*row];
                    take_row(ui, cx, list, row, rect_of(place), places.take_at(place), &stop);
                }
            }
        }
    });
}

/// Whether another take shows than at the last layout.
fn is_newly_shown(ui: &Ui, shown: Option<&std::path::Path>) -> bool {
    let id = Id::unique("take of the folder that shows");
    let before: Option<std::path::PathBuf> = ui.data(|data| data.get_temp(id));
    let is_new = before.as_deref() != shown;
    if let (true, Some(shown)) = (is_new, shown) {
        ui.data_mut(|data| data.insert_temp(id, shown.to_path_buf()));
    }
    is_new
}

/// Where the lines of the list are: takes are higher than headings.
struct Places<'a> {
    count: usize,
    /// The places of the headings.
    headings: &'a [usize],
}

impl<'a> Places<'a> {
    fn of(list: &'a FolderList) -> Self {
        Self { count: list.entries().len(), headings: list.headings() }
    }

    fn takes(&self) -> usize {
        self.count - self.headings.len()
    }

    fn top(&self, place: usize) -> f32 {
        let takes = self.take_at(place);
        (place - takes) as f32 * HEADING + takes as f32 * TAKE
    }

    /// The line at a height.
    fn at(&self, height: f32) -> usize {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = (low + high) / 2;
            if self.top(middle + 1) <= height {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low.min(self.count.saturating_sub(1))
    }

    /// Which of the takes is in a line.
    fn take_at(&self, place: usize) -> usize {
        take_at(self.headings, place)
    }

    /// The line of a take.
    fn place_of_take(&self, take: usize) -> usize {
        take + headings_ahead(self.headings, take)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_where_those_before_it_end() {
        // A heading, two takes, a heading, three takes.
        let places = Places { count: 7, headings: &[0, 3] };
        let heights = [HEADING, TAKE, TAKE, HEADING, TAKE, TAKE, TAKE];
        let mut top = 0.0;
        for (place, height) in heights.into_iter().enumerate() {
            assert_eq!(places.top(place), top);
            assert_eq!([places.at(top), places.at(top + height - 0.5)], [place, place]);
            top += height;
        }
        assert_eq!((places.top(7), places.at(1e9), places.takes()), (top, 6, 5));
        let of_takes: Vec<usize> = (0..5).map(|take| places.place_of_take(take)).collect();
        assert_eq!(of_takes, [1, 2, 4, 5, 6]);
        let back: Vec<usize> = of_takes.iter().map(|place| places.take_at(*place)).collect();
        assert_eq!(back, [0, 1, 2, 3, 4]);
    }
}
