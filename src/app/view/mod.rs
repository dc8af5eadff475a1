//! The view panel: everything that lies over the 3D view, and its mouse input.

pub(crate) mod context_menu;
pub(crate) mod mouse;
pub(crate) mod title;

use egui::{Align2, Rect, Role, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use glam::Vec2;

use crate::app::notes::{drawing, in_view as notes};
use crate::app::theme::{CONTROL, INSET, semibold};
use crate::app::{
    InterfaceCommand,
    camera::gizmo,
    checks::card::finding,
    display::labels::labels,
    display::panel::view_options_ui,
    display::scales,
    interface::main_menu::menu_at,
    measures::labels::measures,
    notices::panel::notices_ui,
    opening::progress::progress,
    opening::welcome::welcome_ui,
    video::panel::corner_ui,
    view::context_menu::context_menu,
    view::mouse::mouse,
    view::title::titles,
    widgets::menu_rows::lasting_menu,
    widgets::splitter::GRAB,
    widgets::{self, PanelContext},
};
use crate::scene::Projection;
use crate::take::cut_text;

/// Overlays and mouse of the view, in the rectangle that is left over.
pub fn view_ui(ui: &mut Ui, cx: &PanelContext) {
    let state = cx.state;
    let rect = ui.max_rect();
    let view = ui.interact(rect, ui.scope_id().with("view"), Sense::hover());
    view.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "View"));
    let has_interface = state.interface.panels.interface;
    // The edges of panels can be taken from this side of them too.
    let edge = GRAB * 0.5;
    let inside = if has_interface {
        rect.shrink2(vec2(edge, 0.0)).with_max_y(rect.max.y - edge)
    } else {
        rect
    };
    let id = ui.scope_id().with("figures");
    // Nothing is done here with the keyboard: it does not stop.
    let response = ui.interact(inside, id, Sense::CLICK | Sense::DRAG);
    response.widget_info(|| WidgetInfo::labeled(Role::Group, true, "Figures"));
    widgets::ends_typing(ui, &response);
    if !drawing::draw(ui, rect, cx, &response) {
        mouse(ui, rect, cx, &response);
    }
    context_menu(ui, rect, cx, &response);
    let mut left = INSET;
    if has_interface && !state.interface.shown_panels(&state.session).left {
        // The menu has its place in the left panel, and is needed without it.
        menu_at(ui, rect.left_top() + vec2(8.0, 10.0), cx);
        left = 8.0 + CONTROL + 6.0;
    }
    if state.take().is_some() {
        labels(ui, rect, cx);
        if !has_interface {
            measures(ui, rect, cx, Vec::new());
            notes::drawings(ui, rect, cx);
        } else {
            let corners = vec![gizmo::place(rect), camera_place(ui, rect, cx).1];
            let mut taken = measures(ui, rect, cx, corners);
            taken.extend(finding(ui, rect, cx));
            notes::drawings(ui, rect, cx);
            notes::cards(ui, rect, cx, taken);
            if state.session.reviewing.draws.is_some() {
                drawing::toolbar(ui, rect, cx);
            }
            titles(ui, rect, left, cx);
            scales::scale_bar(ui, rect, cx);
            scales::legend(ui, rect, cx);
            camera_button(ui, rect, cx);
            gizmo::gizmo(ui, rect, cx);
        }
    } else {
        welcome_ui(ui, rect, cx);
    }
    corner_ui(ui, rect, cx);
    progress(ui, rect, cx);
    notices_ui(ui, rect, cx);
    if state.interface.hovering > 0 {
        hovering(ui, rect, cx);
    }
}

/// What a picture of the view has on it where that is asked for: names of joints, measures, what is drawn, and notes.
pub fn labels_ui(ui: &mut Ui, rect: Rect, cx: &PanelContext) {
    labels(ui, rect, cx);
    let taken = measures(ui, rect, cx, Vec::new());
    notes::drawings(ui, rect, cx);
    notes::cards(ui, rect, cx, taken);
}

/// What the button says that tells how the view is seen, and where it is.
fn camera_place(ui: &Ui, rect: Rect, cx: &PanelContext) -> (String, Rect) {
    /// From here on the view has room for all of its words beside the scale bar, in points.
    const ROOMY: f32 = 340.0;
    let projection = match cx.state.view.shown.projection {
        Projection::Perspective => "Perspective",
        Projection::Orthographic => "Orthographic",
    };
    let follow = if cx.state.view.follows() { "on" } else { "off" };
    let text = if rect.width() < ROOMY {
        projection.to_string()
    } else {
        format!("{projection} · follow {follow}")
    };
    let size = vec2(widgets::word_button_width(ui, &text, true), CONTROL);
    let place = Align2::RIGHT_BOTTOM.anchor_size(rect.right_bottom() - vec2(INSET, 12.0), size);
    (text, place)
}

/// How the view is seen, on the button in its lower right corner that opens its options.
fn camera_button(ui: &mut Ui, rect: Rect, cx: &PanelContext) {
    let (text, place) = camera_place(ui, rect, cx);
    let button = ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
        widgets::word_button(ui, cx, &text, "Show view options", true)
    });
    let response = button.inner.on_hover_text("View options");
    let room = rect.height() - CONTROL - 36.0;
    // Above its button, as far to the right as that: over the view, and over nothing else.
    lasting_menu(&response).align(egui::RectAlign::TOP_END).align_alternatives(&[]).gap(6.0).show(
        |ui| {
            ui.set_max_height(room);
            egui::ScrollArea::vertical().max_height(room).show(ui, |ui| view_options_ui(ui, cx));
        },
    );
}

/// What will happen when the files held over the window are let go.
fn hovering(ui: &Ui, rect: Rect, cx: &PanelContext) {
    let painter = ui.painter();
    painter.rect_filled(rect, 0.0, cx.colours.field.gamma_multiply(0.55));
    let line = Stroke::new(2.0, cx.colours.accent);
    painter.rect_stroke(rect.shrink(10.0), 10.0, line, egui::StrokeKind::Inside);
    let held = cx.state.interface.held;
    let at = held.at.map(|[x, y]| pos2(x, y)).filter(|&at| rect.contains(at));
    let over = at.and_then(|at| cx.state.node_at(Vec2::new(at.x - rect.left(), at.y - rect.top())));
    cx.ask_if(over != held.over, InterfaceCommand::HoldOver(over));
    let bone = over.and_then(|(take, node)| {
        let open = cx.state.session.takes.find(take)?;
        let at = cx.state.point_in_view(open.stage.world(open.pose.position(node)));
        Some((&open.take.skeleton[node].name, at))
    });
    let open = match cx.state.interface.hovering {
        1 => "Drop to open".to_string(),
        count => format!("Drop to open {count} files"),
    };
    let text = match bone {
        Some((name, at)) => {
            if let Some(at) = at {
                let at = rect.min + vec2(at.x, at.y);
                painter.circle_stroke(at, 12.0, Stroke::new(2.0, cx.colours.accent));
            }
            let mut name = name.clone();
            cut_text(&mut name, 40);
            if held.alt {
                format!("Drop to attach to {name}")
            } else {
                format!("{open}; an object, or with Alt a GLB, is attached to {name}")
            }
        }
        None => open,
    };
    painter.text(rect.center(), Align2::CENTER_CENTER, text, semibold(20.0), cx.colours.text);
}
