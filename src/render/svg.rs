//! A view as an SVG: the strokes of a draw list as lines with round ends, far ones first.
//!
//! What has a surface is not in it, nor shadows: an SVG is for figures on paper.

use std::fmt::Write as _;

use glam::{Mat4, Vec2, Vec3, Vec4};

use super::caption::TextLine;
use crate::scene::{DrawList, Grid, Rgba, Stroke, colour_text};

/// Into so many pieces a line of the ground is cut, each as faint as it is far away.
const PIECES: usize = 16;
/// So many steps of opacity the ground has.
const STEPS: f32 = 12.0;
/// The families that text is set in, where the first one is not installed.
const FAMILIES: &str = "Inter, Helvetica, Arial, sans-serif";

/// The view in a picture of this size, with text over it.
pub fn svg(list: &DrawList, [width, height]: [u32; 2], texts: &[TextLine]) -> String {
    let size = Vec2::new(width as f32, height as f32);
    let page = Page { clip_from_world: list.clip_from_world, size };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n"
    );
    if !list.transparent {
        write_backdrop(&mut out, list);
        if let Some(grid) = &list.grid {
            write_grid(&mut out, &page, list, grid);
        }
    }
    out += "<g fill=\"none\" stroke-linecap=\"round\">\n";
    for stroke in list.strokes.iter().filter(|stroke| stroke.softness == 0.0) {
        write_stroke(&mut out, &page, stroke);
    }
    out += "</g>\n";
    for text in texts {
        write_text(&mut out, text);
    }
    out += "</svg>\n";
    out
}

/// Where the world is on a page.
struct Page {
    clip_from_world: Mat4,
    size: Vec2,
}

impl Page {
    /// The ends of a line of this width on the page, cut where it comes nearer than what the camera sees. `None` for
    /// one behind the camera or beside the page.
    fn line(&self, ends: [Vec3; 2], width: f32) -> Option<[Vec2; 2]> {
        let [a, b] = ends.map(|end| self.clip_from_world * end.extend(1.0));
        let [front_a, front_b] = [a, b].map(|end| end.z + end.w);
        let cut = |from: Vec4, to: Vec4| from.lerp(to, front_a.abs() / (front_a - front_b).abs());
        let [a, b] = match (front_a > 0.0, front_b > 0.0) {
            (true, true) => [a, b],
            (true, false) => [a, cut(a, b)],
            (false, true) => [cut(a, b), b],
            (false, false) => return None,
        };
        let [a, b] = [a, b].map(|end| {
            let at = Vec2::new(end.x, -end.y) / end.w.max(1e-6);
            (at * 0.5 + 0.5) * self.size
        });
        let [low, high] = [a.min(b) - width, a.max(b) + width];
        let shows = high.cmpgt(Vec2::ZERO).all() && low.cmplt(self.size).all();
        (a.is_finite() && b.is_finite() && shows).then_some([a, b])
    }
}

/// A number without digits that nobody sees.
fn number(value: f32) -> String {
    format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').to_string()
}

fn point(at: Vec2) -> String {
    format!("{} {}", number(at.x), number(at.y))
}

/// An attribute that is left out where it is 1.
fn opacity(name: &str, value: f32) -> String {
    match value {
        1.0.. => String::new(),
        part => format!(" {name}=\"{}\"", number(part)),
    }
}

/// The soft light behind the figure, as the view has it.
fn write_backdrop(out: &mut String, list: &DrawList) {
    let [centre, edge] = [list.palette.centre, list.palette.edge];
    *out += "<radialGradient id=\"light\" cx=\"0.5\" cy=\"0.44\" r=\"0.64\">";
    for step in 0..=4 {
        let at = step as f32 / 4.0;
        let part = at * at * (3.0 - 2.0 * at);
        let mix = |i: usize| {
            let [from, to] = [centre, edge].map(|colour| f32::from(colour[i]));
            (from + (to - from) * part + 0.5) as u8
        };
        let colour = colour_text([mix(0), mix(1), mix(2), 255]);
        let at = number(at);
        // A text takes whatever is written to it.
        let _ = write!(out, "<stop offset=\"{at}\" stop-color=\"{colour}\"/>");
    }
    *out += "</radialGradient>\n<rect width=\"100%\" height=\"100%\" fill=\"url(#light)\"/>\n";
}

/// The strong lines of the ground, which fade out.
fn write_grid(out: &mut String, page: &Page, list: &DrawList, grid: &Grid) {
    let palette = &list.palette;
    let axes = grid.axes.map(|axis| palette.axes[axis]);
    let count = (grid.reach / grid.spacing).ceil() as i32;
    // Pieces of one colour and opacity are one path.
    let mut paths: Vec<(Rgba, u32, String)> = Vec::new();
    for along in [0, 2] {
        let across = 2 - along;
        let first = (grid.centre[across] / grid.spacing).round() as i32 - count;
        for line in first..=first + 2 * count {
            let colour = match (line, along) {
                (0, 0) => axes[0],
                (0, _) => axes[1],
                _ => palette.grid,
            };
            let end = |piece: usize| {
                let mut at = Vec3::ZERO;
                at[across] = line as f32 * grid.spacing;
                let way = 2.0 * piece as f32 / PIECES as f32 - 1.0;
                at[along] = grid.centre[along] + way * grid.reach;
                at
            };
            for piece in 0..PIECES {
                let ends = [end(piece), end(piece + 1)];
                let away = ends[0].midpoint(ends[1]).distance_squared(grid.centre);
                let fade = (1.0 - away / (grid.reach * grid.reach)).max(0.0).powi(2);
                let step = (fade * f32::from(colour[3]) / 255.0 * STEPS).round() as u32;
                let Some([from, to]) = page.line(ends, 1.0).filter(|_| step > 0) else { continue };
                let path = format!("M{}L{}", point(from), point(to));
                match paths.iter_mut().find(|(own, at, _)| (*own, *at) == (colour, step)) {
                    Some((.., all)) => *all += &path,
                    None => paths.push((colour, step, path)),
                }
            }
        }
    }
    let _ = writeln!(out, "<g fill=\"none\" stroke-width=\"{}\">", number(grid.width));
    for (colour, step, path) in paths {
        let (colour, faint) = (colour_text(colour), opacity("stroke-opacity", step as f32 / STEPS));
        let _ = writeln!(out, "<path stroke=\"{colour}\"{faint} d=\"{path}\"/>");
    }
    *out += "</g>\n";
}

/// A bone, or a joint where both ends meet.
fn write_stroke(out: &mut String, page: &Page, stroke: &Stroke) {
    let ends = [stroke.from, stroke.to].map(Vec3::from);
    let Some([a, b]) = page.line(ends, stroke.width) else { return };
    let colour = colour_text(stroke.colour);
    let alpha = f32::from(stroke.colour[3]) / 255.0;
    let [from, to] = [a, b].map(point);
    let _ = if from == to {
        let faint = opacity("fill-opacity", alpha);
        let radius = number(stroke.width * 0.5);
        let [x, y] = [a.x, a.y].map(number);
        writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\"{faint}/>")
    } else {
        let width = number(stroke.width);
        let faint = opacity("stroke-opacity", alpha);
        let cut = if stroke.cut > 0.0 { " stroke-linecap=\"butt\"" } else { "" };
        writeln!(
            out,
            "<path d=\"M{from}L{to}\" stroke=\"{colour}\" stroke-width=\"{width}\"{faint}{cut}/>"
        )
    };
}

fn write_text(out: &mut String, line: &TextLine) {
    if let Some(plate) = line.plate {
        let [left, top, right, bottom] = plate.edges;
        let [x, y, width, height] = [left, top, right - left, bottom - top].map(number);
        let (radius, colour) = (number(plate.radius), colour_text(plate.colour));
        let faint = opacity("fill-opacity", f32::from(plate.colour[3]) / 255.0);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" \
             fill=\"{colour}\"{faint}/>"
        );
    }
    // XML has no room for these, however they are written.
    let is_none = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    let text = line.text.replace(is_none, "\u{fffd}");
    let text = quick_xml::escape::escape(&text);
    let ([x, y], size) = (line.at.map(number), number(line.size));
    let faint = opacity("fill-opacity", f32::from(line.colour[3]) / 255.0);
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-family=\"{FAMILIES}\" font-weight=\"600\" font-size=\"{size}\" \
         fill=\"{}\"{faint}>{text}</text>",
        colour_text(line.colour)
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Camera, ThemeColours, View};

    fn view(ends: [[f32; 3]; 2]) -> String {
        let mut camera = Camera { target: Vec3::ZERO, ..Camera::default() };
        camera.look_from(View::Front);
        let mut list = DrawList::new(ThemeColours::LIGHT);
        list.begin(&camera, 1.0, ThemeColours::LIGHT);
        list.transparent = true;
        let stroke = Stroke::line(ends.map(Vec3::from), [1, 2, 3, 128], 5.0);
        list.add_at_depth(1.0, stroke);
        list.add_under(Stroke { softness: 3.0, ..stroke });
        list.finish();
        svg(&list, [200, 200], &[])
    }

    #[test]
    fn lines_and_dots_are_where_the_camera_has_them() {
        let dot = view([[0.0; 3]; 2]);
        let expected =
            "<circle cx=\"100\" cy=\"100\" r=\"2.5\" fill=\"#010203\" fill-opacity=\"0.5\"/>";
        assert!(dot.contains(expected), "{dot}");
        let line = view([[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]]);
        assert!(line.contains("stroke-width=\"5\" stroke-opacity=\"0.5\""), "{line}");
        let path = line.split("d=\"M").nth(1).expect("a path");
        let (from, to) =
            path.split_once('"').expect("its end").0.split_once('L').expect("two ends");
        let height =
            |text: &str| text.split_once(' ').expect("x and y").1.parse::<f32>().expect("y");
        assert!((height(from) + height(to) - 200.0).abs() < 0.05 && height(from) < 60.0, "{path}");
        assert_eq!(line.matches("<path").count(), 1, "a shadow is no line");
    }

    #[test]
    fn what_is_behind_the_camera_is_cut_or_left_out() {
        assert!(!view([[0.0, 0.0, 9.0], [1.0, 0.0, 9.0]]).contains("<path"));
        let cut = view([[0.0, 0.0, 9.0], [0.0, 0.5, -1.0]]);
        assert!(cut.contains("<path") && !cut.contains("NaN") && !cut.contains("inf"), "{cut}");
    }

    #[test]
    fn texts_are_well_formed_whatever_they_say() {
        let line = TextLine {
            text: "<a> & \"b\"\u{1}".into(),
            at: [1.0, 2.0],
            size: 10.0,
            colour: [255; 4],
            plate: None,
        };
        let mut out = String::new();
        write_text(&mut out, &line);
        assert!(out.contains(">&lt;a&gt; &amp; &quot;b&quot;\u{fffd}</text>"), "{out}");
    }
}
