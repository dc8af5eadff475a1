//! How much the pages of a file unpack to, by their headers: the library makes room for what these say.
//!
//! A header is a struct in Thrift's compact protocol: the second field is how many bytes its page unpacks to, the third
//! how many it has. All else is passed over.

use parquet::file::metadata::ParquetMetaData;

/// What a page may unpack to: so many bytes, and so many times what it has.
const ROOM: i64 = 1 << 20;
const TIMES: i64 = 256;

/// Structs and lists are nested no deeper than this.
const MAX_DEPTH: usize = 8;

/// The first page that says of itself that it unpacks to more than any page does: how many bytes it has, and to how many.
pub(super) fn swollen_page(bytes: &[u8], metadata: &ParquetMetaData) -> Option<[i64; 2]> {
    let columns = metadata.row_groups().iter().flat_map(|group| group.columns());
    columns.into_iter().find_map(|column| {
        let begin = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
        let begin = usize::try_from(begin).ok()?;
        let size = usize::try_from(column.compressed_size()).ok()?;
        let mut pages = bytes.get(begin..begin.saturating_add(size).min(bytes.len()))?;
        while !pages.is_empty() {
            let mut sizes = [0; 2];
            let field = |id: i64, value: i64| {
                if let 2 | 3 = id {
                    sizes[id as usize - 2] = value;
                }
            };
            // What is no header is told by the library.
            read_struct(&mut pages, MAX_DEPTH, field)?;
            let [unpacked, packed] = sizes;
            if unpacked > ROOM + TIMES * packed.max(0) {
                return Some([packed, unpacked]);
            }
            pages = pages.get(usize::try_from(packed).ok()?..)?;
        }
        None
    })
}

/// Passes a struct over, and gives whole numbers in it with their fields; `None` where it is none.
fn read_struct(bytes: &mut &[u8], depth: usize, mut with: impl FnMut(i64, i64)) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    let mut id = 0;
    loop {
        let head = *bytes.split_off_first()?;
        if head == 0 {
            return Some(());
        }
        id = match head >> 4 {
            0 => zigzag(bytes)?,
            step => id + i64::from(step),
        };
        match head & 15 {
            4..=6 => with(id, zigzag(bytes)?),
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
        12 => read_struct(bytes, depth, |_, _| {}),
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
        let end = read_struct(&mut header, MAX_DEPTH, |id, value| found.push([id, value]));
        assert_eq!((end, found), (Some(()), vec![[1, 0], [2, 300], [3, 5]]));
        assert_eq!(header, [7]);
        let mut nested: &[u8] = &[0x1c; 100];
        assert_eq!(read_struct(&mut nested, MAX_DEPTH, |_, _| {}), None);
    }
}
