//! Which keys a JSON text has, and how deep: that tells its layout, whatever the file is called.

use super::super::left_out::is_gltf;
use super::super::text::without_mark;
use super::json::{Json, Kind, Result};

/// So many bytes tell it: the lists of a frame or two.
const HEAD: usize = 1 << 16;

/// More keys than any layout has; one that has names for keys goes on for ever.
const MAX_KEYS: usize = 128;

/// The keys of the beginning of a text.
#[derive(Debug, Default)]
pub(super) struct Outline<'a> {
    /// Whether the outermost value is a list.
    pub is_list: bool,
    /// Those of the outermost object or of the objects in the outermost list, and all others.
    keys: [Vec<&'a [u8]>; 2],
}

impl<'a> Outline<'a> {
    /// That of a text; `None` where it does not begin like JSON, or is a format of its own.
    pub fn of(text: &'a [u8]) -> Option<Self> {
        let head = &text[..text.len().min(HEAD)];
        let first = without_mark(head).trim_ascii_start().first()?;
        if !b"{[".contains(first) || is_gltf(text) {
            return None;
        }
        let mut outline = Self { is_list: *first == b'[', ..Self::default() };
        // Where the beginning ends in the midst of a value, what is ahead of it counts.
        let _ = outline.walk(&mut Json::new(head), 0);
        Some(outline)
    }

    fn walk(&mut self, json: &mut Json<'a>, level: usize) -> Result<()> {
        match json.kind() {
            Kind::Object => json.object(|key, json| {
                let keys = &mut self.keys[level];
                if keys.len() < MAX_KEYS && !keys.contains(&key) {
                    keys.push(key);
                }
                self.walk(json, 1)
            }),
            Kind::List => json.list(|json| self.walk(json, level)),
            _ => json.skip(),
        }
    }

    /// Whether the outermost object, or one in the outermost list, has a key.
    pub fn has(&self, key: &str) -> bool {
        self.keys[0].contains(&key.as_bytes())
    }

    /// Whether an object farther inside has a key.
    pub fn has_inside(&self, key: &str) -> bool {
        self.keys[1].contains(&key.as_bytes())
    }

    /// Whether there is no object inside of another one.
    pub fn is_flat(&self) -> bool {
        self.keys[1].is_empty()
    }

    pub fn first_key(&self) -> Option<&'a [u8]> {
        self.keys[0].first().copied()
    }
}
