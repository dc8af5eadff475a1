//! An array of NumPy in memory: what its header says, and its values.
//!
//! ```text
//! magic     \x93 NUMPY, then the version: 1 0, 2 0 or 3 0
//! length    of the header, in 2 bytes, from version 2 on in 4
//! header    {'descr': '<f4', 'fortran_order': False, 'shape': (150, 30, 3), }: a literal of Python
//! values    the last index fastest, in Fortran's order the first one
//! ```
//!
//! A `descr` is the order of bytes, the kind and the size of a value. Only these three keys are looked
//! for: a reader of all that Python could write there may be led astray by it. What is no plain value,
//! such as an object of Python, is never read.

use std::borrow::Cow;
use std::ops::Range;

use super::leading_axes::LeadingAxes;

pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Float,
    Signed,
    Unsigned,
    /// Characters of one byte.
    Bytes,
    /// Characters of four bytes.
    Text,
    /// An object of Python, which is never read.
    Object,
    /// A record, a complex number, a date.
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub kind: Kind,
    /// Bytes of a value.
    pub size: usize,
    is_big_endian: bool,
    is_fortran: bool,
    /// Whether its first axis is of people and its second one of frames, whatever their numbers are.
    pub is_of_people: bool,
    /// The length of each axis, the slowest first in C's order.
    pub shape: Vec<usize>,
    /// The byte at which the values begin.
    pub len: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderError {
    /// The header goes on up to this byte.
    TooShort(usize),
    Expected(&'static str),
}

impl Header {
    pub fn read(bytes: &[u8]) -> Result<Self, HeaderError> {
        let take = |range: Range<usize>| {
            let end = range.end;
            bytes.get(range).ok_or(HeaderError::TooShort(end))
        };
        let at = MAGIC.len() + 2;
        let head = take(0..at)?;
        if !head.starts_with(MAGIC) {
            return Err(HeaderError::Expected("the beginning of a NumPy array"));
        }
        let width = match head[MAGIC.len()] {
            1 => 2,
            2 | 3 => 4,
            _ => return Err(HeaderError::Expected("version 1 to 3 of the format of NumPy")),
        };
        let length = take(at..at + width)?;
        let length = length.iter().rev().fold(0, |n, &b| n << 8 | usize::from(b));
        let len = at + width + length;
        Self::parse(take(at + width..len)?, len).map_err(HeaderError::Expected)
    }

    fn parse(text: &[u8], len: usize) -> Result<Self, &'static str> {
        let text = String::from_utf8_lossy(text);
        let descr = value(&text, "descr").ok_or("descr, the type of the values")?;
        let order = value(&text, "fortran_order").ok_or("fortran_order")?;
        let shape = value(&text, "shape").ok_or("shape")?;
        let shape = numbers(shape).ok_or("whole numbers in brackets as shape")?;
        let descr = descr.strip_prefix(['\'', '"']).unwrap_or_default();
        let descr = descr.split(['\'', '"']).next().unwrap_or_default();
        Ok(Self { len, ..Self::of_values(descr, order.starts_with("True"), shape) })
    }

    /// The header of values that stand alone, of a type as NumPy writes it: `<f4`.
    pub fn of_values(descr: &str, is_fortran: bool, shape: Vec<usize>) -> Self {
        let (kind, size, is_big_endian) = kind(descr);
        Self { kind, size, is_big_endian, is_fortran, is_of_people: false, shape, len: 0 }
    }

    /// The same, of people and frames.
    pub fn of_people(self) -> Self {
        Self { is_of_people: true, ..self }
    }

    /// That of so many arrays of this one's kind one after the other; `None` where they are in Fortran's order.
    pub fn stacked(&self, count: usize) -> Option<Self> {
        let shape = std::iter::once(count).chain(self.shape.iter().copied()).collect();
        (!self.is_fortran).then(|| Self { shape, ..self.clone() })
    }

    /// What the axes ahead of the last `tail` count.
    pub fn leading_axes(&self, tail: usize) -> Option<LeadingAxes> {
        match self.shape[..self.shape.len().checked_sub(tail)?] {
            [people, frames] if self.is_of_people => {
                Some(LeadingAxes::PeopleFirst { people, frames })
            }
            ref ahead => LeadingAxes::from_shape(ahead),
        }
    }

    /// How many values there are; `None` where no file could have so many.
    pub fn count(&self) -> Option<usize> {
        let mut shape = self.shape.iter();
        shape.try_fold(1, |count: usize, &n| count.checked_mul(n))
    }

    /// How many bytes the array has, its header included.
    pub fn bytes(&self) -> Option<usize> {
        self.count()?.checked_mul(self.size)?.checked_add(self.len)
    }

    pub fn is_of_numbers(&self) -> bool {
        matches!(self.kind, Kind::Float | Kind::Signed | Kind::Unsigned)
    }

    pub fn is_of_texts(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Bytes)
    }

    /// The shape without indices of a single value ahead of all others but so many.
    pub fn squeezed(&self, keep: usize) -> &[usize] {
        let extra = self.shape.len().saturating_sub(keep);
        let single = self.shape[..extra].iter().take_while(|&&n| n == 1);
        &self.shape[single.count()..]
    }

    /// A description for people: `100 × 22 × 3 floats`.
    pub fn describe(&self) -> String {
        let [one, many] = match self.kind {
            Kind::Float => ["a float", "floats"],
            Kind::Signed | Kind::Unsigned => ["an integer", "integers"],
            Kind::Bytes | Kind::Text => ["a text", "texts"],
            Kind::Object => {
                ["an object of Python, which is not read", "objects of Python, which are not read"]
            }
            Kind::Other => ["a value that is no number", "values that are no numbers"],
        };
        let shape: Vec<String> = self.shape.iter().map(usize::to_string).collect();
        if shape.is_empty() { one.to_string() } else { format!("{} {many}", shape.join(" × ")) }
    }
}

/// What stands behind a key of the header.
fn value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let at = text.find(key)?;
    let behind = text[at + key.len()..].trim_start_matches(['\'', '"']);
    Some(behind.trim_start().strip_prefix(':')?.trim_start())
}

fn numbers(text: &str) -> Option<Vec<usize>> {
    /// More than NumPy itself allows.
    const MAX_DIMENSIONS: usize = 64;
    let inside = text.strip_prefix(['(', '['])?;
    let inside = &inside[..inside.find([')', ']'])?];
    let words = inside.split(',').map(str::trim).filter(|word| !word.is_empty());
    // Python 2 marks long integers.
    words.map(|word| word.trim_end_matches('L').parse().ok()).take(MAX_DIMENSIONS).collect()
}

/// Kind, size and whether the byte order is big endian, of a `descr` such as `<f4`.
fn kind(descr: &str) -> (Kind, usize, bool) {
    let other = (Kind::Other, 0, false);
    let is_big_endian = descr.starts_with('>');
    let mut letters = descr.trim_start_matches(['<', '>', '|', '=']).chars();
    let letter = letters.next();
    let size: usize = letters.as_str().parse().unwrap_or(0);
    let kind = match (letter, size) {
        (Some('f'), 2 | 4 | 8) => Kind::Float,
        (Some('i'), 1 | 2 | 4 | 8) => Kind::Signed,
        (Some('u'), 1 | 2 | 4 | 8) | (Some('b'), 1) => Kind::Unsigned,
        (Some('S' | 'a'), 1..) => Kind::Bytes,
        (Some('U'), 1..) => Kind::Text,
        (Some('O'), _) => return (Kind::Object, 0, false),
        _ => return other,
    };
    let size_of_unit = if kind == Kind::Text { 4 } else { 1 };
    (kind, size.saturating_mul(size_of_unit), is_big_endian)
}

/// An array out of something that is no archive, with its key. The values alone are its data.
pub(super) struct NamedArray<'a> {
    pub key: String,
    pub header: Header,
    pub data: Cow<'a, [u8]>,
}

pub(super) struct Array<'a> {
    pub header: Header,
    /// Header and values, as far as they are there.
    data: Cow<'a, [u8]>,
    /// Values of one row, which is whatever has the same first index.
    pub row_len: usize,
    read: fn(&[u8], &mut [f64]),
}

impl<'a> Array<'a> {
    pub fn new(header: Header, data: Cow<'a, [u8]>) -> Self {
        let rest = header.shape.get(1..).unwrap_or_default();
        Self {
            row_len: rest.iter().fold(1, |len: usize, &n| len.saturating_mul(n)),
            read: number_reader(&header),
            header,
            data,
        }
    }

    /// The number of whole rows. In Fortran's order the last values are of all rows.
    pub fn rows(&self) -> usize {
        let rows = self.header.shape.first().copied().unwrap_or(1);
        if self.header.bytes().is_some_and(|bytes| bytes <= self.data.len()) {
            return rows;
        }
        match self.row_len.checked_mul(self.header.size) {
            Some(row) if row > 0 && !self.header.is_fortran => rows.min(self.data_len() / row),
            _ => 0,
        }
    }

    /// The number of values that are there; in Fortran's order none where some are missing.
    pub fn values(&self) -> usize {
        let count = self.header.count().unwrap_or(usize::MAX);
        match self.data_len() / self.header.size.max(1) {
            found if found >= count => count,
            _ if self.header.is_fortran => 0,
            found => found,
        }
    }

    fn data_len(&self) -> usize {
        self.data.len().saturating_sub(self.header.len)
    }

    /// Numbers that follow one another in a row, the last index fastest, from value `at` of it on. NaN where there
    /// are none.
    pub fn numbers_at<const COUNT: usize>(&self, row: usize, at: usize) -> [f64; COUNT] {
        let mut numbers = [f64::NAN; COUNT];
        if self.header.is_fortran {
            for (i, number) in numbers.iter_mut().enumerate() {
                if let Some(bytes) = self.bytes_at(self.stored_index(row, at + i), 1) {
                    (self.read)(bytes, std::slice::from_mut(number));
                }
            }
        } else if let Some(bytes) = self.bytes_at(self.stored_index(row, at), COUNT) {
            (self.read)(bytes, &mut numbers);
        }
        numbers
    }

    /// All numbers of a small array, the last index fastest.
    pub fn numbers(&self) -> Vec<f64> {
        let row_len = self.row_len;
        // Without values there may be any number of rows.
        let rows = if row_len > 0 { self.rows() } else { 0 };
        let numbers = (0..rows)
            .flat_map(|row| (0..row_len).flat_map(move |at| self.numbers_at::<1>(row, at)));
        numbers.collect()
    }

    /// All texts of an array of texts.
    pub fn texts(&self) -> Vec<String> {
        let text = |bytes: &[u8]| {
            if self.header.kind == Kind::Bytes {
                let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
                return String::from_utf8_lossy(&bytes[..end]).into_owned();
            }
            let units = bytes.as_chunks::<4>().0.iter().map(|unit| {
                if self.header.is_big_endian {
                    u32::from_be_bytes(*unit)
                } else {
                    u32::from_le_bytes(*unit)
                }
            });
            let character = |unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
            units.take_while(|&unit| unit != 0).map(character).collect()
        };
        let count = self.rows().saturating_mul(self.row_len);
        (0..count).filter_map(|i| self.bytes_at(i, 1)).map(text).collect()
    }

    /// Where value `at` of a row is stored among all values.
    fn stored_index(&self, row: usize, at: usize) -> usize {
        if !self.header.is_fortran {
            return row * self.row_len + at;
        }
        let mut shape = self.header.shape.iter();
        let mut stride = shape.next().copied().unwrap_or(1);
        // The slower an index is in the row, the nearer its values are to one another.
        let mut left = at;
        let mut below = self.row_len;
        let mut stored = row;
        for &n in shape {
            below /= n.max(1);
            let index = left / below.max(1);
            left -= index * below;
            stored += index * stride;
            stride *= n;
        }
        stored
    }

    /// The bytes of `count` values from a stored one on.
    fn bytes_at(&self, index: usize, count: usize) -> Option<&[u8]> {
        let size = self.header.size;
        let from = index.checked_mul(size)?.checked_add(self.header.len)?;
        self.data.get(from..)?.get(..size.checked_mul(count)?)
    }
}

/// The function that turns the bytes of values into numbers. It leaves what is none as it is.
fn number_reader(header: &Header) -> fn(&[u8], &mut [f64]) {
    fn all<const N: usize>(bytes: &[u8], numbers: &mut [f64], number: impl Fn([u8; N]) -> f64) {
        for (to, &bytes) in numbers.iter_mut().zip(bytes.as_chunks().0) {
            *to = number(bytes);
        }
    }
    macro_rules! by {
        ($type:ty, $convert:expr) => {
            if header.is_big_endian {
                |bytes, to| all(bytes, to, |b| $convert(<$type>::from_be_bytes(b)))
            } else {
                |bytes, to| all(bytes, to, |b| $convert(<$type>::from_le_bytes(b)))
            }
        };
    }
    match (header.kind, header.size) {
        (Kind::Float, 2) => by!(u16, half),
        (Kind::Float, 4) => by!(f32, f64::from),
        (Kind::Float, 8) => by!(f64, std::convert::identity),
        (Kind::Signed, 1) => by!(i8, f64::from),
        (Kind::Signed, 2) => by!(i16, f64::from),
        (Kind::Signed, 4) => by!(i32, f64::from),
        (Kind::Signed, 8) => by!(i64, |value| value as f64),
        (Kind::Unsigned, 1) => by!(u8, f64::from),
        (Kind::Unsigned, 2) => by!(u16, f64::from),
        (Kind::Unsigned, 4) => by!(u32, f64::from),
        (Kind::Unsigned, 8) => by!(u64, |value| value as f64),
        _ => |_, _| (),
    }
}

/// A float of 16 bits: a sign, 5 bits of exponent, 10 of fraction (IEEE 754).
fn half(bits: u16) -> f64 {
    let fraction = f64::from(bits & 0x3ff);
    let value = match bits >> 10 & 0x1f {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1024.0 + fraction) * 2f64.powi(i32::from(exponent) - 25),
    };
    if bits >> 15 == 1 { -value } else { value }
}
