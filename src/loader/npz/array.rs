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

/// How a file of one array begins.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// What a value is.
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

/// What the header of an array says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub kind: Kind,
    /// How many bytes a value has.
    pub size: usize,
    is_big_endian: bool,
    is_fortran: bool,
    /// How many values each index has, the slowest first in C's order.
    pub shape: Vec<usize>,
    /// The byte at which the values begin.
    pub len: usize,
}

/// Why there is no header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It goes on up to this byte.
    TooShort(usize),
    /// Something else must stand there.
    Expected(&'static str),
}

impl Header {
    /// The header at the beginning of an array.
    pub fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let Some(&[major, _]) = bytes.get(MAGIC.len()..).and_then(<[u8]>::first_chunk) else {
            return Err(Fault::TooShort(MAGIC.len() + 2));
        };
        if !bytes.starts_with(MAGIC) {
            return Err(Fault::Expected("the beginning of a NumPy array"));
        }
        let at = MAGIC.len() + 2;
        let width = match major {
            1 => 2,
            2 | 3 => 4,
            _ => return Err(Fault::Expected("version 1 to 3 of the format of NumPy")),
        };
        let Some(length) = bytes.get(at..at + width) else {
            return Err(Fault::TooShort(at + width));
        };
        let length = length.iter().rev().fold(0, |n, &b| n << 8 | usize::from(b));
        let len = at + width + length;
        let Some(text) = bytes.get(at + width..len) else {
            return Err(Fault::TooShort(len));
        };
        Self::of(text, len).map_err(Fault::Expected)
    }

    fn of(text: &[u8], len: usize) -> Result<Self, &'static str> {
        let text = String::from_utf8_lossy(text);
        let descr = value(&text, "descr").ok_or("descr, the type of the values")?;
        let order = value(&text, "fortran_order").ok_or("fortran_order")?;
        let shape = value(&text, "shape").ok_or("shape")?;
        let shape = numbers(shape).ok_or("whole numbers in brackets as shape")?;
        let (kind, size, is_big_endian) = kind(descr);
        Ok(Self { kind, size, is_big_endian, is_fortran: order.starts_with("True"), shape, len })
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

    /// Whether its values are numbers.
    pub fn is_of_numbers(&self) -> bool {
        matches!(self.kind, Kind::Float | Kind::Signed | Kind::Unsigned)
    }

    /// The shape without indices of a single value ahead of all others but so many.
    pub fn squeezed(&self, keep: usize) -> &[usize] {
        let extra = self.shape.len().saturating_sub(keep);
        let single = self.shape[..extra].iter().take_while(|&&n| n == 1);
        &self.shape[single.count()..]
    }

    /// What it is, for people: `100 × 22 × 3 floats`.
    pub fn about(&self) -> String {
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
        match &shape[..] {
            [] => one.to_string(),
            shape => format!("{} {many}", shape.join(" × ")),
        }
    }
}

/// What stands behind a key of the header.
fn value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let at = text.find(key)?;
    let behind = text[at + key.len()..].trim_start_matches(['\'', '"']);
    Some(behind.trim_start().strip_prefix(':')?.trim_start())
}

/// The numbers of a tuple.
fn numbers(text: &str) -> Option<Vec<usize>> {
    /// More than NumPy itself allows.
    const MAX_DIMENSIONS: usize = 64;
    let inside = text.strip_prefix(['(', '['])?;
    let inside = &inside[..inside.find([')', ']'])?];
    let words = inside.split(',').map(str::trim);
    let words = words.filter(|word| !word.is_empty());
    // Python 2 marks long integers.
    let numbers = words.map(|word| word.trim_end_matches('L').parse().ok());
    numbers.take(MAX_DIMENSIONS).collect()
}

/// Kind, size and whether the byte order is big endian, of a `descr` such as `'<f4'`.
fn kind(descr: &str) -> (Kind, usize, bool) {
    let other = (Kind::Other, 0, false);
    let inside = descr.strip_prefix(['\'', '"']);
    let Some(inside) = inside.and_then(|inside| inside.split(['\'', '"']).next()) else {
        return other;
    };
    let is_big_endian = inside.starts_with('>');
    let mut letters = inside.trim_start_matches(['<', '>', '|', '=']).chars();
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
    let size = match kind {
        Kind::Text => size.saturating_mul(4),
        _ => size,
    };
    (kind, size, is_big_endian)
}

/// An array whose values can be had.
pub(super) struct Array<'a> {
    pub header: Header,
    /// Header and values, or as many of them as are there.
    data: Cow<'a, [u8]>,
    /// How many values there are for each of the first index.
    pub row_len: usize,
    read: fn(&[u8], &mut [f64]),
}

impl<'a> Array<'a> {
    pub fn new(header: Header, data: Cow<'a, [u8]>) -> Self {
        let rest = header.shape.get(1..).unwrap_or_default();
        Self {
            row_len: rest.iter().fold(1, |len: usize, &n| len.saturating_mul(n)),
            read: numbers_of(&header),
            header,
            data,
        }
    }

    /// How many of the first index are there with all of their values. In Fortran's order the last
    /// values are of all of them.
    pub fn rows(&self) -> usize {
        let said = self.header.shape.first().copied().unwrap_or(1);
        let there = self.data.len().saturating_sub(self.header.len);
        let whole = self.header.bytes().is_some_and(|bytes| bytes <= self.data.len());
        match self.row_len.checked_mul(self.header.size) {
            _ if whole => said,
            Some(row) if row > 0 && !self.header.is_fortran => said.min(there / row),
            _ => 0,
        }
    }

    /// How many values are there; in Fortran's order none where some are not.
    pub fn values(&self) -> usize {
        let there = self.data.len().saturating_sub(self.header.len);
        let whole = self.header.count().unwrap_or(usize::MAX);
        match there / self.header.size.max(1) {
            there if there >= whole => whole,
            _ if self.header.is_fortran => 0,
            there => there,
        }
    }

    /// Numbers that follow one another in a row, the last index fastest, from a place in it. NaN where there
    /// are none.
    pub fn numbers_at<const COUNT: usize>(&self, row: usize, place: usize) -> [f64; COUNT] {
        let mut numbers = [f64::NAN; COUNT];
        if self.header.is_fortran {
            for (i, number) in numbers.iter_mut().enumerate() {
                if let Some(bytes) = self.bytes_at(self.place(row, place + i), 1) {
                    (self.read)(bytes, std::slice::from_mut(number));
                }
            }
        } else if let Some(bytes) = self.bytes_at(self.place(row, place), COUNT) {
            (self.read)(bytes, &mut numbers);
        }
        numbers
    }

    /// All numbers of a small array, the last index fastest.
    pub fn numbers(&self) -> Vec<f64> {
        let row_len = self.row_len;
        // Without values there may be any number of rows.
        let rows = 0..if row_len > 0 { self.rows() } else { 0 };
        let all = rows.flat_map(|row| (0..row_len).map(move |place| (row, place)));
        let number = |(row, place)| {
            let [number] = self.numbers_at(row, place);
            number
        };
        all.map(number).collect()
    }

    /// All texts of an array that has some.
    pub fn texts(&self) -> Vec<String> {
        let count = self.rows().saturating_mul(self.row_len);
        let values = (0..count).filter_map(|place| self.bytes_at(place, 1));
        let text = |bytes: &[u8]| match self.header.kind {
            Kind::Text => {
                let units = bytes.as_chunks::<4>().0.iter();
                let units = units.map(|unit| {
                    if self.header.is_big_endian {
                        u32::from_be_bytes(*unit)
                    } else {
                        u32::from_le_bytes(*unit)
                    }
                });
                let units = units.take_while(|&unit| unit != 0);
                let character = |unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
                units.map(character).collect()
            }
            _ => {
                let end = bytes.iter().position(|&b| b == 0);
                String::from_utf8_lossy(&bytes[..end.unwrap_or(bytes.len())]).into_owned()
            }
        };
        match self.header.kind {
            Kind::Text | Kind::Bytes => values.map(text).collect(),
            _ => Vec::new(),
        }
    }

    /// Where a value of a row is stored among all values.
    fn place(&self, row: usize, place: usize) -> usize {
        if !self.header.is_fortran {
            return row * self.row_len + place;
        }
        let mut shape = self.header.shape.iter();
        let mut stride = shape.next().copied().unwrap_or(1);
        // The slower an index is in the row, the nearer its values are to one another.
        let mut left = place;
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

    /// The bytes of so many values from one on.
    fn bytes_at(&self, stored: usize, count: usize) -> Option<&[u8]> {
        let size = self.header.size;
        let from = stored.checked_mul(size)?.checked_add(self.header.len)?;
        self.data.get(from..)?.get(..size.checked_mul(count)?)
    }
}

/// How the bytes of values become numbers; those that are none stay as they are.
fn numbers_of(header: &Header) -> fn(&[u8], &mut [f64]) {
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
