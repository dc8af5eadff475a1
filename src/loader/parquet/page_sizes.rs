//! How much the pages of a file unpack to, by their headers: the library makes room for what these say.
//!
//! A header is a struct in Thrift's compact protocol: the second field is how many bytes its page unpacks to, the third
//! how many it has, and the first one of the structs in its fields 5, 7 and 8 how many values. All else is passed over.

use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use parquet::file::page_index::offset_index::PageLocation;

use super::super::error::ErrorKind;

/// What a page may unpack to: so many bytes, and so many times what it has.
const ROOM: i64 = 1 << 20;
const TIMES: i64 = 256;

/// How many values the pages of a column of a row group may have together, and how many more for each byte of the file:
/// one row may have all of them. A still figure packs them into next to nothing.
const VALUES: i64 = 1 << 24;
const VALUES_A_BYTE: i64 = 16;

/// Structs and lists are nested no deeper than this.
const MAX_DEPTH: usize = 8;

/// What the header of a page says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Header {
    unpacked: i64,
    packed: i64,
    values: i64,
}

/// The first thing that a page says of itself which no page has.
pub(super) fn swollen(bytes: &[u8], metadata: &ParquetMetaData) -> Option<ErrorKind> {
    let most = VALUES.saturating_add(VALUES_A_BYTE * bytes.len() as i64);
    metadata.row_groups().iter().enumerate().find_map(|(group, columns)| {
        columns.columns().iter().enumerate().find_map(|(place, column)| {
            let index = metadata.offset_index();
            let index = index.and_then(|groups| groups.get(group)?.get(place));
            // The library goes by either.
            let listed = index.map_or(&[][..], |index| index.page_locations());
            let in_a_row = chunk(bytes, column).and_then(|pages| in_a_row(pages, most));
            in_a_row.or_else(|| listed_ones(bytes, listed, most))
        })
    })
}

/// The bytes of the pages of a column.
fn chunk<'b>(bytes: &'b [u8], column: &ColumnChunkMetaData) -> Option<&'b [u8]> {
    let begin = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
    let begin = usize::try_from(begin).ok()?;
    let size = usize::try_from(column.compressed_size()).ok()?;
    bytes.get(begin..begin.saturating_add(size).min(bytes.len()))
}

/// Of pages one behind the other.
fn in_a_row(mut pages: &[u8], most: i64) -> Option<ErrorKind> {
    let mut values = 0;
    while !pages.is_empty() {
        // What is no header is told by the library.
        let header = Header::read(&mut pages)?;
        if let Some(wrong) = header.check(&mut values, most) {
            return Some(wrong);
        }
        pages = pages.get(usize::try_from(header.packed).ok()?..)?;
    }
    None
}

/// Of pages where a list of them says that they are.
fn listed_ones(bytes: &[u8], pages: &[PageLocation], most: i64) -> Option<ErrorKind> {
    let mut values = 0;
    pages.iter().find_map(|page| {
        let mut page = bytes.get(usize::try_from(page.offset).ok()?..)?;
        Header::read(&mut page)?.check(&mut values, most)
    })
}

/// How many bytes the texts of a column unpack to, of which each row may be any; of all row groups the most.
pub(super) fn largest_dictionary(bytes: &[u8], metadata: &ParquetMetaData, column: &str) -> usize {
    let columns = metadata.row_groups().iter().flat_map(|group| group.columns());
    let sizes =
        columns.filter(|chunk| chunk.column_path().string() == column).filter_map(|chunk| {
            let begin = usize::try_from(chunk.dictionary_page_offset()?).ok()?;
            usize::try_from(Header::read(&mut bytes.get(begin..)?)?.unpacked).ok()
        });
    sizes.max().unwrap_or(0)
}

impl Header {
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut header = Self::default();
        read_struct(bytes, MAX_DEPTH, 0, &mut |of, field, value| match (of, field) {
            (0, 2) => header.unpacked = value,
            (0, 3) => header.packed = value,
            (5 | 7 | 8, 1) => header.values = value,
            _ => {}
        })?;
        Some(header)
    }

    /// Adds its values to those of the pages before.
    fn check(self, values: &mut i64, most: i64) -> Option<ErrorKind> {
        let Self { unpacked, packed, .. } = self;
        *values = values.saturating_add(self.values.max(0));
        if unpacked > TIMES.saturating_mul(packed.max(0)).saturating_add(ROOM) {
            let message = format!("a page of {packed} bytes says that it unpacks to {unpacked}");
            return Some(ErrorKind::Contradiction(message));
        }
        (*values > most).then_some(ErrorKind::NoMemory)
    }
}

/// Passes a struct over, and gives whole numbers in it with their fields and the field that the struct is; `None` where it is
/// none.
fn read_struct(
    bytes: &mut &[u8],
    depth: usize,
    of: i64,
    with: &mut dyn FnMut(i64, i64, i64),
) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    let mut id = 0_i64;
    loop {
        let head = *bytes.split_off_first()?;
        if head == 0 {
            return Some(());
        }
        id = match head >> 4 {
            0 => zigzag(bytes)?,
            step => id.checked_add(i64::from(step))?,
        };
        match head & 15 {
            4..=6 => with(of, id, zigzag(bytes)?),
            12 => read_struct(bytes, depth, id, with)?,
            kind => pass(bytes, kind, depth)?,
        }
    }
}

/// Passes a value of a field over that is no whole number.
fn pass(bytes: &mut &[u8], kind: u8, depth: usize) -> Option<()> {
    match kind {
        // Its kind is its value.
        1 | 2 => Some(()),
        3 => bytes.split_off(..1).map(drop),
        4..=6 => zigzag(bytes).map(drop),
        7 => bytes.split_off(..8).map(drop),
        8 => {
            let len = usize::try_from(varint(bytes)?).ok()?;
            bytes.split_off(..len).map(drop)
        }
        9 | 10 => {
            let head = *bytes.split_off_first()?;
            let count = if head >> 4 == 15 { varint(bytes)? } else { u64::from(head >> 4) };
            let depth = depth.checked_sub(1)?;
            // A boolean in a list is a byte.
            let kind = if let 1 | 2 = head & 15 { 3 } else { head & 15 };
            (0..count).try_for_each(|_| pass(bytes, kind, depth))
        }
        12 => read_struct(bytes, depth, 0, &mut |_, _, _| {}),
        _ => None,
    }
}

/// A number of seven bits a byte.
fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.split_off_first()?;
        value |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(value);
        }
    }
    None
}

/// A number whose sign is its last bit.
fn zigzag(bytes: &mut &[u8]) -> Option<i64> {
    let value = varint(bytes)?;
    Some((value >> 1) as i64 ^ -((value & 1) as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_a_header_are_found_behind_whatever_others_have() {
        // Field 1 is 0; 2 is 300, as 600; 3 is 5; 5 is a struct with a number, a text and a list; 8 is true.
        let mut header: &[u8] = &[
            0x15, 0, 0x15, 0xd8, 0x04, 0x15, 10, 0x2c, 0x15, 2, 0x18, 2, b'a', b'b', 0x19, 0x25, 2,
            4, 0, 0x31, 0, 7,
        ];
        let mut found = Vec::new();
        let end = read_struct(&mut header, MAX_DEPTH, 0, &mut |of, id, value| {
            found.push([of, id, value]);
        });
        let expected = vec![[0, 1, 0], [0, 2, 300], [0, 3, 5], [5, 1, 1]];
        assert_eq!((end, found), (Some(()), expected));
        assert_eq!(header, [7]);
        let mut nested: &[u8] = &[0x1c; 100];
        assert_eq!(read_struct(&mut nested, MAX_DEPTH, 0, &mut |_, _, _| {}), None);
    }

    /// A header of a page of 4 bytes.
    fn header(unpacked: u8, values: u8) -> Vec<u8> {
        vec![0x15, 0, 0x15, 2 * unpacked, 0x15, 8, 0x2c, 0x15, 2 * values, 0, 0]
    }

    #[test]
    fn pages_have_no_more_values_together_than_there_is_room_for() {
        let pages = [header(20, 30), vec![0; 4], header(20, 31), vec![0; 4]].concat();
        let read = Header::read(&mut &pages[..]);
        assert_eq!(read, Some(Header { unpacked: 20, packed: 4, values: 30 }));
        assert_eq!(in_a_row(&pages, 61), None);
        assert_eq!(in_a_row(&pages, 60), Some(ErrorKind::NoMemory));
        let place = |offset| PageLocation { offset, compressed_page_size: 15, first_row_index: 0 };
        assert_eq!(listed_ones(&pages, &[place(0), place(15)], 61), None);
        assert_eq!(listed_ones(&pages, &[place(15), place(15)], 61), Some(ErrorKind::NoMemory));
        let huge = Header { unpacked: ROOM + 4 * TIMES + 1, packed: 4, values: 1 };
        let message = "a page of 4 bytes says that it unpacks to 1049601";
        assert_eq!(huge.check(&mut 0, 60), Some(ErrorKind::Contradiction(message.into())));
        let endless = Header { packed: i64::MAX, ..huge };
        assert_eq!(endless.check(&mut 0, 60), None);
    }
}
