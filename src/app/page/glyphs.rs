//! Characters that the fonts of the program lack, as the browser draws them: it has fonts for most scripts.

use egui::epaint::text::{GlyphBitmap, GlyphRasterizer, GlyphRasterizerRequest, RasterizedGlyph};
use egui::{Color32, ColorImage, FontFamily, Vec2};

use crate::platform;

/// No character is larger, in pixels.
const MOST: f32 = 512.0;

/// What draws them.
pub fn of_the_browser() -> GlyphRasterizer {
    GlyphRasterizer::new("browser", draw)
}

fn draw(request: &GlyphRasterizerRequest<'_>) -> Option<RasterizedGlyph> {
    let GlyphRasterizerRequest { cluster, family, font_size_px, subpixel_offset_px } = request;
    if cluster.trim().is_empty() || !(1.0..MOST).contains(font_size_px) {
        return None;
    }
    let family =
        if *family == &FontFamily::Monospace { "monospace" } else { "system-ui, sans-serif" };
    let font = format!("{font_size_px}px {family}");
    let drawn = platform::glyph(cluster, &font, *subpixel_offset_px)?;
    let (numbers, _) = drawn.as_chunks::<4>();
    let [width, height, left, top, advance, is_color, pixels @ ..] = numbers else { return None };
    let [width, height, is_color] = [width, height, is_color].map(|it| u32::from_le_bytes(*it));
    let [left, top, advance] = [left, top, advance].map(|it| f32::from_le_bytes(*it));
    let size = [width as usize, height as usize];
    let pixels = pixels.iter().map(|[r, g, b, a]| Color32::from_rgba_unmultiplied(*r, *g, *b, *a));
    let image = ColorImage::new(size, pixels.collect());
    let bitmap = GlyphBitmap { image, offset_px: Vec2::new(left, top), is_color: is_color == 1 };
    Some(RasterizedGlyph { bitmap, advance_px: advance })
}
