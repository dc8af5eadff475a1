//! What follows a key in the header of a CSM file.

use super::super::scanner::{Word, plain};
use super::super::text::{is_blank, is_line_end};

/// All that follows a key, up to the next one.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    pub text: &'a [u8],
    /// The byte it starts at.
    pub at: usize,
}

impl<'a> Value<'a> {
    /// The value at byte `at`. In a text such as a comment, the `$` of a key counts at the start of
    /// its line; in a list also behind a word.
    pub fn at(text: &'a [u8], at: usize, is_list: bool) -> Self {
        let mut end = at;
        let mut is_start = is_list;
        while let Some(&byte) = text.get(end).filter(|&&b| b != b'$' || !is_start) {
            let is_end = is_line_end(byte);
            is_start = is_end || is_blank(byte) && (is_start || is_list);
            end += 1;
        }
        let text = &text[at..end];
        Self { text, at }
    }

    /// Its words in one line.
    pub fn shown(self) -> String {
        let mut shown = String::with_capacity(self.text.len());
        for word in self.words() {
            if !shown.is_empty() {
                shown.push(' ');
            }
            shown += &plain(word.text);
        }
        shown
    }

    /// Its words; no brace parts them.
    pub fn words(self) -> impl Iterator<Item = Word<'a>> {
        let mut next = self.at;
        self.text.split(|&b| is_blank(b)).filter_map(move |text| {
            let at = next;
            next += text.len() + 1;
            (!text.is_empty()).then_some(Word { text, at })
        })
    }
}
