//! GIF: one palette for the whole film, and of each picture only what has changed.
//!
//! The palette is that of the first picture, chosen by the `color_quant` crate: every picture has the same background
//! and the same figure, so that one palette serves them all and nothing flickers.

use std::borrow::Cow;
use std::io::{self, Write};

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::{FilmRate, changed_part};
use crate::render::picture::Picture;

/// How many of the pixels are looked at for the palette: one in so many.
const SAMPLING: i32 = 10;

/// Colours of a palette; one more is for what is not drawn.
const COLOURS: usize = 255;
const TRANSPARENT: u8 = 255;

/// A pixel of less opacity is not drawn.
const OPAQUE: u8 = 128;

/// How many bits of each part of a colour tell it apart.
const BITS: u32 = 6;

pub struct GifFilm<W: Write> {
    encoder: Encoder<W>,
    rate: FilmRate,
    size: [u16; 2],
    palette: Palette,
    before: Vec<u8>,
    count: usize,
}

/// The colours of a film, and the index of each colour that was met.
struct Palette {
    colours: NeuQuant,
    indices: Vec<Option<u8>>,
}

impl Palette {
    fn new(pixels: &[u8]) -> Self {
        Self {
            colours: NeuQuant::new(SAMPLING, COLOURS, pixels),
            indices: vec![None; 1 << (3 * BITS)],
        }
    }

    fn index(&mut self, pixel: &[u8; 4]) -> u8 {
        if pixel[3] < OPAQUE {
            return TRANSPARENT;
        }
        let part = |i: usize| usize::from(pixel[i] >> (8 - BITS));
        let at = part(0) << (2 * BITS) | part(1) << BITS | part(2);
        let colours = &self.colours;
        *self.indices[at]
            .get_or_insert_with(|| colours.index_of(&[pixel[0], pixel[1], pixel[2], 255]) as u8)
    }
}

impl<W: Write> GifFilm<W> {
    /// Begins a GIF whose pictures look like the first, and which repeats. An error where it has no room for the size.
    pub fn begin(out: W, first: &Picture, rate: FilmRate) -> io::Result<Self> {
        let too_large = |_| io::Error::other("a GIF has at most 65,535 pixels a side");
        let side = |side: u32| u16::try_from(side).map_err(too_large);
        let size = [side(first.width)?, side(first.height)?];
        let palette = Palette::new(&first.straight());
        let mut colours = palette.colours.color_map_rgb();
        colours.resize(3 * COLOURS, 0);
        colours.extend([0; 3]);
        let mut encoder = Encoder::new(out, size[0], size[1], &colours).map_err(io_error)?;
        encoder.set_repeat(Repeat::Infinite).map_err(io_error)?;
        Ok(Self { encoder, rate, size, palette, before: Vec::new(), count: 0 })
    }

    pub fn add(&mut self, picture: &Picture) -> io::Result<()> {
        let straight = picture.straight();
        let pixels = straight.as_chunks::<4>().0;
        let indices: Vec<u8> = pixels.iter().map(|pixel| self.palette.index(pixel)).collect();
        let [begin, end] = [self.count, self.count + 1].map(|n| self.rate.hundredths(n));
        let has_holes = indices.contains(&TRANSPARENT) || self.before.contains(&TRANSPARENT);
        let mut frame = if self.before.is_empty() || has_holes {
            // What shows through has to go before the next picture comes.
            Frame {
                width: self.size[0],
                height: self.size[1],
                dispose: if has_holes { DisposalMethod::Background } else { DisposalMethod::Keep },
                buffer: Cow::Owned(indices.clone()),
                ..Frame::default()
            }
        } else {
            self.changed_frame(&indices)
        };
        frame.delay = (end - begin) as u16;
        frame.transparent = Some(TRANSPARENT);
        self.encoder.write_frame(&frame).map_err(io_error)?;
        self.before = indices;
        self.count += 1;
        Ok(())
    }

    /// The part of a picture that is not as before, in which what is as before is not drawn again.
    fn changed_frame(&self, indices: &[u8]) -> Frame<'static> {
        let width = usize::from(self.size[0]);
        let [columns, rows] = changed_part(indices, &self.before, width);
        let [left, top, wide, high] =
            [columns.start, rows.start, columns.len(), rows.len()].map(|n| n as u16);
        let pixels = rows.flat_map(|y| columns.clone().map(move |x| y * width + x));
        let part =
            pixels.map(|at| if indices[at] == self.before[at] { TRANSPARENT } else { indices[at] });
        Frame {
            left,
            top,
            width: wide,
            height: high,
            dispose: DisposalMethod::Keep,
            buffer: Cow::Owned(part.collect()),
            ..Frame::default()
        }
    }
}

fn io_error(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}
