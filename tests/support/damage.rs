//! Files as disks, networks and hands break them, the same on every run.

use super::Random;

/// One damaged file and, for the report, what was done to it.
pub struct Damaged {
    pub bytes: Vec<u8>,
    pub story: String,
}

/// A file before it is damaged.
pub struct Sound {
    pub bytes: Vec<u8>,
    /// Whether it is no text.
    is_binary: bool,
    /// Where its parts begin.
    seams: Vec<usize>,
}

/// What begins a line where one part of a file ends and the next begins, in any of the formats.
const SEAMS: &[&[u8]] = &[
    b"[",
    b":",
    b"$",
    b"<",
    b"{",
    b"HIERARCHY",
    b"MOTION",
    b"Frame",
    b"Segment",
    b"DataRate",
    b"XTRAN",
    b"begin",
    b"end",
    b"root",
    b"Bones",
    b"Mesh",
    b"Absolute",
    b"Relative",
    b"Matrix",
    b"Euler",
    b"g ",
    b"f ",
];

/// The bytes of a block of a binary file.
const BLOCK: usize = 512;

impl Sound {
    pub fn new(bytes: &[u8]) -> Self {
        let is_binary = bytes.iter().take(BLOCK).any(|&b| b == 0);
        let seams = if is_binary {
            (0..bytes.len().min(64 * BLOCK)).step_by(BLOCK).collect()
        } else {
            text_seams(bytes)
        };
        Self { bytes: bytes.to_vec(), is_binary, seams }
    }

    /// The file up to a place.
    pub fn cut(&self, numbers: &mut Random) -> Damaged {
        let end = match numbers.below(4) {
            0 => self.place(&self.bytes, numbers),
            _ => numbers.below(self.bytes.len() + 1),
        };
        Damaged { bytes: self.bytes[..end].to_vec(), story: format!("cut off at byte {end}") }
    }

    /// The file with a few edits.
    pub fn edit(&self, numbers: &mut Random) -> Damaged {
        let mut damaged = Damaged { bytes: self.bytes.clone(), story: String::new() };
        // One edit finds what is read wrongly, several find what is mended in the wrong order.
        let count = [1, 1, 2, 4][numbers.below(4)];
        for _ in 0..count {
            if !damaged.story.is_empty() {
                damaged.story += ", ";
            }
            let at = self.place(&damaged.bytes, numbers);
            damaged.story += &if self.is_binary && numbers.below(4) > 0 {
                edit_binary(&mut damaged.bytes, at, numbers)
            } else {
                let other = self.place(&damaged.bytes, numbers);
                edit_text(&mut damaged.bytes, at, other, numbers)
            };
        }
        damaged
    }

    /// A place in the file, which may be damaged already. Rows of numbers are most of every file, and
    /// all alike: the head of the file and the seams between its parts are hit more often than their
    /// share.
    fn place(&self, bytes: &[u8], numbers: &mut Random) -> usize {
        let len = bytes.len();
        match numbers.below(5) {
            0 => numbers.below(len.min(4_096) + 1),
            1 | 2 if !self.seams.is_empty() => {
                let seam = self.seams[numbers.below(self.seams.len())];
                len.min(seam + numbers.below(60))
            }
            3 => len - numbers.below(len.min(100) + 1),
            _ => numbers.below(len + 1),
        }
    }
}

fn text_seams(text: &[u8]) -> Vec<usize> {
    let mut seams = Vec::new();
    let mut at = 0;
    for line in text.split(|&b| b == b'\n' || b == b'\r') {
        let words = line.trim_ascii_start();
        let begins =
            |seam: &&[u8]| words.get(..seam.len()).is_some_and(|w| w.eq_ignore_ascii_case(seam));
        if SEAMS.iter().any(begins) {
            seams.push(at + line.len() - words.len());
        }
        at += line.len() + 1;
    }
    seams
}

/// Bytes that mean something to a loader.
const MEANINGFUL: &[u8] = b"{}[](),.:;#+-eE0179 \t\r\n\0\x1a\x7f\xc3\xff$<>*/\\";

/// Words that ask for more than there is, or are no numbers at all.
const NUMBERS: &[&str] = &[
    "99999999999999999999",
    "18446744073709551615",
    "4294967296",
    "4294967295",
    "2147483648",
    "65536",
    "-1",
    "0",
    "1",
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

/// What joints may be called: every script, one letter, signs of a side alone, nothing at all.
pub const NAMES: &[&str] = &[
    "左太もも",
    "右ひじ",
    "左",
    "L左",
    "왼손",
    "Άρθρωση_Λ",
    "плечо.L",
    "ไหล่ซ้าย",
    "كتف",
    "כתף_R",
    "İzmir_l",
    "ﬀ:Left",
    "e\u{301}l",
    "👩\u{200d}🎤R",
    "𝓛eft",
    "l",
    "R",
    ":",
    "|r",
    "é",
    "",
];

fn edit_text(bytes: &mut Vec<u8>, at: usize, other: usize, numbers: &mut Random) -> String {
    let line = line_around(bytes, at);
    match numbers.below(10) {
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
            let (first, second) = (at.min(other), at.max(other));
            let most = (second - first).min(bytes.len() - second);
            let count = numbers.below(most.min(2_000) + 1);
            for i in 0..count {
                bytes.swap(first + i, second + i);
            }
            format!("{count} bytes at {first} and {second} swapped")
        }
        7 => {
            let is_name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || !b.is_ascii();
            let start = bytes[at..].iter().position(is_name);
            let start = start.map_or(bytes.len(), |n| at + n);
            let len = bytes[start..].iter().take_while(|b| is_name(b)).count();
            let new = NAMES[numbers.below(NAMES.len())];
            bytes.splice(start..start + len, new.bytes());
            format!("the word at {start} replaced by {new:?}")
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

/// Words of 16 bits at the ends of what they can be, with a sign and without one.
const WORDS: [u16; 7] = [0, 1, 2, 0x7fff, 0x8000, 0xff00, 0xffff];

/// Floats that nothing can be, or that are other numbers where a loader asks for a sign.
const FLOATS: [f32; 9] =
    [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1e-40, 1e15, 0.0, -1.0, 1.0];

/// Damage that means something where numbers have places: words, floats and blocks.
fn edit_binary(bytes: &mut Vec<u8>, at: usize, numbers: &mut Random) -> String {
    let swapped = numbers.below(4) == 0;
    let mut put = |at: usize, mut new: Vec<u8>| {
        if swapped {
            new.reverse();
        }
        let room = bytes.len().saturating_sub(at).min(new.len());
        bytes[at..at + room].copy_from_slice(&new[..room]);
    };
    let block = at / BLOCK * BLOCK;
    match numbers.below(8) {
        0..3 => {
            let (at, word) = (at & !1, WORDS[numbers.below(WORDS.len())]);
            put(at, word.to_le_bytes().into());
            format!("the word at {at} set to {word}")
        }
        3 | 4 => {
            let (at, float) = (at & !3, FLOATS[numbers.below(FLOATS.len())]);
            put(at, float.to_le_bytes().into());
            format!("the float at {at} set to {float}")
        }
        5 => {
            let byte = [0, 1, 2, 84, 85, 86, 0x7f, 0x80, 0xff][numbers.below(9)];
            put(at, vec![byte]);
            format!("byte {at} set to {byte}")
        }
        6 => {
            bytes.drain(block..bytes.len().min(block + BLOCK));
            format!("the block at {block} removed")
        }
        _ => {
            let copy = bytes[block..bytes.len().min(block + BLOCK)].to_vec();
            bytes.splice(block..block, copy);
            format!("the block at {block} doubled")
        }
    }
}

/// The line around a byte, with its line end.
fn line_around(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let ends = |b: &u8| *b == b'\n' || *b == b'\r';
    let start = bytes[..at].iter().rposition(ends).map_or(0, |n| n + 1);
    let end = bytes[at..].iter().position(ends);
    start..end.map_or(bytes.len(), |n| at + n + 1)
}
