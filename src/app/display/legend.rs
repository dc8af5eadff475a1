//! The legend of colours that measure something, speeds or differences: a colour bar with its values.

use egui::epaint::{Mesh, Shape};
use egui::{Align2, Id, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use crate::app::colours::picker::colour32;
use crate::app::compare::command::CompareCommand;
use crate::app::compare::{shown_unit, shown_value};
use crate::app::theme::{INSET, regular};
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::field;
use crate::app::widgets::field::Field;
use crate::app::widgets::hand;
use crate::app::widgets::text::one_line;
use crate::options::CompareMode;
use crate::review::compare::Quantity;
use crate::scene::Scheme;

/// From the bottom of the view to the bar, which is above the scale bar, in points.
const BELOW: f32 = 84.0;
/// The accessible name of the field for the upper end of a scale.
const END: &str = "End of the colour scale";

/// The bar, where the active take shows and is coloured by a measure.
pub fn legend(ui: &mut Ui, rect: Rect, cx: &PanelContext) {
    let takes = &cx.state.session.takes;
    let Some(open) = takes.active().filter(|open| cx.state.is_seen(open)) else {
        return;
    };
    if cx.state.session.compare_mode() == CompareMode::Difference {
        return differences(ui, rect, cx);
    }
    if open.edits.colour.is_some() || !open.edits.scheme.needs_speeds() {
        return;
    }
    let bar = bar(ui, rect, 132.0, cx);
    let fastest = Scheme::FASTEST;
    let below = bar.bottom() + 5.0;
    for (x, anchor, text) in [
        (bar.left(), Align2::LEFT_TOP, "0".to_string()),
        (bar.center().x, Align2::CENTER_TOP, (fastest * 0.5).to_string()),
        (bar.right(), Align2::CENTER_TOP, format!("{fastest} m/s")),
    ] {
        let painter = ui.painter();
        painter.text(pos2(x, below), anchor, text, regular(11.0), cx.colours.dim);
    }
    tell(ui, bar, &format!("Speed colours: 0 to {fastest} m/s"));
}

/// A bar of all colours, so many points wide.
fn bar(ui: &Ui, rect: Rect, width: f32, cx: &PanelContext) -> Rect {
    let left = rect.left_bottom() + vec2(INSET, -BELOW);
    let bar = Rect::from_min_size(left, vec2(width, 8.0));
    let steps = cx.theme.palette().speeds;
    let mut mesh = Mesh::default();
    for (i, step) in steps.into_iter().enumerate() {
        let x = bar.left() + bar.width() * i as f32 / (steps.len() - 1) as f32;
        for y in [bar.top(), bar.bottom()] {
            mesh.colored_vertex(pos2(x, y), colour32(step));
        }
        if i > 0 {
            let at = 2 * i as u32;
            mesh.add_triangle(at - 2, at - 1, at);
            mesh.add_triangle(at - 1, at, at + 1);
        }
    }
    ui.painter().add(Shape::mesh(mesh));
    bar
}

fn tell(ui: &Ui, bar: Rect, name: &str) {
    let told = ui.interact(bar, ui.scope_id().with("legend"), Sense::hover());
    told.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
}

/// The legend of differences; its end can be typed.
fn differences(ui: &mut Ui, rect: Rect, cx: &PanelContext) {
    let session = &cx.state.session;
    if session.compared().is_none() {
        return;
    }
    let bar = bar(ui, rect, 210.0, cx);
    let quantity = session.compare.quantity;
    let (unit, scale) = shown_unit(quantity);
    let end = shown_value(quantity, cx.state.scale_end());
    let what = match quantity {
        Quantity::Position => "difference",
        Quantity::Velocity => "velocity difference",
        Quantity::Acceleration => "acceleration difference",
    };
    let below = bar.bottom() + 5.0;
    for (x, anchor, text) in [
        (bar.left(), Align2::LEFT_TOP, "0"),
        (bar.center().x, Align2::CENTER_TOP, &format!("{what}, {unit}")),
    ] {
        let painter = ui.painter();
        painter.text(pos2(x, below), anchor, text, regular(12.0), cx.colours.dim);
    }
    tell(ui, bar, &format!("Colours of the {what}: 0 to {end} {unit}"));
    let id = Id::unique(END);
    // Whether the field has just appeared; kept while there is one.
    let is_new: Option<bool> = ui.data(|data| data.get_temp(id));
    if let Some(is_new) = is_new {
        if is_new {
            field::begin(ui, END);
        }
        let size = vec2(56.0, 20.0);
        let place = Rect::from_min_size(pos2(bar.right() - size.x, below - 2.0), size);
        let mut field =
            Field::new(END, &end, size.x, "A number, or auto for the worst of all frames");
        field.size = size.into();
        let typed = ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            field.show(ui, cx, |text| end_of(text, unit, scale))
        });
        let goes_on = field::is_typed_into(ui, END);
        ui.data_mut(|data| {
            if goes_on {
                data.insert_temp(id, false);
            } else {
                data.remove::<bool>(id);
            }
        });
        cx.ask_all(typed.inner.map(CompareCommand::SetScaleEnd));
        return;
    }
    let is_auto = session.compare.scale_end.is_none();
    let galley = one_line(ui, &end, regular(12.0), cx.colours.dim);
    let at = Align2::RIGHT_TOP.anchor_size(pos2(bar.right(), below), galley.size());
    let button = ui.interact(at.expand(4.0), id.with("text"), Sense::click());
    let near = button.hovered() || button.has_focus();
    let colour = if near || !is_auto { cx.colours.text } else { cx.colours.dim };
    ui.painter().galley_with_override_text_color(at.min, galley, colour);
    button.widget_info(|| WidgetInfo {
        current_text_value: Some(end.clone()),
        ..WidgetInfo::labeled(Role::Button, true, END)
    });
    let tip = if is_auto {
        "The worst of all frames. Click to type another end"
    } else {
        "Click to type another end, or auto"
    };
    if hand(button).on_hover_text(tip).clicked() {
        ui.data_mut(|data| data.insert_temp(id, true));
    }
}

/// The end of the scale that was typed, in m, m/s or m/s²; `None` for the worst of all frames.
fn end_of(text: &str, unit: &str, scale: f64) -> Result<Option<f64>, String> {
    let text = text.trim().replace(',', ".");
    if text.eq_ignore_ascii_case("auto") {
        return Ok(None);
    }
    let number = text.strip_suffix(unit).unwrap_or(&text).trim_end();
    match number.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(Some(value / scale)),
        _ => Err(format!("Not a number of {unit} above 0")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_scale_is_a_number_or_auto() {
        assert_eq!(end_of("5", "cm", 100.0), Ok(Some(0.05)));
        assert_eq!(end_of(" 2,5 cm", "cm", 100.0), Ok(Some(0.025)));
        assert_eq!(end_of("Auto", "cm", 100.0), Ok(None));
        for wrong in ["0", "-1", "much", "inf"] {
            assert!(end_of(wrong, "cm", 100.0).is_err(), "{wrong}");
        }
    }
}
