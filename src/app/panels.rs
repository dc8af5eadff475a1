//! The panels of the window: where each is laid out.
//!
//! Architecture invariant: no panel changes the state; it reads the state, draws, and asks for commands. A panel is a
//! function `thing_ui(ui, &PanelContext)`; every control has an accessible name. Lengths are in points.

use egui::{Frame, Id, Popup, Rect, Stroke, Ui, UiBuilder, vec2};

use crate::app::compare::panel::{compare_ui, modes_ui};
use crate::app::takes::panel as takes;
use crate::app::theme::{CONTROL, GUTTER};
use crate::app::video::panel as video;
use crate::app::widgets::{PanelContext, focus, gutters, splitter};
use crate::app::{
    Command, State,
    columns::dialog::table_columns_ui,
    curves::panel::docked_ui,
    export::dialog::export_ui,
    folder::panel::{folder_ui, grid::grid_ui, tabs::tabs_ui},
    interface::inspector::inspector_ui,
    interface::key_sheet::key_sheet_ui,
    interface::main_menu::menu_at,
    palette,
    playback::goto::goto_ui,
    playback::transport::transport_ui,
    selection::tree::bones_ui,
    timeline::panel::timeline_ui,
    view,
};
use crate::options::{CompareMode, Overlay};
use crate::playback::Playback;

/// Lays the whole window out. Returns where the view is, in points.
pub fn window_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) -> Rect {
    let context = PanelContext::new(state, std::mem::take(commands));
    let cx = &context;
    focus::watch(ui, state.interface.overlay.is_some());
    let listed = state.take().filter(|_| state.interface.shown_panels(&state.session).left);
    if let Some(open) = listed.filter(|_| state.interface.overlay.is_none()) {
        focus::begin_at(ui, takes::row_id(open));
    }
    let all = ui.max_rect();
    let panels = state.interface.shown_panels(&state.session);
    let chosen = state.interface.panels.sizes();
    let [left_width, right_width, bottom_height, curves_height] =
        splitter::sizes(chosen, panels, all.size());
    let mut side = Frame::new().fill(cx.colours.panel);
    side.inner_margin.top = 12;
    if panels.interface {
        fixed(egui::Panel::bottom("transport"), bottom_height)
            .frame(Frame::new().fill(cx.colours.panel))
            .show(ui, |ui| {
                edge(ui, ui.max_rect(), cx);
                let nothing = Playback::new(0, 1.0 / 60.0);
                let playback = state.playback().unwrap_or(&nothing);
                ui.add_enabled_ui(state.take().is_some(), |ui| {
                    timeline_ui(ui, cx, playback);
                    transport_ui(ui, cx, playback);
                });
                fill(ui);
            });
    }
    if panels.interface && panels.curves {
        fixed(egui::Panel::bottom("docked curves"), curves_height)
            .frame(Frame::new().fill(cx.colours.panel))
            .show(ui, |ui| {
                edge(ui, ui.max_rect(), cx);
                docked_ui(ui, cx);
                fill(ui);
            });
    }
    if panels.interface && panels.left {
        fixed(egui::Panel::left("takes and bones"), left_width).frame(side).show(ui, |ui| {
            menu_in_corner(ui, cx);
            if let Some(list) = &state.session.folder {
                gutters(ui, |ui| tabs_ui(ui, cx, list));
                if list.shows {
                    folder_ui(ui, cx, list);
                    return fill(ui);
                }
            }
            takes::takes_ui(ui, cx);
            modes_ui(ui, cx);
            match state.session.compare_mode() {
                // Of less than a heading, a field and a row of them nobody has anything.
                CompareMode::Off if ui.available_height() < 110.0 => {}
                CompareMode::Off => {
                    ui.add_space(12.0);
                    bones_ui(ui, cx);
                }
                _ => compare_ui(ui, cx),
            }
            fill(ui);
        });
    }
    if panels.interface && panels.right {
        fixed(egui::Panel::right("inspector"), right_width).frame(side).show(ui, |ui| {
            inspector_ui(ui, cx);
            fill(ui);
        });
    }
    let (view, figures) = egui::CentralPanel::no_frame()
        .show(ui, |ui| {
            let rect = ui.max_rect();
            let figures = match state.session.folder.as_ref().filter(|list| list.grid) {
                Some(list) => {
                    grid_ui(ui, rect, cx, list);
                    rect
                }
                None => view_and_video(ui, rect, cx),
            };
            let line = Stroke::new(1.0, cx.colours.line);
            let painter = ui.painter();
            painter.vline(rect.left() - 0.5, rect.y_range(), line);
            painter.vline(rect.right() + 0.5, rect.y_range(), line);
            (rect, figures)
        })
        .inner;
    goto_ui(ui, view, cx);
    overlays_ui(ui, cx);
    if panels.interface {
        splitters(ui, cx, all, view, all.bottom() - bottom_height);
    }
    let below = all.with_min_y(view.bottom());
    let beside = all.with_max_y(view.bottom());
    let parts = [view, below, beside.with_max_x(view.left()), beside.with_min_x(view.right())];
    focus::ring(ui, cx.theme, &parts);
    *commands = context.into_commands();
    figures
}

/// What is written over a picture of the view, in all the room there is: what the window shows beside its figures, but
/// nothing to click.
pub fn labels_ui(ui: &mut Ui, state: &State) {
    view::labels_ui(ui, ui.max_rect(), &PanelContext::new(state, Vec::new()));
}

/// The view, with the reference video in a corner of it or beside it. Returns where the figures are.
fn view_and_video(ui: &mut Ui, rect: Rect, cx: &PanelContext) -> Rect {
    if cx.state.shown_video().is_none() {
        video::free(ui);
    }
    if !video::shows_split(cx.state) {
        view::view_ui(ui, cx);
        return rect;
    }
    let [figures, half] = video::halves(rect);
    ui.scope_builder(UiBuilder::new().max_rect(figures), |ui| view::view_ui(ui, cx));
    video::split_ui(ui, half, cx);
    figures
}

/// A panel of a size that its splitter sets.
fn fixed(panel: egui::Panel, size: f32) -> egui::Panel {
    panel.exact_size(size).resizable(false).show_separator_line(false)
}

/// The lines between the panels that show and the view, and between the docked curves and the timeline,
/// which begins at `transport`.
fn splitters(ui: &Ui, cx: &PanelContext, all: Rect, view: Rect, transport: f32) {
    let panels = cx.state.interface.panels;
    let down = |x: f32| Rect::from_x_y_ranges(x..=x, view.y_range());
    let across = |y: f32| Rect::from_x_y_ranges(all.x_range(), y..=y);
    let [right, left, up] = [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, -1.0)];
    let lines = [
        (panels.left, down(view.left()), right, view.left() - all.left()),
        (panels.right, down(view.right()), left, all.right() - view.right()),
        (true, across(transport), up, all.bottom() - transport),
        (transport > view.bottom(), across(view.bottom()), up, transport - view.bottom()),
    ];
    for (which, (shows, line, grows, size)) in lines.into_iter().enumerate() {
        if shows {
            splitter::splitter(ui, cx, which, line, grows, size);
        }
    }
}

/// The menu's button in the upper right corner of a panel, beside its first heading.
fn menu_in_corner(ui: &mut Ui, cx: &PanelContext) {
    menu_at(ui, ui.max_rect().right_top() + vec2(6.0 - GUTTER - CONTROL, -3.0), cx);
}

/// Takes the rest of a panel: one that is empty is no narrower.
fn fill(ui: &mut Ui) {
    ui.allocate_space(ui.available_size().max(egui::Vec2::ZERO));
}

/// The line between a panel and its neighbour above.
fn edge(ui: &Ui, rect: Rect, cx: &PanelContext) {
    ui.painter().hline(rect.x_range(), rect.top() + 0.5, Stroke::new(1.0, cx.colours.line));
}

/// What is open over the window, if anything is.
fn overlays_ui(ui: &mut Ui, cx: &PanelContext) {
    let id = Id::unique("overlay");
    let before: Option<Overlay> = ui.data(|data| data.get_temp(id)).flatten();
    if before != cx.state.interface.overlay {
        ui.data_mut(|data| data.insert_temp(id, cx.state.interface.overlay));
        palette::forget(ui);
        Popup::close_all(ui.ctx());
    }
    match cx.state.interface.overlay {
        Some(Overlay::CommandPalette) => palette::palette_ui(ui, cx),
        Some(Overlay::Shortcuts) => key_sheet_ui(ui, cx),
        Some(Overlay::Columns) => table_columns_ui(ui, cx),
        Some(Overlay::Export) => export_ui(ui, cx),
        Some(Overlay::GoTo) | None => {}
    }
}
