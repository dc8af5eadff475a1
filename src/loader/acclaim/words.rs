//! The tokenizer of ASF files: commas and parentheses are blanks, `#` begins a comment.

use super::super::Source;
use super::super::scanner::{Reader, Scanner, Syntax};
use super::super::text::is_blank;
use super::super::word::Word;
use crate::take::WarningCode;

pub(super) fn words<'a>(source: &Source<'a>) -> Scanner<'a> {
    Scanner::with(source, Syntax { ends: *b",()", are_words: false, comment: b"#" })
}

/// Skips a line that begins with a word nobody here knows, as the definition asks for.
pub(super) fn skip_unknown(reader: &mut Reader<'_>, word: &Word<'_>) {
    reader.scan.skip_line();
    let message = format!("{} is not known and skipped", word.quoted());
    reader.warn(WarningCode::KeyUnknown, word.at, message);
}

/// The rest of the line without blanks and comment, taken whole: a name or a sentence.
pub(super) fn rest_of_line<'a>(words: &mut Scanner<'a>) -> &'a [u8] {
    let start = words.at;
    words.skip_line();
    let line = &words.source.bytes[start..words.at];
    let comment =
        (0..line.len()).find(|&i| line[i] == b'#' && line[..i].last().is_none_or(|&b| is_blank(b)));
    line[..comment.unwrap_or(line.len())].trim_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_parentheses_and_comments_separate_words() {
        let source = Source::new("x", b"\xef\xbb\xbf# no\r\nlimits (-1.5,inf)# no\r (2 #3)\n a#1");
        let mut words = words(&source);
        for word in ["limits", "-1.5", "inf", "2", "a#1"] {
            assert!(words.word().is_some_and(|found| found.text == word.as_bytes()), "{word}");
        }
        assert!(words.word().is_none());
    }

    #[test]
    fn a_line_is_taken_without_its_comment() {
        let mut words = words(&Source::new("x", b":skin  my skin#1.obj  # low\r\n high.obj"));
        words.word();
        assert_eq!(rest_of_line(&mut words), b"my skin#1.obj");
        assert!(words.word_in_line().is_none());
        words.word();
        assert!(words.word_in_line().is_none());
    }
}
