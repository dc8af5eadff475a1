//! An image in memory, how a view is rendered into it, and its PNG output.

use std::borrow::Cow;
use std::io::{self, Write};

use glow::HasContext as _;

use super::RenderError;
use super::bound::bind;
use super::canvas::{Canvas, Viewport};
use super::indexed::IndexedPicture;
use super::renderer::Renderer;
use crate::scene::{DrawList, Rgba};

/// A picture: rows from top to bottom, four bytes a pixel, premultiplied by its opacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// `width * height * 4` bytes: red, green, blue, opacity.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// Draws a view into memory instead of a window. An error where the driver has no target of that size.
    pub fn draw(
        gl: &glow::Context,
        renderer: &mut Renderer,
        list: &DrawList,
        size: [u32; 2],
    ) -> Result<Self, RenderError> {
        Self::capture(gl, size, |viewport| renderer.draw(list, viewport))
    }

    /// What is drawn into memory instead of a window, by a context that is current.
    pub fn capture(
        gl: &glow::Context,
        [width, height]: [u32; 2],
        draw: impl FnOnce(Viewport),
    ) -> Result<Self, RenderError> {
        let too_large = || {
            RenderError::new(format!(
                "a picture of {width}x{height} pixels is larger than this driver can draw"
            ))
        };
        let side = |side: u32| i32::try_from(side).map_err(|_| too_large());
        let (w, h) = (side(width)?, side(height)?);
        // SAFETY: the context is current, as `Renderer` demands; the buffer has a byte for every part of every pixel.
        unsafe {
            if w.max(h) > gl.get_parameter_i32(glow::MAX_RENDERBUFFER_SIZE) {
                return Err(too_large());
            }
            let mut canvas = Canvas::new(gl, false)?;
            let viewport = Viewport::whole([w, h]);
            let complete = canvas.bind(gl, viewport);
            let mut picture = Self::empty([width, height]);
            if complete {
                draw(viewport);
                gl.pixel_store_i32(glow::PACK_ALIGNMENT, 1);
                let pixels = glow::PixelPackData::Slice(Some(&mut picture.rgba));
                gl.read_pixels(0, 0, w, h, glow::RGBA, glow::UNSIGNED_BYTE, pixels);
            }
            bind(gl, glow::FRAMEBUFFER, None);
            canvas.free(gl);
            if !complete {
                return Err(too_large());
            }
            flip(&mut picture.rgba, width as usize * 4);
            Ok(picture)
        }
    }

    pub fn empty([width, height]: [u32; 2]) -> Self {
        Self { width, height, rgba: vec![0; width as usize * height as usize * 4] }
    }

    /// Puts another picture into this one, so many pixels from the left and from the top, in place of what is there.
    /// What of it reaches beyond the right or the lower edge is left out.
    pub fn copy_from(&mut self, other: &Self, [left, top]: [u32; 2]) {
        let bytes = other.width.min(self.width.saturating_sub(left)) as usize * 4;
        let rows = other.height.min(self.height.saturating_sub(top)) as usize;
        for row in 0..rows {
            let from = row * other.width as usize * 4;
            let to = ((top as usize + row) * self.width as usize + left as usize) * 4;
            self.rgba[to..to + bytes].copy_from_slice(&other.rgba[from..from + bytes]);
        }
    }

    /// Lays another picture of the same size over this one.
    pub fn composite(&mut self, other: &Self) {
        for (pixel, over) in self.rgba.chunks_exact_mut(4).zip(other.rgba.chunks_exact(4)) {
            let left = u32::from(u8::MAX - over[3]);
            for (part, own) in pixel.iter_mut().zip(over) {
                let kept = (u32::from(*part) * left + 127) / 255;
                *part = (kept + u32::from(*own)).min(255) as u8;
            }
        }
    }

    /// Lays a colour over a pixel, of which this part is covered. Beyond the edges there is none.
    pub(super) fn lay_over(&mut self, [x, y]: [i32; 2], colour: Rgba, coverage: f32) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
        if x >= self.width || y >= self.height {
            return;
        }
        let alpha = coverage.clamp(0.0, 1.0) * f32::from(colour[3]) / 255.0;
        let at = (y as usize * self.width as usize + x as usize) * 4;
        let pixel = &mut self.rgba[at..at + 4];
        for (part, own) in pixel.iter_mut().zip([colour[0], colour[1], colour[2], 255]) {
            *part = (f32::from(own) * alpha + f32::from(*part) * (1.0 - alpha) + 0.5) as u8;
        }
    }

    /// Pictures of one height in one, from left to right.
    pub fn side_by_side(pictures: &[Self]) -> Self {
        let height = pictures.first().map_or(0, |picture| picture.height);
        let width = pictures.iter().map(|picture| picture.width).sum();
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for row in 0..height as usize {
            for picture in pictures {
                let bytes = picture.width as usize * 4;
                rgba.extend(&picture.rgba[row * bytes..(row + 1) * bytes]);
            }
        }
        Self { width, height, rgba }
    }

    /// Writes the picture as PNG, which keeps opacity apart from colour.
    pub fn write_png(&self, to: impl Write) -> io::Result<()> {
        let mut encoder = png::Encoder::new(to, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        // Trying all filters for each row saves a tenth of the file, and costs more time than drawing it.
        encoder.set_filter(png::Filter::Up);
        let mut writer = encoder.write_header().map_err(io_error)?;
        writer.write_image_data(&self.straight()).map_err(io_error)?;
        writer.finish().map_err(io_error)
    }

    /// The bytes of a PNG for a page: with a palette of 256 colours where that is smaller.
    pub fn small_png(&self) -> io::Result<Vec<u8>> {
        let (mut full, mut indexed) = (Vec::new(), Vec::new());
        self.write_png(&mut full)?;
        self.write_indexed_png(&mut indexed)?;
        Ok(if indexed.len() < full.len() { indexed } else { full })
    }

    fn write_indexed_png(&self, to: impl Write) -> io::Result<()> {
        let IndexedPicture { palette, indices } = IndexedPicture::new(self.rgba.as_chunks().0);
        let palette: Vec<[u8; 4]> = palette.into_iter().map(straight).collect();
        let mut encoder = png::Encoder::new(to, self.width, self.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(
            palette
                .iter()
                .flat_map(|colour| [colour[0], colour[1], colour[2]])
                .collect::<Vec<u8>>(),
        );
        encoder.set_trns(palette.iter().map(|colour| colour[3]).collect::<Vec<u8>>());
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().map_err(io_error)?;
        writer.write_image_data(&indices).map_err(io_error)?;
        writer.finish().map_err(io_error)
    }

    /// Four bytes a pixel whose colours are not multiplied by opacity.
    pub fn straight(&self) -> Cow<'_, [u8]> {
        let pixels = self.rgba.as_chunks::<4>().0;
        if pixels.iter().all(|pixel| pixel[3] == u8::MAX) {
            return Cow::Borrowed(&self.rgba);
        }
        Cow::Owned(pixels.iter().copied().flat_map(straight).collect())
    }
}

/// A colour without its opacity in it.
fn straight(pixel: [u8; 4]) -> [u8; 4] {
    let [red, green, blue, alpha] = pixel;
    if matches!(alpha, 0 | u8::MAX) {
        return pixel;
    }
    let part = |part: u8| (u32::from(part) * 255 / u32::from(alpha)).min(255) as u8;
    [part(red), part(green), part(blue), alpha]
}

/// The error of the writer itself, so that a closed pipe is known for one.
pub(super) fn io_error(error: png::EncodingError) -> io::Error {
    match error {
        png::EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}

/// OpenGL's rows come from bottom to top.
fn flip(bytes: &mut [u8], row: usize) {
    let mut rows = bytes.chunks_exact_mut(row);
    while let (Some(top), Some(bottom)) = (rows.next(), rows.next_back()) {
        top.swap_with_slice(bottom);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_swaps_the_rows() {
        let mut bytes = [1, 1, 2, 2, 3, 3];
        flip(&mut bytes, 2);
        assert_eq!(bytes, [3, 3, 2, 2, 1, 1]);
    }

    #[test]
    fn pictures_side_by_side_keep_their_rows() {
        let picture = |width: u32, value: u8| Picture {
            width,
            height: 2,
            rgba: vec![value; width as usize * 8],
        };
        let both = Picture::side_by_side(&[picture(1, 1), picture(2, 2)]);
        assert_eq!((both.width, both.height), (3, 2));
        let row = [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2];
        assert_eq!(both.rgba, [row, row].concat());
    }

    #[test]
    fn a_picture_over_another_one_covers_it_as_far_as_it_is_opaque() {
        let picture = |pixels: [[u8; 4]; 3]| Picture { width: 3, height: 1, rgba: pixels.concat() };
        let mut below = picture([[10, 20, 30, 255]; 3]);
        below.composite(&picture([[0; 4], [100, 0, 0, 128], [1, 2, 3, 255]]));
        assert_eq!(below, picture([[10, 20, 30, 255], [105, 10, 15, 255], [1, 2, 3, 255]]));
    }

    #[test]
    fn a_png_reads_back_with_straight_colours() {
        let picture = Picture { width: 2, height: 1, rgba: vec![100, 50, 0, 128, 9, 8, 7, 255] };
        let mut bytes = Vec::new();
        picture.write_png(&mut bytes).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; 8];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, [199, 99, 0, 128, 9, 8, 7, 255]);
    }

    /// The pixels of a PNG as four bytes each, and whether it has a palette.
    fn decoded(png: Vec<u8>) -> (Vec<u8>, bool) {
        let mut decoder = png::Decoder::new(io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::ALPHA);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        (pixels, reader.info().palette.is_some())
    }

    #[test]
    fn a_small_png_has_a_palette_where_that_is_smaller_and_straight_colours() {
        let row = [[100, 50, 0, 128], [9, 8, 7, 255], [0; 4], [3, 3, 3, 255]];
        let large =
            Picture { width: 256, height: 64, rgba: [row; 64 * 64].as_flattened().concat() };
        let (pixels, has_palette) = decoded(large.small_png().unwrap());
        assert!(has_palette && pixels == *large.straight());
        // A palette of as many colours as there are pixels only adds to them.
        let noise = Picture { width: 4, height: 1, rgba: row.concat() };
        let (pixels, has_palette) = decoded(noise.small_png().unwrap());
        assert!(!has_palette && pixels == *noise.straight());
    }
}
