//! Numbers and texts of older pickles, as bytes have them.

use super::tree::Value;

/// A number in two's complement, the lowest byte first.
pub(super) fn long(bytes: &[u8]) -> Value {
    if bytes.len() > 8 {
        return Value::None;
    }
    let is_negative = bytes.last().is_some_and(|&byte| byte >= 0x80);
    let mut all = [if is_negative { 0xff } else { 0 }; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    Value::Int(i64::from_le_bytes(all))
}

/// The bytes of a text as Python 2 writes it, in quotes.
pub(super) fn unescaped(line: &[u8]) -> Vec<u8> {
    let inside = line.get(1..line.len().saturating_sub(1)).unwrap_or_default();
    let mut bytes = Vec::with_capacity(inside.len());
    let mut rest = inside.iter().copied();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next() {
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'x') => {
                let mut digit =
                    || rest.next().and_then(|b| char::from(b).to_digit(16)).unwrap_or(0);
                (16 * digit() + digit()) as u8
            }
            Some(other) => other,
            None => b'\\',
        });
    }
    bytes
}

/// A text of Latin-1 with other characters written as `\u20ac`.
pub(super) fn without_escapes(line: &[u8]) -> String {
    let text: String = line.iter().map(|&byte| char::from(byte)).collect();
    let mut parts = text.split("\\u");
    let mut whole = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let code = part.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match code.and_then(char::from_u32) {
            Some(character) => {
                whole.push(character);
                whole.push_str(&part[4..]);
            }
            None => whole.push_str(part),
        }
    }
    whole
}
