//! How the value of a key in the header of a CSM file is read.

use super::super::line::Line;
use super::super::scanner::plain;
use super::super::text::{is_blank, is_line_end};

/// All that follows a key at byte `at`, up to the next one. In a text such as a comment, the `$` of a key
/// counts at the start of its line; in a list also behind a word.
pub(super) fn value(text: &[u8], at: usize, is_list: bool) -> Line<'_> {
    let mut end = at;
    let mut is_start = is_list;
    while let Some(&byte) = text.get(end).filter(|&&b| b != b'$' || !is_start) {
        let is_end = is_line_end(byte);
        is_start = is_end || is_blank(byte) && (is_start || is_list);
        end += 1;
    }
    let text = &text[at..end];
    Line { text, at }
}

/// The words of a value in one line.
pub(super) fn shown(value: Line<'_>) -> String {
    let mut shown = String::with_capacity(value.text.len());
    for word in value.words() {
        if !shown.is_empty() {
            shown.push(' ');
        }
        shown += &plain(word.text);
    }
    shown
}
