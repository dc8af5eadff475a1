//! The parameters of a C3D file: groups, and values with names.
//!
//! ```text
//! section      1 80, how many blocks it has, 84 for Intel
//! group        length of its name, -number, name, bytes to the next entry, length of a description (0)
//! parameter    length of its name, number of its group, name, bytes to the next entry, then
//!              type (-1 characters, 2 integers, 4 floats), how many dimensions, each of them, values, 0
//! ```

/// Bytes in a block.
pub(super) const BLOCK: usize = 512;

/// A dimension is a byte: longer lists go on in parameters of the same name with a number.
const MAX_DIMENSION: usize = 255;

/// Parameters as bytes, in the order in which they are added.
#[derive(Default)]
pub(super) struct Parameters {
    bytes: Vec<u8>,
    /// The number of the group that is added to.
    group: i8,
}

impl Parameters {
    pub fn group(&mut self, name: &str) {
        self.group += 1;
        self.entry(name, -self.group, &[0]);
    }

    pub fn integers(&mut self, name: &str, values: &[u16]) {
        let dimensions: &[usize] = if values.len() == 1 { &[] } else { &[values.len()] };
        self.parameter(name, 2, dimensions, values.iter().flat_map(|value| value.to_le_bytes()));
    }

    pub fn float(&mut self, name: &str, value: f32) {
        self.parameter(name, 4, &[], value.to_le_bytes());
    }

    /// Floats, two by two.
    pub fn pairs(&mut self, name: &str, values: &[f32]) {
        for (name, values) in parts(name, values, 2 * MAX_DIMENSION) {
            let bytes = values.iter().flat_map(|value| value.to_le_bytes());
            self.parameter(&name, 4, &[2, values.len() / 2], bytes);
        }
    }

    pub fn text(&mut self, name: &str, text: &str) {
        self.parameter(name, -1, &[text.len()], text.bytes());
    }

    /// Texts of one width, filled up with blanks.
    pub fn texts(&mut self, name: &str, texts: &[String]) {
        let width = texts.iter().map(String::len).max().unwrap_or(0).clamp(1, MAX_DIMENSION);
        for (name, texts) in parts(name, texts, MAX_DIMENSION) {
            let padded = texts.iter().flat_map(|text| {
                let end = text.floor_char_boundary(width);
                text.as_bytes()[..end].iter().copied().chain(std::iter::repeat_n(b' ', width - end))
            });
            self.parameter(&name, -1, &[width, texts.len()], padded);
        }
    }

    /// The whole section, filled up to its last block.
    pub fn blocks(mut self) -> Vec<u8> {
        // What follows the last entry has a name of no length.
        self.bytes.extend([0, 0]);
        let mut section = vec![1, 80, 0, 84];
        section.append(&mut self.bytes);
        section.resize(section.len().next_multiple_of(BLOCK), 0);
        section[2] = u8::try_from(section.len() / BLOCK).unwrap_or(u8::MAX);
        section
    }

    fn parameter(
        &mut self,
        name: &str,
        kind: i8,
        dimensions: &[usize],
        values: impl IntoIterator<Item = u8>,
    ) {
        let mut entry = vec![kind as u8, dimensions.len() as u8];
        entry.extend(dimensions.iter().map(|&n| n as u8));
        entry.extend(values);
        entry.push(0);
        self.entry(name, self.group, &entry);
    }

    fn entry(&mut self, name: &str, group: i8, rest: &[u8]) {
        self.bytes.extend([name.len() as u8, group as u8]);
        self.bytes.extend(name.bytes());
        self.bytes.extend(((2 + rest.len()) as u16).to_le_bytes());
        self.bytes.extend(rest);
    }
}

/// A list in parts of a length: `LABELS`, `LABELS2`, `LABELS3`. An empty one has one part.
fn parts<'a, T>(
    name: &'a str,
    list: &'a [T],
    most: usize,
) -> impl Iterator<Item = (String, &'a [T])> {
    let count = list.len().div_ceil(most).max(1);
    (0..count).map(move |i| {
        let name = match i {
            0 => name.to_string(),
            _ => format!("{name}{}", i + 1),
        };
        (name, &list[i * most..list.len().min((i + 1) * most)])
    })
}
