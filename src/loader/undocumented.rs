//! The motion-capture formats without a public description: refused, with what to export instead.
//!
//! Nobody could tell a right reading of them from a wrong one, so that none of them is read. They are
//! known by their extensions alone, where contents do not tell another format.

use super::Source;
use super::error::{ErrorKind, LoadError};

/// A format that cannot be read, for want of a description.
pub struct Undocumented {
    /// As people call it.
    pub name: &'static str,
    /// Lower case, without the dot.
    pub extensions: &'static [&'static str],
    /// Whose it is and what is in it, as far as anybody has written down.
    pub known: &'static str,
    /// What to ask for instead.
    pub instead: &'static str,
}

/// Every such format.
pub const UNDOCUMENTED: &[Undocumented] = &[
    Undocumented {
        name: "SDL",
        extensions: &["sdl"],
        known: "the motion of an ASK skeleton, in a part of an Alias scene",
        instead: "BVH",
    },
    Undocumented {
        name: "SKL and MOT",
        extensions: &["skl", "mot"],
        known: "a skeleton and its motion, by Motion Analysis after Acclaim",
        instead: "HTR, or ASF with AMC",
    },
];

/// Why a file is not read that is called like one of these.
pub(super) fn refusal(source: &Source<'_>) -> Option<LoadError> {
    let extension = source.extension()?;
    let mut formats = UNDOCUMENTED.iter();
    let format = formats.find(|format| format.extensions.contains(&extension.as_str()))?;
    let error = LoadError::new(source, ErrorKind::Undocumented(format.known));
    Some(error.hint(format!("ask for the take as {}", format.instead)))
}

#[cfg(test)]
mod tests {
    use super::super::{FORMATS, load};
    use super::*;

    #[test]
    fn extensions_belong_to_no_format_that_is_read() {
        let mut extensions = UNDOCUMENTED.iter().flat_map(|format| format.extensions);
        let read = |e: &&str| FORMATS.iter().any(|format| format.extensions.contains(e));
        assert!(!extensions.any(|e| read(e) || *e == "txt" || *e != e.to_ascii_lowercase()));
    }

    #[test]
    fn contents_that_are_known_open_under_these_names_too() {
        let text = b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n";
        let take = load(&Source::new("walk.SDL", text)).unwrap();
        assert_eq!(take.format, "BVH");
        let error = load(&Source::new("walk.SDL", b"01 1.0 2.0\n")).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Undocumented(_)));
    }
}
