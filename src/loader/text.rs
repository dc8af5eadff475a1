//! Byte-level text helpers: blanks, ends of words and lines, and the place of a byte.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memchr2_iter};

use crate::take::Place;

/// Whether a byte separates words: a blank, a line end, or any other control character.
#[inline(always)]
pub(super) fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

/// Whether a byte separates words or is `END`, which parts values; where that is `]`, what parts values in JSON.
#[inline(always)]
pub(super) fn is_blank_or<const END: u8>(byte: u8) -> bool {
    is_blank(byte) || byte == END || END == b']' && (byte == b',' || byte == b'}')
}

/// Whether a text begins like JSON: with an object, or a list of them or of lists.
pub(super) fn is_json(text: &[u8]) -> bool {
    let mut letters = without_mark(text).iter().filter(|&&b| !is_blank(b));
    match letters.next() {
        Some(b'{') => true,
        Some(b'[') => letters.next().is_some_and(|b| b"{[".contains(b)),
        _ => false,
    }
}

/// Whether a byte ends a line, or is the first of two that do.
#[inline(always)]
pub(super) fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Past what separates words, line ends too.
#[inline(always)]
pub(super) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|&b| is_blank(b)) {
        at += 1;
    }
    at
}

/// Past what separates the words of a line.
#[inline(always)]
pub(super) fn skip_spaces(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|&b| is_blank(b) && !is_line_end(b)) {
        at += 1;
    }
    at
}

pub(super) fn word_end(text: &[u8], at: usize) -> usize {
    let len = text[at..].iter().position(|&b| is_blank(b));
    len.map_or(text.len(), |len| at + len)
}

/// The word that byte `at` is in, as far as it goes within `max` bytes to both sides.
pub(super) fn word_around(
    text: &[u8],
    at: usize,
    max: usize,
    is_between: impl Fn(u8) -> bool,
) -> Range<usize> {
    let is_inside = |b: &&u8| !is_between(**b);
    let before = text[..at].iter().rev().take(max).take_while(is_inside).count();
    let behind = text[at..].iter().take(max).take_while(is_inside).count();
    at - before..at + behind
}

pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    memchr2(b'\n', b'\r', &text[at..]).map_or(text.len(), |len| at + len)
}

/// The line and column of a byte, counted from 1; a lone carriage return ends a line too.
pub(super) fn place_of(text: &[u8], offset: usize) -> Place {
    let offset = offset.min(text.len());
    let ahead = memchr2_iter(b'\n', b'\r', &text[..offset]);
    let line = 1 + ahead.filter(|&at| ends_line(text, at)).count();
    let start = line_start(text, offset);
    let before = without_mark(&text[start..offset]);
    let column = before.utf8_chunks().fold(1, |column, chunk| {
        column + chunk.valid().chars().count() + usize::from(!chunk.invalid().is_empty())
    });
    Place::Text { line, column }
}

/// Without the UTF-8 byte order mark, which editors do not count as a column.
pub(super) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// The beginning of the line that byte `offset` is in.
pub(super) fn line_start(text: &[u8], offset: usize) -> usize {
    text[..offset].iter().rposition(|&b| is_line_end(b)).map_or(0, |i| i + 1)
}

/// The beginning of the first line at or behind byte `at`.
pub(super) fn next_line(text: &[u8], at: usize) -> usize {
    let begins_line = |&at: &usize| match at.checked_sub(1).map(|before| text[before]) {
        None | Some(b'\n') => true,
        Some(b'\r') => text[at] != b'\n',
        Some(_) => false,
    };
    (at..text.len()).find(begins_line).unwrap_or(text.len())
}

/// How many bytes the end of a line takes.
pub(super) fn line_end_len(text: &[u8]) -> usize {
    match text {
        [b'\r', b'\n', ..] => 2,
        [] => 0,
        _ => 1,
    }
}

/// Whether a carriage return or a line feed ends its line; of two, the second one does.
fn ends_line(text: &[u8], at: usize) -> bool {
    text[at] == b'\n' || text.get(at + 1) != Some(&b'\n')
}

/// How many lines there are, one that has no line end included.
///
/// Counted in wide registers, which going from end to end is not: that takes a seventh of the time in
/// which an AMC is loaded.
pub(super) fn count_lines(text: &[u8]) -> usize {
    let ends = memchr_iter(b'\n', text).count();
    let alone = match memchr(b'\r', text) {
        None => 0,
        Some(_) => text.windows(2).filter(|pair| pair[0] == b'\r' && pair[1] != b'\n').count(),
    };
    // A last carriage return ends a line as well as the end of the text does.
    ends + alone + usize::from(text.last().is_some_and(|&byte| byte != b'\n'))
}

/// Where line `number` begins, counted from 0; the text's end where it has fewer lines.
pub(super) fn nth_line(text: &[u8], number: usize) -> usize {
    let Some(before) = number.checked_sub(1) else { return 0 };
    let mut ends = memchr2_iter(b'\n', b'\r', text).filter(|&at| ends_line(text, at));
    ends.nth(before).map_or(text.len(), |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_way() {
        for (text, count) in [
            ("", 0),
            ("a", 1),
            ("a\n", 1),
            ("a\nb", 2),
            ("a\r\nb\r\n", 2),
            ("a\rb\n\nc\r", 4),
            ("\n\r\n\r", 3),
        ] {
            assert_eq!(count_lines(text.as_bytes()), count, "{text:?}");
            for number in 0..count {
                let at = nth_line(text.as_bytes(), number);
                let whole = text.replace("\r\n", "\n ");
                let ends = whole[..at].matches(['\n', '\r']).count();
                assert_eq!(ends, number, "{text:?}");
                assert!(at == 0 || "\n\r".contains(&text[at - 1..at]), "{text:?}");
            }
        }
        let many = "\n".repeat(1000) + &"\r".repeat(1000) + &"\r\n".repeat(1000);
        assert_eq!(count_lines(many.as_bytes()), 3000);
        for (number, at) in [(255, 255), (1999, 1999), (2128, 2256), (3000, 4000), (9999, 4000)] {
            assert_eq!(nth_line(many.as_bytes(), number), at);
        }
    }
}
