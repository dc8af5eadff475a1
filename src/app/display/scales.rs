//! The scales over the view: a bar of a round length, and the legend of colours that measure speeds or differences.

use egui::epaint::{Mesh, Shape};
use egui::{Align2, Id, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::app::theme::{INSET, regular};
use crate::app::widgets::{Field, PanelContext, field, one_line, value_info};
use crate::app::{
    CompareCommand, colours::picker::colour32, compare::shown_value, shown_unit,
    widgets::words::text_button,
};
use crate::options::CompareMode;
use crate::review::compare::Quantity;
use crate::scene::Scheme;

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
    if open.edits.colour.is_some() {
        return;
    }
    match open.edits.scheme {
        Scheme::Speed => speeds(ui, rect, cx),
        Scheme::Confidence => confidences(ui, rect, cx),
        _ => {}
    }
}

fn confidences(ui: &mut Ui, rect: Rect, cx: &PanelContext) {
    let bar = bar(ui, rect, 132.0, cx);
    let below = bar.bottom() + 5.0;
    for (x, anchor, text) in [
        (bar.left(), Align2::LEFT_TOP, "1"),
        (bar.center().x, Align2::CENTER_TOP, "confidence"),
        (bar.right(), Align2::RIGHT_TOP, "0"),
    ] {
        ui.painter().text(pos2(x, below), anchor, text, regular(11.0), cx.colours.dim);
    }
    name_bar(ui, bar, "Confidence colours: 1 to 0");
}

fn speeds(ui: &mut Ui, rect: Rect, cx: &PanelContext) {
    let bar = bar(ui, rect, 132.0, cx);
    let fastest = Scheme::FASTEST;
    let below = bar.bottom() + 5.0;
    for (x, anchor, text) in [
        (bar.left(), Align2::LEFT_TOP, "0".to_string()),
        (bar.center().x, Align2::CENTER_TOP, (fastest * 0.5).to_string()),
        (bar.right(), Align2::CENTER_TOP, format!("{fastest} m/s")),
    ] {
        ui.painter().text(pos2(x, below), anchor, text, regular(11.0), cx.colours.dim);
    }
    name_bar(ui, bar, &format!("Speed colours: 0 to {fastest} m/s"));
}

/// A bar of all colours, so many points wide.
fn bar(ui: &Ui, rect: Rect, width: f32, cx: &PanelContext) -> Rect {
    let left = rect.left_bottom() + vec2(INSET, -84.0);
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

fn name_bar(ui: &Ui, bar: Rect, name: &str) {
    let response = ui.interact(bar, ui.scope_id().with("legend"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
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
        ui.painter().text(pos2(x, below), anchor, text, regular(12.0), cx.colours.dim);
    }
    name_bar(ui, bar, &format!("Colours of the {what}: 0 to {end} {unit}"));
    let id = Id::unique(END);
    if field::is_summoned(ui, id) {
        let tip = "A number, or auto for the worst of all frames";
        let field = Field { size: [56.0, 20.0], ..Field::new(END, &end, 56.0, tip) };
        let corner = pos2(bar.right() - 56.0, below - 2.0);
        let typed = field.show_in_place(ui, cx, id, corner, |text| end_of(text, unit, scale));
        return cx.ask_all(typed.map(CompareCommand::SetScaleEnd));
    }
    let is_auto = session.compare.scale_end.is_none();
    let galley = one_line(ui, &end, regular(12.0), cx.colours.dim);
    let at = Align2::RIGHT_TOP.anchor_size(pos2(bar.right(), below), galley.size());
    let colour = if is_auto { cx.colours.dim } else { cx.colours.text };
    let button = ui.interact(at.expand2(vec2(4.0, 4.0)), id.with("text"), Sense::click());
    let button = text_button(ui, cx, button, galley, at.min, colour);
    button.widget_info(|| value_info(Role::Button, END, &end));
    let tip = if is_auto {
        "The worst of all frames. Click to type another end"
    } else {
        "Click to type another end, or auto"
    };
    if button.on_hover_text(tip).clicked() {
        field::summon(ui, id);
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

/// A bar of a round length, as long as that is at the target.
pub fn scale_bar(ui: &Ui, rect: Rect, cx: &PanelContext) {
    let camera = &cx.state.view.shown;
    let per_metre = camera.heights_per_metre(camera.target) * rect.height();
    if per_metre <= 0.0 {
        return;
    }
    // In a picture there are no metres.
    let flat = cx.state.take().filter(|open| open.stage.is_flat);
    let (length, name) = match flat {
        Some(open) => {
            let pixel = open.stage.unit.metres as f32;
            let pixels = round_number(120.0 / per_metre / pixel);
            (pixels * pixel, format!("{pixels:.0} px"))
        }
        None => round_length(120.0 / per_metre),
    };
    let left = rect.left_bottom() + vec2(INSET, -32.0);
    let right = left + vec2(length * per_metre, 0.0);
    let stroke = Stroke::new(1.2, cx.colours.dim);
    ui.painter().line_segment([left, right], stroke);
    for end in [left, right] {
        ui.painter().line_segment([end, end - vec2(0.0, 6.0)], stroke);
    }
    ui.painter().text(left + vec2(0.0, 6.0), Align2::LEFT_TOP, name, regular(11.0), cx.colours.dim);
}

/// The largest of 1, 2 or 5 times a power of ten that is not larger.
fn round_number(largest: f32) -> f32 {
    let decade = 10f32.powf(largest.max(1e-6).log10().floor());
    let numbers = [5.0, 2.0, 1.0].map(|factor| factor * decade);
    let fits = |number: &f32| *number <= largest * 1.0001;
    numbers.into_iter().find(fits).unwrap_or(decade)
}

/// The largest round length in metres that is not longer, with its name.
fn round_length(longest: f32) -> (f32, String) {
    let length = round_number(longest);
    let name = if length >= 0.995 {
        format!("{length:.0} m")
    } else if length >= 0.00995 {
        format!("{:.0} cm", length * 100.0)
    } else {
        format!("{:.2} mm", length * 1000.0)
    };
    (length, name)
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

    #[test]
    fn the_scale_bar_has_a_round_length() {
        for (longest, name) in
            [(0.9, "50 cm"), (1.0, "1 m"), (47.0, "20 m"), (0.03, "2 cm"), (0.004, "2.00 mm")]
        {
            assert_eq!(round_length(longest).1, name, "{longest}");
        }
    }
}
