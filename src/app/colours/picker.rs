//! The colour swatches of bones and takes, and the colour picker that they open.

use egui::ecolor::{hsv_from_rgb, rgb_from_hsv};
use egui::{
    Color32, Id, Mesh, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use crate::app::widgets::{Field, PanelContext, beside, choice, hand, paint_swatch, value_info};
use crate::app::{
    HUES, OpenTake, State, TakesCommand, takes::panel::row_name::row_id,
    takes::take_colours::hue_in, theme::CORNER, widgets::menu_rows::lasting_menu,
};
use crate::scene::{Rgba, Scheme, Theme};

const ROUND: f32 = 3.5;
const WIDTH: f32 = 208.0;

/// What the colours that tell takes apart are called, in their order.
const NAMES: [&str; HUES.len()] =
    ["Violet", "Green", "Amber", "Pink", "Turquoise", "Tan", "Periwinkle"];

pub fn colour32([r, g, b, a]: Rgba) -> Color32 {
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

/// The first of the different colours that parts have, as many as a swatch shows.
pub fn swatch_colours<'a>(
    colours: &[Rgba],
    parts: impl IntoIterator<Item = &'a usize>,
) -> Vec<Color32> {
    let mut shown = Vec::new();
    for &part in parts {
        let colour = colour32(colours[part]);
        if shown.len() < 4 && !shown.contains(&colour) {
            shown.push(colour);
        }
    }
    shown
}

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
    let field = Field::new("Hex colour", &shown, WIDTH, "Hex colour, such as #4aa3ff");
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

pub fn swatch_ui(ui: &mut Ui, cx: &PanelContext, open: &OpenTake, rect: Rect, name: &str) {
    let id: Id = row_id(open).with("swatch");
    let button = match colours_of(cx.state, open).map(colour32) {
        [one, other] if one == other => swatch(ui, cx, id, rect, &[one], name),
        two => two_tone(ui, cx, id, rect, two, name),
    };
    lasting_menu(&button).show(|ui| colour_items(ui, cx, open));
}

/// The colours that a take can be given as a whole, and the way back to its scheme.
pub fn colour_items(ui: &mut Ui, cx: &PanelContext, open: &OpenTake) {
    let own = open.edits.colour;
    if let Some(hue) = hues(ui, cx, own) {
        cx.ask(TakesCommand::SetColour(open.id, Some(hue)));
        ui.close();
    }
    if choice(ui, cx, "By scheme", own.is_none()) {
        cx.ask(TakesCommand::SetColour(open.id, None));
        ui.close();
    }
}

/// Two colours that stand for all of a take; the same twice where it has one.
fn colours_of(state: &State, open: &OpenTake) -> [Rgba; 2] {
    let palette = state.theme().palette();
    match open.hue(state.theme()).map_or(open.edits.scheme, Scheme::One) {
        Scheme::One(colour) => [colour; 2],
        Scheme::Side => [palette.left, palette.right],
        Scheme::Limb | Scheme::Subject | Scheme::Depth | Scheme::Speed | Scheme::Confidence => {
            let all = open.colours(state.theme(), &[]);
            let first = all.first().copied().unwrap_or(palette.middle);
            let other = all.iter().rev().find(|colour| **colour != first);
            [first, other.copied().unwrap_or(first)]
        }
    }
}

/// The radius of the ring around what is picked, in points; all of it stays inside.
const RING: f32 = 6.0;
/// The keyboard passes over both: its arrows step frames, and the colour's number is typed.
const BY_HAND: Sense = Sense::CLICK.union(Sense::DRAG);

/// Hue, saturation and value, each from 0 to 1.
type Hsv = [f32; 3];

/// Lays both out, and returns a colour that was just picked.
fn shade_ui(ui: &mut Ui, theme: Theme, colour: Rgba, width: f32) -> Option<Rgba> {
    let id = ui.scope_id().with("shade");
    // Greys have no hue of their own, and keep the one that was there.
    let kept: Option<Hsv> = ui.data(|data| data.get_temp(id));
    let now = kept.filter(|kept| rgba(*kept) == colour);
    let [hue, saturation, value] = now.unwrap_or_else(|| hsv(colour));

    let (rect, field) = ui.allocate_exact_size(vec2(width, 112.0), BY_HAND);
    field_of(ui, rect, hue);
    outline(ui, rect, theme);
    let at = within(inside(rect), [saturation, 1.0 - value]);
    ring(ui, at, rgba([hue, saturation, value]));
    let shade = moved(&field, inside(rect));
    let shown = format!("saturation {:.0} %, value {:.0} %", saturation * 100.0, value * 100.0);
    field.widget_info(|| value_info(Role::Slider, "Shade", &shown));

    ui.add_space(8.0);
    let (rect, strip) = ui.allocate_exact_size(vec2(width, 16.0), BY_HAND);
    strip_of_hues(ui, rect);
    outline(ui, rect, theme);
    let at = within(inside(rect), [hue, 0.5]);
    ring(ui, at, rgba([hue, 1.0, 1.0]));
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
    let is_used = response.is_pointer_button_down_on() || response.clicked();
    let at = response.interact_pointer_pos().filter(|_| is_used)?;
    Some(part_of(rect, at))
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
        // The hues at the ends go on to the edges.
        let x = match part {
            0 => rect.left(),
            PARTS => rect.right(),
            _ => within(inside(rect), [hue, 0.0]).x,
        };
        for y in [rect.top(), rect.bottom()] {
            mesh.colored_vertex(pos2(x, y), colour);
        }
    }
    for first in (0..2 * PARTS).step_by(2) {
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 2, first + 3);
    }
    ui.painter().add(Shape::mesh(mesh));
}

/// What is picked, in a ring that shows on every colour.
fn ring(ui: &Ui, at: Pos2, colour: Rgba) {
    let painter = ui.painter();
    painter.circle(at, RING, colour32(colour), Stroke::new(2.0, Color32::WHITE));
    painter.circle_stroke(at, RING + 1.5, Stroke::new(1.0, Color32::from_black_alpha(120)));
}

/// Rounds the corners off as those of fields are, and draws the edge.
fn outline(ui: &Ui, rect: Rect, theme: Theme) {
    let colours = theme.colours();
    ui.painter().rect_stroke(rect, CORNER, Stroke::new(3.0, colours.panel), StrokeKind::Outside);
    ui.painter().rect_stroke(rect, CORNER, Stroke::new(1.0, colours.edge), StrokeKind::Inside);
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
