//! How the mouse works on the docked curves: scrub, box zoom, zoom and pan of time and values, fit.

use egui::{Event, PointerButton, Pos2, Rect, Response, Ui};

use crate::app::curves::command::{CurvesCommand, ValueScaleId};
use crate::app::curves::panel::plot::{Axis, Lane};
use crate::app::widgets::{PanelContext, notches};
use crate::app::{
    curves::panel::axis::WIDTH, timeline::panel::drag, timeline::panel::scale::Scale,
};

/// What is dragged while a button is down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drag {
    Scrub,
    /// A box to zoom into, from where it was begun.
    Box(Pos2),
    /// Time, and values where they are zoomed.
    Pan {
        /// What was in sight when the drag began.
        span: [f64; 2],
        x: f32,
        /// Where the pointer was last.
        y: f32,
    },
}

/// Carries on with what is dragged, and returns it.
pub fn drag(
    ui: &Ui,
    response: &Response,
    cx: &PanelContext,
    lanes: &[Lane<'_>],
    scale: Scale,
) -> Option<Drag> {
    let id = response.id.with("drag");
    let known: Option<Drag> = ui.data(|data| data.get_temp(id));
    let (modifiers, [primary, middle], origin) = ui.input(|i| {
        let is_down = |button| i.pointer.button_down(button);
        let buttons = [PointerButton::Primary, PointerButton::Middle].map(is_down);
        (i.modifiers, buttons, i.pointer.press_origin())
    });
    let pointer = response.interact_pointer_pos();
    if !response.is_pointer_button_down_on() || !(primary || middle) {
        ui.data_mut(|data| data.remove::<Drag>(id));
        match (known, pointer) {
            (Some(Drag::Box(from)), Some(to)) => zoom_to(cx, lanes, scale, [from, to]),
            // A quick click is over before it is seen as pressed.
            (None, Some(at)) if response.clicked() && !modifiers.command => {
                drag::seek(cx, scale.frame(at.x));
            }
            _ => {}
        }
        cx.ask_if(response.double_clicked(), CurvesCommand::Fit);
        return None;
    }
    let at = pointer?;
    let mut drag = known.unwrap_or_else(|| {
        let from = origin.unwrap_or(at);
        if middle && !primary {
            Drag::Pan { span: scale.span, x: from.x, y: from.y }
        } else if modifiers.command {
            Drag::Box(from)
        } else {
            Drag::Scrub
        }
    });
    match &mut drag {
        Drag::Scrub => drag::seek(cx, scale.frame(at.x)),
        Drag::Box(_) => {}
        Drag::Pan { span, x, y } => {
            let frames = f64::from(*x - at.x) * scale.frames_a_point();
            drag::show(cx, span.map(|end| end + frames));
            let axes = lane_at(lanes, *y).into_iter().flat_map(|lane| &lane.axes);
            let zoomed = axes.filter(|axis| cx.state.interface.docked.zoomed(&axis.of).is_some());
            let moved = zoomed.map(|axis| {
                let by = axis.scale.value(*y) - axis.scale.value(at.y);
                (axis.of.clone(), ends(axis).map(|end| end + by))
            });
            let moved: Vec<(ValueScaleId, [f64; 2])> = moved.collect();
            cx.ask_if(*y != at.y && !moved.is_empty(), CurvesCommand::ShowValues(moved));
            *y = at.y;
        }
    }
    ui.data_mut(|data| data.insert_temp(id, drag));
    Some(drag)
}

/// The box between two places, in the lane where it was begun; as wide or as high as the lane where it is
/// hardly moved that way.
pub fn box_of(lanes: &[Lane<'_>], [from, to]: [Pos2; 2]) -> Option<Rect> {
    /// So far a hand moves that means one direction alone, in points.
    const STILL: f32 = 6.0;
    let lane = lane_at(lanes, from.y)?.rect;
    let mut rect = Rect::from_two_pos(from, to).intersect(lane);
    if rect.width() < STILL {
        (rect.min.x, rect.max.x) = (lane.min.x, lane.max.x);
    }
    if rect.height() < STILL {
        (rect.min.y, rect.max.y) = (lane.min.y, lane.max.y);
    }
    Some(rect).filter(|rect| *rect != lane)
}

fn zoom_to(cx: &PanelContext, lanes: &[Lane<'_>], scale: Scale, ends: [Pos2; 2]) {
    let (Some(rect), Some(lane)) = (box_of(lanes, ends), lane_at(lanes, ends[0].y)) else { return };
    if rect.width() < lane.rect.width() {
        drag::show(cx, [rect.left(), rect.right()].map(|x| scale.place(x)));
    }
    if rect.height() < lane.rect.height() {
        let values = lane.axes.iter().map(|axis| {
            (axis.of.clone(), [rect.bottom(), rect.top()].map(|y| axis.scale.value(y)))
        });
        cx.ask(CurvesCommand::ShowValues(values.collect()));
    }
}

/// The wheel zooms and pans time as on the timeline; over a value axis, or with Alt, it zooms values.
pub fn wheel(ui: &Ui, at: Pos2, cx: &PanelContext, lanes: &[Lane<'_>], scale: Scale) {
    /// Nearer by this factor with each notch, as on the timeline.
    const NEARER: f64 = 1.25;
    let (mut turned, mut has_alt) = (0.0, false);
    for event in ui.input(|i| i.events.clone()) {
        if let Event::MouseWheel { unit, delta, modifiers, .. } = event {
            // Systems turn the wheel sideways while Alt is held.
            let delta = if delta.y == 0.0 { delta.x } else { delta.y };
            turned += f64::from(notches(unit, delta));
            has_alt |= modifiers.alt;
        }
    }
    let Some(lane) = lane_at(lanes, at.y) else { return };
    let over = axis_at(lane, at);
    if !has_alt && over.is_none() {
        return drag::wheel(ui, at.x, cx, scale);
    }
    if turned == 0.0 {
        return;
    }
    let axes = match over {
        Some(place) => &lane.axes[place..=place],
        None => &lane.axes[..],
    };
    let factor = NEARER.powf(-turned);
    let zoomed = axes.iter().filter_map(|axis| {
        let about = axis.scale.value(at.y);
        let [low, high] = ends(axis).map(|end| about + (end - about) * factor);
        is_wide_enough(low, high).then(|| (axis.of.clone(), [low, high]))
    });
    cx.ask(CurvesCommand::ShowValues(zoomed.collect()));
}

/// Whether single precision tells values between two ends apart, and both are numbers.
fn is_wide_enough(low: f64, high: f64) -> bool {
    let largest = low.abs().max(high.abs());
    largest < f64::from(f32::MAX) && high - low > largest * 1e-5 && high - low > 1e-9
}

/// The place of the axis that is under the pointer, among those of its lane.
pub fn axis_at(lane: &Lane<'_>, at: Pos2) -> Option<usize> {
    let side = match at.x {
        x if x < lane.rect.left() + WIDTH => 0,
        x if x > lane.rect.right() - WIDTH => 1,
        _ => return None,
    };
    (side < lane.axes.len()).then_some(side)
}

pub fn lane_at<'a, 'b>(lanes: &'a [Lane<'b>], y: f32) -> Option<&'a Lane<'b>> {
    lanes.iter().find(|lane| lane.rect.y_range().contains(y))
}

fn ends(axis: &Axis<'_>) -> [f64; 2] {
    [axis.scale.low, axis.scale.high].map(f64::from)
}
