//! The view: what lies over the picture, and what the mouse does in it.

use egui::{
    Align2, Color32, Event, MouseWheelUnit, PointerButton, Pos2, Rect, Response, Role, Sense,
    Stroke, Ui, WidgetInfo, vec2,
};
use glam::{Vec2, Vec3};

use super::notices::notices_ui;
use super::widgets;
use crate::app::command::{Command, with_key};
use crate::app::state::State;
use crate::app::theme::{regular, semibold};
use crate::scene::{Projection, View};

/// Space between the view's edge and what lies over it.
const INSET: f32 = 16.0;

/// Overlays and mouse of the view, in the rectangle that is left over.
pub fn view_ui(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let rect = ui.max_rect();
    let response = ui.interact(rect, ui.scope_id().with("view"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "View"));
    widgets::ends_typing(ui, &response);
    mouse(ui, state, &response, commands);
    if state.take().is_some() {
        title(ui, rect, state);
        selection_name(ui, rect, state);
        scale_bar(ui, rect, state);
        camera_text(ui, rect, state);
        gizmo(ui, rect, state, commands);
    } else {
        empty(ui, rect, state);
    }
    notices_ui(ui, rect, state, commands);
    if state.hovering > 0 {
        hovering(ui, rect, state);
    }
}

/// Three families of gestures at once: left drag, Maya's with Alt, Blender's with the middle button.
fn mouse(ui: &Ui, state: &State, response: &Response, commands: &mut Vec<Command>) {
    let height = response.rect.height().max(1.0);
    let modifiers = ui.input(|i| i.modifiers);
    let drag = response.drag_delta() / height;
    let drag = Vec2::new(drag.x, drag.y);
    let by = |button| response.dragged_by(button);
    if drag != Vec2::ZERO {
        let dolly = || Command::Dolly {
            factor: (-(drag.x - drag.y) * 2.5).exp(),
            pointer: Vec2::ZERO,
        };
        let command = if by(PointerButton::Primary) {
            Some(Command::Orbit(drag))
        } else if by(PointerButton::Middle) {
            Some(
                match (modifiers.shift || modifiers.alt, modifiers.command) {
                    (true, _) => Command::Pan(drag),
                    (_, true) => dolly(),
                    _ => Command::Orbit(drag),
                },
            )
        } else if by(PointerButton::Secondary) {
            Some(if modifiers.alt {
                dolly()
            } else {
                Command::Pan(drag)
            })
        } else {
            None
        };
        commands.extend(command);
    }
    if response.contains_pointer() {
        wheel(ui, response, height, commands);
    }
    let at = |at: Pos2| Vec2::new(at.x - response.rect.left(), at.y - response.rect.top());
    if let Some(pointer) = response.interact_pointer_pos().map(at) {
        if response.double_clicked() {
            commands.extend(state.node_at(pointer).map(Command::Focus));
        } else if response.clicked() {
            commands.push(Command::Select(state.node_at(pointer)));
        }
    }
}

fn wheel(ui: &Ui, response: &Response, height: f32, commands: &mut Vec<Command>) {
    let events = ui.input(|i| i.events.clone());
    let pointer = ui.input(|i| i.pointer.hover_pos()).unwrap_or_default();
    let pointer = (pointer - response.rect.center()) / height;
    for event in events {
        let Event::MouseWheel {
            unit,
            delta,
            modifiers,
            ..
        } = event
        else {
            continue;
        };
        // Systems turn the wheel sideways while Alt or Shift is held.
        let turned = if delta.y == 0.0 { delta.x } else { delta.y };
        if turned == 0.0 {
            continue;
        }
        let notches = match unit {
            MouseWheelUnit::Point => turned / 50.0,
            MouseWheelUnit::Line => turned,
            MouseWheelUnit::Page => turned * 10.0,
        };
        if modifiers.alt {
            // A touchpad sends a notch in many small parts.
            let id = response.id.with("notches");
            let so_far: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
            let notches = so_far + notches;
            let whole = notches.trunc();
            ui.data_mut(|data| data.insert_temp(id, notches - whole));
            if whole != 0.0 {
                commands.push(Command::Step(-whole as i64));
            }
        } else {
            commands.push(Command::Dolly {
                factor: 0.88f32.powf(notches),
                pointer: Vec2::new(pointer.x, pointer.y),
            });
        }
    }
}

/// The take's name, and which moment of it shows.
fn title(ui: &Ui, rect: Rect, state: &State) {
    let Some(open) = state.take() else { return };
    let colours = state.theme.colours();
    let at = rect.left_top() + vec2(INSET, INSET);
    let width = rect.width() - 2.0 * INSET - 110.0;
    let name = widgets::cut(ui, &open.take.name, semibold(13.5), colours.text, width);
    ui.painter().galley(at, name, colours.text);
    let playback = &open.playback;
    let mut text = match open.take.motion.frame_count() {
        0 => "rest pose".to_string(),
        _ => format!(
            "frame {} of {} · {:.3} s",
            playback.frame(),
            playback.frame_count() - 1,
            playback.time()
        ),
    };
    // An empty view has its reason.
    if open.take.is_of_markers() && open.take.skeleton.iter().all(|(id, _)| state.is_gap(id)) {
        text += " · no marker has a place here";
    }
    let at = at + vec2(0.0, 21.0);
    ui.painter()
        .text(at, Align2::LEFT_TOP, text, regular(13.0), colours.dim);
}

/// The name of the selected node beside it.
fn selection_name(ui: &Ui, rect: Rect, state: &State) {
    let Some(open) = state.take() else { return };
    let Some(selected) = open.selected.filter(|node| !open.hidden[node.index()]) else {
        return;
    };
    let Some(at) = state.node_in_view(selected) else {
        return;
    };
    let colours = state.theme.colours();
    let name = &open.take.skeleton[selected].name;
    let galley = widgets::cut(ui, name, semibold(12.0), colours.text, 260.0);
    let at = rect.left_top() + vec2(at.x + 16.0, at.y - 12.0);
    let bubble = Rect::from_min_size(at, galley.size() + vec2(16.0, 8.0));
    let inside = rect.shrink(6.0);
    if !inside.intersects(bubble) {
        return;
    }
    let shift = vec2(
        (inside.right() - bubble.right()).min(0.0),
        (inside.bottom() - bubble.bottom()).min(0.0),
    );
    let bubble = bubble.translate(shift);
    ui.painter()
        .rect_filled(bubble, 6.0, colours.bubble.gamma_multiply(0.92));
    ui.painter()
        .galley(bubble.min + vec2(8.0, 4.0), galley, colours.text);
}

/// A bar of a round length, as long as that is at the target.
fn scale_bar(ui: &Ui, rect: Rect, state: &State) {
    let per_metre = state.shown.heights_per_metre(state.shown.target) * rect.height();
    if per_metre <= 0.0 {
        return;
    }
    let (length, name) = round_length(120.0 / per_metre);
    let colours = state.theme.colours();
    let width = length * per_metre;
    let left = rect.left_bottom() + vec2(INSET, -32.0);
    let stroke = Stroke::new(1.2, colours.dim);
    let right = left + vec2(width, 0.0);
    ui.painter().line_segment([left, right], stroke);
    for end in [left, right] {
        ui.painter()
            .line_segment([end, end - vec2(0.0, 6.0)], stroke);
    }
    ui.painter().text(
        left + vec2(0.0, 6.0),
        Align2::LEFT_TOP,
        name,
        regular(11.0),
        colours.dim,
    );
}

/// The largest of 1, 2 or 5 times a power of ten metres that is not longer, with its name.
fn round_length(longest: f32) -> (f32, String) {
    let decade = 10f32.powf(longest.max(1e-6).log10().floor());
    let length = [5.0, 2.0, 1.0]
        .map(|factor| factor * decade)
        .into_iter()
        .find(|&length| length <= longest * 1.0001)
        .unwrap_or(decade);
    let name = if length >= 0.995 {
        format!("{length:.0} m")
    } else if length >= 0.00995 {
        format!("{:.0} cm", length * 100.0)
    } else {
        format!("{:.2} mm", length * 1000.0)
    };
    (length, name)
}

fn camera_text(ui: &Ui, rect: Rect, state: &State) {
    let projection = match state.shown.projection {
        Projection::Perspective => "Perspective",
        Projection::Orthographic => "Orthographic",
    };
    let follow = if state.follow.is_some() { "on" } else { "off" };
    ui.painter().text(
        rect.right_bottom() + vec2(-INSET, -14.0),
        Align2::RIGHT_BOTTOM,
        format!("{projection} · follow {follow}"),
        regular(11.0),
        state.theme.colours().dim,
    );
}

/// The world's axes as the camera sees them; a click looks along one.
fn gizmo(ui: &Ui, rect: Rect, state: &State, commands: &mut Vec<Command>) {
    let centre = rect.right_top() + vec2(-54.0, 52.0);
    let to_view = state.shown.orientation().inverse();
    let colours = state.theme.colours();
    let mut axes = [
        (
            "X",
            Vec3::X,
            Color32::from_rgb(0xf0, 0x64, 0x64),
            View::Right,
            "right",
        ),
        (
            "Y",
            Vec3::Y,
            Color32::from_rgb(0x6c, 0xd0, 0x7c),
            View::Top,
            "top",
        ),
        (
            "Z",
            Vec3::Z,
            Color32::from_rgb(0x5a, 0xa0, 0xf0),
            View::Front,
            "front",
        ),
    ]
    .map(|(name, axis, colour, view, side)| (to_view * axis, name, colour, view, side));
    axes.sort_by(|a, b| a.0.z.total_cmp(&b.0.z));
    for (way, name, colour, view, side) in axes {
        let end = centre + vec2(way.x, -way.y) * 25.0;
        let behind = way.z < -0.3;
        let colour = if behind {
            colour.lerp_to_gamma(colours.bubble, 0.45)
        } else {
            colour
        };
        ui.painter()
            .line_segment([centre, end], Stroke::new(2.0, colour));
        ui.painter().circle_filled(end, 8.5, colour);
        ui.painter().text(
            end,
            Align2::CENTER_CENTER,
            name,
            semibold(11.0),
            Color32::from_rgb(0x14, 0x16, 0x1a),
        );
        let hit = Rect::from_center_size(end, vec2(20.0, 20.0));
        let response = ui.interact(hit, ui.scope_id().with(("gizmo", name)), Sense::click());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, format!("Look from the {side}"))
        });
        let tip = with_key(&format!("Look from the {side}"), &Command::Look(view));
        if response.on_hover_text(tip).clicked() {
            commands.push(Command::Look(view));
        }
    }
}

/// What to do where nothing is open.
fn empty(ui: &Ui, rect: Rect, state: &State) {
    let colours = state.theme.colours();
    let formats: Vec<&str> = crate::loader::FORMATS.iter().map(|f| f.name).collect();
    let centre = rect.center();
    ui.painter().text(
        centre - vec2(0.0, 14.0),
        Align2::CENTER_CENTER,
        "Drop a take here",
        semibold(20.0),
        colours.text,
    );
    let text = format!("{}\nfiles, or folders of them", formats.join(", "));
    let width = (rect.width() - 2.0 * INSET).min(440.0);
    let mut job = egui::text::LayoutJob::simple(text, regular(13.0), colours.dim, width);
    job.halign = egui::Align::Center;
    let galley = ui.painter().layout_job(job);
    ui.painter()
        .galley(centre + vec2(0.0, 8.0), galley, colours.dim);
}

/// What will happen when the files held over the window are let go.
fn hovering(ui: &Ui, rect: Rect, state: &State) {
    let colours = state.theme.colours();
    let painter = ui.painter();
    painter.rect_filled(rect, 0.0, colours.field.gamma_multiply(0.55));
    let line = Stroke::new(2.0, colours.accent);
    painter.rect_stroke(rect.shrink(10.0), 10.0, line, egui::StrokeKind::Inside);
    let text = match state.hovering {
        1 => "Drop to open it".to_string(),
        count => format!("Drop to open {count} files"),
    };
    painter.text(
        rect.center(),
        Align2::CENTER_CENTER,
        text,
        semibold(20.0),
        colours.text,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_bar_has_a_round_length() {
        for (longest, name) in [
            (0.9, "50 cm"),
            (1.0, "1 m"),
            (47.0, "20 m"),
            (0.03, "2 cm"),
            (0.004, "2.00 mm"),
        ] {
            assert_eq!(round_length(longest).1, name, "{longest}");
        }
    }
}
