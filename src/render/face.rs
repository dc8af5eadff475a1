//! The typeface of text in pictures: how wide words are, where lines break, and their glyphs over a picture.

use ab_glyph::{Font as _, FontRef, GlyphId, PxScale, point};

use super::picture::Picture;
use crate::scene::Rgba;

/// The font of the window's headings.
const INTER: &[u8] = include_bytes!("../../assets/fonts/Inter-SemiBold-tnum.otf");

/// The box that stands for a character that the font lacks, in parts of the size: how far on the next one begins, the
/// left and the right edge, the upper edge over the base line, and the width of its lines.
const BOX: [f32; 5] = [0.66, 0.07, 0.59, 0.72, 0.07];

/// What a text ends with that is cut.
const ELLIPSIS: char = '…';

/// A font at any size. Sizes are in pixels, from one line to the next without extra space.
pub struct Face {
    font: FontRef<'static>,
}

impl Face {
    /// The typeface of the interface, in the weight of its headings.
    pub fn interface() -> Self {
        let font = FontRef::try_from_slice(INTER);
        Self {
            font: font.expect("the font is part of the program"),
        }
    }

    /// The glyph of a character; `None` where the font has none.
    fn glyph(&self, c: char) -> Option<GlyphId> {
        let id = self.font.glyph_id(c);
        (id.0 != 0).then_some(id)
    }

    /// How far behind a character the next one begins, in parts of the size.
    fn advance(&self, c: char) -> f32 {
        let units = self.font.units_per_em().unwrap_or(1000.0);
        match self.glyph(c) {
            Some(id) => self.font.h_advance_unscaled(id) / units,
            None => BOX[0],
        }
    }

    /// The width of a line, in pixels.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|c| self.advance(c)).sum::<f32>() * size
    }

    /// A line, with an ellipsis at its end where it is wider than this.
    pub fn cut(&self, text: &str, size: f32, width: f32) -> String {
        if self.width(text, size) <= width {
            return text.to_string();
        }
        let room = width / size - self.advance(ELLIPSIS);
        let mut wide = 0.0;
        let fits = |c: &char| {
            wide += self.advance(*c);
            wide <= room
        };
        let cut: String = text.chars().take_while(fits).collect();
        format!("{}{ELLIPSIS}", cut.trim_end())
    }

    /// A text in lines of this width, broken between words; of more than `most` lines, the last one ends with an
    /// ellipsis.
    pub fn wrap(&self, text: &str, size: f32, width: f32, most: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for paragraph in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let mut line = String::new();
            for word in paragraph.split_whitespace() {
                let longer = match line.is_empty() {
                    true => word.to_string(),
                    false => format!("{line} {word}"),
                };
                if line.is_empty() || self.width(&longer, size) <= width {
                    line = longer;
                } else {
                    lines.push(std::mem::replace(&mut line, word.to_string()));
                }
            }
            lines.push(line);
        }
        let is_cut = lines.len() > most;
        lines.truncate(most);
        if is_cut && let Some(last) = lines.last_mut() {
            last.push(ELLIPSIS);
        }
        lines
            .iter()
            .map(|line| self.cut(line, size, width))
            .collect()
    }

    /// Draws a line over a picture, from its left end on its base line.
    pub fn draw(
        &self,
        text: &str,
        [left, base]: [f32; 2],
        size: f32,
        colour: Rgba,
        over: &mut Picture,
    ) {
        let units = self.font.units_per_em().unwrap_or(1000.0);
        let scale = PxScale::from(size * self.font.height_unscaled() / units);
        let mut x = left;
        for c in text.chars() {
            match self.glyph(c) {
                Some(id) => {
                    let glyph = id.with_scale_and_position(scale, point(x, base));
                    if let Some(outline) = self.font.outline_glyph(glyph) {
                        let corner = outline.px_bounds().min;
                        let [left, top] = [corner.x as i32, corner.y as i32];
                        outline.draw(|x, y, coverage| {
                            over.lay_over([left + x as i32, top + y as i32], colour, coverage);
                        });
                    }
                }
                None => draw_box([x, base], size, colour, over),
            }
            x += self.advance(c) * size;
        }
    }
}

/// The box in place of a character.
fn draw_box([x, base]: [f32; 2], size: f32, colour: Rgba, over: &mut Picture) {
    let [_, left, right, top, line] = BOX.map(|part| part * size);
    let [left, right, top] = [x + left, x + right, base - top];
    over.fill([left, top, right, top + line], 0.0, colour);
    over.fill([left, base - line, right, base], 0.0, colour);
    over.fill([left, top + line, left + line, base - line], 0.0, colour);
    over.fill([right - line, top + line, right, base - line], 0.0, colour);
}

impl Picture {
    /// Lays a rectangle with round corners over a picture: left, upper, right and lower edge.
    pub(super) fn fill(&mut self, [left, top, right, bottom]: [f32; 4], radius: f32, colour: Rgba) {
        let middle = [(left + right) * 0.5, (top + bottom) * 0.5];
        let half = [(right - left) * 0.5, (bottom - top) * 0.5];
        let radius = radius.min(half[0]).min(half[1]).max(0.0);
        // A coordinate that is none, or far outside, covers no pixel.
        let [columns, rows] = [
            [left, right, self.width as f32],
            [top, bottom, self.height as f32],
        ]
        .map(|[from, to, end]| from.floor().max(0.0) as i32..to.ceil().min(end) as i32);
        for y in rows {
            for x in columns.clone() {
                let at = [x as f32 + 0.5, y as f32 + 0.5];
                let away = [0, 1].map(|i| (at[i] - middle[i]).abs() - half[i] + radius);
                let inside = away[0].max(away[1]).min(0.0);
                let corner = away[0].max(0.0).hypot(away[1].max(0.0));
                self.lay_over([x, y], colour, 0.5 - (inside + corner - radius));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Rgba = [255; 4];

    /// How much of a picture is covered, in pixels.
    fn covered(picture: &Picture) -> f32 {
        let alphas = picture.rgba.iter().skip(3).step_by(4);
        alphas.map(|alpha| f32::from(*alpha)).sum::<f32>() / 255.0
    }

    fn drawn(text: &str, size: f32) -> Picture {
        let mut picture = Picture::empty([200, 60]);
        Face::interface().draw(text, [5.0, 45.0], size, WHITE, &mut picture);
        picture
    }

    #[test]
    fn text_is_where_it_is_asked_for_and_as_large() {
        let face = Face::interface();
        let picture = drawn("H", 40.0);
        let alpha = |x: usize, y: usize| picture.rgba[(y * 200 + x) * 4 + 3];
        let rows: Vec<usize> = (0..60)
            .filter(|&y| (0..200).any(|x| alpha(x, y) > 127))
            .collect();
        // The capitals of Inter are 0.727 of the size high.
        assert_eq!((rows[0], rows[rows.len() - 1]), (16, 44));
        assert!((face.width("Walk", 40.0) - 2.0 * face.width("Walk", 20.0)).abs() < 1e-3);
        let [small, large] = [drawn("Walk", 10.0), drawn("Walk", 20.0)].map(|p| covered(&p));
        assert!((large / small - 4.0).abs() < 0.05, "{large} {small}");
    }

    #[test]
    fn what_the_font_lacks_is_a_box_and_not_lost() {
        let one = covered(&drawn("左", 40.0));
        assert!(one > 100.0, "{one}");
        let three = covered(&drawn("左ひじ", 40.0));
        assert!((three - 3.0 * one).abs() < 3.0, "{three} {one}");
        assert!(covered(&drawn("Ж→é", 40.0)) > one, "these the font has");
    }

    #[test]
    fn long_texts_are_broken_and_cut_with_an_ellipsis() {
        let face = Face::interface();
        let text = "the left knee pops when the weight comes off";
        let lines = face.wrap(text, 20.0, 200.0, 9);
        assert!(lines.len() > 2 && lines.iter().all(|line| face.width(line, 20.0) <= 200.0));
        assert_eq!(lines.join(" "), text);
        let two = face.wrap(text, 20.0, 200.0, 2);
        assert!(two.len() == 2 && two[1].ends_with('…'), "{two:?}");
        assert!(face.width(&two[1], 20.0) <= 200.0);
        let word = face.wrap(&"m".repeat(90), 20.0, 200.0, 3);
        assert!(word.len() == 1 && word[0].ends_with('…'), "{word:?}");
        assert_eq!(face.wrap("a\n\n b", 20.0, 200.0, 3), ["a", "b"]);
    }

    #[test]
    fn text_beyond_the_edges_is_left_out() {
        let mut picture = Picture::empty([8, 8]);
        let face = Face::interface();
        face.draw("Wide左", [-30.0, 4.0], 60.0, WHITE, &mut picture);
        face.draw("W", [1e9, -1e9], 60.0, WHITE, &mut picture);
        picture.fill([-1e9, -5.0, 1e9, 3.0], 2.0, WHITE);
        assert_eq!(&picture.rgba[..4], &[255; 4]);
    }
}
