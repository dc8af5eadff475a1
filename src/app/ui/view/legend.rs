//! The legend of the speed colour scheme: a colour bar with its speeds.

use egui::epaint::{Mesh, Shape};
use egui::{Align2, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::theme::{INSET, regular};
use crate::app::ui::colour_picker::colour32;
use crate::app::ui::context::PanelContext;
use crate::scene::Scheme;

/// The bar above the scale bar, where the active take is coloured by speed and shows.
pub fn legend(ui: &Ui, rect: Rect, cx: &PanelContext) {
    let takes = &cx.state.session.takes;
    let open = takes.active().filter(|open| takes.is_shown(open));
    if !open.is_some_and(|open| open.colour.is_none() && open.scheme.needs_speeds()) {
        return;
    }
    let bar = Rect::from_min_size(rect.left_bottom() + vec2(INSET, -84.0), vec2(132.0, 8.0));
    let steps = cx.theme.palette().speeds;
    let mut mesh = Mesh::default();
    for (i, step) in steps.into_iter().enumerate() {
        let x = bar.left() + bar.width() * i as f32 / (steps.len() - 1) as f32;
        for y in [bar.top(), bar.bottom()] {
            mesh.colored_vertex(egui::pos2(x, y), colour32(step));
        }
        if i > 0 {
            let at = 2 * i as u32;
            mesh.add_triangle(at - 2, at - 1, at);
            mesh.add_triangle(at - 1, at, at + 1);
        }
    }
    ui.painter().add(Shape::mesh(mesh));
    let fastest = Scheme::FASTEST;
    let below = bar.bottom() + 5.0;
    for (x, anchor, text) in [
        (bar.left(), Align2::LEFT_TOP, "0".to_string()),
        (
            bar.center().x,
            Align2::CENTER_TOP,
            (fastest * 0.5).to_string(),
        ),
        (bar.right(), Align2::CENTER_TOP, format!("{fastest} m/s")),
    ] {
        let (at, painter) = (egui::pos2(x, below), ui.painter());
        painter.text(at, anchor, text, regular(11.0), cx.colours.dim);
    }
    let name = format!("Speed colours: 0 to {fastest} m/s");
    let told = ui.interact(bar, ui.scope_id().with("legend"), Sense::hover());
    told.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
}
