//! The custom glyphs for characters that egui's widgets use and the fonts lack, and a box for what no font has.

use egui::epaint::text::{GlyphBitmap, GlyphRasterizer, RasterizedGlyph};
use egui::{Color32, ColorImage, vec2};

/// The sign on the colour picker's button that copies: two sheets, one over the other.
pub fn copy_sign() -> GlyphRasterizer {
    GlyphRasterizer::new("rushes copy sign", |request| {
        (request.cluster == "📋").then(|| two_sheets(request.font_size_px))
    })
}

/// A box for a character that no font has: nothing would look as if the name were shorter.
pub fn missing() -> GlyphRasterizer {
    GlyphRasterizer::new("rushes missing glyph", |request| Some(hollow_box(request.font_size_px)))
}

fn hollow_box(font_size: f32) -> RasterizedGlyph {
    let [width, height] = [0.52, 0.72].map(|part| (font_size * part).round().max(3.0) as usize);
    let line = (font_size / 14.0).round().max(1.0) as usize;
    let mut image = ColorImage::filled([width, height], Color32::TRANSPARENT);
    for y in 0..height {
        for x in 0..width {
            let edge = x.min(width - 1 - x).min(y).min(height - 1 - y);
            if edge < line {
                image[(x, y)] = Color32::WHITE;
            }
        }
    }
    let beside = (font_size * 0.07).round();
    RasterizedGlyph {
        bitmap: GlyphBitmap { image, offset_px: vec2(beside, -(height as f32)), is_color: false },
        advance_px: width as f32 + 2.0 * beside,
    }
}

fn two_sheets(font_size: f32) -> RasterizedGlyph {
    let side = (font_size * 0.9).round().max(6.0) as usize;
    let line = (side / 10).max(1);
    let sheet = side * 2 / 3;
    let mut image = ColorImage::filled([side, side], Color32::TRANSPARENT);
    for y in 0..side {
        for x in 0..side {
            let on_edge = |corner: usize| {
                let (x, y) = (x.checked_sub(corner)?, y.checked_sub(corner)?);
                let last = sheet - 1;
                let (right, bottom) = (last.checked_sub(x)?, last.checked_sub(y)?);
                Some(x.min(y).min(right).min(bottom) < line)
            };
            // The lower right sheet hides what is behind it.
            let far = side - sheet;
            if on_edge(far).or_else(|| on_edge(0)) == Some(true) {
                image[(x, y)] = Color32::WHITE;
            }
        }
    }
    RasterizedGlyph {
        bitmap: GlyphBitmap {
            image,
            // It stands on the line that letters stand on.
            offset_px: vec2(0.0, -(side as f32)),
            is_color: false,
        },
        advance_px: side as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_has_two_sheets_at_every_size() {
        for size in [1.0, 9.0, 13.0, 26.0, 52.5] {
            let glyph = two_sheets(size).bitmap.image;
            let side = glyph.size[0];
            let lit = |x, y| glyph[(x, y)] == Color32::WHITE;
            assert!(lit(0, 0) && lit(side - 1, side - 1), "{size}");
            assert!(!lit(side - 1, 0) && !lit(0, side - 1), "{size}");
        }
    }
}
