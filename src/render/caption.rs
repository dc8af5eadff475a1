//! Captions: words at the edges of a picture and across it, laid out for its size.

use super::face::Face;
use super::picture::Picture;
use crate::scene::{Rgba, Theme};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptionPlace {
    TopLeft,
    BottomLeft,
    BottomRight,
    /// In the middle, over those in the lower corners; in as many as three lines.
    Bottom,
    /// Across the picture, large and faint.
    Across,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    pub place: CaptionPlace,
    /// What they are, in lines.
    pub text: String,
}

/// A line of text in a picture. Lengths are pixels, from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine {
    pub text: String,
    /// Its left end, on its base line.
    pub at: [f32; 2],
    pub size: f32,
    pub colour: Rgba,
    pub plate: Option<Plate>,
}

/// A rectangle with round corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plate {
    /// Left, upper, right and lower edge.
    pub edges: [f32; 4],
    pub radius: f32,
    pub colour: Rgba,
}

/// How many lines a text at the bottom has at most.
const MAX_LINES: usize = 3;

/// The height of the picture over the size of the text.
const SIZES_PER_HEIGHT: f32 = 34.0;
/// The smallest size that can be read, in pixels of a picture that is not enlarged.
const MIN_SIZE: f32 = 11.0;

/// From the base line to the edges of a plate, and beside the text, in sizes.
const ABOVE: f32 = 1.0;
const BELOW: f32 = 0.38;
const BESIDE: f32 = 0.45;
/// From one line to the next, from one plate to the next, and from plates to the edges of the picture, in sizes.
const LINE: f32 = 1.3;
const APART: f32 = 0.4;
const MARGIN: f32 = 0.8;

/// Colours of text, of plates, and of what is across the picture.
fn colours(theme: Theme) -> [Rgba; 3] {
    match theme {
        Theme::Dark => [[255, 255, 255, 240], [10, 11, 14, 150], [255, 255, 255, 52]],
        Theme::Light => [[24, 26, 31, 245], [255, 255, 255, 165], [16, 18, 24, 44]],
    }
}

/// The lines of captions in a picture of this size, which was enlarged by a factor.
pub fn lay_out(
    captions: &[Caption],
    face: &Face,
    [width, height]: [u32; 2],
    enlarged: f32,
    theme: Theme,
) -> Vec<TextLine> {
    let [width, height] = [width, height].map(|side| side as f32);
    let size = (height / SIZES_PER_HEIGHT).max(MIN_SIZE * enlarged);
    let page = Page { face, width, height, size, colours: colours(theme) };
    let room = width - 2.0 * size * (MARGIN + BESIDE);
    let mut lines = Vec::new();
    let at = |place: CaptionPlace| captions.iter().filter(move |caption| caption.place == place);
    for caption in at(CaptionPlace::Across) {
        lines.extend(page.across(&caption.text));
    }
    for (row, caption) in at(CaptionPlace::TopLeft).enumerate() {
        let base = size * (MARGIN + ABOVE) + row as f32 * page.step(1);
        lines.push(page.line(&face.cut(&caption.text, size, room), 0.0, base));
    }
    let corners = [(CaptionPlace::BottomLeft, 0.0), (CaptionPlace::BottomRight, 1.0)];
    let corner = |(place, side)| at(place).map(move |caption| (caption, side));
    let corners: Vec<_> = corners.into_iter().flat_map(corner).collect();
    let widths = corners.iter().map(|(caption, _)| face.width(&caption.text, size));
    let gaps = corners.len().saturating_sub(1) as f32 * size * (2.0 * BESIDE + APART);
    // Corners that are too near to each other stand one over the other, at the left.
    let is_narrow = widths.sum::<f32>() + gaps > room;
    let mut base = height - size * (MARGIN + BELOW);
    for (caption, side) in corners.iter().rev() {
        let side = if is_narrow { 0.0 } else { *side };
        lines.push(page.line(&face.cut(&caption.text, size, room), side, base));
        base -= if is_narrow { page.step(1) } else { 0.0 };
    }
    base -= if is_narrow || corners.is_empty() { 0.0 } else { page.step(1) };
    for caption in at(CaptionPlace::Bottom) {
        // Lines that are too long are hard to read.
        let texts = face.wrap(&caption.text, size, room.min(44.0 * size), MAX_LINES);
        let above = page.step(texts.len()) - page.step(1);
        lines.extend(page.block(&texts, base - above));
        base -= above + page.step(1);
    }
    lines
}

struct Page<'a> {
    face: &'a Face,
    width: f32,
    height: f32,
    size: f32,
    colours: [Rgba; 3],
}

impl Page<'_> {
    /// How far above a plate of so many lines the next one stands.
    fn step(&self, lines: usize) -> f32 {
        self.size * (ABOVE + BELOW + APART + LINE * lines.saturating_sub(1) as f32)
    }

    /// A line on a plate of its own, at the left (0), in the middle (0.5) or at the right (1).
    fn line(&self, text: &str, side: f32, base: f32) -> TextLine {
        let around = self.size * (MARGIN + BESIDE);
        let width = self.face.width(text, self.size);
        let left = around + side * (self.width - 2.0 * around - width);
        let right = left + width;
        let [above, below, beside] = [ABOVE, BELOW, BESIDE].map(|part| part * self.size);
        let plate = Plate {
            edges: [left - beside, base - above, right + beside, base + below],
            radius: 0.3 * self.size,
            colour: self.colours[1],
        };
        TextLine {
            text: text.to_string(),
            at: [left, base],
            size: self.size,
            colour: self.colours[0],
            plate: Some(plate),
        }
    }

    /// Lines in the middle on one plate, from the base line of the first one.
    fn block(&self, texts: &[String], base: f32) -> Vec<TextLine> {
        let bases = (0..texts.len()).map(|row| base + row as f32 * LINE * self.size);
        let lines = texts.iter().zip(bases).map(|(text, base)| self.line(text, 0.5, base));
        let mut lines: Vec<TextLine> = lines.collect();
        let plates = lines.iter_mut().filter_map(|line| line.plate.take());
        let plate = plates.reduce(|Plate { edges: a, .. }, other| {
            let b = other.edges;
            let edges = [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])];
            Plate { edges, ..other }
        });
        if let Some(first) = lines.first_mut() {
            first.plate = plate;
        }
        lines
    }

    fn across(&self, text: &str) -> Option<TextLine> {
        let one = self.face.width(text, 1.0);
        let size = (0.76 * self.width / one).min(self.height / 7.0);
        (one > 0.0).then(|| TextLine {
            text: text.to_string(),
            at: [(self.width - one * size) * 0.5, self.height * 0.5 + size * 0.36],
            size,
            colour: self.colours[2],
            plate: None,
        })
    }
}

impl Picture {
    /// Writes lines of text over the picture, each over its plate.
    pub fn write(&mut self, lines: &[TextLine], face: &Face) {
        for line in lines {
            if let Some(plate) = line.plate {
                self.fill(plate.edges, plate.radius, plate.colour);
            }
            face.draw(&line.text, line.at, line.size, line.colour, self);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caption(place: CaptionPlace, text: &str) -> Caption {
        Caption { place, text: text.to_string() }
    }

    fn laid_out(size: [u32; 2]) -> Vec<TextLine> {
        let note =
            "Fault: the left knee pops when the weight comes off, and the foot slides ".repeat(4);
        let captions = [
            caption(CaptionPlace::TopLeft, &"walk_long_name_".repeat(9)),
            caption(CaptionPlace::BottomLeft, "frame 120 of 246"),
            caption(CaptionPlace::BottomRight, "00:00:02:00"),
            caption(CaptionPlace::Bottom, &note),
            caption(CaptionPlace::Across, "INTERNAL – DO NOT SHARE"),
        ];
        lay_out(&captions, &Face::interface(), size, 1.0, Theme::Dark)
    }

    #[test]
    fn every_line_is_inside_and_no_plate_lies_on_another() {
        for size in [[1280, 720], [320, 240], [200, 400], [640, 360]] {
            let lines = laid_out(size);
            let plates: Vec<[f32; 4]> = lines.iter().filter_map(|l| Some(l.plate?.edges)).collect();
            assert_eq!((lines.len(), plates.len()), (7, 4), "{size:?}");
            for (i, plate) in plates.iter().enumerate() {
                let [left, top, right, bottom] = *plate;
                let [width, height] = size.map(|side| side as f32);
                let is_inside = left >= 0.0 && top >= 0.0 && right <= width && bottom <= height;
                assert!(is_inside, "{size:?} {plate:?}");
                let meets = |other: &[f32; 4]| {
                    left < other[2] && other[0] < right && top < other[3] && other[1] < bottom
                };
                assert!(!plates[i + 1..].iter().any(meets), "{size:?}: {plates:?}");
            }
        }
    }

    #[test]
    fn text_grows_with_the_picture_and_with_what_it_is_enlarged_by() {
        let size = |height: u32, enlarged: f32| {
            let captions = [caption(CaptionPlace::TopLeft, "walk")];
            let size = [height * 2, height];
            lay_out(&captions, &Face::interface(), size, enlarged, Theme::Light)[0].size
        };
        assert_eq!(size(1360, 1.0), 2.0 * size(680, 1.0));
        assert_eq!(size(800, 8.0), 8.0 * size(100, 1.0));
        assert_eq!(size(100, 1.0), MIN_SIZE);
    }
}
