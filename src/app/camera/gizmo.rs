//! The axis gizmo: the axes of the active take's file, as the camera sees them.

use egui::{Align2, Color32, Key, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, vec2};
use glam::Vec3;

use crate::app::CameraCommand;
use crate::app::theme::semibold;
use crate::app::widgets::{PanelContext, is_near};
use crate::scene::View;
use crate::take::SignedAxis;

/// From the middle to the ends, in points.
const ARM: f32 = 25.0;

/// An end of an axis of the world: its way, the view from there, and the word for that.
type End = (Vec3, View, &'static str);

const RED: Color32 = Color32::from_rgb(0xf0, 0x64, 0x64);
const GREEN: Color32 = Color32::from_rgb(0x6c, 0xd0, 0x7c);
const BLUE: Color32 = Color32::from_rgb(0x5a, 0xa0, 0xf0);

const ENDS: [End; 6] = [
    (Vec3::X, View::Right, "Right"),
    (Vec3::Y, View::Top, "Top"),
    (Vec3::Z, View::Front, "Front"),
    (Vec3::NEG_X, View::Left, "Left"),
    (Vec3::NEG_Y, View::Bottom, "Bottom"),
    (Vec3::NEG_Z, View::Back, "Back"),
];

/// Where it is in the rectangle of the view.
pub fn place(rect: Rect) -> Rect {
    let side = 2.0 * (ARM + 11.0);
    Rect::from_center_size(rect.right_top() + vec2(-54.0, 52.0), vec2(side, side))
}

/// The file's axes, whichever of them is up; a click on an end looks from there. Ends where an axis of the
/// file is negative have no letter.
pub fn gizmo(ui: &Ui, rect: Rect, cx: &PanelContext) {
    let Some(open) = cx.state.take() else { return };
    let centre = place(rect).center();
    let to_view = cx.state.view.shown.orientation().inverse();
    let placed = ENDS.map(|end| {
        let way = to_view * end.0;
        (way, centre + vec2(way.x, -way.y) * ARM, end)
    });
    let hit = |at: Pos2| Rect::from_center_size(at, vec2(18.0, 18.0));
    let pointer = ui.input(|i| i.pointer.hover_pos());
    let under = placed.iter().filter(|end| pointer.is_some_and(|at| hit(end.1).contains(at)));
    let nearest = under.map(|end| end.0.z).fold(f32::NEG_INFINITY, f32::max);
    // The keyboard goes from one to the next as they are listed, the pointer to the nearest.
    let handles = placed.map(|(way, at, end)| {
        let id = ui.scope_id().with(("gizmo", end.2));
        let is_under = pointer.is_some_and(|pointer| hit(at).contains(pointer));
        let sense = if is_under && way.z < nearest {
            Sense::focusable_noninteractive()
        } else {
            Sense::click()
        };
        (way, at, ui.interact(hit(at), id, sense), end)
    });
    let mut handles = Vec::from(handles);
    handles.sort_by(|a, b| a.0.z.total_cmp(&b.0.z));
    for (way, end, response, (world, view, side)) in handles {
        let SignedAxis { axis, is_negative } = open.stage.axis_towards(world);
        let colour = [RED, GREEN, BLUE][axis.index()];
        let name = format!("{side} view");
        let fade = if way.z < -0.3 { 0.45 } else { 0.0 };
        let (towards, by) =
            if is_near(&response) { (Color32::WHITE, 0.3) } else { (cx.colours.bubble, fade) };
        let colour = colour.lerp_to_gamma(towards, by);
        let painter = ui.painter();
        if is_negative {
            let ring = Stroke::new(1.5, colour);
            painter.circle(end, 5.0, cx.colours.bubble.gamma_multiply(0.6), ring);
        } else {
            painter.line_segment([centre, end], Stroke::new(2.0, colour));
            painter.circle_filled(end, 8.5, colour);
            let ink = Color32::from_rgb(0x14, 0x16, 0x1a);
            painter.text(end, Align2::CENTER_CENTER, axis.name(), semibold(11.0), ink);
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let sign = if is_negative { "−" } else { "+" };
        let tip = format!("{name}: {sign}{} in the file", axis.name());
        let tip = cx.tip(&tip, CameraCommand::Look(view));
        let is_pressed = response.has_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        cx.ask_if(response.on_hover_text(tip).clicked() || is_pressed, CameraCommand::Look(view));
    }
}
