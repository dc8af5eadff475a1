//! The docked curves: the values of the selection over the timeline, on the timeline's own scale.

pub(crate) mod axis;
pub(crate) mod bands;
pub(crate) mod colours;
pub(crate) mod header;
pub(crate) mod marks;
pub(crate) mod plot;
pub(crate) mod pointer;

use egui::{CursorIcon, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2, WidgetInfo, vec2};

use crate::app::curves::panel::plot::{DrawnCurve, FrameScale, Highlight, Lane};
use crate::app::theme::{GUTTER, regular};
use crate::app::widgets::{PanelContext, cut, ends_typing};
use crate::app::{
    curves::command::CurveId, curves::panel::header::Legend, curves::panel::pointer::Drag,
    takes::open_take::OpenTake, timeline::panel::scale::Scale,
};

/// The least height of a lane where each curve has one, in points.
const LANE: f32 = 46.0;
const BETWEEN: f32 = 5.0;

/// Draws the docked curves of the active take, and answers the pointer.
pub fn docked_ui(ui: &mut Ui, cx: &PanelContext) {
    let state = cx.state;
    let Some(open) = state.take() else { return };
    let docked = &state.interface.docked;
    let options = state.interface.panels.docked;
    let (curves, left_out) = docked.curves(open, state.session.compared(), options);
    let colours = colours::colours(&curves, cx.theme);
    let frame = state.frame_of(open);
    let legend = Legend::new(ui, cx, &curves, &colours, left_out, frame);
    let all = ui.max_rect();
    let (rest, lit) = header::header_ui(ui, cx, open, all, &legend);
    let plot = rest.with_max_y(rest.bottom() - 3.0);
    let has_quantity = options.quantities.iter().next().is_some();
    if let Some(hint) = hint(open, curves.is_empty(), has_quantity) {
        let width = plot.width() - 2.0 * GUTTER;
        let galley = cut(ui, hint, regular(13.0), cx.colours.dim, width);
        ui.painter().galley(plot.center() - galley.size() * 0.5, galley, cx.colours.dim);
        return;
    }
    let shown = curves.iter().zip(colours).filter(|(docked, _)| !docked.is_hidden);
    let drawn = shown.map(|(docked, colour)| DrawnCurve { docked, colour });
    let drawn: Vec<DrawnCurve<'_>> = drawn.collect();
    let timeline = &state.session.timeline;
    let scale = Scale::new(all.x_range().shrink(GUTTER), timeline, state.session.span);
    let frames = FrameScale { scale, before: timeline.before };
    if !options.stacked {
        let lane = plot::overlay(plot, drawn, frames, docked);
        return lanes_ui(ui, cx, frames, &[lane], plot, true, lit.as_ref());
    }
    let count = drawn.len().max(1) as f32;
    let height = ((plot.height() + BETWEEN) / count - BETWEEN).max(LANE);
    let whole = count * (height + BETWEEN) - BETWEEN;
    let fits = whole <= plot.height() + 0.5;
    let builder = UiBuilder::new().max_rect(plot).id_salt("lanes");
    ui.scope_builder(builder, |ui| {
        let scroll = ScrollArea::vertical().id_salt("lanes");
        scroll.max_height(plot.height()).show(ui, |ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(plot.width(), whole), Sense::hover());
            let lanes = drawn.into_iter().enumerate().map(|(place, drawn)| {
                let top = rect.top() + place as f32 * (height + BETWEEN);
                let rect = Rect::from_x_y_ranges(plot.x_range(), top..=top + height);
                plot::lane(rect, drawn, frames, docked)
            });
            let lanes: Vec<Lane<'_>> = lanes.collect();
            lanes_ui(ui, cx, frames, &lanes, rect, fits, lit.as_ref());
        });
    });
}

/// What stands in the place of curves where there is nothing to show.
fn hint(open: &OpenTake, is_empty: bool, has_quantity: bool) -> Option<&'static str> {
    if open.take.motion.frame_count() == 0 {
        Some("No curves: the take is a rest pose without frames.")
    } else if !is_empty {
        None
    } else if open.edits.selected.is_empty() {
        Some("Select joints or markers to see their curves here.")
    } else if has_quantity {
        Some("The selection has no channels in the file.")
    } else {
        Some("Choose at the left what shows of the selection.")
    }
}

/// The lanes and their pointer. Where they do not fit, the wheel scrolls over their names.
fn lanes_ui(
    ui: &Ui,
    cx: &PanelContext,
    frames: FrameScale,
    lanes: &[Lane<'_>],
    rect: Rect,
    fits: bool,
    lit: Option<&CurveId>,
) {
    const NAME: f32 = 16.0;
    let Some(open) = cx.state.take() else { return };
    let id = ui.scope_id().with("docked curves");
    let response = ui.interact(rect, id, Sense::click_and_drag());
    ends_typing(ui, &response);
    let number = cx.state.shown_number() as f64;
    response.widget_info(|| WidgetInfo::slider(true, number, "Docked curves"));
    let drag = pointer::drag(ui, &response, cx, lanes, frames.scale);
    let hovered = response.hover_pos().filter(|_| drag.is_none());
    if let Some(at) = hovered {
        let top = pointer::lane_at(lanes, at.y).map_or(0.0, |lane| lane.rect.top());
        if fits || at.y > top + NAME {
            pointer::wheel(ui, at, cx, lanes, frames.scale);
            // What zooms does not scroll the lanes as well.
            ui.input_mut(|i| i.smooth_scroll_delta = Vec2::ZERO);
        }
    }
    let highlight = Highlight { lit, pointer: hovered };
    for (place, lane) in lanes.iter().enumerate() {
        if ui.is_rect_visible(lane.rect) {
            lane.paint(ui, id.with(place), cx, open, frames, &highlight);
        }
    }
    if let (Some(Drag::Box(from)), Some(to)) = (drag, response.interact_pointer_pos())
        && let Some(rect) = pointer::box_of(lanes, [from, to])
    {
        plot::zoom_box(ui.painter(), rect, cx.colours);
    }
    let over_axis = hovered.and_then(|at| pointer::axis_at(pointer::lane_at(lanes, at.y)?, at));
    let icon = match drag {
        Some(Drag::Pan { .. }) => CursorIcon::Grabbing,
        Some(Drag::Box(_)) => CursorIcon::Crosshair,
        None if over_axis.is_some() => CursorIcon::ResizeVertical,
        None if ui.input(|i| i.modifiers.command) => CursorIcon::Crosshair,
        _ => CursorIcon::ResizeHorizontal,
    };
    response.on_hover_cursor(icon);
}
