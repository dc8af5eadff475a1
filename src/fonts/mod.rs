//! The fonts of the system, for characters that those of the program lack: they are looked for when the first one is met.

use std::sync::LazyLock;

use egui_system_font_provider::SystemFontProvider;
use epaint::text::{FallbackRequest, FontFamily, FontInsert, FontProvider};

/// What finds them. It lists what is installed first, which takes up to some hundred milliseconds.
static INSTALLED: LazyLock<SystemFontProvider> = LazyLock::new(SystemFontProvider::new);

/// The fonts of the system behind those of the interface.
pub struct SystemFonts;

impl FontProvider for SystemFonts {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        INSTALLED.font_for(request)
    }
}

/// A font with a glyph for the first character of a grapheme cluster; `None` where none is installed.
pub fn font_for(cluster: &str) -> Option<FontInsert> {
    SystemFonts.font_for(&FallbackRequest { cluster, family: &FontFamily::Proportional })
}

/// Has the fonts listed where one of these texts will need them, so that no redraw waits for it. The list is made on a thread
/// of its own.
pub fn expect<'a>(texts: impl IntoIterator<Item = &'a str>) {
    /// The fonts of the program have Latin, Greek and Cyrillic letters.
    const LAST: char = '\u{52f}';
    let is_other = |c: char| c > LAST && c.is_alphabetic();
    if texts.into_iter().any(|text| text.chars().any(is_other)) {
        LazyLock::force(&INSTALLED);
    }
}
