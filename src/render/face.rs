//! Text in pictures: how wide words are, where lines break, and their glyphs over a picture.

use std::ops::Range;

use ab_glyph::GlyphId;
use unicode_segmentation::UnicodeSegmentation as _;

use super::picture::Picture;
use super::typeface::{Glyph, Typeface};
use crate::scene::Rgba;

/// The box that stands for a character that no font has, in parts of the size: how far on the next one begins, the
/// left and the right edge, the upper edge over the base line, and the width of its lines.
const BOX: [f32; 5] = [0.66, 0.07, 0.59, 0.72, 0.07];

const ELLIPSIS: &str = "…";

/// The typeface of the interface, with those of the system behind it. Sizes are from one line to the next, in pixels.
pub struct Face {
    own: &'static Typeface,
}

/// Graphemes in a row that one font draws; `None` where there is none.
struct Run {
    typeface: Option<&'static Typeface>,
    /// The letter that it is, where it stands for itself.
    letter: Option<char>,
    bytes: Range<usize>,
}

impl Run {
    fn joins(&self, next: &Self) -> bool {
        let typefaces = self.typeface.zip(next.typeface);
        self.letter.is_none()
            && next.letter.is_none()
            && typefaces.is_some_and(|(own, next)| std::ptr::eq(own, next))
    }
}

impl Face {
    /// The typeface of the interface, in the weight of its headings.
    pub fn interface() -> Self {
        Self { own: Typeface::interface() }
    }

    /// The runs of a line: letters of the interface stand for themselves, those of the system are joined as their scripts
    /// ask for, and what no font has is a box for each grapheme.
    fn runs(&self, text: &str) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for (at, cluster) in text.grapheme_indices(true) {
            let mut letters = cluster.chars();
            let first = letters.next().unwrap_or_default();
            let is_own = self.own.has(first);
            let run = Run {
                typeface: if is_own { Some(self.own) } else { Typeface::for_cluster(cluster) },
                letter: (is_own && letters.next().is_none()).then_some(first),
                bytes: at..at + cluster.len(),
            };
            match runs.last_mut() {
                Some(last) if last.joins(&run) => last.bytes.end = run.bytes.end,
                _ => runs.push(run),
            }
        }
        runs
    }

    fn glyphs(&self, text: &str) -> Vec<Glyph> {
        let mut glyphs = Vec::new();
        for run in self.runs(text) {
            let start = run.bytes.start;
            match (run.typeface, run.letter) {
                (Some(typeface), Some(letter)) => {
                    glyphs.push(Glyph { cluster: start, ..typeface.glyph(letter) });
                }
                (Some(typeface), None) => {
                    let shaped = typeface.shape(&text[run.bytes]).into_iter();
                    glyphs.extend(shaped.map(|g| Glyph { cluster: start + g.cluster, ..g }));
                }
                (None, _) => {
                    let (id, advance, offset) = (GlyphId(0), BOX[0], [0.0; 2]);
                    glyphs.push(Glyph { typeface: None, id, cluster: start, advance, offset });
                }
            }
        }
        glyphs
    }

    /// The width of a line, in pixels.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        self.glyphs(text).iter().map(|glyph| glyph.advance).sum::<f32>() * size
    }

    /// A line, with an ellipsis at its end where it is wider than this. No grapheme is cut in two.
    pub fn cut(&self, text: &str, size: f32, width: f32) -> String {
        let glyphs = self.glyphs(text);
        if glyphs.iter().map(|glyph| glyph.advance).sum::<f32>() * size <= width {
            return text.to_string();
        }
        let mut wide = vec![0.0; text.len()];
        for glyph in glyphs {
            wide[glyph.cluster] += glyph.advance;
        }
        let mut room = width / size - self.width(ELLIPSIS, 1.0);
        let fits = |(at, cluster): &(usize, &str)| {
            room -= wide[*at..at + cluster.len()].iter().sum::<f32>();
            room >= 0.0
        };
        let cut = text.grapheme_indices(true).take_while(fits).last();
        let cut = cut.map_or("", |(at, cluster)| &text[..at + cluster.len()]);
        format!("{}{ELLIPSIS}", cut.trim_end())
    }

    /// A text in lines of this width, broken between words. An ellipsis ends the last one where there are more.
    pub fn wrap(&self, text: &str, size: f32, width: f32, max_lines: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let blank = self.width(" ", size);
        for paragraph in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let mut line = String::new();
            let mut wide = 0.0;
            for word in paragraph.split_whitespace() {
                let word_width = self.width(word, size);
                if !line.is_empty() && wide + blank + word_width <= width {
                    line.push(' ');
                    line.push_str(word);
                    wide += blank + word_width;
                } else {
                    let before = std::mem::replace(&mut line, word.to_string());
                    if !before.is_empty() {
                        lines.push(before);
                    }
                    wide = word_width;
                }
            }
            lines.push(line);
        }
        let is_cut = lines.len() > max_lines;
        lines.truncate(max_lines);
        if is_cut && let Some(last) = lines.last_mut() {
            last.push_str(ELLIPSIS);
        }
        lines.iter().map(|line| self.cut(line, size, width)).collect()
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
        let mut x = left;
        for glyph in self.glyphs(text) {
            let [right, up] = glyph.offset.map(|offset| offset * size);
            let is_blank = || text[glyph.cluster..].starts_with(char::is_whitespace);
            let at = [x + right, base - up];
            match glyph.typeface.and_then(|typeface| typeface.outline(glyph.id, size, at)) {
                Some(outline) => {
                    let corner = outline.px_bounds().min;
                    let [left, top] = [corner.x as i32, corner.y as i32];
                    outline.draw(|x, y, coverage| {
                        over.lay_over([left + x as i32, top + y as i32], colour, coverage);
                    });
                }
                None if glyph.advance > 0.0 && !is_blank() => {
                    draw_box([x, base], size, colour, over)
                }
                None => {}
            }
            x += glyph.advance * size;
        }
    }
}

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
        let [columns, rows] = [[left, right, self.width as f32], [top, bottom, self.height as f32]]
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
        picture.rgba.iter().skip(3).step_by(4).map(|alpha| f32::from(*alpha)).sum::<f32>() / 255.0
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
        let rows: Vec<usize> = (0..60).filter(|&y| (0..200).any(|x| alpha(x, y) > 127)).collect();
        // The capitals of Inter are 0.727 of the size high.
        assert_eq!((rows[0], rows[rows.len() - 1]), (16, 44));
        assert!((face.width("Walk", 40.0) - 2.0 * face.width("Walk", 20.0)).abs() < 1e-3);
        let [small, large] = [drawn("Walk", 10.0), drawn("Walk", 20.0)].map(|p| covered(&p));
        assert!((large / small - 4.0).abs() < 0.05, "{large} {small}");
    }

    #[test]
    fn what_no_font_has_is_a_box_for_each_grapheme_and_not_lost() {
        // A private character, and the same with a mark over it.
        let one = covered(&drawn("\u{f8fe}", 40.0));
        assert!(one > 100.0, "{one}");
        let three = covered(&drawn("\u{f8fe}\u{f8fe}\u{301}\u{f8fe}", 40.0));
        assert!((three - 3.0 * one).abs() < 3.0, "{three} {one}");
        assert!(covered(&drawn("Ж→é", 40.0)) > one, "these the font has");
        let blank = covered(&drawn("\u{a0} \u{2003}", 40.0));
        assert!(blank < 1.0, "{blank}");
    }

    #[test]
    fn a_letter_with_its_marks_is_never_cut_in_two() {
        let face = Face::interface();
        let text = "e\u{301}".repeat(20);
        for width in 40..140 {
            let cut = face.cut(&text, 20.0, width as f32);
            let kept = cut.strip_suffix('…').expect("it is too long");
            assert_eq!(kept.chars().count() % 2, 0, "{cut:?}");
            assert!(face.width(&cut, 20.0) <= width as f32);
        }
        let [with, without] = ["e\u{301}", "e"].map(|text| face.width(text, 20.0));
        assert!((with - without).abs() < 0.1, "{with} {without}");
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
