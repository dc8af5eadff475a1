//! A word of a text with its place, and how words and names are shown.

use super::number::double;
use crate::take::{Place, WarningCode, Warnings, cut_text, in_one_line};

#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub text: &'a [u8],
    pub at: usize,
}

impl Word<'_> {
    /// Compares in any case.
    pub fn is(&self, keyword: &str) -> bool {
        self.text.eq_ignore_ascii_case(keyword.as_bytes())
    }

    pub fn number(&self) -> Option<f64> {
        double(self.text)
    }

    pub fn quoted(&self) -> String {
        quoted(self.text)
    }

    /// As an error shows it without quotes.
    pub fn shown(&self) -> String {
        shown(self.text)
    }
}

/// A word or name as an error quotes it.
pub(super) fn quoted(text: &[u8]) -> String {
    format!("\"{}\"", shown(text))
}

/// As much of a text as an error shows, in printable characters: damaged files have words of a
/// megabyte, and what a terminal would obey.
pub(super) fn shown(text: &[u8]) -> String {
    const MAX_SHOWN: usize = 40;
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * (MAX_SHOWN + 1))]);
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}

/// No name has more characters: each is laid out where it shows, and damaged files have names of
/// megabytes.
pub(super) const MAX_NAME: usize = 256;

/// A name as lists show it: in one line, with a dot for what a terminal would obey, and no longer than
/// [`MAX_NAME`].
pub(super) fn plain(text: &[u8]) -> String {
    plain_text(&String::from_utf8_lossy(text))
}

/// [`plain`] for a text that is decoded.
pub(super) fn plain_text(text: &str) -> String {
    let mut name = text.trim().to_string();
    cut_text(&mut name, MAX_NAME);
    in_one_line(&name)
}

/// Warns where a name, as [`plain`] gives it, is not the whole of what the file has.
pub(super) fn warn_of_name(name: &str, place: impl Fn() -> Place, warnings: &mut Warnings) {
    if name.chars().nth(MAX_NAME).is_some() {
        let message =
            format!("a name is longer than {MAX_NAME} characters: it is cut there, and ends in …");
        warnings.add_at(WarningCode::NameRepaired, &place, message);
    }
    if name.contains(char::REPLACEMENT_CHARACTER) {
        let message = "a name is not in UTF-8: what cannot be read of it shows as \u{fffd}";
        warnings.add_at(WarningCode::NameRepaired, place, message);
    }
}
