//! The panels: each reads the state, draws, and asks for commands.
//!
//! Architecture invariant: no panel changes the state. A panel is a function `thing_ui(ui,
//! &PanelContext)`; every control has an accessible name.

use crate::app::compare::panel as compare;
use crate::app::curves::panel as docked;
use crate::app::interface::inspector;
use crate::app::interface::menu;
use crate::app::interface::overlays;
use crate::app::playback::goto;
use crate::app::playback::transport;
use crate::app::selection::tree as bones;
use crate::app::takes::panel as takes;
use crate::app::timeline::panel as timeline;
use crate::app::video::panel as video;
use crate::app::view;
use crate::app::widgets::focus;
use crate::app::widgets::splitter;
use egui::{Frame, Rect, Stroke, Ui, UiBuilder};

use crate::app::command::Command;
use crate::app::state::State;
use crate::app::theme::{CONTROL, GUTTER};
use crate::app::widgets::context::PanelContext;
use crate::options::CompareMode;
use crate::playback::Playback;

pub use crate::app::notes::panel::note_has_keyboard;
pub use crate::app::widgets::focus::{is_for_list, list_has_keyboard};

/// The least height in which the bones show below the takes, in points.
const LEAST_OF_BONES: f32 = 110.0;

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
                    timeline::timeline_ui(ui, cx, playback);
                    transport::transport_ui(ui, cx, playback);
                });
                fill(ui);
            });
    }
    if panels.interface && panels.curves {
        fixed(egui::Panel::bottom("docked curves"), curves_height)
            .frame(Frame::new().fill(cx.colours.panel))
            .show(ui, |ui| {
                edge(ui, ui.max_rect(), cx);
                docked::docked_ui(ui, cx);
                fill(ui);
            });
    }
    if panels.interface && panels.left {
        fixed(egui::Panel::left("takes and bones"), left_width).frame(side).show(ui, |ui| {
            menu_in_corner(ui, cx);
            takes::takes_ui(ui, cx);
            compare::modes_ui(ui, cx);
            match state.session.compare_mode() {
                // Of less than a heading, a field and a row of them nobody has anything.
                CompareMode::Off if ui.available_height() < LEAST_OF_BONES => {}
                CompareMode::Off => {
                    ui.add_space(12.0);
                    bones::bones_ui(ui, cx);
                }
                _ => compare::compare_ui(ui, cx),
            }
            fill(ui);
        });
    }
    if panels.interface && panels.right {
        fixed(egui::Panel::right("inspector"), right_width).frame(side).show(ui, |ui| {
            inspector::inspector_ui(ui, cx);
            fill(ui);
        });
    }
    let view = egui::CentralPanel::no_frame()
        .show(ui, |ui| {
            let rect = ui.max_rect();
            let figures = view_and_video(ui, rect, cx);
            let line = Stroke::new(1.0, cx.colours.line);
            let painter = ui.painter();
            painter.vline(rect.left() - 0.5, rect.y_range(), line);
            painter.vline(rect.right() + 0.5, rect.y_range(), line);
            (rect, figures)
        })
        .inner;
    let (view, figures) = view;
    goto::goto_ui(ui, view, cx);
    overlays::overlays_ui(ui, cx);
    if panels.interface {
        let transport = all.bottom() - bottom_height;
        splitters(ui, cx, all, view, transport);
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
    let cx = PanelContext::new(state, Vec::new());
    view::labels_ui(ui, ui.max_rect(), &cx);
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
    let panel = panel.exact_size(size).resizable(false);
    panel.show_separator_line(false)
}

/// The lines between the panels that show and the view, and between the docked curves and the timeline,
/// which begins at `transport`.
fn splitters(ui: &Ui, cx: &PanelContext, all: Rect, view: Rect, transport: f32) {
    use egui::vec2;
    let across = |y: f32| Rect::from_x_y_ranges(all.x_range(), y..=y);
    let lines = [
        (
            cx.state.interface.panels.left,
            Rect::from_x_y_ranges(view.left()..=view.left(), view.y_range()),
            vec2(1.0, 0.0),
            view.left() - all.left(),
        ),
        (
            cx.state.interface.panels.right,
            Rect::from_x_y_ranges(view.right()..=view.right(), view.y_range()),
            vec2(-1.0, 0.0),
            all.right() - view.right(),
        ),
        (true, across(transport), vec2(0.0, -1.0), all.bottom() - transport),
        (
            transport > view.bottom(),
            across(view.bottom()),
            vec2(0.0, -1.0),
            transport - view.bottom(),
        ),
    ];
    for (which, (shows, line, grows, size)) in lines.into_iter().enumerate() {
        if shows {
            splitter::splitter(ui, cx, which, (line, grows), size);
        }
    }
}

/// The menu's button in the upper right corner of a panel, beside its first heading.
fn menu_in_corner(ui: &mut Ui, cx: &PanelContext) {
    let panel = ui.max_rect();
    let right = panel.right() - GUTTER + 6.0;
    let corner = egui::pos2(right - CONTROL, panel.top() - 3.0);
    menu::menu_at(ui, corner, cx);
}

/// Takes the rest of a panel: one that is empty is no narrower.
fn fill(ui: &mut Ui) {
    ui.allocate_space(ui.available_size().max(egui::Vec2::ZERO));
}

/// The line between a panel and its neighbour above.
fn edge(ui: &Ui, rect: Rect, cx: &PanelContext) {
    let line = Stroke::new(1.0, cx.colours.line);
    ui.painter().hline(rect.x_range(), rect.top() + 0.5, line);
}
