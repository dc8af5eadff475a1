//! Animated PNG: all colours and opacity, and of each picture only the part that has changed.

use std::io::{self, Write};

use super::{FilmRate, changed_part};
use crate::render::picture::{Picture, io_error};

pub struct ApngFilm<W: Write> {
    writer: png::Writer<W>,
    width: usize,
    before: Vec<u8>,
}

impl<W: Write> ApngFilm<W> {
    /// Begins one of so many pictures, all of one size; it plays again and again.
    pub fn begin(
        out: W,
        [width, height]: [u32; 2],
        rate: FilmRate,
        pictures: u32,
    ) -> io::Result<Self> {
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_animated(pictures, 0).map_err(io_error)?;
        let [over, under] = rate.frame_time();
        encoder.set_frame_delay(over, under).map_err(io_error)?;
        let writer = encoder.write_header().map_err(io_error)?;
        Ok(Self { writer, width: width as usize, before: Vec::new() })
    }

    pub fn add(&mut self, picture: &Picture) -> io::Result<()> {
        let straight = picture.straight();
        if self.before.is_empty() {
            self.writer.write_image_data(&straight).map_err(io_error)?;
        } else {
            let before = self.before.as_chunks::<4>().0;
            let [columns, rows] = changed_part(straight.as_chunks::<4>().0, before, self.width);
            let [left, top, wide, high] =
                [columns.start, rows.start, columns.len(), rows.len()].map(|n| n as u32);
            // A part that was larger may not stand where the next one begins.
            self.writer.reset_frame_position().map_err(io_error)?;
            self.writer.set_frame_dimension(wide, high).map_err(io_error)?;
            self.writer.set_frame_position(left, top).map_err(io_error)?;
            let lines = rows
                .map(|y| &straight[4 * (y * self.width + columns.start)..][..4 * wide as usize]);
            let part: Vec<u8> = lines.flatten().copied().collect();
            self.writer.write_image_data(&part).map_err(io_error)?;
        }
        self.before = straight.into_owned();
        Ok(())
    }

    pub fn finish(self) -> io::Result<()> {
        self.writer.finish().map_err(io_error)
    }
}
