//! How texts, bytes and frames get into a page so that nothing in them is taken for a part of it.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::review::notes::{Frames, MAX_STARS, Rating, Timebase};
use crate::take::{Take, is_control_or_bidi, rounded};

/// A template of `assets/report` as HTML: `filled!("said.html", text = …)`. A value alone stands in the place of its
/// name. The line end of the file is left out, so that a piece can stand within a line.
macro_rules! filled {
    (@ $name:ident) => { $name };
    (@ $name:ident $value:expr) => { $value };
    ($file:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        let mut html = format!(
            include_str!(concat!("../../assets/report/", $file)),
            $($name = filled!(@ $name $($value)?)),*
        );
        html.truncate(html.trim_end().len());
        html
    }};
}

pub(super) use filled;

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
                c if is_control_or_bidi(c) => f.write_char('·')?,
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
                safe += &format!("\\u{:04x}", u32::from(c));
            }
            c => safe.push(c),
        }
    }
    safe
}

pub(super) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// How a page names frames of a take: by the numbers of the file, with links that take the player there.
pub(super) struct FrameTexts<'a> {
    take: &'a Take,
    base: Timebase,
    /// The element of the player; nothing without one.
    player: Option<String>,
}

impl<'a> FrameTexts<'a> {
    pub fn new(take: &'a Take, player: Option<String>) -> Self {
        Self { take, base: Timebase::for_take(take), player }
    }

    /// What the file calls a frame; its index where the file calls it nothing.
    pub fn number(&self, frame: usize) -> String {
        let number = self.take.number(frame);
        number.map_or_else(|| frame.to_string(), |number| number.to_string())
    }

    /// When a frame is, from the first one.
    pub fn seconds(&self, frame: usize) -> String {
        format!("{} s", rounded(frame as f64 * self.take.motion.frame_time(), 2))
    }

    /// Some frames as HTML: a link to one of them in the player, with time and timecode of the first.
    pub fn link(&self, frames: Frames, shown: usize) -> String {
        let numbers = match frames.count() {
            1 => format!("frame {}", self.number(frames.first)),
            _ => format!("frames {}–{}", self.number(frames.first), self.number(frames.last)),
        };
        let link = match &self.player {
            Some(player) => filled!("frames-link.html", player, frame = shown, frames = numbers),
            None => numbers,
        };
        let (seconds, timecode) = (self.seconds(frames.first), self.base.text(frames.first));
        filled!("frames.html", frames = link, seconds, timecode)
    }
}

/// The stars of a rating, those that it lacks among them; nothing where none are given.
pub(super) fn stars(rating: &Rating) -> String {
    let star = |star: u8| if star < rating.stars { '★' } else { '☆' };
    if rating.stars == 0 { String::new() } else { (0..MAX_STARS).map(star).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn no_text_becomes_a_part_of_the_page() {
        let hostile = "<script>\"a\" & 'b'\u{202e}\u{0}";
        assert_eq!(Escaped(hostile).to_string(), "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;··");
    }

    #[test]
    fn json_in_a_script_reads_back_and_does_not_end_it() {
        let value = json!({ "name": "</script><!-- & \u{2028}\u{2029} é" });
        let text = script_json(&value);
        assert!(!text.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
