//! Fonts for characters that those of the program lack, in a browser: it has them, and draws them itself.

use epaint::text::{FallbackRequest, FontInsert, FontProvider};

/// A browser tells no font.
pub struct SystemFonts;

impl FontProvider for SystemFonts {
    fn font_for(&self, _: &FallbackRequest<'_>) -> Option<FontInsert> {
        None
    }
}

/// None: the browser draws what is missing.
pub fn font_for(_: &str) -> Option<FontInsert> {
    None
}

/// Nothing is listed.
pub fn expect<'a>(_: impl IntoIterator<Item = &'a str>) {}
