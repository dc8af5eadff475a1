//! How paths stand in the index: as texts that give the path back, and as keys that sort as people list files.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use crate::files::path_from_bytes;

/// Stands ahead of two digits that say a byte which is no text, or is part of this character itself.
const ESCAPE: char = char::REPLACEMENT_CHARACTER;

/// A path as a text, from which [`path_of`] gives it back whatever its bytes are.
pub(super) fn text_of(path: &Path) -> String {
    let mut text = String::new();
    let escape = |text: &mut String, bytes: &[u8]| {
        for byte in bytes {
            *text += &format!("{ESCAPE}{byte:02x}");
        }
    };
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        for c in chunk.valid().chars() {
            if c == ESCAPE {
                escape(&mut text, c.encode_utf8(&mut [0; 4]).as_bytes());
            } else {
                text.push(c);
            }
        }
        escape(&mut text, chunk.invalid());
    }
    text
}

/// The path that [`text_of`] made a text of.
pub(super) fn path_of(text: &str) -> PathBuf {
    let mut parts = text.split(ESCAPE);
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend(&part.as_bytes()[2..]);
            }
            None => bytes.extend(part.as_bytes()),
        }
    }
    path_from_bytes(&bytes)
}

/// What the texts of all paths inside of a folder begin with.
pub(super) fn prefix_of(folder: &Path) -> String {
    let mut text = text_of(folder);
    if !text.ends_with(MAIN_SEPARATOR) {
        text.push(MAIN_SEPARATOR);
    }
    text
}

/// A key that sorts texts as people do: numbers by value, letters without their case. What a text begins with that
/// ends in no digit, its key begins with.
pub fn sort_key(text: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let number = rest[..digits].trim_start_matches('0');
            key.extend([b'0', number.len().min(255) as u8]);
            key.extend(number.as_bytes());
            rest = &rest[digits..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        if c == MAIN_SEPARATOR {
            // What is inside of a folder stands ahead of others whose name only begins like it.
            key.push(1);
        } else {
            let mut bytes = [0; 4];
            c.to_lowercase().for_each(|c| key.extend(c.encode_utf8(&mut bytes).as_bytes()));
        }
    }
    key
}

/// The first key behind all those that begin with this one.
pub(super) fn behind(mut key: Vec<u8>) -> Vec<u8> {
    // No byte of UTF-8 is as large as this.
    key.push(255);
    key
}

#[cfg(test)]
mod tests {
    use std::path::MAIN_SEPARATOR_STR;

    use super::*;

    #[test]
    fn keys_sort_as_people_do_and_keep_what_is_inside_of_a_folder_together() {
        let sorted =
            "/a/b/c.bvh, /a/b 2.bvh, /a/B2.bvh, /a/b10.bvh, /a/take 9/x.bvh, /a/take 010/x.bvh";
        let own = |path: &str| path.replace('/', MAIN_SEPARATOR_STR);
        let keys: Vec<Vec<u8>> = sorted.split(", ").map(|path| sort_key(&own(path))).collect();
        assert!(keys.is_sorted(), "{keys:?}");
        let folder = sort_key(&prefix_of(Path::new(&own("/a/take 010"))));
        assert!(keys[5].starts_with(&folder) && keys[5] < behind(folder.clone()));
        assert!(!keys[4].starts_with(&folder) && keys[4] < folder);
    }

    #[test]
    #[cfg(unix)]
    fn a_path_comes_back_whatever_its_bytes_are() {
        for bytes in
            [&b"/a/walk.bvh"[..], b"/a/w\xff\xfe2\xc3.bvh", "/ä/\u{fffd}41".as_bytes(), b""]
        {
            let path = path_from_bytes(bytes);
            assert_eq!(path_of(&text_of(&path)), path);
        }
        assert_ne!(text_of(&path_from_bytes(b"\xff")), text_of(Path::new("\u{fffd}ff")));
    }
}
