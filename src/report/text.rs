//! How texts and bytes get into a page so that nothing in them is taken for a part of it.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::take::is_obeyed;

/// A text of a file or of a person, as HTML has it between tags and in quoted attributes.
pub(super) struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' => f.write_char(c)?,
                // Characters that HTML forbids, and those that turn the direction of what is around them.
                c if is_obeyed(c) => f.write_char('·')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// JSON inside of a script element: no text in it ends the element, begins a comment, or is a line end of
/// JavaScript. All of these can only be in strings, where an escape means the same.
pub(super) fn script_json(value: &Value) -> String {
    let text = value.to_string();
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                safe.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => safe.push(c),
        }
    }
    safe
}

/// Bytes as text.
pub(super) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// So many things, in words: `1 note`, `2 notes`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn no_text_becomes_a_part_of_the_page() {
        let hostile = "<script>\"a\" & 'b'\u{202e}\u{0}";
        let escaped = "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;··";
        assert_eq!(Escaped(hostile).to_string(), escaped);
    }

    #[test]
    fn json_in_a_script_reads_back_and_does_not_end_it() {
        let value = json!({ "name": "</script><!-- & \u{2028}\u{2029} é" });
        let text = script_json(&value);
        assert!(!text.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
