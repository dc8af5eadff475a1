//! Files as disks, networks and hands break them, the same on every run.

use super::Random;

/// One damaged file and, for the report, what was done to it.
pub struct Damaged {
    pub bytes: Vec<u8>,
    pub story: String,
}

/// The file up to a place.
pub fn cut(bytes: &[u8], numbers: &mut Random) -> Damaged {
    let end = numbers.below(bytes.len() + 1);
    Damaged {
        bytes: bytes[..end].to_vec(),
        story: format!("cut off at byte {end}"),
    }
}

/// The file with a few edits.
pub fn edit(bytes: &[u8], numbers: &mut Random) -> Damaged {
    let mut damaged = Damaged {
        bytes: bytes.to_vec(),
        story: String::new(),
    };
    // One edit finds what is read wrongly, several find what is mended in the wrong order.
    let count = [1, 1, 2, 4][numbers.below(4)];
    for _ in 0..count {
        if !damaged.story.is_empty() {
            damaged.story += ", ";
        }
        damaged.story += &edit_once(&mut damaged.bytes, numbers);
    }
    damaged
}

/// Bytes that mean something to a loader.
const MEANINGFUL: &[u8] = b"{}[](),.:;#+-eE0179 \t\r\n\0\x1a\x7f\xc3\xff";

/// Words that ask for more than there is, or are no numbers at all.
const NUMBERS: &[&str] = &[
    "99999999999999999999",
    "18446744073709551615",
    "4294967296",
    "2147483648",
    "65536",
    "-1",
    "0",
    "1e308",
    "3e38",
    "-1e15",
    "1e999",
    "1e-999",
    "nan",
    "inf",
    "-1.#IND",
    "1,5",
    "0x10",
    "",
];

fn edit_once(bytes: &mut Vec<u8>, numbers: &mut Random) -> String {
    let at = place(bytes, numbers);
    let line = line_around(bytes, at);
    match numbers.below(9) {
        0 if !bytes.is_empty() => {
            let bit = numbers.below(8);
            let at = at.min(bytes.len() - 1);
            bytes[at] ^= 1 << bit;
            format!("bit {bit} of byte {at} flipped")
        }
        1 if !bytes.is_empty() => {
            let at = at.min(bytes.len() - 1);
            bytes[at] = MEANINGFUL[numbers.below(MEANINGFUL.len())];
            format!("byte {at} set to {:?}", bytes[at] as char)
        }
        2 => {
            let count = 1 + numbers.below(20);
            let new = (0..count).map(|_| MEANINGFUL[numbers.below(MEANINGFUL.len())]);
            let new: Vec<u8> = new.collect();
            bytes.splice(at..at, new);
            format!("{count} bytes inserted at {at}")
        }
        3 => {
            let end = bytes.len().min(at + 1 + numbers.below(100));
            bytes.drain(at..end);
            format!("bytes {at} to {end} removed")
        }
        4 => {
            let copy = bytes[line.clone()].repeat(1 + numbers.below(3));
            let count = copy.len();
            bytes.splice(line.start..line.start, copy);
            format!("{count} bytes of the line at {} repeated", line.start)
        }
        5 => {
            bytes.drain(line.clone());
            format!("the line at {} removed", line.start)
        }
        6 => {
            let other = place(bytes, numbers);
            let (first, second) = (at.min(other), at.max(other));
            let most = (second - first).min(bytes.len() - second);
            let count = numbers.below(most.min(2_000) + 1);
            for i in 0..count {
                bytes.swap(first + i, second + i);
            }
            format!("{count} bytes at {first} and {second} swapped")
        }
        _ => {
            let is_number = |b: &u8| b.is_ascii_digit() || b"+-.eE".contains(b);
            let start = bytes[at..].iter().position(u8::is_ascii_digit);
            let start = start.map_or(bytes.len(), |n| at + n);
            let len = bytes[start..].iter().take_while(|b| is_number(b)).count();
            let new = NUMBERS[numbers.below(NUMBERS.len())];
            bytes.splice(start..start + len, new.bytes());
            format!("the number at {start} replaced by {new:?}")
        }
    }
}

/// A place in the file. Rows of numbers are most of every file, and all alike: the head of the file
/// and the seams between its sections are hit more often than their share.
fn place(bytes: &[u8], numbers: &mut Random) -> usize {
    let len = bytes.len();
    match numbers.below(4) {
        0 => numbers.below(len.min(4_096) + 1),
        1 => {
            let seam = bytes.windows(6).position(|w| w == b"MOTION").unwrap_or(0);
            len.min(seam + numbers.below(100))
        }
        2 => len - numbers.below(len.min(100) + 1),
        _ => numbers.below(len + 1),
    }
}

/// The line around a byte, with its line end.
fn line_around(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let ends = |b: &u8| *b == b'\n' || *b == b'\r';
    let start = bytes[..at].iter().rposition(ends).map_or(0, |n| n + 1);
    let end = bytes[at..].iter().position(ends);
    start..end.map_or(bytes.len(), |n| at + n + 1)
}
