//! The colour field of the colour picker: saturation and value of a hue, and the hue strip below it.

use egui::ecolor::{hsv_from_rgb, rgb_from_hsv};
use egui::{
    Color32, Mesh, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};

use crate::app::theme::CORNER;
use crate::scene::{Rgba, Theme};

/// The height of the field, in points.
const FIELD: f32 = 112.0;
/// The height of the strip of hues, in points.
const STRIP: f32 = 16.0;
/// The radius of the ring around what is picked, in points; all of it stays inside.
const RING: f32 = 6.0;
/// The keyboard passes over both: its arrows step frames, and the colour's number is typed.
const BY_HAND: Sense = Sense::CLICK.union(Sense::DRAG);

/// Hue, saturation and value, each from 0 to 1.
type Hsv = [f32; 3];

/// Lays both out, and returns a colour that was just picked.
pub fn shade_ui(ui: &mut Ui, theme: Theme, colour: Rgba, width: f32) -> Option<Rgba> {
    let id = ui.scope_id().with("shade");
    // Greys have no hue of their own, and keep the one that was there.
    let kept: Option<Hsv> = ui.data(|data| data.get_temp(id));
    let now = kept.filter(|kept| rgba(*kept) == colour);
    let [hue, saturation, value] = now.unwrap_or_else(|| hsv(colour));

    let (rect, field) = ui.allocate_exact_size(vec2(width, FIELD), BY_HAND);
    field_of(ui, rect, hue);
    outline(ui, rect, theme);
    let picked = within(inside(rect), [saturation, 1.0 - value]);
    ring(ui, picked, rgba([hue, saturation, value]));
    let shade = moved(&field, inside(rect));
    let told = format!("saturation {:.0} %, value {:.0} %", saturation * 100.0, value * 100.0);
    field.widget_info(|| WidgetInfo {
        current_text_value: Some(told.clone()),
        ..WidgetInfo::labeled(Role::Slider, true, "Shade")
    });

    ui.add_space(8.0);
    let (rect, strip) = ui.allocate_exact_size(vec2(width, STRIP), BY_HAND);
    strip_of_hues(ui, rect);
    outline(ui, rect, theme);
    let picked = within(inside(rect), [hue, 0.5]);
    ring(ui, picked, rgba([hue, 1.0, 1.0]));
    let turned = moved(&strip, inside(rect));
    strip.widget_info(|| WidgetInfo::slider(true, f64::from(hue * 360.0), "Hue"));

    let picked = match (shade, turned) {
        (Some([saturation, down]), _) => Some([hue, saturation, 1.0 - down]),
        // The hues meet at both ends, where they are the same.
        (None, Some([hue, _])) => Some([hue.min(0.9999), saturation, value]),
        (None, None) => None,
    };
    let picked = picked.filter(|picked| *picked != [hue, saturation, value])?;
    ui.data_mut(|data| data.insert_temp(id, picked));
    Some(rgba(picked))
}

/// Where the pointer has gone, as parts of the width and of the height.
fn moved(response: &Response, rect: Rect) -> Option<[f32; 2]> {
    if response.is_pointer_button_down_on() || response.clicked() {
        return Some(part_of(rect, response.interact_pointer_pos()?));
    }
    None
}

/// Where the middle of the ring may be.
fn inside(rect: Rect) -> Rect {
    rect.shrink(RING + 2.0)
}

/// A place as parts of a rectangle's width and height; beside it, of the edge that is next to it. A
/// strip has no height to speak of.
fn part_of(rect: Rect, at: Pos2) -> [f32; 2] {
    let part = (at - rect.min) / rect.size().max(vec2(1.0, 1.0));
    [part.x.clamp(0.0, 1.0), part.y.clamp(0.0, 1.0)]
}

/// All shades of a hue: greys at the left, black below.
fn field_of(ui: &Ui, rect: Rect, hue: f32) {
    /// Triangles are shaded evenly, the shades are not: of so many fields each way nobody sees that.
    const FIELDS: usize = 12;
    let mut mesh = Mesh::default();
    for y in 0..=FIELDS {
        for x in 0..=FIELDS {
            let part = [x, y].map(|n| n as f32 / FIELDS as f32);
            let at = within(rect, part);
            let part = part_of(inside(rect), at);
            mesh.colored_vertex(at, colour32(rgba([hue, part[0], 1.0 - part[1]])));
        }
    }
    let row = FIELDS as u32 + 1;
    for y in 0..FIELDS as u32 {
        for x in 0..FIELDS as u32 {
            let first = y * row + x;
            mesh.add_triangle(first, first + 1, first + row);
            mesh.add_triangle(first + 1, first + row, first + row + 1);
        }
    }
    ui.painter().add(Shape::mesh(mesh));
}

fn strip_of_hues(ui: &Ui, rect: Rect) {
    /// Between these hues colours change evenly.
    const PARTS: u32 = 6;
    let mut mesh = Mesh::default();
    for part in 0..=PARTS {
        let hue = part as f32 / PARTS as f32;
        let colour = colour32(rgba([hue, 1.0, 1.0]));
        let x = within(inside(rect), [hue, 0.0]).x;
        // The hues at the ends go on to the edges.
        let x = match part {
            0 => rect.left(),
            PARTS => rect.right(),
            _ => x,
        };
        for y in [rect.top(), rect.bottom()] {
            mesh.colored_vertex(pos2(x, y), colour);
        }
    }
    for part in 0..PARTS {
        let first = 2 * part;
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 2, first + 3);
    }
    ui.painter().add(Shape::mesh(mesh));
}

/// What is picked, in a ring that shows on every colour.
fn ring(ui: &Ui, at: Pos2, colour: Rgba) {
    let painter = ui.painter();
    let line = Stroke::new(2.0, Color32::WHITE);
    painter.circle(at, RING, colour32(colour), line);
    let edge = Stroke::new(1.0, Color32::from_black_alpha(120));
    painter.circle_stroke(at, RING + 1.5, edge);
}

/// Rounds the corners off as those of fields are, and draws the edge.
fn outline(ui: &Ui, rect: Rect, theme: Theme) {
    let colours = theme.colours();
    let ground = Stroke::new(3.0, colours.panel);
    ui.painter().rect_stroke(rect, CORNER, ground, StrokeKind::Outside);
    let line = Stroke::new(1.0, colours.edge);
    ui.painter().rect_stroke(rect, CORNER, line, StrokeKind::Inside);
}

fn within(rect: Rect, [x, y]: [f32; 2]) -> Pos2 {
    pos2(rect.left() + x * rect.width(), rect.top() + y * rect.height())
}

fn hsv([r, g, b, _]: Rgba) -> Hsv {
    let (h, s, v) = hsv_from_rgb([r, g, b].map(|part| f32::from(part) / 255.0));
    [h, s, v]
}

fn rgba([h, s, v]: Hsv) -> Rgba {
    let [r, g, b] = rgb_from_hsv((h, s, v)).map(|part| (part * 255.0).round() as u8);
    [r, g, b, 0xff]
}

fn colour32([r, g, b, _]: Rgba) -> Color32 {
    Color32::from_rgb(r, g, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_is_found_again_by_its_hue_and_shade() {
        for r in (0..=255).step_by(15) {
            for g in (0..=255).step_by(17) {
                for b in (0..=255).step_by(51) {
                    let colour = [r as u8, g as u8, b as u8, 0xff];
                    assert_eq!(rgba(hsv(colour)), colour);
                }
            }
        }
    }
}
