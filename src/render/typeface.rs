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

/// A glyph of a text. Lengths are in parts of the size, from one line to the next without extra space.
pub(super) struct Glyph {
    /// What draws it; `None` for a character that no font has.
    pub typeface: Option<&'static Typeface>,
    pub id: GlyphId,
    /// The byte of the text at which its grapheme cluster begins.
    pub cluster: usize,
    /// How far behind it the next one begins.
    pub advance: f32,
    /// How far to the right, and how far up, it is moved.
    pub offset: [f32; 2],
}

impl Typeface {
    pub fn interface() -> &'static Self {
        static OWN: LazyLock<Typeface> =
            LazyLock::new(|| Typeface::parse(INTER, 0).expect("the font is part of the program"));
        &OWN
    }

    /// One of the system that has the first character of a grapheme cluster. It is kept until the program ends.
    pub fn for_cluster(cluster: &str) -> Option<&'static Self> {
        type Cache<K> = HashMap<K, Option<&'static Typeface>>;
        static CACHE: Mutex<Option<(Cache<char>, Cache<String>)>> = Mutex::new(None);
        let first = cluster.chars().next()?;
        let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        let (by_character, by_name) = cache.get_or_insert_default();
        *by_character.entry(first).or_insert_with(|| {
            let font = fonts::font_for(cluster)?;
            *by_name.entry(font.name).or_insert_with(|| {
                let index = font.data.index;
                // Mapped, and shared with whoever else uses it.
                let bytes = &**Box::leak(Box::new(font.data.font));
                Some(Box::leak(Box::new(Self::parse(bytes.as_ref(), index)?)))
            })
        })
    }

    fn parse(bytes: &'static [u8], index: u32) -> Option<Self> {
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

    pub fn has(&self, c: char) -> bool {
        self.outlines.glyph_id(c).0 != 0
    }

    /// The glyph of a character by itself.
    pub fn glyph(&'static self, c: char) -> Glyph {
        let id = self.outlines.glyph_id(c);
        let advance = self.outlines.h_advance_unscaled(id) / self.units();
        Glyph { typeface: Some(self), id, cluster: 0, advance, offset: [0.0; 2] }
    }

    /// The glyphs of a run, from left to right, as its letters join.
    pub fn shape(&'static self, run: &str) -> Vec<Glyph> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(run);
        buffer.guess_segment_properties();
        let shaper = self.shaper.shaper(&self.tables).build();
        let units = shaper.units_per_em() as f32;
        let shaped = shaper.shape(buffer, ShapeOptions::new());
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
        let glyphs = glyphs.map(|(glyph, position)| Glyph {
            typeface: Some(self),
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
        self.outlines.outline_glyph(id.with_scale_and_position(scale, point(x, y)))
    }
}
