//! The header of an AMC file: the comments and keywords above its first frame.

use std::borrow::Cow;

use super::super::Source;
use super::super::error::LoadError;
use super::super::rate::is_frame_time;
use super::super::scanner::{Reader, Scanner};
use super::super::text::is_blank;
use super::super::unit_names::angle_in;
use crate::take::{Angle, WarningCode};

#[derive(Default)]
pub(super) struct Header<'a> {
    /// The unit of the motion's angles, where it has one of its own.
    pub angle: Option<Angle>,
    pub rate: Option<f64>,
    /// The skeleton that a comment names, without its folder.
    pub skeleton: Option<Cow<'a, str>>,
    pub frames: usize,
}

/// Whether the text begins, behind comments, with a keyword of a motion, or with its first frame.
pub(super) fn probe(bytes: &[u8]) -> bool {
    let mut scan = Scanner::new(&Source::new("", bytes));
    while let Some(word) = scan.peek().filter(|word| word.text.starts_with(b"#")) {
        scan.at = word.at;
        scan.skip_line();
    }
    let (Some(first), second) = (scan.word(), scan.word()) else { return false };
    KEYWORDS.iter().any(|keyword| first.is(keyword))
        || frame_number(first.text).is_some() && second.is_some_and(|word| word.is("root"))
}

const KEYWORDS: [&str; 4] = [":fully-specified", ":degrees", ":radians", ":samples-per-second"];

impl<'a> Header<'a> {
    pub fn read(reader: &mut Reader<'a>) -> Result<Self, LoadError> {
        let mut header = Self::default();
        let mut is_specified = false;
        while let Some(word) = reader.scan.peek() {
            if word.text.starts_with(b"#") {
                reader.scan.at = word.at;
                reader.scan.skip_line();
                let comment = &reader.scan.source.bytes[word.at..reader.scan.at];
                header.skeleton = header.skeleton.or_else(|| skeleton_in(comment));
                continue;
            }
            if !word.text.starts_with(b":") {
                break;
            }
            reader.scan.word();
            if word.is(":samples-per-second") {
                let before = reader.scan;
                let rate = reader.scan.double("the samples per second")?;
                if !is_frame_time(rate.recip()) {
                    return Err(before.expected("a number of samples a second"));
                }
                header.rate = Some(rate);
            } else if let Some(angle) = angle_in(&word.text[1..]) {
                header.angle = Some(angle);
            } else if word.is(":fully-specified") {
                is_specified = true;
            } else {
                let message = format!("{} is not known and skipped", word.quoted());
                reader.warn(WarningCode::KeyUnknown, word.at, message);
                reader.scan.skip_line();
            }
        }
        if !is_specified {
            let message = "no :FULLY-SPECIFIED is there: the frames are read as if it were";
            reader.warnings.add(WarningCode::ValueAssumed, message);
        }
        header.frames = reader.scan.at;
        Ok(header)
    }
}

/// The skeleton in a comment such as `#!OML:ASF C:\takes\walk.ASF`, whose folders may have blanks.
fn skeleton_in(comment: &[u8]) -> Option<Cow<'_, str>> {
    let is_end = |part: &[u8]| part.eq_ignore_ascii_case(b".asf");
    let end = 4 + comment.windows(4).rposition(is_end)?;
    if comment.get(end).is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let path = &comment[..end];
    let folder = path.iter().rposition(|b| b"/\\".contains(b));
    let start = folder.or_else(|| path.iter().rposition(|&b| is_blank(b) || b"#\"':".contains(&b)));
    let name = &path[start.map_or(0, |at| at + 1)..];
    (name.len() > 4).then(|| String::from_utf8_lossy(name))
}

pub(super) fn frame_number(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_name_skeletons_in_many_ways() {
        for (comment, name) in [
            (&b"#!OML:ASF C:\\My Takes\\rory 3.ASF"[..], Some("rory 3.ASF")),
            (b"# skeleton: walk.asf, recorded 1999", Some("walk.asf")),
            (b"#walk.asf", Some("walk.asf")),
            (b"# \"takes/walk.Asf\"", Some("walk.Asf")),
            (b"# walk.asfx", None),
            (b"# .asf", None),
            (b"#", None),
        ] {
            assert_eq!(skeleton_in(comment).as_deref(), name);
        }
    }
}
