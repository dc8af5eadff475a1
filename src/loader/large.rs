//! Places in a file of which only the beginning is in memory: all ahead of them is read once more, which is done once for
//! each thing to tell.

use super::text::{is_blank, is_line_end, without_mark};
use super::{LargeFile, Source};
use crate::take::Place;

/// As [`super::text::place_of`], of a byte of a file.
pub(super) fn place_in(file: &dyn LargeFile, at: usize) -> Place {
    let (mut line, mut column, mut last) = (1, 1, 0);
    each_piece(file, 0, |from, piece| {
        // The mark is no column.
        let skipped = if from == 0 { piece.len() - without_mark(piece).len() } else { 0 };
        for &byte in piece.iter().take(at - from).skip(skipped) {
            match byte {
                b'\n' | b'\r' => {
                    line += usize::from([last, byte] != *b"\r\n");
                    column = 1;
                }
                // What goes on a character.
                0x80..=0xbf => {}
                _ => column += 1,
            }
            last = byte;
        }
        from + piece.len() < at
    });
    Place::Text { line, column }
}

/// The byte where the line begins that is the `number`th one, from byte `start` on, with anything on it; they count from 0.
/// Where there are fewer, it is `start`.
pub(super) fn filled_line(source: &Source<'_>, start: usize, number: usize) -> usize {
    let (mut begin, mut is_filled, mut count) = (start, false, 0);
    let mut found = None;
    let mut look_at = |from: usize, piece: &[u8]| {
        for (i, &byte) in piece.iter().enumerate() {
            if is_line_end(byte) {
                (begin, is_filled) = (from + i + 1, false);
            } else if !is_filled && !is_blank(byte) && !matches!(byte, b',' | b';') {
                is_filled = true;
                if count == number {
                    found = Some(begin);
                    return false;
                }
                count += 1;
            }
        }
        true
    };
    match source.large {
        Some(file) => each_piece(file, start, look_at),
        None => _ = look_at(start, &source.bytes[start..]),
    }
    found.unwrap_or(start)
}

/// Shows a file piece by piece from a byte on, each with its place, as long as more is wanted.
fn each_piece(file: &dyn LargeFile, mut from: usize, mut show: impl FnMut(usize, &[u8]) -> bool) {
    let mut bytes = vec![0; 1 << 16];
    loop {
        let read = file.read_at(from, &mut bytes).unwrap_or(0);
        if read == 0 || !show(from, &bytes[..read]) {
            return;
        }
        from += read;
    }
}
