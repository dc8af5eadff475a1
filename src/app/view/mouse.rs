//! How the mouse and fingers work in the view: orbit, pan, zoom, select.

use egui::{Event, PointerButton, Pos2, Rect, Response, Ui};
use glam::Vec2;

use crate::app::widgets::{PanelContext, notches};
use crate::app::{CameraCommand, PlaybackCommand, SelectMode, SelectionCommand};

/// What the mouse does in the view that fills `rect`.
///
/// Three families of gestures at once: left drag, Maya's with Alt, Blender's with the middle button. A finger is as the left
/// button, and two of them pan and zoom.
pub fn mouse(ui: &Ui, rect: Rect, cx: &PanelContext, response: &Response) {
    let height = rect.height().max(1.0);
    let modifiers = ui.input(|i| i.modifiers);
    if let Some(fingers) = ui.input(|i| i.multi_touch())
        && rect.contains(fingers.center_pos)
    {
        let pan = fingers.translation_delta / height;
        cx.ask_if(pan != egui::Vec2::ZERO, CameraCommand::Pan(Vec2::new(pan.x, pan.y)));
        let pointer = from_centre(rect, fingers.center_pos, cx);
        let zoom = CameraCommand::Zoom { factor: fingers.zoom_delta.recip(), pointer };
        cx.ask_if(fingers.zoom_delta != 1.0, zoom);
        return;
    }
    let drag = response.drag_delta() / height;
    let drag = Vec2::new(drag.x, drag.y);
    let by = |button| response.dragged_by(button);
    if drag != Vec2::ZERO {
        let factor = (-(drag.x - drag.y) * 2.5).exp();
        let dolly = CameraCommand::Zoom { factor, pointer: Vec2::ZERO };
        let (orbit, pan) = (CameraCommand::Orbit(drag), CameraCommand::Pan(drag));
        if by(PointerButton::Primary) {
            cx.ask(orbit);
        } else if by(PointerButton::Middle) {
            cx.ask(match (modifiers.shift || modifiers.alt, modifiers.command) {
                (true, _) => pan,
                (_, true) => dolly,
                _ => orbit,
            });
        } else if by(PointerButton::Secondary) {
            cx.ask(if modifiers.alt { dolly } else { pan });
        }
    }
    if response.contains_pointer() {
        wheel(ui, rect, response, cx);
    }
    let at = |at: Pos2| Vec2::new(at.x - rect.left(), at.y - rect.top());
    if let Some(pointer) = response.interact_pointer_pos().map(at) {
        if response.double_clicked() {
            match cx.state.node_at(pointer) {
                Some((_, node)) if modifiers.alt => cx.ask(CameraCommand::FollowNode(node)),
                Some((_, node)) => {
                    cx.ask(SelectionCommand::Select(Some(node)));
                    cx.ask(CameraCommand::FrameSelection);
                }
                None => {}
            }
        } else if response.clicked() {
            let more = modifiers.shift || modifiers.command;
            let mode = if more { SelectMode::Toggle } else { SelectMode::Replace };
            match cx.state.node_at(pointer) {
                Some((take, node)) => cx.ask(SelectionCommand::Pick { take, node, mode }),
                None if !more => cx.ask(SelectionCommand::Select(None)),
                None => {}
            }
        }
    }
}

/// A place in the view from the middle of its cell, in heights of the view.
fn from_centre(rect: Rect, place: Pos2, cx: &PanelContext) -> Vec2 {
    let at = place - rect.min;
    let centre = cx.cell_rect(rect, cx.state.cell_at(Vec2::new(at.x, at.y))).center();
    let from = (place - centre) / rect.height().max(1.0);
    Vec2::new(from.x, from.y)
}

fn wheel(ui: &Ui, rect: Rect, response: &Response, cx: &PanelContext) {
    let events = ui.input(|i| i.events.clone());
    let pointer = ui.input(|i| i.pointer.hover_pos()).unwrap_or_default();
    let pointer = from_centre(rect, pointer, cx);
    for event in events {
        let Event::MouseWheel { unit, delta, modifiers, .. } = event else {
            continue;
        };
        // Systems turn the wheel sideways while Alt or Shift is held.
        let turned = if delta.y == 0.0 { delta.x } else { delta.y };
        if turned == 0.0 {
            continue;
        }
        let notches = notches(unit, turned);
        if modifiers.alt {
            // A touchpad sends a notch in many small parts.
            let id = response.id.with("notches");
            let so_far: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
            let notches = so_far + notches;
            let whole = notches.trunc();
            ui.data_mut(|data| data.insert_temp(id, notches - whole));
            cx.ask_if(whole != 0.0, PlaybackCommand::Step(-whole as i64));
        } else {
            cx.ask(CameraCommand::Zoom { factor: 0.88f32.powf(notches), pointer });
        }
    }
}
