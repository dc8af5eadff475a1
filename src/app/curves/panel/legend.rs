//! The legend of the docked curves: colour, name and value of each; a click hides or shows one.

use std::sync::Arc;

use egui::{
    Align2, Color32, Galley, Rect, Role, ScrollArea, Sense, Stroke, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};

use crate::app::curves::command::CurvesCommand;
use crate::app::curves::docked::DockedCurve;
use crate::app::curves::id::CurveId;
use crate::app::theme::{CORNER, GUTTER, regular};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::elide::cut_name;
use crate::app::widgets::text::one_line;

/// The height of a row of entries, in points.
pub const ROW: f32 = 24.0;
/// So many rows show at once; more of them scroll.
const MAX_ROWS: usize = 3;
/// From one entry to the next.
const BETWEEN: f32 = 4.0;
/// What is around the texts of an entry, and between them.
const MARGIN: f32 = 8.0;
const SWATCH: f32 = 14.0;
const GAP: f32 = 6.0;

/// One entry, ready to be placed.
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
    /// What is told of curves that do not show.
    left_out: Option<String>,
    /// The frame that shows, of the active take.
    frame: usize,
}

impl<'a> Legend<'a> {
    /// The legend of these curves, `left_out` others not shown.
    pub fn new(
        ui: &Ui,
        cx: &PanelContext,
        (curves, colours): (&'a [DockedCurve<'a>], &'a [Color32]),
        left_out: usize,
        frame: usize,
    ) -> Self {
        /// A longer name is cut.
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

    /// How wide it is in one row.
    pub fn width(&self) -> f32 {
        let entries = self.entries.iter().map(|entry| entry.width + BETWEEN);
        let more = if self.left_out.is_some() { 120.0 } else { 0.0 };
        entries.sum::<f32>() + more
    }

    /// Where each entry begins, in rows of a width, and how many rows there are.
    fn flow(&self, width: f32) -> (Vec<egui::Vec2>, usize) {
        let (mut x, mut row) = (0.0, 0);
        let places = self.entries.iter().map(|entry| {
            if x > 0.0 && x + entry.width > width {
                (x, row) = (0.0, row + 1);
            }
            let place = vec2(x, row as f32 * ROW);
            x += entry.width + BETWEEN;
            place
        });
        let places = places.collect();
        (places, row + 1)
    }

    /// The height that it takes in rows of its own.
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
                    let size = vec2(entry.width, ROW - 2.0);
                    let rect = Rect::from_min_size(all.min + *at, size);
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
        let is_near = response.hovered() || response.has_focus();
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
        let line = Stroke::new(width, colour);
        ui.painter().hline(x..=x + SWATCH - 3.0, y, line);
        x += SWATCH + GAP;
        let put = |x: f32, galley: &Arc<Galley>| {
            let at = Align2::LEFT_CENTER.anchor_size(pos2(x, y), galley.size());
            let galley = Arc::clone(galley);
            ui.painter().galley(at.min, galley, cx.colours.text);
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
        let response = response.on_hover_text(tip);
        if response.clicked() {
            cx.ask(CurvesCommand::ShowCurve(docked.id.clone(), !is_on));
        }
        is_near && is_on
    }

    /// Behind the last entry: how many curves do not show, and why.
    fn more(&self, ui: &Ui, cx: &PanelContext, all: Rect, places: &[egui::Vec2]) {
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
