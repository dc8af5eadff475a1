//! A typeface whose glyphs are drawn: that of the interface, or one of the system for characters that it lacks.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use ab_glyph::{Font as _, FontRef, GlyphId, OutlinedGlyph, PxScale, point};
use harfrust::{ShapeOptions, ShaperData, UnicodeBuffer};

use crate::fonts;

/// The font of the window's headings.
const INTER: &[u8] = include_bytes!("../../assets/fonts/Inter-SemiBold-tnum.otf");

/// A font at any size, with the tables by which its letters join.
pub(super) struct Typeface {
    outlines: FontRef<'static>,
    tables: harfrust::FontRef<'static>,
    shaper: ShaperData,
}

/// A glyph of a run. Lengths are in parts of the size, from one line to the next without extra space.
pub(super) struct ShapedGlyph {
    pub id: GlyphId,
    /// The byte of the run at which its grapheme cluster begins.
    pub cluster: usize,
    /// How far behind it the next one begins.
    pub advance: f32,
    /// How far to the right, and how far up, it is moved.
    pub offset: [f32; 2],
}

impl Typeface {
    /// That of the interface, in the weight of its headings.
    pub fn interface() -> &'static Self {
        static OWN: LazyLock<Typeface> =
            LazyLock::new(|| Typeface::of(INTER, 0).expect("the font is part of the program"));
        &OWN
    }

    /// One of the system that has the first character of a grapheme cluster. It is kept until the program ends.
    pub fn of_system(cluster: &str) -> Option<&'static Self> {
        type Found<K> = HashMap<K, Option<&'static Typeface>>;
        static FOUND: Mutex<Option<(Found<char>, Found<String>)>> = Mutex::new(None);
        let first = cluster.chars().next()?;
        let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        let (by_character, by_name) = found.get_or_insert_default();
        *by_character.entry(first).or_insert_with(|| {
            let font = fonts::font_for(cluster)?;
            *by_name.entry(font.name).or_insert_with(|| {
                let index = font.data.index;
                // Mapped, and shared with whoever else uses it.
                let bytes = &**Box::leak(Box::new(font.data.font));
                let typeface = Self::of(bytes.as_ref(), index)?;
                Some(Box::leak(Box::new(typeface)))
            })
        })
    }

    fn of(bytes: &'static [u8], index: u32) -> Option<Self> {
        let tables = harfrust::FontRef::from_index(bytes, index).ok()?;
        Some(Self {
            outlines: FontRef::try_from_slice_and_index(bytes, index).ok()?,
            shaper: ShaperData::new(&tables),
            tables,
        })
    }

    fn units(&self) -> f32 {
        self.outlines.units_per_em().unwrap_or(1000.0)
    }

    /// Whether it has a glyph for a character.
    pub fn has(&self, c: char) -> bool {
        self.outlines.glyph_id(c).0 != 0
    }

    /// The glyph of a character by itself, and how far behind it the next one begins.
    pub fn glyph(&self, c: char) -> (GlyphId, f32) {
        let id = self.outlines.glyph_id(c);
        (id, self.outlines.h_advance_unscaled(id) / self.units())
    }

    /// The glyphs of a run, from left to right, as its letters join.
    pub fn shape(&self, run: &str) -> Vec<ShapedGlyph> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(run);
        buffer.guess_segment_properties();
        let shaper = self.shaper.shaper(&self.tables).build();
        let units = shaper.units_per_em() as f32;
        let shaped = shaper.shape(buffer, ShapeOptions::new());
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
        let glyphs = glyphs.map(|(glyph, position)| ShapedGlyph {
            id: GlyphId(glyph.glyph_id as u16),
            cluster: glyph.cluster as usize,
            advance: position.x_advance as f32 / units,
            offset: [position.x_offset, position.y_offset].map(|offset| offset as f32 / units),
        });
        glyphs.collect()
    }

    /// A glyph at a place in pixels; `None` where there is nothing of it to see, or it is a picture.
    pub fn outline(&self, id: GlyphId, size: f32, [x, y]: [f32; 2]) -> Option<OutlinedGlyph> {
        let scale = PxScale::from(size * self.outlines.height_unscaled() / self.units());
        let glyph = id.with_scale_and_position(scale, point(x, y));
        self.outlines.outline_glyph(glyph)
    }
}
