//! The bands of curves that have more frames than there are pixels: from the lowest to the highest value of
//! each column, in a picture that is made again when they change and not while a take plays.
//!
//! As triangles, nine curves of a long take need 3 ms for each redraw where no graphics card draws them.

use std::sync::Arc;

use egui::emath::GuiRounding as _;
use egui::{
    Color32, ColorImage, Id, Mesh, Painter, Pos2, Rect, Shape, TextureHandle, TextureOptions, lerp,
    pos2,
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BandColumn {
    pub x: f32,
    /// The upper edge and the lower one, at the values.
    pub y: [f32; 2],
    /// How high it is at least, in points.
    pub width: f32,
    pub colour: Color32,
    /// Whether the band goes on from the column before.
    pub is_joined: bool,
}

/// All bands of a plot, each over those before.
#[derive(PartialEq)]
pub struct Bands {
    /// Where they are, in points: whole pixels.
    rect: Rect,
    pixels_per_point: f32,
    edges: Vec<BandColumn>,
}

/// The picture that was made last, and what of.
#[derive(Clone)]
struct CachedPicture {
    of: Arc<Bands>,
    texture: TextureHandle,
    /// The parts of it that have something, which cover it from 0 to 1.
    parts: Arc<[Rect]>,
}

impl Bands {
    pub fn new(rect: Rect, pixels_per_point: f32) -> Self {
        Self { rect: rect.round_to_pixels(pixels_per_point), pixels_per_point, edges: Vec::new() }
    }

    pub fn add(&mut self, edge: BandColumn) {
        self.edges.push(edge);
    }

    /// Paints them. The id is that of the plot, and of no other one.
    pub fn paint(self, painter: &Painter, id: Id) {
        if self.edges.is_empty() || !self.rect.is_positive() {
            return;
        }
        let (ctx, rect) = (painter.ctx(), self.rect);
        let known: Option<CachedPicture> = ctx.data(|data| data.get_temp(id));
        let cached = known.filter(|known| *known.of == self).unwrap_or_else(|| {
            let picture = self.picture();
            let parts = parts(&picture).collect();
            let texture = ctx.load_texture("bands", picture, TextureOptions::NEAREST);
            let cached = CachedPicture { of: Arc::new(self), texture, parts };
            ctx.data_mut(|data| data.insert_temp(id, cached.clone()));
            cached
        });
        let mut mesh = Mesh::with_texture(cached.texture.id());
        let place = |at: Pos2| rect.min + at.to_vec2() * rect.size();
        for part in cached.parts.iter() {
            let part_rect = Rect::from_min_max(place(part.min), place(part.max));
            mesh.add_rect_with_uv(part_rect, *part, Color32::WHITE);
        }
        painter.add(Shape::mesh(mesh));
    }

    fn picture(&self) -> ColorImage {
        let size = (self.rect.size() * self.pixels_per_point).round();
        let size = [size.x as usize, size.y as usize];
        let mut image = ColorImage::filled(size, Color32::TRANSPARENT);
        let mut before: Option<&BandColumn> = None;
        for (place, edge) in self.edges.iter().enumerate() {
            let is_followed = self.edges.get(place + 1).is_some_and(|next| next.is_joined);
            match before.filter(|_| edge.is_joined) {
                Some(before) => self.join(&mut image, before, edge),
                // It is seen where it is alone.
                None if !is_followed => {
                    let half = edge.width * 0.5;
                    let ends = [edge.x - half, edge.x + half].map(|x| BandColumn { x, ..*edge });
                    self.join(&mut image, &ends[0], &ends[1]);
                }
                None => {}
            }
            before = Some(edge);
        }
        image
    }

    fn join(&self, image: &mut ColorImage, from: &BandColumn, to: &BandColumn) {
        let pixel = |x: f32| (x - self.rect.left()) * self.pixels_per_point;
        let [left, right] = [from.x, to.x].map(pixel);
        let first = (left - 0.5).ceil().max(0.0) as usize;
        let end = (right - 0.5).ceil().clamp(0.0, image.width() as f32) as usize;
        let ends = [from, to].map(|edge| {
            let half = edge.width * 0.5;
            [edge.y[0] - half, edge.y[1] + half]
                .map(|y| (y - self.rect.top()) * self.pixels_per_point)
        });
        for column in first..end {
            let along = (column as f32 + 0.5 - left) / (right - left);
            let y = [0, 1].map(|side| lerp(ends[0][side]..=ends[1][side], along));
            fill(image, column, y, to.colour);
        }
    }
}

/// The parts of a picture that have something: of each some columns, from the highest row to the lowest. What is
/// clear takes as long to be painted as what is not.
fn parts(image: &ColorImage) -> impl Iterator<Item = Rect> {
    const COLUMNS: usize = 16;
    let [width, height] = image.size;
    (0..width).step_by(COLUMNS).filter_map(move |first| {
        let end = (first + COLUMNS).min(width);
        let row = |row: usize| &image.pixels[row * width..][first..end];
        let is_drawn = |at: &usize| row(*at).iter().any(|pixel| *pixel != Color32::TRANSPARENT);
        let (top, bottom) = ((0..height).find(is_drawn)?, (0..height).rfind(is_drawn)?);
        let [left, right] = [first, end].map(|x| x as f32 / width as f32);
        let [top, bottom] = [top, bottom + 1].map(|y| y as f32 / height as f32);
        Some(Rect::from_min_max(pos2(left, top), pos2(right, bottom)))
    })
}

/// Fills a part of a column of pixels; those at its ends in proportion to what is of them.
fn fill(image: &mut ColorImage, column: usize, [top, bottom]: [f32; 2], colour: Color32) {
    let [width, height] = image.size;
    let first = top.floor().max(0.0) as usize;
    let end = bottom.ceil().clamp(0.0, height as f32) as usize;
    for row in first..end {
        let covered = bottom.min(row as f32 + 1.0) - top.max(row as f32);
        let pixel = &mut image.pixels[row * width + column];
        *pixel = if covered >= 1.0 && colour.is_opaque() {
            colour
        } else {
            pixel.blend(colour.gamma_multiply(covered.clamp(0.0, 1.0)))
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    fn edge(x: f32, y: [f32; 2], is_joined: bool) -> BandColumn {
        BandColumn { x, y, width: 2.0, colour: Color32::RED, is_joined }
    }

    /// How much of each row is red, in the column at a place in points.
    fn column(edges: &[BandColumn], x: f32, pixels_per_point: f32) -> Vec<f32> {
        let rect = Rect::from_min_size(pos2(100.0, 50.0), vec2(20.0, 8.0));
        let mut bands = Bands::new(rect, pixels_per_point);
        edges.iter().for_each(|edge| bands.add(*edge));
        let image = bands.picture();
        let column = ((x - 100.0) * pixels_per_point) as usize;
        let rows = 0..image.height();
        let red = rows.map(|row| f32::from(image[(column, row)].a()) / 255.0);
        red.map(|red| (red * 10.0).round() / 10.0).collect()
    }

    #[test]
    fn a_band_goes_from_its_values_by_half_a_line_and_between_columns_straight() {
        let band = [
            edge(100.0, [52.0, 54.0], false),
            edge(110.0, [52.0, 54.0], true),
            edge(114.0, [54.0, 56.0], true),
        ];
        let full = [0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0];
        assert_eq!(column(&band, 105.0, 1.0), full);
        assert_eq!(column(&band, 105.0, 2.0), full.map(|part| [part; 2]).concat());
        let slope = [0.0, 0.3, 1.0, 1.0, 1.0, 0.7, 0.0, 0.0];
        assert_eq!(column(&band, 111.0, 1.0), slope);
        assert_eq!(column(&band, 115.0, 1.0), [0.0; 8]);
    }

    #[test]
    fn a_gap_is_free_and_what_is_alone_is_as_wide_as_a_line() {
        let alone = [
            edge(102.0, [53.0, 53.0], false),
            edge(110.0, [-1e9, 53.0], false),
            edge(112.0, [40.0, f32::INFINITY], true),
        ];
        let dot = [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(column(&alone, 101.0, 1.0), dot);
        assert_eq!(column(&alone, 102.0, 1.0), dot);
        assert_eq!(column(&alone, 103.0, 1.0), [0.0; 8]);
        assert_eq!(column(&alone, 106.0, 1.0), [0.0; 8]);
        assert_eq!(column(&alone, 111.0, 1.0), [1.0; 8], "cut off at the plot");
    }
}
