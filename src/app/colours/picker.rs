//! The colour swatches, and the colour picker that they open.

use egui::{
    Color32, Id, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};

use crate::app::colours::field::shade_ui;
use crate::app::takes::hues::{HUES, hue_in};
use crate::app::theme::CORNER;
use crate::app::widgets::context::PanelContext;
use crate::app::widgets::field::Field;
use crate::app::widgets::focus::beside;
use crate::app::widgets::{hand, paint_swatch};
use crate::scene::Rgba;

/// The corner radius of a swatch.
const ROUND: f32 = 3.5;
/// The width of a picker, in points.
const WIDTH: f32 = 208.0;

/// What the colours that tell takes apart are called, in their order.
const NAMES: [&str; HUES.len()] =
    ["Violet", "Green", "Amber", "Pink", "Turquoise", "Tan", "Periwinkle"];

/// A colour as egui has it.
pub fn colour32([r, g, b, a]: Rgba) -> Color32 {
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

/// A swatch that can be clicked.
pub fn swatch(
    ui: &mut Ui,
    cx: &PanelContext,
    id: Id,
    rect: Rect,
    colours: &[Color32],
    name: &str,
) -> Response {
    paint_swatch(ui, cx, rect, colours);
    control(ui, cx, id, rect, &format!("Colour of {name}"))
}

/// The swatch of a take that has two colours, one above the other along its diagonal.
pub fn two_tone(
    ui: &mut Ui,
    cx: &PanelContext,
    id: Id,
    rect: Rect,
    [first, second]: [Color32; 2],
    name: &str,
) -> Response {
    ui.painter().rect_filled(rect, ROUND, first);
    let inner = rect.shrink(ROUND);
    let arc = |centre: Pos2, from: i32, to: i32| {
        let degrees = (0..=4).map(move |step| from + (to - from) * step / 4);
        degrees.map(move |degrees| {
            let (y, x) = (degrees as f32).to_radians().sin_cos();
            centre + ROUND * vec2(x, y)
        })
    };
    let right = arc(inner.right_top(), -45, 0).chain(arc(inner.right_bottom(), 0, 90));
    let points = right.chain(arc(inner.left_bottom(), 90, 135)).collect();
    ui.painter().add(Shape::convex_polygon(points, second, Stroke::NONE));
    control(ui, cx, id, rect, &format!("Colour of {name}"))
}

fn control(ui: &mut Ui, cx: &PanelContext, id: Id, rect: Rect, name: &str) -> Response {
    let response = ui.interact(rect.expand2(vec2(2.0, 5.0)), id, beside(ui, id));
    if response.hovered() {
        let line = Stroke::new(1.5, cx.colours.text);
        ui.painter().rect_stroke(rect.expand(1.5), ROUND + 1.0, line, StrokeKind::Outside);
    }
    response.widget_info(|| WidgetInfo::labeled(Role::ColorWell, true, name));
    hand(response).on_hover_text(name)
}

/// Colours to choose from at once: those that tell takes apart, painted as the theme shows them. The
/// one that holds has a ring.
pub fn hues(ui: &mut Ui, cx: &PanelContext, current: Option<Rgba>) -> Option<Rgba> {
    const SIZE: f32 = 20.0;
    // The first and the last end where the field below them does.
    let step = (WIDTH - SIZE) / (HUES.len() - 1) as f32;
    let (row, _) = ui.allocate_exact_size(vec2(WIDTH, 30.0), Sense::hover());
    let mut chosen = None;
    for (i, (hue, name)) in HUES.into_iter().zip(NAMES).enumerate() {
        let at = row.left_center() + vec2(SIZE * 0.5 + step * i as f32, 0.0);
        let rect = Rect::from_center_size(at, vec2(SIZE, SIZE));
        let id = ui.scope_id().with(("hue", i));
        let response = ui.interact(rect.expand(4.0), id, Sense::click());
        let shown = hue_in(cx.theme, hue);
        ui.painter().rect_filled(rect, CORNER, colour32(shown));
        let holds = current.map(|colour| hue_in(cx.theme, colour)) == Some(shown);
        if holds || response.hovered() {
            // A ring inside, with the popup's ground beside it, which shows on every colour.
            for (width, colour) in [(3.5, cx.colours.panel), (2.0, cx.colours.text)] {
                let line = Stroke::new(width, colour);
                ui.painter().rect_stroke(rect, CORNER, line, StrokeKind::Inside);
            }
        }
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, holds, name));
        if hand(response).on_hover_text(name).clicked() {
            chosen = Some(hue);
        }
    }
    chosen
}

/// Any colour, by its hue and shade, its parts or its number. Returns one that was just picked.
pub fn picker(ui: &mut Ui, cx: &PanelContext, colour: Rgba) -> Option<Rgba> {
    let mut picked = hues(ui, cx, Some(colour)).map(|hue| hue_in(cx.theme, hue));
    picked = shade_ui(ui, cx.theme, colour, WIDTH).or(picked);
    ui.add_space(8.0);
    let shown = as_hex(colour);
    let tip = "Hex colour, such as #4aa3ff";
    let field = Field::new("Hex colour", &shown, WIDTH, tip);
    let typed = field.show(ui, cx, |text| {
        from_hex(text).ok_or_else(|| "Not a hex colour, such as #4aa3ff".to_string())
    });
    typed.or(picked)
}

fn as_hex([r, g, b, _]: Rgba) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn from_hex(text: &str) -> Option<Rgba> {
    let digits = text.trim().trim_start_matches('#');
    let is_number = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_number)?;
    let [_, r, g, b] = number.to_be_bytes();
    Some([r, g, b, 0xff])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_they_are_written() {
        let colour = [0x4a, 0xa3, 0x0f, 0xff];
        assert_eq!(as_hex(colour), "#4aa30f");
        for text in ["#4aa30f", " 4AA30F "] {
            assert_eq!(from_hex(text), Some(colour), "{text}");
        }
        for text in ["", "#4aa", "+4aa30", "blue", "#4aa30f0"] {
            assert_eq!(from_hex(text), None, "{text}");
        }
    }
}
