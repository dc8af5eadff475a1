//! The members of a ZIP archive in memory.
//!
//! ```text
//! record      PK 3 4, version, flags, method, time, date, checksum, packed size, size, lengths of name
//!             and extra field: 30 bytes
//! name
//! extra       with both sizes in 64 bits where 32 are not enough
//! data        stored (method 0) or deflated (method 8)
//! …           the next member
//! directory   of all members, not read
//! ```
//!
//! The records ahead of the members tell all that the directory does, and are there where an archive
//! breaks off. A size is believed where something of the archive stands behind so many bytes; else a
//! member reaches up to the next one.

use std::borrow::Cow;

use flate2::Crc;
use memchr::memmem;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_PARSE_ZLIB_HEADER, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// The beginning of any record of an archive, of a member's, and of the directory's.
const MARK: &[u8] = b"PK";
const MEMBER: &[u8] = b"PK\x03\x04";
const DIRECTORY: &[u8] = b"PK\x01\x02";

/// The size of a record ahead of the name, in bytes.
const RECORD: usize = 30;

/// Flags: the sizes stand behind the data; the data are encrypted.
const IS_STREAMED: u16 = 8;
const IS_ENCRYPTED: u16 = 1;

const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// How many bytes may come out of a file of so many: 16 times its length, since no motion is packed more tightly. So few
/// as `least` do no harm, and more than a gigabyte is no motion.
pub(super) fn max_unpacked(len: usize, least: usize) -> usize {
    len.saturating_mul(16).clamp(least, 1 << 30)
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Member<'a> {
    pub name: &'a [u8],
    /// The byte of its record.
    pub at: usize,
    flags: u16,
    method: u16,
    /// Of the data unpacked, where it is known.
    checksum: Option<u32>,
    pub packed: &'a [u8],
}

pub(super) struct Unpacked<'a> {
    pub data: Cow<'a, [u8]>,
    /// Whether `data` is the whole member.
    pub is_whole: bool,
}

/// The name of the first member of a file that begins like an archive.
pub(super) fn first_name(bytes: &[u8]) -> Option<&[u8]> {
    let record = bytes.first_chunk::<RECORD>()?;
    let name = bytes.get(RECORD..RECORD + usize::from(word(record, 26)))?;
    record.starts_with(MEMBER).then_some(name)
}

/// The members in the order of the file.
pub(super) fn members(bytes: &[u8]) -> impl Iterator<Item = Member<'_>> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let (member, end) = Member::parse(bytes, next?)?;
        let rest = &bytes[end..];
        next = if rest.starts_with(DIRECTORY) {
            None
        } else {
            memmem::find(rest, MEMBER).map(|len| end + len)
        };
        Some(member)
    })
}

impl<'a> Member<'a> {
    /// A file that is no archive, as if it were the only member of one.
    pub fn of_file(name: &'a str, bytes: &'a [u8]) -> Self {
        let name = name.as_bytes();
        Self { name, at: 0, flags: 0, method: STORED, checksum: None, packed: bytes }
    }

    /// The member whose record begins at a byte, and the byte behind its data.
    fn parse(bytes: &'a [u8], at: usize) -> Option<(Self, usize)> {
        let record = bytes.get(at..)?.first_chunk::<RECORD>()?;
        let [name_len, extra_len] = [26, 28].map(|at| usize::from(word(record, at)));
        let name = bytes.get(at + RECORD..)?.get(..name_len)?;
        let extra = bytes.get(at + RECORD + name_len..)?.get(..extra_len)?;
        let from = at + RECORD + name_len + extra_len;
        let flags = word(record, 6);
        let is_streamed = flags & IS_STREAMED != 0;
        let end = from.checked_add(packed_size(record, extra)).filter(|&end| {
            let behind = bytes.get(end..);
            !is_streamed && behind.is_some_and(|b| b.is_empty() || b.starts_with(MARK))
        });
        let method = word(record, 8);
        let (end, packed_end) = match end {
            Some(end) => (end, end),
            None => {
                let data = &bytes[from..];
                let next = memmem::find(data, MEMBER).or_else(|| memmem::find(data, DIRECTORY));
                let end = next.map_or(bytes.len(), |len| from + len);
                // Deflated data know their end, and may look like a record anywhere.
                (end, if method == DEFLATED { bytes.len() } else { end })
            }
        };
        let member = Self {
            name,
            at,
            flags,
            method,
            checksum: (!is_streamed).then_some(double_word(record, 14)),
            packed: &bytes[from..packed_end],
        };
        Some((member, end))
    }

    pub fn is_stored(&self) -> bool {
        self.method == STORED
    }

    /// Unpacks `max_len` bytes at most.
    ///
    /// # Errors
    /// Why it cannot be unpacked at all.
    pub fn unpack(&self, max_len: usize) -> Result<Unpacked<'a>, String> {
        match self.method {
            _ if self.flags & IS_ENCRYPTED != 0 => Err("is encrypted".into()),
            STORED => {
                let data = &self.packed[..self.packed.len().min(max_len)];
                let is_whole = data.len() == self.packed.len();
                Ok(Unpacked { data: Cow::Borrowed(data), is_whole })
            }
            DEFLATED => Ok(inflate(self.packed, max_len, 0)),
            method => Err(format!("is packed by method {method}, which is not read")),
        }
    }

    /// Whether the checksum is of other data.
    pub fn is_damaged(&self, data: &[u8]) -> bool {
        let mut sum = Crc::new();
        sum.update(data);
        self.checksum.is_some_and(|checksum| checksum != sum.sum())
    }
}

/// The packed size of a member by its record, in bytes.
fn packed_size(record: &[u8; RECORD], extra: &[u8]) -> usize {
    /// Stands where 32 bits are not enough.
    const LARGE: u32 = u32::MAX;
    /// The extra field with sizes of 64 bits.
    const SIZES: u16 = 1;
    let small = double_word(record, 18);
    let mut fields = extra;
    while small == LARGE && fields.len() >= 4 {
        let (kind, len) = (word(fields, 0), usize::from(word(fields, 2)));
        // The size of the data unpacked comes first.
        let sizes = fields.get(12..20).filter(|_| kind == SIZES && len >= 16);
        if let Some(size) = sizes.and_then(|size| size.first_chunk()) {
            return usize::try_from(u64::from_le_bytes(*size)).unwrap_or(usize::MAX);
        }
        fields = fields.get(4 + len..).unwrap_or_default();
    }
    small as usize
}

fn word(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn double_word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[at + i]))
}

/// Unpacks what zlib has packed, as joblib has it do, `max_len` bytes at most.
pub(super) fn unpack_zlib(packed: &[u8], max_len: usize) -> Unpacked<'static> {
    inflate(packed, max_len, TINFL_FLAG_PARSE_ZLIB_HEADER)
}

/// Inflates `max_len` bytes at most. Data that break off or are damaged give what stands ahead of that.
fn inflate(mut packed: &[u8], max_len: usize, header: u32) -> Unpacked<'static> {
    let mut state = Box::<DecompressorOxide>::default();
    // Never far more than there may be data for.
    let mut data = vec![0; max_len.min(2 * packed.len()).max(max_len.min(64))];
    let mut len = 0;
    let is_whole = loop {
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF | header;
        let (status, taken, given) = decompress(&mut state, packed, &mut data, len, flags);
        packed = packed.get(taken..).unwrap_or_default();
        len += given;
        match status {
            TINFLStatus::Done => break true,
            TINFLStatus::HasMoreOutput if data.len() < max_len => {
                let more = data.len().min(max_len - data.len());
                data.resize(data.len() + more, 0);
            }
            _ => break false,
        }
    };
    data.truncate(len);
    Unpacked { data: Cow::Owned(data), is_whole }
}
