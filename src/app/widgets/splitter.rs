//! The splitters between panels and view: a drag resizes a panel, a double click resets it.

use egui::{CursorIcon, Id, Rect, Sense, Stroke, Ui, Vec2, vec2};

use crate::app::InterfaceCommand;
use crate::app::widgets::PanelContext;
use crate::options::Panels;

/// How wide the strip along a line is that takes the pointer, in points.
pub const GRAB: f32 = 8.0;
/// What each has at least.
const MIN: [f32; 4] = [180.0, 180.0, 124.0, 110.0];
/// What the panels leave to the view.
const VIEW: Vec2 = vec2(260.0, 160.0);
/// In a window that is narrower, an inspector of the usual width gives way, down to a width of its own.
const NARROW: f32 = 1000.0;
const NARROWED: f32 = 200.0;

/// How large the panels are in a window: as was chosen, where that leaves something to the view.
pub fn sizes(chosen: [f32; 4], panels: Panels, window: Vec2) -> [f32; 4] {
    let [mut left, mut right, bottom, curves] = chosen;
    if (right - Panels::DEFAULT_SIZES[1]).abs() < 0.5 {
        // Nobody asked for this width.
        right = (right - (NARROW - window.x).max(0.0) * 0.6).max(NARROWED);
    }
    let room = window.x - VIEW.x;
    let least_left = if panels.left { MIN[0] } else { 0.0 };
    right = right.min(room - least_left).max(MIN[1]);
    let taken = if panels.right { right } else { 0.0 };
    left = left.clamp(MIN[0], (room - taken).max(MIN[0]));
    let least_curves = if panels.curves { MIN[3] } else { 0.0 };
    let tallest = (window.y - VIEW.y - least_curves).max(MIN[2]);
    let bottom = bottom.clamp(MIN[2], tallest);
    [left, right, bottom, curves.clamp(MIN[3], (window.y - VIEW.y - bottom).max(MIN[3]))]
}

/// The line at the edge of the panel at `which` place of [`Panels::sizes`]. `grows` is the way in
/// which the panel becomes larger.
pub fn splitter(ui: &Ui, cx: &PanelContext, which: usize, line: Rect, grows: Vec2, size: f32) {
    let strip = line.expand2(vec2(grows.x.abs(), grows.y.abs()) * GRAB * 0.5);
    let id = Id::unique(("splitter", which));
    let response = ui.interact(strip, id, Sense::CLICK | Sense::DRAG);
    let is_upright = grows.x != 0.0;
    let icon = if is_upright { CursorIcon::ResizeHorizontal } else { CursorIcon::ResizeVertical };
    let held = response.dragged() || response.is_pointer_button_down_on();
    if held || response.hovered() {
        let colour = if held { cx.colours.accent } else { cx.colours.dim };
        ui.painter().line_segment([line.min, line.max], Stroke::new(2.0, colour));
    }
    let response = response.on_hover_and_drag_cursor(icon);
    let panels = cx.state.interface.panels;
    let with = |size: f32| {
        let mut chosen = panels.sizes();
        chosen[which] = size;
        chosen
    };
    let set = |size: f32| {
        cx.ask_if(with(size) != panels.sizes(), InterfaceCommand::ResizePanels(with(size)));
    };
    if response.double_clicked() {
        return set(Panels::DEFAULT_SIZES[which]);
    }
    let press = ui.input(|i| i.pointer.press_origin());
    let (Some(press), Some(now)) = (press, response.interact_pointer_pos()) else {
        return;
    };
    // The edge stays under the pointer, also when that comes back from beyond what there is room for.
    let began = id.with("began");
    if response.drag_started() {
        ui.data_mut(|data| data.insert_temp(began, size));
    }
    if response.dragged()
        && let Some(began) = ui.data(|data| data.get_temp::<f32>(began))
    {
        let wanted = began + (now - press).dot(grows);
        let window = ui.ctx().content_rect().size();
        set(sizes(with(wanted.round()), panels, window)[which]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at([left, right, bottom]: [f32; 3], width: f32) -> [f32; 2] {
        let [left, right, ..] =
            sizes([left, right, bottom, 200.0], Panels::default(), vec2(width, 720.0));
        [left, right]
    }

    #[test]
    fn an_inspector_that_nobody_sized_gives_way_in_a_narrow_window() {
        let usual = [272.0, 296.0, 140.0];
        assert_eq!(at(usual, 1280.0), [272.0, 296.0]);
        assert_eq!(at(usual, 1000.0), [272.0, 296.0]);
        assert_eq!(at(usual, 900.0), [272.0, 236.0]);
        assert_eq!(at(usual, 640.0), [180.0, 200.0]);
        assert_eq!(at([272.0, 340.0, 140.0], 900.0), [272.0, 340.0], "somebody wanted this");
    }

    #[test]
    fn a_panel_is_as_large_as_one_likes_as_long_as_there_is_a_view() {
        assert_eq!(at([272.0, 5000.0, 140.0], 2560.0), [180.0, 2120.0]);
        assert_eq!(at([5000.0, 296.0, 140.0], 2560.0), [2004.0, 296.0]);
        let alone = Panels { left: false, ..Panels::default() };
        let window = vec2(1000.0, 700.0);
        let [_, right, bottom, _] = sizes([272.0, 900.0, 900.0, 200.0], alone, window);
        assert_eq!([right, bottom], [740.0, 540.0]);
        let with_curves = Panels { curves: true, ..alone };
        let [.., bottom, curves] = sizes([272.0, 900.0, 300.0, 900.0], with_curves, window);
        assert_eq!([bottom, curves], [300.0, 240.0]);
    }
}
