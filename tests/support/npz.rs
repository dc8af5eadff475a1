//! Writes arrays of NumPy and archives of them for tests: in any type and order, stored or deflated.

use std::io::{Cursor, Write as _};

use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

/// An array with its key.
#[derive(Clone, Debug)]
pub struct Array {
    pub key: String,
    pub bytes: Vec<u8>,
}

/// The bytes of an array of such a type.
fn array(key: &str, descr: &str, shape: &[usize], is_fortran: bool, values: Vec<u8>) -> Array {
    let order = if is_fortran { "True" } else { "False" };
    let shape: String = shape.iter().map(|n| format!("{n}, ")).collect();
    let head = format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': ({shape}), }}");
    // NumPy fills its headers up to a multiple of 64 bytes.
    let len = (10 + head.len() + 1).next_multiple_of(64) - 10;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((len as u16).to_le_bytes());
    bytes.extend(format!("{head:<0$}\n", len - 1).bytes());
    bytes.extend(values);
    Array { key: key.to_string(), bytes }
}

/// Floats of 4 bytes.
pub fn floats(key: &str, shape: &[usize], values: &[f32]) -> Array {
    assert_eq!(values.len(), shape.iter().product::<usize>());
    let values = values.iter().flat_map(|value| value.to_le_bytes());
    array(key, "'<f4'", shape, false, values.collect())
}

/// Floats of 8 bytes, big endian, the first index fastest.
pub fn fortran_doubles(key: &str, shape: [usize; 3], values: &[f32]) -> Array {
    let [first, second, third] = shape;
    let mut bytes = Vec::new();
    for c in 0..third {
        for b in 0..second {
            for a in 0..first {
                let value = values[(a * second + b) * third + c];
                bytes.extend(f64::from(value).to_be_bytes());
            }
        }
    }
    array(key, "'>f8'", &shape, true, bytes)
}

/// Floats of 8 bytes.
pub fn doubles(key: &str, shape: &[usize], values: &[f64]) -> Array {
    assert_eq!(values.len(), shape.iter().product::<usize>());
    let values = values.iter().flat_map(|value| value.to_le_bytes());
    array(key, "'<f8'", shape, false, values.collect())
}

/// Floats of 2 bytes, of numbers that are quarters of whole ones below 512.
pub fn halves(key: &str, shape: &[usize], values: &[f32]) -> Array {
    let half = |value: f32| {
        let bits = value.to_bits();
        let sign = (bits >> 16) as u16 & 0x8000;
        if value == 0.0 {
            sign
        } else {
            let exponent = (bits >> 23 & 0xff) as u16 + 15 - 127;
            sign | exponent << 10 | (bits >> 13) as u16 & 0x3ff
        }
    };
    let values = values.iter().flat_map(|&value| half(value).to_le_bytes());
    array(key, "'<f2'", shape, false, values.collect())
}

/// Integers of 4 bytes.
pub fn integers(key: &str, shape: &[usize], values: &[i32]) -> Array {
    let values = values.iter().flat_map(|value| value.to_le_bytes());
    array(key, "'<i4'", shape, false, values.collect())
}

/// Values that are true or false.
pub fn flags(key: &str, shape: &[usize], values: &[u8]) -> Array {
    array(key, "'|b1'", shape, false, values.to_vec())
}

/// Texts of characters of 4 bytes.
pub fn texts(key: &str, texts: &[&str]) -> Array {
    let width = texts.iter().map(|text| text.chars().count()).max();
    let width = width.expect("a text");
    let mut bytes = Vec::new();
    for text in texts {
        let units = text.chars().map(u32::from).chain(std::iter::repeat(0));
        bytes.extend(units.take(width).flat_map(u32::to_le_bytes));
    }
    array(key, &format!("'<U{width}'"), &[texts.len()], false, bytes)
}

/// A text of characters of a byte, without an index.
pub fn bytes_text(key: &str, text: &str) -> Array {
    let descr = format!("'|S{}'", text.len());
    array(key, &descr, &[], false, text.as_bytes().to_vec())
}

/// Objects of Python, and the bytes that stand for them.
pub fn objects(key: &str, shape: &[usize], bytes: &[u8]) -> Array {
    array(key, "'|O'", shape, false, bytes.to_vec())
}

/// Records of a float and a whole number.
pub fn records(key: &str, count: usize) -> Array {
    let descr = "[('x', '<f4'), ('n', '<i4')]";
    array(key, descr, &[count], false, vec![0; 8 * count])
}

/// How an archive is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    Stored,
    Deflated,
    /// Deflated, with the sizes behind the data.
    Streamed,
}

/// An archive of these arrays.
pub fn archive(packing: Packing, arrays: &[Array]) -> Vec<u8> {
    fn put<W: std::io::Write + std::io::Seek>(
        mut zip: ZipWriter<W>,
        arrays: &[Array],
        method: CompressionMethod,
    ) -> W {
        let options = SimpleFileOptions::default();
        let options = options.last_modified_time(DateTime::default());
        for array in arrays {
            let name = format!("{}.npy", array.key);
            let options = options.compression_method(method);
            zip.start_file(name, options).expect("a member");
            zip.write_all(&array.bytes).expect("a buffer");
        }
        zip.finish().expect("a directory")
    }
    let mut bytes = Vec::new();
    match packing {
        Packing::Stored => {
            let zip = ZipWriter::new(Cursor::new(&mut bytes));
            put(zip, arrays, CompressionMethod::Stored);
        }
        Packing::Deflated => {
            let zip = ZipWriter::new(Cursor::new(&mut bytes));
            put(zip, arrays, CompressionMethod::Deflated);
        }
        Packing::Streamed => {
            let zip = ZipWriter::new_stream(&mut bytes);
            put(zip, arrays, CompressionMethod::Deflated);
        }
    }
    bytes
}
