//! An input as several files: a take and those that it is read with.
//!
//! ```text
//! input = *( "%%FILE " name LF bytes )      what stands before the first one is the take itself
//! ```

use crate::support::input::Input;

const BEGIN: &[u8] = b"%%FILE ";

/// A take and its companions as one input.
pub fn joined(input: &Input) -> Vec<u8> {
    let mut all = input.bytes.clone();
    for (name, bytes) in &input.beside {
        all.extend_from_slice(BEGIN);
        all.extend_from_slice(name.as_bytes());
        all.push(b'\n');
        all.extend_from_slice(bytes);
    }
    all
}

/// The take in an input, which is called so.
pub fn parted(name: &str, data: &[u8]) -> Input {
    let mut places: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(found) = data[at..].windows(BEGIN.len()).position(|it| it == BEGIN) {
        places.push(at + found);
        at += found + BEGIN.len();
    }
    let own = places.first().copied().unwrap_or(data.len());
    let mut input = Input::of(name, data[..own].to_vec());
    for (i, &from) in places.iter().enumerate() {
        let to = places.get(i + 1).copied().unwrap_or(data.len());
        let part = &data[from + BEGIN.len()..to];
        let line = part.iter().position(|&b| b == b'\n').unwrap_or(part.len());
        // A name as one can be typed: it begins what is told of the file.
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || "._- ".contains(*c);
        let name = String::from_utf8_lossy(&part[..line]);
        let name: String = name.chars().filter(is_plain).take(60).collect();
        let name = if name.trim().is_empty() { "beside".into() } else { name.trim().to_string() };
        input.beside.push((name, part.get(line + 1..).unwrap_or_default().to_vec()));
    }
    input
}
