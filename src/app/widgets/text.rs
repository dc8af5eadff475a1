//! Texts in one line: laid out, measured, shortened, drawn.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{Color32, FontId, Galley, Pos2, Ui, vec2};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::app::theme::regular;

/// Lays a text out in one line.
pub fn one_line(ui: &Ui, text: impl Into<String>, font: FontId, colour: Color32) -> Arc<Galley> {
    ui.painter().layout_no_wrap(text.into(), font, colour)
}

/// The width of a text in the regular face of a size, both in points.
pub fn text_width(ui: &Ui, text: &str, size: f32) -> f32 {
    one_line(ui, text, regular(size), Color32::PLACEHOLDER).size().x
}

/// How many rows things of these widths take where they are wrapped, so far apart, in a width; all in points.
pub fn rows_of(widths: &[f32], apart: f32, room: f32) -> usize {
    let mut rows = 1;
    let mut left = room;
    for &width in widths {
        if width > left + 0.5 && left < room {
            rows += 1;
            left = room;
        }
        left -= width + apart;
    }
    rows
}

/// A text in one line that is cut with an ellipsis where it does not fit.
pub fn cut(ui: &Ui, text: &str, font: FontId, colour: Color32, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_string(), font, colour);
    job.wrap = TextWrapping::truncate_at_width(width.max(8.0));
    ui.painter().layout_job(job)
}

/// Draws a text that was laid out: it begins at a place, which is at half its height.
pub fn put(ui: &Ui, at: Pos2, text: Arc<Galley>, colour: Color32) {
    ui.painter().galley(at - vec2(0.0, text.size().y * 0.5), text, colour);
}

/// A name in one line. Where it does not fit, its middle is left out.
pub fn cut_name(ui: &Ui, name: &str, font: FontId, colour: Color32, width: f32) -> Arc<Galley> {
    let lay_out = |text: String| ui.painter().layout_no_wrap(text, font.clone(), colour);
    let whole = lay_out(name.to_string());
    if whole.size().x <= width {
        return whole;
    }
    let letters: Vec<&str> = name.graphemes(true).collect();
    // How many letters fit, found by halves: a name is short and a row is laid out only while it shows.
    let (mut fits, mut too_many) = (0, letters.len());
    let mut best = None;
    while fits + 1 < too_many {
        let count = (fits + too_many) / 2;
        let galley = lay_out(without_middle(&letters, count));
        if galley.size().x <= width {
            (fits, best) = (count, Some(galley));
        } else {
            too_many = count;
        }
    }
    best.unwrap_or_else(|| cut(ui, name, font, colour, width))
}

/// The name of a node. Where it does not fit, it is told without what stands before its last colon:
/// the whole rig has that.
pub fn cut_node(ui: &Ui, name: &str, font: FontId, colour: Color32, width: f32) -> Arc<Galley> {
    let whole = ui.painter().layout_no_wrap(name.to_string(), font.clone(), colour);
    if whole.size().x <= width { whole } else { cut_name(ui, local(name), font, colour, width) }
}

/// What tells a node from the others of its rig: the name behind the last colon.
pub fn local(name: &str) -> &str {
    let local = name.rsplit(':').next().unwrap_or(name);
    if local.is_empty() { name } else { local }
}

/// So many letters of a name, with their marks, and an ellipsis in their middle; the end says a little more.
fn without_middle(letters: &[&str], count: usize) -> String {
    let front = count * 2 / 5;
    let back = count - front;
    let [front, back] =
        [&letters[..front], &letters[letters.len() - back..]].map(|part| part.concat());
    format!("{}…{}", front.trim_end(), back.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_of_a_name_stay() {
        let shortened = |name: &str, count| {
            let letters: Vec<&str> = name.graphemes(true).collect();
            without_middle(&letters, count)
        };
        assert_eq!(shortened("Performer_One_LeftToe4End", 10), "Perf…oe4End");
        assert_eq!(shortened("Performer_One_LeftToe4End", 1), "…d");
        assert_eq!(shortened("a b  c d", 6), "a…c d");
        // A letter keeps its marks.
        assert_eq!(shortened(&"e\u{301}".repeat(9), 2), "…e\u{301}e\u{301}");
    }

    #[test]
    fn names_are_as_wide_as_their_place_at_most() {
        let ctx = egui::Context::default();
        crate::app::theme::set_fonts(&ctx);
        let font = FontId::proportional(13.0);
        let name = "Character_Rig:mixamorig:Performer_One_LeftHandThumb4";
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let colour = Color32::WHITE;
            for width in [20.0, 60.0, 120.0, 180.0] {
                for cut in [cut_name, cut_node] {
                    let galley = cut(ui, name, font.clone(), colour, width);
                    assert!(galley.size().x <= width + 0.5, "{width}: {}", galley.size().x);
                }
            }
            let text = |width| cut_node(ui, name, font.clone(), colour, width);
            assert_eq!(text(1000.0).text(), name);
            assert_eq!(text(230.0).text(), "Performer_One_LeftHandThumb4");
            let short = text(100.0);
            let shown = short.text();
            assert!(shown.starts_with("Perf") && shown.ends_with("umb4"), "{shown}");
        });
        // Nothing is painted.
        output.textures_delta.clear();
    }
}
